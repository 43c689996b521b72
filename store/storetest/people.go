package storetest

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"corrd/game/tournament"
	"corrd/store"
)

// equal wants two values to be the same through and through.
func equal[T any](t testing.TB, what string, got, want T) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

// fails wants an error of a kind.
func fails(t testing.TB, what string, err, kind error) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Errorf("%s: got the error %v, want %v", what, err, kind)
	}
}

func settings(f *fixture) {
	f.view(func(v store.View) error {
		_, ok, err := v.Setting("clock")
		equal(f, "a setting before it is set", ok, false)
		return err
	})
	f.both(
		func(tx store.Tx) error {
			return errors.Join(tx.SetSetting("clock", "old"), tx.SetSetting("clock", ""), tx.SetSetting("motto", "Gens una sumus"))
		},
		func(v store.View) error {
			got, ok, err := v.Setting("clock")
			equal(f, "an empty setting", got, "")
			equal(f, "an empty setting is one", ok, true)
			motto, _, err2 := v.Setting("motto")
			equal(f, "a setting", motto, "Gens una sumus")
			return errors.Join(err, err2)
		})
}

// longest are a name and an address as long as any may be, of octets that a database cannot hold.
func longest(f *fixture) {
	name := strings.Repeat("\xff", 512)
	f.both(
		func(tx store.Tx) error {
			return errors.Join(tx.SetSetting(name, "x"), tx.AddCount(name, 1), tx.Enqueue(&store.Row{To: name}),
				tx.PutPlayer(&store.Player{Name: "Anna", Addresses: []string{name}}), tx.PutRegistration(&store.Registration{Address: name}))
		},
		func(v store.View) error {
			_, ok, err := v.Setting(name)
			equal(f, "a long name is found", ok, true)
			_, err2 := v.PlayerAt(name)
			_, err3 := v.RegistrationAt(name)
			return errors.Join(err, err2, err3)
		})
}

func players(f *fixture) {
	anna := store.Player{Name: "Anna", Addresses: []string{"anna@a.example", "Anna@home.example"},
		Registered: epoch, Settings: map[string]string{"notation": "both"}, Blocked: []int64{2, 1 << 40}, Left: epoch.Add(time.Hour)}
	ben := store.Player{Name: "Ben", Addresses: []string{"ben@b.example"}, Registered: epoch}
	f.both(
		func(tx store.Tx) error { return errors.Join(tx.PutPlayer(&anna), tx.PutPlayer(&ben)) },
		func(v store.View) error {
			byID, err := v.Player(anna.ID)
			equal(f, "Player", byID, anna)
			byAddress, err2 := v.PlayerAt("anna@HOME.example")
			equal(f, "PlayerAt", byAddress, anna)
			all, err3 := v.Players()
			equal(f, "Players", all, []store.Player{anna, ben})
			return errors.Join(err, err2, err3)
		})
	moved := anna
	moved.Addresses = []string{"anna@new.example", "anna@a.example"}
	f.both(
		func(tx store.Tx) error { return tx.PutPlayer(&moved) },
		func(v store.View) error {
			got, err := v.PlayerAt("anna@new.example")
			equal(f, "PlayerAt the new address", got, moved)
			_, gone := v.PlayerAt("Anna@home.example")
			fails(f, "PlayerAt the address given up", gone, store.ErrNotFound)
			return err
		})
	thief := store.Player{Name: "Thief", Addresses: []string{"Ben@b.example"}}
	fails(f, "PutPlayer with another's address", f.Update(func(tx store.Tx) error { return tx.PutPlayer(&thief) }), store.ErrTaken)
	nobody := store.Player{ID: 77}
	fails(f, "PutPlayer of no player", f.Update(func(tx store.Tx) error { return tx.PutPlayer(&nobody) }), store.ErrNotFound)
}

