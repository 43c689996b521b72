package clerk

import (
	"cmp"
	"maps"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/game/carrier"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/press"
	"corrd/templates/texts"
)

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

// settable lists the settings of a player, with the values that each may have.
var settable = map[string][]string{
	"notation": {"descriptive", "algebraic", "both"},
	"diagram":  {"on", "off"},
	"calendar": {"on", "off"},

	ledger.Sheet:       {ledger.SheetWeekly, ledger.SettingOff},
	ledger.Reminders:   {"on", ledger.SettingOff},
	ledger.Challenges:  {"on", ledger.SettingOff},
	ledger.News:        {"on", ledger.SettingOff},
	tournaments.Tables: {tournaments.TablesOn, "off"},
	ledger.Umpiring:    {ledger.Consents, ledger.Declines},

	ledger.BookNotes:  {"yes", ledger.NoNotes},
	ledger.PublicName: {ledger.PublicYes, "no"},
	ledger.BookPapers: {string(press.A4), string(press.Letter)},
}

// set changes the settings of a player for the look of letters, and returns what to tell the player
// of the change.
func (d *taking) set(p *store.Player, wanted []interpret.Term) (templates.Data, error) {
	data := templates.Data{Topic: templates.Settings}
	if !d.Proven() {
		data.Reason = texts.Say("set uncertain")
		wanted = nil
	}
	settings := map[string]string{}
	maps.Copy(settings, p.Settings)
	for _, t := range wanted {
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
		if err := ledger.Unlisted(d.Tx, d.Ledger); err != nil {
			return data, err
		}
	}
	for _, s := range [][2]string{{"notation", "both"}, {"diagram", "on"}, {"timezone", cmp.Or(d.cfg.Zone, "UTC")}, {"calendar", "off"}, {ledger.Sheet, ledger.SettingOff}, {ledger.Reminders, "on"}, {ledger.Challenges, "on"}, {ledger.News, "on"}, {tournaments.Tables, "off"}, {ledger.Umpiring, ledger.Declines},
		{ledger.BookNotes, "yes"}, {ledger.PublicName, "no"}, {ledger.BookPapers, cmp.Or(d.cfg.Paper, string(press.A4))}} {
		data.Lines = append(data.Lines, s[0]+" "+cmp.Or(settings[s[0]], s[1]))
	}
	return data, d.Tx.PutPlayer(p)
}

// unset returns those of some settings that set refuses, as they are written.
func (d *taking) unset(wanted []interpret.Term) (refused []string) {
	for _, t := range wanted {
		if _, refusal := setting(t); refusal != "" || !d.Proven() {
			refused = append(refused, "set "+t.Key+" "+t.Value)
		}
	}
	return refused
}

// setting returns the value that a player sets, or the reason why the value cannot be set.
func setting(t interpret.Term) (value, refusal string) {
	if t.Key == "timezone" {
		if _, err := carrier.Zone(t.Value); err != nil {
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
	for _, line := range terms.Default().Lines() {
		if strings.HasPrefix(line, t.Key+" ") {
			return "", texts.Say("set term", t.Key)
		}
	}
	return "", texts.Say("set unknown", t.Key)
}
