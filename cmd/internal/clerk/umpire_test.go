package clerk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/umpire"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/mailer"
	"corrd/store"
)

// umpired is a table with two games, of alice and bob and of carol and dan, and the umpire walker,
// who has had a protest in each game.
func umpired(t *testing.T) *table {
	t.Helper()
	b := newTable(t)
	b.join("carol", "dan")
	b.addUmpire("walker")
	b.letter("carol", "corrd@club.example", "challenge2", "challenge dan@example.org, colour white")
	b.letter("dan", "corrd@club.example", "accept2", "accept")
	b.inGame(1, board.Black, "protest1", "protest: the letter of Monday was lost")
	b.inGame(2, board.Black, "protest2", "protest: please answer yes if you got this")
	b.sendAll()
	return b
}

// addUmpire makes somebody an umpire.
func (b *table) addUmpire(name string) {
	b.Helper()
	if _, err := b.room().UmpireAdd(b.Context(), control.Enrolment{Name: name, Address: name + "@example.org"}); err != nil {
		b.Fatal(err)
	}
}

// toLetter returns the reply address and the Message-ID of the newest letter to somebody that holds
// some words.
func (b *table) toLetter(who, words string) (address, id string) {
	b.Helper()
	b.sendAll()
	for i := len(b.sent) - 1; i >= 0; i-- {
		raw := string(b.sent[i].raw)
		if b.sent[i].to == who+"@example.org" && strings.Contains(raw, words) {
			_, id, _ = strings.Cut(raw, "Message-ID: <")
			id, _, _ = strings.Cut(id, ">")
			return replyTo(b.T, b.sent[i].raw), id
		}
	}
	b.Fatalf("%s has had no letter that says %q", who, words)
	return "", ""
}

// walkerAnswers has the umpire answer a letter, with its reply address and its Message-ID.
func (b *table) walkerAnswers(address, to, id, words string) {
	b.Helper()
	b.comes(b.clock.Now(), "walker", address, "In-Reply-To: <"+to+">\r\n", id, words)
}

const forfeits = "rule %d forfeit white, law II.9(c), reason he says so himself"

// TestYesToAnotherLetterRulesNothing: a previewed ruling waits, and the umpire says yes to every
// other letter that they have had; only the answer to the preview makes the ruling.
func TestYesToAnotherLetterRulesNothing(t *testing.T) {
	b := umpired(t)
	notice, noticeID := b.toLetter("walker", "please answer yes if you got this")
	first, firstID := b.toLetter("walker", "the letter of Monday was lost")
	b.letter("walker", notice, "order", fmt.Sprintf(forfeits, 1))
	preview, previewID := b.toLetter("walker", "nothing is done yet")
	if !strings.Contains(preview, "+v") {
		t.Fatalf("the preview has the reply address %s", preview)
	}
	b.walkerAnswers(notice, noticeID, "yes1", "yes")
	b.walkerAnswers(notice, previewID, "yes2", "yes")
	b.walkerAnswers(first, firstID, "yes3", "Yes, I got it.\n\nyes")
	b.walkerAnswers("corrd@club.example", previewID, "yes4", "yes")
	if s := b.game(); s.Result != nil {
		t.Fatal("a yes to another letter has decided game 1")
	}
	wants(t, b.lastTold("walker", "office"), "answers only the letter that shows", "order ", "rule 1 forfeit white")
	b.walkerAnswers(preview, noticeID, "yes5", "yes")
	if s := b.game(); s.Result == nil {
		t.Fatalf("the yes to the preview has decided nothing: %+v", b.newest())
	}
	if s := b.gameNumber(2); s.Result != nil {
		t.Fatal("game 2 is decided")
	}
}