func registrations(f *fixture) {
	first := store.Registration{Name: "Anna", Address: "anna@a.example", At: epoch, Confirmed: epoch.Add(time.Hour)}
	second := store.Registration{Name: "Anna II", Address: "anna@a.example", At: epoch}
	f.both(
		func(tx store.Tx) error {
			err := errors.Join(tx.PutRegistration(&first), tx.PutRegistration(&second))
			first.Player = 9
			return errors.Join(err, tx.PutRegistration(&first))
		},
		func(v store.View) error {
			got, err := v.RegistrationAt("Anna@a.example")
			equal(f, "RegistrationAt gives the newest", got, second)
			old, err2 := v.Registration(first.ID)
			equal(f, "Registration", old, first)
			_, none := v.RegistrationAt("ben@b.example")
			fails(f, "RegistrationAt where nobody has", none, store.ErrNotFound)
			return errors.Join(err, err2)
		})
}

func challenges(f *fixture) {
	a := store.Challenge{From: 1, To: "ben@b.example", ToID: 2, Terms: []byte(`{"code":"british-1899"}`), Nonce: "ab", At: epoch, State: store.ChallengeOpen}
	b := store.Challenge{From: 3, To: "stranger@x.example", At: epoch, State: store.ChallengeOpen, Invited: true}
	c := store.Challenge{From: 2, To: "anna@a.example", ToID: 1, At: epoch, State: store.ChallengeUnconfirmed}
	f.both(
		func(tx store.Tx) error {
			return errors.Join(tx.PutChallenge(&a), tx.PutChallenge(&b), tx.PutChallenge(&c))
		},
		func(v store.View) error {
			for player, want := range map[int64][]store.Challenge{1: {a}, 2: {a}, 3: {b}, 4: {}} {
				got, err := v.ChallengesOf(player)
				if err != nil {
					return err
				}
				equal(f, "ChallengesOf", got, want)
			}
			open, err := v.OpenChallenges()
			if err != nil {
				return err
			}
			equal(f, "OpenChallenges", open, []store.Challenge{a, b})
			got, err := v.Challenge(c.ID)
			equal(f, "Challenge", got, c)
			return err
		})
	a.State, a.Game = store.ChallengeAccepted, 5
	c.State = store.ChallengeOpen
	f.both(
		func(tx store.Tx) error { return errors.Join(tx.PutChallenge(&a), tx.PutChallenge(&c)) },
		func(v store.View) error {
			got, err := v.ChallengesOf(1)
			equal(f, "ChallengesOf after the first was accepted and another confirmed", got, []store.Challenge{c})
			return err
		})
}

func reminders(f *fixture) {
	next := func(want int64, at time.Time, but ...int64) {
		f.Helper()
		f.view(func(v store.View) error {
			id, when, ok, err := v.NextReminder(but...)
			equal(f, "a reminder is due", ok, want != 0)
			equal(f, "the challenge of the next reminder", id, want)
			equal(f, "the time of the next reminder", when, at)
			return err
		})
	}
	next(0, time.Time{})
	early, late := epoch.AddDate(0, 0, 30), epoch.AddDate(0, 0, 90)
	a := store.Challenge{From: 1, To: "ben@b.example", At: epoch, State: store.ChallengeOpen, Remind: early}
	b := store.Challenge{From: 2, To: "anna@a.example", At: epoch, State: store.ChallengeOpen, Remind: late}
	none := store.Challenge{From: 2, To: "anna@a.example", At: epoch, State: store.ChallengeUnconfirmed, Remind: epoch}
	f.update(func(tx store.Tx) error {
		return errors.Join(tx.PutChallenge(&b), tx.PutChallenge(&a), tx.PutChallenge(&none))
	})
	next(a.ID, early)
	next(b.ID, late, a.ID, none.ID)
	next(0, time.Time{}, b.ID, a.ID)
	a.Remind, a.Reminders = late.AddDate(0, 0, 1), 1
	f.update(func(tx store.Tx) error { return tx.PutChallenge(&a) })
	next(b.ID, late)
	b.State = store.ChallengeAccepted
	f.update(func(tx store.Tx) error { return tx.PutChallenge(&b) })
	next(a.ID, a.Remind)
}

