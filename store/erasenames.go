package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// know collects the names and addresses that the player has had. A player who has lost them
// already, by an Erase that was interrupted, is known by what that Erase kept aside.
func (e *eraser) know() error {
	err := e.Update(func(tx Tx) error {
		p, err := tx.Player(e.player)
		if err != nil {
			return err
		}
		if p.Erased != 0 {
			return e.recall(tx)
		}
		e.called(p.Name)
		e.lives(p.Postal)
		return e.reached(tx, p.Addresses...)
	})
	if err == nil {
		err = e.each(Registrations, func(tx Tx, id int64) error {
			r, err := tx.Registration(id)
			if err != nil || r.Player != e.player && r.Owner != e.player {
				return err
			}
			e.called(r.Name)
			return e.reached(tx, r.Address)
		})
	}
	if err == nil {
		err = e.each(Challenges, func(tx Tx, id int64) error {
			c, err := tx.Challenge(id)
			if err == nil && c.ToID == e.player {
				err = e.reached(tx, c.To)
			}
			for _, who := range c.Consultants {
				if err == nil && who.Player == e.player {
					err = e.reached(tx, who.Address)
				}
			}
			return err
		})
	}
	if err == nil {
		err = e.each(Rows, func(tx Tx, id int64) error {
			r, err := tx.Row(id)
			if err == nil && r.Player == e.player {
				err = e.reached(tx, r.To)
			}
			return err
		})
	}
	return err
}

// known is what a store keeps of a player between the rename and the end of the search for what
// came in meanwhile.
type known struct{ Names, Common, Addresses []string }

// knownSetting is the key of the setting that keeps what is known of the player.
func (e *eraser) knownSetting() string { return fmt.Sprint("erasures/known/", e.player) }

// keepKnown keeps aside what is known of the player.
func (e *eraser) keepKnown(tx Tx) error {
	text, err := json.Marshal(known{e.names, e.common, e.addresses})
	if err != nil {
		return err
	}
	return tx.SetSetting(e.knownSetting(), string(text))
}

// recall takes up what an interrupted Erase has kept aside.
func (e *eraser) recall(v View) error {
	var k known
	text, _, err := v.Setting(e.knownSetting())
	if err == nil {
		err = json.Unmarshal([]byte(text), &k)
	}
	e.names, e.common, e.addresses = k.Names, k.Common, k.Addresses
	return err
}

// forgetKnown deletes what was kept aside.
func (e *eraser) forgetKnown() error {
	return e.Update(func(tx Tx) error {
		return tx.Forget(func(name, _ string) bool { return name == e.knownSetting() })
	})
}

func (e *eraser) called(name string) {
	names := &e.names
	if ofChess(name) {
		names = &e.common
	}
	if name != "" && !slices.Contains(*names, name) {
		*names = append(*names, name)
	}
}

// lives adds a postal address to the names that Erase looks for: the whole address, and each line
// of it that contains a digit, as the line of a street or a district does.
func (e *eraser) lives(postal string) {
	for _, text := range append([]string{postal}, strings.Split(postal, "\n")...) {
		telling := text == postal || len(text) >= shortestLine && strings.ContainsAny(text, "0123456789")
		if text != "" && telling && !slices.Contains(e.names, text) {
			e.names = append(e.names, text)
		}
	}
}

// shortestLine is the least number of octets of a line of a postal address for which Erase looks.
const shortestLine = 6

// chessWords are words of moves and of statements that can also be the name of a player.
var chessWords = strings.Fields(`k q r b n p kt kb qb kr qr kkt qkt kn qn kp qp bp rp ktp np ch x ep king queen rook castle castles castling bishop
	knight pawn kings queens man men piece square board check checkmate mate stalemate double discovered takes captures moves to at on the one in passing
	queening move play game games match white black if then any or and yes no not I adopt exact waive draw drawn offer resign claim protest accept decline propose
	agree withdraw chess law time clock leave umpire corrd`)

// ofChess reports whether a name consists of words of chess only, such as Queen, Kt or P-K4. In
// the words of others such a name most likely does not mean the player.
func ofChess(name string) bool {
	words := strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
	return !slices.ContainsFunc(words, func(w string) bool {
		return !slices.ContainsFunc(chessWords, func(c string) bool { return strings.EqualFold(c, w) })
	})
}

