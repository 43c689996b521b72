package dossier

import (
	"errors"
	"math"
	"slices"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/umpire"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

// Seal is what archives are sealed with.
type Seal struct {
	Sign Sign
	Key  Key // its public key; the zero Key: the keys of the house's letters, which the store keeps
}

// Gather collects the evidence of a game.
func Gather(v store.View, l *ledger.Ledger, id int64, seal Seal) (c Case, err error) {
	s, err := v.Game(id)
	if err != nil {
		return c, err
	}
	c.About = About{Format: Format, Corrd: watch.ReleaseOf(Format).Module, Reader: interpret.Version, Rules: game.NewestRules(), Game: id, Made: v.Now().Truncate(time.Second),
		Server: l.Site.Address(), Zone: l.Zone.String(), Players: []Player{}, Disputes: []Dispute{}}
	if c.Events, err = v.Events(id); err != nil {
		return c, err
	}
	if err := addLetters(v, l, s, &c); err != nil {
		return c, err
	}
	if err := addPlayers(v, s, &c); err != nil {
		return c, err
	}
	if err := addDisputes(v, s, &c); err != nil {
		return c, err
	}
	return c, addKeys(v, &c, seal)
}

// addDisputes names the disputes about a game, each with its events.
func addDisputes(v store.View, s game.State, c *Case) error {
	known, err := v.DisputesOf(s.ID)
	for _, d := range known {
		one := Dispute{ID: d.ID, Ground: d.Ground, By: d.By, Opened: d.Opened, State: "open", Events: umpire.EventsOfDispute(d, c.Events)}
		if !d.Closed.IsZero() {
			one.State = "closed"
		}
		c.Disputes = append(c.Disputes, one)
	}
	return err
}

// challengeOf returns the challenge that began a game, which the letter of acceptance answers by
// its key, or nil if the key does not tell.
func challengeOf(v store.View, l *ledger.Ledger, s game.State, events []store.Entry) (*store.Challenge, error) {
	number := int64(0)
	if s.Match != nil {
		number = s.Match.Challenge
	} else if len(events) > 0 && events[0].Event.Letter != 0 {
		accepted, err := v.Letter(events[0].Event.Letter)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return nil, err
		}
		for _, to := range accepted.To {
			detail, _ := l.Site.Detail(to)
			if t, ok := mailer.ParseToken(detail); ok && t.Kind == mailer.KindChallenge {
				number = t.Number
			}
		}
	}
	ch, err := v.Challenge(number)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return &ch, err
}

// addPlayers names those who have the seats of a game.
func addPlayers(v store.View, s game.State, c *Case) error {
	for _, side := range []board.Side{board.White, board.Black} {
		for _, id := range s.Members(side) {
			p, err := v.Player(id)
			if err != nil {
				return err
			}
			c.Players = append(c.Players, Player{ID: id, Name: p.Name, Side: side.String(), Member: ledger.MemberNumber(s, side, id), Addresses: append([]string{}, p.Addresses...)})
		}
	}
	return nil
}

// addKeys adds the public keys of signatures that were kept when letters were checked, and those by
// which the archive is sealed.
func addKeys(v store.View, c *Case, seal Seal) error {
	names, err := sealNames(c.About, seal.Sign)
	if err != nil {
		return err
	}
	for _, l := range c.Letters {
		names = append(names, keyNames(l.Raw)...)
	}
	seen := map[string]bool{}
	if seal.Key.Name != "" {
		seal.Key.Seen, seen[seal.Key.Name] = c.Made, true
		c.Keys = append(c.Keys, seal.Key)
	}
	for _, name := range names {
		text, found, err := v.Setting(KeySetting(name))
		if err != nil {
			return err
		}
		if !found || seen[name] {
			continue
		}
		seen[name] = true
		keys, err := ParseKeys(text)
		if err != nil {
			return err
		}
		c.Keys = append(c.Keys, keys...)
	}
	return nil
}

// seated is a letter that came in, with the seat that wrote it.
type seated struct {
	store.Letter
	seat string
}

// addLetters adds the letters of a game, those by which the game was agreed on, and the
// challenge.
func addLetters(v store.View, l *ledger.Ledger, s game.State, c *Case) error {
	in, err := v.LettersOf(s.ID)
	if err != nil {
		return err
	}
	var all []seated
	for _, letter := range in {
		all = append(all, seated{letter, letter.Side.String()})
	}
	for _, find := range []func(store.View, *ledger.Ledger, game.State, *Case) ([]seated, error){agreed, named, ofUmpires} {
		more, err := find(v, l, s, c)
		if err != nil {
			return err
		}
		for _, one := range more {
			if !slices.ContainsFunc(all, func(known seated) bool { return known.ID == one.ID }) {
				all = append(all, one)
			}
		}
	}
	for _, letter := range all {
		one, err := letterIn(v, letter)
		if err != nil {
			return err
		}
		c.Letters = append(c.Letters, one)
	}
	out, err := v.RowsOf(s.ID, math.MaxInt)
	if err != nil {
		return err
	}
	for _, row := range out {
		signed, err := v.Signed(row.ID)
		if err != nil {
			return err
		}
		c.Letters = append(c.Letters, letterOut(l, row, signed))
	}
	if err := addShared(v, l, s, c); err != nil {
		return err
	}
	papers, err := ledger.Papers(v, s.ID)
	for _, p := range papers {
		if p.Row != 0 {
			signed, err := v.Signed(p.Row)
			if err != nil {
				return err
			}
			one := letterOut(l, p.Out, signed)
			one.Seat, one.Told = UmpireSeat, p.Told
			c.Letters = append(c.Letters, one)
		}
	}
	slices.SortStableFunc(c.Letters, func(a, b Letter) int { return a.At.Compare(b.At) })
	return err
}

