package ledger

import (
	"slices"
	"strconv"
	"time"

	"corrd/store"
)

// Limits bound the letters that are not those of a game: answers by the address and the
// hour, and what one player brings about in a day.
type Limits struct {
	PerAddressDay int // answers to one address
	PerHour       int // answers in an hour, in all
	Questions     int // countersign letters about one seat, or about the challenges of one player
	Invitations   int // letters to strangers whom one player challenges, or names for a side
	OpenAtOnce    int // invitations of one player that wait for their answer
	Challenges    int // of one player
	Addresses     int // that one player asks to have added
	Renames       int // of one player

	InvitationsInAll int // letters to strangers whom players invite, of all players in a day
	StrangersInAll   int // answers to strangers in a day, of each kind of proof
	// Providers are the domains of mail providers so large that their customers have nothing else
	// in common: no share bounds such a domain.
	Providers []string
}

// DefaultLimits returns the limits of a server whose configuration names none.
func DefaultLimits() Limits {
	return Limits{PerAddressDay: 20, PerHour: 2000, Questions: 5, Invitations: 5, OpenAtOnce: 15, Challenges: 50, Addresses: 3, Renames: 3, InvitationsInAll: 50, StrangersInAll: 200}
}

// share is the part of a budget that one domain may take.
const share = 10

// OfDay returns how many letters to strangers a tally allows in a day.
func (l Limits) OfDay(t Tally) int {
	if t == TallyInvited {
		return l.InvitationsInAll
	}
	return l.StrangersInAll
}

// Share returns how many letters to strangers a tally allows in a day on behalf of one domain.
func (l Limits) Share(t Tally, domain string) int {
	if slices.Contains(l.Providers, domain) {
		return l.OfDay(t)
	}
	return max(1, l.OfDay(t)/share)
}

// ShareOfHour returns how many of the answers of an hour go to the addresses of one domain: a
// tenth, and no fewer than one address may have in a day.
func (l Limits) ShareOfHour(answers int, domain string) int {
	if slices.Contains(l.Providers, domain) {
		return answers
	}
	return min(answers, max(l.PerAddressDay, answers/share))
}

// Open reports whether the budget of a tally of letters to strangers allows a letter on behalf of
// a domain now.
func (l Limits) Open(v store.View, t Tally, domain string, now time.Time) (bool, error) {
	if err := v.Expect(store.Likely{Counts: []string{t.inDay(now), t.At(domain, now)}}); err != nil {
		return false, err
	}
	all, err := v.Count(t.inDay(now))
	if err != nil {
		return false, err
	}
	theirs, err := v.Count(t.At(domain, now))
	return all < l.OfDay(t) && theirs < l.Share(t, domain), err
}

// Spend counts a letter to a stranger on behalf of a domain.
func Spend(tx store.Tx, t Tally, domain string, now time.Time) error {
	if err := tx.AddCount(t.inDay(now), 1); err != nil {
		return err
	}
	return tx.AddCount(t.At(domain, now), 1)
}

// ForStrangers returns how many of the answers of an hour go to letters without proof of
// who wrote them.
func (l Limits) ForStrangers() int { return (l.PerHour + 1) / 2 }

// Of each kind of proof, at most so many letters, and octets of letters, wait until one player says
// whether they are theirs. A letter of which the player has said nothing for so long takes no room
// any more: else letters that others send in the player's name would fill it for ever.
const (
	MostWaiting       = 20
	MostWaitingOctets = 5 << 20
	LongestWaiting    = 30 * 24 * time.Hour
)

// MostAddresses is how many addresses a player has at most: each of them is told of
// every change.
const MostAddresses = 5

// Tally is what the store counts for a day, of an address or of a player, or for an hour.
type Tally string

// The tallies; counted says of what each is counted.
const (
	TallyKeyed                 Tally = "keyed"     // answers to letters with a right key
	TallyAnswers               Tally = "answers"   // to letters for which the domain vouches
	TallyUnproven              Tally = "unproven"  // answers to the other letters
	TallyStrangers             Tally = "strangers" // answers in an hour to strangers for whom their domain vouches
	TallyRegistrations         Tally = "registrations"
	TallyUnprovenRegistrations Tally = "unproven registrations"
	TallyRefusals              Tally = "registrations refused" // the answers no of an address that was to be registered
	TallyNewcomers             Tally = "newcomers"
	TallyStandings             Tally = "standings" // letters to newcomers whom the club does not take, or not yet
	TallyLeaves                Tally = "leaves"    // in all games of a player at once
	TallyEntries               Tally = "entries"   // in events, and withdrawals
	TallyRenames               Tally = "renames"
	TallyAddresses             Tally = "addresses"
	TallyInvitations           Tally = "invitations"
	TallyChallenges            Tally = "challenges"
	TallyUnprovenChallenges    Tally = "unproven challenges"

	TallyInvited           Tally = "strangers invited"
	TallyProvenStrangers   Tally = "proven strangers"
	TallyUnprovenStrangers Tally = "unproven strangers"
)

// counting says of what a tally is counted.
type counting uint8

