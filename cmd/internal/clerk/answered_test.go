package clerk

import (
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

// last is the Message-ID of the newest letter of a kind to a side.
func (b *table) last(side board.Side, kind string) string {
	b.Helper()
	for _, r := range slices.Backward(b.rows()) {
		if r.Side == side && r.Kind == kind {
			return r.MessageID
		}
	}
	b.Fatalf("no letter %s to %v", kind, side)
	return ""
}

// TestNumberIsThatOfTheLetterAnswered: another letter for the turn renumbers the
// moves; who answers the first letter chooses from its list.
func TestNumberIsThatOfTheLetterAnswered(t *testing.T) {
	b := newTable(t)
	b.answer(board.White, "1", "", "Kt-B3")
	first := b.last(board.Black, "ambiguous")
	b.answer(board.White, "2", "", "P-K4")
	if got := board.UCI(b.game().Candidates()); !slices.Equal(got, []string{"b1c3", "e2e4", "g1f3"}) {
		t.Fatalf("candidates %v", got)
	}
	b.answer(board.Black, "3", "somebody@else.example", "adopt 2")
	if s := b.game(); len(s.Line) != 0 || b.newest().Verdict != "superseded" {
		t.Fatalf("a number that may mean two moves: %v, %s", s.Line, b.newest().Verdict)
	}
	b.answer(board.Black, "4", first, "adopt 2; P-Q4")
	if s := b.game(); len(s.Line) != 2 || s.Line[0].Move.String() != "g1f3" {
		t.Errorf("adopted %+v", s.Line)
	}
}

// TestConsentIsToTheLetterAnswered: agree in answer to one proposal is not consent to another that
// crossed with it.
func TestConsentIsToTheLetterAnswered(t *testing.T) {
	b := newTable(t)
	b.answer(board.White, "1", "", "P-K4")
	b.answer(board.White, "2", "", "propose errors courteous")
	first := b.last(board.Black, "proposal")
	b.answer(board.White, "3", "", "withdraw")
	b.answer(board.Black, "4", first, "agree")
	if s := b.game(); len(s.Line) != 1 || s.Proposal == nil || b.newest().Verdict != "superseded" {
		t.Fatalf("%+v, %+v, %s", s.Line, s.Proposal, b.newest().Verdict)
	}
	b.answer(board.Black, "5", b.last(board.Black, "asked"), "agree")
	if s := b.game(); len(s.Line) != 0 {
		t.Errorf("%+v", s.Line)
	}
}

// TestOfficeLettersTellTheGameTheyShow: an answer to a letter that shows the game is held against
// the game as the letter showed the game.
func TestOfficeLettersTellTheGameTheyShow(t *testing.T) {
	b := newTable(t)
	b.answer(board.White, "1", "", "P-K4")
	b.answer(board.White, "2", "", "propose errors courteous")
	b.answer(board.White, "3", "", "propose time none")
	b.answer(board.Black, "4", "", "show")
	b.answer(board.Black, "5", b.last(board.Black, "office"), "agree")
	if s := b.game(); s.Terms.Time.Per != 0 {
		t.Errorf("%+v", s.Terms.Time)
	}
}

// TestWhatIsNoAnswerQuotesNothing: a letter without a key, which names no letter and whose subject
// has no reply's prefix, is held against none of ours: the long terms of a challenge are its
// writer's own words, though a letter of ours has them too.
func TestWhatIsNoAnswerQuotesNothing(t *testing.T) {
	b := newTable(t)
	b.answer(board.White, "m1", "", "P-K4")
	b.sendAll()
	sent := parse.Letter(b.sent[len(b.sent)-1].raw, mailer.Envelope{}, parse.Options{})
	bob := mailer.Letter{From: "bob@example.org"}
	for name, c := range map[string]struct {
		change func(*mailer.Letter)
		want   bool
	}{
		"nothing":          {func(*mailer.Letter) {}, false},
		"a subject":        {func(l *mailer.Letter) { l.Subject = "challenge carol@example.org, time: none" }, false},
		"a prefix":         {func(l *mailer.Letter) { l.Subject = "AW: your move" }, true},
		"another language": {func(l *mailer.Letter) { l.Subject = "回复：your move" }, true},
		"a letter named":   {func(l *mailer.Letter) { l.InReplyTo = sent.MessageID }, true},
		"a key":            {func(l *mailer.Letter) { l.Token = mailer.Token{Kind: mailer.KindGame, Number: 1, Side: 'b'} }, true},
	} {
		mail := bob
		c.change(&mail)
		if got := len(b.readAgainstOwn(b.db.View, 0).Answers(mail)) > 0; got != c.want {
			t.Errorf("%s: held against a letter of ours is %v, wanted %v", name, got, c.want)
		}
	}
}

// TestUnmarkedQuoteOfOwnLetter: what a reply repeats of the letter it answers, without
// a mark and wrapped anew, is known by the bytes that were sent, whether it names
// that letter or only has the key of its seat; and what stands below it acts.
func TestUnmarkedQuoteOfOwnLetter(t *testing.T) {
	for _, named := range []bool{true, false} {
		b := newTable(t)
		b.answer(board.White, "m1", "", "P-K4")
		b.sendAll()
		sent := parse.Letter(b.sent[len(b.sent)-1].raw, mailer.Envelope{}, parse.Options{})
		if sent.Addressees[0] != "bob@example.org" || !strings.Contains(sent.FullText, "P-K4") {
			t.Fatalf("the last letter is not Bob's: %+v", sent)
		}
		header := ""
		if named {
			header = "In-Reply-To: <" + sent.MessageID + ">\r\n"
		}
		quote := strings.ReplaceAll(strings.Join(strings.Fields(strings.ReplaceAll(sent.FullText, "|", " ")), " "), " 1 ", "\r\n1 ")
		b.comes(time.Now(), "bob", b.key(board.Black), header, "m2", quote+"\r\n\r\nP-QB4\r\n")
		if line := b.game().Line; len(line) != 2 || line[1].Move.String() != "c7c5" || b.newest().State != store.Acted {
			t.Errorf("named %v: %d plies, letter %+v", named, len(line), b.newest())
		}
	}
}
