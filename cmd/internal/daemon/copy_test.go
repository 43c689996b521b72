package daemon_test

import (
	"bytes"
	"fmt"
	"net/mail"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/mailer"
	"corrd/store"
)

// copies returns the header line with which a player copies a letter to all other players, as some
// players do now and then, or "". The opponent then sees the key of the player's seat, and corrd
// replaces the key (house:25).
func (p *player) copies() string {
	if p.copying == nil || p.copying.IntN(3) > 0 {
		return ""
	}
	var others []string
	for _, o := range p.players {
		if o != p {
			others = append(others, "<"+o.address()+">")
		}
	}
	p.house.faults.count("- copies to the opponent")
	return copied + strings.Join(others, ", ") + "\r\n"
}

const copied = "Cc: "

// confirm says whether a held letter is the player's own. Now and then a player denies a letter of
// their own.
func (p *player) confirm(l received, to string) {
	word := "no"
	if p.wrote(l.Get("In-Reply-To")) {
		word = p.oneOf("yes", "yes", "no")
	}
	p.reply(to, word, "In-Reply-To: "+l.Get("Message-Id")+"\r\n")
}

// wrote reports whether a letter is the player's own, by its Message-ID.
func (p *player) wrote(messageID string) bool {
	for _, s := range p.mine {
		if messageID == fmt.Sprintf("<%d@letters.example>", s.id) {
			return true
		}
	}
	return false
}

// side is a side of a game.
type side struct {
	game int64
	of   board.Side
}

func sideOf(t mailer.Token) side {
	if t.Side == 'b' {
		return side{t.Number, board.Black}
	}
	return side{t.Number, board.White}
}

// generation returns the generation of a key: how often the keys of its seat had been replaced when
// the key was made. ok is false for a token without a valid key, and for a key of a later
// generation than the log knows.
func (v *verdicts) generation(t mailer.Token) (int, bool) {
	return v.house.keys.Generation(t, len(v.rotated[sideOf(t)])+1)
}

// rightKey reports whether the key of a letter was the right key of its seat when corrd took the
// letter.
func (v *verdicts) rightKey(letter int64, t mailer.Token) bool {
	now := 0
	for _, by := range v.rotated[sideOf(t)] {
		if by < letter {
			now++
		}
	}
	generation, known := v.generation(t)
	return known && generation == now
}

// shows returns the rotation of keys that a letter causes because copies of it go to the opponent.
// shows returns nil when there are no copies, or when the letter's key was not right any more.
func (v *verdicts) shows(s game.State, letter int64) *game.Rotated {
	w := v.of[letter]
	if w == nil || !strings.HasPrefix(w.header, copied) {
		return nil
	}
	seat := sideOf(w.token)
	if generation, _ := v.generation(w.token); generation != s.Keyring(seat.of, 0).Now {
		return nil
	}
	return &game.Rotated{Side: seat.of, Why: game.LeakCopied}
}

// rotation returns the events of a letter whose only effect is the rotation of the keys that it
// shows, if such a letter begins the rest of a log. alone is false for any other letter.
func (v *verdicts) rotation(s game.State, log []game.Event) (events []game.Event, alone bool) {
	e := log[0]
	inGame := len(log) > 1 && log[1].Letter == e.Letter // else the office returned the letter
	if state := v.record(e.Letter).State; state == store.Acted || state == store.Returned && inGame {
		return nil, false
	}
	if shown := v.shows(s, e.Letter); shown != nil {
		events = play.Decide(s, play.Rotate{Rotated: *shown, Letter: e.Letter}, e.At)
	}
	return events, true
}

func rotates(e game.Event) bool {
	_, ok := e.Fact.(game.Rotated)
	return ok
}

// rotations notes the letters that caused a rotation of keys.
func (v *verdicts) rotations(id int64, log []game.Event) {
	last := int64(0) // what no letter caused came after this letter
	for _, e := range log {
		last = max(last, e.Letter)
		switch f := e.Fact.(type) {
		case game.Rotated:
			v.rotated[side{id, f.Side}] = append(v.rotated[side{id, f.Side}], max(e.Letter, last))
		case game.Replaced:
			v.rotated[side{id, f.Side}] = append(v.rotated[side{id, f.Side}], last)
		}
	}
}

// confirmations notes the letters that their writers have confirmed.
func (v *verdicts) confirmations() {
	for _, l := range v.letters {
		var id int64
		if n, _ := fmt.Sscanf(l.Verdict, "letter %d released", &id); n == 1 && v.of[l.ID] != nil && v.of[l.ID].text == "yes" {
			v.released[id] = true
			v.tally["- letters with an old key confirmed"]++
		}
	}
}

// confirmed reports whether a letter of a game was confirmed.
func (v *verdicts) confirmed(game int64) bool {
	for id := range v.released {
		if v.record(id).Game == game {
			return true
		}
	}
	return false
}

// newKeysOnly checks that a letter with a replaced key acted only if it was confirmed, and that a
// letter with the newest key has gone out.
func (v *verdicts) newKeysOnly() {
	for id := range v.acted {
		if s := v.of[id]; s != nil && s.purpose == toPlay && !v.rightKey(id, s.token) && !v.released[id] {
			v.Errorf("letter %d of %s (%q) acted with a key that had been rotated, and nobody has confirmed it", id, s.from, s.text)
		}
	}
	for seat, by := range v.rotated {
		if newest := v.newestKey(seat); newest != len(by) {
			v.Errorf("game %d: the keys of %s were rotated %d times, and the newest that went out is number %d", seat.game, seat.of, len(by), newest)
		}
		v.tally["- keys rotated"] += len(by)
	}
}

// newestKey is the generation of the newest key that a side has been sent.
func (v *verdicts) newestKey(seat side) (newest int) {
	for _, r := range slices.Backward(v.rows) {
		if r.Game != seat.game || r.Side != seat.of {
			continue
		}
		if newest >= len(v.rotated[seat]) {
			break
		}
		signed, err := v.view.Signed(r.ID)
		v.must(err)
		read, err := mail.ReadMessage(bytes.NewReader(signed))
		if err != nil {
			continue // another check reports that the letter was not sent
		}
		to, err := mail.ParseAddress(read.Header.Get("Reply-To"))
		if err != nil {
			continue
		}
		generation, _ := v.generation(tokenOf(to.Address))
		newest = max(newest, generation)
	}
	return newest
}
