package press

import (
	"slices"
	"strings"
	"unicode/utf8"

	"corrd/templates/texts"
)

// Columns sets rows behind a bar, with their columns aligned. The last cell of a row is not padded;
// a last cell that would pass the margin continues on lines of its own.
func Columns(rows [][]string) string {
	var widths [8]int
	for _, row := range rows {
		for i, cell := range row[:len(row)-1] {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		line := "| "
		last := len(row) - 1
		for i, cell := range row[:last] {
			line += cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		}
		indent := "| " + strings.Repeat(" ", utf8.RuneCountInString(line)-2)
		for i, part := range Wrap(SplitWords(row[last]), max(20, Width-len(indent))) {
			if i > 0 {
				line = indent
			}
			b.WriteString(line + part + "\n")
		}
		if row[last] == "" {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return b.String()
}

// rowsOf decides whether rows behind bars are quoted words, a table, in which two spaces separate
// the cells, or a drawing.
func rowsOf(lines []string) Part {
	if strings.HasPrefix(lines[0], "|"+DrawnMark) {
		return Part{Drawing: true}
	}
	if strings.Contains(lines[0], CellMark) {
		return Part{Table: markedCells(lines)}
	}
	rows := make([]string, len(lines))
	for i, line := range lines {
		rows[i] = strings.TrimPrefix(PlainSpaces(strings.TrimPrefix(line, "|")), " ")
	}
	switch {
	case slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, "8 |") }):
		for i, row := range rows {
			rows[i] = strings.ReplaceAll(row, " ", NoBreak)
		}
		return Part{Board: rows}
	case slices.ContainsFunc(rows, func(row string) bool { return strings.Contains(strings.TrimSpace(row), "  ") }):
		table := cellsOf(rows)
		if strings.HasPrefix(lines[0], "|"+ScoreMark) {
			heads := []string{NumberHead, texts.Say("side white"), texts.Say("side black")}
			table = append([][]string{heads[:len(table[0])]}, table...)
		}
		return Part{Table: table}
	}
	if strings.HasPrefix(lines[0], "|"+MenMark) {
		return Part{Men: unwrapped(rows)}
	}
	return Part{Quote: unwrapped(rows)}
}

// Row returns a row of a table behind a bar. Its cells stand as they are given, so that whoever
// makes a table pads the cells of a column to one width.
func Row(cells []string) string { return "| " + strings.Join(cells, " "+CellMark) }

// markedCells splits rows into cells at the marks between these.
func markedCells(lines []string) [][]string {
	table := make([][]string, len(lines))
	for i, line := range lines {
		for text := range strings.SplitSeq(strings.TrimPrefix(line, "|"), CellMark) {
			table[i] = append(table[i], strings.TrimSpace(PlainSpaces(text)))
		}
	}
	return table
}

// cell is the text of one cell of a table, and the column at which the text begins.
type cell struct {
	at   int
	text string
}

// cellsOf splits rows into cells at two or more spaces. A row that has only a last cell continues
// the last cell of the row above.
func cellsOf(rows []string) [][]string {
	parted := make([][]cell, len(rows))
	var columns []int
	for i, row := range rows {
		parted[i] = parts(row)
		for _, c := range parted[i] {
			if !slices.Contains(columns, c.at) {
				columns = append(columns, c.at)
			}
		}
	}
	slices.Sort(columns)
	var table [][]string
	for _, cells := range parted {
		if n := len(table); n > 0 && len(cells) == 1 && cells[0].at > 0 && cells[0].at == columns[len(columns)-1] {
			last := table[n-1]
			last[len(last)-1] = strings.TrimSpace(last[len(last)-1] + " " + cells[0].text)
			continue
		}
		row := make([]string, len(columns))
		for _, c := range cells {
			row[slices.Index(columns, c.at)] = c.text
		}
		table = append(table, row)
	}
	return table
}

// parts are the cells of one row.
func parts(row string) []cell {
	var cells []cell
	at := 0
	for text := range strings.SplitSeq(row, "  ") {
		begins := at + len([]rune(text)) - len([]rune(strings.TrimLeft(text, " ")))
		if word := strings.TrimSpace(text); word != "" {
			cells = append(cells, cell{begins, word})
		}
		at += len([]rune(text)) + 2
	}
	return cells
}

// unwrapped joins lines that were broken only at the margin of a quotation.
func unwrapped(rows []string) []string {
	var lines []string
	before := ""
	for _, row := range rows {
		word, _, _ := strings.Cut(row, " ")
		if n := len(lines); n > 0 && row != "" && before != "" && len([]rune(before))+1+len([]rune(word)) > Width-2 {
			lines[n-1] += " " + row
		} else {
			lines = append(lines, row)
		}
		before = row
	}
	return lines
}

// NumberHead stands over the numbers of moves.
const NumberHead = "No."

// Wide reports whether a table has so many columns that they stand close.
func (b *Part) Wide() bool { return len(b.Table) > 0 && len(b.Table[0]) > 4 }

// Heads is the first row of a table if it names the columns, or nil.
func (b *Part) Heads() []string {
	if len(b.Table) > 1 && b.Table[0][0] == NumberHead {
		return b.Table[0]
	}
	return nil
}

// Rows are the other rows of a table.
func (b *Part) Rows() [][]string {
	if b.Heads() != nil {
		return b.Table[1:]
	}
	return b.Table
}
