package clerk

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store"
)

const theOffice = "corrd@club.example"

// clubTable is a table at which alice, bob, carol and dan play, and dave does not yet.
func clubTable(t *testing.T) *table { return tableWith(t, "alice", "bob", "carol", "dan") }

// bidding are letters of the office: each stage brings about one, the newest to its reader.
var bidding = map[string]struct {
	reader string
	words  string // in the subject of the letter
	stage  func(t *testing.T) *table
}{
	"registration": {"dave", "please confirm your registration", func(t *testing.T) *table {
		b := clubTable(t)
		b.letter("dave", theOffice, "r", "register Dave Dent")
		return b
	}},
	"registration asked again": {"dave", "please confirm your registration", func(t *testing.T) *table {
		b := clubTable(t)
		b.letter("dave", theOffice, "r", "register Dave Dent")
		b.replies("dave", "confirm", "m", "maybe")
		return b
	}},
	"registered": {"dave", "you are registered", func(t *testing.T) *table {
		b := clubTable(t)
		b.letter("dave", theOffice, "r", "register Dave Dent")
		b.replies("dave", "confirm", "y", "yes")
		return b
	}},
	"welcome": {"dave", "welcome to chess by mail", func(t *testing.T) *table {
		b := clubTable(t)
		if _, err := b.room().PlayerAdd(b.Context(), control.Enrolment{Name: "Dave", Address: "dave@example.org"}); err != nil {
			t.Fatal(err)
		}
		return b
	}},
	"stranger": {"dave", "how to begin", func(t *testing.T) *table {
		b := clubTable(t)
		b.letter("dave", theOffice, "h", "I should like to play chess here")
		return b
	}},
	"challenge": {"bob", "challenges you to a game", challenged},
	"challenge, neither yes nor no": {"bob", "do you accept or decline?", func(t *testing.T) *table {
		b := challenged(t)
		b.replies("bob", "challenge", "m", "maybe")
		return b
	}},
	"challenge sent": {"alice", "your challenge has gone out", challenged},
	"invitation": {"dave", "invites you to chess", func(t *testing.T) *table {
		b := clubTable(t)
		b.letter("alice", theOffice, "c", "challenge dave@example.org")
		return b
	}},
	"no challenge": {"alice", "which challenge?", func(t *testing.T) *table { b := clubTable(t); b.letter("alice", theOffice, "a", "accept"); return b }},
	"challenges sent": {"alice", "your challenges have gone out", func(t *testing.T) *table {
		b := clubTable(t)
		b.letter("alice", theOffice, "c", "challenge bob@example.org\nchallenge carol@example.org")
		return b
	}},
	"which challenge is withdrawn": {"alice", "which challenge?", func(t *testing.T) *table {
		b := clubTable(t)
		b.letter("alice", theOffice, "c", "challenge bob@example.org\nchallenge carol@example.org")
		b.answersNewest("alice", "withdraw")
		return b
	}},
	"challenge refused": {"alice", "your challenge has not gone out", func(t *testing.T) *table {
		b := clubTable(t)
		b.letter("alice", theOffice, "c", "challenge bob@example.org, time every other Sunday")
		return b
	}},
	"challenge confirmed": {"alice", "please confirm your challenge", func(t *testing.T) *table {
		b := clubTable(t)
		b.brings(mailer.AuthNone, "alice", theOffice, "c", "challenge bob@example.org")
		return b
	}},
	"consultation": {"carol", "asks you to play on the same side", func(t *testing.T) *table {
		b := clubTable(t)
		b.letter("alice", theOffice, "c", "challenge bob@example.org, side carol@example.org")
		return b
	}},
	"address": {"alice-at-work", "please confirm your address", func(t *testing.T) *table {
		b := clubTable(t)
		b.letter("alice", theOffice, "a", "address add alice-at-work@example.org")
		return b
	}},
	"leaving": {"alice", "do you want to leave?", func(t *testing.T) *table {
		b := clubTable(t)
		b.letter("alice", theOffice, "u", "unregister")
		return b
	}},
	"leaving a game": {"alice", "what is to become of your games?", func(t *testing.T) *table {
		b := newTable(t)
		b.letter("alice", theOffice, "u", "unregister")
		return b
	}},
	"nothing found": {"alice", "nothing was found", func(t *testing.T) *table {
		b := clubTable(t)
		b.letter("alice", theOffice, "n", "The lilacs are out early this year.")
		return b
	}},
	"which game": {"alice", "which game?", func(t *testing.T) *table {
		b := newTable(t)
		b.join("carol")
		b.letter("carol", theOffice, "c", "challenge alice@example.org")
		b.replies("alice", "challenge", "a", "accept")
		b.letter("alice", theOffice, "m", "P-K4")
		return b
	}},
	"an event is announced": {"alice", "is announced", announced},
	"an event, neither yes nor no": {"alice", "do you enter Winter?", func(t *testing.T) *table {
		b := announced(t)
		b.answersNewest("alice", "maybe")
		return b
	}},
	"the events": {"alice", "the events", func(t *testing.T) *table {
		b := clubTable(t)
		b.event("")
		b.letter("alice", theOffice, "e", "events")
		return b
	}},
	"entered":       {"alice", "you are in Winter", entered},
	"entered twice": {"alice", "nothing has changed in event 1", func(t *testing.T) *table { b := entered(t); b.letter("alice", theOffice, "e2", "enter 1"); return b }},
	"withdraws": {"alice", "do you withdraw from Winter?", func(t *testing.T) *table {
		b := entered(t)
		b.letter("alice", theOffice, "w", "withdraw from event 1")
		return b
	}},
	"withdraws, answers": {"alice", "do you withdraw from Winter?", func(t *testing.T) *table {
		b := entered(t)
		b.letter("alice", theOffice, "w", "withdraw from event 1")
		b.answersNewest("alice", "maybe")
		return b
	}},
	"has withdrawn": {"alice", "you have withdrawn from Winter", func(t *testing.T) *table {
		b := entered(t)
		b.letter("alice", theOffice, "w", "withdraw from event 1")
		b.answersNewest("alice", "yes")
		return b
	}},
	"an event has begun": {"alice", "Winter", func(t *testing.T) *table { b := entered(t); b.start(1); return b }},
	"which game of the event": {"alice", "which game of Winter?", func(t *testing.T) *table {
		b := entered(t)
		b.start(1)
		b.answersNewest("alice", "resign")
		return b
	}},
	"withdraws from a begun event": {"alice", "do you withdraw from Winter?", func(t *testing.T) *table {
		b := entered(t)
		b.start(1)
		b.letter("alice", theOffice, "w", "withdraw from event 1")
		return b
	}},
	"a ruling shown": {"walker", "nothing is done yet", func(t *testing.T) *table {
		b := umpired(t)
		notice, id := b.toLetter("walker", "the letter of Monday was lost")
		b.walkerAnswers("walker@example.org", notice, id, fmt.Sprintf(forfeits, 1))
		return b
	}},
	"a dispute": {"walker", "protest", func(t *testing.T) *table { return umpired(t) }},
	"a dispute shown": {"walker", "what is known of it", func(t *testing.T) *table {
		b := umpired(t)
		b.answersNewest("walker", "dispute show 1")
		return b
	}},
	"what an umpire can write": {"walker", "what an umpire can write", func(t *testing.T) *table {
		b := umpired(t)
		b.answersNewest("walker", "help")
		return b
	}},
	"a fact stated": {"walker", "writes to you", func(t *testing.T) *table {
		b := umpired(t)
		b.answersNewest("walker", "dispute ask 1 black, within 3d, words When did it come?")
		b.answersNewest("walker", "yes")
		b.answersNewest("bob", "It came on Monday.")
		return b
	}},
	"the digest": {"walker", "what waits for you", func(t *testing.T) *table { b := umpired(t); b.nextDays(2); return b }},
	"the digest of a suspended game": {"walker", "what waits for you", func(t *testing.T) *table {
		b := newTable(t)
		b.addUmpire("walker")
		suspend := play.Rule{Ruling: game.Ruling{Verb: game.RulesSuspended, Reason: "a dispute"}, Law: "house:16"}
		if _, err := b.room().Rule(t.Context(), control.Ruling{ID: 1, Rule: &suspend}); err != nil {
			t.Fatal(err)
		}
		b.nextDays(2)
		return b
	}},
	"played again": {"bob", "challenges you to a game", func(t *testing.T) *table {
		b := newTable(t)
		b.letter("alice", b.key(board.White), "r", "resign")
		b.letter("alice", b.key(board.White), "ag", "again")
		return b
	}},
}

