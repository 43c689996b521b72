package dossier

import (
	"cmp"
	"slices"
	"strings"

	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/board"
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
		if within(c.Server, k.domain()) || slices.ContainsFunc(own.Letters, func(l Letter) bool { return slices.Contains(KeyNames(l.Raw), strings.ToLower(k.Name)) }) {
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

// wordsOf returns, of a letter that the reader did not write, the words that the reader was told;
// none where the reader was told no words.
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
