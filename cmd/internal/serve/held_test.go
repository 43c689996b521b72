package serve

import (
	"fmt"
	"net/mail"
	"strings"
	"testing"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/local"
)

// fromElsewhere is a letter to an address of a game from an address that is on nobody's file,
// filled up to some octets.
func fromElsewhere(to string, n, octets int, text string) string {
	letter := fmt.Sprintf("From: <mallory@elsewhere.test>\r\nTo: <%s>\r\nMessage-ID: <%d@elsewhere.test>\r\n\r\n%s\r\n\r\nLetter %d\r\n", to, n, text, n)
	if more := octets - len(letter); more > 0 {
		letter += "\r\n" + strings.Repeat(strings.Repeat("x", 70)+"\r\n", more/72)
	}
	return letter
}

// keyed begins a game, and returns the address to which alice answers.
func (c *club) keyed() string {
	c.Helper()
	key, err := mail.ParseAddress(c.begin().Header.Get("Reply-To"))
	if err != nil {
		c.Fatal(err)
	}
	return key.Address
}

// TestDoorsRefuseHeldLettersBeyondTheRoom: by SMTP and by LMTP, the letters that wait for a
// player's yes are taken while there is room, by their number and by their octets, and then
// answered 452.
func TestDoorsRefuseHeldLettersBeyondTheRoom(t *testing.T) {
	t.Parallel()
	const long = 900 << 10
	for _, door := range []struct {
		name         string
		lmtp         bool
		octets, room int
	}{
		{"SMTP, by number", false, 0, ledger.MostWaiting},
		{"LMTP, by number", true, 0, ledger.MostWaiting},
		{"SMTP, by octets", false, long, ledger.MostWaitingOctets / long},
		{"LMTP, by octets", true, long, ledger.MostWaitingOctets / long},
	} {
		t.Run(door.name, func(t *testing.T) {
			t.Parallel()
			c := newClub(t, direct)
			to := c.keyed()
			for n := range door.room + 2 {
				err := c.hand(door.lmtp, "mallory@elsewhere.test", []string{to}, fromElsewhere(to, n, door.octets, "P-K4"))
				if n < door.room && err != nil {
					t.Fatalf("letter %d of %d: %v", n+1, door.room, err)
				}
				if n >= door.room && (err == nil || !strings.Contains(err.Error(), "452")) {
					t.Errorf("letter %d: %v, want 452", n+1, err)
				}
			}
			if got := c.moves(); got != "" {
				t.Errorf("moves %q", got)
			}
		})
	}
}

// TestYesReleasesALetterOfADoor: the yes of the player, by the player's own way, makes the move of
// a letter that a door took and held.
func TestYesReleasesALetterOfADoor(t *testing.T) {
	t.Parallel()
	for _, lmtp := range []bool{false, true} {
		t.Run(fmt.Sprintf("lmtp %t", lmtp), func(t *testing.T) {
			t.Parallel()
			c := newClub(t, direct)
			to := c.keyed()
			if err := c.hand(lmtp, "mallory@elsewhere.test", []string{to}, fromElsewhere(to, 1, 0, "P-K4")); err != nil {
				t.Fatal(err)
			}
			question := c.await("alice", 3, "confirm")
			if got := c.moves(); got != "" {
				t.Fatalf("moves %q before the yes", got)
			}
			yes, err := mail.ParseAddress(question.Header.Get("Reply-To"))
			if err != nil {
				t.Fatal(err)
			}
			if err := c.hand(lmtp, "alice@"+local.Domain, []string{yes.Address}, letterTo(yes.Address, "yes", "yes")); err != nil {
				t.Fatal(err)
			}
			c.await("bob", 3, "move")
			if got := c.moves(); got != "e2e4" {
				t.Errorf("moves %q after the yes", got)
			}
		})
	}
}
