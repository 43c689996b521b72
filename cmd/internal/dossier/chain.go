package dossier

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"

	"corrd/game"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// chain recomputes the hash of each event of the one before and the line.
func (v *verifier) chain() {
	var prev [32]byte
	taken := 0
	for _, row := range v.rows {
		if row.Line == nil || row.Erased != nil {
			taken++
			if err := unhex(prev[:], row.Hash); err != nil {
				v.fault("event %d: %v", row.Seq, err)
			}
			continue
		}
		prev = chained(prev, *row.Line)
		if fmt.Sprintf("%x", prev) != row.Hash {
			v.fault("event %d does not have the hash that the events before it give", row.Seq)
			return
		}
	}
	v.note("events: %d, chained; the last hash is %x", len(v.rows), prev)
	if taken > 0 {
		v.unlessSealed("events (%s) whose lines cannot be recomputed, because texts of them are erased or withheld: %d; their hashes are taken as they stand", eventsFile, taken)
	}
}

// chained returns the hash of a line after the hash of the line before.
func chained(prev [32]byte, line string) [32]byte {
	return sha256.Sum256(append(prev[:], line...))
}

// texts holds what stands beside each event, and the letter that brought it about, against
// the hashes in its line.
func (v *verifier) texts() {
	raws, texts, gone := 0, 0, 0
	for _, row := range v.rows {
		if row.Line == nil {
			continue
		}
		entry, err := row.entry()
		var e game.Event
		if err == nil {
			_, e, err = row.event()
		}
		if err != nil {
			v.fault("event %d: %v", row.Seq, err)
			continue
		}
		for i, b := range entry.Beside {
			if !row.Beside[i].wellFormed() {
				v.fault("event %d: what is said of its text %q contradicts itself", row.Seq, b.Name)
				continue
			}
			switch {
			case row.Beside[i].Salt == nil:
				gone++
			case b.Name != store.RawText:
				texts++
			case v.notKept(e.Letter):
				gone++
			default:
				l := v.letterIn(e.Letter)
				if l == nil || b.Salt.Seal(l.Raw) != b.Hash {
					v.fault("event %d: letter %d is not the letter that brought the event about", row.Seq, e.Letter)
					continue
				}
				raws++
				l.bound = true
			}
		}
	}
	v.note("texts beside the events: %d as they were hashed; letters that brought events about: %d", texts, raws)
	if gone > 0 {
		v.unlessSealed("texts and letters (%s) that are erased, withheld or not kept, of which the hashes stand: %d", eventsFile, gone)
	}
}

// wellFormed reports whether a text is there with its salt, erased, or withheld, and one of these
// alone.
func (r besideRow) wellFormed() bool {
	if r.Erased != nil || r.Withheld {
		return r.Salt == nil && r.Text == nil && (r.Erased == nil || !r.Withheld)
	}
	return r.Salt != nil && (r.Text != nil) == (r.Name != store.RawText)
}

// notKept reports whether the archive lists a letter without its bytes.
func (v *verifier) notKept(id int64) bool {
	l := v.came[id]
	return l != nil && l.Raw == nil && l.Gone != ""
}

func (v *verifier) letterIn(id int64) *Letter {
	if l := v.came[id]; l != nil && l.Raw != nil {
		return l
	}
	return nil
}

// mail recomputes what follows from the bytes of each letter, and looks for the hash that
// each letter that went out names among those of the events.
func (v *verifier) mail() {
	hashes := map[string]bool{}
	for _, row := range v.rows {
		hashes[row.Hash] = true
	}
	receipts, signed := 0, map[string]int{}
	for i := range v.letters {
		l := &v.letters[i]
		if v.tooLong("letters ("+lettersFile+")", i) {
			return
		}
		name := fmt.Sprintf("letter %d (%s)", l.ID, l.Dir)
		if l.File != "" && (l.File != l.name() || l.Raw == nil) {
			v.fault("%s: its bytes are not in the archive", name)
			continue
		}
		again := *l
		again.describe(v.letters, v.keys)
		v.compare(name, *l, again)
		for _, s := range again.Signatures {
			signed[s.Verdict]++
		}
		if chain := mailer.ParseHead(l.Raw).Fields.Get("Corrd-Chain"); chain != "" && l.Dir == "out" {
			receipts++
			if !hashes[chain] {
				v.fault("%s names as Corrd-Chain a hash that no event has", name)
			}
		}
	}
	v.ownSignatures()
	v.note("letters: %d; receipts (Corrd-Chain) in letters that went out: %d, each the hash of an event", len(v.letters), receipts)
	for _, verdict := range slices.Sorted(maps.Keys(signed)) {
		v.note("signatures (DKIM): %d %s", signed[verdict], verdict)
	}
}

