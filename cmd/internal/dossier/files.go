package dossier

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // of the README and the page of Python
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/game"
	"corrd/store"
)

//go:embed README.txt
var readme string

//go:embed check.py
var page []byte

// The files of an archive beside the letters.
const (
	aboutFile    = "dossier.json"
	eventsFile   = "events.jsonl"
	lettersFile  = "letters.jsonl"
	keysFile     = "keys.jsonl"
	stateFile    = "state.json"
	lawsFile     = "laws.txt"
	timelineFile = "timeline.txt"
	readmeFile   = "README.txt"
	pageFile     = "check.py"
	manifestFile = "MANIFEST"
)

// eventRow is a row of events.jsonl: an event as it is hashed, and what stands beside it.
type eventRow struct {
	Seq    int64       `json:"seq"`
	Hash   string      `json:"hash"`
	Line   *string     `json:"line"`   // null where the line is withheld
	Erased *int64      `json:"erased"` // format 1: the order that erased texts of the line, so that the hash cannot be recomputed
	Beside []besideRow `json:"beside"`
	Act    string      `json:"act,omitempty"` // the act that is noted beside the event, which no hash covers
}

// besideRow is a text that the line holds the hash of. Salt and text are null where the text
// was erased or is withheld; the text of "raw" is a letter's file.
type besideRow struct {
	Name     string  `json:"name"`
	Hash     string  `json:"hash"`
	Salt     *string `json:"salt"`
	Text     *string `json:"text"`
	Erased   *int64  `json:"erased"`
	Withheld bool    `json:"withheld"`
}

// files returns every file of the archive by its name.
func (c Case) files(sign Sign) (map[string][]byte, error) {
	rows := make([]eventRow, len(c.Events))
	for i, e := range c.Events {
		rows[i] = newEventRow(e)
	}
	for i := range c.Letters {
		c.Letters[i].describe(c.Letters, c.Keys)
	}
	files := map[string][]byte{readmeFile: []byte(readmeFor(c.About)), pageFile: page}
	for i := range c.Letters {
		if l := &c.Letters[i]; l.File != "" {
			files[l.File] = l.Raw
		}
	}
	var err error
	if files[aboutFile], err = marshal(c.About); err != nil {
		return nil, err
	}
	files[eventsFile], files[lettersFile], files[keysFile] = lines(rows), lines(c.Letters), lines(c.Keys)
	events, err := decoded(rows)
	if err != nil {
		return nil, err
	}
	if err := derive(files, c.About, events, c.Letters); err != nil {
		return nil, err
	}
	if c.Format >= sealedSince {
		if files[sealFile], err = seal(files, c.About, sign); err != nil {
			return nil, err
		}
	}
	files[manifestFile] = manifest(files)
	return files, nil
}

// derive writes the files that follow from the events and the letters.
func derive(files map[string][]byte, about About, events []game.Event, letters []Letter) (err error) {
	s := fold(about, events)
	if files[stateFile], err = marshal(newState(s)); err != nil {
		return err
	}
	files[lawsFile] = []byte(lawsCited(s, events))
	files[timelineFile] = []byte(timeline(events, letters))
	return nil
}

func newEventRow(e store.Entry) eventRow {
	row := eventRow{Seq: e.Seq, Hash: hex.EncodeToString(e.Hash[:]), Beside: []besideRow{}}
	if e.Line != nil {
		line := string(e.Line)
		row.Line, row.Act = &line, e.Event.Act
	}
	if e.Erased != 0 {
		row.Erased = &e.Erased
	}
	for _, b := range e.Beside {
		one := besideRow{Name: b.Name, Hash: hex.EncodeToString(b.Hash[:])}
		salt, text := hex.EncodeToString(b.Salt[:]), string(b.Text)
		switch {
		case b.Erased != 0:
			one.Erased = &b.Erased
		case b.Salt == (store.Salt{}):
			one.Withheld = true
		default:
			one.Salt = &salt
			if b.Name != store.RawText {
				one.Text = &text
			}
		}
		row.Beside = append(row.Beside, one)
	}
	return row
}

// entry is the event of a row as the log has it; the error is that of a row that corrd did
// not write.
func (r eventRow) entry() (e store.Entry, err error) {
	e.Seq = r.Seq
	if err := unhex(e.Hash[:], r.Hash); err != nil {
		return e, err
	}
	if r.Line != nil {
		e.Line = []byte(*r.Line)
	}
	if r.Erased != nil {
		e.Erased = *r.Erased
	}
	for _, row := range r.Beside {
		b := store.Beside{Name: row.Name}
		if err := unhex(b.Hash[:], row.Hash); err != nil {
			return e, err
		}
		if row.Erased != nil {
			b.Erased = *row.Erased
		}
		if row.Salt != nil {
			if err := unhex(b.Salt[:], *row.Salt); err != nil {
				return e, err
			}
		}
		if row.Text != nil {
			b.Text = []byte(*row.Text)
		}
		e.Beside = append(e.Beside, b)
	}
	return e, nil
}

