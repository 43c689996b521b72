package dossier

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates/texts"
)

// decider decides the events of a log again, one act after the other.
type decider struct {
	*verifier
	state game.State
	zone  *time.Location

	decided, reread int            // events decided again; letters read again for them
	noting          bool           // the log notes acts
	guessed         int            // events decided again from no noted act
	undrawn         bool           // the number is withheld from which what happens on the way is drawn
	left            map[string]int // events that cannot be decided again, by the reason
}

// fold reads the events of the log.
func (v *verifier) fold() {
	var err error
	if v.events, err = decoded(v.rows); err != nil {
		v.fault("the events cannot be folded: %v", err)
		return
	}
	v.known()
	gone := 0
	v.unbroken = len(v.events)
	for i, e := range slices.Backward(v.events) {
		if isWithheld(e) {
			gone++
		}
		if isWithheld(e) || v.rows[i].withholds() {
			v.unbroken = i
		}
	}
	if gone > 0 && v.about.Format < passesOver {
		v.events = v.events[:slices.IndexFunc(v.events, isWithheld)]
		v.note("events from one on that is withheld, which cannot be folded: %d", len(v.rows)-len(v.events))
	} else if gone > 0 {
		v.note("events that are withheld, and passed over: %d", gone)
	}
}

// withholds reports whether words beside a row are withheld.
func (r eventRow) withholds() bool {
	return slices.ContainsFunc(r.Beside, func(b besideRow) bool {
		return b.Withheld && b.Name != store.RawText && b.Name != "drawn"
	})
}

func isWithheld(e game.Event) bool { return e.Fact == nil }

// redecide has the laws decide every act of the log again, each in the state before: the
// letters are read again, and what time, the umpire and the next hop did is taken from the
// log itself. A difference is one finding.
func (v *verifier) redecide() {
	zone, err := carrier.Zone(cmp.Or(v.about.Zone, "UTC"))
	if err != nil {
		v.fault("the zone %.40q of the server is not known: hours of the day cannot be decided again", v.about.Zone)
		return
	}
	d := &decider{verifier: v, state: game.State{ID: v.about.Game}, zone: zone, left: map[string]int{}}
	for i := 0; i < len(v.events); {
		if v.tooLong("events ("+eventsFile+"), which are not decided again,", i) {
			break
		}
		if isWithheld(v.events[i]) {
			d.state = apply(d.state, v.events[i])
			i++
			continue
		}
		d.undrawn = d.undrawn || slices.ContainsFunc(v.rows[i].Beside, func(b besideRow) bool { return b.Name == "drawn" && b.Salt == nil })
		n := d.next(i)
		for _, e := range v.events[i : i+n] {
			d.state = apply(d.state, e)
		}
		i += n
	}
	v.note("events decided again: %d of %d; letters read again for them: %d", d.decided, len(v.events), d.reread)
	if d.guessed > 0 {
		d.note("events of which the log notes no act, decided again from acts that may have brought them about: %d", d.guessed)
	}
	for _, why := range sortedKeys(d.left) {
		v.note("events that cannot be decided again, because %s: %d", why, d.left[why])
	}
	d.silent()
	d.notices()
}

// next decides the act of the event at i again, and returns how many events are dealt with.
func (d *decider) next(i int) int {
	if d.renewed(i) {
		return 1
	}
	rest := d.events[i:]
	if noted, is, err := play.ReadNoted(rest[0]); is {
		return d.nextNoted(i, noted, err)
	}
	d.unnoted(i)
	var tried []game.Event
	halved := false
	for act := range d.acts(rest) {
		events := decide(d.state, act)
		n := len(events)
		if n > 0 && n <= len(rest) && d.same(events, i) {
			d.decided += n
			d.guessed += n
			if _, isLetter := act.Act.(play.Letter); isLetter {
				d.reread++
			}
			return n
		}
		if tried == nil && n > 0 && act.likely {
			tried = events
		}
		halved = halved || slices.ContainsFunc(events, isHalf)
	}
	n := d.act(rest)
	if halved && isForm(rest[0]) && !isHalf(rest[0]) {
		d.left["the wire mutilated each half of a word for two games by itself, before halves were noted"] += n
		return n
	}
	if why := d.excused(rest, n); why != "" {
		d.left[why] += n
		return n
	}
	if !d.noting && d.legal(rest[:n]) {
		d.left["the log notes no acts, and no act that it may have had brings them about"] += n
		return n
	}
	d.differs(i, n, play.Version, tried)
	return n
}

