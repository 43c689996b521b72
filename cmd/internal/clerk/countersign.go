package clerk

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// hold keeps a letter until the owner of the address on file confirms the letter, and asks at
// every address of the owner. When the questions of the day are used up, hold keeps the letter
// and corrd asks on another day. Letters without proof have their own questions and their own
// room, and therefore take none from those with a right key or a pass.
func (d *taking) hold(s ledger.Seat) error {
	d.Rec.Game, d.Rec.Side = s.Game.ID, s.Side
	reason := d.holdReason(s.Player)
	if d.Rec.Turn = ledger.TurnOf(s.Game); d.Mail.Token.IsZero() {
		d.Rec.Ply = s.Game.KeyPly(s.Side)
	}
	d.Rec.Proof = d.proofFor(s)
	if waits, err := d.heldAlready(s, reason); err != nil || waits {
		return err
	}
	if full, err := d.tooMany(s, reason); err != nil || full {
		return err
	}
	if err := d.End(store.HeldLetter, reason); err != nil {
		return err
	}
	within, err := d.AtMost(d.questionsToday(), questionsOf(*d.Rec, s.Player.ID, d.Tx.Now()))
	if err != nil {
		return err
	}
	if d.Rec.Unasked = !within; d.Rec.Unasked {
		return nil
	}
	return d.askWhose(s)
}

// heldAlready reports whether a letter with the same words, from the same address and for the
// same turn, is held and its owner has been asked. In this case the new letter is not held.
func (d *taking) heldAlready(s ledger.Seat, reason string) (bool, error) {
	key := ledger.Near(s.Game.ID, ledger.Digest("held", ledger.Octets(s.Game.ID), ledger.Octets(int64(s.Side)), []byte(store.FoldAddress(d.Mail.From)),
		[]byte(reason), []byte(d.Rec.Proof), ledger.Octets(int64(d.Mail.Token.Ply)), fmt.Append(nil, d.Rec.Turn), d.Mail.Hash[:]))
	earlier, seen, err := d.Tx.Seen(key)
	if err != nil {
		return false, err
	}
	if !seen {
		return false, d.Tx.MarkSeen(key, d.Rec.ID)
	}
	if l, err := d.Tx.Letter(earlier); err != nil || l.State != store.HeldLetter {
		if err != nil {
			return false, err
		}
		return false, d.Tx.MarkSeen(key, d.Rec.ID)
	}
	return true, d.End(store.Duplicate, fmt.Sprintf("letter %d of the same words is held", earlier))
}

// proofFor returns what proves that a letter to be held comes from the player of a seat: the right
// key of the seat, or the domain of an address on file. A domain says nothing about an address
// that is not on file.
func (d *taking) proofFor(s ledger.Seat) store.Proof {
	switch {
	case d.Mail.Token.Kind == mailer.KindGame && d.ageOf(s) == keyRight:
		return store.ByKey
	case d.Vouched() && ledger.HasAddress(s.Player, d.Mail.From):
		return store.ByDomain
	}
	return store.Unproved
}

// partlySigned is the reason for which a letter is held whose author is proved and whose words are
// not.
const partlySigned = "only a signature vouches for it that leaves out what it says or to whom"

// noKey is the reason for which a letter is held that went to no reply address of a game.
const noKey = "no key"

// rotatedKey is the reason for which a letter of the seat's own player is held.
const rotatedKey = "with a key that has been replaced"

// holdReason says why a letter of a seat does not act by itself.
func (d *taking) holdReason(p store.Player) string {
	switch m := d.Mail; {
	case m.Token.Kind != mailer.KindGame:
		return noKey
	case !ledger.HasAddress(p, m.From):
		return "from an address that is not on file"
	case d.IsDisowned():
		return desk.Disowned
	case d.mayBeAltered():
		return partlySigned
	}
	return rotatedKey
}

