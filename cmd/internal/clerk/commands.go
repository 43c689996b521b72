package clerk

import (
	"cmp"
	"maps"
	"strings"
	"time"

	"corrd/cmd/internal/desk"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/cmd/internal/registrar"
	"corrd/cmd/internal/tournaments"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// commands carries out the statements for the office and the registrar. All settings are made. A
// letter gets one answer: to all its challenges, or else to the first of the other statements.
// The answer names the statements that were left out. s is the seat whose key the letter carries;
// nil without such a key.
func (d *taking) commands(p store.Player, s *ledger.Seat, all []interpret.Statement) error {
	settings, others := settingsIn(all)
	if len(settings) > 0 {
		data, err := d.set(&p, settings)
		if err != nil {
			return err
		}
		if len(others) == 0 {
			return d.Office(data)
		}
	}
	challenges, rest := partition(others, func(st interpret.Statement) bool { return st.Kind == interpret.KindChallenge })
	if len(challenges) > 0 {
		d.Player, d.Left = &p, append(d.Left, desk.TextsOf(desk.WithoutWords(rest))...)
		return registrar.At(d.Desk).Challenges(challenges)
	}
	d.Left = append(d.Left, desk.TextsOf(others[1:])...)
	return d.command(p, s, others[0])
}

// partition separates the statements for which holds is true from the others.
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

// settingsIn separates the settings from the other statements.
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
func (d *taking) command(p store.Player, s *ledger.Seat, st interpret.Statement) error {
	switch st.Kind {
	case interpret.KindRegister:
		return registrar.At(d.Desk).Register(st)
	case interpret.KindWithdrawChallenge:
		d.Player = &p
		return registrar.At(d.Desk).WithdrawNumbered(st)
	case interpret.KindHelp:
		return d.Office(templates.Data{Topic: templates.Help, Words: strings.ToLower(st.Words)})
	case interpret.KindGames:
		lines, err := d.gameLines(p)
		open, err2 := registrar.At(d.Desk).ChallengeLines(p)
		if err != nil {
			return err
		}
		if err2 != nil {
			return err2
		}
		return d.Office(templates.Data{Topic: templates.Games, Lines: lines, Open: open})
	case interpret.KindAddress:
		return registrar.At(d.Desk).Address(p, s != nil, st)
	case interpret.KindStop:
		return registrar.At(d.Desk).Stop(p)
	case interpret.KindStopNews:
		return registrar.At(d.Desk).StopNews(p)
	case interpret.KindBlock, interpret.KindUnblock:
		return registrar.At(d.Desk).Block(p, st)
	case interpret.KindUnregister:
		return registrar.At(d.Desk).Unregister(p, st)
	case interpret.KindLeaveEverywhere:
		return d.leaveEverywhere(p, st)
	case interpret.KindEvents:
		return registrar.At(d.Desk).Events(p)
	case interpret.KindEnter, interpret.KindTable, interpret.KindWithdrawEntry:
		return registrar.At(d.Desk).AboutEvent(d.director(), p, st)
	case interpret.KindLaw:
		return d.law(p, s, st)
	case interpret.KindWatch, interpret.KindUnwatch:
		return d.observes(p, st)
	}
	return d.aboutGame(p, s, st)
}

// settable lists the settings of a player, with the values that each may have.
var settable = map[string][]string{
	"notation": {"descriptive", "algebraic", "both"},
	"diagram":  {"on", "off"},
	"calendar": {"on", "off"},

	players.Sheet:      {players.SheetWeekly, players.Off},
	players.Reminders:  {"on", players.Off},
	players.Challenges: {"on", players.Off},
	players.News:       {"on", players.Off},
	tournaments.Tables: {tournaments.TablesOn, "off"},
	ledger.Umpiring:    {ledger.Consents, ledger.Declines},

	ledger.BookNotes:  {"yes", ledger.NoNotes},
	ledger.PublicName: {ledger.PublicYes, "no"},
	ledger.BookPapers: {string(press.A4), string(press.Letter)},
}

// set changes the settings of a player for the look of letters, and gives what to tell the player
// of the change.
func (d *taking) set(p *store.Player, terms []interpret.Term) (templates.Data, error) {
	data := templates.Data{Topic: templates.Settings}
	if !d.Proven() {
		data.Reason = texts.Say("set uncertain")
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
	listed := ledger.IsPublic(*p)
	p.Settings = settings
	if listed && !ledger.IsPublic(*p) {
		if err := players.Unlisted(d.Tx, d.Ledger); err != nil {
			return data, err
		}
	}
	for _, s := range [][2]string{{"notation", "both"}, {"diagram", "on"}, {"timezone", cmp.Or(d.cfg.Zone, "UTC")}, {"calendar", "off"}, {players.Sheet, players.Off}, {players.Reminders, "on"}, {players.Challenges, "on"}, {players.News, "on"}, {tournaments.Tables, "off"}, {ledger.Umpiring, ledger.Declines},
		{ledger.BookNotes, "yes"}, {ledger.PublicName, "no"}, {ledger.BookPapers, cmp.Or(d.cfg.Paper, string(press.A4))}} {
		data.Lines = append(data.Lines, s[0]+" "+cmp.Or(settings[s[0]], s[1]))
	}
	return data, d.Tx.PutPlayer(p)
}

// setting returns the value that a player sets, or the reason why the value cannot be set.
func setting(t interpret.Term) (value, refusal string) {
	if t.Key == "timezone" {
		if _, err := time.LoadLocation(t.Value); err != nil {
			return "", texts.Say("set no zone", t.Value)
		}
		return t.Value, ""
	}
	for _, v := range settable[t.Key] {
		if strings.EqualFold(v, t.Value) {
			return v, ""
		}
	}
	if values, ok := settable[t.Key]; ok {
		return "", texts.Say("set values", t.Key, strings.Join(values, ", "))
	}
	return "", texts.Say("set unknown", t.Key)
}
