package interpret

import (
	"slices"
	"strings"
)

// takingTurns are the words with which a turn is handed over.
var takingTurns = map[string]bool{"your move": true, "your turn": true, "your go": true, "over to you": true, "you to move": true, "now you": true}

// wished are words of which one stands in a greeting, a wish or thanks.
var wished = setOf(`thanks thank cheers luck regards wishes greetings love happy merry best good nice hope enjoy christmas bye goodbye hello hi dear sorry ta
	sincerely faithfully truly yours cordially greets salutations fun bonne viel saludos welcome delighted pleased excited`)

// ofMoves are words of a remark about a move, which may be another than its writer's.
var ofMoves = setOf("move moves play plays played playing your yours you youve reply was lost won attack defence opening position")

// isWish reports whether words behind a move hand over the turn, or greet, wish or thank.
func (p *parser) isWish(tail string) bool {
	words := p.wordsOf(tail)
	ofMove := func(w aWord) bool { return ofMoves[w.plain] && !wished[w.plain] || w.stop == '?' }
	wishes := func(w aWord) bool { return wished[w.plain] }
	return takingTurns[PlainWords(tail)] || allPolite(words) && slices.ContainsFunc(words, wishes) && !slices.ContainsFunc(words, ofMove)
}

// parseWished reads a move, and behind a sign on its line nothing but courtesies: "P-KR3. Over to you!",
// "P-KR3 and good luck".
func (p *parser) parseWished(line string) (found []Statement, wish string, ok bool) {
	if len(line) > maxOneMove+longestPhrase {
		return nil, "", false
	}
	for i := 1; i < min(len(line), maxOneMove); i++ {
		tail, joins := cutJoiner(line[i:])
		if !joins || tail == "" || line[i] == '?' || !p.isWish(tail) || p.namesMoves(tail) {
			continue
		}
		if !p.spend(stepsOfTrial) {
			return nil, "", false
		}
		if list, reads := p.parseSequence(withoutLead(strings.TrimSpace(line[:i]))); reads && len(list) == 1 {
			return fromSequence(list, strings.TrimSpace(line[:i])), tail, true
		}
	}
	return nil, "", false
}