// tells reports whether a letter from corrd that belongs to no game contains, in its data or its
// signed bytes, a name of the player that is also a word of chess.
func (e *eraser) tells(r Row, signed []byte) bool {
	return r.Game == 0 && slices.ContainsFunc(e.common, func(n string) bool {
		return bytes.Contains(r.Data, slices.Concat([]byte{'"'}, inJSON(n), []byte{'"'})) || hasWord(signed, []byte(n))
	})
}

// reached notes addresses at which the player was reached, and leaves out the addresses that now
// belong to another player.
func (e *eraser) reached(v View, addresses ...string) error {
	for _, address := range addresses {
		a := FoldAddress(address)
		if a == "" || a == nowhere(e.player) || slices.Contains(e.addresses, a) {
			continue
		}
		owner, err := v.PlayerAt(address)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		if err != nil || owner.ID == e.player {
			e.addresses = append(e.addresses, a)
		}
	}
	return nil
}

// is reports whether an address belongs or has belonged to the player.
func (e *eraser) is(address string) bool { return slices.Contains(e.addresses, FoldAddress(address)) }

// mentions reports whether a text, plain or JSON, contains a name or an address of the player as
// a whole word. mentions does not look for a name that is a word of chess.
func (e *eraser) mentions(text []byte) bool {
	folded := bytes.ToLower(text)
	return slices.ContainsFunc(e.addresses, func(a string) bool { return hasWord(folded, bytes.ToLower([]byte(a))) }) ||
		slices.ContainsFunc(e.names, func(n string) bool { return hasWord(text, []byte(n)) || hasWord(text, inJSON(n)) })
}

func (e *eraser) mentionedIn(texts ...string) bool {
	return slices.ContainsFunc(texts, func(t string) bool { return e.mentions([]byte(t)) })
}

// inJSON returns a text as encoding/json writes the text, without the quotation marks.
func inJSON(text string) []byte {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // every string has a JSON form
	}
	return b[1 : len(b)-1]
}

// hasWord reports whether a text contains a word with no letter or digit directly before or after
// the word.
func hasWord(text, word []byte) bool {
	for at := 0; ; {
		i := bytes.Index(text[at:], word)
		if i < 0 || len(word) == 0 {
			return false
		}
		from, to := at+i, at+i+len(word)
		before, _ := utf8.DecodeLastRune(text[:from])
		after, _ := utf8.DecodeRune(text[to:])
		if !inWord(before) && !inWord(after) {
			return true
		}
		at = from + 1
	}
}

func inWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// without returns a text with the player's names and addresses replaced.
func (e *eraser) without(text string) string {
	for _, n := range e.names {
		text = replaceWord(text, n, Former(e.player), func(s string) string { return s })
	}
	for _, a := range e.addresses {
		text = replaceWord(text, strings.ToLower(a), nowhere(e.player), strings.ToLower)
	}
	return text
}

// replaceWord replaces one word by another in a text; word is looked for in fold(text).
func replaceWord(text, word, by string, fold func(string) string) string {
	for at := 0; at < len(text); {
		folded := fold(text)
		if len(folded) != len(text) {
			return by // a text whose folded form has another length is replaced as a whole
		}
		i := strings.Index(folded[at:], word)
		if i < 0 {
			break
		}
		from, to := at+i, at+i+len(word)
		if hasWord([]byte(text[max(0, from-utf8.UTFMax):min(len(text), to+utf8.UTFMax)]), []byte(text[from:to])) {
			text = text[:from] + by + text[to:]
			to = from + len(by)
		}
		at = to
	}
	return text
}

// withoutJSON returns JSON with the player's names and addresses replaced in all its strings.
func (e *eraser) withoutJSON(text []byte) []byte {
	var value any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if len(text) == 0 || d.Decode(&value) != nil {
		return nil
	}
	changed, err := json.Marshal(e.inValue(value))
	if err != nil {
		return nil
	}
	return changed
}

func (e *eraser) inValue(value any) any {
	switch v := value.(type) {
	case string:
		if slices.Contains(e.common, v) {
			return Former(e.player)
		}
		return e.without(v)
	case []any:
		for i := range v {
			v[i] = e.inValue(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = e.inValue(v[name])
		}
	}
	return value
}
