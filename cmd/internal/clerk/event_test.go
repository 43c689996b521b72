package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// event announces an event that can begin at once, with further lines in its file, and gives its
// number.
func (b *table) event(more string) int64 {
	b.Helper()
	day := func(days int) string { return b.clock.Now().AddDate(0, 0, days).Format(time.DateOnly) }
	if !strings.Contains(more, "terms = ") {
		more += "\nterms = \"code british-1899, time 10 moves in 30 days, errors law, notation descriptive\""
	}
	file := fmt.Sprintf("name = \"Winter\"\nenter_by = %s\nbegin = %s\nclose = %s\nlate_entry = true\n%s", day(0), day(0), day(90), more)
	e, err := b.room().EventNew(b.Context(), control.Announcement{File: file})
	if err != nil {
		b.Fatal(err)
	}
	return e.ID
}

// entrants are the names of who is in an event.
func (b *table) entrants(id int64) string {
	b.Helper()
	e, err := b.room().EventShow(b.Context(), control.Numbered{ID: id})
	if err != nil {
		b.Fatal(err)
	}
	var names []string
	for _, p := range e.Players {
		names = append(names, p.Name)
	}
	return strings.Join(names, " ")
}

// start begins the games of an event.
func (b *table) start(id int64) control.TournamentView {
	b.Helper()
	e, err := b.room().EventStart(b.Context(), control.EventAct{Event: id})
	if err != nil {
		b.Fatal(err)
	}
	return e
}

// keyFrom is the address that answers to the newest letter of a kind to somebody go to.
func (b *table) keyFrom(who, kind string) string {
	b.Helper()
	return b.fieldOf(who, kind, "Reply-To")
}

// TestEventsByLetter has players enter an event, ask for its table, and withdraw from it.
func TestEventsByLetter(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	b.letter("alice", "corrd@club.example", "1", "events")
	wants(t, b.lastTold("alice", "office"), "No event has been announced")
	b.event("")
	b.letter("alice", "corrd@club.example", "2", "events")
	wants(t, b.lastTold("alice", "office"), "event 1, Winter: entries up to the end of")
	b.letter("alice", "corrd@club.example", "3", "Please enter me in event 1. Looking forward to it!")
	wants(t, b.lastTold("alice", "office"), "You have entered event 1, Winter, alice.", "In it is alice.")
	b.letter("bob", "corrd@club.example", "4", "enter 1\ntable 1")
	wants(t, b.lastTold("bob", "office"), "In it are alice and bob.", "table 1")
	b.letter("carol", "corrd@club.example", "5", "table 1")
	wants(t, b.lastTold("carol", "office"), "has not begun", "In it are alice and bob.")
	for n, refused := range []struct{ words, why string }{
		{"enter 1", "alice has entered event 1 already"},
		{"enter event 1", "alice has entered event 1 already"},
		{"enter 9", "there is no event 9"},
		{"enter 99999999999999999999", "there is no event 0"},
		{"withdraw from event 9", "there is no event 9"},
	} {
		b.letter("alice", "corrd@club.example", fmt.Sprint("r", n), refused.words)
		if n < 3 {
			wants(t, b.lastTold("alice", "refused"), refused.why)
		}
	}
	if got := b.entrants(1); got != "alice bob" {
		t.Errorf("in the event are %q", got)
	}
	b.letter("bob", "corrd@club.example", "6", "withdraw from event 1")
	wants(t, b.lastTold("bob", "confirm"), "Do you withdraw from event 1, Winter, bob?", "It has not begun")
	if got := b.entrants(1); got != "alice bob" {
		t.Errorf("asking alone has withdrawn somebody: %q", got)
	}
	key := b.keyFrom("bob", "confirm")
	b.letter("bob", key, "7", "perhaps")
	wants(t, b.lastTold("bob", "confirm"), "Your answer did not settle it.")
	b.letter("bob", key, "8", "no")
	wants(t, b.lastTold("bob", "office"), "You stay in event 1")
	b.letter("bob", key, "9", "yes")
	wants(t, b.lastTold("bob", "office"), "You have withdrawn from event 1")
	if got := b.entrants(1); got != "alice" {
		t.Errorf("in the event are %q", got)
	}
	b.letter("bob", b.keyFrom("bob", "office"), "10", "enter 1")
	b.letter("bob", key, "11", "yes") // the key is of the entry that was taken back
	if got := b.entrants(1); got != "alice bob" {
		t.Errorf("an old yes has withdrawn a new entry: %q", got)
	}
}

