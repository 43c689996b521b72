package clerk

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
)

// One sentence may speak of several games: "P-K4 in both", "P-K4 against Betty and P-Q4 against
// Carl", "In game 48 I resign, in game 49 I play on with P-K4". What such a sentence says of each
// game is put to its writer on lines that act as they stand, and nothing is done or forgotten
// before.

// mention is a place in a sentence that names games.
type mention struct {
	from, to int // the octets of the sentence that name them
	games    []int64
}

var (
	// ofAll names all games of a player, ofOne one by its number and ofPlace one by its place among
	// those of the player.
	ofAll   = regexp.MustCompile(`(?i)\b(?:(?:in|for|of)\s+)?(?:both(?:\s+(?:of\s+)?(?:my|our|the|these|those|them))?(?:\s+games)?|(?:all|each)\s+(?:of\s+)?(?:my|our|the|these|those)?\s*games?)\b`)
	ofOne   = regexp.MustCompile(`(?i)\b(?:(?:in|for|and)\s+)?game\s+(?:no\.?\s*|number\s+|#\s*)?([0-9]{1,9})\b`)
	ofPlace = regexp.MustCompile(`(?i)\b(?:in|for)\s+(?:the|my)\s+(first|second|third|other)(?:\s+(?:game|one))?\b`)
	// against is what stands before the name of an opponent.
	against = regexp.MustCompile(`(?i)\b(?:against|versus|vs\.?)\s+(\pL)`)
	// joins are words and signs between what a sentence says of one game and of the next.
	joins = regexp.MustCompile(`(?i)^(?:[\s,;:.–—-]|and\b|but\b|then\b|also\b|please\b)+|(?:[\s,;:.–—-]|\band|\bbut|\bthen|\bplease|\bthanks)+$`)
)

// longestSaid is how many octets a sentence about several games has at most, and mostOfThem how
// many are looked at.
const longestSaid, mostOfThem = 300, 10

// asksOfSeveral answers a letter in whose sentences something is said of games that they name, and
// reports whether it did so. keyed is the game whose key the letter has, 0 for none: of that game
// alone a letter need not say more.
func (d *taking) asksOfSeveral(p store.Player, keyed *ledger.Seat) (asked bool, err error) {
	body := d.Mail.Text
	if !ofAll.MatchString(body) && !ofOne.MatchString(body) && !ofPlace.MatchString(body) && !against.MatchString(body) {
		return false, nil
	}
	if slices.ContainsFunc(d.Page.Statements, func(st interpret.Statement) bool { return st.Game != 0 || !st.Kind.Acts() }) {
		return false, nil // it names its games on lines of their own, or asks the office for something
	}
	running, err := ledger.Running(d.Tx, p.ID)
	if err != nil || len(running) < 2 {
		return false, err
	}
	running = running[:min(len(running), mostGames)]
	opponents, err := d.opponents(p, running)
	if err != nil {
		return false, err
	}
	var said []saying
	for _, sentence := range sentencesOf(body) {
		for _, one := range saidOf(sentence, running, opponents, keyed) {
			if !slices.ContainsFunc(said, func(o saying) bool { return o.game == one.game }) {
				said = append(said, one)
			}
		}
	}
	if len(said) == 0 || len(said) == 1 && keyed != nil && said[0].game == keyed.Game.ID {
		return false, nil
	}
	data := templates.Data{Topic: templates.SeveralGames}
	for _, one := range said {
		if one.words != "" {
			data.Lines = append(data.Lines, fmt.Sprintf("Game %d: %s", one.game, one.words))
		} else {
			data.Games = append(data.Games, one.game)
		}
	}
	if keyed == nil { // the answer acts without a question whose it is
		s, err := ledger.SeatIn(d.Tx, p, said[0].game)
		if err != nil {
			return false, err
		}
		keyed = &s
	}
	return true, d.Reply("asked", fromSeat(keyed, data), store.Returned, "several games in a sentence")
}

// opponents are the names of a player's opponents, by the games.
func (d *taking) opponents(p store.Player, games []int64) (map[int64]string, error) {
	names := map[int64]string{}
	for _, id := range games {
		s, err := ledger.SeatIn(d.Tx, p, id)
		if err != nil {
			return nil, err
		}
		both, err := ledger.Names(d.Tx, s.Game)
		if err != nil {
			return nil, err
		}
		names[id] = both[s.Side.Other()]
	}
	return names, nil
}

// sentenceEnd is what parts two sentences of a line.
var sentenceEnd = regexp.MustCompile(`[.!]\s+`)

