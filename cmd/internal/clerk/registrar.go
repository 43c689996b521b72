package clerk

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/cmd/internal/umpire"
	"corrd/game/tournament"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
)

// afterRegistrar does what the registrar has left to the clerk about the letter.
func (d *taking) afterRegistrar(next desk.Next, err error) error {
	switch {
	case err != nil:
		return err
	case next == desk.Unkeyed:
		if d.mayBeAltered() { // its key stands for the answer to one question, which this is not
			d.withoutKey()
		}
		return d.unkeyed()
	case next == desk.Forgotten:
		return d.forgotten()
	case next == desk.Plays:
		return d.playsInEvent()
	case next == desk.Resigns:
		if err := d.resignAll(); err != nil {
			return err
		}
		return d.Desk.Leave()
	}
	return nil
}

// director returns who carries out what the letter of an entrant asks about an event.
func (d *taking) director() tournaments.Director {
	order := func(o umpire.Order) (umpire.Answer, error) {
		o.Umpire = &ledger.Umpire{} // the conditions of the event rule, and nobody else
		return d.umpires().Take(d.Tx, o)
	}
	return tournaments.Director{Ledger: d.Ledger, Tx: d.Tx, Order: order, Letter: d.Rec.ID}
}

// resignAll resigns the running games of the letter's sender. resignAll leaves out games that have
// begun since the sender was asked, and games in which others play on the same side, because these
// games are also theirs.
func (d *taking) resignAll() error {
	asked, err := d.Tx.Registration(d.Mail.Token.Number)
	if err != nil {
		return err
	}
	running, err := ledger.Running(d.Tx, d.Player.ID)
	if err != nil {
		return err
	}
	for _, id := range running {
		s, err := ledger.SeatIn(d.Tx, *d.Player, id)
		if err != nil {
			return err
		}
		if s.Game.Consults(s.Side) || s.Game.Started.After(asked.At) {
			continue
		}
		resigns := interpret.Statement{Kind: interpret.KindResign, Text: "resign", Line: 1}
		if _, err := d.actInGame(part{Seat: s, playing: []interpret.Statement{resigns}}); err != nil {
			return err
		}
	}
	return nil
}

// playsInEvent takes an answer to a letter about several games of an event, such as the one with
// which it begins. What stands below a line that names a game acts in that game; a move that names
// none is asked about.
func (d *taking) playsInEvent() error {
	if d.mayBeAltered() {
		d.withoutKey()
		return d.unkeyed()
	}
	forOffice := func(st interpret.Statement) bool { return desk.ForOffice(st.Kind) || desk.ForRegistrar(st.Kind) }
	office, playing := partition(d.Page.Statements, forOffice)
	named, bare := partition(playing, func(st interpret.Statement) bool { return st.Game != 0 })
	switch {
	case len(named) > 0:
		d.Left = append(d.Left, desk.TextsOf(bare)...)
	case len(playing) == 0 && len(office) > 0:
		return d.commands(*d.Player, nil, office)
	default:
		if asked, err := d.leavesEvent(); asked || err != nil {
			return err
		}
		return d.askWhichOfEvent()
	}
	d.Page.Statements = slices.DeleteFunc(slices.Clone(d.Page.Statements), func(st interpret.Statement) bool { return st.Game == 0 && !forOffice(st) })
	s, err := ledger.SeatIn(d.Tx, *d.Player, int64(named[0].Game))
	if err != nil {
		return err
	}
	if s.Game.ID == 0 {
		return d.notTheirGame(int64(named[0].Game))
	}
	return d.allGames(s, 0)
}

// askWhichOfEvent asks for which game of an event a letter is.
func (d *taking) askWhichOfEvent() error {
	s, err := d.Tx.Tournament(d.Mail.Token.Number)
	if err != nil {
		return err
	}
	seat := s.SeatOf(d.Player.ID)
	if seat < 0 {
		return d.whichGame(*d.Player)
	}
	data, err := tournaments.Which(d.Tx, s, seat)
	if err != nil {
		return err
	}
	data.Words = d.daysOfLeave()
	return d.Reply("asked", data, store.Returned, "which game?")
}

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
		return st.Kind != interpret.KindWithdraw && st.Kind != interpret.KindResign && !st.Kind.IsYesOrNo() || st.Game != 0
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
