package texts

import (
	_ "embed"
	"iter"
	"slices"
	"strings"
	"unicode"
)

// A topic is what help may be asked for about, as topics.txt has it.
type topic struct {
	name  string
	words []string // other words for it
	says  []string
	prose []string // words by which prose speaks of it
	rows  []string // beginnings of the rows of the help texts that speak of it
}

//go:embed topics.txt
var topicsText string

// topics are the topics of topics.txt.
var topics = func() (all []topic) {
	for line := range strings.Lines(topicsText) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '=':
			t := &all[len(all)-1]
			t.says = append(t.says, line[len("= "):])
		case line[0] == '~':
			t := &all[len(all)-1]
			for phrase := range strings.SplitSeq(line[1:], ";") {
				t.prose = append(t.prose, spaced(phrase))
			}
		case line[0] == '|' || line[0] == '-':
			t := &all[len(all)-1]
			t.rows = append(t.rows, line)
		default:
			name, words, _ := strings.Cut(line, " / ")
			all = append(all, topic{name: strings.TrimSpace(name), words: strings.Fields(words)})
		}
	}
	return all
}()

// topicOf returns the topic that a word names, or nil if none is of that name.
func topicOf(word string) *topic {
	word = strings.ToLower(strings.TrimSpace(word))
	i := slices.IndexFunc(topics, func(t topic) bool { return t.name == word || slices.Contains(t.words, word) })
	if i < 0 {
		return nil
	}
	return &topics[i]
}

// Topic returns the name of the topic that a word names, or the word in small letters.
func Topic(word string) string {
	if t := topicOf(word); t != nil {
		return t.name
	}
	return strings.ToLower(word)
}

// Topics are the names of the topics, in the order of topics.txt.
func Topics() (names []string) {
	for _, t := range topics {
		names = append(names, t.name)
	}
	return names
}

// A text of at most mostHeading words may be the heading of a question, and of a text mostTopics
// are offered.
const mostHeading, mostTopics = 3, 2

// AskedAbout are the names of topics of which a text speaks that may be a question, each once.
func AskedAbout(text string) (names []string) {
	if !strings.Contains(text, "?") && len(strings.Fields(text)) > mostHeading {
		return nil
	}
	for word := range wordsOf(text) {
		if t := topicOf(word); t != nil && !slices.Contains(names, t.name) {
			names = append(names, t.name)
		}
	}
	return names[:min(len(names), mostTopics)]
}

// SpeaksOfAbsence reports whether prose tells that its writer is away or ill, or asks for time or
// gives it.
func SpeaksOfAbsence(prose string) bool {
	said := spaced(prose)
	return slices.ContainsFunc(topicOf("leave").prose, func(phrase string) bool { return strings.Contains(said, phrase) })
}

// spaced is a text in small letters, each word between spaces, without signs.
func spaced(text string) string {
	text = strings.NewReplacer("'", "", "’", "").Replace(text)
	return " " + strings.Join(slices.Collect(wordsOf(text)), " ") + " "
}

// About returns what some help texts say about a topic: its rows, each list under the line that
// says what it is a list of; "" if none speaks of it. Of a topic without rows of its own are
// returned the rows with its word or, where none has it, the lists whose line has the word.
func About(word string, helps ...string) string {
	if t := topicOf(word); t != nil && len(t.rows) > 0 {
		found := about(helps, func(_ string, rows []string) (kept []string) {
			for _, begins := range t.rows {
				for _, row := range rows {
					if strings.HasPrefix(inOneLine(row), begins+" ") && !slices.Contains(kept, row) {
						kept = append(kept, row)
					}
				}
			}
			return kept
		})
		return strings.Join(append(slices.Clone(t.says), found), "\n\n")
	}
	found := about(helps, func(_ string, rows []string) []string {
		return slices.DeleteFunc(rows, func(row string) bool { return !speaksOf(row, word) })
	})
	if found != "" {
		return found
	}
	return about(helps, func(head string, rows []string) []string {
		if speaksOf(head, word) {
			return rows
		}
		return nil
	})
}

// inOneLine is a row with single spaces, and one behind it. A term of help is parted from what it
// comes to by a colon, as if by a space.
func inOneLine(row string) string {
	row = strings.Join(strings.Fields(row), " ") + " "
	if term, said, ok := strings.Cut(row, ": "); ok && row[0] == '-' {
		return term + " " + said
	}
	return row
}

// about returns the lists of help texts with what is kept of their rows.
func about(helps []string, keep func(head string, rows []string) []string) string {
	var found []string
	for _, help := range helps {
		head := ""
		for part := range strings.SplitSeq(help, "\n\n") {
			part = strings.Trim(part, "\n")
			if !strings.HasPrefix(part, "|") && !strings.HasPrefix(part, "- ") {
				head = part
				continue
			}
			if rows := keep(head, rowsOf(part)); len(rows) > 0 && strings.HasSuffix(head, ":") {
				found = append(found, head, strings.Join(rows, "\n"))
			}
		}
	}
	return strings.Join(found, "\n\n")
}

// rowsOf parts a list into its rows; a line that begins with space behind its mark goes on with the
// row above.
func rowsOf(list string) (rows []string) {
	for line := range strings.Lines(list) {
		line = strings.TrimRight(line, "\n")
		if n := len(rows); n > 0 && strings.HasPrefix(line, "|  ") {
			rows[n-1] += "\n" + line
		} else {
			rows = append(rows, line)
		}
	}
	return rows
}

// speaksOf reports whether a text has a word in any of its forms.
func speaksOf(text, topic string) bool {
	for word := range wordsOf(text) {
		if sameWord(word, strings.ToLower(topic)) {
			return true
		}
	}
	return false
}

// wordsOf are the words of a text, in small letters.
func wordsOf(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// endings are what the forms of an English word end with.
var endings = []string{"", "s", "es", "e", "ed", "d", "ing", "ings", "al", "ation", "ations", "er", "y", "ies", "t", "ts", "ment"}

// sameWord reports whether two words are forms of one: "castles" and "castling".
func sameWord(a, b string) bool {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a == b || n >= 4 && slices.Contains(endings, a[n:]) && slices.Contains(endings, b[n:])
}
