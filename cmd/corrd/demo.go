package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/store"
	"corrd/store/bolt"
)

type demoCmd struct {
	Dir    string `help:"Folder for the letters, boards and games; one that an earlier demo left is emptied first." default:"corrd-demo"`
	Medium string `help:"How the letters travel: ${enum}." enum:"email,post,telegraph" default:"email"`
	JSON   bool   `name:"json" help:"Print one line of JSON at the end, and no progress."`
}

// mailboxes are those of the clubs, game by game.
var mailboxes = [][2]string{{"edinburgh", "london"}, {"leeds", "doncaster"}}

// summary is what `corrd demo --json` prints.
type summary struct {
	Games   []gameSummary `json:"games"`
	Seconds float64       `json:"seconds"`
	Dir     string        `json:"dir"`
}

type gameSummary struct {
	ID         int64  `json:"id"`
	Result     string `json:"result"`
	Law        string `json:"law"`
	Plies      int    `json:"plies"`
	LettersIn  int    `json:"letters_in"`
	LettersOut int    `json:"letters_out"`

	cards int // the cards that the game leaves as PDF
}

// Run plays the matches and prints what the matches have left in the folder. The error says what is
// in the demo's way.
func (d demoCmd) Run(c *console) error {
	began := time.Now()
	if err := clearDemo(d.Dir); err != nil {
		return err
	}
	progress := c.out
	if d.JSON {
		progress = io.Discard
	}
	games, err := d.play(c, progress)
	if c.ctx.Err() != nil {
		return fmt.Errorf("interrupted; what was played until then is left in %s, and the next demo clears it away", d.Dir)
	}
	if err != nil {
		return err
	}
	dir, err := filepath.Abs(d.Dir)
	if err != nil {
		return err
	}
	s := summary{Games: games, Seconds: math.Round(time.Since(began).Seconds()*100) / 100, Dir: dir}
	if d.JSON {
		return printJSON(c.out, s)
	}
	return s.print(c.out)
}

// demoMark is the file by which a folder is known to be an earlier demo's.
const demoMark = "made-by-corrd-demo"

// clearDemo makes the folder, or empties one that an earlier demo made. Its
// errors say how to mend what is in the way.
func clearDemo(dir string) error {
	if dir == "" {
		return errors.New("--dir is empty; name a folder with it, or leave it out for corrd-demo")
	}
	if err := emptied(dir); err != nil {
		return fmt.Errorf("%w; name another folder with --dir", err)
	}
	return nil
}

