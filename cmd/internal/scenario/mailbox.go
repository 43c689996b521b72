package scenario

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/mailer"
)

// mailbox is what somebody has received, as they last saw it.
type mailbox struct {
	who     *local.Correspondent
	letters []local.Letter
	told    int // letters that a look has given
}

// box is a mailbox by its name.
func (d *daemon) box(name string) *mailbox {
	b := d.boxes[name]
	if b == nil {
		b = &mailbox{who: d.house.Correspondent(nameOf(name), name)}
		d.boxes[name] = b
	}
	return b
}

// fetch reads the letters that have come since the last fetch.
func (b *mailbox) fetch() error {
	letters, err := b.who.Letters(len(b.letters))
	b.letters = append(b.letters, letters...)
	return err
}

// keyed returns the newest letter about a game, of which there is none yet with
// the number 0, or the newest whose key names a ply.
func (b *mailbox) keyed(game int64, ply int) (local.Letter, error) {
	if err := b.fetch(); err != nil {
		return local.Letter{}, err
	}
	for i := len(b.letters) - 1; i >= 0; i-- {
		if about, at := keyed(b.letters[i]); (game == 0 || about == 0 || about == game) && (ply == 0 || at == ply) {
			return b.letters[i], nil
		}
	}
	if ply == 0 {
		return local.Letter{}, fmt.Errorf("%s has had no letter to answer", b.who.Address)
	}
	return local.Letter{}, noKey(b.who.Address, ply)
}

// keyed returns the game and the ply that the key of a letter names; 0 where it names none.
func keyed(l local.Letter) (game int64, ply int) {
	if key := l.Key(); key.Kind == mailer.KindGame {
		return key.Number, key.Ply
	}
	return 0, 0
}

// news is what the letters are that a look gives: their kinds, their laws, their
// subjects and their texts.
type news struct{ kinds, laws, subjects, texts []string }

// news tells of the letters that the last look has not given.
func (b *mailbox) news() (n news, err error) {
	if err := b.fetch(); err != nil {
		return n, err
	}
	for _, l := range b.letters[b.told:] {
		n.kinds = append(append(n.kinds, l.Kind()), strings.Fields(l.Get("Corrd-Also"))...)
		n.laws = append(n.laws, nonEmpty(l.Get("Corrd-Law"))...)
		n.subjects, n.texts = append(n.subjects, l.Subject()), append(n.texts, l.Text())
	}
	b.told = len(b.letters)
	return n, nil
}

// look asks the daemon for the game and its events, and reads both mailboxes.
func (d *daemon) look(ctx context.Context) (view, error) {
	g, err := d.show(ctx)
	if err != nil {
		return view{}, err
	}
	v := viewOf(g)
	if err := d.travelled(ctx, &v); err != nil {
		return view{}, err
	}
	events, err := d.further(ctx)
	if err != nil {
		return view{}, err
	}
	for _, e := range events {
		v.Laws = append(v.Laws, e.Law)
		var data struct{ Charge carrier.Charge }
		switch paid := e.Kind == "handed_in" || e.Kind == "certified"; {
		case !paid || json.Unmarshal(e.Data, &data) != nil:
		case e.By == board.Black.String():
			d.spent[board.Black] += data.Charge
		case e.By == board.White.String():
			d.spent[board.White] += data.Charge
		}
	}
	v.Charges = [2]string{d.spent[board.White].String(), d.spent[board.Black].String()}
	for side, seat := range d.seats {
		n, err := d.box(seat).news()
		if err != nil {
			return view{}, err
		}
		v.Letters[side], v.Subjects[side], v.Texts[side], v.Laws = n.kinds, n.subjects, n.texts, append(v.Laws, n.laws...)
	}
	return v, nil
}

// travelled looks at what has been under way in the game.
func (d *daemon) travelled(ctx context.Context, v *view) error {
	all, err := control.GameJourney.Ask(ctx, d.ctl, control.Numbered{ID: d.game})
	over := v.State == game.Finished.String()
	for _, j := range all {
		side := board.White
		if j.Side == board.Black.String() {
			side = board.Black
		}
		switch {
		case j.Delivered != nil:
			if last := &v.Delivered[side.Other()]; j.Delivered.After(*last) {
				*last = *j.Delivered // the communications stand in the order of handing in
			}
		case !over && j.UnderWay:
			v.InTransit++
		}
	}
	return err
}

// viewOf is the game as the control socket shows it.
func viewOf(g control.GameView) view {
	v := view{State: g.State, ToAct: g.ToAct, Running: g.Running, Disputes: len(g.Disputes), FEN: g.FEN, Candidates: g.Candidates}
	for _, m := range g.Moves {
		v.Line = append(v.Line, m.UCI)
	}
	v.Used[board.White], v.Used[board.Black] = seconds(g.Clocks.White.Used), seconds(g.Clocks.Black.Used)
	if g.Window != nil {
		v.Regime = g.Window.Regime
	}
	if g.Result != nil {
		v.Result = g.Result.Score + " " + g.Result.Law
	}
	return v
}

// noKey is the error of a step that answers a letter which nobody has had.
func noKey(to string, ply int) error {
	return fmt.Errorf("no letter to %s has carried the key of ply %d", to, ply)
}
