package clerk

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

var meeting = control.Message{All: true, Subject: "The summer meeting", Words: "We meet on 4 July.\nBring a board.\nresign\n"}

// circular sends a circular, or previews it.
func (b *table) circular(m control.Message) control.MessageView {
	b.Helper()
	out, err := b.room().Message(b.Context(), m)
	if err != nil {
		b.Fatal(err)
	}
	return out
}

// minutes lets circulars go out for some turns, and returns how many letters of them have left.
func (b *table) minutes(turns int) (left int) {
	b.Helper()
	for range turns {
		if _, err := b.sendNews(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.sendAll()
		b.clock.(*watch.Virtual).Set(b.clock.Now().Add(ledger.NewsEvery))
	}
	for _, l := range b.sent {
		if strings.Contains(string(l.raw), "Corrd-Letter: news\r\n") {
			left++
		}
	}
	return left
}

func TestCircular(t *testing.T) {
	b := tableWith(t, "alice", "bob", "carol")
	if _, err := b.room().PlayerAdd(b.Context(), control.Enrolment{Name: "Eliza", Postal: "12 High Street, Lincoln", Quiet: true}); err != nil {
		t.Fatal(err)
	}
	preview := meeting
	preview.Preview = true
	if out := b.circular(preview); out.Mail != 3 || out.Cards != 1 || !strings.Contains(out.Letter, "Bring a board") {
		t.Fatalf("the preview comes to %+v", out)
	}
	if sent := b.minutes(3); sent != 0 {
		t.Fatalf("after the preview %d letters are sent", sent)
	}
	b.circular(meeting)
	for turn := 1; turn <= 3; turn++ { // one letter in each turn
		if n := b.minutes(1); n != turn {
			t.Fatalf("%d letters after %d turns", n, turn)
		}
	}
	if n := b.minutes(5); n != 3 {
		t.Errorf("%d letters of three", n)
	}
	letter := b.lastTold("bob", "news")
	wants(t, letter, "We meet on 4 July", "stop news")
	cards, err := b.room().CardList(b.Context(), control.WhichCards{})
	if err != nil || len(cards) != 1 {
		t.Errorf("%d cards, %v", len(cards), err)
	}
	if _, err := b.room().Message(b.Context(), meeting); err == nil || !strings.Contains(err.Error(), "had these words already: 4") {
		t.Errorf("a circular is sent twice: %v", err)
	}
	b.join("dave")
	if out := b.circular(meeting); out.Mail != 1 || len(out.Had) != 4 || b.minutes(3) != 4 {
		t.Errorf("%+v", out)
	}
}

// reply has somebody answer the newest letter of a kind as a mail program does.
func (b *table) reply(who, kind, id, words string) {
	b.Helper()
	b.sendAll()
	for _, l := range slices.Backward(b.sent) {
		if l.to == who+"@example.org" && strings.Contains(string(l.raw), "Corrd-Letter: "+kind+"\r\n") {
			_, rest, _ := strings.Cut(string(l.raw), "Message-ID: <")
			name, _, _ := strings.Cut(rest, ">")
			b.comes(b.clock.Now(), who, replyTo(b.T, l.raw), "In-Reply-To: <"+name+">\r\n", id, words)
			return
		}
	}
	b.Fatalf("%s has had no letter of the kind %s", who, kind)
}

// TestCircularAnswered: a yes or no to a circular answers no question of a game, and its writer is
// told that nobody reads it.
func TestCircularAnswered(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	b.reply("alice", "start", "p", "Perhaps Kt-KB3?")
	b.circular(meeting)
	b.minutes(3)
	wants(t, b.lastTold("alice", "news"), "An answer to this letter reaches nobody")
	for i, words := range []string{"yes", "Yes, I do.", "No, thank you. But I wish you a good summer.", "Accepted", "I shall bring a board."} {
		b.answersFrom([]mailer.Auth{mailer.AuthPass, mailer.AuthNone}[i%2], "alice", "alice", "news", fmt.Sprint("n", i), words)
		if l := b.newest(); l.State != store.Returned || l.Verdict != "an answer to a circular" || len(b.game().Line) != 0 {
			t.Errorf("%q: %+v", words, l)
		}
	}
	wants(t, b.lastTold("alice", "asked"), "has reached nobody")
}

// TestYesToTerms: a yes to a letter that shows the terms answers no older question.
func TestYesToTerms(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	b.reply("alice", "start", "p", "Perhaps Kt-KB3?")
	b.reply("alice", "asked", "t", "show terms")
	b.reply("alice", "office", "y", "yes")
	if l := b.newest(); l.State != store.Returned || len(b.game().Line) != 0 {
		t.Errorf("%+v", l)
	}
	b.reply("alice", "asked", "z", "yes")
	if l := b.newest(); len(b.game().Line) != 1 {
		t.Errorf("asked again: %+v", l)
	}
}

// TestCircularStops: stop news, the setting and List-Unsubscribe end circulars, also one that
// waits, and no game.
func TestCircularStops(t *testing.T) {
	b := newTable(t)
	for i, stops := range []func(){
		func() { b.letter("bob", "corrd@club.example", "s1", "stop news") },
		func() { b.letter("bob", "corrd@club.example", "s2", "set news off") },
		func() { b.replies("bob", "news", "s3", "Stop news, please.") },
		func() { b.letter("bob", b.unsubscribes("bob"), "s4", "whatever a program writes") },
		func() { b.letter("bob", "corrd@club.example", "s5", "stop") },
	} {
		first := meeting
		first.All, first.To, first.Subject = false, []control.Whom{{Address: "bob"}}, fmt.Sprint("first ", i)
		b.circular(first)
		before := b.minutes(3)
		if before != i+1 {
			t.Fatalf("case %d: %d letters", i, before)
		}
		waiting := first
		waiting.Subject = fmt.Sprint("second ", i)
		b.circular(waiting)
		stops()
		if n := b.minutes(3); n != before {
			t.Errorf("case %d: a circular has come after all", i)
		}
		if out, err := b.room().Message(b.Context(), control.Message{To: first.To, Subject: "third", Words: "x"}); err == nil {
			t.Errorf("case %d: %+v", i, out)
		}
		b.letter("bob", "corrd@club.example", fmt.Sprint("on", i), "set news on")
	}
	b.inGame(1, board.White, "m", "P-K4")
	if len(b.told("bob", "move")) != 1 || b.game().Result != nil {
		t.Error("the game has stopped")
	}
	b.view(func(v store.View) error {
		p, err := v.Player(2)
		if ledger.Stops(p, ledger.News) {
			t.Error("circulars do not come again")
		}
		return err
	})
}

// unsubscribes returns the address of List-Unsubscribe of the newest circular to somebody.
func (b *table) unsubscribes(who string) (to string) { return b.unsubscribedFrom(who, "news") }

// unsubscribedFrom returns the address of List-Unsubscribe of the newest letter of a kind to
// somebody.
func (b *table) unsubscribedFrom(who, kind string) (to string) {
	b.Helper()
	to, _, _ = strings.Cut(strings.TrimPrefix(b.fieldOf(who, kind, "List-Unsubscribe"), "<mailto:"), "?")
	to = strings.Replace(to, "%2B", "+", 1)
	return to
}

// TestCircularBehindGames: a letter of a game to the same reader leaves first, and while letters
// are due no circular is let out.
func TestCircularBehindGames(t *testing.T) {
	b := newTable(t)
	b.sendAll()
	b.circular(meeting)
	b.inGame(1, board.White, "m", "P-K4")
	if _, err := b.sendNews(b.Context()); err != nil {
		t.Fatal(err)
	}
	b.sendAll()
	for _, l := range b.sent {
		if strings.Contains(string(l.raw), "Corrd-Letter: news") {
			t.Fatal("a circular has gone before a letter of a game")
		}
	}
	if len(b.told("bob", "move")) != 1 {
		t.Error("the move waits behind a circular")
	}
	if n := b.minutes(4); n != 2 {
		t.Errorf("%d letters", n)
	}
}

// TestCircularsRefused: what is not a circular, and who is nobody.
func TestCircularsRefused(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.enrolled("Gone Example", "gone@example.org")
	if _, err := b.room().PlayerRemove(b.Context(), control.Removal{Whom: control.Whom{Address: "gone@example.org"}}); err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]control.Message{
		"no words": {All: true, Subject: "x"}, "no subject": {All: true, Words: "x"}, "nobody": {Subject: "x", Words: "x"},
		"all and one": {All: true, To: []control.Whom{{ID: 1}}, Subject: "x", Words: "x"}, "unknown": {To: []control.Whom{{ID: 1}, {Address: "frank"}}, Subject: "x", Words: "x"},
		"another charset": {All: true, Subject: "x", Words: "caf\xe9"}, "too long": {All: true, Subject: "x", Words: strings.Repeat("x", 30_000)}, "removed": {To: []control.Whom{{ID: 3}}, Subject: "x", Words: "x"},
	} {
		if out, err := b.room().Message(b.Context(), m); err == nil {
			t.Errorf("%s: %+v", name, out)
		}
	}
	if n := b.minutes(3); n != 0 {
		t.Errorf("%d letters", n)
	}
	out := b.circular(control.Message{To: []control.Whom{{ID: 1}, {Address: "alice"}, {Address: "alice@example.org"}}, Subject: "a\r\nBcc: x@x.example", Words: "x"})
	if out.Mail != 1 || b.minutes(2) != 1 {
		t.Errorf("%+v", out)
	}
	b.from("alice@example.org", "f", "stop news", mailer.AuthNone)
	b.view(func(v store.View) error {
		p, err := v.Player(1)
		if ledger.Stops(p, ledger.News) {
			t.Error("somebody else has stopped circulars")
		}
		return err
	})
}

