package clerk

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/reason"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// What a letter tells an umpire of a dispute is bounded, however long the game is.
const (
	mostSaid     = 20      // of what was written about the dispute, the newest
	mostHappened = 40      // events and letters, the newest
	mostIdle     = 20      // letters whose words are read again
	longestRead  = 1 << 16 // octets of such a letter
)

// hour is how a time stands in a list, in UTC.
const hour = "2006-01-02 15:04"

// showDispute answers an umpire with all that is known of a dispute, and with what they can order.
func (d *taking) showDispute(u ledger.Umpire, o umpire.Ordered) error {
	dispute, s, objection, err := d.disputeFor(u, o.Dispute)
	if err != nil {
		return err
	}
	if objection != "" {
		data := aboutOrder(templates.UmpireRefused, o, umpire.Answer{Objection: objection})
		data.Number = s.ID
		return d.refuseUmpire(u, data, store.Returned)
	}
	data, err := d.disputeTold(dispute, s)
	if err != nil {
		return err
	}
	return d.refuseUmpire(u, data, store.Answered)
}

// disputeFor finds a dispute, and its game, for an umpire; objection is why they are not told of
// the dispute, or "" if they are.
func (d *taking) disputeFor(u ledger.Umpire, id int64) (_ store.Dispute, s game.State, objection reason.Reason, err error) {
	dispute, objection, err := umpire.Dispute(d.Tx, id)
	if objection != "" || err != nil {
		return dispute, s, objection, err
	}
	if s, _, err = d.watch.UpToDate(d.Tx, dispute.Game); err != nil {
		return dispute, s, "", err
	}
	objection, err = umpire.Excluded(d.Tx, u, s)
	return dispute, s, objection, err
}

// disputeTold gathers all that is known of a dispute about a game.
func (d *taking) disputeTold(dispute store.Dispute, s game.State) (data templates.Data, err error) {
	now := d.Tx.Now()
	names, err := ledger.Names(d.Tx, s)
	if err != nil {
		return data, err
	}
	entries, err := d.Tx.Events(s.ID)
	if err != nil {
		return data, err
	}
	p := s.Position
	data = templates.Data{Topic: templates.UmpireDispute, Number: s.ID, Dispute: dispute.ID,
		Clocks: templates.Clocks(s, now), Lines: d.gameTold(s, names)}
	data.Open = strings.Split(templates.Score(s, names)+"\n"+templates.Board(&p, board.White), "\n")
	if data.Reason, err = d.disputeInShort(dispute, s); err != nil {
		return data, err
	}
	said := umpire.Said(dispute, entries)
	for _, one := range said[max(0, len(said)-mostSaid):] {
		data.Said = append(data.Said, [2]string{headOf(one), ledger.Prose(one.Words)})
	}
	if data.Happened, err = d.happened(s, entries); err != nil || !dispute.Closed.IsZero() {
		return data, err
	}
	data.Orders = orders(dispute, s, now.In(d.Ledger.Zone))
	return data, nil
}

// headOf says who wrote something about a dispute, to whom if to a side, and when.
func headOf(one umpire.Saying) string {
	by, at := texts.Named("side", one.By), inUTC(one.At)
	if one.To != nil {
		return texts.Say("dispute asks", by, texts.Named("side", *one.To), at)
	}
	return texts.Say("dispute says", by, at)
}

// inUTC returns a time as letters do.
func inUTC(at time.Time) string { return templates.Instant(at, time.UTC) }