// TestTwoPreviewsHaveTwoKeys: the yes to each of two previews makes that ruling, in any order, and
// makes it once.
func TestTwoPreviewsHaveTwoKeys(t *testing.T) {
	b := umpired(t)
	notice, _ := b.toLetter("walker", "the letter of Monday was lost")
	b.letter("walker", notice, "order1", fmt.Sprintf(forfeits, 1))
	one, _ := b.toLetter("walker", "nothing is done yet")
	b.letter("walker", notice, "order2", fmt.Sprintf(forfeits, 2))
	two, _ := b.toLetter("walker", "nothing is done yet")
	if one == two {
		t.Fatal("two previews have one key")
	}
	b.letter("walker", one, "no1", "no")
	b.letter("walker", one, "yes1", "yes")
	if b.game().Result != nil || b.gameNumber(2).Result != nil {
		t.Fatal("a key that a no has spent has made a ruling")
	}
	wants(t, b.lastTold("walker", "office"), "counts no more", "rule 2 forfeit white")
	b.letter("walker", two, "yes2", "yes")
	if b.game().Result != nil || b.gameNumber(2).Result == nil {
		t.Fatalf("the yes to the second preview: %+v", b.newest())
	}
	seq := b.gameNumber(2).Seq
	b.letter("walker", two, "yes3", "yes!")
	if b.gameNumber(2).Seq != seq {
		t.Fatal("a second yes has done something")
	}
}

// TestOrderIsShownAnew: when the game has gone on, a yes shows the order again under another key,
// and the old key counts no more.
func TestOrderIsShownAnew(t *testing.T) {
	b := umpired(t)
	notice, _ := b.toLetter("walker", "the letter of Monday was lost")
	b.letter("walker", notice, "order1", fmt.Sprintf(forfeits, 1))
	one, _ := b.toLetter("walker", "nothing is done yet")
	b.inGame(1, board.White, "move", "P-K4")
	b.letter("walker", one, "yes1", "yes")
	two, _ := b.toLetter("walker", "The game has gone on since")
	b.letter("walker", one, "yes2", "yes, please")
	if one == two || b.game().Result != nil {
		t.Fatal("an old showing has made the ruling")
	}
	b.comes(b.clock.Now(), "walker", two, "", "yes3", "yes")
	if b.game().Result == nil {
		t.Fatalf("the last showing makes no ruling: %+v", b.newest())
	}
}

// TestOrderShownEightDaysAgo: a yes after seven days shows the order again under another key.
func TestOrderShownEightDaysAgo(t *testing.T) {
	b := umpired(t)
	suspend := play.Rule{Ruling: game.Ruling{Verb: game.RulesSuspended, Reason: "both asked for it"}, Law: "II.9"}
	if _, err := b.room().Rule(t.Context(), control.Ruling{ID: 1, Rule: &suspend}); err != nil {
		t.Fatal(err)
	}
	notice, _ := b.toLetter("walker", "the letter of Monday was lost")
	b.letter("walker", notice, "order1", fmt.Sprintf(forfeits, 1))
	one, _ := b.toLetter("walker", "nothing is done yet")
	b.clock.(*watch.Virtual).Set(b.clock.Now().Add(8 * 24 * time.Hour))
	b.comes(b.clock.Now(), "walker", one, "", "yes1", "yes")
	two, _ := b.toLetter("walker", "Seven days have")
	if two == one || b.game().Result != nil {
		t.Fatal("a showing of eight days ago has made the ruling")
	}
	b.comes(b.clock.Now(), "walker", one, "", "yes2", "yes now")
	if b.game().Result != nil {
		t.Fatal("a key that is void has made the ruling")
	}
	b.comes(b.clock.Now(), "walker", two, "", "yes3", "yes")
	if b.game().Result == nil {
		t.Fatalf("the last showing makes no ruling: %+v", b.newest())
	}
}

// TestOrderCanBeAnsweredForSevenDays: a yes a minute before the seven days are over carries the
// order out, and one a minute after shows it again.
func TestOrderCanBeAnsweredForSevenDays(t *testing.T) {
	for late, acts := range map[time.Duration]bool{-time.Minute: true, time.Minute: false} {
		b := umpired(t)
		notice, _ := b.toLetter("walker", "the letter of Monday was lost")
		b.letter("walker", notice, "order1", fmt.Sprintf(forfeits, 1))
		key, _ := b.toLetter("walker", "nothing is done yet")
		b.clock.(*watch.Virtual).Set(b.clock.Now().Add(umpire.ShownFor + late))
		b.comes(b.clock.Now(), "walker", key, "", "yes1", "yes")
		if acted := b.game().Result != nil; acted != acts {
			t.Errorf("%v after seven days: carried out %t, %s", late, acted, b.newest().Verdict)
		}
	}
}

