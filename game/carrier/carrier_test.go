package carrier

import (
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"

	"corrd/game/reason"
)

// init makes random tests draw the same in every run; the flag rapid.seed has them
// draw otherwise.
func init() { flag.Set("rapid.seed", "1") }

// at reads "2026-01-05 09:00" in UTC.
func at(t *testing.T, text string) time.Time {
	t.Helper()
	when, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		t.Fatal(err)
	}
	return when
}

// agreed returns the default settings with some changed, as "key value".
func agreed(t *testing.T, lines ...string) Settings {
	t.Helper()
	s, refusal := Default(), reason.Reason("")
	for _, line := range lines {
		key, value, _ := strings.Cut(line, " ")
		if s, refusal = s.Set(key, value); refusal != "" {
			t.Fatal(refusal)
		}
	}
	return s
}

// TestCards follows cards by the default post: 2026-01-05 is a Monday.
func TestCards(t *testing.T) {
	for _, c := range []struct{ terms, handedIn, postmark, delivered string }{
		{"", "2026-01-05 08:30", "2026-01-05 09:00", "2026-01-08 08:00"},
		{"", "2026-01-05 09:00", "2026-01-05 09:00", "2026-01-08 08:00"},
		{"", "2026-01-05 09:01", "2026-01-05 17:00", "2026-01-08 08:00"},
		{"", "2026-01-05 17:01", "2026-01-06 09:00", "2026-01-09 08:00"},
		{"", "2026-01-03 18:00", "2026-01-05 09:00", "2026-01-08 08:00"}, // over a Sunday
		{"", "2026-01-08 12:00", "2026-01-08 17:00", "2026-01-12 08:00"}, // arrives on Saturday at 17:00: Sunday is closed
		{"post.transit 0", "2026-01-05 08:00", "2026-01-05 09:00", "2026-01-06 08:00"},
		{"post.closed none", "2026-01-03 18:00", "2026-01-04 09:00", "2026-01-07 08:00"},
		{"post.closed Sundays 2026-01-06", "2026-01-05 18:00", "2026-01-07 09:00", "2026-01-10 08:00"},
		{"post.deliveries 08:00 12:00 18:00", "2026-01-05 09:00", "2026-01-05 09:00", "2026-01-07 12:00"},
	} {
		s := agreed(t, "medium post")
		if c.terms != "" {
			s = agreed(t, "medium post", c.terms)
		}
		j := s.Carrier().Carry(Communication{HandedIn: at(t, c.handedIn), Number: 1}, 7)
		if !j.Collected.Equal(at(t, c.postmark)) || !j.Delivered.Equal(at(t, c.delivered)) {
			t.Errorf("%s, handed in %s: postmark %s, delivered %s", c.terms, c.handedIn, j.Collected, j.Delivered)
		}
	}
}

// TestLoss: a card is lost or not by the seed and its number alone, and a repeat never is.
func TestLoss(t *testing.T) {
	post := agreed(t, "medium post", "post.loss 0.3").Carrier()
	lost := 0
	for n := range 1000 {
		c := Communication{HandedIn: at(t, "2026-01-05 09:00"), Number: n}
		if post.Carry(c, 1).Lost() {
			lost++
			c.Repeat = true
			if post.Carry(c, 1).Lost() {
				t.Fatalf("the repeat of card %d is lost", n)
			}
		}
	}
	if lost < 250 || lost > 350 {
		t.Errorf("%d of 1,000 cards are lost", lost)
	}
}

// TestEveryJourney: whatever the terms, no card is delivered before it is posted, no card is
// collected before it is handed in or on a closed day, and a replayed journey is the same.
func TestEveryJourney(t *testing.T) {
	zones := []string{"UTC", "Europe/London", "America/New_York"}
	rapid.Check(t, func(t *rapid.T) {
		s := Default()
		s.Medium = rapid.SampledFrom([]string{"email", "post", "telegraph"}).Draw(t, "medium")
		s.Post.Transit = Span{0, time.Duration(rapid.IntRange(0, 9).Draw(t, "days")) * 24 * time.Hour}
		s.Post.Loss = rapid.Float64Range(0, 1).Draw(t, "loss")
		s.Telegraph.Mutilation = rapid.Float64Range(0, 1).Draw(t, "mutilation")
		zone, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		c := Communication{
			HandedIn: time.Unix(rapid.Int64Range(1767225600, 1900000000).Draw(t, "at"), 0).In(zone),
			Number:   rapid.IntRange(1, 300).Draw(t, "number"), Words: "7. Kt-KB3", Moves: []string{"Kt-KB3"},
		}
		seed := rapid.Uint64().Draw(t, "seed")
		carrier := s.Carrier()
		j := carrier.Carry(c, seed)
		switch again := carrier.Carry(c, seed); {
		case !again.Delivered.Equal(j.Delivered) || !slices.Equal(again.Carried, j.Carried):
			t.Fatalf("%+v and %+v", j, again)
		case j.Collected.Before(c.HandedIn):
			t.Fatalf("collected %s, handed in %s", j.Collected, c.HandedIn)
		case !j.Lost() && j.Delivered.Sub(j.Collected) < carrier.Fastest():
			t.Fatalf("postmark %s, delivered %s", j.Collected, j.Delivered)
		case j.Lost() && s.Medium != "post":
			t.Fatalf("lost by %s", s.Medium)
		case s.Medium == "post" && s.Post.Closed.On(j.Collected):
			t.Fatalf("collected on %s", j.Collected)
		case len(j.Carried) != 1 || len([]rune(j.Carried[0])) != len("Kt-KB3"):
			t.Fatalf("carried %q", j.Carried)
		}
	})
}