// TestWithdrawalAskedAnew has an event begin between the question about an entry and the yes, which
// then would lose games: the player is asked anew.
func TestWithdrawalAskedAnew(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	id := b.event("withdrawal = \"lost\"")
	for n, who := range []string{"alice", "bob", "carol"} {
		b.letter(who, "corrd@club.example", fmt.Sprint(n), "enter 1")
	}
	b.letter("bob", "corrd@club.example", "q", "withdraw from event 1")
	key := b.keyFrom("bob", "confirm")
	b.start(id)
	b.letter("bob", key, "y", "yes")
	wants(t, b.lastTold("bob", "confirm"), "the two games that you still play are lost")
	if b.game().Result != nil {
		t.Error("games were lost by a yes to another question")
	}
	b.letter("bob", b.keyFrom("bob", "confirm"), "y2", "yes")
	wants(t, b.lastTold("bob", "office"), "You have withdrawn from event 1")
	b.letter("alice", "corrd@club.example", "t", "table 1")
	wants(t, b.lastTold("alice", "office"), "This is the table of event 1, Winter.", "bob left the event on", "1w", "carol shares place 1, with 1 point of one game", "bob is in place 3")
	b.letter("bob", "corrd@club.example", "again", "withdraw from event 1")
	wants(t, b.lastTold("bob", "refused"), "bob has withdrawn from event 1 already")
	b.letter("carol", "corrd@club.example", "late", "enter 1")
	wants(t, b.lastTold("carol", "refused"), "event 1 is not open for this")
}