// decoded reads the events of rows, an event for each row; of a row that is withheld the event has
// no fact.
func decoded(rows []eventRow) (events []game.Event, err error) {
	for i, row := range rows {
		if row.Seq != int64(i)+1 {
			return events, fmt.Errorf("event %d stands in the place of event %d", row.Seq, i+1)
		}
		if row.Line == nil {
			events = append(events, game.Event{})
			continue
		}
		seq, e, err := row.event()
		if err != nil {
			return events, fmt.Errorf("event %d: %w", row.Seq, err)
		}
		if seq != row.Seq {
			return events, fmt.Errorf("event %d stands in the place of event %d", seq, row.Seq)
		}
		events = append(events, e)
	}
	return events, nil
}

// event decodes the line of a row and what stands beside it.
func (r eventRow) event() (seq int64, e game.Event, err error) {
	entry, err := r.entry()
	if err == nil && !json.Valid(entry.Line) {
		err = errors.New("it cannot be read")
	}
	if err != nil {
		return 0, e, err
	}
	seq, e, err = store.DecodeLine(entry.Line, entry.Beside)
	e.Act = r.Act
	return seq, e, err
}

// fold returns the game after its events, as far as they are here: a withheld one is passed over.
// In formats 1 and 2 nothing was read after the first that is withheld.
func fold(about About, events []game.Event) game.State {
	s := game.State{ID: about.Game}
	for _, e := range events {
		if e.Fact == nil && about.Format < passesOver {
			break
		}
		s = apply(s, e)
	}
	return s
}

// passesOver is the first format in which withheld events are passed over.
const passesOver = 3

// apply returns a state after an event. An event that cannot follow, because of those that are
// withheld, leaves the state as it was.
func apply(s game.State, e game.Event) (after game.State) {
	defer func() {
		if recover() != nil {
			after = s
			after.Seq++
		}
	}()
	if e.Fact == nil {
		s.Seq++
		return s
	}
	return s.Apply(e)
}

// manifest names every file with its SHA-256, in the order of the names, as sha256sum does.
func manifest(files map[string][]byte) []byte {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name != manifestFile {
			sum := sha256.Sum256(files[name])
			fmt.Fprintf(&b, "%x  %s\n", sum, name)
		}
	}
	return []byte(b.String())
}

// parseManifest returns the sums that a manifest names.
func parseManifest(text string) map[string]string {
	named := map[string]string{}
	for line := range strings.Lines(text) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		named[name] = sum
	}
	return named
}

// lines writes rows as JSON, one a line.
func lines[T any](rows []T) []byte {
	var b bytes.Buffer
	for _, row := range rows {
		line, err := marshal(row)
		if err != nil {
			panic(err) // rows are made of texts, numbers and times
		}
		b.Write(line)
	}
	return b.Bytes()
}

// The greatest number of rows of a file, and of octets of a row.
const (
	mostRows    = 30_000
	longestRow  = 8 << 20
	longestLine = 2 << 20 // of an event
)

// readLines reads what lines writes in an archive of a format, of rows of a bounded length.
func readLines[T any](content []byte, format, longest int) (rows []T, err error) {
	for line := range bytes.Lines(content) {
		var row T
		if err := unmarshalSame(line, format, longest, &row); err != nil {
			return rows, fmt.Errorf("row %d: %w", len(rows)+1, err)
		}
		if rows = append(rows, row); len(rows) > mostRows {
			return rows, errors.New("it has more rows than any game")
		}
	}
	return rows, nil
}

// lacking are the fields that archives of format 1 do not have, as marshal writes them empty.
var lacking = [][]byte{[]byte(`,"zone":""`), []byte(`,"ply":0,"told":0`)}

// unmarshalSame reads what marshal has written of v in an archive of a format, and nothing that is
// written otherwise.
func unmarshalSame(content []byte, format, longest int, v any) error {
	if len(content) > longest {
		return fmt.Errorf("it is longer than %d octets", longest)
	}
	if err := unmarshal(content, v); err != nil {
		return err
	}
	again, err := marshal(v)
	if format == 1 {
		for _, field := range lacking {
			again = bytes.Replace(again, field, nil, 1)
		}
	}
	if err == nil && !bytes.Equal(again, content) {
		err = errors.New("it is not written as corrd writes it")
	}
	return err
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

func unmarshal(content []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

func unhex(to []byte, text string) error {
	if len(text) != 2*len(to) {
		return fmt.Errorf("%.80q is no hash", text)
	}
	_, err := hex.Decode(to, []byte(text))
	return err
}

func number(n int64) string { return strconv.FormatInt(n, 10) }

// readmeFor is the README of an archive.
func readmeFor(a About) string {
	warning := "This archive holds the addresses of both sides, and all that they wrote: keep it as\nyou would keep their letters."
	if a.For != "" {
		warning = strings.ReplaceAll(sideWarning, "SIDE", a.For)
	}
	return strings.NewReplacer("GAME", number(a.Game), "SERVER", a.Server, "MADE", a.Made.UTC().Format(time.RFC3339), "VERSION", a.Corrd, "SECRET", warning).Replace(readme)
}

// sideWarning says what an archive for a side holds.
const sideWarning = `This archive was made for SIDE. It holds the letters from and to SIDE byte for byte,
and of everybody else's only the words that SIDE was told, without a header: in
letters.jsonl they are marked as veiled. Of an event of which SIDE was told nothing only
the hash is here. The hash that binds such a letter or event can be recomputed only from
the archive of the umpire.`
