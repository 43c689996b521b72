package clerk

import (
	"cmp"
	"maps"
	"strings"

	"corrd/cmd/internal/ledger"
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
	house := map[string]string{templates.SetZone: cmp.Or(d.cfg.Zone, "UTC"), templates.SetPaper: cmp.Or(d.cfg.Paper, string(press.A4))}
	for _, s := range ledger.Settings {
		data.Lines = append(data.Lines, s.Name+" "+cmp.Or(settings[s.Name], s.Default, house[s.Name]))
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
	s, known := ledger.SettingNamed(t.Key)
	if known && s.Values == nil {
		if _, err := carrier.Zone(t.Value); err != nil {
			return "", texts.Say("set no zone", t.Value)
		}
		return t.Value, ""
	}
	for _, v := range s.Values {
		if strings.EqualFold(v, t.Value) {
			return v, ""
		}
	}
	if known {
		return "", texts.Say("set values", t.Key, strings.Join(s.Values, ", "))
	}
	for _, line := range terms.Default().Lines() {
		if strings.HasPrefix(line, t.Key+" ") {
			return "", texts.Say("set term", t.Key)
		}
	}
	return "", texts.Say("set unknown", t.Key, texts.List(ledger.SettingNames()))
}
