// Package ledger writes into the store what has happened in a game and to a player, in a
// transaction of its caller: events, the rows of the outbox that tell of the events, the marks by
// which corrd recognises a letter; whose a name is, which addresses are theirs, what they may ask
// for in a day, whom they challenge, and who leaves. All rooms of the daemon use package ledger.
//
// In a game:
//
//	ledger   events are appended, and their letters enqueued
//	seat     who sits where, with which keys
//	umpires  who rules; the numbers of disputes
//	held     what waits for a letter that is held; clocks that ring meanwhile
//	begun    letters about several games of an event, and their keys; what of a game is for
//	         everybody
//	papers   letters beside those of events, and how much of their words is quoted
//
// About players:
//
//	naming           what may be a name, and which names are taken for one another
//	names            a name that is free, and whose every name is; addresses that come and go, and a
//	                 change that is undone within a week
//	budget           how many letters there may be outside games, and how the store counts them
//	challenge        what letters, reminders and lists tell of a challenge, and whose its keys are
//	postal           players who have a postal address and no mailbox; a card that was written by
//	                 hand and entered, as a letter: evidence of its words
//	admission, news  newcomers, and the secretary; circulars and weekly sheets
//	removal          players who leave; all that a player wrote and was is taken away
//
// Of both: notice sends letters of the office; veiled has the marks by which a letter or an address
// is recognised, and keeps them and keys out of the store.
//
// The package must not know how a letter was read, how a row becomes a letter, what time it is, nor
// who asked for a change and whether they may: a letter asks by package desk, the operator by
// package control.
package ledger

import (
	"cmp"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/clocks"
	"corrd/game/play"
	"corrd/game/telling"
	"corrd/game/tournament"
	"corrd/mailer"
	"corrd/store"
)

// Ledger holds what all rooms share: who corrd is, and from which addresses its letters come.
type Ledger struct {
	Site   mailer.Site
	Zone   *time.Location // the time zone of hours of the day that terms name
	Umpire string         // the address of the umpire of the server, or "" if there is none
	// Registration says who may register by letter: OpenToAll (or ""), OnApproval or ClosedToAll.
	Registration string
	// Secretary is the address of the secretary of the club, which counts once it is a player's, or
	// "" if there is none.
	Secretary string
}

// These are the values of Registration.
const (
	OpenToAll   = "open"
	OnApproval  = "ask"    // the secretary approves or refuses who has confirmed
	ClosedToAll = "closed" // only the secretary registers anybody
)

// Own reports whether an address is corrd's own, with a key or any other detail in it or without.
func (l *Ledger) Own(address string) bool {
	_, own := l.Site.Detail(store.Canonical(address))
	return own || store.SameAddress(address, l.Site.Address())
}

// Placeholder reports whether an address is nobody's mailbox: corrd's own, or the one that stands
// for a player on cards. Nobody can take such an address for theirs.
func (l *Ledger) Placeholder(address string) bool { return l.Own(address) || store.IsCard(address) }

// By says what brings events about: the number of a letter, the number of the player who wrote
// the letter, the letter's prose, and the time at which the letter was taken up. This time is the
// date of the letters that tell of the events, and may be later than the time at which the events
// take effect, because a letter may be held and a flag may wait for a held letter. The zero By
// stands for events that no letter brings about.
type By struct {
	Letter, Player int64
	Note           string
	// what somebody else has written before for each side, which is passed on with the events
	Before [2]string
	At     time.Time
	// the answer is the last of the day to this sender's letters of which nothing comes
	Final bool
}

// TrialRow is the first number of a row that no outbox reaches. The bounce addresses of such rows
// are those of `corrd doctor`, which tries by them how letters come and go.
const TrialRow int64 = 1 << 61

