package clerk

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/game/tournament"
	"corrd/interpret"
	"corrd/templates"
)

// leavingWords are words with which somebody leaves what they have entered, and eventWords words
// for an event.
var (
	leavingWords = regexp.MustCompile(`(?i)\b(?:withdraw(?:n|ing|al)?|take me (?:out|off)|(?:drop|pull|opt|back) out|leave|leaving|resign|cancel|scratch me|out of|(?:can ?not|can[’']?t|not|unable to|won[’']?t) (?:play|take part|be able))\b`)
	eventWords   = regexp.MustCompile(`(?i)\b(?:event|tournament|entry|competition|championship)\b`)
)

// mostOfLeaving is how many octets of a letter are looked at for such words.
const mostOfLeaving = 400

// leavesEvent asks a player whether they withdraw from an event, and reports whether it did so:
// the letter speaks of leaving the event, by its name or in answer to a letter about it, or it
// withdraws or resigns while its writer plays no game. About anything else it asks nothing.
func (d *taking) leavesEvent() (asked bool, err error) {
	other := func(st interpret.Statement) bool {
		return desk.ForOffice(st.Kind) || desk.ForRegistrar(st.Kind) || st.Kind.IsMove() || st.Game != 0
	}
	if slices.ContainsFunc(d.Page.Statements, other) {
		return false, nil
	}
	text := d.Mail.Text[:min(len(d.Mail.Text), mostOfLeaving)]
	withdraws := d.FirstKind() == interpret.KindWithdraw.String() || d.FirstKind() == interpret.KindResign.String()
	if !withdraws && !leavingWords.MatchString(text) {
		return false, nil
	}
	s, ok, err := d.eventToLeave(text)
	if err != nil || !ok {
		return false, err
	}
	about := d.Mail.Token.Number == s.ID && !d.Mail.Token.IsZero() || d.answeredData.Number == s.ID && slices.Contains([]templates.Topic{templates.Entry, templates.EventTable}, d.answeredData.Topic)
	named := eventWords.MatchString(text) || strings.Contains(strings.ToLower(text), strings.ToLower(s.Name))
	if !named && !(about && s.Phase == tournament.Open) {
		running, err := ledger.Running(d.Tx, d.Player.ID)
		if err != nil || len(running) > 0 || !withdraws {
			return false, err
		}
	}
	leave := interpret.Statement{Kind: interpret.KindWithdrawEntry, Words: strconv.FormatInt(s.ID, 10)}
	return true, d.Desk.AboutEvent(d.director(), *d.Player, leave)
}

// eventToLeave returns the event from which the writer of a text can withdraw: the only one, or the
// only one that the text names.
func (d *taking) eventToLeave(text string) (s tournament.State, ok bool, err error) {
	all, err := d.Tx.Tournaments()
	if err != nil {
		return s, false, err
	}
	all = slices.DeleteFunc(all, func(s tournament.State) bool { return tournaments.MayWithdraw(s, *d.Player) != "" })
	if len(all) > 1 {
		all = slices.DeleteFunc(all, func(s tournament.State) bool {
			return !strings.Contains(strings.ToLower(text), strings.ToLower(s.Name))
		})
	}
	if len(all) != 1 {
		return s, false, nil
	}
	return all[0], true, nil
}
