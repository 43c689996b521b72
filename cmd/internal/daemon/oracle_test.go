package daemon_test

import (
	"bytes"
	"math"
	"net/mail"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/store"
	"corrd/store/bolt"
)

// verdicts holds what corrd's store says has become of each letter.
type verdicts struct {
	*world
	view     store.View
	letters  []store.Letter
	raw      map[int64][]byte
	of       map[int64]*sending          // sendings by the number of their letter
	records  map[*sending][]store.Letter // in the order in which they were taken
	rows     []store.Row
	acted    map[int64]bool    // letters that the log of a game names
	actedIn  map[[2]int64]bool // the same, by game
	effect   map[int64]bool    // letters that the log of an all-play-all event names
	acts     map[string]int64  // the letter that acted, by the letter's words and round
	ruled    map[string]bool   // rulings in a log, by their reasons
	rotated  map[side][]int64  // the letters that caused a rotation of a side's keys, in order
	released map[int64]bool    // letters that were held, and confirmed
	meddled  map[int64]bool    // games in which the umpire has ruled
	tally    map[string]int
}

// judge compares what corrd has done with what everybody wrote.
func (w *world) judge(tally map[string]int) {
	db, err := w.house.openStore(nil)
	if err != nil {
		w.Fatalf("the store does not open: %v", err)
	}
	defer db.Close()
	if _, err := db.Check(func(fault store.Fault) { w.Errorf("check: %s", fault) }); err != nil {
		w.Errorf("check: %v", err)
	}
	err = ledger.UnderSecret(db, w.house.keys).View(func(view store.View) error {
		v := newVerdicts(w, view)
		v.tally = tally
		v.load()
		v.remember()
		v.confirmations()
		v.everyLetterOnce()
		for _, id := range v.games() {
			v.game(id)
		}
		v.tournaments()
		v.nothingElseActed()
		v.newKeysOnly()
		v.everyRulingKept()
		v.everyAnswerOnce()
		v.archive()
		v.evidence(db)
		return nil
	})
	if err != nil {
		w.Errorf("the store cannot be read: %v", err)
	}
}

// remember adds the contents of the store to the history.
func (v *verdicts) remember() {
	for _, l := range v.letters {
		v.house.net.history.note("letter", l)
	}
	for _, r := range v.rows {
		v.house.net.history.note("row", r)
	}
}

func newVerdicts(w *world, view store.View) *verdicts {
	return &verdicts{world: w, view: view, of: map[int64]*sending{}, raw: map[int64][]byte{},
		records: map[*sending][]store.Letter{}, acted: map[int64]bool{}, actedIn: map[[2]int64]bool{}, effect: map[int64]bool{}, acts: map[string]int64{}, ruled: map[string]bool{}, rotated: map[side][]int64{}, released: map[int64]bool{}, meddled: map[int64]bool{}}
}

func (v *verdicts) must(err error) {
	v.Helper()
	if err != nil {
		v.Fatalf("the store cannot be read: %v", err)
	}
}

func (v *verdicts) games() []int64 {
	ids, err := v.view.Games(0, math.MaxInt32)
	v.must(err)
	return ids
}

// load reads the letters and finds out to which sending each belongs.
func (v *verdicts) load() {
	var err error
	v.letters, err = v.view.Letters(math.MaxInt32)
	v.must(err)
	v.rows, err = v.view.Rows(math.MaxInt32)
	v.must(err)
	for _, l := range v.letters {
		raw, err := v.view.Raw(l.ID)
		v.must(err)
		s := v.sendingOf(raw)
		if s == nil {
			v.Errorf("letter %d was written by nobody:\n%s", l.ID, raw)
			continue
		}
		v.raw[l.ID], v.of[l.ID] = raw, s
		v.records[s] = append(v.records[s], l)
	}
}

func (v *verdicts) sendingOf(raw []byte) *sending {
	_, rest, _ := bytes.Cut(raw, []byte("\r\n"+numberField+": "))
	number, _, _ := strings.Cut(string(rest[:min(12, len(rest))]), "\r\n")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(v.book.sendings) {
		return nil
	}
	s := v.book.sendings[n-1]
	if !bytes.HasSuffix(raw, s.raw) {
		v.Errorf("letter %d has come with other bytes than were sent:\n%s", n, raw)
	}
	return s
}