func TestDates(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     int
	}{
		{"2026-01-08 08:00", "2026-01-11 09:00", 3}, {"2026-01-08 23:59", "2026-01-09 00:00", 1},
		{"2026-01-08 23:00", "2026-01-08 23:30", 0}, {"2026-01-08 23:00", "2026-01-02 09:00", 0},
	} {
		if n := Dates(at(t, c.from), at(t, c.to)); n != c.want {
			t.Errorf("%s to %s: %d days", c.from, c.to, n)
		}
	}
	p := defaultPost()
	if p.Reckoned(23) != 23 || p.Within(23) != 23 {
		t.Error("days count twice without an agreement")
	}
	p.Double = 20
	if p.Reckoned(23) != 26 || p.Reckoned(20) != 20 {
		t.Errorf("23 days, of which three count twice, are %d", p.Reckoned(23))
	}
	for days := range 60 {
		if n := p.Within(days); p.Reckoned(n) > days || p.Reckoned(n+1) <= days {
			t.Errorf("within %d days: %d", days, n)
		}
	}
}

// TestOfficeHours follows forms by the default telegraph.
func TestOfficeHours(t *testing.T) {
	for _, c := range [][3]string{
		{"2026-01-05 07:59", "2026-01-05 08:00", "2026-01-05 08:20"},
		{"2026-01-05 08:00", "2026-01-05 08:00", "2026-01-05 08:20"},
		{"2026-01-05 19:59", "2026-01-05 19:59", "2026-01-05 20:19"},
		{"2026-01-05 20:00", "2026-01-06 08:00", "2026-01-06 08:20"},
		{"2026-01-04 23:00", "2026-01-05 08:00", "2026-01-05 08:20"}, // no day is closed
	} {
		j := defaultTelegraph().Carry(Communication{HandedIn: at(t, c[0]), Number: 1, Words: "P-K4", Moves: []string{"P-K4"}}, 3)
		if !j.Collected.Equal(at(t, c[1])) || !j.Delivered.Equal(at(t, c[2])) || j.Carried[0] != "P-K4" {
			t.Errorf("%s: %+v", c[0], j)
		}
	}
}

func TestCount(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "P-K4": 2, "7. Kt-KB3": 3, "1. P-K4; if P-K4 2. Kt-KB3": 9, "GEGO": 1, "GEGOSESO": 2, "gegoseso": 2, "DOGOLOHO": 2,
		"5254": 1, "52545254": 2, "5254 5755": 2, "I don't resign": 3, "congratulations": 1, "Kt × Kt": 2, "mother-in-law": 3, "brrrrr": 2,
		"GALALSAZAL": 2, "x": 1, "--- ...": 0, "'": 0, "SERAQC": 2, "SERACQ": 2, "KABAKM": 1, "GALALC": 2, "sorips": 2, "FECARB": 1,
		"DEDAKS": 2, "SERAQCWATI": 2, "camels": 1, "papers": 1, "remark": 1, "towels": 1, "becalm": 1, "rebels": 1,
	} {
		if got := Count(text); got != want {
			t.Errorf("%q: %d words, want %d", text, got, want)
		}
	}
}

func TestCharges(t *testing.T) {
	for charge, want := range map[Charge]string{0: "0d", 1: "½d", 12: "6d", 15: "7½d", 24: "1s", 29: "1s 2½d", 28: "1s 2d", 50: "2s 1d", 25: "1s ½d"} {
		if charge.String() != want {
			t.Errorf("%d halfpence: %q, want %q", int(charge), charge, want)
		}
		if back, ok := ParseCharge(want); back != charge || !ok {
			t.Errorf("%q reads as %d halfpence", want, int(back))
		}
	}
	for _, text := range []string{"", "d", "1", "½s", "one shilling", "1s 2"} {
		if c, ok := ParseCharge(text); ok {
			t.Errorf("%q is read as %s", text, c)
		}
	}
	if c := Inland.Charge(2); c != 12 {
		t.Errorf("two words inland: %s", c)
	}
	if c := Inland.Charge(13); c.String() != "6½d" || c.Half().String() != "3½d" {
		t.Errorf("thirteen words inland: %s, repeated %s", c, c.Half())
	}
	if c := Foreign.Charge(3); c.String() != "6d" {
		t.Errorf("three words abroad: %s", c)
	}
}

