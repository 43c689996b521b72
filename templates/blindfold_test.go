package templates

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/mailer"
)

// position finds what tells where men stand: a FEN, a row of the board, or the
// list of the men.
var position = regexp.MustCompile(`(?:[1-8pnbrqkPNBRQK]+/){7}[1-8pnbrqkPNBRQK]+|[1-8] \||(?:White|Black) King K?|board\.png|The board as it stands|it is one of these:`)

// all is everything a page carries, as one text.
func all(p mailer.Page) string {
	var b strings.Builder
	b.WriteString(asText(p) + p.HTML)
	for _, part := range p.Inline {
		b.WriteString(part.Name + part.Type)
	}
	return b.String()
}

// TestBlindfold: no letter of a blindfold game tells a position, whatever has happened in the game.
func TestBlindfold(t *testing.T) {
	kinds := map[string]bool{}
	for i, s := range scenes {
		if s.terms["position"] != "" || testing.Short() && i%4 != 0 {
			continue
		}
		terms := map[string]string{"board": "blindfold"}
		maps.Copy(terms, s.terms)
		g := sit(t, terms, s.settings)
		for _, step := range append([]string{""}, s.script...) {
			if step != "" {
				g.step(step)
			}
			for _, l := range g.letters {
				kinds[l.letter.Kind] = true
				p := l.page(t)
				if found := position.FindString(all(p)); found != "" && !(g.state.Result != nil && strings.Contains(all(p), "[FEN ")) {
					t.Errorf("%s of %v tells %q:\n%s", l.name(), s.script, found, p.Text)
				}
			}
		}
		if s.terms["odds"] != "" && g.state.Result == nil && strings.Contains(PGN(g.state, [2]string{"A", "B"}, testOffice), "FEN") {
			t.Errorf("the PGN of %v tells the position", s.terms)
		}
	}
	if len(kinds) < 20 {
		t.Errorf("only letters of the kinds %v were looked at", kinds)
	}
}

// The same holds for what a player asks the office for.
func TestBlindfoldOffice(t *testing.T) {
	g := staged(t, scene{terms: map[string]string{"board": "blindfold"}, script: []string{"white: P-K4", "black: P-K4"}})
	for _, topic := range []Topic{Show, History, PGNText} {
		p, err := OfficePage(OfficeLetter{Kind: "office", Data: Data{Topic: topic, Game: 12}, State: g.state,
			Names: [2]string{"Alice Example", "Bob Example"}, Reader: reader(board.White, nil), Log: g.log, Now: g.now, Office: testOffice})
		if err != nil {
			t.Fatal(err)
		}
		if found := position.FindString(all(p)); found != "" {
			t.Errorf("%s tells %q:\n%s", topic, found, p.Text)
		}
	}
}

// Sealed conditional moves are told to nobody but their sender before they are
// arrived at, and those that lie beyond not even then.
func TestSealed(t *testing.T) {
	g := sit(t, map[string]string{"conditionals": "sealed"}, nil)
	g.letters = nil
	hidden := regexp.MustCompile(`P-KR3|B-Kt5|\bh3\b|onditional moves`)
	steps := []string{"white: 1. P-K4; if P-QR3 2. B-B4; if P-QR4 3. P-KR3", "white: If P-QKt3, B-Kt5", "black: show", "black: P-QR3\nI offer a draw"}
	for _, step := range steps {
		g.step(step)
		for _, l := range g.letters {
			if p := l.page(t); l.letter.Reader.Side == board.Black && hidden.MatchString(all(p)) {
				t.Errorf("after %q the letter %s says %q:\n%s", step, l.name(), hidden.FindString(all(p)), p.Text)
			}
			if l.letter.Reader.Side == board.Black && l.letter.Kind == "conditional" {
				t.Errorf("after %q the opponent has a letter of conditionals", step)
			}
		}
	}
	if line := g.state.Line; len(line) != 3 || !line[2].Conditional {
		t.Errorf("the series has not fired: %+v", line)
	}
}
