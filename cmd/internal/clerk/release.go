package clerk

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/cmd/internal/umpire"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
	"corrd/templates"
)

// release makes a held letter act, as of its own receipt or as of the letter that releases it
// (ledger.Backdating). When the held letter answers a question that another letter has answered
// since, release only tells the sender so.
func (d *taking) release(s ledger.Seat, held store.Letter) error {
	raw, err := d.Tx.Raw(held.ID)
	if errors.Is(err, store.ErrPurged) {
		return d.releaseTooLate(s, held)
	}
	if err != nil {
		return err
	}
	mail := parse.Letter(raw, mailer.Envelope{To: held.To}, d.readAgainstOwn(func(f func(store.View) error) error { return f(d.Tx) }, held.ID))
	backdating, err := ledger.BackdatingOf(d.Tx, s.Game, held)
	if err != nil {
		return err
	}
	held.Player, held.State, held.Verdict = s.Player.ID, store.Returned, "nothing in it acts"
	if err := d.Tx.PutLetter(&held, nil); err != nil {
		return err
	}
	again := newTaking(d.Tools, d.tools, d.Tx, &held, d.Out.At)
	backdated := backdating.InTime(held, d.counts())
	if again.from = d.counts(); backdated {
		again.from, again.released = held.Received, d.counts()
	}
	again.Mail, again.Player, again.Reading = mail, &s.Player, pageOf(d.Log, mail)
	if mail.Token.Kind == mailer.KindHeld {
		if err := again.readAsSeat(); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	if again.Read() != nil {
		if err := again.givenUp(); err != nil {
			return err
		}
		return d.Tx.PutLetter(&held, nil)
	}
	if t := again.Mail.Token; t.Kind == mailer.KindGame && t.Number == s.Game.ID && again.ageOf(s) == keyRight {
		if again.Shown, err = again.showing(s); err != nil {
			return err
		}
	}
	if again.spent {
		err = again.answeredInVain(s)
	} else {
		err = again.fromSeat(s, held.Ply)
	}
	if err != nil {
		return err
	}
	if err := again.rotateShown(s.Game.ID); err != nil {
		return err
	}
	held.Backdated = backdated && (held.State == store.Acted || held.State == store.Returned)
	if err := d.Tx.PutLetter(&held, nil); err != nil {
		return err
	}
	return d.settleFlag(s)
}

// statesBeside returns the statements of a letter that is too long to be quoted whole. Nobody can
// say yes to statements that they were not shown.
func (d *taking) statesBeside() []string {
	if ledger.QuotedWhole(d.Mail.Text) {
		return nil
	}
	return ledger.Named(desk.TextsOf(d.Reading().Statements))
}

// notKept is the verdict on a held letter that cannot act any more.
const notKept = "its bytes are not kept any more"

// releaseTooLate drops a held letter whose bytes are not kept any more, and tells the sender.
func (d *taking) releaseTooLate(s ledger.Seat, held store.Letter) error {
	held.State, held.Verdict = store.Discarded, notKept
	if err := d.Tx.PutLetter(&held, nil); err != nil {
		return err
	}
	if err := d.settleFlag(s); err != nil {
		return err
	}
	return d.Acknowledge("office", templates.Data{Topic: templates.HeldOver, Number: held.ID, Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq,
		Address: held.From, Received: held.Received, Reason: string(held.State)}, store.Answered, fmt.Sprintf("letter %d: %s", held.ID, notKept))
}

// A fault of the program in reading one letter must not end the daemon, because the daemon would
// find the letter again when it starts. Reading is pure, so nothing is half done where it breaks off.

// letterIn returns the letter in bytes, and the fault at which reading them broke off. With a fault
// the letter is empty.
func letterIn(raw []byte, env mailer.Envelope, with parse.Options) (mail mailer.Letter, err error) {
	defer func() {
		if r := recover(); r != nil {
			mail, err = mailer.Letter{}, fmt.Errorf("its bytes cannot be read: %v\n%s", r, debug.Stack())
		}
	}()
	return parse.Letter(raw, env, with), nil
}

// pageOnce returns what reads the statements of a letter, at most once. At a fault the log is told,
// and the letter counts as one that takes too much work: its sender is asked for a plainer one.
func pageOnce(log *slog.Logger, mail mailer.Letter, read func(mailer.Letter) interpret.Page) func() interpret.Page {
	return sync.OnceValue(func() (page interpret.Page) {
		defer func() {
			if r := recover(); r != nil {
				log.Error("a fault in reading a letter", "message", mail.MessageID, "from", mail.From, "fault", r, "stack", string(debug.Stack()))
				page = interpret.Page{GivenUp: true}
			}
		}()
		return read(mail)
	})
}

// pageOf is pageOnce with desk.ReadPage.
func pageOf(log *slog.Logger, mail mailer.Letter) func() interpret.Page {
	return pageOnce(log, mail, desk.ReadPage)
}

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
		return desk.RegistrarAt(d.Desk).Leave()
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

// playsInEvent takes an answer to the letter with which an event begins. What stands below a line that
// names a game acts in that game; a move that names none is asked about.
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
		return d.askWhichOfEvent()
	}
	d.Page.Statements = slices.DeleteFunc(slices.Clone(d.Page.Statements), func(st interpret.Statement) bool { return st.Game == 0 && !forOffice(st) })
	s, err := ledger.SeatIn(d.Tx, *d.Player, int64(named[0].Game))
	if err != nil {
		return err
	}
	if s.Game.ID == 0 {
		return d.Reply("refused", templates.Data{Topic: templates.NotYourGame, Number: int64(named[0].Game)}, store.Returned, "not their game")
	}
	return d.allGames(s, 0)
}

// askWhichOfEvent asks for which game of an event a move is.
func (d *taking) askWhichOfEvent() error {
	s, err := d.Tx.Tournament(d.Mail.Token.Number)
	if err != nil {
		return err
	}
	seat := s.SeatOf(d.Player.ID)
	if seat < 0 {
		return d.Reply("asked", templates.Data{Topic: templates.WhichGame}, store.Returned, "which game?")
	}
	data, err := tournaments.Begun(d.Tx, s, seat)
	data.Topic = templates.WhichOfEvent
	if err != nil {
		return err
	}
	return d.Reply("asked", data, store.Returned, "which game?")
}