func tournaments(f *fixture) {
	announced := tournament.Event{At: epoch, By: tournament.Director, Law: "event:entry", Fact: tournament.Announced{
		Conditions: tournament.Conditions{Name: "Winter <1>", Games: 2, EnterBy: epoch.Add(time.Hour), Begin: epoch, Close: epoch.Add(2 * time.Hour), Ties: tournament.Ties()}, Drawn: "0a", Commitment: "ff"}}
	entered := tournament.Event{At: epoch, By: tournament.Entrant, Law: "event:1.entry", Fact: tournament.Entered{Player: 3, Ground: "their card"}}
	var want, other tournament.State
	f.both(
		func(tx store.Tx) (err error) {
			want, err = tx.AppendTournament(0, announced)
			var err2, err3 error
			other, err2 = tx.AppendTournament(0, announced)
			want, err3 = tx.AppendTournament(want.ID, entered)
			return errors.Join(err, err2, err3)
		},
		func(v store.View) error {
			got, err := v.Tournament(want.ID)
			equal(f, "Tournament", got, want)
			all, err2 := v.Tournaments()
			equal(f, "Tournaments", all, []tournament.State{want, other})
			_, none := v.Tournament(want.ID + 7)
			fails(f, "Tournament that there is none of", none, store.ErrNotFound)
			_, none = v.TournamentLog(want.ID + 7)
			fails(f, "TournamentLog of none", none, store.ErrNotFound)
			return errors.Join(err, err2)
		})
	hashes := func(v store.View) (all [][32]byte) {
		log, err := v.TournamentLog(want.ID)
		if err != nil || len(log) != 2 {
			f.Errorf("TournamentLog gives %d events: %v", len(log), err)
		}
		for _, e := range log {
			all = append(all, e.Hash)
		}
		return all
	}
	var before [][32]byte
	f.view(func(v store.View) error { before = hashes(v); return nil })
	f.both(
		func(tx store.Tx) error {
			return tx.EraseTournament(want.ID, 1, func(e tournament.Event) bool { return store.About(e, 3) })
		},
		func(v store.View) error {
			equal(f, "the hashes after an erasure", hashes(v), before)
			got, err := v.Tournament(want.ID)
			if fact, _ := got.Log[1].Fact.(tournament.Entered); fact.Ground != "" || fact.Player != 3 {
				f.Errorf("after an erasure stands %+v", fact)
			}
			if first, _ := got.Log[0].Fact.(tournament.Announced); first.Drawn != "0a" {
				f.Errorf("the number of the lot was erased")
			}
			return err
		})
}

func disputes(f *fixture) {
	a := store.Dispute{Game: 7, Event: 3, Ground: "protest", By: "white", Opened: epoch}
	b := store.Dispute{Game: 9, Event: 4, Ground: "flag", By: "corrd", Opened: epoch}
	c := store.Dispute{Game: 7, Event: 5, Ground: "claim", By: "black", Opened: epoch}
	f.both(
		func(tx store.Tx) error { return errors.Join(tx.PutDispute(&a), tx.PutDispute(&b), tx.PutDispute(&c)) },
		func(v store.View) error {
			of, err := v.DisputesOf(7)
			equal(f, "DisputesOf", of, []store.Dispute{a, c})
			open, err2 := v.OpenDisputes()
			equal(f, "OpenDisputes", open, []store.Dispute{a, b, c})
			_, none := v.Dispute(8)
			fails(f, "Dispute that there is none of", none, store.ErrNotFound)
			return errors.Join(err, err2)
		})
	a.Closed, a.Ended = epoch.Add(time.Hour), 8
	f.both(
		func(tx store.Tx) error { return tx.PutDispute(&a) },
		func(v store.View) error {
			open, err := v.OpenDisputes()
			equal(f, "OpenDisputes after one was closed", open, []store.Dispute{b, c})
			got, err2 := v.Dispute(a.ID)
			equal(f, "Dispute", got, a)
			return errors.Join(err, err2)
		})
	f.update(func(tx store.Tx) error {
		other := a
		other.Game = 9
		if tx.PutDispute(&other) == nil {
			f.Error("a dispute is moved to another game")
		}
		return nil
	})
}

