package clerk

import (
	"cmp"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"corrd/cmd/internal/challenge"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/store"
	"corrd/templates"
)

func forOffice(k interpret.Kind) bool {
	switch k {
	case interpret.KindShow, interpret.KindHistory, interpret.KindPGN, interpret.KindGames, interpret.KindHelp,
		interpret.KindRepeat, interpret.KindSet, interpret.KindTry, interpret.KindAddress,
		interpret.KindStop, interpret.KindBlock, interpret.KindUnblock, interpret.KindUnregister, interpret.KindLaw:
		return true
	}
	return false
}

// commands carries out the statements for the office and the registrar. All
// settings are made; a letter has one answer, which is to the first of the
// others, or tells of all its challenges, and names what it leaves. s is the seat whose key the letter
// carries; nil without one.
func (d *desk) commands(p store.Player, s *ledger.Seat, all []interpret.Statement) error {
	settings, others := settingsIn(all)
	if len(settings) > 0 {
		data, err := d.set(&p, settings)
		if err != nil {
			return err
		}
		if len(others) == 0 {
			return d.office(data)
		}
	}
	challenges, rest := partition(others, func(st interpret.Statement) bool { return st.Kind == interpret.KindChallenge })
	if len(challenges) > 0 {
		d.player, d.left = &p, append(d.left, textsOf(rest)...)
		return d.challenges(challenges)
	}
	d.left = append(d.left, textsOf(others[1:])...)
	return d.command(p, s, others[0])
}

// partition parts the statements of which something holds from the others.
func partition(all []interpret.Statement, holds func(interpret.Statement) bool) (those, others []interpret.Statement) {
	for _, st := range all {
		if holds(st) {
			those = append(those, st)
		} else {
			others = append(others, st)
		}
	}
	return those, others
}

func textsOf(all []interpret.Statement) (texts []string) {
	for _, st := range all {
		texts = append(texts, st.Text)
	}
	return texts
}

// settingsIn parts the settings from the other statements.
func settingsIn(all []interpret.Statement) (settings []interpret.Term, others []interpret.Statement) {
	for _, st := range all {
		if st.Kind == interpret.KindSet {
			settings = append(settings, st.Terms...)
		} else {
			others = append(others, st)
		}
	}
	return settings, others
}

// command carries out one statement for the office or the registrar.
func (d *desk) command(p store.Player, s *ledger.Seat, st interpret.Statement) error {
	switch st.Kind {
	case interpret.KindRegister:
		return d.register(st)
	case interpret.KindWithdrawChallenge:
		d.player = &p
		return d.withdrawNumbered(st)
	case interpret.KindHelp:
		return d.office(templates.Data{Topic: templates.Help, Words: strings.ToLower(st.Words)})
	case interpret.KindGames:
		lines, err := d.gameLines(p)
		open, err2 := d.challengeLines(p)
		if err != nil {
			return err
		}
		if err2 != nil {
			return err2
		}
		return d.office(templates.Data{Topic: templates.Games, Lines: lines, Open: open})
	case interpret.KindAddress:
		return d.address(p, s != nil, st)
	case interpret.KindStop:
		return d.stop(p)
	case interpret.KindBlock, interpret.KindUnblock:
		return d.block(p, st)
	case interpret.KindUnregister:
		return d.unregister(p, st)
	case interpret.KindLaw:
		return d.law(p, s, st)
	}
	return d.aboutGame(p, s, st)
}

// office answers with an office letter and ends the letter.
func (d *desk) office(data templates.Data) error {
	return d.reply("office", data, store.Answered, string(data.Topic))
}

