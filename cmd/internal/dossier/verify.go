package dossier

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/terms"
)

// Finding is what the verification of an archive has found, in one line.
type Finding struct {
	Fault    bool   `json:"fault"` // something differs from what corrd wrote
	Words    string `json:"finding"`
	Unproved bool   `json:"unproved,omitempty"` // nothing in the archive proves what the words name
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
	faults   int

	sealed   bool                // the seal is there and holds
	beyond   bool                // the game went under rules that this corrd does not know
	unbroken int                 // how many events there are before the first that is withheld
	until    time.Time           // when the verification gives up
	came     map[int64]*Letter   // the letters that came in, by their numbers
	went     map[string]*Letter  // the letters that went out, by their names
	accepted map[acceptance]bool // when the next hop accepted letters
}

// acceptance is that the next hop accepted a letter to a seat, in a second.
type acceptance struct {
	seat string
	at   int64
}

// mostFaults is the greatest number of faults reported.
const mostFaults = 200

func (v *verifier) fault(format string, args ...any) {
	if v.faults++; v.faults > mostFaults {
		return
	}
	v.findings = append(v.findings, Finding{Fault: true, Words: inOneLine(fmt.Sprintf(format, args...))})
}

func (v *verifier) note(format string, args ...any) {
	v.findings = append(v.findings, Finding{Words: inOneLine(fmt.Sprintf(format, args...))})
}

func (v *verifier) unproved(format string, args ...any) {
	v.findings = append(v.findings, Finding{Unproved: true, Words: inOneLine(fmt.Sprintf(format, args...))})
}

// unlessSealed notes what the seal alone proves.
func (v *verifier) unlessSealed(format string, args ...any) {
	v.note(format, args...)
	v.findings[len(v.findings)-1].Unproved = !v.sealed
}

// inOneLine returns words of an archive in one line that a terminal only prints.
func inOneLine(words string) string {
	const most = 1 << 16
	words = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '\uFFFD'
		}
		return r
	}, words)
	if all := []rune(words); len(all) > most {
		words = string(all[:most]) + "…"
	}
	return words
}

// Verify recomputes everything in an archive that can be recomputed, and says, a line for each,
// what is as it was, what is not, and what nothing in the archive proves. It asks nobody: whether a
// key in the archive is the server's is for the reader to find out. Of a damaged file it tells only
// the name.
func Verify(archive []byte) []Finding {
	v := verifier{until: time.Now().Add(patience)}
	if v.whole(archive) && v.open() && v.seal() {
		v.guarded("the archive", v.members)
		v.guarded(eventsFile, v.chain)
		v.guarded(eventsFile, v.texts)
		v.guarded(lettersFile, v.mail)
		v.guarded(eventsFile, v.fold)
		v.guarded(eventsFile, v.redecide)
		v.guarded(eventsFile, v.lot)
		v.guarded(stateFile, v.derived)
		v.guarded("the archive", v.unsealed)
	}
	if more := v.faults - mostFaults; more > 0 {
		v.findings = append(v.findings, Finding{Fault: true, Words: fmt.Sprintf("and %d faults more", more)})
	}
	return v.findings
}

// patience is how long an archive is verified.
const patience = 30 * time.Second

// tooLong reports whether the verification takes longer than that of any game, and names what is
// left.
func (v *verifier) tooLong(what string, n int) bool {
	if time.Now().Before(v.until) {
		return false
	}
	v.unproved("%s from number %d on: to look at them takes longer than with any game", what, n+1)
	return true
}

// guarded does one part of the verification, and takes a panic in it for a fault of the archive.
func (v *verifier) guarded(what string, part func()) {
	defer func() {
		if r := recover(); r != nil {
			v.fault("%s holds what cannot be worked with, and what corrd has not written: %v", what, r)
		}
	}()
	part()
}

// whole unpacks an archive, and compares every file with its SHA-256.
func (v *verifier) whole(archive []byte) bool {
	files, damaged, err := unpack(archive)
	if err != nil {
		v.fault("%v", err)
		return false
	}
	if len(damaged) > 0 {
		v.fault("damaged: %s; nothing else was looked at", listed(damaged))
		return false
	}
	if v.files = files; string(files[manifestFile]) == string(manifest(files)) {
		v.note("files: %d, each with the SHA-256 that the manifest names", len(files)-1)
		return true
	}
	named, differ := parseManifest(string(files[manifestFile])), []string{}
	for line := range strings.Lines(string(manifest(files))) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		if named[name] != sum {
			differ = append(differ, name)
		}
		delete(named, name)
	}
	if differ = append(differ, sortedKeys(named)...); len(differ) == 0 {
		v.fault("the manifest is not in the form in which corrd writes one")
		return false
	}
	v.fault("not the files that the manifest names: %s; nothing else was looked at", listed(differ))
	return false
}

// longestAbout is the greatest number of octets of dossier.json.
const longestAbout = 1 << 20

