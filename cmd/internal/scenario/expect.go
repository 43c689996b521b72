package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"corrd/cmd/internal/umpire"
	"corrd/game/board"
	"corrd/game/carrier"
)

// Expectation is what a step of the form "expect …" asks of the game, or of
// what followed the last letter, wait or ruling.
type Expectation struct {
	Subject string     // one of subjects
	Not     bool       // what is wanted must not be seen: "expect no …"
	Side    board.Side // where the subject has one
	Want    string     // the expectation in the form in which it is looked for; "" for a letter of any kind
}

// subject is one thing that can be expected.
type subject struct {
	form  string                                      // the expectation as it is written, for errors
	parse func(e *Expectation, words []string) string // gives what is wrong with the words, or ""
	seen  func(v view, e Expectation) []string        // what there is; one of the values must be the wanted one
}

// subjects are all the things that can be expected, by the word that follows
// expect.
var subjects = map[string]subject{
	"state":      {"state STATE", oneOf(states), func(v view, _ Expectation) []string { return []string{v.State} }},
	"to_act":     {"to_act white|black|both|umpire|none", oneOf(actors), func(v view, _ Expectation) []string { return []string{v.ToAct} }},
	"candidates": {"candidates UCI…", moveList, func(v view, _ Expectation) []string { return []string{strings.Join(v.Candidates, " ")} }},
	"move":       {"move UCI", oneMove, func(v view, _ Expectation) []string { return v.Moves }},
	"fen":        {"fen FEN", fen, func(v view, _ Expectation) []string { return []string{v.FEN} }},
	"law":        {"law CITATION", words, func(v view, _ Expectation) []string { return v.Laws }},
	"running":    {"running white|black|none", oneOf(clocks), func(v view, _ Expectation) []string { return []string{v.Running} }},
	"letter":     {"letter white|black [KIND]", someLetter, lettersOf},
	"text":       {`text white|black "WORDS"`, quoted, func(v view, e Expectation) []string { return v.Texts[e.Side] }},
	"subject":    {`subject white|black "WORDS"`, quoted, func(v view, e Expectation) []string { return v.Subjects[e.Side] }},
	"clock":      {"clock white|black used DUR", clockUsed, func(v view, e Expectation) []string { return []string{spanString(v.Used[e.Side])} }},
	"dispute":    {"dispute open N", openDisputes, func(v view, _ Expectation) []string { return []string{strconv.Itoa(v.Disputes)} }},
	"regime":     {"regime any-means|bound", regime, func(v view, _ Expectation) []string { return nonEmpty(v.Regime) }},
	"in_transit": {"in_transit N", inTransit, func(v view, _ Expectation) []string { return []string{strconv.Itoa(v.InTransit)} }},
	"delivered":  {"delivered white|black TIME", deliveredAt, func(v view, e Expectation) []string { return []string{v.Delivered[e.Side].Format(minutes)} }},
	"charge":     {"charge white|black SUM", charged, func(v view, e Expectation) []string { return []string{v.Charges[e.Side]} }},
	"result":     {"result 1-0|0-1|1/2-1/2|annulled [LAW]", result, func(v view, _ Expectation) []string { return nonEmpty(v.Result) }},
}

// The words that can be expected, of a game as `corrctl game show` prints them and of
// letters their kinds; others are slips of the pen.
var (
	states = []string{"await_move", "held_ambiguous", "held_multiple", "held_intention", "offence_open", "penalty_due",
		"claim_open", "suspended", "finished"}
	actors  = []string{"white", "black", "both", "umpire", "none"}
	clocks  = []string{"white", "black", "none"}
	regimes = []string{"any-means", "bound"}
	scores  = []string{"1-0", "0-1", "1/2-1/2", "annulled"}
	kinds   = []string{"adopted", "move", "held", "ambiguous", "multiple", "received", "offended", "offence", "penalty", "waived", "spent", "check", "retracted", "forgotten",
		"asked", "confirm", "intention", "refused", "offer", "claim", "protest", "ruling", "proposal", "start", "result",
		"suspended", "resumed", "reminder", "repeat", "office", "challenge", "conditional", "agreed", "posted", "leave", "late", "unreachable", "inquiry", "silence", "said"}
)

