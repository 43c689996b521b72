package clerk

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// commands carries out the statements for the office and the registrar. All settings are made. A
// letter gets one answer: to all its challenges, or else to the first of the other statements.
// The answer names the statements that were left out. s is the seat whose key the letter carries;
// nil without such a key.
func (d *taking) commands(p store.Player, s *ledger.Seat, all []interpret.Statement) error {
	settings, others := settingsIn(all)
	if len(settings) > 0 {
		data, err := d.set(&p, settings)
		if err != nil {
			return err
		}
		if len(others) == 0 {
			return d.Office(data)
		}
		d.Left = append(d.Left, d.unset(settings)...)
	}
	challenges, rest := partition(others, func(st interpret.Statement) bool { return st.Kind == interpret.KindChallenge })
	if len(challenges) > 0 {
		d.Player, d.Left = &p, append(d.Left, desk.TextsOf(desk.WithoutWords(rest))...)
		return d.Desk.Challenges(challenges)
	}
	d.Left = append(d.Left, desk.TextsOf(others[1:])...)
	return d.command(p, s, others[0])
}

// partition separates the statements for which holds is true from the others.
func partition(all []interpret.Statement, holds func(interpret.Statement) bool) (those, others []interpret.Statement) {
	for _, st := range all {
		if holds(st) {
			those = append(those, st)
		} else {
			others = append(others, st)
		}
	}
	return those, others
}

// command carries out one statement for the office or the registrar.
func (d *taking) command(p store.Player, s *ledger.Seat, st interpret.Statement) error {
	switch st.Kind {
	case interpret.KindRegister:
		return d.Desk.Register(st)
	case interpret.KindWithdrawChallenge:
		d.Player = &p
		return d.Desk.WithdrawNumbered(st)
	case interpret.KindHelp:
		return d.Office(fromSeat(s, templates.Data{Topic: templates.Help, Words: texts.Topic(st.Words)}))
	case interpret.KindGames:
		lines, err := d.gameLines(p)
		open, err2 := d.Desk.ChallengeLines(p)
		if err != nil {
			return err
		}
		if err2 != nil {
			return err2
		}
		running, err := ledger.Running(d.Tx, p.ID)
		if err != nil {
			return err
		}
		return d.Office(templates.Data{Topic: templates.Games, Lines: lines, Open: open, Games: running})
	case interpret.KindAddress:
		return d.Desk.Address(p, s != nil, st)
	case interpret.KindStop:
		return d.Desk.Stop(p)
	case interpret.KindStopNews:
		return d.Desk.StopNews(p)
	case interpret.KindBlock, interpret.KindUnblock:
		return d.Desk.Block(p, st)
	case interpret.KindUnregister:
		return d.Desk.Unregister(p, st)
	case interpret.KindLeaveEverywhere:
		return d.leaveEverywhere(p, st)
	case interpret.KindEvents:
		return d.Desk.Events(p)
	case interpret.KindEnter, interpret.KindTable, interpret.KindWithdrawEntry:
		return d.Desk.AboutEvent(d.director(), p, st)
	case interpret.KindLaw:
		return d.law(p, s, st)
	case interpret.KindWatch, interpret.KindUnwatch:
		return d.observes(p, st)
	}
	return d.aboutGame(p, s, st)
}

// fromSeat gives an answer of the office the reply address of the seat whose key the letter
// carries: who answers it with a move has sent the move. Without a seat the address is that of the
// office.
func fromSeat(s *ledger.Seat, data templates.Data) templates.Data {
	if s != nil && s.Game.ID != 0 {
		data.Game, data.Side, data.Seq = s.Game.ID, s.Side, s.Game.Seq
	}
	return data
}

