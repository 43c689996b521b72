package dossier

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // of the README and the page of Python
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

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

// files gives every file of the archive by its name.
func (c Case) files() (map[string][]byte, error) {
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
	files[manifestFile] = manifest(files)
	return files, nil
}

// derive writes the files that follow from the events and the letters.
func derive(files map[string][]byte, about About, events []game.Event, letters []Letter) (err error) {
	s := game.State{ID: about.Game}.Apply(events...)
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
		row.Line = &line
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

// decoded reads the events of rows. Events after one that is withheld are not read.
func decoded(rows []eventRow) (events []game.Event, err error) {
	for _, row := range rows {
		if row.Line == nil {
			return events, nil
		}
		entry, err := row.entry()
		if err != nil {
			return events, err
		}
		seq, e, err := store.DecodeLine(entry.Line, entry.Beside)
		if err != nil {
			return events, fmt.Errorf("event %d: %w", row.Seq, err)
		}
		if seq != row.Seq || seq != int64(len(events))+1 {
			return events, fmt.Errorf("event %d stands in the place of event %d", seq, len(events)+1)
		}
		events = append(events, e)
	}
	return events, nil
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

// readLines reads what lines writes. A field that is not known is an error, and so is
// JSON that is written otherwise.
func readLines[T any](content []byte) (rows []T, err error) {
	for line := range bytes.Lines(content) {
		var row T
		if err := unmarshal(line, &row); err != nil {
			return rows, err
		}
		rows = append(rows, row)
	}
	return rows, nil
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