// aboutGame answers a command that shows one game to one of its players.
func (d *desk) aboutGame(p store.Player, s *ledger.Seat, st interpret.Statement) error {
	words, terms := strings.CutPrefix(st.Words, "terms")
	named, err := strconv.ParseInt(strings.TrimSpace(words), 10, 64)
	if terms && st.Kind == interpret.KindShow {
		return d.showTerms(p, s, named)
	}
	if err == nil || s == nil {
		other, err := d.seatMeant(p, named)
		if err != nil {
			return err
		}
		switch {
		case other.Game.ID != 0:
			s = &other
		case named != 0:
			return d.reply("refused", templates.Data{Topic: templates.NotYourGame, Number: named}, store.Returned, "not their game")
		default:
			return d.reply("asked", templates.Data{Topic: templates.WhichGame}, store.Returned, "which game?")
		}
	}
	data := templates.Data{Game: s.Game.ID, Side: s.Side, Seq: s.Game.Seq}
	d.rec.Game, d.rec.Side = s.Game.ID, s.Side
	switch st.Kind {
	case interpret.KindHistory:
		data.Topic = templates.History
	case interpret.KindPGN:
		data.Topic = templates.PGNText
	case interpret.KindTry:
		return d.try(*s, st, data)
	case interpret.KindRepeat:
		data.Topic = templates.Show
		return d.reply("repeat", data, store.Answered, "repeated")
	default:
		data.Topic = templates.Show
	}
	return d.office(data)
}

// seatMeant is a player's ledger.Seat in the game they name, or in the only one they are
// playing; that of game 0 where there is none.
func (d *desk) seatMeant(p store.Player, named int64) (ledger.Seat, error) {
	if named == 0 {
		only, err := d.onlyGame(p)
		if err != nil {
			return ledger.Seat{}, err
		}
		named = only
	}
	return ledger.SeatIn(d.tx, p, named)
}

// try says what words express in the present position; it is no communication,
// and is refused while the sender is to choose or to comply.
func (d *desk) try(s ledger.Seat, st interpret.Statement, data templates.Data) error {
	data.Topic, data.Words = templates.Tried, st.Words
	number, _ := s.Game.TurnNumber()
	switch {
	case s.Game.Terms.Blindfold():
		data.Reason = "In a blindfold game no moves are tried: the answer would tell of the position."
	case len(st.Moves) == 0 || !s.Game.MayTry(s.Side):
		data.Reason = "Moves can be tried only in your own turn, while you may use any means, with nothing else open."
	default:
		position := s.Game.Position
		result := st.Moves[0].Readings(&position, s.Game.Code().Rules(s.Game.Terms))
		data.Words, data.Number = st.Moves[0].Text, int64(number)
		data.Lines = describe(&s.Game, &position, result)
	}
	return d.office(data)
}

// verdicts are what the words tried would come to.
var verdicts = map[notation.Verdict]string{
	notation.One:            "one legal move:",
	notation.Several:        "more than one legal move:",
	notation.Illegal:        "no legal move",
	notation.Unintelligible: "nothing that can be understood as a move",
}

func describe(s *game.State, p *board.Position, r notation.Result) []string {
	lines := []string{verdicts[r.Verdict]}
	for i, m := range r.Moves {
		lines = append(lines, fmt.Sprintf("%d. %s (%s)", i+1, notation.Record(p, m), s.SAN(p, m)))
	}
	if s.Hushed() {
		return lines
	}
	return append(lines, r.Remarks...)
}

// gameLines lists a player's games, one line each.
func (d *desk) gameLines(p store.Player) ([]string, error) {
	ids, err := d.tx.GamesOf(p.ID)
	if err != nil {
		return nil, err
	}
	lines := []string{}
	for _, id := range ids {
		s, err := ledger.SeatIn(d.tx, p, id)
		if err != nil {
			return nil, err
		}
		both, err := ledger.Names(d.tx, s.Game)
		if err != nil {
			return nil, err
		}
		lines = append(lines, gameLine(s, both[s.Side.Other()]))
	}
	return lines, nil
}

func gameLine(s ledger.Seat, opponent string) string {
	status := gameStatus(s.Game)
	if m := s.Game.Match; m != nil {
		status += fmt.Sprintf(" (number %d of a match of %d)", m.Number, m.Games)
	}
	return fmt.Sprintf("game %d: you have the %s men against %s; %s", s.Game.ID, s.Side, opponent, status)
}