// parseExpectation reads what follows the word expect.
func parseExpectation(text string) (Deed, error) {
	word, rest, _ := strings.Cut(text, " ")
	e := Expectation{Subject: word, Not: word == "no"}
	if e.Not {
		e.Subject, rest, _ = strings.Cut(strings.TrimSpace(rest), " ")
	}
	s, ok := subjects[e.Subject]
	if !ok {
		return nil, fmt.Errorf("nobody knows how to expect %q; what can be expected: %s", text, strings.Join(forms(), "; "))
	}
	if e.Not && !e.ofLetters() && e.Subject != "law" {
		return nil, fmt.Errorf("expect %s: only letters, their subjects and text, and laws can be expected not to come; write: expect no letter white, expect no text white \"words\", or expect no law II.6", text)
	}
	if wrong := s.parse(&e, strings.Fields(rest)); wrong != "" {
		return nil, fmt.Errorf("expect %s: %s; write: expect %s", text, wrong, s.form)
	}
	return e, nil
}

func forms() []string {
	var all []string
	for _, s := range subjects {
		all = append(all, s.form)
	}
	slices.Sort(all)
	return all
}

// judge says "" when a view is as expected, else what was seen instead. A law
// that is expected whole, II.10, is met by each of its sections, II.10.C(d), and
// a score without a law by every result that has it.
func (e Expectation) judge(v view) string {
	seen := subjects[e.Subject].seen(v, e)
	if slices.ContainsFunc(seen, e.metBy) != e.Not {
		return ""
	}
	if len(seen) == 0 || seen[0] == "" {
		return "got none"
	}
	if e.ofWords() {
		return fmt.Sprintf("got %q", strings.Join(strings.Fields(strings.Join(seen, " ")), " "))
	}
	return "got " + strings.Join(seen, ", ")
}

// metBy reports whether something seen is what is wanted.
func (e Expectation) metBy(seen string) bool {
	if e.ofWords() {
		return strings.Contains(unspaced(seen), unspaced(e.Want))
	}
	return seen == e.Want || e.Want == "" && e.ofLetters() || e.isPart(seen)
}

// unspaced is a text without its spaces and line ends, so that no filling of
// lines hides words in it.
func unspaced(text string) string { return strings.Join(strings.Fields(text), "") }

// isPart reports whether what was seen is a section of the law that is expected,
// or a result of the score that is.
func (e Expectation) isPart(seen string) bool {
	rest, ok := strings.CutPrefix(seen, e.Want)
	if !ok || rest == "" || e.Subject != "law" && e.Subject != "result" {
		return false
	}
	return rest[0] == '(' || rest[0] == '.' || rest[0] == ' ' && e.Subject == "result"
}

// ofLetters reports whether letters are expected, or words in them.
func (e Expectation) ofLetters() bool { return e.Subject == "letter" || e.ofWords() }

// ofWords reports whether words of letters are expected.
func (e Expectation) ofWords() bool { return e.Subject == "text" || e.Subject == "subject" }

// regime reads the regime of a window as corrd's JSON spells it, or as its letters call it.
func regime(e *Expectation, w []string) string {
	switch strings.Join(w, " ") {
	case "any means":
		w = regimes[:1]
	case "bound by the General Law":
		w = regimes[1:]
	}
	return oneOf(regimes)(e, w)
}

func oneOf(known []string) func(*Expectation, []string) string {
	return func(e *Expectation, w []string) string {
		if len(w) != 1 || !slices.Contains(known, w[0]) {
			return fmt.Sprintf("%q is not one of %s", strings.Join(w, " "), strings.Join(known, ", "))
		}
		e.Want = w[0]
		return ""
	}
}

// moveList takes moves in any order.
func moveList(e *Expectation, w []string) string {
	for _, uci := range w {
		if _, ok := board.ParseMove(uci); !ok {
			return fmt.Sprintf("%q is no move in UCI", uci)
		}
	}
	if len(w) == 0 {
		return "there is no move"
	}
	slices.Sort(w)
	e.Want = strings.Join(w, " ")
	return ""
}

