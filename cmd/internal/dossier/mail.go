package dossier

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"corrd/interpret"
	"corrd/mailer/header"
)

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
		if chain := header.Parse(l.Raw).Fields.Get("Corrd-Chain"); chain != "" && l.Dir == "out" {
			receipts++
			if !hashes[chain] {
				v.fault("%s names as Corrd-Chain a hash that no event has", name)
			}
		}
	}
	v.note("letters: %d; receipts (Corrd-Chain) in letters that went out: %d, each the hash of an event", len(v.letters), receipts)
	for _, verdict := range slices.Sorted(maps.Keys(signed)) {
		v.note("signatures (DKIM): %d %s", signed[verdict], verdict)
	}
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
