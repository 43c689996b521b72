package play

import (
	"corrd/game"
	"corrd/game/codes"
)

// The silences are the matters of which a code may say nothing, as events name them. The words of
// letters about each are under the key "ground" and the name.
const (
	silentDoubt     = "words with several meanings"
	silentSeveral   = "several moves for one turn"
	silentPenalty   = "a penalty for a move that is not legal"
	silentCheckmate = "checkmate"
	silentStalemate = "stalemate"
	silentTime      = "a side that has overstepped its time"
	silentResigning = "a side that resigns"
	silentAgreement = "a draw by agreement"
	silentForfeit   = "the forfeiture of a game"
	silentFirst     = "an error of first move"
	silentSetUp     = "an error in setting up the men"
)

// refersSilence asks the umpire about a matter of which the code says nothing. by is the side
// whose words brought the matter up. The game stands still until the umpire has ruled.
func (d *docket) refersSilence(by game.Party, matter, words string) {
	d.add(by, codes.Silence, game.Claimed{Ground: matter, Words: words, Halts: true})
}
