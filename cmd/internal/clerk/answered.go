package clerk

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// answersTo is the number of the last event of the seat's game that the letter
// answered told of: what its reader knew when he wrote. It is 0 where In-Reply-To
// and References name no letter of that game to that seat.
func (d *desk) answersTo(s seat) (int64, error) {
	named := slices.Concat(d.mail.References, []string{d.mail.InReplyTo})
	for _, id := range slices.Backward(named) {
		seq, err := d.toldBy(s, id)
		if err != nil || seq != 0 {
			return seq, err
		}
	}
	return 0, nil
}

// toldBy is the number of the last event that a letter to the seat told of,
// known by its Message-ID; 0 if there is no such letter.
func (d *desk) toldBy(s seat, messageID string) (int64, error) {
	var id, seq int64
	if n, _ := fmt.Sscanf(messageID, "g%d.e%d.", &id, &seq); n == 2 {
		if id != s.game.ID || seq < 1 || seq > s.game.Seq {
			return 0, nil
		}
		for member := range 1 + len(s.game.Members(s.side)) {
			ours, err := d.gameName(d.tx, id, seq, s.side, member)
			if err != nil || nameIn(messageID) == ours {
				return seq, err
			}
		}
		return 0, nil
	}
	if !strings.HasPrefix(messageID, "l") {
		return 0, nil
	}
	rows, err := d.tx.RowsOf(s.game.ID, math.MaxInt)
	for _, r := range rows {
		if r.MessageID == messageID && r.Side == s.side {
			return r.Seq, err
		}
	}
	return 0, err
}
