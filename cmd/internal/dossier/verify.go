package dossier

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret"
	"corrd/mailer/header"
	"corrd/store"
)

// Finding is what the verification of an archive has found, in one line.
type Finding struct {
	Fault bool   `json:"fault"` // something is not as corrd wrote it
	Words string `json:"finding"`
}

// verifier goes over the files of one archive.
type verifier struct {
	files    map[string][]byte
	about    About
	rows     []eventRow
	letters  []Letter
	keys     []Key
	events   []game.Event
	findings []Finding
}

func (v *verifier) fault(format string, args ...any) {
	v.findings = append(v.findings, Finding{true, fmt.Sprintf(format, args...)})
}

func (v *verifier) note(format string, args ...any) {
	v.findings = append(v.findings, Finding{false, fmt.Sprintf(format, args...)})
}

// Verify recomputes all of an archive that can be recomputed, and says in a line each what
// is as it was and what is not. Verify asks nobody. An archive without a fault is one that
// corrd has written, octet for octet, as far as nobody has made all of it anew: against that
// stands the SHA-256 of the archive, and Corrd-Chain in the letters that the players have.
func Verify(archive []byte) []Finding {
	var v verifier
	var err error
	if v.files, err = unpack(archive); err != nil {
		v.fault("%v", err)
	}
	if len(v.files) == 0 {
		return v.findings
	}
	v.manifest()
	if !v.open() {
		return v.findings
	}
	v.chain()
	v.texts()
	v.mail()
	v.refold()
	v.lot()
	v.derived()
	return v.findings
}

// manifest holds every file against its SHA-256.
func (v *verifier) manifest() {
	if string(v.files[manifestFile]) == string(manifest(v.files)) {
		v.note("files: %d, each with the SHA-256 that the manifest names", len(v.files)-1)
		return
	}
	named := map[string]string{}
	for line := range strings.Lines(string(v.files[manifestFile])) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		named[name] = sum
	}
	found := len(v.findings)
	for _, name := range slices.Sorted(maps.Keys(v.files)) {
		if sum := fmt.Sprintf("%x", sha256.Sum256(v.files[name])); name != manifestFile && named[name] != sum {
			v.fault("%s is not the file that the manifest names", name)
		}
		delete(named, name)
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		v.fault("%.80q is named in the manifest and not in the archive", name)
	}
	if len(v.findings) == found {
		v.fault("the manifest is not in the form in which corrd writes one")
	}
}

// open reads the files that the rest rests on.
func (v *verifier) open() bool {
	var format struct{ Format int }
	if err := json.Unmarshal(v.files[aboutFile], &format); err == nil && format.Format > Format {
		v.fault("the archive is of format %d and this corrd knows format %d: verify it with the corrd that made it, or a newer one", format.Format, Format)
		return false
	}
	found := len(v.findings)
	var err error
	if err = unmarshal(v.files[aboutFile], &v.about); err != nil {
		v.fault("%s cannot be read: %v", aboutFile, err)
	}
	if v.rows, err = readLines[eventRow](v.files[eventsFile]); err != nil {
		v.fault("%s cannot be read: %v", eventsFile, err)
	}
	if v.letters, err = readLines[Letter](v.files[lettersFile]); err != nil {
		v.fault("%s cannot be read: %v", lettersFile, err)
	}
	if v.keys, err = readLines[Key](v.files[keysFile]); err != nil {
		v.fault("%s cannot be read: %v", keysFile, err)
	}
	for i := range v.letters {
		v.letters[i].Raw = v.files[v.letters[i].File]
	}
	return len(v.findings) == found
}

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
		prev = sha256.Sum256(append(prev[:], *row.Line...))
		if fmt.Sprintf("%x", prev) != row.Hash {
			v.fault("event %d does not have the hash that the events before it give", row.Seq)
			return
		}
	}
	v.note("events: %d, chained; the last hash is %x", len(v.rows), prev)
	if taken > 0 {
		v.note("events whose lines cannot be recomputed, because texts of them are erased or withheld: %d; their hashes are taken as they stand", taken)
	}
}

