package ledger

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"corrd/game"
	"corrd/game/clocks"
	"corrd/game/terms"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// The generations of a challenge's keys say whose a key is.
const (
	KeyOfChallenged = 0
	KeyOfChallenger = 1 // to countersign a challenge that came without a key, or to withdraw it
	KeyOfConsultant = 2 // of the first player named for a side; those after have the numbers after
)

// MostConsultants is how many players a side may have beside its first.
const MostConsultants = 8

// FirstChallengeReminder is how long those who have not answered a challenge wait for the first
// reminder; each reminder waits twice as long as the one before.
const FirstChallengeReminder = clocks.FirstNudge * clocks.Day

// ChallengeLapses is how long a challenge to play again waits for an answer.
const ChallengeLapses = game.TogetherAfter

// KeyOfPlace is the generation of the key of the player who is named in a place for a
// side, from 1; 0 is the challenged.
func KeyOfPlace(place int) int {
	if place == 0 {
		return KeyOfChallenged
	}
	return KeyOfConsultant + place - 1
}

// ChallengeToken is what the keys of a challenge with a number name.
func ChallengeToken(id int64) mailer.Token {
	return mailer.Token{Kind: mailer.KindChallenge, Number: id}
}

// ChallengeTerms are the terms of a challenge.
func ChallengeTerms(ch store.Challenge) (t terms.Terms, err error) {
	return t, json.Unmarshal(ch.Terms, &t)
}

// Commitment is the SHA-256 of a nonce, both in hex: what the challenge prints (house:4).
func Commitment(nonce string) string {
	b, _ := hex.DecodeString(nonce)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// ChallengeData is what a letter about a challenge says.
func ChallengeData(v store.View, ch store.Challenge, topic templates.Topic) (data templates.Data, err error) {
	agreed, err := ChallengeTerms(ch)
	data = templates.Data{Topic: topic, Number: ch.ID, Terms: &agreed, Stranger: ch.ToID == 0}
	if err != nil {
		return data, err
	}
	if ch.Again != 0 {
		data.Games = []int64{ch.Again}
	}
	if agreed.Colour == "lot" {
		data.Commitment = Commitment(ch.Nonce)
	}
	if data.Name, err = NameOf(v, ch.From, ""); err != nil {
		return data, err
	}
	data.Challenger = data.Name
	if data.Opponent, err = NameOf(v, ch.ToID, ch.To); err != nil {
		return data, err
	}
	if data.With, err = namesOf(v, ch.Consultants, func(c store.Consultant) bool { return !c.Challenged }); err != nil {
		return data, err
	}
	data.Against, err = namesOf(v, ch.Consultants, func(c store.Consultant) bool { return c.Challenged })
	return data, err
}

// ChallengeToStranger returns what a letter about a challenge says to somebody who is not
// registered: names without signs and figures, and no address of an umpire.
func ChallengeToStranger(data templates.Data) templates.Data {
	shown := func(name string) string { return cmp.Or(NameToStranger(name), texts.Say("some player")) }
	data.Name, data.Challenger, data.Opponent = shown(data.Name), shown(data.Challenger), shown(data.Opponent)
	for _, names := range [][]string{data.With, data.Against} {
		for i, name := range names {
			names[i] = shown(name)
		}
	}
	terms := *data.Terms
	data.Umpired, terms.Umpire = terms.Umpire != "", ""
	data.Terms = &terms
	return data
}

// newcomer is what others read of a player who is not registered yet, in place of the
// address.
func newcomer() string { return texts.Say("somebody new") }

// ConsultData is what the letter to the member of a side in a place, from 0, says, who is
// asked to play.
func ConsultData(v store.View, ch store.Challenge, place int) (templates.Data, error) {
	c := ch.Consultants[place]
	others := ch
	others.Consultants = WithoutConsultant(ch.Consultants, place)
	data, err := ChallengeData(v, others, templates.Consult)
	if ch.ToID == 0 {
		data.Opponent = newcomer()
	}
	data.Place, data.Stranger = place+1, c.Player == 0
	if c.Challenged {
		data.Name, data.Opponent = data.Opponent, data.Name
		data.With, data.Against = data.Against, data.With
	}
	return data, err
}

// WithoutConsultant returns a list but for the one in a place.
func WithoutConsultant(list []store.Consultant, place int) []store.Consultant {
	return slices.Delete(slices.Clone(list), place, place+1)
}

// WaitedFor names those who have not accepted a challenge yet.
func WaitedFor(v store.View, ch store.Challenge) ([]string, error) {
	names, err := namesOf(v, ch.Consultants, func(c store.Consultant) bool { return !c.Accepted })
	if err != nil || ch.Acceptance != 0 {
		return names, err
	}
	opponent, err := NameOf(v, ch.ToID, ch.To)
	return append([]string{opponent}, names...), err
}

// NameOf returns the name of a player or, of somebody who is not registered yet, the other name.
func NameOf(v store.View, player int64, other string) (string, error) {
	if player == 0 {
		return other, nil
	}
	p, err := v.Player(player)
	return p.Name, err
}

// namesOf returns the names of those of the players named for the sides whom which picks.
func namesOf(v store.View, named []store.Consultant, which func(store.Consultant) bool) (names []string, err error) {
	for _, c := range named {
		if !which(c) {
			continue
		}
		name, err := NameOf(v, c.Player, newcomer())
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, nil
}

// Refuses reports whether a player takes no challenge of another's.
func Refuses(p store.Player, challenger int64) bool {
	return Stops(p, Challenges) || p.Settings[Leaving] != "" || Blocks(p, challenger)
}

// Blocks reports whether a player has blocked another.
func Blocks(p store.Player, other int64) bool { return slices.Contains(p.Blocked, other) }

// leavers is the setting that lists the players who leave when their last game is over, by
// their numbers.
const leavers = "leaving"

// LeaveLater ends the challenges of a player, whose games go on, and has them removed when
// the last game is over.
func LeaveLater(out *Notices, p *store.Player) error {
	if err := leaveChallenges(out, *p); err != nil {
		return err
	}
	listed, _, err := out.Tx.Setting(leavers)
	if err != nil {
		return err
	}
	if !slices.Contains(strings.Fields(listed), number(p.ID)) {
		listed = strings.TrimSpace(listed + " " + number(p.ID))
	}
	ChangeSetting(p, Leaving, "wait")
	return cmp.Or(out.Tx.SetSetting(leavers, listed), out.Tx.PutPlayer(p))
}

// RemoveLeavers removes the players who leave and whose last game is over, tells them so, and
// returns how many they are.
func RemoveLeavers(tx store.Tx, l *Ledger) (removed int, err error) {
	listed, ok, err := tx.Setting(leavers)
	if err != nil || !ok || listed == "" {
		return 0, err
	}
	var rest []string
	for _, text := range strings.Fields(listed) {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return removed, err
		}
		p, err := tx.Player(id)
		if err != nil {
			return removed, err
		}
		running, err := Running(tx, id)
		switch {
		case err != nil:
			return removed, err
		case p.Settings[Leaving] == "" || len(p.Addresses) == 0: // who stays after all, or is removed already
			continue
		case len(running) > 0:
			rest = append(rest, text)
			continue
		}
		ChangeSetting(&p, Leaving, "")
		if err := RemovePlayer(l.NoticesOf(tx, p.ID), &p); err != nil {
			return removed, err
		}
		removed++
	}
	if still := strings.Join(rest, " "); still != listed {
		return removed, tx.SetSetting(leavers, still)
	}
	return removed, nil
}
