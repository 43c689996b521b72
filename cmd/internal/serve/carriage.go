package serve

import (
	"context"
	"fmt"
	"reflect"
	"strings"

	"corrd/game/carrier"
	"corrd/templates/texts"
)

// PostConfig is how cards travel in a game whose challenge does not say otherwise.
type PostConfig struct {
	Collections Setting `toml:"collections"`
	Deliveries  Setting `toml:"deliveries"`
	Transit     Setting `toml:"transit"`
	Closed      Setting `toml:"closed"`
	Loss        Setting `toml:"loss"`
	Grace       Setting `toml:"grace"`
	Excess      Setting `toml:"excess"`
}

// TelegraphConfig is how forms travel in such a game.
type TelegraphConfig struct {
	Hours      Setting `toml:"hours"`
	Transit    Setting `toml:"transit"`
	Tariff     Setting `toml:"tariff"`
	Mutilation Setting `toml:"mutilation"`
}

// Setting is a value as a challenge would write it: a text, a number, or a list of texts.
type Setting string

// UnmarshalTOML reads a value.
func (s *Setting) UnmarshalTOML(value any) error {
	*s = Setting(strings.ReplaceAll(termValue(value), ", ", " "))
	return nil
}

// lines returns the keys of a section and their values, in the order of the sample.
func lines(section any) (all [][2]string) {
	v := reflect.ValueOf(section)
	for i := range v.NumField() {
		all = append(all, [2]string{v.Type().Field(i).Tag.Get("toml"), v.Field(i).String()})
	}
	return all
}

// carriage returns the terms of carriage that the sections [post] and [telegraph] make the defaults.
// The error of carriage is a wrongKey.
func (c *Config) carriage() (carrier.Settings, error) {
	s := carrier.Default()
	for i, section := range []any{c.Post, c.Telegraph} {
		name := []string{"post", "telegraph"}[i]
		for _, line := range lines(section) {
			term := name + "." + line[0]
			if line[0] == "excess" { // "excess" is the one term of the post that stands without its name
				term = line[0]
			}
			changed, refusal := s.Set(term, line[1])
			if refusal != "" {
				key := name + "." + line[0]
				return s, wrongKey{key, fmt.Sprintf("%s = %q: %s", key, line[1], texts.Because(refusal))}
			}
			s = changed
		}
	}
	return s, nil
}

// carriers tells how cards and forms travel in games to come.
func (d *doctor) carriers(context.Context) Finding {
	tell := func(section any) string {
		var words []string
		for _, line := range lines(section) {
			words = append(words, line[0]+" "+line[1])
		}
		return strings.Join(words, ", ")
	}
	return ok("games to come: by post %s; by telegraph %s; hours of %s", tell(d.Post), tell(d.Telegraph), d.Server.Zone)
}
