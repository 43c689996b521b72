package play

import (
	"slices"
	"strconv"
	"strings"

	"corrd/game"
	"corrd/interpret"
	"corrd/interpret/notation"
)

// weighed returns what a letter that states nothing and answers nothing comes to by its words: a
// resignation, an offer of a draw, leave, or what becomes of a penalty that is its writer's to
// exact.
func (d *docket) weighed(l Letter) (s interpret.Statement, is bool) {
	u := d.Unsaid(d.by)
	if len(l.Statements) > 0 || l.Note == "" || d.Phase == game.Finished || d.AwaitsConsent(d.by) || d.asking() != nil || u != nil && d.asksOfWords(u) || d.Held != nil {
		return s, false
	}
	exacts := d.Offence != nil && d.Offence.By != d.by
	if exacts && d.answers == 0 {
		return s, false
	}
	return interpret.Weighed(l.Note, exacts)
}

// weighedChoice makes the announcement of a letter whose words choose one of the list that its
// writer was sent, and the reply beside an announcement.
func (d *docket) weighedChoice(l Letter) Letter {
	if d.Held == nil || d.by == d.Held.By || d.Offence != nil || d.Phase == game.HeldIntention {
		return l
	}
	lists := d.listsTold()
	if d.answers == 0 || len(lists) == 0 || len(lists[0].Then) > 0 || len(l.Statements) == 1 && l.Statements[0].IsMove() && l.Note == "" || slices.ContainsFunc(l.Statements, func(s interpret.Statement) bool {
		return s.Kind != interpret.KindMove && s.Kind != interpret.KindYes && s.Kind != interpret.KindNo && s.Kind != interpret.KindAdopt
	}) {
		return l
	}
	text := wholeOf(l)
	if _, numbered := d.placeNumbered(text); numbered {
		return l
	}
	at := slices.IndexFunc(l.Statements, func(s interpret.Statement) bool { return s.Kind == interpret.KindAdopt })
	if at < 0 && (len(l.Statements) > 1 || len(l.Statements) == 1 && l.Statements[0].IsMove() && len(d.announced(l.Statements[0].Moves[0])) > 0 && l.Statements[0].Doubt()&notation.Asks == 0) {
		return l
	}
	if at < 0 {
		place := interpret.PicksByWords(text, len(lists[0].Moves), d.placeNamed)
		if place == 0 {
			return l
		}
		adopts := interpret.Statement{Kind: interpret.KindAdopt, Text: strings.Join(strings.Fields(text), " "), Line: 1, Choice: place}
		if d.travels(l) {
			adopts.Text = "adopt " + strconv.Itoa(place)
		}
		l.Statements, l.Note, at = append([]interpret.Statement{adopts}, l.Statements...), "", 0
	}
	certain := func(s interpret.Statement) bool {
		return s.IsMove() && s.Doubt()&(notation.Asks|notation.Planned) == 0
	}
	if slices.ContainsFunc(l.Statements, certain) || slices.ContainsFunc(l.Statements[at+1:], func(s interpret.Statement) bool { return s.Kind == interpret.KindAdopt }) {
		return l
	}
	kept := l.Statements[at : at+1 : at+1]
	if reply, sent := interpret.WeighedMove(text); sent && len(d.announced(reply.Moves[0])) == 0 && len(d.fits(reply.Moves, d.Choices())) > 0 && !slices.ContainsFunc(kept[0].Moves, func(m notation.Move) bool { return m.Text == reply.Text }) {
		kept = append(kept, reply)
	}
	l.Statements = kept
	return l
}