func oneMove(e *Expectation, w []string) string {
	if len(w) != 1 {
		return "there must be one move"
	}
	return moveList(e, w)
}

func fen(e *Expectation, w []string) string {
	e.Want = strings.Join(w, " ")
	if _, err := board.ParseFEN(e.Want); err != nil || len(w) != 6 {
		return "that is no FEN of six fields"
	}
	return ""
}

func words(e *Expectation, w []string) string {
	e.Want = strings.Join(w, " ")
	if e.Want == "" {
		return "there is no citation"
	}
	return ""
}

// side takes a side and returns the words behind it.
func side(e *Expectation, w []string) (rest []string, wrong string) {
	if len(w) > 0 {
		if s, ok := board.ParseSide(w[0]); ok {
			e.Side = s
			return w[1:], ""
		}
	}
	return nil, "there must be white or black"
}

// someLetter takes a side and, where one is named, a kind of letter.
func someLetter(e *Expectation, w []string) string {
	rest, wrong := side(e, w)
	if wrong != "" || len(rest) == 0 {
		return wrong
	}
	return oneOf(kinds)(e, rest)
}

// quoted takes a side and words between quotation marks.
func quoted(e *Expectation, w []string) string {
	rest, wrong := side(e, w)
	if wrong != "" {
		return wrong
	}
	text, opened := strings.CutPrefix(strings.Join(rest, " "), `"`)
	text, closed := strings.CutSuffix(text, `"`)
	if !opened || !closed || unspaced(text) == "" {
		return "there must be words between quotation marks"
	}
	e.Want = text
	return ""
}

func lettersOf(v view, e Expectation) []string { return v.Letters[e.Side] }

func clockUsed(e *Expectation, w []string) string {
	rest, wrong := side(e, w)
	switch {
	case wrong != "":
		return wrong
	case len(rest) != 2 || rest[0] != "used":
		return "there must be \"used\" and a time"
	}
	d, err := umpire.ParseSpan(rest[1])
	if err != nil {
		return err.Error()
	}
	e.Want = spanString(d)
	return ""
}

func result(e *Expectation, w []string) string {
	if len(w) == 0 || !slices.Contains(scores, w[0]) {
		return "there must be a score"
	}
	return words(e, w)
}

// openDisputes takes how many disputes are open.
func openDisputes(e *Expectation, w []string) string {
	if len(w) != 2 || w[0] != "open" {
		return "there must be \"open\" and a number"
	}
	if _, err := strconv.ParseUint(w[1], 10, 16); err != nil {
		return fmt.Sprintf("%q is no number", w[1])
	}
	e.Want = w[1]
	return ""
}

// inTransit takes how many communications are under way.
func inTransit(e *Expectation, w []string) string {
	if len(w) != 1 {
		return "there must be one number"
	}
	return openDisputes(e, append([]string{"open"}, w...))
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}

// expected is an expectation as written, without its first word.
func expected(text string) string { return strings.TrimSpace(strings.TrimPrefix(text, "expect")) }

// minutes is the form in which a delivery is expected, in UTC.
const minutes = "2006-01-02T15:04"

// deliveredAt reads a side and the time of a delivery, of which Z may be left out.
func deliveredAt(e *Expectation, w []string) string {
	rest, wrong := side(e, w)
	if wrong != "" || len(rest) != 1 {
		return cmp.Or(wrong, "there must be one time")
	}
	at, err := umpire.ParseInstant(rest[0])
	if err != nil {
		at, err = umpire.ParseInstant(rest[0] + "Z")
	}
	if err != nil {
		return err.Error()
	}
	e.Want = at.Format(minutes)
	return ""
}

// charged reads a side and a sum of money: "1s 2½d".
func charged(e *Expectation, w []string) string {
	rest, wrong := side(e, w)
	if wrong != "" {
		return wrong
	}
	e.Want = strings.Join(rest, " ")
	if _, ok := carrier.ParseCharge(e.Want); !ok {
		return fmt.Sprintf("%q is no sum of money", e.Want)
	}
	return ""
}
