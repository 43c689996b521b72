package clerk

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// playerAt is whoever has an address of the domain of the table; the zero player for nobody.
func (b *table) playerAt(who string) (p store.Player) {
	b.Helper()
	b.view(func(v store.View) error {
		p, _ = v.PlayerAt(who + "@example.org")
		return nil
	})
	return p
}

// fieldOf is the value of a field of the newest letter of a kind that somebody has been sent.
func (b *table) fieldOf(who, kind, field string) string {
	b.Helper()
	b.sendAll()
	for _, l := range slices.Backward(b.sent) {
		if l.to != who+"@example.org" || !strings.Contains(string(l.raw), "Corrd-Letter: "+kind+"\r\n") {
			continue
		}
		header, _, _ := bytes.Cut(l.raw, []byte("\r\n\r\n"))
		unfolded := strings.ReplaceAll(string(header), "\r\n ", " ")
		for line := range strings.SplitSeq(unfolded, "\r\n") {
			if value, ok := strings.CutPrefix(line, field+": "); ok {
				return value
			}
		}
		return ""
	}
	b.Fatalf("%s has had no letter of the kind %s", who, kind)
	return ""
}

// TestUnknownSettingNamesAll: who names a setting that does not exist reads of all that do, the one
// that stop ends for umpires too.
func TestUnknownSettingNamesAll(t *testing.T) {
	b := newTable(t)
	b.letter("alice", "corrd@club.example", "1", "set zone Mars")
	wants(t, b.lastTold("alice", "office"), `no setting "zone"`, "notation, diagram, timezone, calendar, sheet, reminders, challenges, news, tables, umpiring, book-notes, listed and paper")
	b.letter("alice", "corrd@club.example", "2", "help all")
	wants(t, b.lastTold("alice", "office"), "set reminders on", "set challenges on", "set umpiring on")
}

// TestARefusedSettingIsNamedBesideAnotherStatement: of several settings those that cannot be made
// are named as left undone, where the letter's answer is about something else.
func TestARefusedSettingIsNamedBesideAnotherStatement(t *testing.T) {
	b := newTable(t)
	b.letter("alice", "corrd@club.example", "1", "set notation french\nset diagram off\ngames")
	told := b.lastTold("alice", "office")
	wants(t, told, "What else you wrote is left undone", "| set notation french")
	if strings.Contains(told, "diagram off") {
		t.Errorf("a setting that was made is named:\n%s", told)
	}
}

// TestStopEndsWhatComesUnasked: reminders and challenges end, moves and results do not, and
// two settings undo it.
func TestStopEndsWhatComesUnasked(t *testing.T) {
	b := newTable(t)
	b.inGame(1, board.White, "1", "stop")
	wants(t, b.lastTold("alice", "office"), "no reminders, no challenges, no weekly sheet, no circulars", "no moves of games that you watch", "set reminders on")
	b.pass(16 * 24 * time.Hour)
	if told := b.told("alice", "reminder"); len(told) != 0 {
		t.Errorf("reminded after stop: %s", told)
	}
	b.letter("bob", "corrd@club.example", "2", "challenge alice@example.org")
	wants(t, b.lastTold("bob", "refused"), "alice takes no challenges now")
	b.inGame(1, board.White, "3", "P-K4")
	b.inGame(1, board.Black, "4", "P-K4")
	if told := b.told("alice", "move"); len(told) != 1 {
		t.Errorf("the move did not come: %q", told)
	}
	b.letter("alice", "corrd@club.example", "5", "set reminders on\nset challenges on")
	b.pass(8 * 24 * time.Hour)
	if told := b.told("alice", "reminder"); len(told) != 1 {
		t.Errorf("reminders after they were set on: %q", told)
	}
	b.letter("bob", "corrd@club.example", "6", "challenge alice@example.org")
	if told := b.told("alice", "challenge"); len(told) != 1 {
		t.Errorf("challenges after they were set on: %q", told)
	}
	b.inGame(1, board.White, "7", "stop")
	b.inGame(1, board.White, "8", "resign")
	if told := b.told("alice", "result"); len(told) != 1 {
		t.Errorf("the result did not come: %q", told)
	}
}