// aboutGame answers a command that shows one game to one of its players.
func (d *taking) aboutGame(p store.Player, s *ledger.Seat, st interpret.Statement) error {
	words, terms := strings.CutPrefix(st.Words, "terms")
	named, err := strconv.ParseInt(strings.TrimSpace(words), 10, 64)
	if terms && st.Kind == interpret.KindShow {
		return d.showTerms(p, s, named)
	}
	if err == nil || s == nil {
		other, err := d.seatMeant(p, named)
		if err != nil {
			return err
		}
		switch {
		case other.Game.ID != 0:
			s = &other
		case named != 0:
			return d.notTheirGame(named)
		default:
			return d.whichGame(p)
		}
	}
	data := templates.Data{Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq}
	d.Rec.Game, d.Rec.Side = s.Game.ID, s.Side
	switch st.Kind {
	case interpret.KindHistory:
		data.Topic = templates.History
	case interpret.KindPGN:
		data.Topic = templates.PGNText
	case interpret.KindBook:
		if s.Game.Result == nil {
			data.Topic = templates.NoBook
			return d.Reply("refused", data, store.Returned, "not over yet")
		}
		data.Topic = templates.Book
	case interpret.KindAgain:
		d.Player = &p
		return d.Desk.Again(*s)
	case interpret.KindTry:
		return d.try(*s, st, data)
	case interpret.KindRepeat:
		data.Topic = templates.Show
		return d.Reply("repeat", data, store.Answered, "repeated")
	default:
		data.Topic = templates.Show
	}
	return d.Office(data)
}

// seatMeant returns the seat of a player in the game with the number named, or with 0 in the game
// that the letter means without a number. The seat's Game has number 0 when there is no such seat.
func (d *taking) seatMeant(p store.Player, named int64) (ledger.Seat, error) {
	if named == 0 {
		meant, err := d.gameMeant(p)
		if err != nil {
			return ledger.Seat{}, err
		}
		named = meant
	}
	return ledger.SeatIn(d.Tx, p, named)
}

// try tells the sender what words express in the present position. Such words are not communication
// in the game. The sender is refused while they have to choose among moves or to discharge a
// penalty.
func (d *taking) try(s ledger.Seat, st interpret.Statement, data templates.Data) error {
	data.Topic, data.Words = templates.Tried, st.Words
	number, _ := s.Game.TurnNumber()
	switch {
	case s.Game.Terms.Blindfold():
		data.Reason = texts.Say("try blindfold")
	case len(st.Moves) == 0 || !s.Game.MayTry(s.Side):
		data.Reason = texts.Say("try not now")
	default:
		position := s.Game.Position
		result := st.Moves[0].Readings(&position, s.Game.Code().Rules(s.Game.Terms))
		data.Words, data.Number = st.Moves[0].Text, int64(number)
		data.Lines = describe(&s.Game, &position, result)
		for _, m := range result.Moves {
			data.Plays = append(data.Plays, templates.Playing(&s.Game, m))
		}
	}
	return d.Office(data)
}

func describe(s *game.State, p *board.Position, r notation.Result) []string {
	lines := []string{texts.Say("tried " + r.Verdict.String())}
	for i, m := range r.Moves {
		lines = append(lines, fmt.Sprintf("(%d) %s (%s)", i+1, notation.Record(p, m), s.SAN(p, m)))
	}
	if s.Hushed() {
		return lines
	}
	for _, remark := range r.Remarks {
		lines = append(lines, texts.Because(notation.Remark(remark)))
	}
	return lines
}

// whichGame asks a player which of their games a letter is for, and names some that they play.
func (d *taking) whichGame(p store.Player) error {
	running, err := ledger.Running(d.Tx, p.ID)
	if err != nil {
		return err
	}
	running = running[:min(len(running), mostNamed)]
	lines, err := d.linesOf(p, running)
	if err != nil {
		return err
	}
	data := templates.Data{Topic: templates.WhichGame, Lines: lines, Games: running, Words: d.daysOfLeave()}
	return d.Reply("asked", data, store.Returned, "which game?")
}

// notTheirGame refuses a letter that names a game in which its writer has no seat.
func (d *taking) notTheirGame(id int64) error {
	return d.Reply("refused", templates.Data{Topic: templates.NotYourGame, Number: id}, store.Returned, "not their game")
}

// daysOfLeave returns how long a leave is that the letter asks for first, in the words of the
// letter; "" if it asks for none, or names dates.
func (d *taking) daysOfLeave() string {
	if st := d.Page.Statements; len(st) > 0 && st[0].Kind == interpret.KindLeave && wholeDays.MatchString(st[0].Words) {
		return st[0].Words
	}
	return ""
}

// wholeDays is the length of a leave.
var wholeDays = regexp.MustCompile(`^[0-9]+ days?$`)

// mostNamed is how many games the question which game is meant names.
const mostNamed = 10

// gameLines describes a player's games, one line for each.
func (d *taking) gameLines(p store.Player) ([]string, error) {
	ids, err := d.Tx.GamesOf(p.ID)
	if err != nil {
		return nil, err
	}
	return d.linesOf(p, ids)
}

