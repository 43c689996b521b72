package play

import (
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/line"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/interpret/notation"

	"pgregory.net/rapid"
)

// model plays random letters of both sides and checks, after every act, what
// must be true of any game.
type model struct {
	state  game.State
	log    []game.Event
	now    time.Time
	first  time.Time     // the earliest instant at which a letter was received
	back   time.Duration // by how much the clock has been set back in all
	set    time.Time     // what the clock read when it was set back last
	letter int64
	seen   *census
}

// census counts what random games have come to.
type census struct {
	codes  []string // the games are played under one of them each
	begin  []string // where given, the positions in which they begin
	facts  map[string]int
	phases map[game.Phase]int
	fifty  int // games drawn because moves were counted out
}

func (c *census) note(e game.Event, s game.State) {
	c.facts[strings.TrimPrefix(fmt.Sprintf("%T", e.Fact), "game.")]++
	c.phases[s.Phase]++
	if end, ok := e.Fact.(game.Ended); ok && end.How == game.ByFiftyMoves {
		c.fifty++
	}
}

// everything is what random games must come to: every phase of the British and
// the American code, and every kind of fact that letters, time and the umpire
// bring about in them.
var everything = strings.Fields(`Started Notified Played Held Reopened Adopted Offended Exacted Waived Promised Arrived
	DrawOffered DrawDeclined Proposed Agreed Declined LeaveTaken Protested Claimed ClaimRefused ProofAsked ProofFound
	Asked Refused Reminded Ended Ruled Credited Overstepped`)

// missing is what the games have not come to yet.
func (c *census) missing() (all []string) {
	for _, fact := range everything {
		if c.facts[fact] == 0 {
			all = append(all, fact)
		}
	}
	for p := game.AwaitMove; p <= game.Finished; p++ {
		if p != game.HeldIntention && c.phases[p] == 0 {
			all = append(all, p.String())
		}
	}
	return all
}

// init makes random tests play the same games in every run; the flag rapid.seed has
// them play others.
func init() { flag.Set("rapid.seed", "1") }

// TestRandomGames plays games until they have been everywhere.
func TestRandomGames(t *testing.T) {
	seen := &census{codes: played(), facts: map[string]int{}, phases: map[game.Phase]int{}}
	inRounds(t, seen.game, func() []string {
		if testing.Short() {
			return nil
		}
		return seen.missing()
	})
	t.Logf("%v\n%v", seen.facts, seen.phases)
}

