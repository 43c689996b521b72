package scenario

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/codes"
	"corrd/game/play"
	"corrd/game/reason"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/templates/texts"
)

// defaultStart is what the clock reads when a file does not say.
var defaultStart = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// maxLine is the length of the longest line a file may have, in octets.
const maxLine = 1 << 20

// SyntaxError says in which line a file is not a scenario, and how to mend it.
type SyntaxError struct {
	File string
	Line int // from 1
	Err  error
}

// Error returns the file, the line and what is wrong there, in one line.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, shortly(e.Err.Error()))
}

// shortly leaves out the middle of what is said about a line that is too long to be quoted: how to
// mend the line is said at the end.
func shortly(said string) string {
	const most, first = 1500, 300
	if r := []rune(said); len(r) > most {
		return string(r[:first]) + " … " + string(r[len(r)-(most-first):])
	}
	return said
}

// Unwrap returns what is wrong, without the place.
func (e *SyntaxError) Unwrap() error { return e.Err }

// Parse reads a scenario file. Its errors are each a *SyntaxError for the file
// name; only the first is given. Terms that are not named have the defaults of
// package terms; a file that names none may begin with its first step.
func Parse(name string, r io.Reader) (Scenario, error) {
	p := parser{given: map[string]bool{}}
	return p.parse(name, r)
}

// Under reads a scenario file as Parse does, for a game under another code than the one
// that the file names: terms that this code has no place for are left out, and those that
// it has the players agree on beforehand are added, as they usually are. The changes say
// which: "without check announced", "with late forfeit".
func Under(code, name string, r io.Reader) (s Scenario, changes []string, err error) {
	p := parser{given: map[string]bool{}, code: code}
	p.terms = []interpret.Term{{Key: "code", Value: code}}
	s, err = p.parse(name, r)
	return s, p.changes, err
}

func (p *parser) parse(name string, r io.Reader) (Scenario, error) {
	p.Name, p.Terms, p.Start = name, terms.Default(), defaultStart
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		p.line++
		if err := p.take(strings.TrimSpace(lines.Text())); err != nil {
			return Scenario{}, &SyntaxError{name, p.line, err}
		}
	}
	if err := lines.Err(); err != nil {
		return Scenario{}, &SyntaxError{name, p.line + 1, err}
	}
	if line, err := p.finish(); err != nil {
		return Scenario{}, &SyntaxError{name, line, err}
	}
	return p.Scenario, nil
}

// parser is a file that is being read.
type parser struct {
	Scenario
	line      int
	terms     []interpret.Term
	given     map[string]bool // the keys of the header so far
	below     bool            // the blank line below the header has come
	moves     []string        // the moves of the header, which need the position
	movesLine int
	code      string   // under which the game is to be played, whatever the file says; "": as the file says
	changes   []string // of the terms, for that code
}

// take reads one line.
func (p *parser) take(text string) error {
	switch {
	case strings.HasPrefix(text, "#"):
		p.Title = cmp.Or(p.Title, strings.TrimSpace(strings.TrimLeft(text, "#")))
		return nil
	case text == "":
		p.below = p.below || len(p.given) > 0
		return nil
	case !p.below && len(p.given) == 0 && isStep(text):
		p.below = true
	case !p.below:
		return p.header(text)
	}
	do, err := parseStep(text)
	p.Steps = append(p.Steps, Step{Line: p.line, Text: text, Do: do})
	return err
}

// header reads one line of the header.
func (p *parser) header(text string) error {
	key, value, ok := strings.Cut(text, ":")
	key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
	switch {
	case !ok:
		return fmt.Errorf("%q is no line of a header, which is made of lines \"key: value\" and ends with a blank line", text)
	case isStepWord(key):
		return fmt.Errorf("%q begins a step: steps come below the header, after a blank line", key)
	case p.given[key]:
		return fmt.Errorf("%q is given twice; keep one of the lines", key)
	}
	p.given[key] = true
	switch key {
	case "moves":
		p.moves, p.movesLine = strings.Fields(value), p.line
		return nil
	case "start":
		return p.start(value)
	case "zone":
		return p.zone(value)
	case "side":
		p.Side = strings.Count(value, "@")
		if p.Side == 0 {
			return fmt.Errorf("side names players by their addresses, as in side: carol@example.org dan@example.org, not %q", value)
		}
		return nil
	case "fen":
		key = "position"
	}
	if p.given["fen"] && p.given["position"] {
		return fmt.Errorf("fen and position are the same term; keep one of the lines")
	}
	return p.term(key, value)
}

// term adds one of the terms of a game; whether they can stand together is
// seen when all are there.
func (p *parser) term(key, value string) error {
	t := interpret.Term{Key: key, Value: value}
	if p.code != "" && key == "code" {
		return nil
	}
	refusal := wrongTerm(t)
	if refusal != "" && key == "odds" {
		if given := givenSo(t); wrongTerm(given) == "" {
			t, refusal = given, ""
		}
	}
	if refusal != "" {
		return fmt.Errorf("%s A header may also hold fen, moves, start and zone", texts.Because(refusal))
	}
	if p.code != "" {
		if _, refusal := codes.ParseTerms([]interpret.Term{p.terms[0], t}, terms.Default()); refusal != "" {
			p.changes = append(p.changes, "without "+t.Key+" "+t.Value)
			return nil
		}
	}
	p.terms = append(p.terms, t)
	return nil
}

