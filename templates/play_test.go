package templates

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/play"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
)

var testOffice = Office{Name: "corrd", Address: "corrd@club.example", Domain: "club.example"}

// sitting is a game being played by letters, each rendered for its readers as
// the clerk would have it rendered.
type sitting struct {
	t        tester
	state    game.State
	now      time.Time
	log      []game.Event
	letters  []sent // of the last step
	settings map[string]string
	writers  map[int64]int64 // of letters, by their numbers
	cards    [2][]carded     // to each side that plays by real cards
}

// carded is a card to a side: the last event it tells, whether it asks for an answer, and when it
// was posted; zero: it was not.
type carded struct {
	seq    int64
	asks   bool
	posted time.Time
}

// sent is a letter that goes out.
type sent struct{ letter GameLetter }

func (s sent) name() string {
	if s.letter.Reader.Former {
		return "former-" + s.letter.Reader.Side.String()
	}
	return s.letter.Kind + "-" + s.letter.Reader.Side.String()
}

// tester is a test, or one of the random cases of one.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// sit begins a game on the default terms, changed as a challenge would change
// them, with settings for both readers. The words "side" and "cards" are no terms: they have White
// consult, and "white", "black" or "both" play by real cards.
func sit(t tester, written, settings map[string]string) *sitting {
	t.Helper()
	var list []interpret.Term
	var sides *game.Consultation
	for k, v := range written {
		switch k {
		case "side":
			sides = &game.Consultation{White: []int64{1, 3}, Black: []int64{2}}
			continue
		case "cards":
			continue
		}
		list = append(list, interpret.Term{Key: k, Value: v})
	}
	agreed, refusal := codes.ParseTerms(list, terms.Default())
	if refusal != "" {
		t.Fatal(refusal)
	}
	g := &sitting{t: t, now: time.Date(2026, 1, 1, 10, 0, 0, 0, time.UTC), settings: settings, writers: map[int64]int64{}}
	g.state.ID = 12
	lot := &game.Lot{Nonce: strings.Repeat("5a", 32), Commitment: strings.Repeat("c0", 32), Letter: 7}
	g.act(play.Start{Terms: agreed, Players: [2]int64{1, 2}, Lot: lot, Letter: 7, Consultation: sides, ByCard: byCard(written["cards"])}, "")
	return g
}

// byName is the side of a name.
func byName(t tester, name string) (side board.Side) {
	t.Helper()
	if err := side.UnmarshalText([]byte(name)); err != nil {
		t.Fatal(err)
	}
	return side
}

// byCard are the sides that play by real cards: "white", "black", "both" or "" for neither.
func byCard(who string) [2]bool {
	return [2]bool{board.White: who == "white" || who == "both", board.Black: who == "black" || who == "both"}
}

// step does one step of a script: "white: P-K4", "black: …", "wait 26h", "bounce:
// white" (an hour later the letter that asked White comes back), "inquire: white …" (the
// umpire asks White something about the first dispute), "post: black" (the card that waits
// for Black is posted), in which "\n" stands for a line feed and prose after " // " for a note.
func (g *sitting) step(step string) {
	g.t.Helper()
	g.letters = nil
	if d, ok := strings.CutPrefix(step, "wait "); ok {
		wait, err := time.ParseDuration(d)
		if err != nil {
			g.t.Fatal(err)
		}
		g.wait(wait)
		return
	}
	who, text, _ := strings.Cut(step, ": ")
	if who == "umpire" {
		g.rule(text)
		return
	}
	if who == "inquire" {
		name, words, _ := strings.Cut(text, " ")
		g.act(play.Handle{Fact: game.Inquired{Dispute: g.state.Disputes()[0].Seq, Side: byName(g.t, name), Words: words, Until: g.now.Add(14 * 24 * time.Hour)}}, "")
		return
	}
	if who == "post" {
		g.posted(byName(g.t, text))
		return
	}
	if who == "bounce" {
		g.now = g.now.Add(time.Hour)
		g.act(play.CameBack{Side: g.state.Window.Side, Asks: true, Sent: g.state.Window.Opened}, "")
		return
	}
	side := board.White
	g.writers[int64(len(g.log)+10)] = map[string]int64{"white": 1, "black": 2, "white2": 3}[who]
	if who == "black" {
		side = board.Black
	}
	g.now = g.now.Add(time.Hour)
	g.letter(side, strings.ReplaceAll(text, `\n`, "\n"))
}