// Append adds events to a game's log and puts the letters that the events send into the outbox, one
// letter for each member of a side. The prose of the letter that brought the events about goes to
// the other side with the first letter to that side. Append tells the umpire of claims, protests
// and flags, and tells a player who was replaced of the replacement. When the events annul a game
// of a match, Append begins another game in its place. Where the events end a turn of a game of an
// older corrd, Append puts the game under the newest rules. Append returns the game after the
// events.
func (l *Ledger) Append(tx store.Tx, before game.State, events []game.Event, by By) (game.State, error) {
	after, err := tx.Append(before.ID, events...)
	if err != nil {
		return after, err
	}
	if events, after, err = renewed(tx, before, after, events); err != nil {
		return after, err
	}
	if err := numberDisputes(tx, before, after); err != nil {
		return after, err
	}
	if err := noteHalt(tx, before, after, tx.Now()); err != nil {
		return after, err
	}
	if err := l.askWhereNamed(tx, before, after); err != nil {
		return after, err
	}
	delivered := game.Notes(before, events)
	notes, said := delivered, game.Words(events)
	for side, words := range said {
		notes[side] = strings.TrimSpace(notes[side] + "\n\n" + words + "\n\n" + by.Before[side])
	}
	if !slices.ContainsFunc(events, game.Event.KeepsProse) {
		notes = alsoBy(notes, after, by)
	}
	for _, dispatch := range telling.Dispatches(before, events) {
		e := events[dispatch.Event]
		row := store.Row{At: clocks.Later(e.At, by.At), Kind: dispatch.Kind, Also: dispatch.Also, Game: before.ID, Side: dispatch.To,
			Seq: before.Seq + int64(dispatch.Event) + 1, First: before.Seq + 1, State: store.Queued, Next: tx.Now(),
			Asks: dispatch.Asks}
		row.Note, notes[dispatch.To] = notes[dispatch.To], ""
		if slices.Contains(after.Members(dispatch.To), by.Player) {
			row.Letter, row.Final = by.Letter, by.Final
		}
		writers := []int64{by.Player}
		// words that were under way at the end are of the other side, whoever has ended the game
		late := said[dispatch.To] != "" && !slices.Contains(after.Members(dispatch.To.Other()), by.Player)
		if delivered[dispatch.To] != "" || late {
			writers = after.Members(dispatch.To.Other())
		}
		if err := l.toSide(tx, after, row, dispatch.Member, writers); err != nil {
			return after, err
		}
	}
	if err := l.tellReplaced(tx, before, events); err != nil {
		return after, err
	}
	if slices.ContainsFunc(events, replaces) {
		if after, err = l.seatOnCards(tx, after); err != nil {
			return after, err
		}
	}
	if err := l.playAgain(tx, before, after); err != nil {
		return after, err
	}
	return after, l.TellOfAppeals(tx, before, after, events, by.Player)
}

// alsoBy adds the prose of a letter to the notes for each side to which the writer does not
// belong.
func alsoBy(notes [2]string, s game.State, by By) [2]string {
	for side := range notes {
		if !slices.Contains(s.Members(board.Side(side)), by.Player) {
			notes[side] = strings.TrimSpace(notes[side] + "\n\n" + by.Note)
		}
	}
	return notes
}

// toSide puts a letter to a side into the outbox for each member of the side, or only for the
// member number alone if alone is not 0. A player who has stopped reminders gets a reminder only
// if the reminder is the first letter that asks for a move. A player who has blocked one of the
// writers gets the letter without prose, and no letter of prose alone.
func (l *Ledger) toSide(tx store.Tx, s game.State, row store.Row, alone int, writers []int64) error {
	for i, id := range s.Members(row.Side) {
		if alone > 0 && alone != i+1 {
			continue
		}
		p, err := tx.Player(id)
		if err != nil {
			return err
		}
		if Mailbox(p) == "" { // the player has been removed, and the game is over
			continue
		}
		if row.Kind == "start" && s.BeginsWithEvent() && !p.OnCards() { // one letter names all their games
			continue
		}
		if row.Kind == "reminder" && !row.Asks && Stops(p, Reminders) {
			continue
		}
		one := row
		if slices.ContainsFunc(writers, func(by int64) bool { return slices.Contains(p.Blocked, by) }) {
			one.Note = ""
		}
		if one.Note == "" && telling.OnlySays(row.Kind) && len(row.Also) == 0 {
			continue
		}
		one.To, one.Player, one.Member = Mailbox(p), p.ID, MemberNumber(s, row.Side, p.ID)
		if one.MessageID, err = l.GameName(tx, row.Game, row.Seq, row.Side, one.Member); err != nil {
			return err
		}
		if err := tx.Enqueue(&one); err != nil {
			return err
		}
	}
	return nil
}

// Begin begins one game and returns the game's number.
func (l *Ledger) Begin(tx store.Tx, start play.Start, by By) (id int64, err error) {
	if id, err = tx.NewGame(); err != nil {
		return id, err
	}
	var seed [8]byte
	rand.Read(seed[:])
	start.Seed = binary.BigEndian.Uint64(seed[:])
	if start.ByCard, err = onCards(tx, game.State{Players: start.Players, Consultation: start.Consultation}.Members); err != nil {
		return id, err
	}
	s := game.State{ID: id}
	_, err = l.Append(tx, s, play.Decide(s, start, tx.Now().In(l.Zone)), by)
	return id, err
}