// nextDays has days go by, each with its digests.
func (b *table) nextDays(days int) {
	b.Helper()
	for range days {
		b.clock.(*watch.Virtual).Set(b.clock.Now().Add(24 * time.Hour))
		if _, err := b.keeper.RemindNext(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func challenged(t *testing.T) *table {
	b := clubTable(t)
	b.letter("alice", theOffice, "c", "challenge bob@example.org")
	return b
}

func announced(t *testing.T) *table {
	b := clubTable(t)
	id := b.event("")
	if _, err := b.room().EventAnnounce(t.Context(), control.EventAct{Event: id}); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		b.update(func(tx store.Tx) error { return ledger.ServeNews(tx, checks) })
	}
	return b
}

func entered(t *testing.T) *table {
	b := clubTable(t)
	b.event("")
	for _, who := range []string{"bob", "carol", "alice"} {
		b.letter(who, theOffice, "enter-"+who, "enter 1")
	}
	return b
}

// answersNewest has somebody answer the newest letter to them.
func (b *table) answersNewest(who, words string) {
	b.Helper()
	raw := b.lastLetterTo(who)
	_, id, _ := strings.Cut(raw, "Message-ID: <")
	id, _, _ = strings.Cut(id, ">")
	to := theOffice
	if strings.Contains(raw, "\r\nReply-To: ") {
		to = replyTo(b.T, []byte(raw))
	}
	b.comes(b.clock.Now(), who, to, "In-Reply-To: <"+id+">\r\n", fmt.Sprint("answer", len(b.sent)), words)
}

// bids are words by which a letter of the office has its reader write what it quotes.
var bids = regexp.MustCompile(`((?:[Ww]rite|[Aa]nswer|answer with|with the line|as in|for example|[Ww]ith|and|such as|To begin, write) |- |\. )"([^"]+)"`)

// sentences bid without quoting.
var sentences = map[string][]string{
	"answer with yes on the first line; to say no, with no": {"yes", "no"},
	"Please answer with yes or no on the first line":        {"yes", "no"},
	"answer yes; to drop it, answer no":                     {"yes", "no"},
	`answer "accept" on the first line; to say no`:          {"accept", "decline"},
}

// quotations are lines that a letter quotes: those of letters to others among them.
var quotations = regexp.MustCompile(`(?m)^\|.*$`)

// umpiring are lines of a list of an umpire's orders, and unfilled the words of one that are
// replaced.
var (
	umpiring = regexp.MustCompile(`(?m)^(?:- |\| )((?:rule \S+ |dispute (?:show|ask|note|close) ).*(?:\n  ?\S.*)*)`)
	unfilled = strings.NewReplacer("GAME", "1", "VERB", "extend 3d", "CITATION", "II.9(c)", "TEXT", "he says so himself", " N", " 1", "SIDE", "black", "DUR", "3d")
)

// listed are lines of a list of commands.
var listed = regexp.MustCompile(`(?m)^\| (withdraw challenge \d+)  (.*)$`)

// forms are what letters leave to be filled in.
var forms = strings.NewReplacer("(a name or an address)", "bob@example.org", " N", " 1", "show 12", "show 1", "Game 12:", "Game 1:")

// biddenIn returns what a letter bids its reader write, each with the words that say what it does.
func biddenIn(text string) (lines, says []string) {
	for _, m := range listed.FindAllStringSubmatch(text, -1) {
		lines, says = append(lines, m[1]), append(says, m[2])
	}
	for _, m := range umpiring.FindAllStringSubmatch(text, -1) {
		line := unfilled.Replace(strings.Join(strings.Fields(m[1]), " "))
		lines, says = append(lines, line), append(says, "an order: it is shown first")
	}
	text = strings.Join(strings.Fields(quotations.ReplaceAllString(text, "")), " ")
	text, _, _ = strings.Cut(text, "This is how it goes on")
	for _, m := range bids.FindAllStringSubmatchIndex(text, -1) {
		line, after := forms.Replace(text[m[4]:m[5]]), text[m[1]:]
		switch {
		case strings.HasSuffix(text[:m[0]], "they "), strings.HasPrefix(after, " to that letter"):
			continue // what another writes, or what answers another letter
		case strings.HasSuffix(line, ":"):
			line += "\ndraw?" // the beginning of a letter
		}
		after, _, _ = strings.Cut(after, " - \"")
		after, _, _ = strings.Cut(after, ". ")
		lines, says = append(lines, line), append(says, after)
	}
	for sentence, words := range sentences {
		if strings.Contains(text, sentence) {
			for _, w := range words {
				lines, says = append(lines, w), append(says, text)
			}
		}
	}
	return lines, says
}

// holdings are what people have: names, running games, open challenges, places in events.
func (b *table) holdings() (all []string) {
	b.Helper()
	b.view(func(v store.View) error {
		games, err := v.Games(0, 100)
		for _, g := range games {
			if s, err := v.Game(g); err == nil && s.Result == nil {
				all = append(all, fmt.Sprint("game ", g))
			}
		}
		return err
	})
	for _, who := range []string{"alice", "bob", "carol", "dan", "dave"} {
		if name := b.nameAt(who); name != "" {
			all = append(all, "name of "+who)
		}
	}
	if events, err := b.room().EventList(b.Context(), control.None{}); err == nil && len(events) > 0 {
		for _, name := range strings.Fields(b.entrants(1)) {
			all = append(all, "place of "+name)
		}
	}
	for range b.open() {
		all = append(all, fmt.Sprint("challenge ", len(all)))
	}
	return all
}

// losing are words that say that something ends.
var losing = regexp.MustCompile(`(?i)withdraw|decline|no game begins|lost|leave|\bno\b|taken? .*back|takes it back|resign|dropped|it is made`)

// TestOfficeLettersAreObeyed does each thing that a letter of the office bids, each at a table of
// its own: it is understood and done, and nobody loses what the words do not name.
func TestOfficeLettersAreObeyed(t *testing.T) {
	for name, l := range sampled(bidding, 4) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := l.stage(t)
			lines, says := biddenIn(b.bidText(l.reader, l.words))
			if len(lines) == 0 {
				t.Fatal("it bids nothing")
			}
			for i := range lines {
				b := l.stage(t) // where lots are drawn, another letter
				own, _ := biddenIn(b.bidText(l.reader, l.words))
				line := own[i]
				if l.reader != "walker" && len(interpret.Parse(line).Statements) == 0 && !slices.Contains([]string{"yes", "no"}, line) {
					t.Errorf("%q is no statement (%s)", line, says[i])
					continue
				}
				before := b.holdings()
				b.answersNewest(l.reader, line)
				got := b.newest()
				if got.State == store.HeldLetter { // a move without a key is confirmed once
					b.answersNewest(l.reader, "yes")
					got = b.newest()
				}
				shown := got.State == store.Duplicate && name == "a ruling shown" // the order that the letter quotes
				if got.State != store.Acted && got.State != store.Answered && !shown {
					t.Errorf("%q (%s) is %s: %s", line, says[i], got.State, got.Verdict)
				}
				after := b.holdings()
				for _, had := range before {
					if !slices.Contains(after, had) && !losing.MatchString(line+" "+says[i]) && !(strings.HasPrefix(had, "challenge") && line == "accept") {
						t.Errorf("%q (%s) costs %s", line, says[i], had)
					}
				}
			}
		})
	}
}

// bidText is the text of the newest letter to somebody, whose subject has some words.
func (b *table) bidText(who, words string) string {
	b.Helper()
	raw := b.lastLetterTo(who)
	l := parse.Letter([]byte(raw), mailer.Envelope{}, parse.Options{})
	if !strings.Contains(l.Subject, words) {
		b.Fatalf("the newest letter to %s is %q, not %q", who, l.Subject, words)
	}
	return l.FullText
}
