package stated

import (
	"regexp"
	"slices"
	"strings"

	"corrd/game/terms"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// MayBeMeant reports whether prose names a man or a square, or has a line that is a statement but
// for a letter or two, so that its writer may have meant to act.
func MayBeMeant(prose string) bool {
	for line := range strings.Lines(prose) {
		if plain := interpret.PlainWords(line); misspells(plain) || ofPassing.MatchString(plain) || strings.Contains(line, "?") && !ofReader.MatchString(plain) {
			return true
		}
		for _, word := range strings.Fields(notation.Fold(line)) {
			word = strings.Trim(word, ".,;:!?()\"'*_-")
			if word != "" && (word[0] < '0' || word[0] > '9') && (notation.IsLanguage(word) || namesSquare(word)) {
				return true
			}
		}
	}
	return false
}

var ofPassing, ofReader = regexp.MustCompile(`\b(?:say off|no more|stop|cease)\b.*\b(?:words|say|pass\w*|notes)\b|\bsay off\b`), regexp.MustCompile(`\b(?:you\w*|we|us|our)\b`)

// namesSquare reports whether a word has a file and a rank in it as algebraic notation writes them.
func namesSquare(word string) bool {
	for i := range len(word) - 1 {
		if file := word[i] | 0x20; file >= 'a' && file <= 'h' && word[i+1] >= '1' && word[i+1] <= '8' {
			return true
		}
	}
	return false
}

// mostMisspelt is how many words of a line may be a statement that is misspelt.
const mostMisspelt = 4

// misspells reports whether the words of a line are nearly those of a statement, or the first word
// is nearly the long word with which one begins.
func misspells(line string) bool {
	line = strings.TrimPrefix(line, "i ")
	first, rest, _ := strings.Cut(line, " ")
	if strings.Count(rest, " ") > mostMisspelt-2 {
		return false
	}
	for _, known := range interpret.Known() {
		known = interpret.PlainWords(known)
		if nearly(line, known) || len(known) > len("claim") && nearly(first, known) {
			return true
		}
	}
	return false
}

// nearly reports whether words are known words but for a letter, or two where there are many, or
// two letters that stand the other way round.
func nearly(said, known string) bool {
	n := len(known)
	if n < len("draw") || len(said)-n > 2 || n-len(said) > 2 {
		return false
	}
	wrong := terms.Distance(said, known)
	return wrong < 2 || wrong == 2 && (n > len("decline") || slices.Equal(slices.Sorted(strings.SplitSeq(said, "")), slices.Sorted(strings.SplitSeq(known, ""))))
}

// Settled returns statements without some of the doubts about their moves.
func Settled(st []interpret.Statement, doubts notation.Doubt) []interpret.Statement {
	st = slices.Clone(st)
	for i := range st {
		st[i].Moves = slices.Clone(st[i].Moves)
		for n := range st[i].Moves {
			st[i].Moves[n].Doubt &^= doubts
		}
	}
	return st
}

// Doubted returns words that are never an offence before their sender has been asked.
func Doubted(words []notation.Move) []notation.Move {
	words = slices.Clone(words)
	for i := range words {
		words[i].Doubt |= notation.InText
	}
	return words
}

// Planned reports whether words tell of the turn to come, which they do not reopen the last for.
func Planned(words []notation.Move) bool {
	return slices.ContainsFunc(words, func(w notation.Move) bool { return w.Doubt&notation.Planned != 0 })
}

// RefusedOnce returns the statements of a letter without the bare no that stands beside the refusal
// that says the same: "No. I do not consent." A refusal of a draw says the same where only a draw
// is offered.
func RefusedOnce(st []interpret.Statement, onlyDraw bool) []interpret.Statement {
	if !Has(st, interpret.KindDecline) && !(onlyDraw && Has(st, interpret.KindDeclineDraw)) {
		return st
	}
	return slices.DeleteFunc(slices.Clone(st), func(s interpret.Statement) bool { return s.Kind == interpret.KindNo && s.Choice == 0 })
}

// ForGame returns the statements of a page that may act in a game.
func ForGame(page []interpret.Statement, id int64) (all []interpret.Statement) {
	for _, s := range page {
		if s.Kind.Acts() && (s.Game == 0 || int64(s.Game) == id) {
			all = append(all, s)
		}
	}
	return all
}
