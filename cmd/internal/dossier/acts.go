package dossier

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/mailer"
)

// tried is an act that may have brought about the next events of a log.
type tried struct {
	play.Act
	at     time.Time
	likely bool // what comes of the act is told where no act fits
}

// acts returns the acts that may have brought about the first of some events.
func (d *decider) acts(rest []game.Event) iter.Seq[tried] {
	e := rest[0]
	at := e.At.In(d.zone)
	return func(yield func(tried) bool) {
		for _, act := range d.named(e) {
			if !yield(tried{act, at, true}) {
				return
			}
		}
		if l := d.letterIn(letterOf(rest)); l != nil {
			for act := range d.letterActs(l, rest) {
				if !yield(tried{act, later(at, act.Received), true}) {
					return
				}
			}
		}
		if !yield(tried{play.Alarm{}, at, e.Letter == 0}) {
			return
		}
		if due, _ := d.state.Deadline(); due.After(at) { // a flag that has waited falls as of the time at which it was due
			yield(tried{play.Alarm{}, due.In(d.zone), false})
		}
	}
}

// letterOf returns the letter of the first of some events; what is noted of a card before its
// statements act is of no letter, and the statements follow.
func letterOf(rest []game.Event) int64 {
	for _, e := range rest {
		switch e.Fact.(type) {
		case game.CardInHand, game.CardInTime:
		default:
			return e.Letter
		}
	}
	return 0
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b.In(a.Location())
	}
	return a
}

// named returns the acts that an event itself tells of: those of the umpire, of the next hop,
// of the daemon's own time, and of a search, which is made again.
func (d *decider) named(e game.Event) []play.Act {
	switch f := e.Fact.(type) {
	case game.Started:
		start := play.Start{Terms: f.Terms, Players: f.Players, Lot: f.Lot, Match: f.Match, Tournament: f.Tournament, Letter: e.Letter, Consultation: f.Consultation, Seed: max(f.Seed, f.Drawn), ByCard: f.ByCard}
		return d.starts(start)
	case game.Notified:
		return []play.Act{play.Notify{Side: f.Side}, play.Notify{Side: f.Side, Told: d.state.Seq}, play.CameBack{Side: f.Side}, play.CameBack{Side: f.Side, Asks: true}}
	case game.Reachable:
		return []play.Act{play.Notify{Side: f.Side, Told: f.Told}, play.Heard{Side: f.Side}}
	case game.Unreachable:
		return []play.Act{play.CameBack{Side: f.Side, Told: f.Told}, play.CameBack{Side: f.Side, Asks: true, Told: f.Told}}
	case game.Ruled:
		r := play.Rule{Ruling: f.Ruling, Law: e.Law}
		r.Closes, r.Terms = time.Time{}, nil
		return []play.Act{r}
	case game.Deferred:
		return []play.Act{play.Defer{Letter: f.Letter, Until: f.Until}}
	case game.Credited:
		return []play.Act{play.Outage{From: e.At.Add(-time.Duration(f.Seconds) * time.Second), Until: e.At, Why: f.Why}}
	case game.Inquired, game.Noted, game.Settled:
		return []play.Act{play.Handle{Fact: f}}
	case game.LeaveTaken:
		if f.Everywhere && d.saysEverywhere(e.Letter) {
			return []play.Act{play.TakeLeave{Letter: e.Letter, Side: e.By.AsSide(), Days: f.Days}}
		}
	case game.Rotated:
		return []play.Act{play.Rotate{Rotated: f, Letter: e.Letter}}
	case game.ByCard:
		return []play.Act{play.PutOnCards(f)}
	case game.CardPosted:
		return []play.Act{play.PostCard{Side: f.Side}}
	case game.ProofFound:
		if found, ok := play.Prove(d.state); ok {
			return []play.Act{found}
		}
	}
	return nil
}

// saysEverywhere reports whether a letter takes leave in all games; leave that the office took has
// no letter.
func (d *decider) saysEverywhere(letter int64) bool {
	if letter == 0 {
		return true
	}
	l := d.letterIn(letter)
	return l != nil && slices.ContainsFunc(d.page(l).Statements, func(st interpret.Statement) bool { return st.Kind == interpret.KindLeaveEverywhere })
}