// TestOrderInOtherHands: the key of a preview is worth nothing to a player, to another umpire, and
// in a letter that the umpire's domain disowns; both yes and no is asked about.
func TestOrderInOtherHands(t *testing.T) {
	b := umpired(t)
	b.addUmpire("deputy")
	notice, _ := b.toLetter("walker", "the letter of Monday was lost")
	b.letter("walker", notice, "order1", fmt.Sprintf(forfeits, 1))
	key, _ := b.toLetter("walker", "nothing is done yet")
	b.letter("bob", key, "yes1", "yes")
	b.letter("deputy", key, "yes2", "yes")
	b.letter("mallory", key, "yes3", "yes")
	raw := "From: walker@example.org\r\nTo: " + key + "\r\nMessage-ID: <yes4@example.org>\r\n\r\nyes\r\n"
	if err := b.Deliver("smtp")(t.Context(), mailer.Envelope{From: "walker@example.org", To: []string{key}, Auth: mailer.AuthFail}, []byte(raw), time.Now()); err != nil {
		t.Fatal(err)
	}
	b.letter("walker", key, "both", "yes\nno")
	wrong := key[:len(key)-len("aa@club.example")] + "aa@club.example"
	b.letter("walker", wrong, "yes5", "yes")
	if s := b.game(); s.Result != nil {
		t.Fatal("somebody else has decided game 1")
	}
	b.letter("walker", key, "quoted", "yes\n\n"+fmt.Sprintf(forfeits, 1))
	if s := b.game(); s.Result == nil {
		t.Fatalf("a yes with the words of the order is none: %+v", b.newest())
	}
}

// TestAnotherOrderTakesThePlace: another order in answer to a preview ends the one previewed, also
// where the other cannot be made.
func TestAnotherOrderTakesThePlace(t *testing.T) {
	b := umpired(t)
	notice, _ := b.toLetter("walker", "the letter of Monday was lost")
	for i, other := range []string{"rule 1 draw, law II.9, reason both erred", "rule 1 draw, law II.9(zz), reason both erred", "rule 1 drow, law II.9, reason x"} {
		b.letter("walker", notice, fmt.Sprint("order", i), fmt.Sprintf(forfeits, 1)+fmt.Sprint(" ", i))
		key, _ := b.toLetter("walker", "nothing is done yet")
		b.letter("walker", key, fmt.Sprint("other", i), other)
		b.letter("walker", key, fmt.Sprint("yes", i), "yes")
		if s := b.game(); s.Result != nil {
			t.Fatalf("%q: the order before has been carried out", other)
		}
		if l := b.newest(); l.State != store.Returned && l.State != store.Duplicate {
			t.Errorf("%q: the yes after it is %s, %s", other, l.State, l.Verdict)
		}
	}
}

// escapes are octets by which a letter might order a terminal about, or turn a line round.
var escapes = []string{"\x1b[2J", "\x1b]0;x\x07", "\u009b31m", "\u202ex", "\u2066x", "\x00", "\x08\x08\x08", "\u2028x", "\x7f", "\xff\xfe", "\u200b"}

// TestLettersOrderNoTerminal: whatever signs stand in the header of a letter, raw or in the words
// of RFC 2047, the record that corrctl shows keeps none by which a terminal acts.
func TestLettersOrderNoTerminal(t *testing.T) {
	b := newTable(t)
	key := b.key(0)
	for i, order := range escapes {
		octets := ""
		for _, c := range []byte(order) {
			octets += fmt.Sprintf("=%02X", c)
		}
		coded := "=?utf-8?q?Bob" + octets + "x?="
		for j, words := range []string{"Bob" + order + "x", coded} {
			raw := fmt.Sprintf("From: %s <mallory%d.%d@evil.example>\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <%d.%d%s@x>\r\n\r\nregister %s\r\n", words, i, j, key, words, i, j, order, words)
			b.Deliver("imap")(b.Context(), mailer.Envelope{From: "mallory@evil.example", To: []string{key}, Auth: mailer.AuthPass}, []byte(raw), b.clock.Now()) // some are told 452
			l := b.newest()
			for k, s := range []string{l.From, l.Subject, l.MessageID, l.Verdict, l.Note, strings.Join(l.To, " ")} {
				if strings.ContainsFunc(s, mailer.Hidden) {
					t.Errorf("%q: field %d is kept as %q", words, k, s)
				}
			}
		}
	}
}