// TestListUnsubscribe: a letter of a mail program to the address in List-Unsubscribe stops
// reminders, whatever the letter says and wherever the letter comes from; a forged key does
// nothing.
func TestListUnsubscribe(t *testing.T) {
	b := newTable(t)
	if got := b.fieldOf("alice", "start", "List-Unsubscribe"); got != "" {
		t.Errorf("a start letter has List-Unsubscribe %q", got)
	}
	b.pass(16 * 24 * time.Hour)
	field := b.fieldOf("alice", "reminder", "List-Unsubscribe")
	address, rest, _ := strings.Cut(strings.TrimPrefix(field, "<mailto:"), "?")
	if rest != "subject=stop&body=stop>" || !strings.HasPrefix(address, "corrd%2Bs1.") {
		t.Fatalf("List-Unsubscribe: %s", field)
	}
	if got := b.fieldOf("alice", "reminder", "Auto-Submitted"); got != "auto-generated" {
		t.Errorf("Auto-Submitted: %s", got)
	}
	address = strings.Replace(address, "%2B", "+", 1)
	b.comes(b.clock.Now(), "elsewhere", strings.Replace(address, "s1.", "s2.", 1), "Auto-Submitted: auto-generated\r\n", "1", "")
	b.comes(b.clock.Now(), "elsewhere", address[:12]+strings.Repeat("a", 22)+address[34:], "", "2", "stop")
	if p := b.playerAt("alice"); len(p.Settings) != 0 || len(b.playerAt("bob").Settings) != 0 {
		t.Fatalf("a forged key stopped %+v", p)
	}
	b.comes(b.clock.Now(), "elsewhere", address, "Auto-Submitted: auto-generated\r\n", "3", "This message was generated by a mail program.")
	if p := b.playerAt("alice"); p.Settings[ledger.Reminders] != ledger.SettingOff || p.Settings[ledger.Challenges] != ledger.SettingOff {
		t.Errorf("nothing was stopped: %+v, %+v", p, b.newest())
	}
	wants(t, b.lastTold("alice", "office"), "set reminders on")
	before := len(b.rows())
	b.comes(b.clock.Now(), "elsewhere", address, "", "4", "stop")
	if len(b.rows()) != before {
		t.Error("told twice")
	}
	b.letter("alice", office, "on", "set reminders on")
	b.comes(b.clock.Now(), "elsewhere", address, "Auto-Submitted: auto-generated\r\n", "3", "This message was generated by a mail program.")
	if p := b.playerAt("alice"); p.Settings[ledger.Reminders] == ledger.SettingOff || b.newest().State != store.Duplicate {
		t.Errorf("a letter that stopped once stops again what was wished since: %+v, %+v", p, b.newest())
	}
}