// everyLetterOnce checks I1: each letter that the mail server acknowledged is in the store, once
// for each time it was in the mailbox, and all copies except one are marked as repeats.
func (v *verdicts) everyLetterOnce() {
	copies := map[*sending]int{}
	for _, box := range append(v.archives, "INBOX", sorted, "Processed", "Rejected") {
		for _, m := range v.house.messages(site.Local, box) {
			copies[v.sendingOf(v.house.bytes(m))]++
		}
	}
	for _, s := range v.book.sendings {
		if s.id > v.inherited {
			v.tally[lettersAcknowledged] += min(s.acknowledged+s.committed, 1)
		}
		verdicts := 0
		for _, l := range v.records[s] {
			if l.State == "" || l.State == store.Quarantined {
				v.Errorf("letter %d of %s has no verdict: %q %s", l.ID, s.from, l.State, l.Verdict)
			}
			if l.State != store.Duplicate || v.of[l.Same] != s {
				verdicts++
			}
		}
		switch {
		case copies[s] < s.acknowledged:
			v.Errorf("sending %d of %s was acknowledged %d times and lies in the mailbox %d times", s.id, s.from, s.acknowledged, copies[s])
		case copies[s]+s.committed > 0 && verdicts == 0:
			v.Errorf("sending %d of %s (%q) is lost: it was acknowledged and has no verdict", s.id, s.from, s.text)
		case verdicts > 1 && s.purpose != toNobody:
			v.Errorf("sending %d of %s (%q) has %d verdicts", s.id, s.from, s.text, verdicts)
		case v.house.restored: // a copy of a letter in the backup is not taken again
		case len(v.records[s]) < copies[s]+s.committed || len(v.records[s]) > copies[s]+s.committed && v.house.mailbox != sorted && !s.passed:
			v.Errorf("sending %d of %s came %d times and is in the store %d times", s.id, s.from, copies[s]+s.committed, len(v.records[s]))
		}
	}
}

// nothingElseActed checks I4 and the other half of I2: a letter acted in a game if and only if
// its verdict says so, and no letter acted without a right to.
func (v *verdicts) nothingElseActed() {
	for _, l := range v.letters {
		s := v.of[l.ID]
		switch {
		case s == nil:
		case s.purpose == toNobody && l.State != store.Ignored && l.State != store.HeldLetter && l.State != store.Duplicate && l.State != store.Discarded &&
			(l.State != store.Answered || l.Kind != "register") && l.Verdict != "which game?" && !strings.HasPrefix(l.Verdict, "from a stranger, told how"):
			v.Errorf("letter %d of %s, who has no right to it, is %s: %s", l.ID, s.from, l.State, l.Verdict)
		case s.purpose == toNobody && v.acted[l.ID]:
			v.Errorf("letter %d of %s (%q) acted without a key", l.ID, s.from, s.text)
		case s.purpose == toPlay && l.State == store.Acted && !v.acted[l.ID]:
			v.Errorf("letter %d of %s (%q) is said to have acted, and did not", l.ID, s.from, s.text)
		case s.purpose == toEvent && l.State == store.Acted && l.Verdict == "event: entered" && !v.effect[l.ID]:
			v.Errorf("letter %d of %s (%q) is said to have entered them, and has not", l.ID, s.from, s.text)
		case s.purpose == toPlay && (l.State == store.Ignored && !strings.Contains(l.Verdict, "not answered") || l.State == store.HeldLetter && v.rightKey(l.ID, s.token)):
			v.Errorf("letter %d of %s (%q) had its key and is %s: %s", l.ID, s.from, s.text, l.State, l.Verdict)
		case l.State == store.Duplicate && v.acted[l.ID]:
			v.Errorf("letter %d of %s is a duplicate, and acted", l.ID, s.from)
		case l.State == store.Duplicate && l.Same != 0 && !v.sameWords(s, v.of[l.Same]):
			v.Errorf("letter %d of %s (%q) is taken for letter %d, which says something else", l.ID, s.from, s.text, l.Same)
		}
	}
}

// sameWords reports whether two sendings have the same words for the same turn. The key of the
// turn may have been replaced between them.
func (v *verdicts) sameWords(s, earlier *sending) bool {
	return earlier != nil && s.text == earlier.text && s.from == earlier.from && turnOf(s) == turnOf(earlier)
}

// turnOf returns the reply address of a sending without its key, which names the turn, or the whole
// address when it has no key.
func turnOf(s *sending) string {
	if s.token.Kind == 0 {
		return s.to
	}
	turn := s.token
	turn.Key = ""
	return turn.String()
}

// mailbox returns the letters of one correspondent by Message-ID.
func (v *verdicts) mailbox(name string) map[string][][]byte {
	box := map[string][][]byte{}
	for _, m := range v.house.messages(name, "INBOX") {
		raw := v.house.bytes(m)
		read, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			v.Errorf("%s has a letter that cannot be read: %v", name, err)
			continue
		}
		id := strings.Trim(read.Header.Get("Message-ID"), "<>")
		// What the office has put on top ends with its Received.
		_, own, _ := bytes.Cut(raw, []byte("Received: "))
		_, own, _ = bytes.Cut(own, []byte("; "))
		_, own, _ = bytes.Cut(own, []byte("\r\n"))
		box[id] = append(box[id], own)
	}
	return box
}

