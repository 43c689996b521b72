package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"corrd/cmd/internal/control"
)

type playerImportCmd struct {
	List    string `arg:"" help:"File of the list; - is standard input."`
	Preview bool   `help:"Say what would come of it and how many letters and cards of welcome would go, and register nobody."`
	Quiet   bool   `help:"Write no letters and cards of welcome. Otherwise one goes every 15 seconds, behind the letters of games."`
}

// Run registers the players of a list, and fails if any is refused.
func (c playerImportCmd) Run(d *desk) error {
	players, err := d.readRoster(c.List)
	if err != nil {
		return err
	}
	views, err := ask(d, control.PlayerImport, control.Roster{Players: players, Preview: c.Preview, Quiet: c.Quiet})
	if err != nil {
		return err
	}
	refused, welcome := 0, map[string]int{}
	err = printList(d, views, "LINE NAME ADDRESS OUTCOME", func(v control.ImportView) []any {
		return []any{v.Line, v.Name, cmp.Or(v.Address, v.Postal), prose(outcomeOf(v))}
	})
	for _, v := range views {
		if v.Refused != nil {
			refused++
		}
		welcome[v.Welcome]++
	}
	if err == nil && !d.json {
		fmt.Fprintf(d.out, "Welcome by mail  %d\nWelcome by card  %d\n", welcome["mail"], welcome["card"])
	}
	if err == nil && refused > 0 {
		return fmt.Errorf("%d of %d players refused; the others are %s; mend the lines of those refused, and import them again", refused, len(views), map[bool]string{true: "as they would be registered", false: "registered"}[c.Preview])
	}
	return err
}

func outcomeOf(v control.ImportView) string {
	switch {
	case v.Refused != nil:
		return "refused: " + *v.Refused
	case v.Player == nil:
		return "would be registered"
	}
	return fmt.Sprintf("player %d", *v.Player)
}

// mostInList is the greatest number of bytes in one list, small enough for the daemon to take the
// list at once.
const mostInList = 512 << 10

// readRoster reads a list of players: names and addresses, as spreadsheets write them.
func (d *desk) readRoster(path string) ([]control.NewPlayer, error) {
	text, err := d.readText(path, mostInList, "import it in parts")
	if err != nil {
		return nil, err
	}
	return parseRoster(path, text)
}

// readText reads a file, or standard input for the path "-", without its byte order mark. A longer
// one than most bytes is an error, which says what to do instead.
func (d *desk) readText(path string, most int, instead string) ([]byte, error) {
	in := d.in
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("%s is longer than %d bytes; %s", path, most, instead)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), err
}

// readWords reads words as readText does, and refuses those that are not in UTF-8: what stands in
// them goes into letters and pages.
func (d *desk) readWords(path string, most int, instead string) (string, error) {
	text, err := d.readText(path, most, instead)
	if err == nil && !utf8.Valid(text) {
		err = fmt.Errorf("%s is not in UTF-8; save it as UTF-8, and give it again", path)
	}
	return string(text), err
}

func parseRoster(path string, text []byte) (players []control.NewPlayer, err error) {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord, r.TrimLeadingSpace, r.Comment = -1, true, '#'
	if !bytes.ContainsRune(first, ',') && bytes.ContainsRune(first, ';') {
		r.Comma = ';'
	}
	for {
		fields, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		line, _ := r.FieldPos(0)
		n := control.NewPlayer{Line: line, Name: strings.TrimSpace(fields[0])}
		if len(fields) > 1 {
			n.Address = strings.TrimSpace(fields[1])
		}
		if len(fields) > 2 {
			n.Postal = strings.TrimSpace(fields[2])
		}
		if len(players) == 0 && len(fields) > 1 && line == 1 && n.Address != "" && !strings.Contains(n.Address, "@") {
			continue // a heading
		}
		players = append(players, n)
	}
	if len(players) == 0 {
		return nil, fmt.Errorf("%s has no line with a name and an address, as in: Alice Example,alice@example.org", path)
	}
	return players, nil
}