// open reads the files that the rest rests on.
func (v *verifier) open() bool {
	var format struct{ Format int }
	about := v.files[aboutFile]
	if len(about) <= longestAbout && json.Unmarshal(about, &format) == nil && format.Format > Format {
		v.fault("the archive is of format %d and this corrd knows format %d: verify it with the corrd that made it, or a newer one", format.Format, Format)
		return false
	}
	if format.Format < 1 {
		v.fault("%s cannot be read: it names no format of corrd's", aboutFile)
		return false
	}
	read := func(name string, err error) bool {
		if err != nil {
			v.fault("%s cannot be read: %v", name, err)
		}
		return err == nil
	}
	var err error
	if !read(aboutFile, unmarshalSame(about, format.Format, longestAbout, &v.about)) {
		return false
	}
	v.rows, err = readLines[eventRow](v.files[eventsFile], format.Format, longestLine)
	if !read(eventsFile, err) {
		return false
	}
	v.letters, err = readLines[Letter](v.files[lettersFile], format.Format, longestRow)
	if !read(lettersFile, err) {
		return false
	}
	v.keys, err = readLines[Key](v.files[keysFile], format.Format, longestRow)
	for _, k := range v.keys {
		if err == nil && len(k.TXT) > longestKey {
			err = fmt.Errorf("%.200q is no key", k.Name)
		}
	}
	v.index()
	return read(keysFile, err)
}

// longestKey is the greatest number of octets of a key.
const longestKey = 4096

// index finds the letters by what names them.
func (v *verifier) index() {
	v.came, v.went, v.accepted = map[int64]*Letter{}, map[string]*Letter{}, map[acceptance]bool{}
	for i := range v.letters {
		l := &v.letters[i]
		l.Raw = v.files[l.File]
		if l.Dir == "in" && v.came[l.ID] == nil {
			v.came[l.ID] = l
		}
		if l.Dir == "out" && l.MessageID != "" && v.went[l.MessageID] == nil {
			v.went[l.MessageID] = l
		}
		if l.Dir == "out" && l.Sent != nil {
			v.accepted[acceptance{l.Seat, l.Sent.Unix()}] = true
		}
	}
}

// members looks for files that corrd does not write, and for letters that are named twice.
func (v *verifier) members() {
	known := map[string]bool{}
	for _, name := range []string{aboutFile, eventsFile, lettersFile, keysFile, stateFile, lawsFile, timelineFile, readmeFile, pageFile, manifestFile, sealFile} {
		known[name] = true
	}
	for _, l := range v.letters {
		if l.Dir != "in" && l.Dir != "out" || l.File != "" && known[l.File] {
			v.fault("%s names letter %d (%s) twice, or as nobody's", lettersFile, l.ID, l.Dir)
		}
		known[l.File] = true
	}
	for _, name := range sortedKeys(v.files) {
		if !known[name] {
			v.fault("%s is a file of which the archive says nothing", name)
		}
	}
	if !slices.IsSortedFunc(v.letters, func(a, b Letter) int { return a.At.Compare(b.At) }) {
		v.fault("%s does not name the letters in the order of their times", lettersFile)
	}
}

// derived makes the files that follow from the others again. The texts of the laws, of the README
// and of the page are corrd's own, and another version may have others.
func (v *verifier) derived() {
	if v.beyond {
		v.unproved("%s, %s, %s, %s and %s: only a newer corrd can make them again", stateFile, timelineFile, lawsFile, readmeFile, pageFile)
		return
	}
	again := map[string][]byte{}
	if err := derive(again, v.about, v.events, v.letters); err != nil {
		v.fault("what follows from the events cannot be written: %v", err)
		return
	}
	for _, name := range []string{stateFile, timelineFile} {
		switch {
		case bytes.Equal(again[name], v.files[name]):
		case name == stateFile && v.lacksTerms(again[name]):
		case v.about.Rules == 0: // before the first release the past could move
			v.note("%s is not what follows from the events and the letters here; %s", name, v.bothRules())
		default:
			v.fault("%s is not what follows from the events and the letters", name)
		}
	}
	again[readmeFile], again[pageFile] = []byte(readmeFor(v.about)), page
	for _, name := range []string{lawsFile, readmeFile, pageFile} {
		switch {
		case bytes.Equal(again[name], v.files[name]):
		case v.sealed:
			v.note("%s is not as this corrd writes it; the archive was made by corrd %s", name, v.about.Corrd)
		case v.about.Corrd == watch.ReleaseOf(Format).Module && v.about.Format == Format:
			v.fault("%s is not as this corrd, which made the archive, writes it", name)
		default:
			v.unproved("%s: it is not as this corrd (%s) writes it; the archive was made by corrd %s", name, watch.ReleaseOf(Format).Module, v.about.Corrd)
		}
	}
}

// lacksTerms reports whether the state in the archive is the one that this corrd writes, but for
// terms that came after the archive and that nobody has set: an older corrd wrote no line of them.
// A new term therefore leaves the format of archives as it is; a new field of the state makes
// another format.
func (v *verifier) lacksTerms(again []byte) bool {
	archived := v.files[stateFile]
	var old struct {
		Terms []string `json:"terms"`
	}
	if len(archived) >= len(again) || json.Unmarshal(archived, &old) != nil {
		return false
	}
	now := newState(fold(v.about, v.events))
	unset, later := terms.Terms{}.Lines(), []string{}
	now.Terms = slices.DeleteFunc(now.Terms, func(line string) bool {
		lacks := slices.Contains(unset, line) && !slices.Contains(old.Terms, line)
		if lacks {
			later = append(later, line)
		}
		return lacks
	})
	if without, err := marshal(now); err != nil || !bytes.Equal(without, archived) {
		return false
	}
	v.unlessSealed("%s names no term of these: %s; the archive was made by corrd %s", stateFile, strings.Join(later, ", "), v.about.Corrd)
	return true
}

// ErrFaults says that an archive has been found to be altered.
var ErrFaults = errors.New("the archive is not as corrd wrote it")
