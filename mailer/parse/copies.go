package parse

import "slices"

// repetition is a text held against the letters that it may repeat.
type repetition struct {
	*ownLetters
	lines []string
	spans []span // of the lines
	words []uint64
	at    []int32 // for each word the place behind it in the letters, or 0 if it repeats none
}

// span is the words of a line.
type span struct {
	from, to    int
	repeats     bool  // at least half of the words repeat the letters
	first, last int32 // the places before the first of these words and behind the last
}

// measure finds out which lines repeat the letters.
func (r *repetition) measure() {
	for i := range r.spans {
		s, n := &r.spans[i], 0
		for _, place := range r.at[s.from:s.to] {
			if place == 0 {
				continue
			}
			if n++; n == 1 {
				s.first = place - 1
			}
			s.last = place
		}
		s.repeats = n > 0 && n*2 >= s.to-s.from
	}
}

// releaseCopies gives unmarked lines back to the sender who has written once more, or put right,
// what stands in the letters: lines that stand apart and do not go on where a quoted line ends,
// and whose words occur elsewhere in the text, where the letter is quoted. Where no other
// unmarked line repeats the letters, words are also the sender's that the letters only quote.
func (r *repetition) releaseCopies() {
	where := r.occurrences()
	first, last := -1, -1 // of the unmarked lines that repeat the letters
	for i := range r.spans {
		if r.isUnmarked(i) {
			last = i
			if first < 0 {
				first = i
			}
		}
	}
	for i := 0; i < len(r.spans); {
		if !r.isUnmarked(i) {
			i++
			continue
		}
		end := r.block(i)
		alone := i == first && end == last+1
		if !r.goesOn(i) && !r.isUnmarked(i-1) && !r.isUnmarked(end) && r.isCopy(i, end, alone, where) {
			for j := i; j < end; j++ {
				r.spans[j].repeats = false
			}
		}
		i = end
	}
}

// isUnmarked reports whether there is a line at an index that repeats the letters unmarked.
func (r *repetition) isUnmarked(at int) bool {
	return at >= 0 && at < len(r.lines) && r.spans[at].repeats && !isQuoted(r.lines[at])
}

// block returns the end of the unmarked lines from one on of which each goes on where the one
// before ends, blank lines aside.
func (r *repetition) block(from int) (end int) {
	end = from + 1
	for i := end; i < len(r.lines); i++ {
		s := r.spans[i]
		if s.from == s.to && isBlank(r.lines[i]) {
			continue
		}
		if !r.isUnmarked(i) || !isNext(r.spans[end-1], s) {
			break
		}
		end = i + 1
	}
	return end
}

// isNext reports whether a line goes on in the letters where another ends.
func isNext(before, after span) bool {
	return after.first >= before.last && after.first-before.last <= maxRunGap
}

// goesOn reports whether a line goes on where the marked line directly above ends, as the
// remainder of a line does that a program has wrapped.
func (r *repetition) goesOn(at int) bool {
	return at > 0 && isQuoted(r.lines[at-1]) && r.spans[at-1].repeats && isNext(r.spans[at-1], r.spans[at])
}

// occurrence is where a shingle of the text begins first and last, and how often.
type occurrence struct{ first, last, times int }

// occurrences returns the occurrence of each shingle of the text.
func (r *repetition) occurrences() map[uint64]occurrence {
	where := make(map[uint64]occurrence, len(r.words))
	for i := 0; i+shingle <= len(r.words); i++ {
		key := shingleAt(r.words[i:])
		o, known := where[key]
		if !known {
			o.first = i
		}
		where[key] = occurrence{o.first, i, o.times + 1}
	}
	return where
}

// isCopy reports whether all repeated shingles of some lines, up to end, occur elsewhere in the
// text, and more often than one letter has them; or, if they are alone, are quoted by the letters
// themselves. Fewer words than a shingle tell nothing.
func (r *repetition) isCopy(from, end int, alone bool, where map[uint64]occurrence) bool {
	first, behind := r.spans[from].from, r.spans[end-1].to
	copied := false
	for i := first; i+shingle <= behind; i++ {
		key := shingleAt(r.words[i:])
		repeats, said := r.shingleIs(i)
		if !repeats || r.found[key].n == 0 {
			continue
		}
		o := where[key]
		if !(said && alone) && (o.first >= first && o.last < behind || o.times <= r.timesIn(key)) {
			return false
		}
		copied = true
	}
	return copied
}

// timesIn returns how often a shingle stands in that form of a letter which has it most often.
func (o *ownLetters) timesIn(key uint64) (most int) {
	n, form := 0, int32(-1)
	for place := range o.places(key) {
		if f := o.formOf(place); f != form {
			n, form = 0, f
		}
		n++
		most = max(most, n)
	}
	return most
}

// formOf returns the place at which the form of a letter ends in which a place lies.
func (o *ownLetters) formOf(place int32) int32 {
	i, _ := slices.BinarySearch(o.ends, place)
	return o.ends[i]
}

// shingleIs reports whether all words of the shingle that begins at a word of the text repeat the
// letters, and whether they are somebody's whom the letters only quote.
func (r *repetition) shingleIs(at int) (repeated, said bool) {
	repeated, said = true, true
	for _, place := range r.at[at : at+shingle] {
		repeated = repeated && place > 0
		said = said && place > 0 && r.said[place-1]
	}
	return repeated, said
}
