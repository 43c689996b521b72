package press

import (
	"encoding/csv"
	"fmt"
	"html"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"corrd/game/tournament"
	"corrd/templates/texts"
)

// Table is the cross-table of an all-play-all event as it is printed.
type Table struct {
	Event tournament.State
	Table tournament.Table
	Names map[int64]string // of all players who have or had a seat
	Zone  *time.Location   // of the dates of footnotes
	Links map[int64]string // the pages of players, where the table stands on a page; nil: it stands elsewhere
}

// tableWidth is the most characters of a line of a table, and shortestName the fewest for a name.
const (
	tableWidth   = 72
	shortestName = 8
)

// Text returns the table in lines of at most 72 characters. Below it stand the marks that it uses,
// and the footnotes.
func (t Table) Text() string {
	return strings.Join(append(t.Lines(tableWidth), t.Notes()...), "\n") + "\n"
}

// Lines returns the table in lines of at most so many characters, in the order of the places.
func (t Table) Lines(most int) (lines []string) {
	for _, row := range t.Rows(most) {
		lines = append(lines, strings.Join(row, " "))
	}
	return lines
}

// Rows returns the cells of the lines that Lines returns, each as wide as its column.
func (t Table) Rows(most int) (rows [][]string) {
	cells := t.cells(true)
	width := widest(cells)
	name := most - t.fixed(width)
	if name < shortestName {
		cells = t.cells(false)
		width = widest(cells)
		name = most - t.fixed(width)
	}
	longest := 0
	for _, seat := range t.Table.Ranks {
		longest = max(longest, utf8.RuneCountInString(t.name(seat)))
	}
	name = min(name, longest)
	head := []string{padLeft("", 2), padRight("", name)}
	for place := range t.Table.Ranks {
		head = append(head, padLeft(fmt.Sprint(place+1), width))
	}
	rows = append(rows, append(head, padLeft(texts.Say("table points"), 5), padLeft(texts.Say("table berger"), 6)))
	for place, seat := range t.Table.Ranks {
		row := t.Table.Rows[seat]
		line := []string{padLeft(fmt.Sprint(place+1), 2), padRight(texts.Clip(t.name(seat), name), name)}
		for _, against := range t.Table.Ranks {
			line = append(line, padLeft(cells[seat][against], width))
		}
		rows = append(rows, append(line, padLeft(texts.Halves(row.Points), 5), padLeft(quarters(row.Sonneborn), 6)))
	}
	return rows
}

// Spoken returns the table in words, a sentence for each player in the order of the places, for
// whoever listens to it.
func (t Table) Spoken() (lines []string) {
	for _, seat := range t.Table.Ranks {
		row := t.Table.Rows[seat]
		key := "spoken place"
		switch {
		case row.Place == 0:
			key = "spoken uncounted"
		case row.Over == 0:
			key = "spoken none"
		case row.Shared:
			key = "spoken shared"
		}
		running := 0
		for _, games := range row.Cells {
			for _, c := range games {
				if c.Running {
					running++
				}
			}
		}
		points := texts.Say("spoken points", texts.Halves(row.Points), texts.One((row.Points+1)/2, "point"), texts.Count(row.Over, "game"))
		said := texts.Say(key, t.name(seat), row.Place, points, quarters(row.Sonneborn))
		if running > 0 && row.Place > 0 {
			said = texts.Say("spoken left", said, texts.Count(running, "game"))
		}
		lines = append(lines, said)
	}
	return lines
}

// fixed is how much of a line a table takes beside the names.
func (t Table) fixed(width int) int { return 2 + 1 + len(t.Table.Rows)*(width+1) + 1 + 5 + 1 + 6 }

// cells writes the games of each pair, with the marks of how they ended or without.
func (t Table) cells(marks bool) [][]string {
	all := make([][]string, len(t.Table.Rows))
	for seat, row := range t.Table.Rows {
		all[seat] = make([]string, len(row.Cells))
		for against, games := range row.Cells {
			if seat == against {
				all[seat][against] = "\\"
				continue
			}
			for _, c := range games {
				all[seat][against] += played(c, marks)
			}
		}
	}
	return all
}

