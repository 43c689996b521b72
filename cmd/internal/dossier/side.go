package dossier

import (
	"cmp"
	"slices"
	"strings"

	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/stated"
	"corrd/store"
)

// forSide returns the case as a side may read it. All that stands in it is listed here and in
// teller: nothing is taken out of what is there.
func (c Case) forSide(reader board.Side) Case {
	t := newTeller(reader, c.Game, c.Events)
	own := Case{About: About{Format: c.Format, Corrd: c.Corrd, Reader: c.Reader, Game: c.Game, Made: c.Made, Server: c.Server, Zone: c.Zone, For: c.For,
		Players: []Player{}, Disputes: []Dispute{}}}
	mine := map[int64]bool{}
	for _, p := range c.Players {
		if p.Side == reader.String() {
			mine[p.ID] = true
		} else {
			p.Addresses = []string{}
		}
		own.Players = append(own.Players, p)
	}
	whole := map[int64]bool{} // the letters that came in and stand here byte for byte
	for _, l := range c.Letters {
		challenges := c.Challenge != nil && l.ID == c.Challenge.Letter // and names the address that is challenged
		if l.Dir == "in" && l.Seat == reader.String() && mine[l.Player] && !challenges {
			whole[l.ID] = true
		}
	}
	told := map[int64]bool{}
	for _, e := range c.Events {
		one := t.sees(e.Event).of(e)
		told[e.Seq] = one.Line != nil
		if !whole[e.Event.Letter] {
			one = sealed(one)
			one.Event.Act = "" // it may tell what else a letter holds
		}
		own.Events = append(own.Events, one)
	}
	for _, l := range c.Letters {
		switch {
		case whole[l.ID] && l.Dir == "in", l.Dir == "out" && l.Seat == reader.String() && mine[l.Player]:
			own.Letters = append(own.Letters, l)
		case l.Dir == "in":
			own.Letters = append(own.Letters, wordsOf(l, c.Game, own.Events)...)
		default:
			own.Letters = append(own.Letters, noticeOf(l, own.Events)...)
		}
	}
	slices.SortStableFunc(own.Letters, func(a, b Letter) int { return a.At.Compare(b.At) })
	own.Challenge = challengeFor(c.Challenge, whole)
	own.Disputes = append(own.Disputes, disputesFor(c.Disputes, told)...)
	for _, k := range c.Keys {
		if within(c.Server, k.domain()) || slices.ContainsFunc(own.Letters, func(l Letter) bool { return slices.Contains(keyNames(l.Raw), strings.ToLower(k.Name)) }) {
			own.Keys = append(own.Keys, k)
		}
	}
	return own
}

// sealed withholds the salt of the letter that brought an event about: without the salt nobody can
// try what the letter says.
func sealed(e store.Entry) store.Entry {
	e.Beside = slices.Clone(e.Beside)
	for i := range e.Beside {
		if b := &e.Beside[i]; b.Name == store.RawText {
			b.Salt, b.Erased = store.Salt{}, 0
		}
	}
	return e
}

// wordsOf returns, of a letter that the reader did not write, the words that the reader was told,
// or none if the reader was told no words.
func wordsOf(l Letter, id int64, events []store.Entry) []Letter {
	one := Letter{ID: l.ID, Dir: l.Dir, Seat: l.Seat, Veiled: true}
	var words []string
	for _, e := range events {
		f, isRuling := e.Event.Fact.(game.Ruled)
		brought := e.Event.Letter == l.ID || isRuling && f.Ordered == l.ID
		if e.Line == nil || !brought {
			continue
		}
		if one.At.IsZero() {
			one.At = e.Event.At
		}
		if isRuling {
			words = append(words, order(l, id, f))
			continue
		}
		switch e.Event.Fact.(type) {
		case game.Certified, game.Illegible: // their words are those of another letter
			continue
		}
		for _, told := range toldIn(e) {
			if !slices.Contains(words, told) {
				words = append(words, told)
			}
		}
	}
	if len(words) == 0 {
		return nil
	}
	one.Raw = []byte(wordsHeader + strings.ReplaceAll(strings.Join(words, "\n"), "\n", "\r\n") + "\r\n")
	return []Letter{one}
}

// wordsHeader is the header in which the words of a letter stand that the reader did not write. It
// has no field of the letter's own.
const wordsHeader = "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"

// toldIn returns the words of an event that a letter is quoted by, as far as they stand beside it.
func toldIn(e store.Entry) (words []string) {
	gone := func(name string) bool {
		return slices.ContainsFunc(e.Beside, func(b store.Beside) bool { return b.Name == name && b.Text == nil })
	}
	all := members(e.Event)
	for _, name := range []string{"words", "with", "otherwise"} {
		var one string
		var several []string
		switch {
		case gone(name):
		case unmarshal([]byte(all[name]), &one) == nil && one != "":
			words = append(words, one)
		case unmarshal([]byte(all[name]), &several) == nil:
			words = append(words, several...)
		}
	}
	return words
}

