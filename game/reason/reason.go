// Package reason says why something is refused, or was not read, without saying it in any
// language: a Reason is a key of the table of words, with what is filled in there.
//
// It knows no words, and no package that has a Reason does: templates/texts makes a
// sentence of one.
package reason

import (
	"fmt"
	"strings"
)

// Reason is why something is refused, or was not read; "" is not a reason. It is text, and can be
// kept in an event or a row: the key, and after each partition what is filled in.
type Reason string

// What parts the key from what is filled in, and the members of a list or of a choice that is
// filled in.
const (
	partition   = "\x1f"
	member      = "\x1e"
	alternative = "\x1b"
)

// Of a reason that is filled in itself the same parts stand behind marks of their own, the
// first of which says that what follows is one.
var (
	enclose = strings.NewReplacer(innerPartition, "", innerMember, "", partition, innerPartition, member, innerMember)
	open    = strings.NewReplacer(innerPartition, partition, innerMember, member)
)

const (
	innerPartition = "\x1d"
	innerMember    = "\x1c"
)

// List is a number of things that are filled in together: "a", "a and b", "a, b and c".
type List []string

// Choice is a number of things of which one is meant: "a", "a or b", "a or b or c".
type Choice []string

// Because returns the reason of a key. What is filled in is text, a number, a List, a Choice, or
// whatever package fmt writes with %v; or a Reason, in which no other is filled in.
func Because(key string, filled ...any) Reason {
	var b strings.Builder
	b.WriteString(key)
	for _, f := range filled {
		b.WriteString(partition)
		if inner, ok := f.(Reason); ok {
			b.WriteString(innerPartition + enclose.Replace(string(inner)))
			continue
		}
		switch f := f.(type) {
		case List:
			b.WriteString(joined(f, member))
		case Choice:
			b.WriteString(joined(f, alternative))
		default:
			b.WriteString(unmarked.Replace(fmt.Sprint(f)))
		}
	}
	return Reason(b.String())
}

// unmarked takes the marks of reasons out of text.
var unmarked = strings.NewReplacer(partition, "", member, "", alternative, "", innerPartition, "", innerMember, "")

// joined returns texts with a mark between them.
func joined(all []string, mark string) string {
	clean := make([]string, len(all))
	for i, text := range all {
		clean[i] = unmarked.Replace(text)
	}
	return strings.Join(clean, mark)
}

// Choice returns the choice that is filled in where a list would be; ok is false for a list, and
// where only one thing is meant.
func (l List) Choice() (c Choice, ok bool) {
	c = strings.Split(strings.Join(l, ""), alternative)
	return c, len(c) > 1
}

// Reason returns the reason that is filled in where a list would be; ok is false for a list.
func (l List) Reason() (r Reason, ok bool) {
	text, ok := strings.CutPrefix(strings.Join(l, ""), innerPartition)
	return Reason(open.Replace(text)), ok
}

// Parts returns the key of a reason and what is filled in, each as the members of a list; of text
// that is not a list there is one.
func (r Reason) Parts() (key string, filled []List) {
	parts := strings.Split(string(r), partition)
	for _, f := range parts[1:] {
		filled = append(filled, strings.Split(f, member))
	}
	return parts[0], filled
}
