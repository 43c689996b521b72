package play

import (
	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// intend acts on the sender's statement of what their words meant. The first statement that names
// one of the held moves stands. A statement after the reply settles the move.
func (d *docket) intend(s interpret.Statement) {
	law := d.code().Doubtful.Cite()
	if !d.SettledByIntention() || d.by != d.Held.By {
		if doubt, _, _ := d.code().Doubtful.Get(); doubt != codes.ElseIntended {
			d.unknown(s)
			return
		}
		d.nothing(law, s.Text)
		return
	}
	if d.Held.Intended != board.Pass {
		d.refuse(law, game.SaidAlready, s.Text)
		return
	}
	c, why := d.chosen(s)
	if why != "" {
		d.ask(law, why, s.Text)
		return
	}
	d.act(law, game.Intended{Ply: d.LastPly() + 1, Move: c.Move, Words: s.Text})
	if d.Phase == game.HeldIntention {
		d.resolve(law)
	}
}

// unannounced acts on a reply that announces none of the meanings of the words to which it replies.
func (d *docket) unannounced(words []notation.Move) {
	law := d.code().Doubtful.Cite()
	if d.Held.Intended == board.Pass {
		d.act(law, game.Replied{Words: game.JoinedWords(words), With: d.wait()})
		return
	}
	d.unchosen(law, game.Adopted{Move: d.Held.Intended, Intended: true}, words)
}

// resolve opens the intention after a reply. The reply is then read in the position after the
// intended move, and may be an offence of the receiver. What the receiver stated beside it acts as
// theirs.
func (d *docket) resolve(law game.Law) {
	reply := *d.Withheld
	var words []notation.Move
	for _, s := range stated.MovesIn(reply.Words) {
		words = append(words, s.Moves...)
	}
	d.asWriter(reply, func() {
		d.unchosen(law, game.Adopted{Move: d.Held.Intended, Intended: true}, words)
		d.alsoStated(reply.With)
	})
}

// asWriter acts on a reply that was kept, for the side that sent it, and on what the reply's letter
// stated beside it.
func (d *docket) asWriter(reply game.Withheld, act func()) {
	before := *d
	d.by, d.ply, d.answers, d.open, d.left, d.asked = reply.By, 0, 0, nil, nil, false
	act()
	d.heed(nil, true, false)
	if len(d.left) > 0 {
		d.name()
	}
	d.by, d.ply, d.answers, d.open, d.left, d.asked = before.by, before.ply, before.answers, before.open, before.left, before.asked
}

// refersIntention asks the umpire what the sender meant, when the sender has not said so in time.
func (d *docket) refersIntention() {
	d.add(game.PartyOf(d.Withheld.By), d.code().Doubtful.Cite(), game.Claimed{Ground: game.Unstated, Words: line.JoinWords(d.Held.Words)})
}