// TestImportWelcomes: who is imported gets one letter or card of welcome, in turn behind the
// letters of games, or none if the list is previewed, is quiet or comes a second time.
func TestImportWelcomes(t *testing.T) {
	b := newTable(t)
	list := control.Roster{Players: []control.NewPlayer{
		{Line: 1, Name: "Carol", Address: "carol@example.org"}, {Line: 2, Name: "Bob", Address: "bob@example.org"},
		{Line: 3, Name: "Eliza", Postal: "12 High Street, Lincoln"}, {Line: 4, Name: "Dan", Address: "dan@example.org"}, {Line: 5, Name: "Dan", Address: "dan@example.org"}}}
	imports := func(preview, quiet bool, want string) {
		t.Helper()
		list.Preview, list.Quiet = preview, quiet
		views, err := b.room().PlayerImport(b.Context(), list)
		if err != nil {
			t.Fatal(err)
		}
		ways := make([]string, len(views))
		for i, v := range views {
			ways[i] = v.Welcome
		}
		if got := strings.Join(ways, ","); got != want {
			t.Errorf("welcomed are %q, not %q", got, want)
		}
	}
	welcomes := func() (letters, cards int) {
		b.view(func(v store.View) error {
			rows, err := v.Rows(1000)
			for _, r := range rows {
				switch {
				case !strings.Contains(string(r.Data), `"welcome"`) || r.State == store.Waiting:
				case store.IsCard(r.To):
					cards++
				default:
					letters++
				}
			}
			return err
		})
		return letters, cards
	}
	imports(true, false, "mail,,card,mail,")
	if letters, cards := welcomes(); letters+cards != 0 {
		t.Fatalf("a preview welcomes %d and %d", letters, cards)
	}
	imports(false, false, "mail,,card,mail,")
	b.inGame(1, board.White, "m", "P-K4")
	if _, err := b.sendNews(b.Context()); err != nil {
		t.Fatal(err)
	}
	if letters, cards := welcomes(); letters+cards != 0 {
		t.Error("a welcome goes before a letter of a game")
	}
	b.sendAll()
	b.minutes(1)
	if letters, cards := welcomes(); letters+cards != 1 {
		t.Errorf("%d letters and %d cards of welcome in one turn", letters, cards)
	}
	b.letter("carol", "corrd@club.example", "s", "stop news") // which stops circulars only
	imports(false, false, ",,,,")
	list.Players = append(list.Players, control.NewPlayer{Line: 6, Name: "Frank", Address: "frank@example.org"})
	imports(false, true, ",,,,,")
	b.minutes(5)
	if letters, cards := welcomes(); letters != 2 || cards != 1 {
		t.Errorf("%d letters and %d cards of welcome", letters, cards)
	}
	wants(t, b.lastTold("dan", "office"), "Welcome, Dan", "challenge bob@example.org")
	b.view(func(v store.View) error {
		rows, err := v.Rows(1000)
		for _, r := range rows {
			if store.IsCard(r.To) {
				card, err := b.Draw(v, r)
				if err != nil {
					return err
				}
				wants(t, strings.Join(card.Words, "\n"), "Welcome, Eliza", "set listed yes", "challenge Bob Example")
			}
		}
		return err
	})
}
