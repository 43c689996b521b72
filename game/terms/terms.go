// Package terms is the terms of a game: what two sides agree on before play,
// read from a challenge, printed, and compared. The package knows no game in
// progress and no code of laws beyond its name; package game says what the code
// named makes of the terms.
package terms

import (
	"slices"
	"strconv"
	"strings"

	"corrd/game/board"
	"corrd/game/carrier"
)

// Terms are what two sides have agreed on before play. The event that begins a
// game holds them.
type Terms struct {
	Code         string            `json:"code"` // one of Codes
	Time         TimeControl       `json:"time"`
	Notation     []string          `json:"notation"`     // names of notations (notation.Set), in their order
	Errors       string            `json:"errors"`       // ErrorsLaw, CourteousFirst, Courteous
	Assistance   string            `json:"assistance"`   // PerCode, AnyMeans, Bound
	Conditionals string            `json:"conditionals"` // "shown", "sealed"
	Leave        string            `json:"leave"`        // "30 days a year", "none"
	Colour       string            `json:"colour"`       // the colour of the challenger: "lot", "white", "black"
	First        string            `json:"first_move"`   // PerCode, "white", "black"
	Board        string            `json:"board"`        // "diagram", "blindfold"
	Medium       string            `json:"medium"`       // the name of a carrier
	Odds         Odds              `json:"odds"`
	Games        int               `json:"games"`
	Position     string            `json:"position,omitempty"`  // a FEN; "" is the array
	Late         string            `json:"late,omitempty"`      // what follows a flag: LateFine, LateUmpire; "": the flag forfeits the game
	Umpire       string            `json:"umpire,omitempty"`    // an address; "": whoever keeps the server is the umpire
	Annex        string            `json:"annex,omitempty"`     // the code whose rules of correspondence hold where Code has none; "": none is annexed
	Carriage     *carrier.Settings `json:"carriage,omitempty"`  // nil: all settings are those of carrier.Default
	Check        string            `json:"check,omitempty"`     // Announced, Unannounced; "": the code decides
	Publish      string            `json:"publish,omitempty"`   // "finished", "delay N"; "": the game is never shown to the public
	Observers    string            `json:"observers,omitempty"` // "yes": while it is played, others may have its moves by letter as far as the public sees them; "": they may not
}

// Codes names the codes of laws under which games can be played, the default first.
var Codes = []string{"british-1899", "american-1897", "staunton-1871", "london-club"}

// PerCode is the value of a term that the code of laws settles.
const PerCode = "law"

// The values of the term `errors` (house:10).
const (
	ErrorsLaw      = "law"
	CourteousFirst = "courteous-first"
	Courteous      = "courteous"
)

// The values of the term `assistance` beside PerCode.
const (
	AnyMeans = "any-means"
	Bound    = "bound"
)

// The values of the term `check` beside PerCode: whether a check must be announced.
const (
	Announced   = "announced"
	Unannounced = "unannounced"
)

// Annexes names the codes of laws whose rules of correspondence can be annexed to a
// code that has none.
var Annexes = []string{"staunton-1871", "british-1899"}

// The values of the term `late`: what follows when a side has not made the moves
// due by the time they are due. LateFine and LateUmpire alone are kept in Terms.
const (
	lateForfeit = "forfeit"
	LateFine    = "fine"
	LateUmpire  = "umpire"
)

// The values of the terms `conditionals`, `board`, `publish` and `observers`. A game that is never
// shown to the public keeps "", as does one that began before there was the term.
const (
	shown     = "shown"
	sealed    = "sealed"
	diagram   = "diagram"
	blindfold = "blindfold"
	never     = "never"
	finished  = "finished"
	yes       = "yes"
	no        = "no"
)