// everyAnswerOnce checks the last part of I3, I5 and I6: every row has arrived at its address and
// nowhere else, and is the same letter however often it was sent.
func (v *verdicts) everyAnswerOnce() {
	boxes := map[string]map[string][][]byte{"mallory": v.mailbox("mallory")}
	for _, p := range v.players {
		boxes[p.name] = v.mailbox(p.name)
	}
	for name, box := range boxes {
		v.sameBytes(name, box)
	}
	again := 0
	for _, r := range v.rows {
		name, _, _ := strings.Cut(r.To, "@")
		id := v.sentAs(r, boxes[name])
		copies := boxes[name][id]
		switch {
		case boxes[name] == nil || name == "mallory" && r.Kind != "confirm" && r.Kind != "asked":
			v.Errorf("row %d (%s) is written to %s, who is no player", r.ID, r.Kind, r.To)
		case r.State != store.Sent:
			v.Errorf("row %d (%s) to %s is %s: %s", r.ID, r.Kind, r.To, r.State, r.Error)
		case len(copies) == 0:
			v.Errorf("row %d (%s) is sent, and %s has it not", r.ID, r.Kind, r.To)
		}
		again += max(0, len(copies)-1)
		if v.own(r.At) {
			v.tally[lettersWritten]++
		}
		delete(boxes[name], id)
	}
	for name, box := range boxes {
		for id := range box {
			if v.house.restored {
				continue // the backup did not have this row yet
			}
			v.Errorf("%s has a letter <%s> that no row tells of", name, id)
		}
	}
	v.tally[lettersAgain] += again
	if t := faultsIn(v.house.faults.tally()); again > t {
		v.Errorf("%d letters were sent again, after %d faults", again, t)
	}
	v.fewAnswers()
}

// sentAs returns the Message-ID under which the letter of a row is in a mailbox. A store that was
// put back may have rendered in other words a letter that had already left. Such a letter is not
// sent again, and its Message-ID differs only in the digest.
func (v *verdicts) sentAs(r store.Row, box map[string][][]byte) string {
	if box[r.MessageID] == nil && v.house.restored {
		for id := range box {
			if nameIn(id) == nameIn(r.MessageID) {
				return id
			}
		}
	}
	return r.MessageID
}

// nameIn returns a Message-ID without the digest at the end of its local part.
func nameIn(messageID string) string {
	local, _, _ := strings.Cut(messageID, "@")
	return local[:max(0, strings.LastIndexByte(local, '.'))]
}

// sameBytes checks that letters in a mailbox with the same Message-ID are the same to the byte,
// even if a backup was put back in between.
func (v *verdicts) sameBytes(name string, box map[string][][]byte) {
	for id, copies := range box {
		for _, c := range copies {
			if !bytes.Equal(c, copies[0]) {
				v.Errorf("<%s> came to %s in two forms:\n%s\n%s", id, name, copies[0], c)
			}
		}
	}
}

// daysInOne returns on how many days of corrd's clock the letters of one day may have been
// answered. There are more than one because of answers after midnight, a clock that jumped back,
// and a store that has forgotten a day.
func (v *verdicts) daysInOne() int {
	days := 1
	if v.jumped {
		days += 2
	}
	if v.house.restored {
		days++
	}
	if time.Now().UTC().Format(time.DateOnly) != v.since.UTC().Format(time.DateOnly) {
		days++
	}
	return days
}

// bounded reports whether a letter of the office is an answer, which the budgets limit. Notices
// of what has been done, challenges, and questions whether a held letter is the player's have
// limits of their own.
func (v *verdicts) bounded(r store.Row) bool {
	switch {
	case r.To == mallory:
		return true
	case r.Kind == "confirm", r.Kind == "challenge", r.Kind == "received":
		return false
	}
	if _, is := tells(r); is {
		return false
	}
	return v.record(r.Letter).State != store.Acted
}

// withKey reports whether a letter came to an address with a key.
func (v *verdicts) withKey(letter int64) bool {
	return slices.ContainsFunc(v.record(letter).To, func(to string) bool { return strings.Contains(to, "+") })
}

// fewAnswers checks I6: the budgets limit the answers of the office by address and day, and one
// letter gets one answer.
func (v *verdicts) fewAnswers() {
	type day struct {
		to, at string
		keyed  bool // whether the letters that are answered came with a key, which have answers of their own
	}
	type answer struct {
		to     string
		letter int64
		// the answer is a question to the player, after which the letter may get another answer
		question bool
	}
	byDay, answers := map[day]int{}, map[answer]int{}
	for _, r := range v.rows {
		if r.Data == nil {
			continue
		}
		on := day{r.To, r.At.UTC().Format(time.DateOnly), r.To != mallory && v.withKey(r.Letter)}
		if v.bounded(r) {
			byDay[on]++
		}
		if _, is := tells(r); !is {
			answers[answer{r.To, r.Letter, r.Kind == "confirm"}]++
		}
		limit := ledger.DefaultLimits().PerAddressDay
		if on.to == mallory {
			limit = 2 // the confirmation of a registration, and how to ask for one
		}
		if limit *= v.daysInOne(); byDay[on] == limit+1 {
			v.Errorf("%s has more than %d answers of the office on %s (to letters with a key: %v)", on.to, limit, on.at, on.keyed)
		}
	}
	for a, n := range answers {
		if n > 1 {
			v.Errorf("letter %d is answered to %s %d times", a.letter, a.to, n)
		}
	}
}

func (v *verdicts) replayStore(now func() time.Time) (store.Store, error) {
	return bolt.Open(filepath.Join(v.house.dir, "again.db"), bolt.Options{Now: now, InitialMmapSize: reserve, NoSync: true})
}