// BeginOf begins one game of a challenge and adds the game's number to the challenge. The caller
// stores the challenge.
func (l *Ledger) BeginOf(tx store.Tx, ch *store.Challenge, start play.Start, by By) error {
	id, err := l.Begin(tx, start, by)
	ch.Game = cmp.Or(ch.Game, id)
	ch.Games = append(ch.Games, id)
	return err
}

// playAgain begins the game that is played in place of a game of a match or of an event that has
// just been annulled (II.1(c)).
func (l *Ledger) playAgain(tx store.Tx, before, after game.State) error {
	if !after.PlayedAgain() || before.Result != nil {
		return nil
	}
	start := play.Again(after)
	if of := after.Tournament; of != nil {
		id, err := l.Begin(tx, start, By{})
		if err != nil {
			return err
		}
		_, err = tx.AppendTournament(of.Number, tournament.Event{At: tx.Now(), By: tournament.Corrd, Law: after.Result.Law,
			Fact: tournament.Replayed{Was: after.ID, Is: id}})
		return err
	}
	ch, err := tx.Challenge(after.Match.Challenge)
	if err != nil {
		return err
	}
	if err := l.BeginOf(tx, &ch, start, By{Letter: start.Letter}); err != nil {
		return err
	}
	return tx.PutChallenge(&ch)
}

// tellReplaced sends a player who has lost a seat a last letter with the board and the clocks,
// and drops the letters that were held for this player, because nobody can confirm them any more.
func (l *Ledger) tellReplaced(tx store.Tx, before game.State, events []game.Event) error {
	for i, e := range events {
		f, ok := e.Fact.(game.Replaced)
		if !ok {
			continue
		}
		p, err := tx.Player(f.Was)
		if err != nil {
			return err
		}
		row := store.Row{At: e.At, Kind: "ruling", Game: before.ID, Side: f.Side, Member: f.Member, To: p.Addresses[0], Player: p.ID,
			Seq: before.Seq + int64(i) + 1, First: before.Seq + 1, State: store.Queued, Next: tx.Now()}
		line, err := tx.Line(row.Game, row.Seq)
		if err != nil {
			return err
		}
		row.MessageID = fmt.Sprintf("g%d.e%d.former%d.%s@%s", row.Game, row.Seq, p.ID, digits(line), l.Site.Domain)
		if err := tx.Enqueue(&row); err != nil {
			return err
		}
		if err := dropHeldFor(tx, before.ID, f); err != nil {
			return err
		}
	}
	return nil
}

// dropHeldFor discards the held letters of a game about which corrd has asked the player who lost
// the seat.
func dropHeldFor(tx store.Tx, id int64, f game.Replaced) error {
	letters, err := tx.LettersOf(id)
	if err != nil {
		return err
	}
	asked, err := AskedAbout(tx, id)
	if err != nil {
		return err
	}
	for _, letter := range letters {
		if letter.State != store.HeldLetter || letter.Side != f.Side || f.Member > 0 && asked[letter.ID] != f.Was {
			continue
		}
		letter.State, letter.Verdict = store.Discarded, "the seat has another player"
		if err := tx.PutLetter(&letter, nil); err != nil {
			return err
		}
	}
	return nil
}

// GameName returns the name of a letter about a game, for its Message-ID. The name is made of the
// game, of the event that the letter tells, and of its reader.
func (l *Ledger) GameName(v store.View, id, seq int64, side board.Side, member int) (string, error) {
	reader := side.String()
	if member > 1 {
		reader = fmt.Sprint(reader, member)
	}
	line, err := v.Line(id, seq)
	return fmt.Sprintf("g%d.e%d.%s.%s@%s", id, seq, reader, digits(line), l.Site.Domain), err
}

// GameIn returns the game and the event of which a Message-ID, or the name in one, says that a
// letter told of them; ok is false for the Message-ID of a letter about no game, and for any that
// corrd has not made.
func GameIn(messageID string) (id, seq int64, ok bool) {
	n, _ := fmt.Sscanf(messageID, "g%d.e%d.", &id, &seq)
	return id, seq, n == 2
}

// RowsNear returns the rows among which is the letter that one of some Message-IDs names: those of
// the game that the last of the ids to name a game names, or else so many of the newest of all.
func RowsNear(v store.View, messageIDs []string, newest int) ([]store.Row, error) {
	for _, one := range slices.Backward(messageIDs) {
		if id, _, ok := GameIn(one); ok {
			return v.RowsOf(id, math.MaxInt)
		}
	}
	return v.Rows(newest)
}