// linesOf describes some games of a player, one line for each.
func (d *taking) linesOf(p store.Player, ids []int64) (lines []string, err error) {
	if err := d.Tx.Expect(store.Likely{Games: ids}); err != nil {
		return nil, err
	}
	for s, err := range ledger.SeatsOf(d.Tx, p, ids) {
		if err != nil {
			return nil, err
		}
		both, err := ledger.Names(d.Tx, s.Game)
		if err != nil {
			return nil, err
		}
		lines = append(lines, gameLine(s, both[s.Side.Other()]))
	}
	return lines, nil
}

func gameLine(s ledger.Seat, opponent string) string {
	status := templates.Status(s.Game)
	if m := s.Game.Match; m != nil {
		status += texts.Say("status match", m.Number, m.Games)
	}
	return texts.Say("status", s.Game.ID, s.Side, opponent, status)
}

// law answers with the text of a provision: of the code of the seat's game, or without a seat of
// the code by which this server plays.
func (d *taking) law(p store.Player, s *ledger.Seat, st interpret.Statement) error {
	terms, keyed := d.Terms, s
	if s == nil {
		only, err := d.seatMeant(p, 0)
		if err != nil {
			return err
		}
		s = &only
	}
	if s.Game.ID != 0 {
		terms = s.Game.Terms
	}
	return d.Office(fromSeat(keyed, templates.Data{Topic: templates.Law, Words: st.Words, Terms: &terms}))
}

// showTerms answers with the terms of a game or, if the letter answers a challenge or the
// announcement of an event, with the terms of that.
func (d *taking) showTerms(p store.Player, s *ledger.Seat, named int64) error {
	if t := d.Mail.Token; t.Kind == mailer.KindChallenge && named == 0 {
		ch, err := d.Tx.Challenge(t.Number)
		if err != nil {
			return err
		}
		agreed, err := ledger.ChallengeTerms(ch)
		if err != nil {
			return err
		}
		return d.Office(templates.Data{Topic: templates.ShowTerms, Terms: &agreed})
	}
	if t := d.Mail.Token; t.Kind == mailer.KindEvent && named == 0 {
		event, err := d.Tx.Tournament(t.Number)
		if err != nil {
			return err
		}
		return d.Office(templates.Data{Topic: templates.ShowTerms, Terms: &event.Terms, Event: event.Name})
	}
	keyed := s
	if s == nil || named != 0 {
		other, err := d.seatMeant(p, named)
		if err != nil {
			return err
		}
		s = &other
	}
	switch {
	case s.Game.ID != 0:
		data := fromSeat(keyed, templates.Data{Topic: templates.ShowTerms, Number: s.Game.ID, Terms: &s.Game.Terms})
		if t := s.Game.Tournament; t != nil {
			data.Event = t.Name
		}
		return d.Office(data)
	case named != 0:
		return d.notTheirGame(named)
	}
	return d.Office(templates.Data{Topic: templates.ShowTerms, Terms: &d.Terms})
}

// leaveEverywhere takes leave for a player in all their games at once, and tells them in one letter
// what has come of it.
func (d *taking) leaveEverywhere(p store.Player, st interpret.Statement) error {
	if !d.Proven() {
		return d.UnprovenWish()
	}
	now := d.Tx.Now().In(d.Ledger.Zone)
	if wanted := clocks.ReadLeave(st.Words, now, now); !wanted.AtOnce() {
		reason := "length"
		if !wanted.From.IsZero() {
			reason = "later"
		}
		return d.Reply("asked", templates.Data{Topic: templates.LeaveEverywhere, Name: p.Name, Words: st.Text, Reason: reason, Place: wanted.Days}, store.Returned, "leave: how long?")
	}
	today := ledger.TallyLeaves.By(p.ID, d.Tx.Now())
	if taken, err := d.Tx.Count(today); err != nil || taken > 0 { // the letter may be a copy of the one that took it
		if err != nil {
			return err
		}
		return d.Reply("refused", templates.Data{Topic: templates.LeaveEverywhere, Name: p.Name, Reason: "today"}, store.Returned, "leave: taken today")
	}
	data, err := ledger.LeaveEverywhere(d.Tx, d.Ledger, d.watch.UpToDate, p, st.Words, d.By())
	if err != nil {
		return err
	}
	if len(data.Lines) == 0 {
		return d.Reply("refused", data, store.Returned, "leave: none")
	}
	return d.Acknowledge("office", data, store.Acted, "leave everywhere")
}
