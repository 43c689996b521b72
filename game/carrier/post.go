package carrier

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Post carries cards. A card lies in the box until the next collection, whose time is its
// postmark; it travels, on closed days too, and is brought by the first delivery after
// its arrival.
type Post struct {
	Collections []Hour        `json:"collections"` // sorted
	Deliveries  []Hour        `json:"deliveries"`  // sorted
	Transit     Span          `json:"transit"`
	Closed      Closed        `json:"closed"`
	Loss        float64       `json:"loss"`   // the probability, from 0 to 1, that a card is lost; a repeated card is never lost
	Double      int           `json:"double"` // the days of one move above so many count twice; 0: they do not
	Grace       time.Duration `json:"grace"`  // how long the flag of a side that writes cards by hand waits
}

// LostAfter is the time from the postmark of a lost card until the clock of the card's sender runs
// on.
const LostAfter = 28 * 24 * time.Hour

// defaultPost is the post of a game whose terms say no more than `medium post`.
func defaultPost() Post {
	return Post{
		Collections: []Hour{9 * 60, 17 * 60}, Deliveries: []Hour{8 * 60}, Transit: Span{48 * time.Hour, 48 * time.Hour},
		Closed: Closed{Weekdays: []time.Weekday{time.Sunday}}, Grace: 14 * 24 * time.Hour,
	}
}

// Name is "post".
func (Post) Name() string { return "post" }

// Mode is "PM".
func (Post) Mode() string { return "PM" }

// Carry returns the journey of a card.
func (p Post) Carry(c Communication, seed uint64) Journey {
	d := &draw{seed: seed, number: c.Number, purpose: "post"}
	lost := d.happens(p.Loss)
	j := Journey{Collected: next(c.HandedIn, p.Collections, p.Closed), Carried: c.Moves}
	if !lost || c.Repeat {
		j.Delivered = next(j.Collected.Add(p.Transit.drawn(d)), p.Deliveries, p.Closed)
	}
	if c.Beside != nil {
		j.Delivered = c.Beside.Delivered
	}
	return j
}

// AtOnce is false.
func (Post) AtOnce() bool { return false }

// RepeatAfter is two weeks.
func (Post) RepeatAfter() time.Duration { return 14 * 24 * time.Hour }

// Dates is true.
func (Post) Dates() bool { return true }

// Fastest is the shortest transit.
func (p Post) Fastest() time.Duration { return p.Transit.Least }

// TakenBy is the last collection until the instant.
func (p Post) TakenBy(at time.Time) time.Time { return last(at, p.Collections, p.Closed) }

// Leave is true.
func (Post) Leave() bool { return true }

// excess is the key for days that count twice.
const excess = "excess"

// owns reports whether a key begins with "post.", or is about the days that count twice.
func (Post) owns(key string) bool { return strings.HasPrefix(key, "post.") || key == excess }

// Reckoned returns the days that so many days of one move count for.
func (p Post) Reckoned(days int) int {
	if p.Double > 0 && days > p.Double {
		return days + days - p.Double
	}
	return days
}

// Within returns the most days of one move that count for no more than so many.
func (p Post) Within(days int) int {
	if p.Double > 0 && days > p.Double {
		return p.Double + (days-p.Double)/2
	}
	return days
}

// Real returns the journey of a card that somebody wrote by hand and the post has really carried:
// the postmark stands on the card, and the card arrives when it comes to the office.
func Real(c Communication, postmark, arrived time.Time) Journey {
	return Journey{Collected: postmark, Delivered: arrived, Carried: c.Moves}
}

// ToReal returns the journey of a communication whose receiver has no mailbox: the communication is
// put out as a card when it is collected, and the post really carries the card from there on.
func (j Journey) ToReal() Journey {
	j.Delivered = j.Collected
	return j
}

// Charge is a sum of money in halfpence.
type Charge int

// String writes pence and shillings: "0d", "7½d", "1s", "1s 2½d".
func (c Charge) String() string {
	shillings, rest := c/24, c%24
	pence := ""
	if rest/2 > 0 {
		pence = fmt.Sprint(int(rest / 2))
	}
	if rest%2 == 1 {
		pence += "½"
	}
	switch {
	case shillings == 0 && rest == 0:
		return "0d"
	case shillings == 0:
		return pence + "d"
	case rest == 0:
		return fmt.Sprintf("%ds", shillings)
	}
	return fmt.Sprintf("%ds %sd", shillings, pence)
}

// ParseCharge reads what String writes.
func ParseCharge(text string) (c Charge, ok bool) {
	for part := range strings.FieldsSeq(text) {
		unit := part[len(part)-1]
		amount, half := strings.CutSuffix(part[:len(part)-1], "½")
		n, isNumber := number(amount, 6)
		switch {
		case !isNumber && !(half && amount == ""):
			return 0, false
		case unit == 's' && !half:
			c += Charge(24 * n)
		case unit == 'd':
			c += Charge(2 * n)
		default:
			return 0, false
		}
		if half {
			c++
		}
	}
	return c, text != ""
}

