package game

import (
	"strings"
	"time"
)

// The rules of the server, where the codes leave it a choice; their words are
// in laws/house.txt. They are the same under every code, save where a Code says
// that one does not hold.
const (
	houseClocks        Law = "house:1"
	houseSeries        Law = "house:3"
	houseLots          Law = "house:4"
	houseNumbers       Law = "house:7"
	houseProse         Law = "house:8"
	houseCourtesy      Law = "house:10"
	houseMailbox       Law = "house:14"
	houseContradiction Law = "house:17"
	houseReminders     Law = "house:18"
	houseNoSuchRight   Law = "house:19"
	houseHeld          Law = "house:20"
	houseOutage        Law = "house:21"
	houseConsent       Law = "house:24"
	houseKeys          Law = "house:25"
	houseFew           Law = "house:26"
	houseDisputes      Law = "house:28"
	houseCards         Law = "house:29"
	houseSessions      Law = "house:30"
)

// The provisions of an agreement are cited by its terms.
const (
	agreement Law = "terms:"

	termsTime       Law = "terms:time"
	termsAssistance Law = "terms:assistance"
	termsColour     Law = "terms:colour"
	termsOdds       Law = "terms:odds"
	termsLeave      Law = "terms:leave"
	termsLate       Law = "terms:late"
	termsMedium     Law = "terms:medium"
)

// mailboxGrace is how long at most, once a game, the clock of a side waits for a
// letter to reach it (house:14).
const mailboxGrace = 14 * 24 * time.Hour

// firstNudge is after how many days a side without a limit of time is reminded
// (house:18); each reminder after it waits twice as long as the one before.
const firstNudge = 30

// silenceAfter is after how many days the other side of such a game is told that it may
// appeal to the umpire (house:28).
const silenceAfter = 40

// ofHouse reports whether a law is a rule of the house.
func ofHouse(law Law) bool { return strings.HasPrefix(string(law), "house:") }
