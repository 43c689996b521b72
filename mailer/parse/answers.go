package parse

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"corrd/mailer"
)

// MostAnswered is the greatest number of letters from corrd with which a letter is compared, of
// those that it answers: by whoever takes it in, and by whoever reads it again as evidence.
const MostAnswered = 4

// Answered returns which of the letters that were sent before it, the newest first, a letter
// answers: those that In-Reply-To and References name, or else those that went to its writer, and
// of either the newest.
func Answered[Sent any](l mailer.Letter, sent []Sent, messageID func(Sent) string, toWriter func(Sent) bool) []Sent {
	var named, others []Sent
	of := l.Named()
	for _, s := range sent {
		switch id := messageID(s); {
		case id != "" && slices.Contains(of, id):
			named = append(named, s)
		case toWriter(s):
			others = append(others, s)
		}
	}
	if len(named) == 0 {
		named = others
	}
	return named[:min(len(named), MostAnswered)]
}

// The lines of a reply that repeat an answered letter are a quotation, however a program
// has marked, indented, wrapped or bordered the lines: only their words count, and the
// order of the words.
const (
	shingle     = 4        // the number of words that are looked up together
	minRun      = 8        // words in the shortest run that is a repetition by itself
	maxRunGap   = 6        // words of the answered letter that a shorter run may leave out behind another run
	enoughWords = 40       // repeated words that make a quotation, however long the answered letter is
	fewWords    = 60       // repeated words that may be the sender's own copy of a piece
	maxPlaces   = 16       // places of one shingle that are kept
	maxAnswered = 64 << 10 // octets that are read of each form of an answered letter
)

// ownLetters are the letters of corrd that a reply may answer, as the words they say.
type ownLetters struct {
	all   []uint64          // the words of all forms of all letters, with a zero between forms
	said  []bool            // whether each word of all stands in a line that the letter itself quotes
	found map[uint64]places // where each shingle begins in all
	next  []int32           // for each place in found the next of the same shingle
	ends  []int32           // where the forms end in all
	words int               // the number of words in the longest form
	work  int               // the number of words compared so far
}

// places are where one shingle begins: the first place and the last, between which next leads, and
// how many there are.
type places struct{ first, last, n int32 }

// readOwn reads letters as corrd has sent them: their text, and their HTML as plain text.
func readOwn(raws [][]byte, limits Limits) *ownLetters {
	o := &ownLetters{}
	for _, raw := range raws[:min(len(raws), MostAnswered)] {
		h := mailer.ParseHead(raw[:min(int64(len(raw)), limits.Bytes)])
		w := walk{letter: &letter{}, limits: limits}
		c := w.part(h.Fields, h.Body, 0)
		o.add(c.plain)
		o.add(c.html)
	}
	o.index()
	return o
}

// add adds the words of one form of a letter.
func (o *ownLetters) add(text string) {
	first := len(o.all)
	for line := range strings.Lines(mailer.Clean(strings.ToValidUTF8(text[:min(len(text), maxAnswered)], ""))) {
		o.all = wordHashes(o.all, line)
		for said := isQuoted(line); len(o.said) < len(o.all); {
			o.said = append(o.said, said)
		}
	}
	o.words = max(o.words, len(o.all)-first)
	o.ends = append(o.ends, int32(len(o.all)))
	o.all, o.said = append(o.all, 0), append(o.said, false)
}

// index notes where each shingle of each form begins.
func (o *ownLetters) index() {
	o.found, o.next = make(map[uint64]places, len(o.all)), make([]int32, len(o.all))
	first := int32(0)
	for _, end := range o.ends {
		for i := first; i+shingle <= end; i++ {
			key := shingleAt(o.all[i:])
			switch at, known := o.found[key]; {
			case !known:
				o.found[key] = places{i, i, 1}
			case at.n < maxPlaces:
				o.next[at.last] = i
				o.found[key] = places{at.first, i, at.n + 1}
			}
		}
		first = end + 1
	}
}

// places returns where a shingle begins, in order.
func (o *ownLetters) places(key uint64) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		at := o.found[key]
		for place := at.first; at.n > 0 && yield(place); at.n-- {
			place = o.next[place]
		}
	}
}

// wordHashes appends to hashes a hash of the letters and figures, in lower case, of each
// word of s.
func wordHashes(hashes []uint64, s string) []uint64 {
	const offset, prime = 14695981039346656037, 1099511628211 // FNV-1a
	hash, inWord := uint64(offset), false
	for _, r := range s {
		switch small := r | ('a' - 'A'); {
		case r <= unicode.MaxASCII && 'a' <= small && small <= 'z', '0' <= r && r <= '9':
			hash, inWord = (hash^uint64(small))*prime, true
			continue
		case r > unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			hash, inWord = (hash^uint64(unicode.ToLower(r)))*prime, true
			continue
		}
		if inWord {
			hashes = append(hashes, hash)
			hash, inWord = offset, false
		}
	}
	if inWord {
		hashes = append(hashes, hash)
	}
	return hashes
}

