package clerk

import (
	"strings"
	"testing"

	"corrd/game/board"
)

// TestUmpireIsTold: claims and protests reach him by a letter, and are shown until
// he has ruled on them.
func TestUmpireIsTold(t *testing.T) {
	b := newTable(t)
	b.cfg.Umpire = "umpire@example.org"
	b.answer(board.White, "1", "", "P-K4")
	b.answer(board.Black, "2", "", "claim forfeiture: II.9(d) he asked a master, otherwise P-K4")
	b.answer(board.White, "3", "", "protest: nobody was asked")
	appeals := viewAppeals(b.game())
	if len(appeals) != 2 || appeals[0].Kind != "claim" || *appeals[0].Ground != "II.9(d)" || appeals[1].By != "white" {
		t.Fatalf("%+v", appeals)
	}
	var told []string
	for _, r := range b.rows() {
		if r.To == "umpire@example.org" {
			told = append(told, string(r.Data))
		}
	}
	if len(told) != 2 || !strings.Contains(told[0], "he asked a master") || !strings.Contains(told[1], "nobody was asked") {
		t.Errorf("the umpire is told %q", told)
	}
	b.sendAll()
}
