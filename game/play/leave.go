package play

import (
	"regexp"
	"strconv"
	"strings"

	"corrd/game"
	"corrd/game/codes"
	"corrd/interpret"
)

// takeLeave stops the sender's clock for some days, within the leave that the terms give in the
// calendar year in which the leave begins.
func (d *docket) takeLeave(s interpret.Statement) {
	m := regexp.MustCompile(`^(\d{1,3}) days?$`).FindStringSubmatch(strings.ToLower(strings.TrimSpace(s.Words)))
	days := 0
	if m != nil {
		days, _ = strconv.Atoi(m[1])
	}
	if days == 0 || days > d.LeaveLeft(d.by, d.at) {
		d.refuse(codes.TermsLeave, game.NoLeave, s.Text)
		return
	}
	d.act(codes.TermsLeave, game.LeaveTaken{Days: days})
}