// killed is a store that fails from the Nth Update on, as if the daemon were killed before it;
// before each second Update something comes in.
type killed struct {
	store.Store
	left  int
	comes func()
}

var errKilled = errors.New("killed")

// Update fails from the Nth on.
func (k *killed) Update(run func(tx store.Tx) error) error {
	if k.left--; k.left%2 == 0 { // not always: a search ends when nothing more comes
		k.comes()
	}
	if k.left < 0 {
		return errKilled
	}
	return k.Store.Update(run)
}

// erasedAnew: an erasure that is interrupted anywhere is completed by the same order, which also
// erases what has come in until the player lost the addresses.
func erasedAnew(f *fixture) {
	step := int64(1)
	if testing.Short() {
		step = 4
	}
	for number, done := int64(1), false; !done; number += step {
		anna := store.Player{Name: fmt.Sprint("Anna Karenina ", number), Addresses: []string{fmt.Sprintf("anna%d@a.example", number)}, Registered: epoch}
		f.update(func(tx store.Tx) error { anna.ID = 0; return tx.PutPlayer(&anna) })
		k := &killed{Store: f, left: int(number)}
		k.comes = func() { // while the address still belongs to the player
			f.update(func(tx store.Tx) error {
				p, err := tx.PlayerAt(anna.Addresses[0])
				if errors.Is(err, store.ErrNotFound) {
					return nil
				}
				l := store.Letter{From: anna.Addresses[0], Subject: anna.Name, State: store.Acted, Player: p.ID}
				if k.left%4 == 0 {
					l.Player = 0
				}
				return errors.Join(err, tx.PutLetter(&l, []byte("From: "+anna.Addresses[0]+"\r\n\r\nmy words\r\n")), tx.AddCount("answers/"+anna.Addresses[0], 1))
			})
		}
		order := store.Order{Number: number, Player: anna.ID, Registered: epoch, At: epoch}
		none := func(string, string) bool { return false }
		_, err := store.Erase(k, order, none)
		if done = err == nil; !done {
			fails(f, "an erasure that is interrupted", err, errKilled)
			if _, err = store.Erase(f, order, none); err != nil {
				f.Fatalf("erasure %d, again: %v", number, err)
			}
		}
		f.nothingOf(anna, number)
	}
}

// nothingOf looks for a player who was erased in letters, settings and tallies.
func (f *fixture) nothingOf(p store.Player, number int64) {
	f.view(func(v store.View) error {
		letters, err := v.Letters(math.MaxInt)
		for _, l := range letters {
			if l.From == p.Addresses[0] || l.Subject == p.Name {
				f.Errorf("killed before transaction %d: letter %d is from %q about %q", number, l.ID, l.From, l.Subject)
			}
			if raw, err := v.Raw(l.ID); err == nil && strings.Contains(string(raw), p.Addresses[0]) {
				f.Errorf("killed before transaction %d: letter %d has its bytes", number, l.ID)
			}
		}
		_, kept, err2 := v.Setting(fmt.Sprint("erasures/known/", p.ID))
		n, err3 := v.Count("answers/" + p.Addresses[0])
		if kept || n > 0 {
			f.Errorf("killed before transaction %d: the names are kept: %t; %d answers are counted", number, kept, n)
		}
		return errors.Join(err, err2, err3)
	})
}
