package dossier

import (
	"slices"

	"corrd/game"
	"corrd/game/board"
	"corrd/store"
)

// hidden is what a side must not know of a game that is still played: what is under way and
// what will become of it, what the other side holds sealed, and what the other side and the
// umpire have written for the umpire alone.
type hidden struct {
	reader  board.Side
	state   game.State
	lines   map[int64]bool // the events whose lines are withheld
	texts   map[int64]bool // the events whose texts alone are withheld
	letters map[int64]bool // the letters that came in and brought these about
}

// hide takes out of a case what its reader must not know. Of a game that is over nothing is
// hidden.
func (c *Case) hide(reader board.Side) {
	h := hidden{reader: reader, state: game.State{ID: c.Game}, lines: map[int64]bool{}, texts: map[int64]bool{}, letters: map[int64]bool{}}
	for _, e := range c.Events {
		h.state = h.state.Apply(e.Event)
	}
	if h.state.Result != nil {
		return
	}
	for i := range c.Events {
		h.event(&c.Events[i])
	}
	for i := range c.Events {
		h.salt(&c.Events[i])
	}
	for i := range c.Letters {
		h.letter(&c.Letters[i], c.Events)
	}
}

// event withholds the line of an event, or its texts.
func (h *hidden) event(e *store.Entry) {
	theirs := e.Event.By == game.PartyOf(h.reader.Other())
	line, text := false, false
	switch f := e.Event.Fact.(type) {
	case game.Started:
		line, text = f.Seed != 0 && f.Terms.Carriers().Seed == 0, f.Drawn != 0
	case game.HandedIn:
		line = theirs && (f.With != nil || f.Struck) || h.state.UnderWay(f.Number)
	case game.Promised:
		line = theirs && h.state.Terms.Sealed()
	case game.Intended:
		line = theirs
	case game.Stated:
		text = theirs
	case game.Inquired:
		text = f.Side != h.reader
	case game.Sealed:
		text = theirs && h.seals(e.Event.Letter)
	case game.Refused:
		text = theirs && h.sits() && f.Why != game.NotComplying
	case game.Asked:
		line = theirs && h.sits()
	case game.Noted:
		text = true
	}
	switch {
	case line:
		h.lines[e.Seq], e.Line = true, nil
		fallthrough
	case text:
		h.texts[e.Seq] = true
		e.Beside = slices.Clone(e.Beside)
		for i := range e.Beside {
			if b := &e.Beside[i]; b.Erased == 0 && (b.Name != store.RawText || theirs) {
				b.Salt, b.Text = store.Salt{}, nil
			}
		}
	default:
		return
	}
	if theirs {
		h.letters[e.Event.Letter] = true
	}
}

// salt withholds the salt of the letter that brought an event about, where the letter is
// withheld because of another event: without the salt nobody can try what the letter says.
func (h *hidden) salt(e *store.Entry) {
	if !h.letters[e.Event.Letter] || e.Event.Letter == 0 {
		return
	}
	e.Beside = slices.Clone(e.Beside)
	for i := range e.Beside {
		if b := &e.Beside[i]; b.Name == store.RawText {
			b.Salt = store.Salt{}
		}
	}
}

// seals reports whether the move that a letter of the other side's has sealed is unopened.
func (h *hidden) seals(letter int64) bool {
	x := h.state.Sealed
	return x != nil && x.By != h.reader && x.Letter == letter
}

// sits reports whether the game is played in sessions: then words that the other side was
// asked about or refused, of which no letter tells the reader, may be those of a move that
// they seal.
func (h *hidden) sits() bool { return !h.state.Closes.IsZero() || h.state.Resting() }

// letter withholds the bytes of a letter of the other side's, or to it, in which something
// hidden may stand: those that brought it about, and all since the first that is hidden of
// which nothing came that the reader was told; and of the umpire's letters those in which no
// ruling is written that was made.
func (h *hidden) letter(l *Letter, events []store.Entry) {
	if l.Seat == h.reader.String() {
		return
	}
	since := func(all map[int64]bool) bool {
		for seq := range all {
			e := events[seq-1].Event
			if e.By != game.Corrd && (l.Dir == "out" && l.Told >= seq || l.Dir == "in" && !l.At.Before(e.At)) {
				return true
			}
		}
		return false
	}
	told := l.Dir == "in" && slices.ContainsFunc(events, func(e store.Entry) bool { return e.Event.Letter == l.ID && l.ID != 0 })
	if l.Seat == UmpireSeat && !told || l.Dir == "in" && h.letters[l.ID] || !told && (since(h.lines) || since(h.texts)) {
		l.Raw, l.Subject, l.Gone = nil, "", withheld
	}
}

// withheld says why the bytes of a letter are not in an archive for a side.
const withheld = "withheld from this side while the game is played"
