package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/reading"
)

type siteCmd struct {
	Build siteBuildCmd `cmd:"" help:"Write the reading room into a folder: static pages of the games that their terms let everybody see, for any web server or to be opened in a browser."`
}

type siteBuildCmd struct {
	Dir   string `arg:"" type:"path" help:"The folder, which becomes a link to the newest build in DIR-builds. One that holds something else is refused."`
	Words string `type:"existingfile" placeholder:"FILE" help:"What the first page says of the club: plain text, with headings and lists as Markdown has them."`
}

// behind is the reading room of a daemon behind its socket.
type behind struct{ *desk }

// SiteList asks the daemon which games there are.
func (b behind) SiteList(_ context.Context, a control.None) (control.SiteView, error) {
	return ask(b.desk, control.SiteList, a)
}

// SiteShow asks the daemon what the public sees of a game.
func (b behind) SiteShow(_ context.Context, a control.SiteAsking) (control.SiteGame, error) {
	b.progress.Say("corrctl: game %d", a.ID)
	return ask(b.desk, control.SiteShow, a)
}

// mostOnPage is the greatest number of bytes that is read of what the first page says of the club.
const mostOnPage = 256 << 10

// Run builds the site.
func (c siteBuildCmd) Run(d *desk) error {
	var words string
	if c.Words != "" {
		var err error
		if words, err = d.readWords(c.Words, mostOnPage, "the first page says it in fewer words"); err != nil {
			return err
		}
	}
	b, err := reading.Build(d.ctx, behind{d}, c.Dir, words)
	if unwritten := new(fs.PathError); errors.As(err, &unwritten) && strings.HasSuffix(err.Error(), unwritten.Error()) {
		return writing(err)
	}
	if err != nil {
		return err
	}
	return d.printOr(b, func() {
		fmt.Fprintf(d.out, "%s: games %d, files %d, written %d\n", b.Dir, b.Games, b.Files, b.Written)
		switch {
		case !b.Changed:
			fmt.Fprintln(d.out, "nothing has changed")
		case b.Withdrawn:
			fmt.Fprintln(d.out, "a page that was shown is gone: upload the folder anew, and remove there what is not in it")
		default:
			fmt.Fprintf(d.out, "open %s/index.html in a browser, or upload the folder\n", b.Dir)
		}
	})
}

type statsCmd struct {
	Year *int `help:"What this year brought: games and their results, disputes, letters and cards, members who came and left, and the tables of the events. With --json: year, games (begun, finished, running), results, ends, disputes (opened, settled), letters and cards (in, out), members (came, left, there), events (id, name, table), ended."`
	PGN  bool `name:"pgn" help:"With --year: the games that ended in it, as PGN."`
}

// Run prints how much of everything there is, or what a year brought.
func (c statsCmd) Run(d *desk) error {
	switch {
	case c.PGN && c.Year == nil:
		return usage("--pgn goes with --year, as in: corrctl stats --year 2026 --pgn")
	case c.PGN:
		return show(d, control.StatsPGN, control.Year{Year: *c.Year}, func(t control.Text) { fmt.Fprint(d.out, t.Text) })
	case c.Year != nil:
		return show(d, control.StatsYear, control.Year{Year: *c.Year}, d.printYear)
	}
	return show(d, control.StatsShow, control.None{}, func(s control.StatsView) {
		fmt.Fprintf(d.out, "%-24s %d\n%-24s %d\n%-24s %d\n", "players", s.Players, "challenges open", s.Open, "disputes open", s.Disputes)
		for _, part := range []struct {
			name string
			of   map[string]int
		}{{"games", s.Games}, {"letters in", s.Waiting}, {"letters out", s.Outbox}} {
			for _, state := range slices.Sorted(maps.Keys(part.of)) {
				fmt.Fprintf(d.out, "%-24s %d\n", part.name+" "+state, part.of[state])
			}
		}
	})
}

// printYear prints what a year brought.
func (d *desk) printYear(y control.YearView) {
	line := func(what string, n any) { fmt.Fprintf(d.out, "%-24s %v\n", what, n) }
	counts := func(what string, of map[string]int) {
		for _, name := range slices.Sorted(maps.Keys(of)) {
			line(what+" "+strings.ReplaceAll(name, "_", " "), of[name])
		}
	}
	line("year", y.Year)
	line("games begun", y.Games.Begun)
	line("games finished", y.Games.Finished)
	counts("  of these", y.Results)
	counts("  by", y.Ends)
	line("games that go on", y.Games.Running)
	line("disputes opened", y.Disputes.Opened)
	line("disputes settled", y.Disputes.Settled)
	line("letters in", y.Letters.In)
	line("letters out", y.Letters.Out)
	line("cards in", y.Cards.In)
	line("cards out", y.Cards.Out)
	line("members", y.Members.There)
	line("members who came", named(y.Members.Came))
	line("members who left", named(y.Members.Left))
	for _, e := range y.Events {
		fmt.Fprintf(d.out, "\n%s\n%s\n", e.Name, strings.TrimRight(e.Table, "\n"))
	}
}

// named counts people and names them.
func named(all []string) string {
	return strings.TrimSuffix(fmt.Sprintf("%d: %s", len(all), strings.Join(all, ", ")), ": ")
}
