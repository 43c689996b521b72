package play

import (
	"strings"

	"corrd/game"
	"corrd/game/codes"
	"corrd/game/stated"
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
	case again && ground == stated.AnyGround && stated.AnnulsFirst(s.Text):
		d.ask(law, game.AnnulsFirst, s.Text)
	case ground == stated.OfSecond && !again:
		d.ask(d.code().Multiple.Cite(), game.NothingToAnnul, s.Text)
	case !again || ground == stated.OfFirst || ground == stated.OfSetUp:
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

// annulsInWords reports whether a letter speaks of annulling, where one of two letters can be
// annulled, and states no annulment: nothing is adopted by it.
func (d *docket) annulsInWords(st []interpret.Statement, text string) bool {
	return d.SentAgain(d.by) && !stated.Has(st, interpret.KindAnnul) && stated.SpeaksOfAnnulling(text)
}

// annulGame acts on the requirement to annul the game, because the wrong side began or because
// the position set up by the terms was wrong. The second player may require this until they have
// completed their fourth move. If the terms do not show the error and the player states facts,
// the umpire finds out. If the player states no facts either, the requirement is refused.
func (d *docket) annulGame(s interpret.Statement, ground stated.Ground) {
	rule, law, provided := d.code().WrongFirst.Get()
	matter := silentFirst
	error, plain := codes.WrongBeginning(d.Terms)
	if ground == stated.OfSetUp || ground == stated.AnyGround && d.Terms.Position != "" && error != law {
		rule, law, provided = d.code().WrongSetUp.Get()
		matter = silentSetUp
	}
	second := d.Initial.SideToMove().Other()
	switch {
	case !provided:
		d.refer(codes.Silence, s, game.Claimed{Ground: matter, Words: s.Text})
	case ground == stated.OfSetUp && d.Terms.Odds != terms.Odds{}:
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

// groundOf returns the ground that a reason names: by the provision with which the reason begins,
// or else by its words.
func (d *docket) groundOf(words string) stated.Ground {
	plain := strings.ToLower(strings.Join(strings.Fields(words), ""))
	code := d.code()
	for _, by := range []struct {
		law    codes.Law
		ground stated.Ground
	}{{code.Second.Cite(), stated.OfSecond}, {code.Recall.Cite(), stated.OfSecond}, {code.Multiple.Cite(), stated.OfSecond}, {code.WrongFirst.Cite(), stated.OfFirst}, {code.WrongSetUp.Cite(), stated.OfSetUp}} {
		cited, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(string(by.law), " ", "")), "(")
		rest, is := strings.CutPrefix(plain, cited)
		if by.law != codes.Silence && cited != "" && is && (rest == "" || strings.IndexAny(rest[:1], "0123456789ivx") != 0) {
			return by.ground
		}
	}
	return stated.GroundIn(words)
}
