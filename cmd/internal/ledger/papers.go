package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/carrier"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
)

// Paper is a letter about a game that an umpire has written or received.
type Paper struct {
	// the number of the letter that came in; 0: the paper went out
	Letter int64 `json:"letter,omitempty"`
	// the number of the row that went out; 0: the paper came in
	Row int64 `json:"row,omitempty"`
	// the number of the dispute that the paper names; 0: none
	Dispute int64 `json:"dispute,omitempty"`
	// the last event of the game when the paper was written
	Told int64 `json:"told,omitempty"`

	In  store.Letter `json:"-"` // the letter that came in
	Out store.Row    `json:"-"` // the row that went out
}

// papersSetting returns the key of the setting that lists the papers of a game. The letters of the
// game's seats are not papers.
func papersSetting(game int64) string { return fmt.Sprint("umpire-papers/", game) }

// Papers returns the letters from and to umpires about a game, in the order in which the letters
// came and went. Papers leaves out a letter that the store does not have any more.
func Papers(v store.View, game int64) (all []Paper, err error) {
	kept, err := papersKept(v, game)
	if err != nil {
		return nil, err
	}
	for _, p := range kept {
		if p.Letter != 0 {
			p.In, err = v.Letter(p.Letter)
		} else {
			p.Out, err = v.Row(p.Row)
		}
		switch {
		case errors.Is(err, store.ErrNotFound):
		case err != nil:
			return nil, err
		default:
			all = append(all, p)
		}
	}
	return all, nil
}

func papersKept(v store.View, game int64) (all []Paper, err error) {
	text, found, err := v.Setting(papersSetting(game))
	if err != nil || !found {
		return nil, err
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return nil, fmt.Errorf("the umpire's papers of game %d: %w", game, err)
	}
	return all, nil
}

// Name returns the name of the paper for the command `corrctl letter show`: 7 came in, o17 went
// out.
func (p Paper) Name() string {
	if p.Letter != 0 {
		return fmt.Sprint(p.Letter)
	}
	return fmt.Sprint("o", p.Row)
}