// decide has the laws decide an act; of an act that cannot follow, because of events that are
// withheld, nothing comes.
func decide(s game.State, act tried) (events []game.Event) {
	defer func() {
		if recover() != nil {
			events = nil
		}
	}()
	return play.Decide(s, act.Act, act.at)
}

// isForm reports whether an event hands a form in.
func isForm(e game.Event) bool { _, ok := e.Fact.(game.HandedIn); return ok }

// isHalf reports whether an event hands in one half of a word for two games.
func isHalf(e game.Event) bool { f, ok := e.Fact.(game.HandedIn); return ok && f.Half != 0 }

// act returns how many events from the first on seem to be of one act: those of the same
// letter and time.
func (d *decider) act(rest []game.Event) int {
	n := 1
	for rest[0].Letter != 0 && n < len(rest) && rest[n].Letter == rest[0].Letter && rest[n].At.Equal(rest[0].At) {
		n++
	}
	return n
}

// excused returns the reason for which the first n events may come out otherwise, or "" if there is
// none.
func (d *decider) excused(rest []game.Event, n int) string {
	id := letterOf(rest)
	if len(d.events)-len(rest)+n+1 > d.unbroken && d.unbroken < len(d.rows) {
		return "events before them, or of the same act, or their words are withheld"
	}
	if d.about.For != "" {
		return "the archive is for a side, and holds not all that they were decided by"
	}
	if id == 0 {
		return d.wordless(len(d.events)-len(rest), rest[0])
	}
	if d.undrawn && slices.ContainsFunc(rest[:n], isForm) {
		return "what happens on the way is drawn from a number that is withheld"
	}
	switch l := d.letterIn(id); {
	case l == nil:
		return "their letters are erased or withheld"
	case l.Veiled:
		return "their letters are veiled"
	}
	return ""
}

// wordless returns the reason for which what the umpire wrote about a dispute, in the event at i,
// cannot be decided again: the words are erased or withheld, or "" if they are there.
func (d *decider) wordless(i int, e game.Event) string {
	switch e.Fact.(type) {
	case game.Inquired, game.Noted, game.Settled:
		if slices.ContainsFunc(d.rows[i].Beside, func(b besideRow) bool { return b.Salt == nil }) {
			return "their words are erased or withheld"
		}
	}
	return ""
}

// differs says in one finding how the log differs from what the laws decide. What another version
// of the reader or of the laws decided is told apart from what is forged: it is not a fault where
// all that the events play is legal.
func (d *decider) differs(i, n, version int, again []game.Event) {
	words := fmt.Sprintf("event %d", i+1)
	if l := d.events[i].Letter; l != 0 {
		words += fmt.Sprintf(", of letter %d", l)
	}
	words += ": " + contrast(d.events[i:i+n], again)
	if f, isRuling := d.events[i].Fact.(game.Ruled); isRuling && len(again) == 0 {
		words += ": " + texts.Because(game.Objection(d.state, f.Ruling, d.events[i].Law, d.events[i].At))
	}
	if r := readerOf(d.events[i : i+n]); r != "" && r != interpret.Version {
		if d.legal(d.events[i : i+n]) {
			d.note("%s; the words were read by reader %s and this one is %s, which changes no game", words, r, interpret.Version)
			return
		}
		words += ", and no reader can have read a move that is not legal"
	}
	switch legal := d.legal(d.events[i : i+n]); {
	case legal && d.otherRules():
		d.note("%s; %s", words, d.bothRules())
	case legal && version != play.Version:
		d.unlessSealed("%s; it was decided by version %d of the laws and this corrd has version %d", words, max(version, 1), play.Version)
	default:
		d.fault("%s", words)
	}
}

// legal reports whether every move that events play is legal where it is played.
func (d *decider) legal(events []game.Event) bool {
	s := d.state
	for _, e := range events {
		switch f := e.Fact.(type) {
		case game.Played:
			if !f.Unlawful && !s.Position.IsLegal(f.Move) {
				return false
			}
		case game.Held:
			if !f.Multiple && slices.ContainsFunc(f.Moves, func(m board.Move) bool { return !s.Position.IsLegal(m) }) {
				return false
			}
		}
		s = s.Apply(e)
	}
	return true
}

