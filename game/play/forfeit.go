package play

import (
	"regexp"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/clocks"
	"corrd/game/codes"
	"corrd/game/line"
	"corrd/interpret"
)

// claimForfeit acts on a claim that the opponent has forfeited the game. The claim must name the
// offence, and must come before the claimant has completed a move with knowledge of the offence.
// claimForfeit decides at once on a refusal to discharge a penalty that is on record twice. The
// umpire decides on any other offence.
func (d *docket) claimForfeit(s interpret.Statement) {
	law, named := d.ground(s.Words)
	_, refusal, refuses := d.code().Refusal.Get()
	_, _, lapses := d.code().Knowledge.Get()
	switch {
	case law == codes.Silence:
		d.refer(law, s, game.Claimed{Ground: silentForfeit, Words: s.Text, Otherwise: game.JoinedWords(s.Moves)})
	case !named:
		d.fails(law, s, game.NotSpecified)
	case lapses && d.movedSince(s.Words):
		d.fails(law, s, game.MovedSince)
	case refuses && law == refusal && d.Refuses() && d.Offence.By != d.by:
		d.end(law, game.WonBy(d.by), game.ByForfeit)
	default:
		d.refer(law, s, game.Claimed{Ground: string(law), Words: s.Text, Otherwise: game.JoinedWords(s.Moves)})
	}
}

// ground returns the provision of the offence that a claim of forfeiture names first. If the claim
// names no offence, ground gives false and the provision by which an offence must be named.
func (d *docket) ground(words string) (game.Law, bool) {
	plain := strings.ToLower(strings.Join(strings.Fields(words), ""))
	grounds, _, _ := d.code().Forfeit.Get()
	for _, law := range grounds {
		if strings.HasPrefix(plain, strings.ReplaceAll(strings.ToLower(string(law)), " ", "")) {
			return law, true
		}
	}
	return d.code().Forfeit.Cite(), false
}

const knownSince = `(?i)\b(?:known|knew|learnt|learned|aware)\b[^0-9;]{0,40}(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?`

// movedSince reports whether the claimant has completed a move after they knew of the offence, by
// the time that their own claim states. If the claim states no time, the umpire finds out. A day
// without an hour means the end of the day. A conditional move was completed when it was sent.
func (d *docket) movedSince(words string) bool {
	m := regexp.MustCompile(knownSince).FindStringSubmatch(words)
	if m == nil {
		return false
	}
	known, err := time.Parse("2006-01-02 15:04", m[1]+" "+m[2])
	if m[2] == "" {
		known, err = time.Parse("2006-01-02", m[1])
		known = known.Add(clocks.Day)
	}
	if err != nil {
		return false
	}
	for _, t := range d.Line {
		if t.Side == d.by && !d.completed(t).Before(known) {
			return true
		}
	}
	return false
}

// completed returns the time at which a player sent or handed in a move.
func (d *docket) completed(t line.Turn) time.Time {
	for _, c := range d.Conditionals {
		if t.Conditional && c.Status == line.Fired && c.Side == t.Side && c.Ply == t.Ply-1 {
			return c.At
		}
	}
	return t.At
}