// wrongTerm says what is wrong with a term by itself, whatever the code, or "".
func wrongTerm(t interpret.Term) reason.Reason {
	_, refusal := terms.Parse([]interpret.Term{t}, terms.Default())
	return refusal
}

// givenSo names the giver of odds of which a header does not say who gives them:
// the side that leaves the first move to White, for who receives moves begins.
func givenSo(odds interpret.Term) interpret.Term {
	giver := board.White
	if value := strings.ToLower(odds.Value); strings.Contains(value, "move") || strings.Contains(value, "two") {
		giver = board.Black
	}
	odds.Value += " given by " + giver.String()
	return odds
}

func (p *parser) start(value string) error {
	at, err := umpire.ParseInstant(value)
	p.Start = at
	return err
}

// zone names the server's zone.
func (p *parser) zone(value string) error {
	if _, err := carrier.Zone(value); err != nil {
		return fmt.Errorf("zone names a time zone of its data base, as in zone: Europe/London, not %q", value)
	}
	p.Zone = value
	return nil
}

// begins returns the start, in the zone of the server.
func (s Scenario) begins() time.Time {
	zone, err := carrier.Zone(s.Zone)
	if err != nil {
		return s.Start
	}
	return s.Start.In(zone)
}

// finish reads the header's moves, and sees that there is something to play.
// Its error is for the line it gives.
func (p *parser) finish() (line int, err error) {
	if len(p.Steps) == 0 {
		return p.line + 1, fmt.Errorf("there are no steps; write them below the header, after a blank line")
	}
	if p.code != "" {
		p.addUsual()
	}
	terms, refusal := codes.ParseChallenge(p.terms, p.Terms, true)
	if refusal != "" {
		return 1, errors.New(texts.Because(refusal))
	}
	p.Terms = terms
	if p.code != "" && terms.Annex != "" && !p.given["annex"] {
		p.changes = append(p.changes, "with annex "+terms.Annex)
	}
	position := p.opening().Position
	for i, uci := range p.moves {
		m, ok := board.ParseMove(uci)
		if !ok || !position.IsLegal(m) {
			return p.movesLine, fmt.Errorf("move %d of moves, %q, is no legal move in UCI after those before it (such as e2e4)", i+1, uci)
		}
		position = position.Play(m)
		p.Moves = append(p.Moves, m)
	}
	return 0, nil
}

// addUsual adds the terms that the code has the players agree on beforehand, as they
// usually are, where the header does not write them. The umpire is the server's.
func (p *parser) addUsual() {
	for _, key := range codes.UnwrittenTerms(p.terms, terms.Terms{Code: p.code}) {
		for _, usual := range p.Terms.Lines() {
			if value, is := strings.CutPrefix(usual, key+" "); is && key != "umpire" {
				p.terms = append(p.terms, interpret.Term{Key: key, Value: value})
				p.changes = append(p.changes, "with "+usual)
			}
		}
	}
}

// opening is the game before any move.
func (s Scenario) opening() game.State {
	return game.State{}.Apply(play.Decide(game.State{}, s.startAct(), s.begins())...)
}

// noNumber stands for the number of a lot, and for its hash, in hex: nothing is drawn
// where no daemon plays.
var noNumber = strings.Repeat("0", 64)

// startAct begins the game; of a match, the first.
func (s Scenario) startAct() play.Start {
	a := play.Start{Terms: s.Terms, Players: [2]int64{1, 2}, Consultation: s.consultation()}
	switch s.Terms.Colour {
	case "lot":
		a.Lot = &game.Lot{Nonce: noNumber, Commitment: noNumber}
	case "black":
		a.Challenger = board.Black
	}
	if s.Terms.Games > 1 {
		a.Match = &game.Match{Challenge: 1, Number: 1, Games: s.Terms.Games}
	}
	return a
}

// members returns how many players the challenger and the challenged have on their
// sides: as many as write, or as the term side names.
func (s Scenario) members() (n [2]int) {
	n = [2]int{1 + s.Side, 1}
	for _, step := range s.Steps {
		l, ok := step.Do.(Letter)
		if !ok {
			continue
		}
		switch colour := s.Terms.Colour; {
		case colour == "lot": // who has which men is not known before the game
			n[0], n[1] = max(n[0], l.Member), max(n[1], l.Member)
		case l.Side.String() == colour:
			n[0] = max(n[0], l.Member)
		default:
			n[1] = max(n[1], l.Member)
		}
	}
	return n
}

// consultation returns the players by number: the two sides have the odd and the
// even ones.
func (s Scenario) consultation() *game.Consultation {
	n := s.members()
	if n[0] == 1 && n[1] == 1 {
		return nil
	}
	both := game.Consultation{White: numbered(1, n[0]), Black: numbered(2, n[1])}
	if s.Terms.Colour == board.Black.String() {
		both = game.Consultation{White: numbered(1, n[1]), Black: numbered(2, n[0])}
	}
	return &both
}

func numbered(first int64, n int) (ids []int64) {
	for range n {
		ids = append(ids, first)
		first += 2
	}
	return ids
}