func (g *sitting) letter(side board.Side, text string) []game.Event {
	g.t.Helper()
	page := interpret.Parse(text)
	letter := play.Letter{ID: int64(len(g.log) + 10), By: side, Ply: g.state.KeyPly(side), Received: g.now, Statements: page.Statements, Note: page.Note}
	if g.state.Phase == game.PenaltyDue {
		letter.Answers = g.state.Seq
	}
	if g.state.ByCard[side] {
		if letter = g.onCard(&g.state, letter, g.now); letter.Ply == 0 {
			return nil
		}
	}
	return g.act(letter, page.Note)
}

// onCard returns a letter written on a card that is entered at a time. It answers the newest card
// that its writer had in hand. Its ply is 0 where no turn of the side had begun by the postmark, or
// the turn is long past: such a card is not entered.
func (g *sitting) onCard(s *game.State, l play.Letter, arrived time.Time) play.Letter {
	l.Answers, l.Card, l.Ply = 0, &game.RealCard{Arrived: arrived}, s.InTurnAt(l.By, l.Received)
	for _, c := range g.cards[l.By] {
		if !c.posted.IsZero() && s.CardCame(c.posted, l.Received) {
			l.Answers = c.seq
		}
	}
	if l.Ply != 0 && s.LongPast(l.By, l.Ply) {
		l.Ply = 0
	}
	return l
}

// wait lets time pass, and what falls due on the way happen.
func (g *sitting) wait(d time.Duration) {
	g.t.Helper()
	end := g.now.Add(d)
	for {
		at, due := g.state.Deadline()
		if due == game.NothingDue || at.After(end) {
			break
		}
		g.now = at
		if events := g.act(play.Alarm{}, ""); len(events) == 0 {
			g.t.Fatalf("nothing happened at the deadline %v", at)
		}
	}
	g.now = end
}

// act decides an act, renders the letters it sends, and lets those that ask for
// a move be accepted at once.
func (g *sitting) act(a play.Act, note string) []game.Event {
	g.t.Helper()
	before := g.state
	events := play.Decide(before, a, g.now)
	dispatches := telling.Dispatches(before, events)
	delivered, said := game.Notes(before, events), game.Words(events)
	g.log = append(g.log, events...)
	for _, d := range dispatches {
		state := before
		state = state.Apply(events[:d.Event+1]...)
		g.post(GameLetter{Kind: d.Kind, State: state, Before: before, Events: events[:d.Event+1], Reader: reader(d.To, g.settings)}, cmp.Or(delivered[d.To], said[d.To], note))
	}
	g.state = g.state.Apply(events...)
	for _, d := range dispatches {
		if told := before.Seq + int64(d.Event) + 1; g.state.ByCard[d.To] {
			g.cards[d.To] = append(g.cards[d.To], carded{seq: told, asks: d.Asks})
		} else if d.Asks {
			for _, e := range play.Decide(g.state, play.Notify{Side: d.To, Told: told}, g.now) {
				g.log = append(g.log, e)
				g.state = g.state.Apply(e)
			}
		}
	}
	if p, ok := play.Prove(g.state); ok {
		g.act(p, "")
	}
	return events
}

// posted posts the cards that wait for a side.
func (g *sitting) posted(side board.Side) {
	for i, c := range g.cards[side] {
		if !c.posted.IsZero() {
			continue
		}
		g.cards[side][i].posted = g.now
		if c.asks {
			g.act(play.PostCard{Side: side}, "")
		}
	}
}