const (
	ofAddress         counting = 1 << iota // of an address, for a day (At)
	ofPlayer                               // of a player, for a day, by each kind of proof (By)
	ofPlayerToAddress                      // of a player and an address, for a day
	ofHour                                 // of a domain and in all, for an hour (InHourOf, InHour)
	toStrangers                            // letters to people who are not registered: of a domain (At) and in all (inDay), for a day
)

// counted lists all tallies, with that of which each is counted. The more refusals an address has
// had, the more is allowed, so that nothing is to be lifted of them.
var counted = []struct {
	Tally
	of counting
}{
	{TallyKeyed, ofAddress | ofHour}, {TallyAnswers, ofAddress | ofHour}, {TallyUnproven, ofAddress | ofHour}, {TallyStrangers, ofHour},
	{TallyRegistrations, ofAddress}, {TallyUnprovenRegistrations, ofAddress | ofHour}, {TallyRefusals, 0}, {TallyNewcomers, ofAddress}, {TallyStandings, ofAddress},
	{TallyLeaves, ofPlayer}, {TallyEntries, ofPlayer}, {TallyRenames, ofPlayer}, {TallyAddresses, ofPlayer | ofPlayerToAddress},
	{TallyInvitations, ofPlayer}, {TallyChallenges, ofPlayer}, {TallyUnprovenChallenges, ofPlayer},
	{TallyInvited, toStrangers}, {TallyProvenStrangers, toStrangers}, {TallyUnprovenStrangers, toStrangers},
}

// countedOf returns the tallies that are counted of something.
func countedOf(of counting) (all []Tally) {
	for _, c := range counted {
		if c.of&of != 0 {
			all = append(all, c.Tally)
		}
	}
	return all
}

// ToStrangers returns the tallies of letters to people who are not registered.
func ToStrangers() []Tally { return countedOf(toStrangers) }

// Proved returns the tally that counts what letters of one kind of proof bring about, where no kind
// may use up what is allowed of another.
func (t Tally) Proved(p store.Proof) Tally {
	if p == store.ByKey {
		return t + " by key"
	}
	return t
}

// At names the count of an address on the day of an instant.
func (t Tally) At(address string, now time.Time) string {
	return string(t) + "/" + Day(now) + "/" + store.FoldAddress(address)
}

// By names the count of a player on the day of an instant.
func (t Tally) By(player int64, now time.Time) string {
	return string(t) + "/" + Day(now) + "/" + strconv.FormatInt(player, 10)
}

// ByTo names the count of what a player brings about at an address, on the day of an instant.
func (t Tally) ByTo(player int64, address string, now time.Time) string {
	return t.By(player, now) + "/" + store.FoldAddress(address)
}

// inDay names the count of all letters on the day of an instant.
func (t Tally) inDay(now time.Time) string { return string(t) + "/" + Day(now) }

// InHour names the count of all letters in the hour of an instant.
func (t Tally) InHour(now time.Time) string {
	return string(t) + "/" + now.UTC().Format("2006-01-02T15")
}

// InHourOf names the count of the letters to one domain in the hour of an instant.
func (t Tally) InHourOf(domain string, now time.Time) string { return t.InHour(now) + "/" + domain }

// CountsOfDomain returns the counts of a domain in the hour of an instant.
func CountsOfDomain(domain string, now time.Time) (counts []string) {
	for _, t := range countedOf(ofHour) {
		counts = append(counts, t.InHourOf(domain, now))
	}
	return counts
}

// CountsOfAll returns the counts of the hour of an instant.
func CountsOfAll(now time.Time) (counts []string) {
	for _, t := range countedOf(ofHour) {
		counts = append(counts, t.InHour(now))
	}
	return counts
}

// CountsOf returns the counts of a player on the day of an instant. A stranger is a player
// without a number.
func CountsOf(p store.Player, now time.Time) (counts []string) {
	for _, a := range p.Addresses {
		for _, t := range countedOf(ofAddress) {
			counts = append(counts, t.At(a, now))
		}
		for _, t := range countedOf(ofPlayerToAddress) {
			counts = append(counts, t.ByTo(p.ID, a, now))
		}
	}
	for _, t := range countedOf(ofPlayer) {
		counts = append(counts, t.By(p.ID, now), t.Proved(store.ByKey).By(p.ID, now))
	}
	return counts
}

// LiftCounts has counts begin anew.
func LiftCounts(tx store.Tx, counts []string) error {
	for _, name := range counts {
		n, err := tx.Count(name)
		if err == nil && n > 0 {
			err = tx.AddCount(name, -n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Day names the day of an instant, in UTC.
func Day(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// Midnight returns the beginning of the day of an instant, in UTC.
func Midnight(now time.Time) time.Time { return now.UTC().Truncate(24 * time.Hour) }

// Tomorrow returns the next midnight in UTC, when the budgets of the day begin anew.
func Tomorrow(now time.Time) time.Time { return Midnight(now).AddDate(0, 0, 1) }

// NextHour returns the instant at which the budgets of the hour begin anew.
func NextHour(now time.Time) time.Time { return now.Truncate(time.Hour).Add(time.Hour) }