// gameStatus says how far a game has come, and what is waited for.
func gameStatus(g game.State) string {
	number, side := g.TurnNumber()
	switch {
	case g.Result != nil:
		return fmt.Sprintf("finished, %s", g.Result.Score)
	case g.Phase == game.Suspended:
		return fmt.Sprintf("move %d, suspended", number)
	case g.Resting():
		return fmt.Sprintf("move %d, adjourned", number)
	case g.Sealed != nil:
		return fmt.Sprintf("move %d, %s has sealed a move", number, side)
	case g.Phase == game.OffenceOpen:
		return fmt.Sprintf("move %d, %s to send a legal move, or %s to exact a penalty or waive it", number, side, side.Other())
	case g.Held != nil:
		return fmt.Sprintf("move %d, %s to choose", number, side.Other())
	}
	return fmt.Sprintf("move %d, %s to play", number, side)
}

// settable are the settings a player has, with what each may be.
var settable = map[string][]string{
	"notation": {"descriptive", "algebraic", "both"},
	"diagram":  {"on", "off"},

	players.Reminders:  {"on", players.Off},
	players.Challenges: {"on", players.Off},
}

// set changes how letters to a player look, and gives what to tell them of it.
func (d *desk) set(p *store.Player, terms []interpret.Term) (templates.Data, error) {
	data := templates.Data{Topic: templates.Settings}
	if !d.proven() {
		data.Reason = "corrd cannot be certain that this letter came from you, and so nothing is set: please write the same in answer to this letter."
		terms = nil
	}
	settings := map[string]string{}
	maps.Copy(settings, p.Settings)
	for _, t := range terms {
		value, refusal := setting(t)
		if refusal != "" {
			data.Reason = refusal
			continue
		}
		settings[t.Key] = value
	}
	p.Settings = settings
	for _, s := range [][2]string{{"notation", "both"}, {"diagram", "on"}, {"timezone", cmp.Or(d.cfg.Zone, "UTC")}, {players.Reminders, "on"}, {players.Challenges, "on"}} {
		data.Lines = append(data.Lines, s[0]+" "+cmp.Or(settings[s[0]], s[1]))
	}
	return data, d.tx.PutPlayer(p)
}

// setting gives the value a player sets, or why it cannot be set.
func setting(t interpret.Term) (value, refusal string) {
	if t.Key == "timezone" {
		if _, err := time.LoadLocation(t.Value); err != nil {
			return "", fmt.Sprintf("There is no time zone %q; name one as in: set timezone Europe/London.", t.Value)
		}
		return t.Value, ""
	}
	for _, v := range settable[t.Key] {
		if strings.EqualFold(v, t.Value) {
			return v, ""
		}
	}
	if values, ok := settable[t.Key]; ok {
		return "", fmt.Sprintf("The setting %s can be: %s.", t.Key, strings.Join(values, ", "))
	}
	return "", fmt.Sprintf("There is no setting %q; you can set notation, diagram, timezone, reminders and challenges.", t.Key)
}

// challengeLines lists the challenges of a player's that wait, one line each.
func (d *desk) challengeLines(p store.Player) (lines []string, err error) {
	open, err := d.tx.ChallengesOf(p.ID)
	if err != nil {
		return nil, err
	}
	for _, ch := range open {
		who, err := challenge.NameOf(d.tx, ch.From, "")
		if err != nil {
			return nil, err
		}
		line := fmt.Sprintf("challenge %d: %s's to you", ch.ID, who)
		switch {
		case ch.From == p.ID:
			opponent, err := challenge.NameOf(d.tx, ch.ToID, ch.To)
			if err != nil {
				return nil, err
			}
			line = fmt.Sprintf("challenge %d: yours to %s", ch.ID, opponent)
		case ch.ToID != p.ID:
			line = fmt.Sprintf("challenge %d: %s's, in which you are asked to play in consultation", ch.ID, who)
		}
		lines = append(lines, line+", of "+ch.At.Format("2 January 2006"))
	}
	return lines, nil
}
