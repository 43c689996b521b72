package clerk

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/store"
)

// firstSight are the letters that are sent before one of testdata/letters/firstsight, by what it
// answers, and sightedBy the side that writes it.
var (
	firstSight = map[string][]string{
		"draw": {"W:P-Q3 and a draw?"}, "terms": {"W:propose time 6 days"}, "withdrawal": {"W:P-Q3", "W:propose withdraw"},
		"choice": {"W:Kt-KR4", "B:Kt-K2"}, "offence": {"W:P-Q3", "B:R-R5", "B:P-Q3"}, "meant": {"W:Perhaps P-Q3"}, "words": {"W:How are the roses this year, Bob?"},
		"game": nil, "move": nil,
	}
	sightedBy = map[string]string{"draw": "B:", "terms": "B:", "withdrawal": "B:"}
)

// TestFirstSight: of letters from which nothing was learnt, by people who knew no rule and no other
// letter, nearly all come to what they mean; what is not read is asked about, and hardly any comes
// to what it does not mean. -v lists those that do not come to what they mean.
func TestFirstSight(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/letters/firstsight/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no letters: ", err)
	}
	all, right, wrong := 0, 0, 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range slices.Collect(strings.Lines(string(raw))) {
			matter, rest, ok := strings.Cut(strings.TrimSpace(line), " | ")
			words, want, found := strings.Cut(rest, " => ")
			if !ok || !found || testing.Short() && n%8 != 0 {
				continue
			}
			got := ""
			t.Run(matter, func(t *testing.T) { got = comesTo(t, matter, strings.ReplaceAll(words, `\n`, "\n"), want) })
			all++
			switch {
			case got == want:
				right++
				continue
			case got != "asked":
				wrong++
			}
			t.Logf("%s: %q comes to %s, want %s", matter, words, got, want)
		}
	}
	t.Logf("%d of %d come to what they mean, %d to what they do not", right, all, wrong)
	if right*100 < all*96 || wrong*100 > all*2 {
		t.Errorf("of %d letters %d come to what they mean, and %d to what they do not", all, right, wrong)
	}
}

// comesTo returns what has come of a letter, in the words of the files; want is looked for among
// the moves that a reply may be.
func comesTo(t *testing.T, matter, words, want string) string {
	t.Helper()
	switch matter {
	case "invite":
		return invited(t, words)
	case "register":
		return registered(t, words)
	}
	before, by := firstSight[matter], cmp.Or(sightedBy[matter], "W:")
	was := talk(t, before...)
	began, events := was.game(), len(was.events())
	b := talk(t, append(slices.Clone(before), by+words)...)
	s := b.game()
	var moves []string
	for _, turn := range s.Line[min(len(began.Line), len(s.Line)):] {
		moves = append(moves, turn.Move.String())
	}
	if s.Result != nil {
		return map[bool]string{true: "resign", false: "yes"}[s.Result.How == game.ByResignation]
	}
	for _, e := range b.events()[events:] {
		switch f := e.Event.Fact.(type) {
		case game.LeaveTaken:
			return fmt.Sprint("leave ", f.Days)
		case game.Offended:
			return "an offence"
		case game.Exacted:
			return "exact"
		case game.Waived:
			return "waive"
		case game.Said:
			if matter == "words" {
				return "yes"
			}
		}
	}
	switch {
	case matter == "draw" && len(moves) > 0 && want == "moved":
		return "moved"
	case matter == "draw" && len(moves) == 0 && s.DrawOffer != began.DrawOffer, began.Proposal != nil && s.Proposal == nil && s.Terms.Time == began.Terms.Time && len(s.Line) >= len(began.Line) && len(moves) == 0:
		return "no"
	case began.Proposal != nil && s.Proposal == nil && len(moves) == 0:
		return "yes"
	case matter == "choice" && len(moves) > 0:
		return placeAndReply(s, moves, want)
	case s.Held != nil && began.Held == nil:
		return "held"
	case matter == "meant" && slices.Equal(moves, []string{"d2d3"}) && want == "yes":
		return "yes"
	case matter == "meant" && len(moves) == 0 && s.Question(board.White) == nil, matter == "words" && len(moves) == 0 && s.Unsaid(board.White) == nil:
		return "no"
	}
	if offers := s.DrawOffer != began.DrawOffer && s.DrawOffer != game.Corrd; offers && len(moves) == 0 {
		return "offer_draw"
	} else if offers {
		moves = append(moves, "draw?")
	}
	return cmp.Or(strings.Join(moves, " "), "asked")
}

// placeAndReply is the place in the list of the move that has been adopted, and the reply. A reply
// that can mean several is the one that was meant, if it can.
func placeAndReply(s game.State, moves []string, want string) string {
	place := map[string]string{"c6e7": "1", "g8e7": "2"}[moves[0]]
	if _, reply, replies := strings.Cut(want, " "); replies && s.Held != nil && slices.ContainsFunc(s.Held.Moves, func(m board.Move) bool { return m.String() == reply }) {
		moves = append(moves, reply)
	}
	return strings.Join(append([]string{place}, moves[1:]...), " ")
}

// invited is what has come of the answer to an invitation.
func invited(t *testing.T, words string) (got string) {
	t.Helper()
	b := tableWith(t, "alice", "bob")
	b.letter("alice", "corrd@club.example", "challenge", "challenge bob@example.org, colour white")
	b.replies("bob", "challenge", "x", words)
	b.view(func(v store.View) error {
		ch, err := v.Challenge(1)
		got = map[bool]string{true: "asked", false: "no"}[ch.State == store.ChallengeOpen]
		if ch.Game != 0 {
			got = "yes"
		}
		return err
	})
	return got
}

// registered is what has come of the answer to the question whether the writer is Zoe Ash.
func registered(t *testing.T, words string) string {
	t.Helper()
	b := tableWith(t, "alice")
	b.letter("zoe", "corrd@club.example", "r", "register Zoe Ash")
	b.replies("zoe", "confirm", "x", words)
	switch name := b.nameAt("zoe"); name {
	case "Zoe Ash":
		return "yes"
	case "":
		refused := 0
		b.view(func(v store.View) (err error) {
			refused, err = v.Count(ledger.TallyRefusals.At("zoe@example.org", b.clock.Now()))
			return err
		})
		return map[bool]string{true: "no", false: "asked"}[refused > 0]
	default:
		return "register:" + name
	}
}
