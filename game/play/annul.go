package play

import (
	"regexp"
	"strings"

	"corrd/game"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
)

// annul acts on the requirement to annul the letters that came after the first letter for a turn.
// What the first letter communicated then stands, and a penalty is open for the offender's next
// turn. When no later letter came, the requirement concerns the whole game.
func (d *docket) annul(s interpret.Statement) {
	_, law, provided := d.code().Second.Get()
	ground := d.groundOf(s.Words)
	again := provided && d.SentAgain(d.by)
	switch h := d.Held; {
	case ground == anySecond && !again:
		d.ask(d.code().Multiple.Cite(), game.NothingToAnnul, s.Text)
	case !again || ground == anyFirst || ground == anySetUp:
		d.annulGame(s, ground)
	case h.First != nil:
		if h.Begun != nil {
			first := d.leading(h.Begun.Move)
			first.Words = h.Begun.Words
			d.act(law, first)
		}
		d.act(law, game.Restored{Ply: d.LastPly() + 1, Move: h.First.Move})
		d.close(h.By)
	default:
		if len(h.Earlier.Then) > 0 { // the letters differ only in the second move of a first turn
			d.act(law, d.leading(h.Earlier.Moves[0]))
		}
		d.act(law, game.Restored{Ply: d.LastPly() + 1, Moves: d.Held.Earlier.Moves})
	}
}

// annulGame acts on the requirement to annul the game, because the wrong side began or because
// the position set up by the terms was wrong. The second player may require this until they have
// completed their fourth move. If the terms do not show the error and the player states facts,
// the umpire finds out. If the player states no facts either, the requirement is refused.
func (d *docket) annulGame(s interpret.Statement, ground groundToAnnul) {
	rule, law, provided := d.code().WrongFirst.Get()
	matter := silentFirst
	error, plain := codes.WrongBeginning(d.Terms)
	if ground == anySetUp || ground == anyGround && d.Terms.Position != "" && error != law {
		rule, law, provided = d.code().WrongSetUp.Get()
		matter = silentSetUp
	}
	second := d.Initial.SideToMove().Other()
	switch {
	case !provided:
		d.refer(codes.Silence, s, game.Claimed{Ground: matter, Words: s.Text})
	case ground == anySetUp && d.Terms.Odds != terms.Odds{}:
		d.refuse(codes.TermsOdds, game.OddsAgreed, s.Text)
	case plain && error != law:
		d.ask(error, game.AnotherGround, s.Text)
	case rule.Umpire && (d.Terms.Position != "" || s.Words != ""):
		d.refer(law, s, game.Claimed{Ground: string(law), Words: s.Text})
	case rule.Before > 0 && d.Clocks[second].Moves >= rule.Before:
		d.refuse(law, game.TooLate, s.Text)
	case rule.Adversary && d.by != second:
		d.refuse(law, game.NotForYou, s.Text)
	case plain:
		d.end(error, game.Annulled, game.ByAnnulment)
	case d.Terms.Position == "" && s.Words == "":
		d.refuse(law, game.NothingToAnnul, s.Text)
	default:
		d.refer(law, s, game.Claimed{Ground: string(law), Words: s.Text})
	}
}

// groundToAnnul is the ground that a reason beside an annulment names.
type groundToAnnul uint8

const (
	anyGround groundToAnnul = iota // the reason names none
	anySecond                      // a second letter for a turn
	anyFirst                       // the wrong side began
	anySetUp                       // the men were set up wrongly
)

// The words by which a reason names a ground.
var (
	saysSecond = regexp.MustCompile(`(?i)\b(second|another|other|later|last) (letter|move|card|telegram)\b`)
	saysFirst  = regexp.MustCompile(`(?i)\b(first move|moved first|first to move|began|begun|begins?|wrong (side|player))\b`)
	saysSetUp  = regexp.MustCompile(`(?i)\b(set[- ]?up|men|man|board|array|wanting|missing|misplaced|(wrongly|badly) (placed|set))\b`)
)

// groundOf returns the ground that a reason names: by the provision with which the reason begins,
// or else by its words.
func (d *docket) groundOf(words string) groundToAnnul {
	plain := strings.ToLower(strings.Join(strings.Fields(words), ""))
	code := d.code()
	for _, by := range []struct {
		law    codes.Law
		ground groundToAnnul
	}{{code.Second.Cite(), anySecond}, {code.Recall.Cite(), anySecond}, {code.Multiple.Cite(), anySecond}, {code.WrongFirst.Cite(), anyFirst}, {code.WrongSetUp.Cite(), anySetUp}} {
		cited, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(string(by.law), " ", "")), "(")
		rest, is := strings.CutPrefix(plain, cited)
		if by.law != codes.Silence && cited != "" && is && (rest == "" || strings.IndexAny(rest[:1], "0123456789ivx") != 0) {
			return by.ground
		}
	}
	switch {
	case saysSecond.MatchString(words):
		return anySecond
	case saysFirst.MatchString(words):
		return anyFirst
	case saysSetUp.MatchString(words):
		return anySetUp
	}
	return anyGround
}