// TestStrangerStops: who is invited and writes stop has declined, and no other invitation
// and no question comes to them, unless they write again themselves.
func TestStrangerStops(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.letter("alice", "corrd@club.example", "1", "challenge zoe@example.org")
	field := b.fieldOf("zoe", "challenge", "List-Unsubscribe")
	if !strings.HasPrefix(field, "<mailto:corrd%2Bc1.") {
		t.Errorf("List-Unsubscribe: %s", field)
	}
	b.replies("zoe", "challenge", "2", "stop")
	wants(t, b.lastTold("alice", "office"), "has declined to play")
	b.letter("bob", "corrd@club.example", "3", "challenge zoe@example.org")
	wants(t, b.lastTold("bob", "refused"), "no other invitation")
	before := len(b.rows())
	raw := "From: zoe@example.org\r\nTo: corrd@club.example\r\nMessage-ID: <4@x.example>\r\n\r\nregister Zoe\r\n"
	env := mailer.Envelope{From: "zoe@example.org", To: []string{"corrd@club.example"}}
	if err := b.Deliver("smtp")(context.Background(), env, []byte(raw), b.clock.Now()); err != nil {
		t.Fatal(err)
	}
	if len(b.rows()) != before {
		t.Error("zoe was asked because of a letter that anybody may have written")
	}
	b.letter("zoe", "corrd@club.example", "5", "register Zoe")
	b.replies("zoe", "confirm", "6", "yes")
	if b.playerAt("zoe").Name != "Zoe" {
		t.Error("zoe cannot come back")
	}
	b.letter("yan", "corrd@club.example", "7", "stop")
	b.letter("bob", "corrd@club.example", "8", "challenge yan@example.org")
	wants(t, b.lastTold("bob", "refused"), "no other invitation")
}

// TestBlock: notes and challenges of a blocked player do not come, moves do, and unblock lifts the
// block.
func TestBlock(t *testing.T) {
	b := newTable(t)
	b.inGame(1, board.Black, "1", "block ALICE")
	wants(t, b.lastTold("bob", "office"), "unblock alice")
	b.inGame(1, board.White, "2", "P-K4\n\nI know where you live.")
	if move := b.lastTold("bob", "move"); strings.Contains(move, "where you live") {
		t.Errorf("the note came:\n%s", move)
	}
	b.letter("alice", "corrd@club.example", "3", "challenge bob@example.org")
	wants(t, b.lastTold("alice", "refused"), "bob takes no challenges now")
	if view, err := b.room().PlayerShow(b.Context(), control.Whom{Address: "bob@example.org"}); err != nil || !slices.Equal(view.Blocked, []int64{1}) {
		t.Errorf("the operator is shown %+v, %v", view, err)
	}
	b.inGame(1, board.Black, "4", "unblock alice")
	b.inGame(1, board.Black, "5", "P-K4")
	b.inGame(1, board.White, "6", "Kt-KB3\n\nI am sorry.")
	wants(t, b.lastTold("bob", "move"), "I am sorry.")
	b.inGame(1, board.Black, "7", "block Nobody Atall")
	wants(t, b.lastTold("bob", "refused"), "Nobody here has the name")
	b.inGame(1, board.Black, "8", "block bob")
	wants(t, b.lastTold("bob", "refused"), "One cannot block oneself")
}

// TestUnregister: who plays is asked what becomes of their games; who waits leaves when the
// last is over, who resigns leaves at once, and yes is needed for either but waiting.
func TestUnregister(t *testing.T) {
	b := newTable(t)
	b.inGame(1, board.Black, "1", "unregister")
	wants(t, b.lastTold("bob", "asked"), "unregister wait", "unregister resign")
	b.inGame(1, board.Black, "2", "unregister wait")
	wants(t, b.lastTold("bob", "office"), "unregister cancel")
	b.letter("alice", "corrd@club.example", "3", "challenge bob@example.org")
	wants(t, b.lastTold("alice", "refused"), "bob takes no challenges now")
	b.inGame(1, board.Black, "4", "unregister cancel")
	if b.playerAt("bob").Settings[ledger.Leaving] != "" {
		t.Error("bob leaves although bob cancelled that")
	}
	b.inGame(1, board.Black, "5", "unregister resign")
	if b.game().Result != nil {
		t.Fatal("resigned without a yes")
	}
	b.replies("bob", "confirm", "6", "no")
	wants(t, b.lastTold("bob", "office"), "You stay registered")
	b.inGame(1, board.Black, "7", "unregister resign")
	b.replies("bob", "confirm", "8", "yes")
	if r := b.game().Result; r == nil || r.Score != "1-0" {
		t.Fatalf("result %+v, letter %+v", r, b.newest())
	}
	wants(t, b.lastTold("bob", "office"), "You are not registered here any more")
	b.view(func(v store.View) error {
		if _, err := v.PlayerAt("bob@example.org"); err == nil {
			t.Error("bob is registered still")
		}
		return nil
	})
}

