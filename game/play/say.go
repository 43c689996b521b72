package play

import (
	"corrd/game"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/interpret"
)

// spoken parts the statements of a letter from what it says to the other side: the words behind
// "say:", and the prose about which a yes answers that it is to be passed on. always says that the
// yes holds for the game.
func (d *docket) spoken(all []interpret.Statement) (st []interpret.Statement, words []string, always bool) {
	u := d.Unsaid(d.by)
	if u != nil && (!d.told(u.Told) || d.toldSince(u.Told)) {
		u = nil
	}
	for _, s := range all {
		switch {
		case s.Kind == interpret.KindSay:
			words = append(words, s.Words)
		case u != nil && s.Kind == interpret.KindYes && s.Choice == 0:
			words, always = append(words, u.Words), s.Words == interpret.Always
		case u != nil && s.Kind == interpret.KindNo && s.Choice == 0:
			d.act(codes.HouseWords, game.Asked{Why: game.Dropped, Words: u.Words})
		default:
			st = append(st, s)
		}
	}
	return st, words, always
}

// say says words to the other side. They travel as the game's communications do and, since no
// carrier of the game goes after its end, at once then.
func (d *docket) say(l Letter, said game.Said) {
	why, ok := d.MaySay(d.by, d.at)
	switch {
	case l.Unclear:
		d.ask(codes.HouseProse, game.Unclear, said.Words)
	case !ok && why == game.GameOver:
		d.refuse(d.Result.Law, why, said.Words)
	case !ok:
		d.refuse(codes.HouseWords, why, said.Words)
	case d.travels(l) && d.Phase != game.Finished:
		l.Note = said.Words
		d.post(l, nil, nil, said.Always)
		if l.Card != nil {
			d.deliveries(clocks.Later(d.at, second(l.Card.Arrived)))
		}
	default:
		d.act(codes.HouseWords, said)
	}
}

// travels reports whether what a letter states is handed in to a carrier that takes time.
func (d *docket) travels(l Letter) bool {
	return l.Card != nil || !d.Terms.Carriers().Carrier().AtOnce()
}

// posted reports whether the letter has handed something in, with which its prose travels.
func (d *docket) posted() bool {
	for _, e := range d.events {
		if _, ok := e.Fact.(game.HandedIn); ok && e.Letter == d.from {
			return true
		}
	}
	return false
}

// prose answers a letter of prose alone. The prose is passed on after a question, or without one if
// its writer wants so in this game. Prose that names a man or a square, or seems to mean a
// statement, is always asked about: it may be meant for corrd. A side that may act is told each
// time that no move was found.
func (d *docket) prose(l Letter) {
	asked := game.Asked{Why: game.NoStatement, Words: l.Unread, Moves: d.seemsMeant(l.Note)}
	if len(asked.Moves) == 1 && d.by == d.Position.SideToMove() {
		asked.Ply = d.LastPly() + 1 // a yes plays it
	}
	acts := d.Awaits(d.by) || d.Offending(d.by)
	_, ok := d.MaySay(d.by, d.at)
	switch {
	case l.Note == "" && d.Phase == game.Finished:
		d.refuse(d.Result.Law, game.GameOver, "")
		return
	case !ok && !acts && l.Note != "":
		d.say(l, game.Said{Words: l.Note})
		return
	case ok && d.Sayings[d.by].Always && l.Note != "" && len(asked.Moves) == 0 && !mayBeMeant(l.Note):
		if d.say(l, game.Said{Words: l.Note, Prose: true}); !acts || d.asked {
			return
		}
	case ok && l.Note != "" && len(asked.Moves) == 0 && d.nothingAsked():
		asked.Text = l.Note
	}
	law := codes.HouseProse
	if !acts && l.Note != "" {
		asked.Why, law = game.PassOn, codes.HouseWords
	}
	d.asked = true
	d.act(law, asked)
}

// nothingAsked reports whether nothing else waits for a yes of the letter's side.
func (d *docket) nothingAsked() bool { return !d.AsksOf(d.by, d.Seq) || d.Unsaid(d.by) != nil }
