package parse

import "strings"

// joinFlowed undoes format=flowed (RFC 3676): soft line breaks are joined where the quote
// depth is the same, stuffed spaces are removed, and a quoted line gets as many '>' as its
// depth. With delSp the space of a soft break is removed. What is beyond the lines that are read of
// a letter is left out, but for the beginning that shows that there is more.
func joinFlowed(text string, delSp bool) string {
	var out strings.Builder
	open, openDepth, lines := false, 0, 0
	for line := range strings.Lines(text) {
		if lines > maxLines || out.Len() > maxText {
			break
		}
		depth, s := flowedLine(strings.TrimRight(line, "\r\n"))
		isSignature := s == "-- "
		if open && (depth != openDepth || isSignature) {
			out.WriteByte('\n')
			open = false
			lines++
		}
		if !open && depth > 0 {
			out.WriteString(strings.Repeat(">", depth) + " ")
		}
		open, openDepth = strings.HasSuffix(s, " ") && !isSignature, depth
		if open && delSp {
			s = s[:len(s)-1]
		}
		out.WriteString(s)
		if !open {
			out.WriteByte('\n')
			lines++
		}
	}
	return out.String()
}

// flowedLine parts a line in its quote depth and its text, unstuffed.
func flowedLine(line string) (depth int, text string) {
	text = strings.TrimLeft(line, ">")
	return len(line) - len(text), strings.TrimPrefix(text, " ")
}