// order returns the ruling as it is written in a letter of the umpire's; where the letter is not
// here, its reason.
func order(l Letter, id int64, f game.Ruled) string {
	if l.Raw != nil {
		mail := l.parse(nil)
		if o, found := umpire.ParseLetter(mail.Text); found && o.Game == id && strings.Contains(o.Words, strings.Join(strings.Fields(f.Reason), " ")) {
			return o.Words
		}
	}
	return cmp.Or(f.Reason, string(f.Verb))
}

// noticeOf returns, of a letter that went to somebody else, when the next hop accepted the letter,
// where a clock was started by that; else nothing.
func noticeOf(l Letter, events []store.Entry) []Letter {
	if l.Sent == nil || !slices.ContainsFunc(events, func(e store.Entry) bool {
		f, ok := e.Event.Fact.(game.Notified)
		return ok && e.Line != nil && f.Side.String() == l.Seat && started(e.Event, l.Sent)
	}) {
		return nil
	}
	return []Letter{{ID: l.ID, Dir: l.Dir, At: *l.Sent, Seat: l.Seat, Sent: l.Sent, Gone: withheld}}
}

// withheld says why the bytes of a letter are not in an archive for a side.
const withheld = "withheld from this side"

// challengeFor returns the challenge without its letter and without the address that was
// challenged.
func challengeFor(ch *Challenge, whole map[int64]bool) *Challenge {
	if ch == nil {
		return nil
	}
	one := *ch
	one.To, one.Letter = "", 0
	if !whole[one.Acceptance] {
		one.Acceptance = 0
	}
	return &one
}

// disputesFor returns the disputes of which the reader was told, with the events that the reader
// may read.
func disputesFor(all []Dispute, told map[int64]bool) (known []Dispute) {
	for _, d := range all {
		d.Events = slices.DeleteFunc(slices.Clone(d.Events), func(seq int64) bool { return !told[seq] })
		if len(d.Events) > 0 {
			known = append(known, d)
		}
	}
	return known
}

// domain is that of the letters which a key signs.
func (k Key) domain() string {
	_, domain, _ := strings.Cut(k.Name, "._domainkey.")
	return domain
}

// teller says what a side may read of the events of a game: of one that is over all but what is
// between others and the umpire, of one that is still played what is listed here.
type teller struct {
	reader    board.Side
	state     game.State // after the last event
	delivered map[int]bool
	claimed   bool // the search that was asked for last is for a claim of the reader's
}

func newTeller(reader board.Side, id int64, entries []store.Entry) *teller {
	t := &teller{reader: reader, state: game.State{ID: id}, delivered: map[int]bool{}}
	for _, e := range entries {
		t.state = t.state.Apply(e.Event)
		if f, ok := e.Event.Fact.(game.Delivered); ok {
			t.delivered[f.Number] = true
		}
	}
	return t
}

// sight is what a side may read of an event: its line or nothing, and of the texts beside the line
// those with the names listed.
type sight struct {
	line  bool
	texts []string
	parts bool // of the texts of the event some are withheld
}

var (
	nothing   = sight{}
	bare      = sight{line: true}
	everyText = sight{line: true, texts: []string{"words", "with", "otherwise", "ground", "remarks", "reason", "text", "umpire", "beside", "if", "then", store.RawText}}
)

// sees returns what the reader may read of an event. Events are asked about in their order.
func (t *teller) sees(e game.Event) sight {
	if t.state.Result != nil && !t.forUmpire(e) {
		return everyText.and("drawn")
	}
	if s, ok := t.neither(e); ok {
		return s
	}
	switch e.By {
	case game.PartyOf(t.reader):
		return everyText
	case game.PartyOf(t.reader.Other()):
		return t.theirs(e)
	}
	return t.nobodys(e.Fact)
}

// forUmpire reports whether an event is between the umpire and somebody other than the reader,
// which no end of a game tells.
func (t *teller) forUmpire(e game.Event) bool {
	switch f := e.Fact.(type) {
	case game.Noted:
		return true
	case game.Inquired:
		return f.Side != t.reader
	case game.Stated:
		return e.By != game.PartyOf(t.reader)
	}
	return false
}

// neither returns what either side may read of an event, whoever brought it about; ok is false
// where that depends on who did.
func (t *teller) neither(e game.Event) (s sight, ok bool) {
	switch f := e.Fact.(type) {
	case game.Started:
		if f.Seed != 0 && f.Terms.Carriers().Seed == 0 { // of before the number stood beside the line
			return nothing, true
		}
		return bare, true
	case game.HandedIn: // the sender knows no more of the journey than what came of it
		if !t.delivered[f.Number] || f.With != nil || f.Struck {
			return nothing, true
		}
	case game.Noted:
		return nothing, true
	case game.Rotated:
		if f.Why != game.LeakUmpire && f.Side != t.reader {
			return nothing, true
		}
		return bare, true
	case game.Deferred:
		return t.own(f.Side), true
	case game.Notified:
		if f.Question {
			return t.own(f.Side), true
		}
	case game.Inquired:
		return t.own(f.Side), true
	case game.Unheard:
		return t.own(f.Side.Other()), true
	case game.Illegible: // the receiver has read the words, the sender has not
		if e.By == game.PartyOf(t.reader) {
			return sight{line: true, parts: true}, true
		}
	case game.ProofAsked:
		t.claimed = e.By == game.PartyOf(t.reader)
		return t.ownIf(t.claimed), true
	case game.ProofFound:
		return t.ownIf(t.claimed), true
	}
	return nothing, false
}

