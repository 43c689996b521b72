package play

import (
	"testing"

	"corrd/game/board"
	"corrd/interpret"
)

// TestSpokenPartsOnlyWordsOff: of a letter to somebody who waits for no answer about words, spoken
// parts off what the row of its kind says is passed on, and leaves each other statement to act.
func TestSpokenPartsOnlyWordsOff(t *testing.T) {
	for _, kind := range interpret.Kinds() {
		if !kind.Acts() {
			continue
		}
		d := docket{hearing: hearing{by: board.White}}
		st, words, _ := d.spoken([]interpret.Statement{{Kind: kind, Text: "text", Words: "words"}})
		if parted := len(st) == 0; parted != kind.Row().PassedOn || parted != (len(words) == 1) {
			t.Errorf("%s: spoken leaves %d statements and passes on %q; its row says PassedOn: %t", kind, len(st), words, kind.Row().PassedOn)
		}
	}
}
