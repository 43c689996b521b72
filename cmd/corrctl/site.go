package main

import (
	"context"
	"fmt"
	"os"

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

// Run builds the site.
func (c siteBuildCmd) Run(d *desk) error {
	var words []byte
	if c.Words != "" {
		var err error
		if words, err = os.ReadFile(c.Words); err != nil {
			return err
		}
	}
	b, err := reading.Build(d.ctx, behind{d}, c.Dir, string(words))
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
