package serve

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"corrd/game/codes"
	"corrd/interpret"
)

// TestCarriage checks that a challenge by post or by telegraph has the terms of the section
// [post] or [telegraph], and that an e-mail game has none of them.
func TestCarriage(t *testing.T) {
	c, err := Parse(least + `
[post]
transit = "1d..4d"
loss = 0.05
closed = ["Sundays", "2026-12-25"]
excess = "double 20"
[telegraph]
tariff = "foreign"
`)
	if err != nil {
		t.Fatal(err)
	}
	usual, err := c.terms()
	if err != nil {
		t.Fatal(err)
	}
	for medium, want := range map[string]string{
		"post":      "post.transit 1d..4d, post.closed Sundays 2026-12-25, post.loss 0.05, post.grace 14d, excess double 20",
		"telegraph": "telegraph.hours 08:00-20:00, telegraph.transit 20m, telegraph.tariff foreign, telegraph.mutilation 0",
	} {
		agreed, refusal := codes.ParseChallenge([]interpret.Term{{Key: "medium", Value: medium}}, usual, false)
		if lines := strings.Join(agreed.Lines(), ", "); refusal != "" || !strings.Contains(lines, want) {
			t.Errorf("%s %s", lines, refusal)
		}
	}
	agreed, refusal := codes.ParseChallenge(nil, usual, false)
	if lines := strings.Join(agreed.Lines(), ", "); refusal != "" || agreed.Carriage != nil || strings.Contains(lines, "post.") {
		t.Errorf("by e-mail: %s %s", lines, refusal)
	}
	if f := (&doctor{Config: c}).carriers(context.Background()); f.Verdict != OK || !strings.Contains(f.Found, "transit 1d..4d") {
		t.Errorf("doctor: %+v", f)
	}
}

// TestCarriageThatCannotBe checks that the error for an impossible value names its line, its key
// and the possible values, and that the error for an unknown key names the nearest key.
func TestCarriageThatCannotBe(t *testing.T) {
	for text, want := range map[string]string{
		"[post]\ntransit = \"-1d\"":            `post.transit = "-1d"`,
		"[post]\ntransit = \"4d..1d\"":         `post.transit = "4d..1d"`,
		"[post]\ncollections = []":             `post.collections = ""`,
		"[post]\ndeliveries = \"25:00\"":       `post.deliveries = "25:00"`,
		"[post]\nloss = 2":                     `post.loss = "2"`,
		"[post]\nexcess = \"triple 20\"":       `post.excess = "triple 20"`,
		"[post]\ntransitt = \"2d\"":            "the nearest is post.transit",
		"[telegraph]\nhours = \"20:00-08:00\"": `telegraph.hours = "20:00-08:00"`,
		"[telegraph]\ntariff = \"a penny\"":    `telegraph.tariff = "a penny"`,
		"[telegraph]\nmutilation = -0.1":       `telegraph.mutilation = "-0.1"`,
		"[telegraph]\ntarif = \"inland\"":      "the nearest is telegraph.tariff",
		"[post]\ntransit = 2":                  `post.transit = "2"`,
		"[terms]\nmedium = \"pigeon\"":         "email, post, telegraph",
	} {
		_, err := Parse(least + text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
		last := fmt.Sprintf("line %d: ", strings.Count(least+text, "\n")+1)
		if err != nil && !strings.HasPrefix(text, "[terms]") && !strings.HasPrefix(err.Error(), last) {
			t.Errorf("%s: %v, not %s", text, err, last)
		}
	}
	if c, err := Parse(least + "[terms]\nmedium = \"telegraph\""); err != nil {
		t.Errorf("telegraph as the default: %v", err)
	} else if usual, err := c.terms(); err != nil || usual.Medium != "telegraph" || usual.Leave != "none" {
		t.Errorf("%+v %v", usual.Lines(), err)
	}
}
