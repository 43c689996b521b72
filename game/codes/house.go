package codes

import (
	"fmt"
	"strconv"
	"strings"
)

// Silence is the rule of the house for matters of which a code says nothing: the umpire decides
// them.
const Silence Law = "house:27"

// The rules of the house hold where the codes leave the server a choice; their words are in
// laws/house.txt. They are the same under every code, save where a Code says that a rule does not
// hold.
const (
	HouseClocks        Law = "house:1"
	HouseSeries        Law = "house:3"
	HouseLots          Law = "house:4"
	HouseNumbers       Law = "house:7"
	HouseProse         Law = "house:8"
	HouseCourtesy      Law = "house:10"
	HouseMailbox       Law = "house:14"
	HouseRulings       Law = "house:16"
	HouseContradiction Law = "house:17"
	HouseReminders     Law = "house:18"
	HouseNoSuchRight   Law = "house:19"
	HouseHeld          Law = "house:20"
	HouseOutage        Law = "house:21"
	HouseConsent       Law = "house:24"
	HouseKeys          Law = "house:25"
	HouseFew           Law = "house:26"
	HouseDisputes      Law = "house:28"
	HouseCards         Law = "house:29"
	HouseSessions      Law = "house:30"
	HouseRules         Law = "house:31"
	HouseWords         Law = "house:32"
)

// The provisions of an agreement are cited by the terms that state them.
const (
	TermsPrefix Law = "terms:"

	TermsTime       Law = "terms:time"
	TermsAssistance Law = "terms:assistance"
	TermsColour     Law = "terms:colour"
	TermsOdds       Law = "terms:odds"
	TermsLeave      Law = "terms:leave"
	TermsLate       Law = "terms:late"
	TermsMedium     Law = "terms:medium"
)

// eventPrefix begins the law of a condition of an event, as in event:4.withdrawal. Its digest is
// that of the condition in any event, event:withdrawal.
const eventPrefix = "event:"

// EventLaw cites a condition of the event with a number.
func EventLaw(event int64, condition string) Law {
	return Law(fmt.Sprint(eventPrefix, event, ".", condition))
}

// OfEvent returns the event and the condition that a law cites; ok is false for a law that is not a
// condition of an event.
func OfEvent(law Law) (event int64, condition string, ok bool) {
	cited, ok := strings.CutPrefix(string(law), eventPrefix)
	number, condition, dotted := strings.Cut(cited, ".")
	event, err := strconv.ParseInt(number, 10, 64)
	return event, condition, ok && dotted && err == nil && event > 0 && EventLaw(event, condition) == law
}

// OfHouse reports whether a law is a rule of the house.
func OfHouse(law Law) bool { return strings.HasPrefix(string(law), "house:") }
