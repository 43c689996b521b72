package clerk

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// mostStored is how many octets the store may keep of a letter, besides the letter's raw bytes, in
// any one thing: the letter's record, each event that the letter brings about, and each letter that
// answers.
const mostStored = 20_000

// wantLittleStored wants all that the store keeps, but for raw bytes and letters sent, small.
func (b *table) wantLittleStored(what string) {
	b.Helper()
	check := func(kind string, id int64, content []byte) {
		if len(content) > mostStored {
			b.Errorf("%s: %s %d has %d octets: %.300s ...", what, kind, id, len(content), content)
		}
	}
	b.view(func(v store.View) error {
		letters, err := v.Letters(10_000)
		for _, l := range letters {
			content, _ := json.Marshal(l)
			check("letter", l.ID, content)
		}
		rows, err2 := v.Rows(10_000)
		for _, r := range rows {
			check("row", r.ID, append(r.Data, r.Note...))
		}
		ids, err3 := v.Games(0, 1000)
		for _, id := range ids {
			entries, err := v.Events(id)
			for _, e := range entries {
				check(fmt.Sprintf("game %d event", id), e.Seq, e.Line)
			}
			err3 = cmp.Or(err3, err)
		}
		open, err4 := v.OpenChallenges()
		for _, ch := range open {
			content, _ := json.Marshal(ch)
			check("challenge", ch.ID, content)
		}
		return cmp.Or(err, err2, err3, err4)
	})
}

// TestLettersStoreLittle: whatever the size of a letter, what is kept of it besides its
// bytes is bounded, and so is what answers it.
func TestLettersStoreLittle(t *testing.T) {
	long := strings.Repeat("x", 60_000)
	many := func(format string) string {
		var lines []string
		for i := range 120 {
			lines = append(lines, fmt.Sprintf(format, strings.Repeat("<", 900), i))
		}
		return strings.Join(lines, "\n")
	}
	for what, body := range sampled(map[string]string{
		"one line":   long,
		"notes":      many("I say %s, %d"),
		"challenges": many("challenge %s%d@example.org, time nonsense"),
		"terms":      "challenge bob@example.org,\n" + many("%s %d,"),
		"one term":   "challenge bob@example.org, " + long,
		"side":       "challenge bob@example.org with " + long,
		"register":   "register " + long,
		"addresses":  many("address add %s%d@example.org"),
		"address":    "address add " + long + "@example.org",
		"settings":   many("set notation %s%d"),
		"laws":       many("law %s%d"),
		"protests":   many("protest: %s %d"),
		"claims":     many("claim forfeiture: %s %d"),
		"proposals":  many("propose %s %d"),
		"games":      many("Game 7%[2]d: protest: %[1]s"),
		"moves":      "P-K4\n" + many("protest: %s %d"),
		"illegal":    many("P-K9 %s %d"),
		"tries":      many("try %s %d"),
		"blocks":     many("block %s%d"),
		"help":       "help\n" + many("law %s%d"),
		"rulings":    many("rule 1 annul, law house:1, reason %s%d"),
	}, 5) {
		b := newTable(t)
		b.letter("alice", office, "o1", body)
		b.letter("alice", b.key(board.White), "k1", body)
		b.letter("mallory", b.key(board.White), "h1", body)
		b.answer(board.White, "y1", b.last(board.White, "confirm"), "yes")
		b.letter("bob", b.key(board.Black), "k2", body)
		b.brings(mailer.AuthPass, "zoe", office, "z1", body)
		b.letter("bob", office, "c1", "challenge alice@example.org, colour white")
		b.replies("alice", "challenge", "a1", "accept\n"+body)
		b.wantLittleStored(what)
	}
	b := newTable(t)
	b.comes(b.clock.Now(), "alice", b.key(board.White), "Subject: "+long+"\r\n", "s1", "P-K4")
	b.comes(b.clock.Now(), "zoe", office, "Subject: "+long+"\r\n", "s2", "hello")
	b.comes(b.clock.Now(), "alice", office, "Subject: challenge "+long+"\r\n", "s3", "")
	b.wantLittleStored("subject")
}