// KeepPapers adds papers to the papers of a game. For a game that does not exist KeepPapers does
// nothing.
func KeepPapers(tx store.Tx, game int64, papers ...Paper) error {
	s, err := tx.Game(game)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	all, err := papersKept(tx, game)
	if err != nil {
		return err
	}
	for _, p := range papers {
		p.Told = s.Seq
		all = append(all, p)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return tx.SetSetting(papersSetting(game), string(text))
}

// A letter from corrd quotes at most so much of what somebody wrote. Without these limits many
// long letters of a stranger could fill the outbox and a player's mailbox.
const (
	mostQuoted      = 800 // characters of a quoted text
	mostQuotedLines = 30
	mostNamed       = 10  // statements in a list
	mostOfNamed     = 200 // characters of each statement
	mostOfListed    = 120 // characters of a statement in a list of what became of several
	mostSubject     = 300 // characters of a subject, in the record of a letter
)

// excerpt returns the beginning of a text, at most so many characters and lines, and marks a text
// that was cut.
func excerpt(text string, characters, lines int) string {
	text = strings.TrimSpace(text)
	for i, r := range text {
		if r == '\n' {
			lines--
		}
		if characters == 0 || lines == 0 {
			return strings.TrimRight(text[:i], " \t\r\n") + cutShort
		}
		characters--
	}
	return text
}

// cutShort marks a text of which only the beginning is kept.
const cutShort = " ..."

// IsExcerpt reports whether words are a text, or its beginning as Prose returns it.
func IsExcerpt(words, text string) bool {
	begun, cut := strings.CutSuffix(words, cutShort)
	text = strings.TrimSpace(text)
	return words == text || cut && begun != "" && strings.HasPrefix(text, begun)
}

// Listed returns the beginning of a statement, as a list of what became of several quotes it.
func Listed(statement string) string { return excerpt(statement, mostOfListed, 1) }

// Subject returns the beginning of a subject, as the record of a letter keeps the subject.
func Subject(subject string) string { return excerpt(subject, mostSubject, 1) }

// Named returns the first mostNamed of some statements, each cut, and then the number of the
// statements left out.
func Named(statements []string) []string {
	var list []string
	for _, st := range statements[:min(len(statements), mostNamed)] {
		list = append(list, excerpt(st, mostOfNamed, mostQuotedLines))
	}
	if more := len(statements) - len(list); more > 0 {
		list = append(list, fmt.Sprint("... and ", more, " more"))
	}
	return list
}

// QuotedWhole reports whether a notice quotes a text as a whole.
func QuotedWhole(text string) bool { return bounded(templates.Data{Words: text}).Words == text }

// bounded returns the data of an office letter with the texts of others cut to the limits.
func bounded(data templates.Data) templates.Data {
	if len(data.Words) > mostQuoted || strings.Count(data.Words, "\n") > mostQuotedLines {
		data.Words = excerpt(data.Words, mostQuoted, mostQuotedLines)
	}
	if len(data.Left) > mostNamed || slices.ContainsFunc(data.Left, func(st string) bool { return len(st) > mostOfNamed }) {
		data.Left = Named(data.Left)
	}
	data.Reason = excerpt(data.Reason, mostQuoted, mostQuotedLines)
	data.Lines, data.Refused = eachBounded(data.Lines), eachBounded(data.Refused)
	return data
}

// eachBounded cuts each text of a list to the limits.
func eachBounded(texts []string) []string {
	texts = slices.Clone(texts)
	for i, text := range texts {
		texts[i] = excerpt(text, mostQuoted, mostQuotedLines)
	}
	return texts
}

// mostProse is how many characters of a side's answer to the umpire the log keeps. The record of
// the letter keeps the whole letter.
const mostProse = 4000

// Prose returns the beginning of a side's answer to the umpire, within mostProse characters.
func Prose(text string) string { return excerpt(text, mostProse, 400) }

// Halved returns the statements of a letter of a seat, in which a word of a telegraph code for two
// games of a match is replaced by two statements, one for each of the two games, if both wait for a
// move of the writer. ply is the ply that the letter's key names.
func Halved(v store.View, s Seat, ply int, stated []interpret.Statement) (all []interpret.Statement, err error) {
	var beside Seat
	if s.Game.BesideInOneWord() > 0 && ply == s.Game.DuePly() && slices.ContainsFunc(stated, interpret.Statement.InOneWord) {
		if beside, err = seatBeside(v, s); err != nil {
			return nil, err
		}
	}
	for _, st := range stated {
		if beside.Game.ID == 0 || !st.InOneWord() || !s.Game.AwaitsMove(s.Side) || !beside.Game.AwaitsMove(beside.Side) {
			all = append(all, st)
			continue
		}
		here, there := s.Game.Half(s.Side, st), beside.Game.Half(beside.Side, st)
		if there.Game = int(beside.Game.ID); s.Game.Begins(s.Side) {
			all = append(all, here, there)
		} else {
			all = append(all, there, here)
		}
	}
	return all, nil
}

// seatBeside returns the seat of the same player in the other game of a pair of games of a match.
// The seat's Game has number 0 when there is no such game.
func seatBeside(v store.View, s Seat) (Seat, error) {
	match, err := v.Challenge(s.Game.Match.Challenge)
	// the game played in place of an annulled game comes later in the list
	for _, id := range slices.Backward(match.Games) {
		beside, errOf := SeatIn(v, s.Player, id)
		if err = errors.Join(err, errOf); err != nil {
			break
		}
		if m := beside.Game.Match; m != nil && m.Number == s.Game.BesideInOneWord() {
			return beside, nil
		}
	}
	return Seat{}, err
}

// OnOneForm reports whether a letter's words for two games travel on the same card or form. They
// do when both games belong to one match, and therefore have the same opponent, and use the same
// carrier.
func (s Seat) OnOneForm(next Seat) bool {
	a, b := s.Game, next.Game
	return a.Match != nil && b.Match != nil && a.Match.Challenge == b.Match.Challenge && a.Terms.Carriers().Medium == b.Terms.Carriers().Medium
}

// Further describes for the next game of a match what is already on the card or form of a letter
// after its words for one game have brought about events. Further returns nil when nothing was
// handed in. note is the prose before the letter's words; word is true when the words so far end in
// the middle of a code word.
func Further(events []game.Event, note string, word bool) *play.Beside {
	i := slices.IndexFunc(events, func(e game.Event) bool { _, ok := e.Fact.(game.HandedIn); return ok })
	if i < 0 {
		return nil
	}
	f := events[i].Fact.(game.HandedIn)
	b := play.Beside{Words: f.Beside + strings.Join(f.Words, "\n"), Delivered: f.Delivered}
	if f.Beside == "" && note != "" {
		b.Words = note + "\n" + b.Words
	}
	if b.Struck = word && f.With != nil; !word {
		b.Words += "\n"
	}
	return &b
}

// Keepsake returns the row of a letter that was sent by mail and can nevertheless be drawn as a
// card, because its game is played by cards. ok is false for any other row.
func Keepsake(v store.View, id int64) (row store.Row, ok bool, err error) {
	row, err = v.Row(id)
	if err != nil || store.IsCard(row.To) || row.Game == 0 || row.Erased != 0 {
		return row, false, err
	}
	s, err := v.Game(row.Game)
	return row, s.Terms.Carriers().Carrier().Dates(), err
}

// ZoneOf returns the time zone in which a player reads times: the zone that the player has set, or
// else the server's.
func (l *Ledger) ZoneOf(p store.Player) *time.Location {
	if zone, err := carrier.Zone(p.Settings[templates.SetZone]); err == nil {
		return zone
	}
	return l.Zone
}

// ZoneAt returns the time zone in which the person with an address reads times.
func (l *Ledger) ZoneAt(v store.View, address string) (*time.Location, error) {
	p, err := v.PlayerAt(address)
	if errors.Is(err, store.ErrNotFound) {
		return l.Zone, nil
	}
	return l.ZoneOf(p), err
}
