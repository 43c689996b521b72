package ruling

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"corrd/game/board"
)

var seatForm = regexp.MustCompile(`(?i)^g?([1-9]\d{0,17})\.(w|white|b|black)(?:\.?m([1-9]\d?))?$`)

// Seat reads a seat of a game: "12.white", "g12.w" as reply addresses have it, and
// "12.white.m2" or "g12.wm2" for the second member of a side; member is 0 where
// none is named.
func Seat(text string) (game int64, side board.Side, member int, err error) {
	m := seatForm.FindStringSubmatch(text)
	if m == nil {
		return 0, 0, 0, fmt.Errorf("%q is no seat: write the number of the game and the side, as in 12.white, and the member where the side is of several, as in 12.white.m2", text)
	}
	if strings.ToLower(m[2])[0] == 'b' {
		side = board.Black
	}
	if game, err = strconv.ParseInt(m[1], 10, 64); err == nil && m[3] != "" {
		member, err = strconv.Atoi(m[3])
	}
	return game, side, member, err
}