// countersign removes from the letter each yes and no to a held letter of the seat, and carries
// them out. The other statements of the letter act by themselves. over reports whether no other
// statement is left.
func (d *taking) countersign(s *ledger.Seat) (over bool, err error) {
	if over, err = d.saysWhose(*s); over || err != nil {
		return over, err
	}
	if !slices.ContainsFunc(d.Page.Statements, func(st interpret.Statement) bool { return yesOrNo(st) || consents(st) }) {
		return false, nil
	}
	asked, err := d.askedOf(*s)
	if err != nil {
		return true, err
	}
	toHeldLetter := !d.question.IsZero() || slices.ContainsFunc(asked, func(h held) bool { return h.askedBy(d.Mail.InReplyTo) })
	var rest []interpret.Statement
	var said []verdict
	for _, st := range d.Page.Statements {
		var v verdict
		to := toGame
		switch {
		case st.Game != 0 && int64(st.Game) != s.Game.ID:
		case yesOrNo(st):
			v.held, to, err = d.meant(*s, st, asked)
		case consents(st) && toHeldLetter: // and nothing else was asked in the question
			if v.held, to, err = d.meant(*s, st, asked); s.Game.AwaitsConsent(s.Side) {
				to = toNoneForCertain
			}
		}
		elsewhere, ok, errOf := d.heldElsewhere(*s, st)
		if err = cmp.Or(err, errOf); err != nil {
			return true, err
		}
		if ok {
			v.held, to = elsewhere, toHeld
		}
		switch v.yes = st.Kind != interpret.KindNo && st.Kind != interpret.KindDecline; to {
		case toGame:
			rest = append(rest, st)
		case toNoneForCertain:
			d.Left = append(d.Left, st.Text)
		case toHeld:
			said = append(said, v)
		}
	}
	d.fewer = d.fewer || len(rest) < len(d.Page.Statements)
	d.Page.Statements = rest
	answered := d.unanimous(said)
	switch {
	case len(answered) == 0 && len(rest) == 0 && len(d.Left) > 0:
		d.Left = nil
		return true, d.askWhich(*s, asked)
	case len(answered) == 0:
		return false, nil
	}
	return d.carryOut(s, answered)
}

// verdict says whether a held letter belongs to the seat.
type verdict struct {
	held
	yes bool
}

func yesOrNo(st interpret.Statement) bool {
	return st.Kind.IsYesOrNo()
}

// consents reports whether a statement agrees or declines and does not say what to.
func consents(st interpret.Statement) bool {
	return st.Kind == interpret.KindAccept || st.Kind == interpret.KindAgree || st.Kind == interpret.KindDecline
}

// unanimous returns one verdict for each held letter of which the letter speaks. When a letter says
// both yes and no of a held letter, it returns neither, and both statements stay in the letter.
func (d *taking) unanimous(said []verdict) (answered []verdict) {
	for i, v := range said {
		same := func(w verdict) bool { return w.ID == v.ID }
		switch {
		case slices.ContainsFunc(said, func(w verdict) bool { return w.ID == v.ID && w.yes != v.yes }):
			d.Left = append(d.Left, map[bool]string{true: "yes", false: "no"}[v.yes])
		case !slices.ContainsFunc(said[:i], same):
			answered = append(answered, v)
		}
	}
	return answered
}

// carryOut releases or drops the held letters on which the letter gives verdicts.
func (d *taking) carryOut(s *ledger.Seat, answered []verdict) (over bool, err error) {
	alone := len(d.Page.Statements) == 0
	for _, v := range answered {
		of := *s
		if v.Game != s.Game.ID {
			if of, err = ledger.SeatIn(d.Tx, s.Player, v.Game); err != nil {
				return true, err
			}
		}
		if v.yes {
			if err = d.End(store.Answered, fmt.Sprintf("letter %d released", v.ID)); err == nil {
				err = d.release(of, v.Letter)
			}
		} else {
			err = d.disown(of, v.Letter, alone)
		}
		if err != nil {
			return true, err
		}
		if *s, err = ledger.SeatOf(d.Tx, s.Game.ID, s.Side, s.Member()); err != nil {
			return true, err
		}
	}
	if alone && len(d.Left) > 0 {
		asked, err := d.askedOf(*s)
		d.Left = nil
		if err != nil {
			return true, err
		}
		return true, d.askWhich(*s, asked)
	}
	return alone, nil
}

// disown drops a held letter that does not belong to the seat. alone is true when the letter says
// nothing else, and then disown answers the letter.
func (d *taking) disown(s ledger.Seat, held store.Letter, alone bool) error {
	held.State, held.Verdict = store.Discarded, "disowned by the address on file"
	verdict := fmt.Sprintf("letter %d discarded", held.ID)
	if err := d.Tx.PutLetter(&held, nil); err != nil {
		return err
	}
	if err := d.settleFlag(s); err != nil || !alone {
		if err != nil {
			return err
		}
		return d.End(store.Answered, verdict)
	}
	return d.Reply("office", templates.Data{Topic: templates.Disowned, Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq, Address: held.From,
		Received: held.Received}, store.Answered, verdict)
}

