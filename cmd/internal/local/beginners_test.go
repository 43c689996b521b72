package local_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
)

// TestBeginners: the first letters of people who know nothing of corrd are answered with what to do
// next, and cost nothing.
func TestBeginners(t *testing.T) {
	raw, err := os.ReadFile("../../../testdata/letters/beginners.txt")
	if err != nil {
		t.Fatal(err)
	}
	w := newTown(t, "")
	lines := 0
	for line := range strings.Lines(string(raw)) {
		head, rest, ok := strings.Cut(strings.TrimSpace(line), " | ")
		if !ok {
			continue
		}
		if lines++; testing.Short() && lines%5 != 1 {
			continue
		}
		text, want, _ := strings.Cut(rest, " => ")
		b := beginner{w, fmt.Sprintf("new%d", lines), fmt.Sprintf("uncle%d", lines)}
		if fault := b.tries(head, strings.ReplaceAll(text, `\n`, "\n"), want); fault != "" {
			t.Errorf("%s: %q: %s", head, text, fault)
		}
	}
	if lines < 40 {
		t.Errorf("only %d letters", lines)
	}
}

// beginner is somebody who has never written to corrd, and an uncle who has.
type beginner struct {
	place
	mailbox, uncle string
}

// tries has a beginner write a first letter, and says what is wrong with what comes of it, or "" if
// nothing is.
func (b beginner) tries(head, text, want string) string {
	b.Helper()
	situation, shape, _ := strings.Cut(head, " ")
	to, answers, game := b.House.Site.Address(), "", int64(0)
	if situation != "stranger" {
		b.Register(b.uncle, b.mailbox)
		b.Write(b.uncle, "challenge "+b.Who(b.mailbox).Address+", colour black")
		if situation == "game" {
			b.Reply(b.mailbox, "accept")
			game = b.newest()
		}
		to, answers = b.Last(b.mailbox).ReplyTo(), b.Last(b.mailbox).Get("Message-Id")
	}
	read := len(b.Box(b.mailbox))
	b.raw(b.mailbox, b.Who(b.mailbox).Address, to, b.letter(shape, text, to, answers))
	if uci, plays := strings.CutPrefix(want, "plays"); plays {
		if game == 0 {
			game = b.newest()
		}
		return b.played(game, strings.TrimSpace(uci))
	}
	if len(b.Box(b.mailbox)) == read {
		return "no answer"
	}
	answer := b.Last(b.mailbox)
	first := firstSentence(answer.Text())
	if !strings.Contains(first, want) {
		return fmt.Sprintf("the answer begins %q, which does not name %s", first, want)
	}
	if situation == "stranger" {
		b.Reply(b.mailbox, "register") // the link of the letter
		b.Reply(b.mailbox, "yes")
		if got := b.Last(b.mailbox).Text(); !strings.Contains(got, "Welcome") {
			return "the answer to yes is: " + got
		}
		return ""
	}
	if game == 0 {
		return ""
	}
	if fault := b.played(game, ""); fault != "" || want == "move" {
		return fault
	}
	b.Reply(b.mailbox, want)
	return b.played(game, "any")
}

// newest is the number of the game that began last.
func (b beginner) newest() int64 {
	var games []control.GameLine
	b.Ask("/game/list", control.None{}, &games)
	if len(games) == 0 {
		return 0
	}
	return games[len(games)-1].ID
}

// played says how the moves of a game differ from one move, from "any", or from none.
func (b beginner) played(game int64, want string) string {
	if game == 0 {
		return "no game has begun: " + b.Last(b.mailbox).Text()
	}
	g := b.Show(game)
	if got := uci(g); g.State != "await_move" || got != want && !(want == "any" && got != "") {
		return fmt.Sprintf("%s, moves %q, want %q: %s", g.State, got, want, b.Last(b.mailbox).Text())
	}
	return ""
}

// firstSentence returns the first sentence of a letter's text, behind the line above which it is
// answered.
func firstSentence(text string) string {
	_, text, _ = strings.Cut(strings.Join(strings.Fields(text), " "), "Please answer above this line. ")
	for i := range text {
		if strings.IndexByte(".?!:", text[i]) >= 0 && i+1 < len(text) && text[i+1] == ' ' {
			return text[:i+1]
		}
	}
	return text
}

// letter returns the bytes of a letter in one of several shapes.
func (b beginner) letter(shape, text, to, answers string) string {
	subject, kind, body := "chess", "text/plain; charset=utf-8", text
	switch shape {
	case "html":
		kind, body = "text/html; charset=utf-8", "<html><body><div>"+strings.ReplaceAll(text, "\n", "<br>")+"</div></body></html>"
	case "top":
		var quoted strings.Builder
		for line := range strings.Lines(b.Last(b.mailbox).Text()) {
			quoted.WriteString("> " + line)
		}
		body += "\n\nOn Mon, 5 Jan 2026 at 10:00, corrd wrote:\n" + quoted.String()
	case "signed":
		body += "\n\n-- \nMargaret Hill\nKnightsbridge 4, London\n"
	case "picture":
		kind = `multipart/mixed; boundary="=part"`
		body = "--=part\nContent-Type: text/plain; charset=utf-8\n\n" + text + "\n--=part\nContent-Type: image/jpeg; name=cat.jpg\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment\n\n/9j/4AAQSkZJRg==\n--=part--\n"
	case "subject":
		subject, body = text, ""
	}
	id := "<" + b.mailbox + "@" + local.Domain + ">"
	if answers != "" {
		id += "\nIn-Reply-To: " + answers
	}
	return "From: " + b.Who(b.mailbox).Address + "\nTo: " + to + "\nSubject: " + subject + "\nMessage-ID: " + id + "\nMIME-Version: 1.0\nContent-Type: " + kind + "\n\n" + body + "\n"
}