// played writes one game: a score with a mark, or a mark alone.
func played(c tournament.Cell, marks bool) string {
	score, mark := "-", ""
	switch c.Score {
	case 0:
		score = "0"
	case 1:
		score = "½"
	case 2:
		score = "1"
	}
	switch {
	case c.Running:
		return "·"
	case c.Withdrawn && c.Score < 0:
		return "w"
	case c.Withdrawn:
		mark = "w"
	case c.ByTime:
		mark = "t"
	case c.Adjudged:
		mark = "a"
	}
	if !marks {
		mark = ""
	}
	return score + mark
}

// Notes returns what stands below a table: what its marks mean, whose games do not count, who
// shares a place, and who plays in whose place.
func (t Table) Notes() (notes []string) {
	used := map[string]bool{}
	for _, row := range t.Table.Rows {
		for _, games := range row.Cells {
			for _, c := range games {
				written := played(c, true)
				used[strings.Trim(written, "01½-")] = true
			}
		}
	}
	var marks []string
	for _, mark := range []string{"·", "t", "a", "w"} {
		if used[mark] {
			marks = append(marks, texts.Say("table mark "+mark))
		}
	}
	if len(marks) > 0 {
		notes = append(notes, strings.Join(marks, "; "))
	}
	for _, seat := range t.Table.Ranks {
		row := t.Table.Rows[seat]
		name := t.name(seat)
		if h := row.Seat.Holders; len(h) > 1 {
			for i := 1; i < len(h); i++ {
				notes = append(notes, texts.Say("table substitute", t.Names[h[i].Player], t.Names[h[i-1].Player], h[i].From.In(t.Zone).Format("2 January 2006")))
			}
		}
		switch {
		case row.Seat.Uncounted:
			notes = append(notes, texts.Say("table uncounted", name))
		case !row.Seat.Withdrawn.IsZero():
			notes = append(notes, texts.Say("table withdrawn", name, row.Seat.Withdrawn.In(t.Zone).Format("2 January 2006")))
		}
	}
	return notes
}

func (t Table) name(seat int) string { return t.Names[t.Table.Rows[seat].Seat.Player()] }

// place returns the place of a row, with "=" where others share it, and "-" where it has none.
func place(r tournament.Row) string {
	switch {
	case r.Place == 0:
		return "-"
	case r.Shared:
		return fmt.Sprint(r.Place, "=")
	}
	return fmt.Sprint(r.Place)
}

// heads returns the heads of the columns of the table as a spreadsheet or a browser shows it.
func (t Table) heads() []string {
	head := []string{texts.Say("table place"), texts.Say("table player")}
	for i := range t.Table.Ranks {
		head = append(head, fmt.Sprint(i+1))
	}
	return append(head, texts.Say("table points"), texts.Say("table berger"), texts.Say("table wins"))
}

// below returns the rows below heads.
func (t Table) below() (rows [][]string) {
	cells := t.cells(true)
	for _, seat := range t.Table.Ranks {
		r := t.Table.Rows[seat]
		row := []string{place(r), t.name(seat)}
		for _, against := range t.Table.Ranks {
			row = append(row, cells[seat][against])
		}
		rows = append(rows, append(row, texts.Halves(r.Points), quarters(r.Sonneborn), fmt.Sprint(r.Wins)))
	}
	return rows
}

// CSV returns the table for a spreadsheet, without the notes. A name that a spreadsheet would
// compute, behind whatever is not seen and in signs of whatever width, is quoted with an
// apostrophe.
func (t Table) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(t.heads())
	for _, row := range t.below() {
		seen := strings.TrimLeftFunc(row[1], func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsGraphic(r) })
		if first, _ := utf8.DecodeRuneInString(seen); strings.ContainsRune("=+-@\uff1d\uff0b\uff0d\uff20", first) {
			row[1] = "'" + row[1]
		}
		w.Write(row)
	}
	w.Flush()
	return b.String()
}