// starts returns the acts that may have begun a game: what the letter of acceptance states
// besides, of which nothing comes, is named by either side's letter.
func (d *decider) starts(start play.Start) (all []play.Act) {
	lefts := [][]string{nil}
	if l := d.letterIn(start.Letter); l != nil {
		if left := d.leftOver(l, d.page(l), d.events); len(left) > 0 {
			lefts = append(lefts, left)
		}
	}
	for _, left := range lefts {
		for _, by := range []board.Side{board.White, board.Black} {
			start.Left, start.LeftBy = left, by
			all = append(all, start)
		}
	}
	return all
}

// letterActs returns the ways in which a letter may have acted: with the ply of its key, or
// with none where it turned to another game; with and without the yes and no that were about
// letters held; and where the clock was not to be trusted.
func (d *decider) letterActs(l *Letter, rest []game.Event) iter.Seq[play.Letter] {
	return func(yield func(play.Letter) bool) {
		by, ok := board.ParseSide(l.Seat)
		if !ok {
			return
		}
		mail, page := d.read(l), ledger.OfGame(d.state, by, d.page(l))
		one := play.Letter{ID: l.ID, By: by, Answers: d.answersTo(mail, by), Received: l.At, Note: page.Note, Whole: page.Whole, Unclear: ledger.Unclear(mail),
			Unread: ledger.UnreadOf(mail, page), Shown: shownIn(rest, l)}
		if rest[0].At.Before(one.Received) {
			one.Received = rest[0].At
		}
		received := []time.Time{one.Received}
		if rest[0].At.After(l.At) && d.asked(l, rest[0].At) { // a letter that was held may count from its release
			received = append(received, rest[0].At)
		}
		for _, e := range rest {
			if f, carried := e.Fact.(game.HandedIn); carried && e.Letter == l.ID {
				one.Released = f.Released
			}
			if f, isStated := e.Fact.(game.Stated); isStated && e.Letter == l.ID && ledger.SaidToUmpire(f.Words, mail, page) {
				one.Prose = f.Words
			}
		}
		if d.state.ByCard[by] {
			one.Card = cardIn(rest, l)
		}
		one.Beside = besideIn(rest, l)
		for _, one.Received = range received {
			if !d.ways(one, l, page, rest, yield) {
				return
			}
		}
	}
}

// asked reports whether corrd asked, between the receipt of a letter and a time, or ever after
// where the time is zero, whether a letter of that seat was its sender's.
func (d *decider) asked(l *Letter, until time.Time) bool {
	return slices.ContainsFunc(d.letters, func(o Letter) bool {
		return o.Dir == "out" && o.Kind == "confirm" && o.Seat == l.Seat && !o.At.Before(l.At) && (until.IsZero() || !o.At.After(until))
	})
}

// ways yields the ways in which a letter that counts from a time may have acted, and reports
// whether more are wanted.
func (d *decider) ways(one play.Letter, l *Letter, page interpret.Page, rest []game.Event, yield func(play.Letter) bool) bool {
	for _, one.Patient = range []bool{false, true} {
		for _, one.Statements = range d.statements(page, one.By) {
			for _, one.Left = range [][]string{nil, d.leftOver(l, page, rest), office(page)} {
				for _, one.Ply = range []int{l.Ply, 0} {
					if !yield(ledger.Remarks(d.state, one)) {
						return false
					}
				}
			}
		}
	}
	return true
}

// read returns a letter as corrd reads its bytes.
func (v *verifier) read(l *Letter) mailer.Letter {
	if l.mail == nil {
		m := l.parse(v.letters)
		l.mail = &m
	}
	return *l.mail
}

// page returns what is stated in a letter. Commands to the office may stand in the subject
// where the body has no statement.
func (v *verifier) page(l *Letter) interpret.Page {
	return ledger.ReadPage(v.read(l))
}