// ownSignatures says which of the letters that corrd sent their own signatures prove.
func (v *verifier) ownSignatures() {
	signed, alone := 0, []string{}
	for i := range v.letters {
		switch l := &v.letters[i]; {
		case l.Dir != "out" || l.Raw == nil:
		case v.signs(l):
			signed++
		default:
			alone = append(alone, l.name())
		}
	}
	v.note("letters that corrd sent, each proved by its own signature: %d", signed)
	switch {
	case len(alone) == 0:
	case v.sealed:
		v.note("letters that corrd sent, proved by the seal alone: %s", listed(alone))
	default:
		v.unproved("letters that corrd sent, their words, dates and all else, without a signature that proves them: %s", strings.Join(alone, ", "))
	}
}

// signs reports whether a signature of the house proves a letter that went out.
func (v *verifier) signs(l *Letter) bool {
	return slices.ContainsFunc(l.signatures(v.keys), func(s Signature) bool {
		return s.Verdict == "pass" && within(v.about.Server, s.Domain)
	})
}

// unsealed names what nothing proves of an archive without a seal that holds.
func (v *verifier) unsealed() {
	if v.sealed {
		return
	}
	anchored := 0
	var unbound, gone, signed []string
	for i := range v.letters {
		l := &v.letters[i]
		if l.Raw == nil {
			gone = append(gone, l.name())
		}
		if l.Dir == "out" && l.Raw != nil && coversChain(l.Raw) && v.signs(l) {
			chain := mailer.ParseHead(l.Raw).Fields.Get("Corrd-Chain")
			anchored = max(anchored, 1+slices.IndexFunc(v.rows, func(r eventRow) bool { return r.Hash == chain }))
		}
		if l.Dir == "out" && l.Raw != nil {
			signed = append(signed, l.name())
		}
		if l.Dir == "in" && l.Raw != nil && !l.bound {
			unbound = append(unbound, l.name())
		}
	}
	if anchored > 0 {
		v.note("events that a letter with the house's signature names as Corrd-Chain: 1 to %d", anchored)
	}
	if anchored < len(v.rows) {
		v.unproved("events %d to %d (%s): no letter with the house's signature names their hashes, and all could have been made anew", anchored+1, len(v.rows), eventsFile)
	}
	if len(unbound) > 0 {
		v.unproved("letters that came, of which no event here holds the hash, their headers, words and all else: %s", strings.Join(unbound, ", "))
	}
	if len(gone) > 0 {
		v.unproved("letters of which there are no bytes: %s", strings.Join(gone, ", "))
	}
	v.unproved("%s: all that it says; %s: all that does not follow from the letters' bytes, which is at, seat, ply, told, player, from, to, subject, "+
		"message_id, kind, state, verdict, tries, sent, delivery_answer, gone, veiled; and with both %s", aboutFile, lettersFile, timelineFile)
	v.unproved("%s: the keys are those of this archive; and fields and spaces that a signature does not cover: %s", keysFile, strings.Join(signed, ", "))
	if _, is := v.files[sealFile]; is {
		v.unproved("%s: its key is not here", sealFile)
	}
}

// coversChain reports whether every signature of a letter covers the hash that it names as
// Corrd-Chain.
func coversChain(raw []byte) bool {
	fields := mailer.ParseHead(raw).Fields.All("DKIM-Signature")
	return !slices.ContainsFunc(fields, func(f string) bool { return !strings.Contains(strings.ToLower(f), "corrd-chain") })
}

// compare says what of a letter is recomputed otherwise. A reading is compared only with
// one of the same version of the reader.
func (v *verifier) compare(name string, l, again Letter) {
	if l.SHA256 != again.SHA256 {
		v.fault("%s does not have the SHA-256 that is written of it", name)
	}
	if !slices.Equal(l.Authentication, again.Authentication) {
		v.fault("%s: its Authentication-Results are not those in its header", name)
	}
	for i, s := range again.Signatures {
		if i >= len(l.Signatures) || l.Signatures[i] != s && s.Verdict != "expired" {
			v.fault("%s: the signature of %s is found to be %q", name, s.Domain, s.Verdict)
		}
	}
	if len(l.Signatures) > len(again.Signatures) {
		v.fault("%s: signatures are written of it that it does not have", name)
	}
	was, _ := marshal(l.Reading)
	is, _ := marshal(again.Reading)
	if !bytes.Equal(was, is) {
		if l.Reading != nil && l.Reading.Reader != interpret.Version {
			v.note("%s was read by reader %s; this one is %s and reads it otherwise, which changes no game", name, l.Reading.Reader, interpret.Version)
			return
		}
		v.fault("%s: what is written of its reading is not what is read in it", name)
	}
}