// HTML returns the table as a fragment of a page: a table, whose points stand beside the names,
// with its notes below it. A name leads to the page that Links gives for it.
func (t Table) HTML() string {
	var b strings.Builder
	head, last := t.heads(), 2+len(t.Table.Ranks)
	fmt.Fprintf(&b, "<table>\n<caption>%s</caption>\n<thead><tr>", html.EscapeString(t.Event.Name))
	for _, text := range slices.Concat(head[:2], head[last:last+1], head[2:last], head[last+1:]) {
		fmt.Fprintf(&b, `<th scope="col">%s</th>`, html.EscapeString(text))
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for i, row := range t.below() {
		fmt.Fprintf(&b, `<tr><td>%s</td><th scope="row">%s</th><td>%s</td>`, html.EscapeString(row[0]), t.linked(t.Table.Ranks[i]), row[last])
		for j, text := range row[2:last] {
			score := strings.TrimRight(text, endings)
			switch mark := text[len(score):]; {
			case i == j:
				b.WriteString("<td>–</td>")
			case strings.ContainsAny(score, endings) || mark == "": // two games, or no mark
				fmt.Fprintf(&b, "<td>%s</td>", text)
			default:
				fmt.Fprintf(&b, "<td>%s<small>%s</small></td>", score, mark)
			}
		}
		fmt.Fprintf(&b, "<td>%s</td><td>%s</td></tr>\n", row[last+1], row[last+2])
	}
	b.WriteString("</tbody>\n</table>\n")
	for _, note := range t.Notes() {
		fmt.Fprintf(&b, "<p>%s</p>\n", html.EscapeString(note))
	}
	return b.String()
}

// endings are the marks of how a game ended.
const endings = "taw"

// linked is the name of a seat's player in HTML.
func (t Table) linked(seat int) string {
	name := "<bdi>" + html.EscapeString(t.name(seat)) + "</bdi>"
	if link, ok := t.Links[t.Table.Rows[seat].Seat.Player()]; ok {
		return fmt.Sprintf(`<a href="%s">%s</a>`, html.EscapeString(link), name)
	}
	return name
}

// Conditions puts the conditions of an event in words, but for the terms of its games, and for what
// entrants alone are told.
func Conditions(s tournament.State, zone *time.Location) (lines []string) {
	say := func(key string, filled ...any) { lines = append(lines, texts.Say("condition "+key, filled...)) }
	say(map[int]string{1: "games", 2: "games twice"}[s.Conditions.Games])
	late := ""
	if s.LateEntry {
		late = " late"
	}
	if s.Invited == nil {
		say("enter"+late, texts.Day(s.EnterBy, zone), tournament.MostPlayers)
	} else {
		say("enter"+late+" named", texts.Day(s.EnterBy, zone))
	}
	say("begin", texts.Day(s.Begin, zone))
	if s.Invited == nil {
		say("lot")
	} else {
		say("order")
	}
	var ties []string
	for _, tie := range s.Ties {
		ties = append(ties, texts.Say("tie "+string(tie)))
	}
	if ties == nil {
		say("no ties")
	} else {
		say("ties", texts.List(ties))
	}
	say("silent", texts.Count(s.Silent, "day"))
	say("withdrawal " + string(s.Withdrawal))
	say("substitution")
	say("close", texts.Day(s.Close, zone))
	return lines
}

// Leaders returns who stands first, with their places and points, and all who share a place with
// them.
func (t Table) Leaders() (all []string) {
	for _, seat := range t.Table.Ranks {
		if r := t.Table.Rows[seat]; r.Place > 0 && r.Place <= leadersTold {
			all = append(all, texts.Say("table leader", place(r), t.name(seat), texts.Halves(r.Points)))
		}
	}
	return all
}

// leadersTold is how many places Leaders tells.
const leadersTold = 3

// quarters writes quarters of points with two decimals.
func quarters(n int) string { return fmt.Sprintf("%d.%02d", n/4, n%4*25) }

func widest(cells [][]string) (width int) {
	for _, row := range cells {
		for _, text := range row {
			width = max(width, utf8.RuneCountInString(text))
		}
	}
	return max(width, 2)
}

func padLeft(text string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text))) + text
}

func padRight(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}