// shingleAt returns a hash of the first shingle words.
func shingleAt(words []uint64) uint64 {
	key := uint64(0)
	for _, w := range words[:shingle] {
		key = key*0x9e3779b97f4a7c15 + w
	}
	return key
}

// repeats reports which lines repeat the letters: those of which at least half the words do, and
// which are not a copy of the sender's own. The result is nil if too few words are repeated for a
// quotation. few reports that the repeated words are only a piece, which the sender may have copied
// on purpose.
func (o *ownLetters) repeats(lines []string) (theirs []bool, few bool) {
	r := repetition{ownLetters: o, lines: lines, spans: make([]span, len(lines))}
	for i, line := range lines {
		from := len(r.words)
		r.words = wordHashes(r.words, line)
		r.spans[i] = span{from: from, to: len(r.words)}
	}
	r.at = make([]int32, len(r.words))
	total := o.markRuns(r.words, r.at)
	if total < enoughWords && total*2 < o.words || total == 0 {
		return nil, false
	}
	r.measure()
	r.releaseCopies()
	theirs = make([]bool, len(lines))
	above := false
	for i, s := range r.spans {
		theirs[i] = s.repeats || above && s.from == s.to && len(strings.TrimSpace(lines[i])) >= minBorder
		above = theirs[i] || above && isBlank(lines[i])
	}
	return theirs, total <= fewWords && total*4 < o.words
}

// minBorder is the number of octets of the shortest line without words that is taken for a
// border of the quotation above.
const minBorder = 3

// markRuns notes for the words that stand in the letters too, in runs that are long enough or
// that continue the run before, the place behind each. total is the number of these words.
func (o *ownLetters) markRuns(words []uint64, at []int32) (total int) {
	last := int32(-1) // the place in the letters behind the last run; -1 before the first
	for i := 0; i+shingle <= len(words); {
		length, place := o.runAt(words[i:], last)
		if length == 0 || length < minRun && (last < 0 || place < last || place-last > maxRunGap) {
			i++
			continue
		}
		for j := range length {
			at[i+j] = place + int32(j) + 1
		}
		total += length
		last = place + int32(length)
		i += length
		for i < len(words) && o.matches(words[i+1:], last) > 1 {
			at[i] = last // a word that a program has inserted, such as the number of a link
			i++
			for n := o.matches(words[i:], last); n > 0; n-- {
				total++
				last++
				at[i] = last
				i++
			}
		}
	}
	return total
}

// matches returns how many of the words agree with those at a place in the letters.
func (o *ownLetters) matches(words []uint64, place int32) (n int) {
	own := o.all[place:]
	for n < len(words) && n < len(own) && words[n] == own[n] {
		n++
	}
	o.work += n + 1
	return n
}

// runAt returns the length of the longest run that begins with the first word, and the
// run's place in the letters. Of runs of one length the run behind last wins.
func (o *ownLetters) runAt(words []uint64, last int32) (length int, place int32) {
	for at := range o.places(shingleAt(words)) {
		n := o.matches(words, at)
		isNext := at >= last && at-last <= maxRunGap
		if n > length || n == length && isNext {
			length, place = n, at
		}
	}
	return length, place
}

// answered finds and reads the letters that a letter may answer, at the first need.
type answered struct {
	options Options
	limits  Limits
	own     *ownLetters // nil until the first need
}

// trim returns the new text of a letter without the lines that repeat the answered letters,
// the text that marks alone leave, and the line below which text was cut. The answered
// letters are read only if enough unmarked words stand in the text to be a quotation. If
// nothing but a repeated piece would be left out, the text is the sender's copy of that piece.
func (a *answered) trim(l mailer.Letter, full string) (text, byMarks, below string) {
	lines := strings.Split(full, "\n")
	byMarks, below = trim(lines, nil)
	if a.options.Answers == nil || !hasUnmarked(lines) {
		return byMarks, byMarks, below
	}
	if a.own == nil {
		a.own = readOwn(a.options.Answers(l), a.limits)
	}
	theirs, few := a.own.repeats(lines)
	text, cut := trim(lines, theirs)
	if text == "" && few {
		return byMarks, byMarks, below
	}
	return text, byMarks, cut
}

// hasUnmarked reports whether more unmarked words stand in a text than minRun, or the words
// that corrd's letters begin with.
func hasUnmarked(lines []string) bool {
	n := 0
	for _, line := range lines {
		if !isQuoted(line) {
			if n += len(strings.Fields(line)); n > minRun || strings.Contains(lowerLine(line), ownMark) {
				return true
			}
		}
	}
	return false
}
