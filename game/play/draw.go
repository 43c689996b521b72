package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret"
)

// offerDraw offers a draw. If the opponent's offer is open, offerDraw agrees to it. A repeated
// offer changes nothing.
func (d *docket) offerDraw(words string) {
	switch {
	case d.DrawOffer == game.PartyOf(d.by):
	case d.Mated():
		d.refuse(d.code().Agreement.Cite(), game.MateStands, words)
	case d.warned(words):
	case d.DrawOffer == game.PartyOf(d.by.Other()):
		d.drawAgreed(words)
	default:
		d.act(d.code().Agreement.Cite(), game.DrawOffered{})
	}
}

func (d *docket) drawAgreed(words string) {
	_, law, provided := d.code().Agreement.Get()
	if !provided {
		d.refersSilence(game.PartyOf(d.by), silentAgreement, words)
		return
	}
	d.end(law, game.Drawn, game.ByAgreement)
}

func (d *docket) acceptDraw(s interpret.Statement) {
	if d.DrawOffer != game.PartyOf(d.by.Other()) {
		d.nothing(d.code().Agreement.Cite(), s.Text)
		return
	}
	if !d.told(d.Offered) {
		d.ask(codes.HouseConsent, game.Superseded, s.Text)
		return
	}
	if d.Mated() {
		d.refuse(d.code().Agreement.Cite(), game.MateStands, s.Text)
		return
	}
	if d.warned(s.Text) {
		return
	}
	d.drawAgreed(s.Text)
}

func (d *docket) declineDraw(s interpret.Statement) {
	if d.DrawOffer != game.PartyOf(d.by.Other()) {
		law := codes.HouseConsent
		if s.Kind == interpret.KindDeclineDraw {
			law = d.code().Agreement.Cite()
		}
		d.nothing(law, s.Text)
		return
	}
	d.act(d.code().Agreement.Cite(), game.DrawDeclined{})
}

// countFull reports whether all moves of the running count have been made.
func (d *docket) countFull() bool {
	made, ok := d.Counted()
	return ok && min(made[board.White], made[board.Black]) >= d.Count.Moves
}

// demandFifty acts on the demand to limit the rest of the game to a number of moves.
func (d *docket) demandFifty(s interpret.Statement) {
	if len(d.code().Counts()) == 0 {
		d.unknown(s)
		return
	}
	refuse := func(law game.Law, why game.Why) {
		d.act(law, game.ClaimRefused{Ground: string(codes.FiftyMoves), Why: string(why), Words: s.Text})
	}
	f, law, ok := d.Countable(d.by)
	uncounted, mates := d.Uncounted(d.by)
	switch {
	case ok:
		d.act(law, f)
	case d.Count != nil:
		refuse(d.Count.Law, game.CountRuns)
	case mates:
		refuse(uncounted, game.CountAtOdds)
	default:
		refuse(uncounted, game.NotCounted)
	}
}

// submit puts a question before the umpire that a player submits: whether one side can force the
// game, whether neither can win the game, or any other.
func (d *docket) submit(s interpret.Statement) {
	_, law, provided := d.code().Submit.Get()
	if !provided {
		d.unknown(s)
		return
	}
	d.refer(law, s, game.Claimed{Ground: game.Submitted, Words: s.Text})
}