// addShared adds the letters about a game and others of an event. Each names games of its reader,
// whom they play in them, and nothing else of them.
func addShared(v store.View, l *ledger.Ledger, s game.State, c *Case) error {
	shared, err := ledger.Shared(v, s.ID)
	for _, row := range shared {
		signed, err := v.Signed(row.ID)
		if err != nil {
			return err
		}
		one := letterOut(l, row.Row, signed)
		one.Seat = row.Of.String()
		c.Letters = append(c.Letters, one)
	}
	return err
}

// agreed returns the letters by which a game was agreed on, and notes the challenge.
func agreed(v store.View, l *ledger.Ledger, s game.State, c *Case) (all []seated, err error) {
	ch, err := challengeOf(v, l, s, c.Events)
	if ch == nil || err != nil {
		return nil, err
	}
	first := game.State{ID: s.ID}.Apply(c.Events[0].Event) // others may have taken the seats since
	c.Challenge = &Challenge{ID: ch.ID, From: ch.From, To: ch.To, At: ch.At, Nonce: ch.Nonce, Letter: ch.Letter, Acceptance: ch.Acceptance}
	for _, id := range []int64{ch.Letter, ch.Acceptance} {
		letter, err := v.Letter(id)
		if errors.Is(err, store.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, seated{letter, sideOfPlayer(first, letter.Player).String()})
	}
	return all, nil
}

func sideOfPlayer(s game.State, player int64) board.Side {
	if slices.Contains(s.Members(board.White), player) {
		return board.White
	}
	return board.Black
}

// named returns the letters that events name: those by which umpires have ruled, and
// those of the sides that are filed under another game, from which they turned to this one.
func named(v store.View, _ *ledger.Ledger, s game.State, c *Case) (all []seated, err error) {
	then := game.State{ID: s.ID} // others may have taken the seats since
	add := func(id int64, isUmpire bool) {
		if id == 0 || err != nil {
			return
		}
		var l store.Letter
		if l, err = v.Letter(id); errors.Is(err, store.ErrNotFound) {
			err = nil
			return
		}
		one := seated{l, UmpireSeat}
		if !isUmpire {
			one.seat = sideOfPlayer(then, l.Player).String()
		}
		all = append(all, one)
	}
	for _, e := range c.Events {
		then = then.Apply(e.Event)
		f, isRuling := e.Event.Fact.(game.Ruled)
		add(f.Ordered, true)
		add(f.Letter, true)
		add(e.Event.Letter, isRuling)
	}
	return all, err
}

// ofUmpires returns the letters that umpires wrote about a game, those too that did nothing.
func ofUmpires(v store.View, _ *ledger.Ledger, s game.State, _ *Case) (all []seated, err error) {
	papers, err := ledger.Papers(v, s.ID)
	for _, p := range papers {
		if p.Letter != 0 {
			all = append(all, seated{p.In, UmpireSeat})
		}
	}
	return all, err
}

func letterIn(v store.View, l seated) (Letter, error) {
	one := Letter{ID: l.ID, Dir: "in", At: l.Received, Seat: l.seat, Ply: l.Ply, Player: l.Player, From: l.From, To: l.To, Subject: l.Subject,
		MessageID: l.MessageID, Kind: l.Kind, State: string(l.State), Verdict: l.Verdict}
	raw, err := v.Raw(l.ID)
	if errors.Is(err, store.ErrPurged) {
		one.Gone, err = "not kept", nil
		if l.Erased != 0 {
			one.Gone = erasedByOrder
		}
	}
	one.Raw = raw
	return one, err
}

// erasedByOrder says why the bytes of a letter are gone.
const erasedByOrder = "erased by an order"

func letterOut(l *ledger.Ledger, row store.Row, signed []byte) Letter {
	one := Letter{ID: row.ID, Dir: "out", At: row.At, Seat: row.Side.String(), Told: row.Seq, Player: row.Player, From: l.Site.Address(), To: []string{row.To},
		MessageID: row.MessageID, Kind: row.Kind, State: string(row.State), Tries: row.Tries, Answer: row.Error, Raw: signed}
	if !row.SentAt.IsZero() {
		one.Sent = &row.SentAt
	}
	if len(signed) == 0 {
		one.Raw, one.Gone = nil, "not written yet"
		if row.Erased != 0 {
			one.Gone = erasedByOrder
		}
	}
	return one
}