// statements returns the statements of a letter of a side's for the game: all, and those without
// yes and no, which may have been about letters held; and with the halves for this game of words of
// two games.
func (d *decider) statements(page interpret.Page, by board.Side) [][]interpret.Statement {
	var all, rest, halves []interpret.Statement
	for _, s := range page.Statements {
		if !s.Kind.Acts() || s.Game != 0 && int64(s.Game) != d.about.Game {
			continue
		}
		all = append(all, s)
		if s.InOneWord() && d.state.BesideInOneWord() > 0 {
			halves = append(halves, d.state.Half(by, s))
		}
		if !s.Kind.IsYesOrNo() {
			rest = append(rest, s)
		}
	}
	own := slices.DeleteFunc(slices.Clone(all), func(s interpret.Statement) bool { return s.Game == 0 })
	if len(halves) > 0 {
		return [][]interpret.Statement{all, rest, own, halves}
	}
	return [][]interpret.Statement{all, rest, own}
}

// turnsHere reports whether a letter states anything of the game, or nothing at all.
func (d *decider) turnsHere(l Letter) bool {
	page := d.page(&l)
	return len(page.Statements) == 0 || len(d.statements(page, board.White)[0]) > 0
}

// leftOver returns the statements of a letter that the events name as left, though they are
// not for the game, or were a yes or no to nothing.
func (d *decider) leftOver(l *Letter, page interpret.Page, rest []game.Event) (left []string) {
	i := slices.IndexFunc(rest, func(e game.Event) bool {
		f, ok := e.Fact.(game.Refused)
		return ok && f.Why == game.LeftOver && e.Letter == l.ID
	})
	if i < 0 {
		return nil
	}
	named := strings.Split(rest[i].Fact.(game.Refused).Words, "\n")
	for _, s := range page.Statements {
		text := s.Text
		switch {
		case s.Game != 0 && int64(s.Game) != d.about.Game:
			text = fmt.Sprintf("Game %d: %s", s.Game, s.Text)
		case s.Kind.Acts() && !s.Kind.IsYesOrNo():
			continue
		}
		if slices.Contains(named, text) {
			left = append(left, text)
		}
	}
	if page.Withheld != "" && slices.Contains(named, page.Withheld) {
		left = append(left, page.Withheld)
	}
	return left
}

// office returns what a letter states for the mail office.
func office(page interpret.Page) (left []string) {
	for _, s := range page.Statements {
		if !s.Kind.Acts() {
			left = append(left, s.Text)
		}
	}
	if page.Withheld != "" {
		left = append(left, page.Withheld)
	}
	return left
}

// answersTo returns the last event told by the letter to a side that another answers.
func (d *decider) answersTo(mail mailer.Letter, side board.Side) int64 {
	for _, id := range slices.Backward(mail.Named()) {
		if out := d.went[id]; out != nil && out.Seat == side.String() && out.Told != 0 && out.Told <= d.state.Seq {
			return out.Told
		}
	}
	return 0
}

// shownIn returns the rotation that comes with the events of a letter which has shown its key, or
// nil if none does.
func shownIn(rest []game.Event, l *Letter) *game.Rotated {
	for _, e := range rest {
		if f, ok := e.Fact.(game.Rotated); ok && e.Letter == l.ID && f.Why == game.LeakCopied {
			return &f
		}
	}
	return nil
}

// cardIn returns what the events tell of the card on which a letter was written.
func cardIn(rest []game.Event, l *Letter) *game.RealCard {
	card := &game.RealCard{Arrived: l.At}
	for i, e := range rest {
		switch f := e.Fact.(type) {
		case game.CardInTime:
			card.Arrived = e.At
		case game.CardInHand:
			card.InHand = f.On
		case game.HandedIn:
			if e.Letter == l.ID && !f.Delivered.IsZero() {
				card.Arrived = f.Delivered
			}
			return card
		default:
			if i > 2 {
				return card
			}
		}
	}
	return card
}

// besideIn returns what the events say of what stood before a letter's words on the same card or
// form.
func besideIn(rest []game.Event, l *Letter) *play.Beside {
	for _, e := range rest {
		if f, ok := e.Fact.(game.HandedIn); ok && e.Letter == l.ID && f.Beside != "" {
			return &play.Beside{Words: f.Beside, Delivered: f.Delivered, Struck: f.Struck}
		}
	}
	return nil
}

// sortedKeys returns the keys of a map in their order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
