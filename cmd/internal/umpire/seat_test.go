package umpire

import (
	"strings"
	"testing"

	"corrd/game/board"
)

func TestSeat(t *testing.T) {
	for text, want := range map[string]struct {
		side   board.Side
		member int
	}{
		"12.white": {board.White, 0}, "g12.w": {board.White, 0}, "G12.B": {board.Black, 0}, "12.black": {board.Black, 0},
		"12.white.m2": {board.White, 2}, "g12.bm3": {board.Black, 3},
	} {
		game, side, member, err := Seat(text)
		if err != nil || game != 12 || side != want.side || member != want.member {
			t.Errorf("%s is %d, %v, %d, %v", text, game, side, member, err)
		}
	}
	for _, text := range []string{"", "12", "12.", "12.grey", "0.white", "-1.white", "12.w7", "g12.w7m2", "12.white.m0", "12.white.2", "99999999999999999999.w"} {
		if _, _, _, err := Seat(text); err == nil || !strings.Contains(err.Error(), "12.white.m2") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