// sentencesOf parts a text into sentences. A question mark belongs to an offer of a draw, and parts
// none.
func sentencesOf(text string) (all []string) {
	for line := range strings.Lines(text) {
		for _, s := range sentenceEnd.Split(strings.TrimSpace(line), mostOfThem) {
			if s != "" && len(s) <= longestSaid {
				all = append(all, s)
			}
		}
		if len(all) > mostOfThem {
			break
		}
	}
	return all
}

// saying is what a sentence says of a game.
type saying struct {
	game  int64
	words string
}

// saidOf returns what a sentence says of each game that it names: a move, or another statement in
// the game, "" for what is neither. It returns nothing where nothing is stated of any.
func saidOf(sentence string, running []int64, opponents map[int64]string, keyed *ledger.Seat) (all []saying) {
	mentions := mentionsIn(sentence, running, opponents, keyed)
	if len(mentions) == 0 {
		return nil
	}
	states := false
	leads := joins.ReplaceAllString(sentence[:mentions[0].from], "") == ""
	for i, m := range mentions {
		from, to := 0, m.from // "P-K4 in game 1"
		if i > 0 {
			from = mentions[i-1].to
		}
		if leads { // "in game 1 P-K4"
			from, to = m.to, len(sentence)
			if i+1 < len(mentions) {
				to = mentions[i+1].from
			}
		}
		words := statedIn(joins.ReplaceAllString(sentence[from:to], ""))
		if _, behind, ok := strings.Cut(sentence[from:to], " with "); ok && words == "" {
			words = statedIn(joins.ReplaceAllString(behind, "")) // "I play on with P-K4"
		}
		states = states || words != ""
		for _, id := range m.games {
			all = append(all, saying{id, words})
		}
	}
	if !states {
		return nil
	}
	return all
}

// statedIn returns what words state in a game, as a line states it; "" if that is not one thing.
func statedIn(words string) string {
	all := interpret.Parse(words).Statements
	if len(all) != 1 || !all[0].Kind.Acts() || all[0].Kind.Row().PassedOn || all[0].Kind.IsYesOrNo() {
		return ""
	}
	if st := all[0]; st.Kind == interpret.KindMove && len(st.Moves) == 1 {
		return st.Moves[0].Text
	}
	return all[0].Text
}

// mentionsIn finds the places of a sentence that name games, in their order.
func mentionsIn(sentence string, running []int64, opponents map[int64]string, keyed *ledger.Seat) (all []mention) {
	for _, at := range ofAll.FindAllStringIndex(sentence, -1) {
		all = append(all, mention{at[0], at[1], running})
	}
	for _, at := range ofOne.FindAllStringSubmatchIndex(sentence, -1) {
		if id, err := strconv.ParseInt(sentence[at[2]:at[3]], 10, 64); err == nil && slices.Contains(running, id) {
			all = append(all, mention{at[0], at[1], []int64{id}})
		}
	}
	for _, at := range ofPlace.FindAllStringSubmatchIndex(sentence, -1) {
		if id := placed(strings.ToLower(sentence[at[2]:at[3]]), running, all, keyed); id != 0 {
			all = append(all, mention{at[0], at[1], []int64{id}})
		}
	}
	for _, at := range against.FindAllStringSubmatchIndex(sentence, -1) {
		if id, length := playedAgainst(sentence[at[2]:], running, opponents); id != 0 {
			all = append(all, mention{at[0], at[2] + length, []int64{id}})
		}
	}
	slices.SortFunc(all, func(a, b mention) int { return a.from - b.from })
	return slices.CompactFunc(all, func(a, b mention) bool { return a.from < b.to && b.from < a.to })
}

// playedAgainst returns the game whose opponent has the name with which words begin, or that name's
// first word, and the length of the name; 0 if that is not one game.
func playedAgainst(words string, running []int64, opponents map[int64]string) (game int64, length int) {
	for _, id := range running {
		first, _, _ := strings.Cut(opponents[id], " ")
		for _, called := range []string{opponents[id], first} {
			if len(words) < len(called) || !strings.EqualFold(words[:len(called)], called) {
				continue
			}
			if game != 0 {
				return 0, 0
			}
			game, length = id, len(called)
			break
		}
	}
	return game, length
}

// placed returns the game that a word names by its place among those of a player, or 0. The other
// game is one of two: not that which is mentioned too or else, not that of the key.
func placed(word string, running []int64, mentioned []mention, keyed *ledger.Seat) int64 {
	i := slices.Index([]string{"first", "second", "third"}, word)
	switch {
	case i >= 0 && i < len(running):
		return running[i]
	case word != "other" || len(running) != 2:
		return 0
	case slices.ContainsFunc(mentioned, func(m mention) bool { return m.games[0] == running[1] }):
		return running[0]
	case len(mentioned) == 0 && keyed != nil && keyed.Game.ID == running[1]:
		return running[0]
	}
	return running[1]
}