// TestMutilation: with certainty every word of a move has one letter or figure changed
// into another of its kind, and the signs between them stand.
func TestMutilation(t *testing.T) {
	wire := defaultTelegraph()
	wire.Mutilation = 1
	for n := range 200 {
		got := wire.Carry(Communication{HandedIn: at(t, "2026-01-05 09:00"), Number: n, Words: "Kt-KB3", Moves: []string{"Kt-KB3"}}, 11).Carried[0]
		changed := [2]int{}
		for i, r := range "Kt-KB3" {
			if rune(got[i]) != r {
				changed[min(1, i/3)]++
			}
		}
		if len(got) != 6 || changed != [2]int{1, 1} || got[2] != '-' || got[5] < '0' || got[5] > '9' {
			t.Errorf("%q, changed %v", got, changed)
		}
	}
	if got := wire.Carry(Communication{HandedIn: at(t, "2026-01-05 09:00"), Moves: []string{"Kt-KB3"}, Repeat: true}, 11).Carried[0]; got != "Kt-KB3" {
		t.Errorf("a repetition is mutilated: %q", got)
	}
}

func TestSettings(t *testing.T) {
	s := agreed(t, "medium post", "post.transit 1d..4d", "post.collections 17:00 9.00", "post.closed Sundays 2026-12-25", "post.loss 0.05",
		"excess double 20", "telegraph.tariff foreign")
	want := []string{"medium post", "post.collections 09:00 17:00", "post.deliveries 08:00", "post.transit 1d..4d",
		"post.closed Sundays 2026-12-25", "post.loss 0.05", "post.grace 14d", "excess double 20", "telegraph.tariff foreign"}
	if got := s.Lines(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if again := agreed(t, s.Lines()...); !slices.Equal(again.Lines(), want) {
		t.Errorf("read back: %q", again.Lines())
	}
	for _, line := range []string{
		"medium pigeon", "post.transit -1d", "post.transit 4d..1d", "post.transit soon", "post.transit 9999999d", "post.collections", "post.collections 25:00",
		"post.closed Sunday Monday Tuesday Wednesday Thursday Friday Saturday", "post.closed someday", "post.loss 1.5", "post.loss NaN", "post.grace long",
		"telegraph.hours 20:00-08:00", "telegraph.hours 08:00", "telegraph.tariff", "telegraph.tariff air", "telegraph.mutilation -1", "excess double", "excess triple 20", "post.stamp red",
	} {
		key, value, _ := strings.Cut(line, " ")
		if again, refusal := s.Set(key, value); refusal == "" || !slices.Equal(again.Lines(), want) {
			t.Errorf("%q is taken", line)
		}
	}
}

// TestTransposition: where Uedemann's code is agreed on, the letters of one square may change
// places in a word of that code; in no other word, and in no game without that code, do they.
func TestTransposition(t *testing.T) {
	wire := defaultTelegraph()
	wire.Mutilation = 1
	exchanged := map[string]int{}
	for n := range 400 {
		for _, word := range []string{"DOGO", "SESO", "GEGO"} { // GEGO is Gringmuth's, and might be Uedemann's
			for _, agreed := range []bool{true, false} {
				c := Communication{HandedIn: at(t, "2026-01-05 09:00"), Number: n, Words: word, Moves: []string{word}, Uedemann: agreed}
				got := wire.Carry(c, 11).Carried[0]
				if got == word[1:2]+word[:1]+word[2:] || got == word[:2]+word[3:]+word[2:3] {
					exchanged[word+fmt.Sprint(agreed)]++
				}
			}
		}
	}
	if exchanged["DOGOtrue"] < 120 || exchanged["DOGOfalse"]+exchanged["SESOtrue"]+exchanged["SESOfalse"]+exchanged["GEGOfalse"] != 0 {
		t.Errorf("letters have changed places: %v", exchanged)
	}
}

// TestHalves: the wire mutilates a word of two halves, each for its own game, as often as any
// other word, and in one letter of the whole.
func TestHalves(t *testing.T) {
	const words = 4000
	for _, c := range []struct {
		first, second string
		chance        float64
	}{{"GEGO", "SESO", 1}, {"GEGO", "SESO", 0.3}, {"SESO", "GALAL", 0.5}} {
		wire := defaultTelegraph()
		wire.Mutilation = c.chance
		struck, inFirst := 0, 0
		for seed := range uint64(words) {
			first := wire.Carry(Communication{Number: 1, Words: c.first, Moves: []string{c.first}, Half: &Half{Rest: c.second}}, seed)
			hit := first.Carried[0] != c.first
			second := wire.Carry(Communication{Number: 7, Words: c.second, Moves: []string{c.second}, Half: &Half{Second: true, Rest: c.first, Struck: hit}}, seed+words)
			switch again := second.Carried[0] != c.second; {
			case hit && again:
				t.Fatalf("%s%s arrives as %s%s", c.first, c.second, first.Carried[0], second.Carried[0])
			case hit:
				inFirst++
				fallthrough
			case again:
				struck++
			}
		}
		if got := float64(struck) / words; math.Abs(got-c.chance) > 0.04 {
			t.Errorf("%s%s is mutilated with probability %.3f, wanted %.2f", c.first, c.second, got, c.chance)
		}
		want := float64(len(c.first)) / float64(len(c.first)+len(c.second))
		if got := float64(inFirst) / float64(struck); math.Abs(got-want) > 0.04 {
			t.Errorf("%s%s: %.3f of the mutilations are in the first half, wanted %.2f", c.first, c.second, got, want)
		}
	}
}

// TestJoined: words run together are found, and nothing else is taken for such.
func TestJoined(t *testing.T) {
	for text, want := range map[string][]string{
		"exactpenalty":                                {"exactpenalty"},
		"I AcceptDraw, and offerdraw no more":         {"AcceptDraw", "offerdraw"},
		"waivethepenalty kingtakespawn bishop's move": {"waivethepenalty", "kingtakespawn"},
		"repeat'retract":                              {"repeatretract"},
	} {
		if got := joinedWords(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"P-K4", "PK4", "PtoK4", "KtKB3", "GEGOSESO", "EFEHEFEH", "5254", "exact penalty", "accept-draw", "withdraw withdrawal drawbridge checkmate",
		"kingside queenside kingpawn rookpawn mother-in-law yourself gamekeeper kingfisher", "agreement acceptance repetitions offering drawing resignation umpires", "sealskin moveselse", "exactpenaltyx", ""} {
		if got := joinedWords(text); got != nil {
			t.Errorf("%q: %q", text, got)
		}
	}
	if joins(strings.Repeat("draw", 5000) + "x") {
		t.Error("letters that end in no word are made of words")
	}
}

// TestZone: a zone is the same on every machine.
func TestZone(t *testing.T) {
	for _, name := range []string{"UTC", "Europe/London", "Asia/Tokyo"} {
		if zone, err := Zone(name); err != nil || zone.String() != name {
			t.Errorf("%q: %v, %v", name, zone, err)
		}
	}
	for _, name := range []string{"", "Local", "localtime", "posixrules", "Nowhere/Land", "../UTC"} {
		if zone, err := Zone(name); err == nil {
			t.Errorf("%q: %v", name, zone)
		}
		if zone := (Settings{Zone: name}).Location(); zone != time.UTC {
			t.Errorf("the hours of %q are those of %v", name, zone)
		}
	}
}

// TestTakenBy: what is handed in by the minute of TakenBy is taken by the instant, and what is
// handed in a minute later is not.
func TestTakenBy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Default()
		s.Medium = rapid.SampledFrom([]string{"post", "telegraph"}).Draw(t, "medium")
		s.Post.Collections = rapid.SampledFrom([][]Hour{{9 * 60, 17 * 60}, {0}, {1439}, {90, 13 * 60, 22 * 60}}).Draw(t, "collections")
		s.Post.Closed, _ = parseClosed(rapid.SampledFrom([]string{"none", "Sundays", "Saturdays Sundays 2026-12-25"}).Draw(t, "closed"))
		s.Telegraph.Open = Hour(rapid.IntRange(0, 700).Draw(t, "open"))
		s.Telegraph.Close = Hour(rapid.IntRange(701, 1439).Draw(t, "close"))
		zone, err := time.LoadLocation(rapid.SampledFrom([]string{"UTC", "Europe/London", "Australia/Lord_Howe", "America/Santiago"}).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		at := time.Unix(60*rapid.Int64Range(1767225600/60, 1900000000/60).Draw(t, "at"), 0).In(zone)
		by := s.Carrier().TakenBy(at)
		in := s.Carrier().Carry(Communication{HandedIn: by, Number: 1}, 7)
		late := s.Carrier().Carry(Communication{HandedIn: by.Add(time.Minute), Number: 1}, 7)
		if by.After(at) || in.Collected.After(at) || !late.Collected.After(at) {
			t.Fatalf("by %s: in the box by %s it is taken %s, a minute later %s", at, by, in.Collected, late.Collected)
		}
	})
}
