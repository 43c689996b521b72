package local_test

import (
	"bytes"
	"fmt"
	"net/mail"
	"strings"
	"testing"

	"corrd/cmd/internal/local"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// raw sends a letter as it stands; login "" is without AUTH.
func (w place) raw(login, from, to, letter string) {
	w.Helper()
	c, err := smtp.Dial(w.House.Office.SMTPAddr())
	if err != nil {
		w.Fatal(err)
	}
	defer c.Close()
	if login != "" {
		if err := c.Auth(sasl.NewPlainClient("", login+"@"+local.Domain, local.Password)); err != nil {
			w.Fatal(err)
		}
	}
	if err := c.SendMail(from, []string{to}, bytes.NewReader([]byte(strings.ReplaceAll(letter, "\n", "\r\n")))); err != nil {
		w.Fatalf("handing in: %v", err)
	}
	w.Settle()
}

// from hands in a letter of a player's own, to a key and with a Message-ID; rest is
// the further fields, a blank line and the text.
func (w place) from(mailbox, key, id, rest string) {
	w.Helper()
	address := mailbox + "@" + local.Domain
	w.raw(mailbox, address, key, "From: "+address+"\nTo: "+key+"\nMessage-ID: <"+id+"@x>\n"+rest)
}

// keyed is the address to which a mailbox's newest letter asks its reader to answer.
func (w place) keyed(mailbox string) string {
	w.Helper()
	a, err := mail.ParseAddress(w.Last(mailbox).Get("Reply-To"))
	if err != nil {
		w.Fatal(err)
	}
	return a.Address
}

func (w place) wantCount(mailbox string, want int) {
	w.Helper()
	if got := len(w.Box(mailbox)); got != want {
		w.Errorf("%s has %d letters, want %d; the newest: %s", mailbox, got, want, w.Last(mailbox).Get("Subject"))
	}
}

func TestStrangerWithAKeyIsHeldUntilTheAddressOnFileSaysYes(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	w.WriteTo("mallory", w.keyed("alice"), "P-Q4")
	w.wantMoves(g, "")
	w.wantCount("mallory", 0)
	w.wantKind("alice", "confirm")
	if !strings.Contains(w.Last("alice").Text(), "P-Q4") {
		t.Errorf("the question does not show the letter:\n%s", w.Last("alice").Text())
	}
	w.Reply("alice", "no")
	w.wantMoves(g, "")
	w.WriteTo("mallory", w.keyed("alice"), "P-KR4")
	w.Reply("alice", "yes")
	w.wantMoves(g, "h2h4")
	w.wantKind("bob", "move")
}

func TestYesReleasesOnlyTheLetterItWasAskedAbout(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	key := w.keyed("alice")
	w.WriteTo("alice2", key, "P-K4")
	asked := w.Last("alice")
	w.WriteTo("mallory", key, "resign")
	w.Answer("alice", asked, "yes")
	w.wantMoves(g, "e2e4")
	if r := w.Show(g).Result; r != nil {
		t.Errorf("a letter that its sender did not confirm ended the game: %+v", r)
	}
}

func TestForgedSenderIsHeld(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	key := w.keyed("alice")
	w.raw("mallory", "mallory@"+local.Domain, key, "From: alice@"+local.Domain+"\nTo: "+key+"\nMessage-ID: <f@x>\n\nP-Q4\n")
	w.wantMoves(g, "")
	w.wantKind("alice", "confirm")
}

func TestWrongKeyHasNoEffectAndNoAnswer(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	before := len(w.Box("alice"))
	key := []byte(w.keyed("alice"))
	i := bytes.IndexByte(key, '@') - 1
	if key[i] == 'a' {
		key[i] = 'b'
	} else {
		key[i] = 'a'
	}
	w.WriteTo("alice", string(key), "P-K4")
	w.wantMoves(g, "")
	w.wantCount("alice", before)
}

func TestNoKeyIsCountersigned(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	w.Write("alice", "P-K4")
	w.wantMoves(g, "")
	w.wantKind("alice", "confirm")
	w.Reply("alice", "yes")
	w.wantMoves(g, "e2e4")
}

func TestYesWithNothingAskedIsAnswered(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	w.Reply("alice", "yes")
	w.wantKind("alice", "asked")
	w.wantState(g, "await_move")
}

func TestLetterToAFinishedGame(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	w.Reply("alice", "resign")
	w.Reply("bob", "P-K4")
	w.wantMoves(g, "")
	if text := w.Last("bob").Text(); !strings.Contains(text, "finished") && !strings.Contains(text, "over") {
		t.Errorf("the sender is not told that the game is finished:\n%s", text)
	}
}

func TestLettersThatStateNothingOrTooMuch(t *testing.T) {
	for name, text := range map[string]string{
		"no statement":  "Thank you for your letter; the weather here is fine, and I shall think about my move for some days yet.",
		"contradicting": "P-K4\nresign",
		"empty":         "",
	} {
		t.Run(name, func(t *testing.T) {
			w := newTown(t, "")
			g := w.Begin("")
			bob := len(w.Box("bob"))
			w.Reply("alice", text)
			w.wantMoves(g, "")
			w.wantState(g, "await_move")
			w.wantKind("alice", "asked")
			w.wantCount("bob", bob)
		})
	}
}

func TestRepeatedMailActsOnce(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	key := w.keyed("alice")
	w.from("alice", key, "one", "\nP-K4\n")
	alice, bob := len(w.Box("alice")), len(w.Box("bob"))
	w.from("alice", key, "one", "\nP-K4\n")
	w.wantCount("alice", alice)
	w.from("alice", key, "by-hand", "\nP-K4\n")
	w.from("alice", key, "by-hand-again", "\nP-K4\n")
	w.wantCount("alice", alice+1) // told so, once
	w.wantMoves(g, "e2e4")
	w.wantCount("bob", bob)
}

func TestMovesInBadMail(t *testing.T) {
	const head = "MIME-Version: 1.0\n"
	for name, body := range map[string]string{
		"html only":          head + "Content-Type: text/html; charset=utf-8\n\n<html><body><p>P-K4</p><blockquote>P-Q4</blockquote></body></html>\n",
		"lying charset":      head + "Content-Type: text/plain; charset=utf-7\n\nP-K4\n",
		"undeclared latin-1": "\nP-K4\n\n\xe9\xe8\n",
		"truncated":          head + "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nP-K4\n",
		"bad header line":    "This line is no header\n" + head + "\nP-K4\n",
		"quoted-printable":   head + "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nP-=\nK4\n",
		"outlook quote":      "\nP-K4\n\n-----Original Message-----\nFrom: corrd\nSent: Monday\nTo: Alice\nSubject: move\n\nP-Q4\n",
	} {
		t.Run(name, func(t *testing.T) {
			w := newTown(t, "")
			g := w.Begin("")
			w.from("alice", w.keyed("alice"), "m", body)
			w.wantMoves(g, "e2e4")
		})
	}
}

func TestLineOf900Kilobytes(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	w.from("alice", w.keyed("alice"), "long", "\n"+strings.Repeat("P-K4 ", 180_000)+"\n")
	w.wantMoves(g, "")
	w.Reply("alice", "P-K4")
	w.wantMoves(g, "e2e4")
}

func TestChallengeWithTermsThatAreNotUnderstood(t *testing.T) {
	w := newTown(t, "")
	w.Register("alice", "bob")
	for _, c := range []struct{ terms, says string }{
		{"colour white, tyme 10 moves in 30 days", "time"},
		{"code staunton-1871", "staunton-1871"},
		{"medium pigeon", "telegraph"},
		{"time whenever", "time"},
	} {
		bob := len(w.Box("bob"))
		w.Write("alice", fmt.Sprintf("challenge bob@%s, %s", local.Domain, c.terms))
		w.wantKind("alice", "refused")
		if text := w.Last("alice").Text(); !strings.Contains(text, c.says) {
			t.Errorf("challenge with %q: %q is not in the answer:\n%s", c.terms, c.says, text)
		}
		w.wantCount("bob", bob)
	}
}

func TestMachinesAreNotAnswered(t *testing.T) {
	w := newTown(t, "")
	g := w.Begin("")
	before := len(w.Box("alice"))
	w.from("alice", w.keyed("alice"), "ooo", "Auto-Submitted: auto-replied\n\nP-K4\n")
	w.wantMoves(g, "")
	w.wantCount("alice", before)
}