// texts holds what stands beside each event, and the letter that brought it about, against
// the hashes in its line.
func (v *verifier) texts() {
	raws, texts, gone := 0, 0, 0
	for _, row := range v.rows {
		entry, err := row.entry()
		if err != nil {
			v.fault("event %d: %v", row.Seq, err)
			continue
		}
		if row.Line == nil {
			continue
		}
		_, e, err := store.DecodeLine(entry.Line, entry.Beside)
		if err != nil {
			v.fault("event %d: %v", row.Seq, err)
			continue
		}
		for i, b := range entry.Beside {
			switch {
			case row.Beside[i].Salt == nil:
				gone++
			case b.Name != store.RawText:
				texts++
			default:
				l := v.letterIn(e.Letter)
				if l == nil || b.Salt.Seal(l.Raw) != b.Hash {
					v.fault("event %d: letter %d is not the letter that brought the event about", row.Seq, e.Letter)
					continue
				}
				raws++
			}
		}
	}
	v.note("texts beside the events: %d as they were hashed; letters that brought events about: %d", texts, raws)
	if gone > 0 {
		v.note("texts and letters that are erased or withheld, of which the hashes stand: %d", gone)
	}
}

func (v *verifier) letterIn(id int64) *Letter {
	i := slices.IndexFunc(v.letters, func(l Letter) bool { return l.Dir == "in" && l.ID == id })
	if i < 0 || v.letters[i].Raw == nil {
		return nil
	}
	return &v.letters[i]
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

// refold folds the events again, and reads the words of each move in the position in which
// it was played.
func (v *verifier) refold() {
	var err error
	if v.events, err = decoded(v.rows); err != nil {
		v.fault("the events cannot be folded: %v", err)
		return
	}
	s := game.State{ID: v.about.Game}
	read := 0
	for i, e := range v.events {
		if p, isMove := e.Fact.(game.Played); isMove && p.Words != "" && e.Letter != 0 && p.Reader == interpret.Version {
			read++
			if !expresses(s, p) {
				v.fault("event %d: the words %.60q do not express the move %s in the position", i+1, p.Words, p.Move)
			}
		}
		s = s.Apply(e)
	}
	v.note("events folded: %d; moves whose words were read again in their positions: %d", len(v.events), read)
	if n := len(v.rows) - len(v.events); n > 0 {
		v.note("events after one that is withheld, which cannot be folded: %d", n)
	}
}

// expresses reports whether the words of a move can express it. Words that no longer read
// as a move alone, such as those of a series, are left to the hash.
func expresses(s game.State, p game.Played) bool {
	code, known := codes.ByID(s.Terms.Code)
	if !known {
		return true
	}
	position, any := s.Position, false
	for _, st := range interpret.Parse(p.Words).Statements {
		for _, m := range slices.Concat(st.Moves, st.Confirms) {
			found := m.Readings(&position, code.Rules(s.Terms))
			if slices.Contains(found.Moves, p.Move) {
				return true
			}
			any = any || len(found.Moves) > 0
		}
	}
	return !any
}

// lot draws the lot for the colours again, where it was drawn and its letter is there.
func (v *verifier) lot() {
	if len(v.events) == 0 {
		return
	}
	started, ok := v.events[0].Fact.(game.Started)
	if !ok || started.Lot == nil {
		return
	}
	nonce := make([]byte, len(started.Lot.Nonce)/2)
	if unhex(nonce, started.Lot.Nonce) != nil || fmt.Sprintf("%x", sha256.Sum256(nonce)) != started.Lot.Commitment {
		v.fault("the number of the lot is not the one to which the challenge was bound")
		return
	}
	l := v.letterIn(started.Lot.Letter)
	if l == nil || l.Veiled || v.about.Challenge == nil {
		v.note("the lot cannot be drawn again: the letter of acceptance is not here as it came")
		return
	}
	sum := sha256.Sum256(append(nonce, l.Raw...))
	challenger := board.White
	if sum[len(sum)-1]&1 == 1 {
		challenger = board.Black
	}
	if started.Players[challenger] != v.about.Challenge.From && started.Match == nil {
		v.fault("the lot drawn again gives the challenger the other men")
		return
	}
	v.note("the lot for the colours, drawn again, falls as it did")
}

// derived makes the files that follow from the others again. The texts of the laws and of
// the README are corrd's own, and another version may have others.
func (v *verifier) derived() {
	again := map[string][]byte{}
	if err := derive(again, v.about, v.events, v.letters); err != nil {
		v.fault("what follows from the events cannot be written: %v", err)
		return
	}
	for _, name := range []string{stateFile, timelineFile} {
		if !bytes.Equal(again[name], v.files[name]) {
			v.fault("%s is not what follows from the events and the letters", name)
		}
	}
	again[readmeFile], again[pageFile] = []byte(readmeFor(v.about)), page
	for _, name := range []string{lawsFile, readmeFile, pageFile} {
		if !bytes.Equal(again[name], v.files[name]) {
			v.note("%s is not as this corrd writes it; the archive was made by corrd %s", name, v.about.Corrd)
		}
	}
}

// ErrFaults says that an archive has been found to be altered.
var ErrFaults = errors.New("the archive is not as corrd wrote it")
