package templates

import (
	"slices"
	"strings"

	"corrd/game/board"
)

// block is one piece of a letter as its template gives the piece, before the text is set in
// lines. Exactly one field of a block is set.
type block struct {
	Text    string     // a paragraph
	Items   []string   // a list
	Quote   []string   // rows of words behind a bar, a line each
	Table   [][]string // rows of cells behind a bar; every row has as many as the longest
	Men     []string   // the list of the men, a line for each side
	Board   []string   // a board in characters, which no picture stands for
	Drawing bool       // a board in characters, for which the HTML has a picture
	Picture bool       // where the HTML shows the board
	Links   []link     // answers ready written; the plain text leaves them out
}

// pictureMark is the paragraph of a template in whose place the HTML shows the board. The plain
// text leaves this paragraph out.
const pictureMark = "\ufffc"

// blocksOf reads a template's text by the grammar of fill: lines that follow each
// other are a paragraph, "- " begins an item, "|" a row; an empty line ends all.
func blocksOf(text string) []block {
	var blocks []block
	for part := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		var lines []string
		for line := range strings.Lines(part) {
			if line = strings.TrimRight(line, " \n"); line != "" {
				lines = append(lines, line)
			}
		}
		for len(lines) > 0 {
			kind := lineKind(lines[0])
			n := slices.IndexFunc(lines, func(line string) bool { return lineKind(line) != kind && !(kind == "-" && lineKind(line) == "") })
			if n < 0 {
				n = len(lines)
			}
			blocks = append(blocks, blockOf(kind, lines[:n]))
			lines = lines[n:]
		}
	}
	return blocks
}

// lineKind is the sign at the beginning of a line that says to which kind of block the line
// belongs; "" for a line of a paragraph.
func lineKind(line string) string {
	switch {
	case strings.HasPrefix(line, "|"):
		return "|"
	case strings.HasPrefix(line, "- "):
		return "-"
	}
	return ""
}

// blockOf makes a block of lines of one kind.
func blockOf(kind string, lines []string) block {
	switch kind {
	case "|":
		return rowsOf(lines)
	case "-":
		var items []string
		for _, line := range lines {
			if item, ok := strings.CutPrefix(line, "- "); ok {
				items = append(items, item)
			} else {
				items[len(items)-1] += " " + strings.TrimSpace(line)
			}
		}
		return block{Items: items}
	}
	text := strings.Join(lines, " ")
	if text == pictureMark {
		return block{Picture: true}
	}
	return block{Text: text}
}

// rowsOf decides whether rows behind bars are quoted words, a table, in which two spaces separate
// the cells, or a drawing.
func rowsOf(lines []string) block {
	if strings.HasPrefix(lines[0], "|"+drawnMark) {
		return block{Drawing: true}
	}
	rows := make([]string, len(lines))
	for i, line := range lines {
		rows[i] = strings.TrimPrefix(plainSpaces(strings.TrimPrefix(line, "|")), " ")
	}
	switch {
	case slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, "8 |") }):
		for i, row := range rows {
			rows[i] = strings.ReplaceAll(row, " ", noBreak)
		}
		return block{Board: rows}
	case slices.ContainsFunc(rows, func(row string) bool { return strings.Contains(strings.TrimSpace(row), "  ") }):
		table := cellsOf(rows)
		if strings.HasPrefix(lines[0], "|"+scoreMark) {
			heads := []string{numberHead, sideName(board.White), sideName(board.Black)}
			table = append([][]string{heads[:len(table[0])]}, table...)
		}
		return block{Table: table}
	}
	if strings.HasPrefix(lines[0], "|"+menMark) {
		return block{Men: unwrapped(rows)}
	}
	return block{Quote: unwrapped(rows)}
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