// Default returns the terms of a game about which nothing is said.
func Default() Terms {
	return Terms{
		Code: Codes[0], Time: TimeControl{Moves: 10, Per: 30 * day}, Notation: []string{"descriptive"},
		Errors: ErrorsLaw, Assistance: PerCode, Conditionals: shown, Leave: "30 days a year", Colour: "lot",
		First: PerCode, Board: diagram, Medium: carrier.Default().Medium, Games: 1,
		Publish: finished,
	}
}

// Blindfold reports whether no position may be sent to the players.
func (t Terms) Blindfold() bool { return t.Board == blindfold }

// Sealed reports whether a side's conditional moves are hidden from the other
// until the game arrives at them.
func (t Terms) Sealed() bool { return t.Conditionals == sealed }

// Published says when the game is shown to the public: once it is over or, where delay is above 0,
// also while it is played, so many moves of both sides behind. ok is false for a game that is never
// shown.
func (t Terms) Published() (delay int, ok bool) {
	if m := delayForm.FindStringSubmatch(t.Publish); m != nil {
		delay, _ = strconv.Atoi(m[1])
	}
	return delay, t.Publish != ""
}

// Observed reports whether other players may have the moves of the game by letter while it is
// played.
func (t Terms) Observed() bool {
	delay, ok := t.Published()
	return t.Observers == yes && ok && delay > 0 && !t.Blindfold()
}

// LeaveDays returns the days of leave that each side may take in a calendar year.
func (t Terms) LeaveDays() int {
	m := leaveForm.FindStringSubmatch(t.Leave)
	if m == nil {
		return 0
	}
	days, _ := strconv.Atoi(m[1])
	return days
}

// Lines returns the terms, each as "key value", without an annex where there is none;
// the lines written in a challenge read back as the same terms.
func (t Terms) Lines() []string {
	var lines []string
	for _, known := range table {
		if value := known.write(t); value != "" {
			lines = append(lines, known.key+" "+value)
		}
	}
	return lines
}

// LinesOfEvent returns the lines of the terms on which all games of an event are played: those of
// Lines but how many games a match has and who has which side, which the pairings of the event say.
func (t Terms) LinesOfEvent() []string {
	return slices.DeleteFunc(t.Lines(), func(line string) bool {
		key, _, _ := strings.Cut(line, " ")
		return key == "games" || key == "colour"
	})
}

// or returns a value as it is written, or the word that stands for "".
func or(value, word string) string {
	if value == "" {
		return word
	}
	return value
}

// Again returns the terms on which the player who had a side in a game challenges the opponent once
// more: the terms of the game with the colours changed. Whoever gave odds gives them again. In an
// agreed position that lacks the men given at odds the sides keep their colours.
func (t Terms) Again(side board.Side) Terms {
	t.Colour = side.Other().String()
	giver, odds := t.Odds.Side()
	switch {
	case odds && t.Position != "":
		t.Colour = side.String()
	case odds:
		if t.Odds.Giver = givenByOpponent; giver == side {
			t.Odds.Giver = givenByChallenger
		}
		t.Odds.Name = t.Odds.mirrored()
	}
	return t
}

// mirrored is the name of the odds as a giver of the other colour gives them: the square of a mate
// lies on the other side of the board.
func (o Odds) mirrored() string {
	name, ok := strings.CutPrefix(o.Name, mateOn)
	s, read := board.ParseSquare(name)
	if !ok || !read {
		return o.Name
	}
	return mateOn + board.At(s.File(), 7-s.Rank()).String()
}

// Nearest returns the one of the known names that is most like a name: the fewest
// letters to insert, drop or change, and of several the one that agrees with it
// the longest. Case does not count; "" if none is known.
func Nearest[S ~string](name S, known []S) (nearest S) {
	word := strings.ToLower(string(name))
	least := 0
	for i, k := range known {
		other := strings.ToLower(string(k))
		if d := 100*Distance(word, other) - alike(word, other); i == 0 || d < least {
			nearest, least = k, d
		}
	}
	return nearest
}

// alike counts the letters two words begin with in common.
func alike(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Distance counts the letters to insert, drop or change between two words.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