// Half is what a repetition costs: half the charge, rounded up to a halfpenny.
func (c Charge) Half() Charge { return (c + 1) / 2 }

// Tariff names the charges of a telegraph.
type Tariff string

// The tariffs.
const (
	Inland  Tariff = "inland"  // a halfpenny a word, and sixpence at least
	Foreign Tariff = "foreign" // twopence a word
)

// tariffs lists the tariffs, the default first.
var tariffs = []Tariff{Inland, Foreign}

// Charge returns what a form of so many words costs.
func (t Tariff) Charge(words int) Charge {
	if t == Foreign {
		return Charge(4 * words)
	}
	return max(12, Charge(words))
}

// group is how many letters that are not a word, or figures, count as one word.
const group = 5

// Count counts the words of a form as they are charged. Words end at spaces, dashes and signs,
// which are free; an apostrophe joins. Letters that are not a word, and figures, count by fives.
func Count(text string) (count int) {
	for _, w := range words(text) {
		if plain(w) {
			count++
			continue
		}
		count += (len([]rune(w)) + group - 1) / group
	}
	return count
}

// words returns the words of a form without signs and apostrophes.
func words(text string) (all []string) {
	split := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' }
	for _, w := range strings.FieldsFunc(text, split) {
		if w = strings.NewReplacer("'", "", "’", "").Replace(w); w != "" {
			all = append(all, w)
		}
	}
	return all
}

// plain reports whether letters are a word of a language: they have a vowel and no figure, and are
// not a word of a telegraphic code, which is made of the names of squares.
func plain(w string) bool {
	for _, r := range w {
		if unicode.IsDigit(r) {
			return false
		}
	}
	return strings.ContainsAny(strings.ToLower(w), "aeiouyäöüéèêàâáíóúæøåœ") && !coded(strings.ToUpper(w), gringmuth) && !coded(strings.ToUpper(w), uedemann)
}

// coded reports whether letters are a word of a code that is longer than five letters: it names the
// squares of two moves or more, or those of one move to which Nores's alphabet adds two letters.
func coded(w string, square func(a, b byte) bool) bool {
	whole, squares := w, 0
	for len(w) >= 2 && square(w[0], w[1]) {
		w = w[2:]
		squares++
		for range 2 {
			if squares%2 == 0 && len(w) > 0 && strings.IndexByte("CPLQRBKMS", w[0]) >= 0 && (len(w) == 1 || !strings.ContainsAny(w[1:2], "AEIO")) {
				w = w[1:] // one of the letters that Nores adds
			}
		}
	}
	return w == "" && (squares >= 4 || len(whole) == 6 && addsTwo(whole))
}

// gringmuthFiles are the letters of the files from White's left, in White's half and in Black's.
const gringmuthFiles = "BCDFGHKLMNPRSTWZ"

// addsTwo reports whether six letters are a move in the Gringmuth code with two of the letters that
// Nores adds: what the move is besides, which its squares must allow, and check, mate or stalemate.
// The squares set the move apart from a word such as "camels".
func addsTwo(w string) bool {
	from, to, what, effect := strings.IndexByte(gringmuthFiles, w[0]), strings.IndexByte(gringmuthFiles, w[2]), w[4], w[5]
	if strings.IndexByte("CMS", what) >= 0 {
		what, effect = effect, what
	}
	near := from >= 0 && to >= 0 && from/8 == to/8 && max(from-to, to-from) <= 1
	ranks := w[1:2] + w[3:4]
	switch {
	case strings.IndexByte("CMS", effect) < 0:
		return false
	case what == 'L': // castling, by the squares of King and Rook
		return slices.Contains([]string{"GALA", "GABA", "SAZA", "SAMA"}, w[:4])
	case what == 'P': // the word tells a capture in passing, from the fifth rank of its side to the sixth
		return near && from != to && ranks == "OI"
	}
	return strings.IndexByte("QRBK", what) >= 0 && near && ranks == "EA" // the word tells a promotion
}

// gringmuth reports whether two letters name a square in the Gringmuth code.
func gringmuth(a, b byte) bool {
	return strings.IndexByte(gringmuthFiles, a) >= 0 && strings.IndexByte("AEIO", b) >= 0
}

// uedemann reports whether two letters name a square in the Uedemann code: a vowel for
// the file and a consonant for the rank, in either order.
func uedemann(a, b byte) bool {
	ranks, files := "BDFGHKLP", "AEIO"
	return strings.IndexByte(files, a) >= 0 && strings.IndexByte(ranks, b) >= 0 ||
		strings.IndexByte(ranks, a) >= 0 && strings.IndexByte(files, b) >= 0
}
