// Package texts holds the words of corrd's letters, all in one place: the templates of
// letters in files of their own, and in words.txt the table of what is said where Go
// files choose among sentences. Another language is another such folder.
//
// It knows words. It must not know who says them, or to whom.
package texts

import (
	"embed"
	"fmt"
	"strings"

	"corrd/game/reason"
)

// Files are the templates: game/ and office/ have one for each kind of letter, the
// files beside this one the parts that several letters share, letter.html the HTML, and
// site/ the pages of the reading room.
//
//go:embed *.txt letter.html card game office site
var Files embed.FS

//go:embed words.txt
var written string

// table is words.txt by its keys.
var table = parse(written)

// parse reads a table: on each line a key, a colon and a space, and the words. A line
// that begins with "#" is a comment; "~" is a space at which no line is broken.
func parse(text string) map[string]string {
	words := map[string]string{}
	for line := range strings.Lines(text) {
		if key, said, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
			words[key] = strings.ReplaceAll(said, "~", "\u00a0")
		}
	}
	return words
}

// Has reports whether the table has words for a key.
func Has(key string) bool { return table[key] != "" }

// Say returns the words of a key, with what is filled in as package fmt does. A key
// without words is a mistake of the program, and Say panics.
func Say(key string, filled ...any) string {
	said, ok := table[key]
	if !ok {
		panic("texts: no words for " + key)
	}
	return fill(said, filled)
}

// Named returns the words for one of a kind of things by its name, as records have it: those of
// the kind and the name, or the name where the table has none, as of a provision.
func Named(kind, name string) string {
	if key := kind + " " + name; Has(key) {
		return Say(key)
	}
	return name
}

// fill fills words in, if there is anything to be filled in.
func fill(said string, filled []any) string {
	if len(filled) == 0 || !strings.Contains(said, "%") {
		return said
	}
	return fmt.Sprintf(said, filled...)
}

// Because returns a reason in words. One of a key without words, as old records hold, is
// words already.
func Because(r reason.Reason) string {
	key, filled := r.Parts()
	if !Has(key) {
		return string(r)
	}
	words := make([]any, len(filled))
	for i, list := range filled {
		words[i] = List(list)
		if inner, ok := list.Reason(); ok {
			words[i] = Because(inner)
		} else if choice, ok := list.Choice(); ok {
			words[i] = Either(choice)
		}
	}
	return Say(key, words...)
}

// InLetter returns a reason in words to somebody who writes letters alone, and whom no flag
// of a program helps: those of the key with " in a letter", if the table has them.
func InLetter(r reason.Reason) string {
	key, _ := r.Parts()
	if !Has(key + inLetter) {
		return Because(r)
	}
	return Because(reason.Reason(key + inLetter + strings.TrimPrefix(string(r), key)))
}

const inLetter = " in a letter"

// Unread tells the writer of a letter what was not read of it, three things at most.
func Unread(left []reason.Reason) string {
	const most = 3
	return strings.Join(Each(left[:min(len(left), most)]), "; ")
}

// Passed returns the prose of a letter as it is passed on: where a picture or a file came with the letter, the prose says
// so. says reports whether the letter passes something else on than its prose.
func Passed(prose string, says, attached bool) string {
	if attached && (says || prose != "") {
		return strings.TrimSpace(prose + "\n\n" + Say("attached"))
	}
	return prose
}

// Each returns reasons in words, one by one.
func Each(reasons []reason.Reason) []string {
	words := make([]string, len(reasons))
	for i, why := range reasons {
		words[i] = Because(why)
	}
	return words
}

// List joins names as a sentence does: "Alice, Bob and Carol".
func List(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " " + Say("and") + " " + names[n-1]
	}
	return strings.Join(names, "")
}

// Either joins names of which one is meant: "Alice or Bob or Carol".
func Either(names []string) string { return strings.Join(names, " "+Say("or")+" ") }

// Keys returns what follows a prefix in the keys that begin with it, in the order of the
// table.
func Keys(prefix string) []string {
	var keys []string
	for line := range strings.Lines(written) {
		key, _, ok := strings.Cut(line, ": ")
		if rest, is := strings.CutPrefix(key, prefix); ok && is {
			keys = append(keys, rest)
		}
	}
	return keys
}

// One returns the words for one of what is counted, or those for several unless n is 1, with
// what is filled in as Say does.
func One(n int, key string, filled ...any) string {
	one, several, _ := strings.Cut(Say(key), " | ")
	if n != 1 {
		one = several
	}
	return fill(one, filled)
}

// Count returns a number of things, the number in words up to twelve: "one move", "13 moves".
func Count(n int, key string) string {
	number := fmt.Sprint(n)
	if word := Word("numerals", n); word != "" {
		number = word
	}
	return number + " " + One(n, key)
}

// Word returns the word with a number, from 0, of a row of words such as the months; ""
// where the row has none.
func Word(row string, n int) string {
	words := strings.Fields(Say(row))
	if n < 0 || n >= len(words) {
		return ""
	}
	return words[n]
}
