package play

import (
	"corrd/game"
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
