package carrier

import (
	"slices"
	"strings"
	"time"
	"unicode"
)

// Telegraph carries forms. A form is taken within office hours, at a time that is its
// postmark, charged by the word, and delivered after the transit at whatever hour.
type Telegraph struct {
	Open       Hour    `json:"open"`  // the office opens
	Close      Hour    `json:"close"` // the office takes no more; later than Open
	Transit    Span    `json:"transit"`
	Tariff     Tariff  `json:"tariff"`
	Mutilation float64 `json:"mutilation"` // the probability, from 0 to 1, that a word of a move is mutilated
}

// defaultTelegraph is the telegraph of a game whose terms say no more than `medium
// telegraph`.
func defaultTelegraph() Telegraph {
	return Telegraph{Open: 8 * 60, Close: 20 * 60, Transit: Span{20 * time.Minute, 20 * time.Minute}, Tariff: Inland}
}

// Name is "telegraph".
func (Telegraph) Name() string { return "telegraph" }

// Mode is "TC".
func (Telegraph) Mode() string { return "TC" }

// Carry returns the journey of a form. A repetition is never mutilated.
func (t Telegraph) Carry(c Communication, seed uint64) Journey {
	d := &draw{seed: seed, number: c.Number, purpose: "telegraph"}
	taken := c.HandedIn
	if opens := t.Open.On(taken, 0); taken.Before(opens) {
		taken = opens
	} else if !taken.Before(t.Close.On(taken, 0)) {
		taken = t.Open.On(taken, 1)
	}
	words := Count(c.Beside.words() + c.Words)
	j := Journey{Collected: taken, Delivered: taken.Add(t.Transit.drawn(d)), Words: words, Form: t.Tariff.Charge(words), Carried: c.Moves}
	if j.Charge = j.Form; c.Beside != nil { // the form is charged once, and this game bears what its own words add
		before := Count(c.Beside.Words)
		j.Words, j.Charge, j.Delivered = words-before, j.Form-t.Tariff.Charge(before), c.Beside.Delivered
	}
	if c.Repeat {
		return j
	}
	j.NotTaken = joinedWords(c.Plain)
	j.Carried = nil
	for _, move := range c.Moves {
		j.Carried = append(j.Carried, t.mutilated(move, c, d))
	}
	return j
}

// AtOnce is false.
func (Telegraph) AtOnce() bool { return false }

// RepeatAfter is 0: a form arrives.
func (Telegraph) RepeatAfter() time.Duration { return 0 }

// Dates is false.
func (Telegraph) Dates() bool { return false }

// Fastest is the shortest transit.
func (t Telegraph) Fastest() time.Duration { return t.Transit.Least }

// TakenBy is the instant itself while the office is open, and else the last minute before it
// closed.
func (t Telegraph) TakenBy(at time.Time) time.Time {
	switch closes := t.Close.On(at, 0).Add(-time.Minute); {
	case at.Before(t.Open.On(at, 0)):
		return t.Close.On(at, -1).Add(-time.Minute)
	case at.After(closes):
		return closes
	}
	return at
}

// Leave is false.
func (Telegraph) Leave() bool { return false }

// owns reports whether a key begins with "telegraph.".
func (Telegraph) owns(key string) bool { return strings.HasPrefix(key, "telegraph.") }

// mutilated returns a move as the wire delivers it: one letter or figure of a word that is
// mutilated has become another; or, where Uedemann's code is agreed on, the letters of one square
// have changed places, which names another square.
func (t Telegraph) mutilated(move string, c Communication, d *draw) string {
	var out strings.Builder
	group := []rune{}
	end := func() {
		switch {
		case len(group) == 0 || !d.happens(c.Half.chance(move, t.Mutilation)):
		case c.Uedemann && transposable(string(group)) && d.below(2) == 0:
			i := 2 * d.below(len(group)/2)
			group[i], group[i+1] = group[i+1], group[i]
		default:
			i := d.below(len(group))
			group[i] = another(group[i], d)
		}
		out.WriteString(string(group))
		group = group[:0]
	}
	for _, r := range move {
		if signal(r) {
			group = append(group, r)
			continue
		}
		end()
		out.WriteRune(r)
	}
	end()
	return out.String()
}

// transposable reports whether letters are the squares of one move or more in Uedemann's code.
func transposable(word string) bool {
	word = strings.ToUpper(word)
	for i := 0; i+1 < len(word); i += 2 {
		if !uedemann(word[i], word[i+1]) {
			return false
		}
	}
	return len(word) >= 4 && len(word)%2 == 0
}

// signal reports whether a character is a letter or a figure, which the wire can take for
// another.
func signal(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

// another draws another letter in the place of a letter, and another figure in the place
// of a figure.
func another(r rune, d *draw) rune {
	first, count := 'A', 26
	switch {
	case unicode.IsDigit(r):
		first, count = '0', 10
	case unicode.IsLower(r):
		first = 'a'
	}
	return first + (r-first+1+rune(d.below(count-1)))%rune(count)
}

// The words that are not taken when they are run together, each of them long enough that no
// English compound is made of them. At least one of those that stand in one word is of those
// by which a side states something: the names of two men are often written as one word.
var (
	stating = strings.Fields(`accept accepted adjourn adopt agree agreed annul castles check claim confirm decline declined demand draw
		exact fifty forfeiture intend moves offer penalty proceed propose protest recommence repeat repetition resign retract seal
		submit takes umpire waive withdraw`)
	beside = strings.Fields("bishop king knight pawn queen rook game the your")
)

// joinedWords returns the words of a form that are two or more words run together to save charges,
// "exactpenalty", in their order, as they are written. Words that have a figure among their
// letters, and those of a telegraphic code, never are.
func joinedWords(text string) (joined []string) {
	for _, w := range words(text) {
		if joins(strings.ToLower(w)) {
			joined = append(joined, w)
		}
	}
	return joined
}

// joins reports whether letters are wholly made of two or more words that are not taken when
// they are run together.
func joins(w string) bool {
	type made struct{ one, several, states bool }
	parts := make([]made, len(w)+1) // what the letters up to a place are made of
	for end := range len(w) + 1 {
		at := &parts[end]
		put := func(vocabulary []string, states bool) {
			for _, v := range vocabulary {
				if !strings.HasSuffix(w[:end], v) {
					continue
				}
				before := parts[end-len(v)]
				first := end == len(v)
				at.one = at.one || first
				at.several = at.several || !first && (before.one || before.several)
				at.states = at.states || states && first || (before.one || before.several) && (states || before.states)
			}
		}
		put(stating, true)
		put(beside, false)
	}
	return parts[len(w)].several && parts[len(w)].states && !slices.Contains(stating, w)
}
