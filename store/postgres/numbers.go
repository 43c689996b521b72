package postgres

import (
	"slices"
	"strings"

	"corrd/store"
)

// nouns are the kinds of records that have numbers.
var nouns = [...]string{"player", "registration", "challenge", "dispute", "game", "letter", "row"}

// latest are the numbers last given of the records of each noun.
type latest [len(nouns)]int64

// taken are the numbers last given, as a transaction has found them and as the jobs that
// have run leave them. The sequences are told at the commit: behind the gate nobody else gives
// numbers.
type taken struct {
	read        bool
	found, last latest
}

// lastNumbers asks for the numbers last given, in the order of nouns.
var lastNumbers = func() string {
	var each []string
	for _, noun := range nouns {
		each = append(each, "(select case when is_called then last_value else 0 end from "+noun+"_numbers)")
	}
	return "select " + strings.Join(each, ", ")
}()

// numbers reads the numbers last given.
func (v *view) numbers() (last latest, err error) {
	to := make([]any, len(last))
	for i := range last {
		to[i] = &last[i]
	}
	_, err = v.row(lastNumbers, nil, to...)
	return last, err
}

// last gives a place for the number last given of the records with a noun.
func (u *update) last(noun string) (*int64, error) {
	if !u.taken.read {
		found, err := u.numbers()
		if err != nil {
			return nil, err
		}
		u.taken = taken{true, found, found}
	}
	return &u.taken.last[slices.Index(nouns[:], noun)], nil
}

// next gives the next number of the records with a noun to a record.
func (u *update) next(noun string, to *int64) error {
	last, err := u.last(noun)
	if err != nil {
		return err
	}
	*last++
	*to = *last
	u.given = append(u.given, to)
	return nil
}

// putNumbers tells the sequences which numbers have been given.
func (u *update) putNumbers() {
	for i, noun := range nouns {
		if u.taken.last[i] != u.taken.found[i] {
			u.exec("select setval('"+noun+"_numbers', $1)", u.taken.last[i])
		}
	}
}

// PassNumbers has no later record be given one of these numbers, nor a smaller one.
func (u *update) PassNumbers(n store.Numbers) error {
	for noun, last := range map[string]int64{"game": n.Game, "registration": n.Registration, "challenge": n.Challenge, "letter": n.Letter} {
		if err := u.pass(noun, last); err != nil {
			return err
		}
	}
	return nil
}

// pass has no later record with a noun be given a number up to upTo.
func (u *update) pass(noun string, upTo int64) error {
	last, err := u.last(noun)
	if err == nil && *last < upTo {
		*last, u.wrote = upTo, true
	}
	return err
}

// Numbers lists the numbers of the records of a kind above after, at most max.
func (v *view) Numbers(of store.Kind, after int64, max int) ([]int64, error) {
	table := map[store.Kind]string{store.Registrations: "registrations", store.Challenges: "challenges", store.Letters: "letters", store.Rows: "outbox"}[of]
	return v.ids("select id from "+table+" where id > $1 order by id limit $2", after, limit(max))
}