// TestLeaversAreRemovedWhenTheirGamesAreOver: a player who waits with leaving is removed after
// their last game.
func TestLeaversAreRemovedWhenTheirGamesAreOver(t *testing.T) {
	b := newTable(t)
	b.inGame(1, board.Black, "1", "unregister wait")
	if err := b.removeLeavers(); err != nil || b.playerAt("bob").ID == 0 {
		t.Fatalf("removed from a running game: %v", err)
	}
	b.inGame(1, board.White, "2", "resign")
	if err := b.removeLeavers(); err != nil {
		t.Fatal(err)
	}
	wants(t, b.lastTold("bob", "office"), "You are not registered here any more")
	b.letter("alice", "corrd@club.example", "3", "unregister")
	b.replies("alice", "confirm", "4", "yes")
	wants(t, b.lastTold("alice", "office"), "You are not registered here any more")
}

// TestOnlyTheirOwnerStops: a letter that anybody may have written stops, blocks and ends
// nothing.
func TestOnlyTheirOwnerStops(t *testing.T) {
	b := newTable(t)
	for i, words := range []string{"stop", "block bob", "unregister wait", "unregister"} {
		raw := "From: alice@example.org\r\nTo: corrd@club.example\r\nMessage-ID: <" + strconv.Itoa(i) + "@x.example>\r\n\r\n" + words + "\r\n"
		if err := b.Deliver("smtp")(context.Background(), mailer.Envelope{From: "alice@example.org", To: []string{"corrd@club.example"}}, []byte(raw), b.clock.Now()); err != nil {
			t.Fatal(err)
		}
		if p := b.playerAt("alice"); len(p.Settings) != 0 || len(p.Blocked) != 0 || b.newest().Verdict != "identity" {
			t.Errorf("%s: %+v, %+v", words, p, b.newest())
		}
	}
}

// TestLawAndTermsByLetter: the words of a provision and the terms of a game come on demand.
func TestLawAndTermsByLetter(t *testing.T) {
	b := newTable(t)
	b.inGame(1, board.White, "1", "law III. 3")
	wants(t, b.lastTold("alice", "office"), "III.3", "the receiver may exact")
	b.letter("alice", "corrd@club.example", "2", "law house:18")
	wants(t, b.lastTold("alice", "office"), "A reminder goes out at half time")
	b.letter("alice", "corrd@club.example", "3", "law III.33")
	wants(t, b.lastTold("alice", "office"), "has no provision", "III.3")
	b.inGame(1, board.White, "4", "show terms")
	wants(t, b.lastTold("alice", "office"), "terms of game 1", "time 10 moves in 30 days")
	b.letter("bob", "corrd@club.example", "5", "show terms 1")
	wants(t, b.lastTold("bob", "office"), "terms of game 1")
	b.letter("bob", "corrd@club.example", "6", "show terms 7")
	wants(t, b.lastTold("bob", "refused"), "7")
}

// TestWayOutOutlivesNoErasure: a player's blocks and settings are deleted when the player is
// erased.
func TestWayOutOutlivesNoErasure(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	b.letter("bob", "corrd@club.example", "1", "block alice")
	b.letter("bob", "corrd@club.example", "2", "stop")
	b.erasures.Path = t.TempDir() + "/erasures"
	if _, err := b.room().PlayerErase(b.Context(), control.Removal{Whom: control.Whom{Address: "bob@example.org"}}); err != nil {
		t.Fatal(err)
	}
	b.view(func(v store.View) error {
		p, err := v.Player(2)
		if len(p.Blocked) != 0 || len(p.Settings) != 0 || p.Erased == 0 {
			t.Errorf("%+v is left", p)
		}
		return err
	})
}