// rule has the umpire rule: a verb, the law, and what the verb needs.
func (g *sitting) rule(text string) {
	g.t.Helper()
	words := strings.Fields(text)
	if words[0] == "rotate" {
		g.act(play.Rotate{Rotated: game.Rotated{Side: board.White, Why: game.Leak(words[1])}}, "")
		return
	}
	law := strings.Replace(words[1], "S-Corr-", "S-Corr ", 1)
	r := play.Rule{Law: game.Law(law), Ruling: game.Ruling{Verb: game.Verb(words[0]), Reason: "Both sides have written to me about it, and I have read their letters."}}
	switch r.Verb {
	case game.RulesFined:
		r.Text = "half a crown to the club"
	case game.RulesTerm:
		r.Text = "time reply in 5 days"
	case game.RulesUndone:
		r.Event = g.state.Ruling.Seq
	case game.RulesReplaced:
		r.Player = 9
	}
	for _, arg := range words[2:] {
		if m, ok := board.ParseMove(arg); ok {
			r.Move = m
		} else if d, err := time.ParseDuration(arg); err == nil {
			r.By = d
		} else if err := r.Side.UnmarshalText([]byte(arg)); err != nil {
			g.t.Fatal(err)
		} else {
			r.Number = 1
		}
	}
	if d := g.state.Disputes(); len(d) > 0 {
		r.Appeal = d[0].Seq
	}
	if objection := game.Objection(g.state, r.Ruling, r.Law, g.now); objection != "" {
		g.t.Fatal(objection)
	}
	before := g.state
	events := g.act(r, "")
	if r.Verb == game.RulesReplaced {
		side, _ := r.Side.Side()
		former := reader(side, g.settings)
		former.Former = true
		g.post(GameLetter{Kind: "ruling", State: g.state, Before: before, Events: events, Reader: former}, "")
	}
}

func (g *sitting) post(l GameLetter, note string) {
	g.t.Helper()
	last := l.Events[len(l.Events)-1]
	if by, ok := last.By.Side(); ok && by != l.Reader.Side {
		l.Note = note
	} else if ok {
		l.InReplyTo = "his@mail.example"
	}
	l.Names = [2]string{"Alice Example", "Bob Example"}
	l.People = map[int64]string{1: "Alice Example", 2: "Bob Example", 3: "Carol Example", 9: "Erin Example"}
	l.Writers = g.writers
	if l.State.Players[board.White] == 9 {
		l.Names[0] = "Erin Example"
		if l.Reader.Side == board.White && !l.Reader.Former {
			l.Reader.Name, l.Reader.Address = "Erin Example", "erin@home.example"
		}
	}
	if l.State.Consultation != nil {
		l.Names[0] += " and Carol Example"
	}
	l.Reader.OnCard = l.State.ByCard[l.Reader.Side]
	l.Office, l.Now, l.Log = testOffice, g.now, g.log
	l.Cited = CitedTo(l.Reader.Side, g.log[:len(g.log)-len(l.Events)])
	l.Chain = [32]byte{0xc0, 0xde, byte(l.State.Seq)}
	l.MessageID = fmt.Sprintf("g12.e%d.%s@club.example", l.State.Seq, l.Reader.Side)
	l.References = []string{"g12.e1." + l.Reader.Side.String() + "@club.example"}
	l.ReplyTo = fmt.Sprintf("corrd+g12.%c%d.key@club.example", l.Reader.Side.String()[0], l.State.KeyPly(l.Reader.Side))
	g.letters = append(g.letters, sent{l})
}

// page renders the letter.
func (s sent) page(t tester) mailer.Page {
	t.Helper()
	p, err := Game(s.letter)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func reader(side board.Side, settings map[string]string) Reader {
	r := Reader{Name: "Alice Example", Address: "alice@home.example", Side: side, Settings: settings}
	if side == board.Black {
		r.Name, r.Address = "Bob Example", "bob@away.example"
	}
	return r
}

// staged plays a script from a new game.
func staged(t *testing.T, s scene) *sitting {
	t.Helper()
	g := sit(t, s.terms, s.settings)
	for _, step := range s.script {
		g.step(step)
	}
	return g
}