func emptied(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	mark := filepath.Join(dir, demoMark)
	if _, err := os.Stat(mark); err != nil && len(entries) > 0 {
		return fmt.Errorf("the folder %s holds something else", dir)
	}
	if inUse(filepath.Join(dir, "corrd.db")) {
		return fmt.Errorf("another corrd works in the folder %s until it is stopped", dir)
	}
	if err := os.WriteFile(mark, nil, 0o644); err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == demoMark {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// inUse reports whether a daemon works on a store.
func inUse(path string) bool {
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		return errors.Is(err, store.ErrLocked)
	}
	db.Close()
	return false
}

// play opens a private corrd in the folder and plays both games on it.
func (d demoCmd) play(c *console, progress io.Writer) ([]gameSummary, error) {
	ctx, stop := context.WithCancel(c.ctx)
	defer stop()
	h, err := local.Open(ctx, local.Options{Dir: d.Dir, SMTP: "127.0.0.1:0", IMAP: "127.0.0.1:0", Virtual: true, Log: c.log(false)})
	if err != nil {
		return nil, err
	}
	stopped := make(chan error, 1)
	go func() { stopped <- h.Run(ctx) }()
	games, err := d.playAll(ctx, h, progress)
	stop()
	return games, errors.Join(err, <-stopped, h.Close())
}

func (d demoCmd) playAll(ctx context.Context, h *local.House, progress io.Writer) ([]gameSummary, error) {
	games, err := local.DemoGames()
	if err != nil {
		return nil, err
	}
	var results []gameSummary
	for i, g := range games {
		m, err := h.Invite(ctx, g, mailboxes[i], journeys[d.Medium].terms)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(progress, "\nGame %d: %s\n", m.ID, g.Title)
		if err := playOut(ctx, m, journeys[d.Medium].reflection, progress); err != nil {
			return nil, err
		}
		r, err := keep(ctx, m, d.Dir)
		if err != nil {
			return nil, err
		}
		if journeys[d.Medium].cards {
			if r.cards, err = keepCards(ctx, m, d.Dir); err != nil {
				return nil, err
			}
		}
		results = append(results, r)
	}
	return results, errors.Join(keepLetters(h, d.Dir), keepSite(ctx, h))
}

// journey is how the letters of the demo travel by one medium.
type journey struct {
	terms      string        // the terms of the challenge; a seed among them makes every demo meet the same losses
	reflection time.Duration // from one letter to the next
	cards      bool          // the letters are kept as printed cards too
}

var journeys = map[string]journey{
	"email":     {"", 24 * time.Hour, false},
	"post":      {"medium post, post.transit 1d..5d, post.deliveries 08:00 16:00, post.loss 0.04, seed 1824", 24 * time.Hour, true},
	"telegraph": {"medium telegraph, telegraph.transit 10m..50m, telegraph.mutilation 0.02, seed 1834", 35 * time.Minute, false},
}

// crossing is the ply, from 0, whose card crosses an offer of the other side's.
const crossing = 20

// playOut sends every letter of a game, with time for reflection between the letters, and tells
// what befell each letter on the way.
func playOut(ctx context.Context, m *local.Match, reflection time.Duration, progress io.Writer) error {
	for i, move := range m.Moves {
		if err := m.Post(ctx, i); err != nil {
			return err
		}
		ways, err := m.Journey(ctx)
		if err != nil {
			return err
		}
		if i == crossing && len(ways) > 0 {
			fmt.Fprintf(progress, "     %-10s writes %-48q and the two cross on the way\n", local.DemoSide(i).Other(), "draw?")
			if err := m.Cross(ctx, i, "draw?"); err != nil {
				return err
			}
		}
		g, err := m.Arrive(ctx, i)
		if err != nil {
			return err
		}
		played := g.Moves[i]
		fmt.Fprintf(progress, "%3d  %-10s writes %-48q played %-14s %s\n", i+1, local.DemoSide(i), move.Words, played.Descriptive, played.SAN)
		if err := befell(ctx, m, len(ways)-1, progress); err != nil {
			return err
		}
		if err := m.Wait(ctx, reflection); err != nil {
			return err
		}
	}
	return m.Finish(ctx, func(l local.DemoLetter, g control.GameView) {
		fmt.Fprintf(progress, "     %-10s writes %-48q %s\n", l.By, l.Text, standing(g))
	})
}

// befell tells the ways of the communications of a game from one on, counted from 0.
func befell(ctx context.Context, m *local.Match, from int, progress io.Writer) error {
	ways, err := m.Journey(ctx)
	if err != nil || from < 0 {
		return err
	}
	const clock = "Mon 2 Jan 15:04"
	for _, way := range ways[from:] {
		told := "handed in " + way.HandedIn.Format(clock) + ", postmark " + way.Postmark.Format(clock)
		switch {
		case way.Lost:
			told += ", lost on the way"
		case way.Delivered == nil:
			told += ", under way"
		default:
			told += ", delivered " + way.Delivered.Format(clock)
		}
		if way.Repeats != nil {
			told += ", a repeat"
		}
		if way.Carried != way.Handed {
			told += fmt.Sprintf(", came as %q", way.Carried)
		}
		if way.Charge != nil {
			told += ", " + *way.Charge
		}
		fmt.Fprintf(progress, "     %-10s %s\n", way.Side, told)
	}
	return nil
}

// standing is how a game stands, in a few words.
func standing(g control.GameView) string {
	if g.Result != nil {
		return fmt.Sprintf("%s by %s, %s", g.Result.Score, g.Result.How, g.Result.Law)
	}
	return g.State
}

func (s summary) print(out io.Writer) error {
	fmt.Fprintln(out)
	cards := ""
	for _, g := range s.Games {
		if g.cards > 0 {
			cards = "\n  cards/     the cards that the post carried (.pdf), to be looked at or printed"
		}
		fmt.Fprintf(out, "Game %d ended %s (%s) after %d moves of the men: %d letters came in, %d went out.\n", g.ID, g.Result, g.Law, g.Plies, g.LettersIn, g.LettersOut)
	}
	_, err := fmt.Fprintf(out, `%.1f seconds. What is left in %s:
  letters/   every letter, as mail (.eml): open one in a mail program, or read it with less%[3]s
  boards/    the board after each game (.png)
  games/     both games (.pgn): any chess program reads them
  books/     both games as books (.pdf), to be read or printed
  site/      both games as pages: open site/index.html in a browser
  corrd.db   the store: corrd local --clock virtual --dir %[2]s goes on with it,
             and then corrctl --socket %[2]s/corrd.sock game show 1 shows the first game
`, s.Seconds, s.Dir, cards)
	return err
}