// settleFlag settles how long a flag still waits for letters held for the seat.
func (d *taking) settleFlag(s ledger.Seat) error {
	now, stopped, err := d.watch.UpToDate(d.Tx, s.Game.ID)
	if err != nil || stopped {
		return err
	}
	return d.Ledger.Waits(d.Tx, now, s.Side)
}

// held is a letter held for a seat, and the Message-IDs of the letters that ask about it alone.
type held struct {
	store.Letter
	questions []string
}

// askedBy reports whether a Message-ID belongs to a letter that asks about the held letter.
func (h held) askedBy(messageID string) bool {
	return slices.Contains(h.questions, ledger.NameIn(messageID))
}

// askedOf returns the held letters of a seat about which the owner has been asked.
func (d *taking) askedOf(s ledger.Seat) (asked []held, err error) {
	letters, err := d.Tx.LettersOf(s.Game.ID)
	letters = slices.DeleteFunc(letters, func(l store.Letter) bool { return l.State != store.HeldLetter || l.Side != s.Side })
	if err != nil || len(letters) == 0 {
		return nil, err
	}
	questions, err := ledger.QuestionsOf(d.Tx, s.Game.ID)
	for _, l := range letters {
		h := held{Letter: l}
		for _, r := range questions[l.ID] {
			if len(ledger.AskedIn(r)) == 1 {
				h.questions = append(h.questions, ledger.NameIn(r.MessageID))
			}
		}
		if !l.Unasked {
			asked = append(asked, h)
		}
	}
	return asked, err
}

// reference tells to which question a yes or no answers.
type reference uint8

const (
	toGame           reference = iota // a question of the game, or no question
	toHeld                            // a question about one held letter
	toNoneForCertain                  // either a question about a held letter or something else
)

// meant returns the question to which a yes or no answers. The answer is to a held letter only if
// the statement names the letter by its number, or if the letter answers the question by the
// question's reply address or Message-ID. Nobody can say yes to a letter that they were not
// shown.
func (d *taking) meant(s ledger.Seat, st interpret.Statement, asked []held) (held, reference, error) {
	for _, h := range asked {
		switch {
		case st.Choice != 0 && int64(st.Choice) == h.ID,
			st.Choice == 0 && d.question.Number == h.ID && !d.answersAnother(h),
			st.Choice == 0 && d.question.IsZero() && h.askedBy(d.Mail.InReplyTo):
			return h, toHeld, nil
		}
	}
	if st.Choice != 0 {
		return held{}, toNoneForCertain, nil
	}
	if len(asked) > 0 {
		if answers, err := d.answersQuestion(s); err != nil || !answers {
			return held{}, toNoneForCertain, err
		}
	}
	return held{}, toGame, nil
}

// heldElsewhere finds the held letter of another game of the player that a yes or no names by its
// number, if the player has been asked about the letter.
func (d *taking) heldElsewhere(s ledger.Seat, st interpret.Statement) (h held, ok bool, err error) {
	if !yesOrNo(st) || st.Choice == 0 || st.Game != 0 && int64(st.Game) == s.Game.ID {
		return h, false, nil
	}
	l, err := d.Tx.Letter(int64(st.Choice))
	if errors.Is(err, store.ErrNotFound) || err == nil && (l.State != store.HeldLetter || l.Game == s.Game.ID) {
		return h, false, nil
	}
	if err != nil {
		return h, false, err
	}
	of, err := ledger.SeatIn(d.Tx, s.Player, l.Game)
	if errors.Is(err, store.ErrRules) {
		return h, false, nil
	}
	if err != nil || of.Game.ID == 0 || of.Side != l.Side {
		return h, false, err
	}
	asked, err := d.askedOf(of)
	i := slices.IndexFunc(asked, func(h held) bool { return h.ID == l.ID })
	if err != nil || i < 0 {
		return h, false, err
	}
	return asked[i], true, nil
}

// answersAnother reports whether the letter says that it answers another question than the one
// about a held letter. The other question may be older than a backup that was put back, and be
// about another letter with the same number.
func (d *taking) answersAnother(h held) bool {
	return strings.HasPrefix(d.Mail.InReplyTo, fmt.Sprintf("l%d.", h.ID)) && !h.askedBy(d.Mail.InReplyTo)
}

// answersQuestion reports whether the letter answers, by the Message-ID that it names, a letter
// about the game that waits for a yes or no.
func (d *taking) answersQuestion(s ledger.Seat) (bool, error) {
	seq, err := d.answersTo(s)
	return err == nil && seq != 0 && s.Game.AsksOf(s.Side, seq), err
}