// theirs returns what the reader may read of an act of the other side: what a letter told the
// reader.
func (t *teller) theirs(e game.Event) sight {
	switch f := e.Fact.(type) {
	case game.Played, game.Advanced, game.Held, game.Reopened, game.Adopted, game.Offended, game.Arrived,
		game.Retracted, game.Recommenced, game.Proceeded, game.Restored, game.Warned, game.TurnLost, game.Opened,
		game.Exacted, game.Waived, game.Spent, game.DrawOffered, game.DrawDeclined, game.Proposed, game.Agreed, game.Declined,
		game.Protested, game.Claimed, game.Counting, game.LeaveTaken, game.Certified, game.Illegible, game.Ended:
		return everyText.without(store.RawText)
	case game.Delivered, game.Notified, game.Reachable, game.Unreachable, game.Charged, game.ByCard, game.CardPosted, game.CardInHand, game.CardInTime:
		return bare
	case game.HandedIn:
		if len(stated.Open(f.Words, t.state.Terms.Sealed())) < len(f.Words) {
			return sight{line: true, parts: true}
		}
		return sight{line: true, texts: []string{"words"}, parts: true}
	case game.Said: // who has blocked its writer has read no word of it
		return sight{line: true, parts: true}
	case game.Sealed:
		if x := t.state.Sealed; x != nil && x.Letter == e.Letter {
			return sight{line: true, parts: true}
		}
		return everyText.without(store.RawText)
	case game.Replied:
		if t.state.Withheld == nil {
			return everyText.without(store.RawText)
		}
	case game.Promised:
		return t.ownIf(!t.state.Hides(f)).without(store.RawText)
	case game.ClaimRefused:
		return t.ownIf(t.state.SearchedFurther() != nil).without(store.RawText)
	case game.Refused:
		return t.ownIf(f.ToBoth()).without(store.RawText)
	}
	return nothing // of Asked, Stated and Intended nobody but their side is told
}

// nobodys returns what either side may read of what corrd or the umpire has done.
func (t *teller) nobodys(f game.Fact) sight {
	switch f.(type) {
	case game.Asked, game.Refused, game.Stated, game.Intended, game.Sealed, game.Promised:
		return nothing
	case game.Notified, game.Reminded, game.Ended, game.Credited, game.Closed, game.Unreachable, game.Reachable, game.Charged, game.Overstepped,
		game.Replaced, game.Delivered, game.ByCard, game.CardPosted, game.CardInHand, game.CardInTime, game.SessionBegun, game.Renewed:
		return bare
	case game.Ruled, game.Settled, game.Counting, game.Opened, game.Illegible, game.Certified, game.HandedIn, game.Claimed, game.ClaimRefused,
		game.Played, game.Advanced, game.Held, game.Reopened, game.Adopted, game.Offended, game.Arrived, game.Retracted, game.Recommenced, game.Proceeded,
		game.Restored, game.Warned, game.TurnLost, game.Exacted, game.Waived, game.Spent, game.DrawDeclined, game.Proposed, game.Agreed, game.Declined:
		return everyText.without(store.RawText)
	}
	return nothing
}

// own is all of an event that is about the reader, and nothing of one that is about the other side.
func (t *teller) own(side board.Side) sight { return t.ownIf(side == t.reader) }

func (t *teller) ownIf(told bool) sight {
	if told {
		return everyText
	}
	return nothing
}

func (s sight) and(name string) sight {
	s.texts = append(slices.Clip(s.texts), name)
	return s
}

func (s sight) without(name string) sight {
	s.texts = slices.DeleteFunc(slices.Clone(s.texts), func(n string) bool { return n == name })
	return s
}

// of returns an event as the reader may have it. A withheld line leaves its hash alone, so that the
// chain goes on. An event of format 1 holds its texts in its line, and is told whole or not at all.
func (s sight) of(e store.Entry) store.Entry {
	hides := slices.ContainsFunc(e.Beside, func(b store.Beside) bool { return !slices.Contains(s.texts, b.Name) })
	if !s.line || e.Format == 1 && s.parts {
		e.Line, e.Beside, e.Erased = nil, nil, 0
		return e
	}
	if hides {
		e.Beside = slices.Clone(e.Beside)
		for i := range e.Beside {
			if b := &e.Beside[i]; !slices.Contains(s.texts, b.Name) {
				b.Salt, b.Text, b.Erased = store.Salt{}, nil, 0
			}
		}
	}
	return e
}