// disputeInShort says what a dispute is, since when, and what it waits for or how it was closed.
func (d *taking) disputeInShort(dispute store.Dispute, s game.State) (string, error) {
	about, open := s.Dispute(dispute.Event)
	if !open {
		about = game.Dispute{Seq: dispute.Event, Ground: game.Ground(dispute.Ground)}
		if err := about.By.UnmarshalText([]byte(dispute.By)); err != nil {
			return "", err
		}
	}
	said := texts.Say("dispute since", templates.Matter(about), inUTC(dispute.Opened))
	if !dispute.Closed.IsZero() {
		how, err := umpire.HowClosed(d.Tx, dispute)
		return said + " " + texts.Say("dispute ended", how), err
	}
	what, err := umpire.Unstated(d.Tx, s, about)
	if what != "" {
		said += " " + texts.Say("dispute about", what)
	}
	waits := texts.Say("dispute waits")
	if q := umpire.Asked(dispute, s, d.Tx.Now()); q != nil {
		waits = texts.Say("dispute waits for side", texts.Named("side", q.Side.String()), inUTC(q.Until))
	}
	return said + " " + waits, err
}

// gameTold says who plays a game, how it stands, whose clock runs, and on which terms it is played.
func (d *taking) gameTold(s game.State, names [2]string) []string {
	players := texts.Say("dispute players", names[board.White], names[board.Black], s.Code().Title)
	lines := []string{players, templates.Status(s), texts.Say("dispute still")}
	if runs := s.RunsFor(d.Tx.Now()); runs != "none" {
		lines[2] = texts.Say("dispute runs", texts.Named("side", runs))
	}
	return append(lines, texts.Say("dispute terms", strings.Join(s.Terms.Lines(), ", ")))
}

// orders returns each ruling that can be made now on a dispute, and what else can be done about it,
// as letters have each.
func orders(dispute store.Dispute, s game.State, now time.Time) (all []string) {
	for _, t := range umpire.Possible(dispute, s, now) {
		for _, written := range t.Written {
			all = append(all, texts.Say("ordered ruling", s.ID, written, dispute.ID))
		}
	}
	for _, side := range []board.Side{board.White, board.Black} {
		if s.Inquiry(dispute.Event, side) == nil {
			all = append(all, texts.Say("ordered question", dispute.ID, side))
		}
	}
	return append(all, texts.Say("ordered end", dispute.ID))
}

// moment is a line of what has happened in a game.
type moment struct {
	at   time.Time
	what string
}

// happened returns the newest events of a game, and the letters of which nothing came, with their
// words.
func (d *taking) happened(s game.State, entries []store.Entry) ([]string, error) {
	var all []moment
	for _, e := range entries {
		all = append(all, moment{e.Event.At, umpire.HappenedBy(e.Seq, e.Event)})
	}
	letters, err := d.Tx.LettersOf(s.ID)
	if err != nil {
		return nil, err
	}
	letters = slices.DeleteFunc(letters, func(l store.Letter) bool {
		return !texts.Has("letter did " + string(l.State))
	})
	for _, l := range letters[max(0, len(letters)-mostIdle):] {
		words, err := d.wordsOf(l)
		if err != nil {
			return nil, err
		}
		did := texts.Named("letter did", string(l.State))
		what := texts.Say("letter did", l.ID, texts.Named("side", l.Side.String()), did)
		if words != "" {
			what += fmt.Sprintf(": %q", words)
		}
		all = append(all, moment{l.Received, what})
	}
	slices.SortStableFunc(all, func(a, b moment) int { return a.at.Compare(b.at) })
	var lines []string
	for _, m := range all[max(0, len(all)-mostHappened):] {
		lines = append(lines, m.at.UTC().Format(hour)+": "+m.what)
	}
	return lines, nil
}

// wordsOf returns the beginning of the new text of a letter that came in, on one line, or "" if the
// letter is too long to be read here, or is no longer kept.
func (d *taking) wordsOf(l store.Letter) (string, error) {
	if l.Size > longestRead {
		return "", nil
	}
	raw, err := d.Tx.Raw(l.ID)
	if errors.Is(err, store.ErrPurged) || errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	mail, err := d.letterAgain(d.Tx, l, raw)
	if err != nil {
		d.Log.Error("a letter cannot be quoted", "letter", l.ID, "error", err)
		return "", nil
	}
	return ledger.Named([]string{strings.Join(strings.Fields(mail.Text), " ")})[0], nil
}