// readerOf returns the version of the reader that read the words of events, or "" if none is
// written of them.
func readerOf(events []game.Event) string {
	for _, e := range events {
		if version, written := members(e)["reader"]; written {
			return strings.Trim(version, `"`)
		}
	}
	return ""
}

// same reports whether events are those of the log from i on, apart from texts that are
// erased or withheld there.
func (d *decider) same(events []game.Event, i int) bool {
	for n, e := range events {
		log := d.events[i+n]
		e = begunUnder(e, log)
		if f, ok := log.Fact.(game.Started); ok && f.Seed != f.Terms.Carriers().Seed { // of before the number stood beside the line
			f.Seed, f.Drawn = 0, f.Seed
			log.Fact = f
		}
		if !e.At.Equal(log.At) || e.By != log.By || e.Law != log.Law || e.Letter != log.Letter || reflect.TypeOf(e.Fact) != reflect.TypeOf(log.Fact) {
			return false
		}
		var gone []string
		for _, b := range d.rows[i+n].Beside {
			if b.Salt == nil {
				gone = append(gone, b.Name)
			}
		}
		if !bytes.Equal(plain(e.Fact, gone), plain(log.Fact, gone)) {
			return false
		}
	}
	return true
}

// begunUnder returns the beginning of a game as the corrd wrote it under whose rules the game
// began.
func begunUnder(e, log game.Event) game.Event {
	f, isStart := e.Fact.(game.Started)
	if was, ok := log.Fact.(game.Started); ok && isStart {
		f.Rules = was.Rules
		e.Fact = f
	}
	return e
}

// renewed decides again that a game went under newer rules, and reports whether the event at i says
// so.
func (d *decider) renewed(i int) bool {
	f, ok := d.events[i].Fact.(game.Renewed)
	if !ok {
		return false
	}
	if why := d.excused(d.events[i:], 1); why != "" && f.Rules > d.state.Rules && !d.state.AtRest() {
		d.left[why]++
		return true
	}
	if d.decided++; f.Rules <= d.state.Rules || !d.state.AtRest() {
		d.fault("event %d: the game went under rules %d while it had rules %d, or while something was open", i+1, f.Rules, d.state.Rules)
	}
	return true
}

// plain is what an event says as JSON, without the texts of some names.
func plain(f game.Fact, gone []string) []byte {
	data, err := json.Marshal(f)
	if err != nil || len(gone) == 0 {
		return data
	}
	var value any
	if json.Unmarshal(data, &value) != nil {
		return data
	}
	data, _ = json.Marshal(without(value, gone))
	return data
}

// without takes members of some names out of a value of JSON, at any depth.
func without(value any, names []string) any {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			if v[name] = without(member, names); slices.Contains(names, name) {
				delete(v, name)
			}
		}
	case []any:
		for i := range v {
			v[i] = without(v[i], names)
		}
	}
	return value
}

// silent looks for letters of which it is written that they acted, and of which no event
// of the log is.
func (d *decider) silent() {
	if len(d.events) < len(d.rows) || d.unbroken < len(d.rows) {
		return
	}
	named := map[int64]bool{}
	for _, e := range d.events {
		named[e.Letter] = true
	}
	for _, l := range d.letters {
		isSeat := l.Seat == board.White.String() || l.Seat == board.Black.String()
		if l.Dir == "in" && isSeat && l.State == string(store.Acted) && l.Verdict == "" && !named[l.ID] && d.turnsHere(l) {
			if d.otherRules() {
				d.note("letter %d acted, and no event of the log is of that letter; %s", l.ID, d.bothRules())
				continue
			}
			d.fault("letter %d acted, and no event of the log is of that letter", l.ID)
		}
	}
}

// notices looks for the letter whose acceptance by the next hop started each clock.
func (d *decider) notices() {
	for i, e := range d.events {
		f, ok := e.Fact.(game.Notified)
		if !ok || f.Assumed {
			continue
		}
		if !d.accepted[acceptance{f.Side.String(), e.At.Unix()}] {
			d.fault("event %d: no letter to %s was accepted by the next hop at %s, when its clock was started", i+1, f.Side, e.At.Format(time.RFC3339))
		}
	}
}

// started reports whether the acceptance of a letter at a time is that by which an event started a
// clock.
func started(e game.Event, sent *time.Time) bool {
	return sent != nil && sent.Truncate(time.Second).Equal(e.At)
}
