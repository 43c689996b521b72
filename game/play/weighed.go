package play

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"corrd/game"
	"corrd/game/stated"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// weighed returns what the words of a letter come to that answers nothing, and no statement of
// which decides by itself: a resignation, an offer of a draw, leave, or what becomes of a penalty
// that is its writer's to exact.
func (d *docket) weighed(l Letter) (s interpret.Statement, is bool) {
	u := d.Unsaid(d.by)
	if slices.ContainsFunc(l.Statements, d.decides) || d.Phase == game.Finished || d.AwaitsConsent(d.by) || d.asking() != nil || u != nil && d.asksOfWords(u) || d.Held != nil {
		return s, false
	}
	exacts := d.Offence != nil && d.Offence.By != d.by
	if exacts && d.answers == 0 {
		return s, false
	}
	return interpret.Weighed(cmp.Or(l.Whole, l.Note), exacts)
}

// weighedChoice makes the announcement of a letter whose words choose one of the list that its
// writer was sent.
func (d *docket) weighedChoice(l Letter) Letter {
	if !d.weighsChoice(l) || len(l.Statements) == 1 && l.Statements[0].IsMove() && l.Note == "" || slices.ContainsFunc(l.Statements, func(s interpret.Statement) bool {
		return s.Kind == interpret.KindAdopt || len(s.Confirms) > 0 || s.IsMove() && len(d.announced(s.Moves[0])) > 0 && s.Doubt()&notation.Asks == 0
	}) {
		return l
	}
	text := cmp.Or(l.Whole, wholeOf(l))
	_, numbered := d.placeNumbered(text)
	place := interpret.PicksOf(text, len(d.listsTold()[0].Moves), d.placeNamed)
	if numbered || place == 0 {
		return l
	}
	adopts := interpret.Statement{Kind: interpret.KindAdopt, Text: strings.Join(strings.Fields(text), " "), Line: 1, Choice: place}
	if d.travels(l) {
		adopts.Text = "adopt " + strconv.Itoa(place)
	}
	moves, _ := stated.Parted(l.Statements)
	for i, s := range moves {
		if s.Moves[0].Number == place { // "I've gone for (2). B-N3"
			moves[i].Moves = slices.Clone(s.Moves)
			moves[i].Moves[0].Number = 0
		}
	}
	moves = slices.DeleteFunc(moves, func(s interpret.Statement) bool { return len(d.fits(s.Moves, d.Choices())) == 0 }) // "the queen's knight one"
	l.Statements = append([]interpret.Statement{adopts}, moves...)
	return l
}

// weighedReply adds to a letter that adopts one of the list the reply that its words send, where no
// certain move stands beside.
func (d *docket) weighedReply(l Letter) Letter {
	at := slices.IndexFunc(l.Statements, func(s interpret.Statement) bool { return s.Kind == interpret.KindAdopt })
	if len(l.Statements) == 1 && l.Statements[0].IsMove() && len(d.announced(l.Statements[0].Moves[0])) == 1 && l.Note != "" {
		at = 0 // "KKt-K2 it is"
	}
	if at < 0 || !d.weighsChoice(l) {
		return l
	}
	kept, others := l.Statements[at:at+1:at+1], slices.Delete(slices.Clone(l.Statements), at, at+1)
	if slices.ContainsFunc(others, func(s interpret.Statement) bool {
		numbered := s.IsMove() && s.Moves[0].Number != 0 && s.Moves[0].Number == kept[0].Choice // "Adopt 1. P-KR3 from me"
		return s.Kind == interpret.KindAdopt || s.IsMove() && s.Doubt()&(notation.Asks|notation.Planned) == 0 && !(numbered && s.Doubt()&notation.InText != 0)
	}) {
		return l
	}
	reply, sent := interpret.WeighedReply(cmp.Or(l.Whole, wholeOf(l)), func(m notation.Move) bool { return len(d.announced(m)) > 0 })
	switch {
	case sent && len(d.fits(reply.Moves, d.Choices())) > 0 && !slices.ContainsFunc(kept[0].Moves, func(m notation.Move) bool { return m.Text == reply.Text }):
		kept = append(kept, reply)
	case at == 0 && len(others) == 1 && others[0].IsMove() && others[0].Doubt()&notation.Asks == 0: // "My reply: B-KKt5"
		kept = l.Statements
	case kept[0].IsMove():
		return l
	case len(interpret.Named(l.Note)) > 0 || d.namesAnother(l.Note, kept[0].Choice):
		d.leave(l.Note) // whoever names a move there is told that it was not played
	}
	l.Statements, l.Note = kept, ""
	return l
}

// weighsChoice reports whether a letter answers a list of moves to be adopted, and states nothing
// that has no part in that.
func (d *docket) weighsChoice(l Letter) bool {
	if d.Held == nil || d.by == d.Held.By || d.Offence != nil || d.Phase == game.HeldIntention || d.answers == 0 {
		return false
	}
	lists := d.listsTold()
	return len(lists) > 0 && len(lists[0].Then) == 0 && !slices.ContainsFunc(l.Statements, func(s interpret.Statement) bool {
		return s.Kind != interpret.KindMove && !s.Kind.IsYesOrNo() && s.Kind != interpret.KindAdopt && !s.Kind.Row().PassedOn
	})
}