// inRounds plays random games in several rounds, until nothing is missing that they must come to.
func inRounds(t *testing.T, game func(*rapid.T), missing func() []string) {
	t.Helper()
	first := flag.Lookup("rapid.seed")
	seed, err := strconv.ParseUint(first.Value.String(), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Value.Set(first.Value.String())
	for round := range uint64(20) {
		first.Value.Set(strconv.FormatUint(seed+round<<32, 10))
		if rapid.Check(t, game); t.Failed() || len(missing()) == 0 {
			return
		}
	}
	t.Errorf("no game has come to %v", missing())
}

// game plays a game on random terms.
func (c *census) game(t *rapid.T) {
	m := &model{now: begins, first: begins, seen: c}
	agreed := terms.Default()
	agreed.Code = rapid.SampledFrom(c.codes).Draw(t, "code")
	agreed.Time = rapid.SampledFrom([]terms.TimeControl{{}, {Moves: 2, Per: 6 * clocks.Day}, {Moves: 1, Per: 3 * clocks.Day, Each: true}}).Draw(t, "time")
	agreed.Errors = rapid.SampledFrom([]string{terms.ErrorsLaw, terms.ErrorsLaw, terms.CourteousFirst, terms.Courteous}).Draw(t, "errors")
	agreed.Late = rapid.SampledFrom([]string{"", "", terms.LateFine, terms.LateUmpire}).Draw(t, "late")
	begin := c.begin
	if begin == nil {
		begin = []string{"", "4k3/P7/8/8/8/8/7p/R3K2R w KQ - 0 1", "6k1/8/8/8/8/4n3/P6P/2r3BK w - - 0 1"}
	}
	agreed.Position = rapid.SampledFrom(begin).Draw(t, "position")
	agreed.Odds = rapid.SampledFrom([]terms.Odds{{}, {Name: "two moves", Giver: "black"}, {Name: "two moves", Giver: "white"}, {Name: "rook", Giver: "white"}, {Name: "mate with pawn", Giver: "white"}, {Name: "draws count", Giver: "black"}}).Draw(t, "odds")
	m.act(t, Start{Terms: agreed, Players: [2]int64{1, 2}})
	t.Repeat(map[string]func(*rapid.T){
		"letter": m.write,
		"reply":  m.reply,
		"replies": func(t *rapid.T) {
			for range 4 {
				m.reply(t)
			}
		},
		"notice": func(t *rapid.T) { m.act(t, Notify{Side: rapid.SampledFrom(sides).Draw(t, "side")}) },
		"bounce": func(t *rapid.T) {
			m.act(t, CameBack{Side: rapid.SampledFrom(sides).Draw(t, "side"), Asks: rapid.Bool().Draw(t, "asks"), Told: m.state.Seq})
		},
		"wait":   m.wait,
		"ruling": m.rule,
		"outage": m.outage,
		"clock":  m.setBack,
		"":       m.check,
	})
}

var sides = []board.Side{board.White, board.Black}

// act brings about an act, twice to see that it is decided alike.
func (m *model) act(t *rapid.T, a Act) {
	before := m.state
	events := Decide(before, a, m.now)
	if again := Decide(before, a, m.now); !reflect.DeepEqual(events, again) {
		t.Fatalf("decided otherwise: %v %v", events, again)
	}
	for _, e := range events {
		m.lawful(t, e)
		was := m.state
		m.state = m.state.Apply(e)
		m.closed(t, was, e)
		m.seen.note(e, m.state)
	}
	m.log = append(m.log, events...)
	m.letters(t, a, before, events)
	if in, ok := a.(Letter); ok {
		m.nothingVanishes(t, before, in, events)
		m.conditionals(t, in, before, events)
		for _, c := range before.Claims() {
			stated := c.Ground == game.Unstated && m.state.Phase != game.HeldIntention // the question has its answer
			if m.state.Result == nil && !stated && !slices.Contains(m.state.Claims(), c) {
				t.Fatalf("%v's letter ends the claim before the umpire, %+v", in.By, c)
			}
		}
	}
	if p, ok := Prove(m.state); ok {
		m.act(t, p)
	}
}

// rule has the umpire rule at random: either the law has no objection to the ruling, or nothing
// follows from it.
func (m *model) rule(t *rapid.T) {
	verbs := []game.Verb{game.RulesRestored, game.RulesAdopted, game.RulesExacted, game.RulesWaived, game.RulesVoid, game.RulesPlayed, game.RulesTime, game.RulesExtended,
		game.RulesDismissed, game.RulesSuspended, game.RulesResumed, game.RulesResumed, game.RulesDismissed, game.RulesCounted}
	r := Rule{Law: "house:16", Ruling: game.Ruling{Verb: rapid.SampledFrom(verbs).Draw(t, "verb"), Reason: "by lot"}}
	r.Side = game.PartyOf(rapid.SampledFrom(sides).Draw(t, "for"))
	r.Number = rapid.IntRange(1, 4).Draw(t, "turn")
	r.By = time.Duration(rapid.IntRange(-30, 0).Draw(t, "by")) * time.Hour
	if r.Verb == game.RulesExtended {
		r.By = -r.By
	}
	if moves := append(m.state.Position.Moves(nil), m.state.Candidates()...); len(moves) > 0 {
		r.Move = rapid.SampledFrom(moves).Draw(t, "entered")
	}
	objection, n := game.Objection(m.state, r.Ruling, r.Law, m.now), len(m.log)
	m.act(t, r)
	if (objection == "") != (len(m.log) > n) {
		t.Fatalf("%d events of %+v in spite of %q", len(m.log)-n, r, objection)
	}
}

// lawful checks an event against the state it comes to.
func (m *model) lawful(t *rapid.T, e game.Event) {
	if m.state.Code().Digest(e.Law) == "" {
		t.Fatalf("%T rests on %q", e.Fact, e.Law)
	}
	if e.At.After(m.now) || e.At.Nanosecond() != 0 {
		t.Fatalf("%T took effect at %v, it is %v", e.Fact, e.At, m.now)
	}
	p := m.state.Position
	switch f := e.Fact.(type) {
	case game.Played:
		if p.IsLegal(f.Move) == f.Unlawful || f.Ply != m.state.LastPly()+1 {
			t.Fatalf("%v played at %d in %s", f.Move, f.Ply, p.FEN())
		}
	case game.Adopted:
		if !p.IsLegal(f.Move) || !slices.Contains(m.state.Candidates(), f.Move) {
			t.Fatalf("%v adopted of %v", f.Move, m.state.Candidates())
		}
	case game.Held:
		if len(f.Moves) < 2 || slices.ContainsFunc(f.Moves, func(c board.Move) bool { return !p.IsLegal(c) && m.state.Held == nil }) {
			t.Fatalf("%v held in %s", f.Moves, p.FEN())
		}
	case game.Exacted:
		if o := m.state.Offence; o == nil || o.Exacted || game.PartyOf(o.By) == e.By {
			t.Fatalf("exacted of %+v", o)
		}
	}
}

// letters checks what is sent: one letter to each side at most, which says truly whose
// turn it is, and an answer to whoever wrote.
func (m *model) letters(t *rapid.T, a Act, before game.State, events []game.Event) {
	sent := telling.Dispatches(before, events)
	in, ok := a.(Letter)
	reached := map[board.Side]int{}
	if ok && in.Answers != 0 {
		m.informed(t, in, before, events)
	}
	for _, l := range sent {
		reached[l.To]++
		if turn := m.state.ToAct(); l.Kind == "move" && turn == l.To.Other().String() || l.Kind == "adopted" && turn == l.To.String() {
			t.Fatalf("%v is false: %s is to act", l, turn)
		}
		w := m.state.Window
		puts := w.Question > before.Seq && w.Awaits(m.state.Seq) // it asks the first question of the turn
		if l.Asks && (!m.state.InPlay() || w.Side != l.To || w.Told && !m.state.Bouncing() && !puts) {
			t.Fatalf("%v asks for a move, and the turn is %v's, told: %v", l, w.Side, w.Told)
		}
	}
	if max(reached[board.White], reached[board.Black]) > 1 || ok && len(events) > 0 && reached[in.By] == 0 && !m.proving(before, events) {
		t.Fatalf("events %s sent %v", describe(events), sent)
	}
}

// informed checks that nobody consents to what the letter that they answer came too early to tell.
func (m *model) informed(t *rapid.T, in Letter, s game.State, events []game.Event) {
	for _, e := range events {
		var told line.Notice
		if end, ok := e.Fact.(game.Ended); ok && end.How == game.ByAgreement && s.DrawOffer == game.PartyOf(in.By.Other()) && !offers(in) {
			told = s.Offered
		}
		switch f := e.Fact.(type) {
		case game.Agreed:
			told = s.Proposal.Told
		case game.Declined:
			if !f.Own {
				told = s.Proposal.Told
			}
		case game.Exacted, game.Waived:
			told = s.Offence.Told
		}
		if e.Letter == in.ID && told.Seq > in.Answers {
			t.Fatalf("%T in answer to event %d, and told at %d", e.Fact, in.Answers, told.Seq)
		}
		s = s.Apply(e)
	}
}

// offers reports whether a letter offers a draw, which meets an offer that it
// has not seen.
func offers(in Letter) bool {
	return slices.ContainsFunc(in.Statements, func(st interpret.Statement) bool { return st.Kind == interpret.KindOfferDraw })
}

// proving reports whether the events leave a claim to be proved, which is then
// answered.
func (m *model) proving(before game.State, events []game.Event) bool {
	s := before.Apply(events...)
	return s.Claim != nil && s.Claim.Proving
}

// wait lets time pass to the next deadline, or less; an alarm that is due must
// bring something about.
func (m *model) wait(t *rapid.T) {
	at, due := m.state.Deadline()
	if due != game.NothingDue && at.Before(m.now.Add(30*clocks.Day)) && rapid.Bool().Draw(t, "to the deadline") {
		if m.now.Before(at) {
			m.now = at
		}
		n := len(m.log)
		m.act(t, Alarm{})
		if brought := len(m.log) - n; brought != 1 && (due != game.DueNotice || brought != 2) {
			t.Fatalf("an alarm for %s brought about %d events", due, len(m.log)-n)
		}
		return
	}
	m.now = m.now.Add(time.Duration(rapid.IntRange(0, 40).Draw(t, "hours")) * time.Hour)
}

// setBack sets the clock back: what comes then is older than what has been.
func (m *model) setBack(t *rapid.T) {
	by := time.Duration(rapid.IntRange(1, 240).Draw(t, "set back")) * time.Hour
	m.now, m.back = m.now.Add(-by), m.back+by
	m.set = m.now
}

// outage tells the game of a time in which corrd was down, which is over now.
func (m *model) outage(t *rapid.T) {
	hours := func(name string, least int) time.Duration {
		return time.Duration(rapid.IntRange(least, 60).Draw(t, name)) * time.Hour
	}
	until := m.now.Add(-hours("ago", 0))
	o := Outage{From: until.Add(-hours("lasted", 1)), Until: until, Why: "corrd was down"}
	m.act(t, o)
	if again := Decide(m.state, o, m.now); len(again) != 0 {
		t.Fatalf("credited twice: %s", describe(again))
	}
}

// write sends a letter of a few random statements.
func (m *model) write(t *rapid.T) {
	by := rapid.SampledFrom(sides).Draw(t, "by")
	text := ""
	for range rapid.IntRange(0, 2).Draw(t, "more") + 1 {
		text += m.statement(t) + "\n"
	}
	ply := m.state.KeyPly(by)
	if rapid.IntRange(0, 9).Draw(t, "another key") == 0 {
		ply = rapid.IntRange(0, m.state.LastPly()+3).Draw(t, "ply")
	}
	m.send(t, by, ply, text)
}

// send has a letter of a side come in, perhaps a little late.
func (m *model) send(t *rapid.T, by board.Side, ply int, text string) {
	m.letter++
	in := Letter{ID: m.letter, By: by, Ply: ply, Received: m.now.Add(-time.Duration(rapid.IntRange(0, 5).Draw(t, "late")) * time.Hour)}
	if in.Received.Before(m.first) {
		m.first = in.Received
	}
	if in.Received.Before(m.set) { // the letter came before the clock was set back, by what it reads now
		m.back, m.set = m.back+m.set.Sub(in.Received), in.Received
	}
	in.Answers = rapid.SampledFrom([]int64{0, m.state.Seq, rapid.Int64Range(1, m.state.Seq).Draw(t, "an older letter")}).Draw(t, "answers")
	in.Statements = interpret.Parse(text).Statements
	m.act(t, in)
}

// reply has somebody who may move the game on do so, in words that fit where it
// stands, and both sides receive what they are sent.
func (m *model) reply(t *rapid.T) {
	by := m.state.Position.SideToMove()
	receivers := []game.Phase{game.HeldAmbiguous, game.HeldMultiple, game.OffenceOpen}
	if slices.Contains(receivers, m.state.Phase) {
		by = 1 - by
	}
	m.send(t, by, m.state.KeyPly(by), m.fitting(t))
	for _, side := range sides {
		m.act(t, Notify{Side: side})
	}
}

// fitting is what one may write who has to move the game on.
func (m *model) fitting(t *rapid.T) string {
	switch m.state.Phase {
	case game.HeldAmbiguous, game.HeldMultiple:
		return rapid.SampledFrom([]string{"adopt 1", "adopt 2", "waive", "draw?"}).Draw(t, "choice")
	case game.OffenceOpen:
		return rapid.SampledFrom([]string{"waive", "exact penalty C", "exact penalty C", "annul"}).Draw(t, "right")
	case game.HeldIntention:
		return rapid.SampledFrom([]string{"intend " + notation.Short(&m.state.Position, rapid.SampledFrom(m.state.Candidates()).Draw(t, "intended")), "draw?"}).Draw(t, "intention")
	case game.ClaimOpen, game.Suspended:
		return rapid.SampledFrom([]string{"draw?", "agree", "yes"}).Draw(t, "in suspense")
	case game.Finished:
		return "draw?"
	}
	words := []string{"R-R9", "K-K5", "Kt-B3", "demand fifty", "submit to umpire: nobody can win", "leave 3 days", "protest: it was another board", "claim forfeiture: II.9(c) he used a book"}
	switch {
	case m.state.DrawOffer != game.Corrd:
		words = append(words, "accept draw", "decline draw", "decline draw")
	case m.state.Proposal != nil:
		words = append(words, "agree", "no")
	default:
		words = append(words, "propose reply in 5 days", "withdraw")
	}
	p := m.state.Position
	moves := p.Moves(nil)
	if len(moves) == 0 {
		return "resign"
	}
	move := notation.Short(&p, rapid.SampledFrom(moves).Draw(t, "move"))
	if rapid.IntRange(0, 199).Draw(t, "endless") == 77 { // which is searched long
		return "claim draw: endless checks, otherwise " + move
	}
	words = append(words, move, move, move, move, move+"\nI offer a draw", move+"\nif any, P-K4", move+" or P-Q4")
	return rapid.SampledFrom(words).Draw(t, "text")
}

// statement returns a statement that often means something where the game stands.
func (m *model) statement(t *rapid.T) string {
	word := rapid.SampledFrom([]string{"adopt 1", "adopt 2", "exact penalty C", "waive", "draw?", "accept draw", "decline draw",
		"claim draw: repetition", "claim draw: fifty moves, otherwise K-K2", "yes", "R-R9", "Z9", "e4", "withdraw", "agree", "no",
		"claim draw: endless checks, otherwise K-K2", "claim forfeiture: II.9(c) he used a book", "claim forfeiture: II.9(e) he will not",
		"protest: it was another board", "propose reply in 5 days", "leave 3 days", "annul", "demand fifty", "submit to umpire", "check", "retract", "forfeit turn", "intend QKt-B3", "exact penalty C, KRP", "if any, P-K4", "P-K3; P-Q3", "P-K5; P-Q3", "resign"})
	if rapid.IntRange(0, 2).Draw(t, "a word") == 0 {
		if w := word.Draw(t, "word"); w != "resign" || rapid.IntRange(0, 5).Draw(t, "really") == 0 {
			return w
		}
	}
	p := m.state.Position
	if len(m.state.Candidates()) > 0 && rapid.Bool().Draw(t, "as a reply") {
		p = p.Play(rapid.SampledFrom(m.state.Candidates()).Draw(t, "after"))
	}
	moves := p.Moves(nil)
	if len(moves) == 0 {
		return "P-K4"
	}
	move := rapid.SampledFrom(moves).Draw(t, "move")
	switch rapid.IntRange(0, 5).Draw(t, "style") {
	case 0:
		return "Kt-B3"
	case 1:
		return notation.Short(&p, move) + " or P-Q4"
	case 2:
		q := p.Play(move)
		return fmt.Sprintf("if any, %s", notation.Short(&q, pick(t, &q)))
	}
	return notation.Short(&p, move)
}

func pick(t *rapid.T, p *board.Position) board.Move {
	moves := p.Moves(nil)
	if len(moves) == 0 {
		return board.NewMove(0, 8, 0)
	}
	return rapid.SampledFrom(moves).Draw(t, "then")
}

// check checks the state by itself.
func (m *model) check(t *rapid.T) {
	s := m.state
	if again := (game.State{}).Apply(m.log...); !reflect.DeepEqual(again, s) {
		t.Fatalf("the log folds to another state:\n%+v\n%+v", again, s)
	}
	if p := s.At(len(s.Line)); p != s.Position {
		t.Fatalf("the line leads to %s, not %s", p.FEN(), s.Position.FEN())
	}
	_, runs := s.Running()
	at, due := s.Deadline()
	paused := s.Phase == game.ClaimOpen || s.Phase == game.Suspended
	if n := len(s.Pauses); paused != (n > 0 && s.Pauses[n-1].Until.IsZero()) {
		t.Fatalf("%v: the last pause is %+v after%s", s.Phase, s.Pauses, describe(m.log))
	}
	halted := paused || s.Phase == game.Finished
	if inPlay := runs || s.Bouncing() && !halted; inPlay == (due == game.NothingDue) || inPlay == at.IsZero() || inPlay == halted {
		t.Fatalf("%v: running %v, due %q at %v", s.Phase, runs, due, at)
	}
	m.rights(t)
	m.clocks(t)
	m.kings(t)
	m.count(t)
}

// closed checks that a move closes what its side could do before it: exact a penalty for
// the turn answered, adopt one of the moves held, accept the draw that was offered.
func (m *model) closed(t *rapid.T, was game.State, e game.Event) {
	side := was.Position.SideToMove()
	if len(m.state.Line) <= len(was.Line) || m.state.Line[len(m.state.Line)-1].Move == board.Pass {
		return
	}
	switch o := m.state.Offence; {
	case m.state.Held != nil && m.state.Phase != game.Suspended && m.state.Held.By != side:
		t.Fatalf("%v has moved, and %v is still held after%s", side, m.state.Candidates(), describe(append(m.log, e)))
	case m.state.Exactable(side) && !o.Later && o.Corrected == was.Exactable(side):
		t.Fatalf("%v has moved, and may still exact the penalty for %+v after%s", side, *o, describe(append(m.log, e)))
	case m.state.DrawOffer == game.PartyOf(side.Other()) && movesNow(e):
		t.Fatalf("%v has moved, and may still accept the draw after%s", side, describe(append(m.log, e)))
	}
}

// movesNow reports whether an event is a move that its side has just sent: neither a conditional
// move nor the other side's choice of a move that was sent before.
func movesNow(e game.Event) bool {
	f, is := e.Fact.(game.Played)
	return is && !f.Conditional
}

// kings checks that no King has been taken or added, and that only a side in check, of
// which nothing was said where something must be, is free to leave the check standing.
func (m *model) kings(t *rapid.T) {
	for _, side := range sides {
		if had, has := m.state.Initial.Men(side, board.King).Len(), m.state.Position.Men(side, board.King).Len(); had != has {
			t.Fatalf("%v has %d Kings of %d after%s", side, has, had, describe(m.log))
		}
	}
	if p := m.state.Position; p.Unheeded() && !(p.InCheck(p.SideToMove()) && m.announces()) {
		t.Fatalf("%s: a check need not be met after%s", p.FEN(), describe(m.log))
	}
}

// announces reports whether check must be announced in the game.
func (m *model) announces() bool {
	_, _, provided := m.state.CheckRule()
	return provided
}

// count checks that a count is demanded only where the code lets it be, runs to its end
// and no further, and is the only one.
func (m *model) count(t *rapid.T) {
	s := m.state
	made, runs := s.Counted()
	_, _, provided := s.Code().Count.Get()
	switch {
	case runs && (!provided || s.Count.After > s.LastPly()+1):
		t.Fatalf("%+v is counted under %s at ply %d", s.Count, s.Code().ID, s.LastPly())
	case runs && s.Result == nil && min(made[0], made[1]) >= s.Count.Moves && s.Phase == game.AwaitMove && s.Stays() == nil && !m.ruledSince():
		t.Fatalf("%v moves of %d are made, and the game goes on after%s", made, s.Count.Moves, describe(m.log))
	}
	for _, side := range sides {
		_, _, may := s.Countable(side)
		may = may && !s.Halted() // while the game stands still a demand acts only where it arrives
		if may != slices.Contains(s.Rights(side), interpret.KindDemandFifty) || may && (runs || s.Result != nil) {
			t.Fatalf("%v may demand a count: %v, while one runs: %v, after%s", side, may, runs, describe(m.log))
		}
	}
}

// ruledSince reports whether the umpire has ruled since the last move, as when the umpire restores
// the turn at which the game had ended.
func (m *model) ruledSince() bool {
	for _, e := range slices.Backward(m.log) {
		switch e.Fact.(type) {
		case game.Ruled:
			return true
		case game.Played, game.Adopted:
			return false
		}
	}
	return false
}

// conditionals checks that a letter of one side changes none of the other's
// conditionals: they fire, lapse or are continued by what was communicated with
// them, begin with a reply that has waited for the letter, and are withdrawn
// only where the letter consents to it.
func (m *model) conditionals(t *rapid.T, in Letter, before game.State, events []game.Event) {
	consents := slices.ContainsFunc(events, func(e game.Event) bool { _, ok := e.Fact.(game.Agreed); return ok })
	withheld := before.Withheld != nil && before.Withheld.By != in.By && m.state.Withheld == nil
	for i, now := range m.state.Conditionals {
		if now.Side == in.By {
			continue
		}
		if i >= len(before.Conditionals) {
			if now.Parent == 0 && !withheld {
				t.Fatalf("%v's letter gives %v a conditional: %+v", in.By, now.Side, now)
			}
			continue
		}
		was := before.Conditionals[i]
		if was.Status != now.Status && (was.Status != line.Waiting || now.Status == line.Withdrawn && !consents) {
			t.Fatalf("%v's letter makes %v's conditional %q, which was %q", in.By, now.Side, now.Status, was.Status)
		}
		if was.Status == line.Waiting && (now.Status == line.Fired || now.Status == line.Lapsed) {
			was.Cancelled = now.Cancelled // by an illegal move, in the event in which the conditional ends
		}
		if was.Status = now.Status; !reflect.DeepEqual(was, now) {
			t.Fatalf("%v's letter changes %v's conditional %+v to %+v", in.By, now.Side, was, now)
		}
	}
	if len(m.state.Conditionals) < len(before.Conditionals) {
		t.Fatalf("conditionals are forgotten after%s", describe(m.log))
	}
}

// rights checks that what is open belongs to the phase.
func (m *model) rights(t *rapid.T) {
	s := m.state
	phase := s.Phase
	if phase == game.Suspended {
		phase = s.Suspended
	}
	if phase == game.ClaimOpen {
		phase = s.Claim.Phase
	}
	held := phase == game.HeldAmbiguous || phase == game.HeldMultiple || phase == game.HeldIntention
	offence := phase == game.OffenceOpen || phase == game.PenaltyDue
	switch {
	case held != (s.Held != nil):
		t.Fatalf("%v with %v held", s.Phase, s.Candidates())
	case offence && (s.Offence == nil || s.Offence.By != s.Position.SideToMove()):
		t.Fatalf("%v with %+v after%s", s.Phase, s.Offence, describe(m.log))
	case s.Phase == game.Finished && (s.Result == nil || s.ToAct() != "none"):
		t.Fatalf("finished: %+v", s.Result)
	}
	if runs, ok := s.Running(); ok && !held && runs != s.Position.SideToMove() {
		t.Fatalf("%v: %v runs after%s", s.Phase, runs, describe(m.log))
	}
}

// clocks checks that no more time has been used than has passed since the first letter
// was received, which the model may have received before the game began.
func (m *model) clocks(t *rapid.T) {
	s, used := m.state, time.Duration(0)
	for _, side := range sides {
		c := s.Clock(side, m.now)
		if c.Used < 0 || c.Left < 0 || c.Due < 0 || s.Clocks[side].Moves < 0 {
			t.Fatalf("%v: %+v", side, c)
		}
		used += c.Used
	}
	if passed := m.now.Sub(m.first) + m.back; used > passed {
		t.Fatalf("%v used of %v after%s", used, passed, describe(m.log))
	}
}