// TestHostileEntries has strangers, forgers and floods write about an event: nobody enters or
// leaves by them.
func TestHostileEntries(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	b.event("players = [\"alice\", \"bob\"]")
	unproved := func(from, to, id, body string) {
		env := mailer.Envelope{From: from + "@example.org", To: []string{to}, Auth: mailer.AuthNone}
		raw := fmt.Sprintf("From: %s@example.org\r\nTo: %s\r\nMessage-ID: <%s@example.org>\r\n\r\n%s\r\n", from, to, id, body)
		if err := b.Deliver("smtp")(t.Context(), env, []byte(raw), time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	unproved("alice", "corrd@club.example", "u1", "enter 1")
	wants(t, b.lastTold("alice", "refused"), "it is not certain that this letter came from you")
	unproved("nobody", "corrd@club.example", "u2", "enter 1")
	b.letter("mallory", "corrd@club.example", "u3", "enter 1")
	b.letter("carol", "corrd@club.example", "u4", "enter 1")
	wants(t, b.lastTold("carol", "refused"), "carol is not among the players whom the conditions of event 1 name")
	if got := b.entrants(1); got != "" {
		t.Errorf("in the event are %q", got)
	}
	b.letter("alice", "corrd@club.example", "e1", "enter 1")
	b.letter("alice", "corrd@club.example", "e2", "withdraw from event 1")
	key := b.keyFrom("alice", "confirm")
	for n, who := range []string{"bob", "mallory"} {
		b.letter(who, key, fmt.Sprint("k", n), "yes")
		unproved(who, key, fmt.Sprint("n", n), "yes")
	}
	b.letter("alice", strings.Replace(key, "corrd+e1", "corrd+e2", 1), "k3", "yes")
	if got := b.entrants(1); got != "alice" {
		t.Errorf("in the event are %q", got)
	}
	for n := range 40 {
		b.letter("alice", key, fmt.Sprint("f", n), "yes")
		b.letter("alice", "corrd@club.example", fmt.Sprint("g", n), "enter 1")
		b.letter("alice", "corrd@club.example", fmt.Sprint("h", n), "withdraw from event 1")
		key = b.keyFrom("alice", "confirm")
	}
	var log int
	b.view(func(v store.View) error {
		all, err := v.TournamentLog(1)
		log = len(all)
		return err
	})
	if log > 2+mostOfDay {
		t.Errorf("%d events in one day", log)
	}
}

// mostOfDay is how many entries and withdrawals of one player a day has at most.
const mostOfDay = 10

// TestEntryByConsent has the director announce an event and ask players to enter, by letter and by
// card; each enters by their own yes, and nobody twice.
func TestEntryByConsent(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	if _, err := b.room().PlayerAdd(t.Context(), control.Enrolment{Name: "George Walker", Postal: "12 Mill Lane, Ambridge"}); err != nil {
		t.Fatal(err)
	}
	id := b.event("")
	b.letter("carol", "corrd@club.example", "s", "stop news")
	for range 2 {
		m, err := b.room().EventAnnounce(t.Context(), control.EventAct{Event: id, Preview: true})
		if err != nil || m.Mail != 2 || m.Cards != 1 || len(m.Without) != 1 || !strings.Contains(m.Letter, "30 days for every ten moves") {
			t.Fatalf("the announcement would go to %+v, %v", m, err)
		}
	}
	if _, err := b.room().EventAnnounce(t.Context(), control.EventAct{Event: id}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.room().EventAnnounce(t.Context(), control.EventAct{Event: id}); err == nil {
		t.Error("an event was announced twice to the same players")
	}
	for range 4 {
		if err := b.db.Update(func(tx store.Tx) error { return ledger.ServeNews(tx, checks) }); err != nil {
			t.Fatal(err)
		}
	}
	wants(t, b.lastTold("alice", "news"), "Event 1, Winter, is announced, alice", "Whoever withdraws, or dies", "stop news")
	b.letter("alice", b.keyFrom("alice", "news"), "1", "show terms")
	wants(t, b.lastTold("alice", "office"), "terms")
	b.letter("alice", b.keyFrom("alice", "news"), "2", "Yes, please! Best wishes, Alice")
	wants(t, b.lastTold("alice", "office"), "You have entered event 1")
	b.letter("alice", b.keyFrom("alice", "news"), "3", "yes")
	wants(t, b.lastTold("alice", "refused"), "alice has entered event 1 already")
	b.letter("alice", b.keyFrom("alice", "news"), "4", "no")
	wants(t, b.lastTold("alice", "office"), "You stay in event 1")
	b.letter("bob", b.keyFrom("bob", "news"), "5", "no, thanks")
	wants(t, b.lastTold("bob", "office"), "You are not in event 1")
	for _, who := range []string{"carol", "George Walker"} {
		if _, err := b.room().EventEnter(t.Context(), control.EventAct{Event: id, Player: &control.Whom{Address: who}}); err != nil {
			t.Fatal(err)
		}
	}
	wants(t, b.lastTold("carol", "confirm"), "The director of event 1, Winter, would enter you, carol")
	if got := b.entrants(id); got != "alice" {
		t.Errorf("before any yes there are %q", got)
	}
	b.letter("carol", b.keyFrom("carol", "confirm"), "6", "accept")
	enters := func(event int64, words string) {
		t.Helper()
		card := control.Entering{Player: &control.Whom{Address: "George Walker"}, Event: event, Postmark: b.clock.Now().Format(time.DateOnly), Text: words}
		if _, err := b.room().CardEnter(t.Context(), card); err != nil {
			t.Fatal(err)
		}
	}
	enters(id, "yes")
	if got := b.entrants(id); got != "alice carol George Walker" {
		t.Errorf("in the event are %q", got)
	}
	enters(id, "Yes, yes") // the same answer once more
	enters(0, "withdraw from event 1")
	if got := b.entrants(id); got != "alice carol George Walker" {
		t.Errorf("in the event are %q", got)
	}
	enters(id, "yes!")
	if got := b.entrants(id); got != "alice carol" {
		t.Errorf("in the event are %q", got)
	}
	enters(0, "enter 1")
	if got := b.entrants(id); got != "alice carol George Walker" {
		t.Errorf("in the event are %q", got)
	}
}

// TestOneStartLetter has an event of four begin, two games a pair: each player has one letter,
// which opens their windows as White, and in which moves act below lines that name their games
// alone.
func TestOneStartLetter(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol", "dan")
	id := b.event("games = 2\nplayers = [\"alice\", \"bob\", \"carol\", \"dan\"]")
	for n, who := range []string{"alice", "bob", "carol", "dan"} {
		b.letter(who, "corrd@club.example", fmt.Sprint(n), "enter 1")
	}
	e := b.start(id)
	b.sendAll()
	whites := map[string][]int64{}
	for _, p := range e.Pairings {
		whites[p.White] = append(whites[p.White], p.Game)
		b.view(func(v store.View) error {
			s, err := v.Game(p.Game)
			if !s.Window.Told {
				t.Errorf("game %d: White's window is not open", p.Game)
			}
			return err
		})
	}
	for _, who := range []string{"alice", "bob", "carol", "dan"} {
		if told := b.told(who, "start"); len(told) != 1 {
			t.Errorf("%s has had %d letters of the beginning", who, len(told))
		}
	}
	wants(t, b.lastTold("alice", "start"), "Event 1, Winter, begins, alice. You play six games", fmt.Sprintf("Game %d:", whites["alice"][0]), "30 days for every ten moves")
	key := b.keyFrom("alice", "start")
	games := whites["alice"]
	plies := func(id int64) (n int) {
		b.view(func(v store.View) error {
			s, err := v.Game(id)
			n = s.LastPly()
			return err
		})
		return n
	}
	b.letter("alice", key, "bare", "P-K4")
	wants(t, b.lastTold("alice", "asked"), "Which game is your letter about, alice?", fmt.Sprint("Game ", games[0]))
	b.letter("bob", key, "other", fmt.Sprintf("Game %d:\nP-K4", games[0]))
	b.letter("mallory", key, "stranger", fmt.Sprintf("Game %d:\nP-K4", games[0]))
	if n := plies(games[0]); n != 0 {
		t.Errorf("a bare move, another player's or a stranger's was played: %d", n)
	}
	b.letter("alice", key, "two", fmt.Sprintf("P-Q4\n\nGame %d:\nP-K4\n\nGame %d:\nP-QB4\n\nGame 999:\nP-K4", games[0], games[1]))
	if plies(games[0]) != 1 || plies(games[1]) != 1 || plies(games[2]) != 0 {
		t.Errorf("played: %d, %d and %d", plies(games[0]), plies(games[1]), plies(games[2]))
	}
	b.letter("alice", b.keyFrom("alice", "asked"), "asked", fmt.Sprintf("Game %d:\nP-K4", games[2]))
	if plies(games[2]) != 1 {
		t.Error("an answer to the question played nothing")
	}
	b.letter("alice", key, "again", fmt.Sprintf("Game %d:\nP-K4", games[0]))
	if plies(games[0]) != 1 {
		t.Error("the same move acted twice")
	}
	b.letter("alice", key, "office", "table 1")
	wants(t, b.lastTold("alice", "office"), "This is the table of event 1")
	b.letter("alice", key, "nothing", "Good morning to all!")
	wants(t, b.lastTold("alice", "asked"), "Which game")
	b.letter("bob", b.keyFrom("bob", "move"), "reply", "P-K4")
}

// TestStartLetterComesBack has the letter of the beginning come back: White's clocks stand in all
// games that it asked about.
func TestStartLetterComesBack(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	id := b.event("games = 2\nplayers = [\"alice\", \"bob\", \"carol\"]")
	for n, who := range []string{"alice", "bob", "carol"} {
		b.letter(who, "corrd@club.example", fmt.Sprint(n), "enter 1")
	}
	b.sendAll()
	b.fail = &mailer.SendError{Code: 550, Text: "no such user"}
	e := b.start(id)
	b.sendAll()
	b.view(func(v store.View) error {
		for _, p := range e.Pairings {
			s, err := v.Game(p.Game)
			if err != nil {
				return err
			}
			if !s.Bouncing() {
				t.Errorf("game %d: the clock of %s runs", p.Game, p.White)
			}
		}
		return nil
	})
}

// TestStartByCard gives a player without a mailbox a card for each game, numbered, and no letter.
func TestStartByCard(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	if _, err := b.room().PlayerAdd(t.Context(), control.Enrolment{Name: "George Walker", Postal: "12 Mill Lane, Ambridge"}); err != nil {
		t.Fatal(err)
	}
	id := b.event("")
	b.letter("alice", "corrd@club.example", "1", "enter 1")
	b.letter("bob", "corrd@club.example", "2", "enter 1")
	if _, err := b.room().EventEnter(t.Context(), control.EventAct{Event: id, Player: &control.Whom{Address: "George Walker"}, Consent: "his word"}); err != nil {
		t.Fatal(err)
	}
	b.start(id)
	b.sendAll()
	var titles []string
	b.view(func(v store.View) error {
		rows, err := v.Rows(100)
		for _, r := range rows {
			if r.Kind != "start" || !store.IsCard(r.To) {
				continue
			}
			card, err := b.Draw(v, r)
			if err != nil {
				return err
			}
			titles = append(titles, card.Title)
		}
		return err
	})
	if all := strings.Join(titles, ", "); len(titles) != 2 || !strings.Contains(all, "(1 of 2)") || !strings.Contains(all, "(2 of 2)") {
		t.Errorf("his cards are %s", all)
	}
}

// TestSilenceAndClosingDate has a player fall silent and the closing date come: the director is
// told once of each, both sides are asked what they claim, which the adjudication settles, and the
// final table goes to all when a protest is closed too.
func TestSilenceAndClosingDate(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol", "sam")
	b.Ledger().Secretary = "sam@example.org"
	id := b.event("silent = 20\nterms = \"code american-1897, time 10 moves in 300 days\"\nplayers = [\"alice\", \"bob\", \"carol\"]")
	for n, who := range []string{"alice", "bob", "carol"} {
		b.letter(who, "corrd@club.example", fmt.Sprint(n), "enter 1")
	}
	e := b.start(id)
	b.sendAll()
	watch := func() []string {
		t.Helper()
		if err := b.watchEvents(); err != nil {
			t.Fatal(err)
		}
		return b.told("sam", "office")
	}
	if told := watch(); len(told) != 0 {
		t.Errorf("told at once: %s", told)
	}
	b.pass(15 * 24 * time.Hour)
	first := e.Pairings[0]
	b.inGame(first.Game, board.White, "m1", "P-K4")
	b.inGame(first.Game, board.Black, "m2", "P-K4")
	b.pass(6 * 24 * time.Hour)
	told := watch()
	if len(told) != 1 {
		t.Fatalf("the director has had %d letters", len(told))
	}
	for _, who := range []string{"alice", "bob", "carol"} {
		if is, moved := strings.Contains(told[0], who+", since"), who == first.White || who == first.Black; is == moved {
			t.Errorf("%s: told of %v, and has moved: %v", who, is, moved)
		}
	}
	if again := watch(); len(again) != 1 {
		t.Errorf("told again of the same silence: %s", again)
	}
	b.pass(70 * 24 * time.Hour)
	told = watch()
	wants(t, told[len(told)-1], "The closing date has come, and these games go on")
	claimant := first.White
	wants(t, b.lastTold(claimant, "office"), "are not over", fmt.Sprintf("Game %d:", first.Game), "adjudicate win:")
	b.letter(claimant, b.keyFrom(claimant, "office"), "claim", fmt.Sprintf("Game %d:\nadjudicate win: I am a Rook ahead", first.Game))
	var claims []game.Protest
	b.view(func(v store.View) error {
		s, err := v.Game(first.Game)
		claims = s.Protests
		return err
	})
	if len(claims) != 1 || claims[0].Words != "I claim a win: I am a Rook ahead" {
		t.Errorf("before the director are %+v", claims)
	}
	b.inGame(first.Game, board.Black, "protest", "protest: the letter of Tuesday was lost")
	for _, p := range e.Pairings {
		if _, err := b.room().EventAdjudicate(t.Context(), control.EventAct{Event: id, Game: p.Game, Score: "draw", Reason: "neither side can win"}); err != nil {
			t.Fatal(err)
		}
	}
	wants(t, b.lastTold(claimant, "result"), "table 1", "the table of Winter")
	if _, err := b.room().EventClose(t.Context(), control.EventAct{Event: id}); err == nil || !strings.Contains(err.Error(), "dispute 2 in game") || strings.Contains(err.Error(), "dispute 1 ") {
		t.Errorf("the event waits for the protest and not for the claim, which is settled: %v", err)
	}
	closing := control.Closing{Writing: control.Writing{ID: 2, Words: "it came after all"}}
	if _, err := b.room().DisputeClose(t.Context(), closing); err != nil {
		t.Fatal(err)
	}
	if _, err := b.room().EventClose(t.Context(), control.EventAct{Event: id}); err != nil {
		t.Fatal(err)
	}
	for _, who := range []string{"alice", "bob", "carol"} {
		wants(t, b.lastTold(who, "office"), "This is the final table of event 1, Winter.")
	}
}

// TestWordsOfEntry has players enter, and not enter, in words of their own, with the key of the
// announcement and without any.
func TestWordsOfEntry(t *testing.T) {
	for _, words := range []struct {
		said   string
		enters bool
	}{
		{"Yes", true}, {"yes please, put me down", true}, {"Enter 1!", true}, {"Yes, I would like to enter event 1", true},
		{"I accept the conditions and enter event 1", true}, {"Dear Sir,\r\nplease enter me for event 1.\r\nYours, Alice", true}, {"OK", true}, {"Accept", true},
		{"no", false}, {"No, thank you", false}, {"I do not enter event 1", false}, {"yes, but only if Bob plays", false}, {"yes and no", false}, {"not yet", false},
		{"Should I enter event 1?", false}, {"My friend Bob asks you to enter him in event 1", false}, {"decline", false}, {"P-K4", false}, {"", false},
	} {
		b := tableWith(t, "alice", "bob")
		id := b.event("")
		if _, err := b.room().EventEnter(t.Context(), control.EventAct{Event: id, Player: &control.Whom{Address: "alice"}}); err != nil {
			t.Fatal(err)
		}
		b.letter("alice", b.keyFrom("alice", "confirm"), "keyed", words.said)
		if got := b.entrants(id); (got == "alice") != words.enters {
			t.Errorf("%q with the key: in the event are %q", words.said, got)
		}
		if !strings.Contains(strings.ToLower(words.said), "enter") {
			continue
		}
		b.letter("bob", "corrd@club.example", "plain", words.said)
		if got := b.entrants(id); strings.Contains(got, "bob") != words.enters {
			t.Errorf("%q without a key: in the event are %q", words.said, got)
		}
	}
}

// TestTableAsGamesEnd has a player ask for the table of their event whenever games in it are over:
// one letter for each change, none to the others, and none after "set tables off".
func TestTableAsGamesEnd(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol", "sam")
	id := b.event("terms = \"code american-1897, time 10 moves in 300 days\"\nplayers = [\"alice\", \"bob\", \"carol\"]")
	for n, who := range []string{"alice", "bob", "carol"} {
		b.letter(who, "corrd@club.example", fmt.Sprint(n), "enter 1")
	}
	b.letter("alice", "corrd@club.example", "ask", "set tables on")
	e := b.start(id)
	b.sendAll()
	tables := func(who string) (n int) {
		t.Helper()
		if err := b.watchEvents(); err != nil {
			t.Fatal(err)
		}
		for _, told := range b.told(who, "office") {
			if strings.Contains(told, "table of event 1") {
				n++
			}
		}
		return n
	}
	if n := tables("alice"); n != 0 {
		t.Errorf("%d tables before a game is over", n)
	}
	for n, g := range e.Pairings[:2] {
		b.inGame(g.Game, board.White, fmt.Sprint("r", n), "I resign")
		if got := tables("alice"); got != n+1 {
			t.Errorf("%d tables after %d games", got, n+1)
		}
		if again := tables("alice"); again != n+1 {
			t.Errorf("the same table again")
		}
	}
	b.letter("alice", "corrd@club.example", "no", "set tables off")
	b.inGame(e.Pairings[2].Game, board.White, "r2", "I resign")
	if got, others := tables("alice"), tables("bob")+tables("carol"); got != 2 || others != 0 {
		t.Errorf("afterwards %d tables, and %d to those who did not ask", got, others)
	}
}
