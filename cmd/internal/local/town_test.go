package local

import (
	"bytes"
	"context"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
)

// town is a House at work and people who write to it.
type town struct {
	*testing.T
	house  *House
	ctl    *control.Control
	people map[string]*Correspondent
	dir    string
	stop   func()
}

// newTown opens a House on a virtual clock in dir; "" is a folder of its own.
func newTown(t *testing.T, dir string) *town {
	t.Helper()
	if dir == "" {
		dir = t.TempDir()
	}
	ctx, cancel := context.WithCancel(context.Background())
	h, err := Open(ctx, Options{Dir: dir, SMTP: "127.0.0.1:0", IMAP: "127.0.0.1:0", Virtual: true, Seed: 1})
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx) }()
	town := &town{T: t, house: h, ctl: control.Dial(h.Socket), people: map[string]*Correspondent{}, dir: dir}
	town.stop = func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("run: %v", err)
		}
		if err := h.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
		town.stop = func() {}
	}
	t.Cleanup(func() { town.stop() })
	return town
}

func (w *town) ask(verb string, a any, result any) {
	w.Helper()
	if err := w.ctl.Call(context.Background(), verb, a, result); err != nil {
		w.Fatalf("%s: %v", verb, err)
	}
}

// longEnough is how long a test waits for what must come: a machine that is so
// slow is none.
const longEnough = 10 * time.Minute

func (w *town) settle() {
	w.Helper()
	var s control.Settled
	w.ask("/settle", control.Lasting{For: longEnough}, &s)
	if s.Pending > 0 {
		w.Fatalf("%d letters do not settle", s.Pending)
	}
}

func (w *town) show(id int64) (g control.GameView) {
	w.Helper()
	w.ask("/game/show", control.Numbered{ID: id}, &g)
	return g
}

func (w *town) who(mailbox string) *Correspondent {
	if w.people[mailbox] == nil {
		w.people[mailbox] = w.house.Correspondent(strings.ToUpper(mailbox[:1])+mailbox[1:]+" Example", mailbox)
	}
	return w.people[mailbox]
}

// write sends a letter to corrd's plain address.
func (w *town) write(mailbox, body string) {
	w.Helper()
	w.writeTo(mailbox, w.house.Site.Address(), body)
}

func (w *town) writeTo(mailbox, to, body string) {
	w.Helper()
	if err := w.who(mailbox).Write(to, "", body, ""); err != nil {
		w.Fatalf("%s writes: %v", mailbox, err)
	}
	w.settle()
}

// letter is one letter in somebody's mailbox.
type letter struct {
	mail.Header
	text string
}

func (w *town) box(mailbox string) (letters []letter) {
	w.Helper()
	raws, err := w.who(mailbox).Letters(0)
	if err != nil {
		w.Fatal(err)
	}
	for _, raw := range raws {
		m, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			w.Fatal(err)
		}
		letters = append(letters, letter{m.Header, plainText(w.T, m)})
	}
	return letters
}

// plainText is the first plain text of a letter.
func plainText(t *testing.T, m *mail.Message) string {
	t.Helper()
	kind, params, _ := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if !strings.HasPrefix(kind, "multipart/") {
		text, err := io.ReadAll(m.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	part, err := multipart.NewReader(m.Body, params["boundary"]).NextPart()
	if err != nil {
		t.Fatal(err)
	}
	return plainText(t, &mail.Message{Header: mail.Header(part.Header), Body: part})
}

// last is the newest letter of a mailbox.
func (w *town) last(mailbox string) letter {
	w.Helper()
	box := w.box(mailbox)
	if len(box) == 0 {
		w.Fatalf("%s has no letter", mailbox)
	}
	return box[len(box)-1]
}

// reply answers the newest letter of a mailbox, quoting it.
func (w *town) reply(mailbox, body string) {
	w.Helper()
	w.answer(mailbox, w.last(mailbox), body)
}

func (w *town) answer(mailbox string, to letter, body string) {
	w.Helper()
	if err := w.who(mailbox).Answer(&mail.Message{Header: to.Header}, to.text, body); err != nil {
		w.Fatalf("%s answers: %v", mailbox, err)
	}
	w.settle()
}

func (w *town) register(mailboxes ...string) {
	w.Helper()
	for _, m := range mailboxes {
		w.write(m, "register "+w.who(m).Name)
		w.reply(m, "yes")
	}
}

// begin registers alice and bob, has her challenge him as White and him accept, and
// gives the number of the game.
func (w *town) begin(terms string) int64 {
	w.Helper()
	w.register("alice", "bob")
	if terms != "" {
		terms = ", " + terms
	}
	w.write("alice", "challenge "+w.who("bob").Address+", colour white"+terms)
	w.reply("bob", "accept")
	var games []control.GameLine
	w.ask("/game/list", control.None{}, &games)
	if len(games) == 0 {
		w.Fatalf("no game began; bob was told: %s", w.last("bob").text)
	}
	return games[len(games)-1].ID
}

// uci is the moves of a game, in one string.
func uci(g control.GameView) string {
	moves := make([]string, len(g.Moves))
	for i, m := range g.Moves {
		moves[i] = m.UCI
	}
	return strings.Join(moves, " ")
}

func (w *town) wantMoves(id int64, want string) {
	w.Helper()
	if got := uci(w.show(id)); got != want {
		w.Errorf("moves %q, want %q", got, want)
	}
}

func (w *town) wantState(id int64, want string) {
	w.Helper()
	if got := w.show(id).State; got != want {
		w.Errorf("state %q, want %q", got, want)
	}
}

func (w *town) wantKind(mailbox, want string) {
	w.Helper()
	if l := w.last(mailbox); l.Get("Corrd-Letter") != want {
		w.Errorf("%s's newest letter is %q (%s), want %q", mailbox, l.Get("Corrd-Letter"), l.Get("Subject"), want)
	}
}
