package templates

import (
	"fmt"
	"strings"
	"sync"
)

// phrases are the words of texts/words.txt by their keys: what the Go files of this
// package put into letters, where the templates ask for more than they can say.
var phrases = sync.OnceValue(func() map[string]string {
	text, err := files.ReadFile("texts/words.txt")
	if err != nil {
		panic(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if key, words, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
			all[key] = words
		}
	}
	return all
})

// phrase gives the words of a key, with what is filled in as package fmt does. A key
// without words is a mistake of this package, which its test finds.
func phrase(key string, filled ...any) string {
	words, ok := phrases()[key]
	if !ok {
		panic("templates: no words for " + key)
	}
	if len(filled) == 0 {
		return words
	}
	return fmt.Sprintf(words, filled...)
}