// TestEnvelopeSenders: letters to players and first letters leave with an address to which
// they can come back (VERP); an answer to a letter that anybody may have written does not.
func TestEnvelopeSenders(t *testing.T) {
	b := tableWith(t, "alice")
	b.letter("alice", "corrd@club.example", "1", "challenge zoe@example.org")
	b.letter("vera", "corrd@club.example", "2", "register Vera")
	raw := "From: mallory@x.example\r\nTo: corrd@club.example\r\nMessage-ID: <3@x.example>\r\n\r\nregister Mallory\r\n"
	if err := b.Deliver("smtp")(context.Background(), mailer.Envelope{From: "mallory@x.example", To: []string{"corrd@club.example"}}, []byte(raw), b.clock.Now()); err != nil {
		t.Fatal(err)
	}
	b.sendAll()
	from := map[string]string{}
	for _, l := range b.sent {
		from[l.to], _, _ = strings.Cut(l.from, ".")
	}
	for to, want := range map[string]string{"alice@example.org": "corrd+b2", "zoe@example.org": "corrd+b1", "vera@example.org": "corrd+b3", "mallory@x.example": ""} {
		if got, ok := from[to]; !ok || got != want {
			t.Errorf("to %s: from %q (%v), want %q", to, got, ok, want)
		}
	}
}

// TestLettersAboutOneselfCanBeAnswered: a player who writes without proof can answer the letter
// that says so, and a player whose mail program stopped their letters can answer the letter that
// tells them.
func TestLettersAboutOneselfCanBeAnswered(t *testing.T) {
	b := tableWith(t, "alice", "bob")
	write := func(from, to, id, words string) {
		t.Helper()
		raw := "From: " + from + "@example.org\r\nTo: " + to + "\r\nMessage-ID: <" + id + "@x.example>\r\n\r\n" + words + "\r\n"
		if err := b.Deliver("smtp")(context.Background(), mailer.Envelope{From: from + "@example.org", To: []string{to}}, []byte(raw), b.clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	write("alice", "corrd@club.example", "1", "stop")
	own := strings.Trim(b.fieldOf("alice", "refused", "Reply-To"), "<>")
	if !strings.HasPrefix(own, "corrd+s1.") {
		t.Fatalf("Reply-To: %s", own)
	}
	write("bob", own, "2", "stop")
	if len(b.playerAt("alice").Settings)+len(b.playerAt("bob").Settings) != 0 {
		t.Error("bob stopped letters to alice with alice's key")
	}
	write("alice", own, "3", "stop")
	if !ledger.Stops(b.playerAt("alice"), ledger.Reminders) {
		t.Errorf("not stopped: %+v", b.newest())
	}
	write("alice", strings.Trim(b.fieldOf("alice", "office", "Reply-To"), "<>"), "4", "set reminders on")
	if ledger.Stops(b.playerAt("alice"), ledger.Reminders) {
		t.Errorf("stopped still: %+v", b.newest())
	}
}

// TestLeaverResignsTheGamesNamed: yes to the question whether a player resigns their games and
// leaves resigns none that has begun since; the player leaves when that one is over.
func TestLeaverResignsTheGamesNamed(t *testing.T) {
	b := newTable(t)
	b.letter("alice", "corrd@club.example", "1", "challenge bob@example.org")
	b.inGame(1, board.Black, "2", "unregister resign")
	b.pass(time.Hour)
	b.replies("bob", "challenge", "3", "accept")
	b.replies("bob", "confirm", "4", "yes")
	if r := b.game().Result; r == nil || r.Score != "1-0" {
		t.Errorf("the game named: result %+v", r)
	}
	if s := b.gameNumber(2); s.Started.IsZero() || s.Result != nil {
		t.Errorf("the game begun since: started %v, result %+v", s.Started, s.Result)
	}
	wants(t, b.lastTold("bob", "office"), "as soon as your last game is over")
}
