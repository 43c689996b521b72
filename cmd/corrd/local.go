package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/local"
	"corrd/cmd/internal/office"
	"corrd/cmd/internal/umpire"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates/texts"
)

type localCmd struct {
	Dir       string     `help:"Folder for the store, the mailboxes and the secret of the keys." default:"corrd-local"`
	SMTP      string     `name:"smtp" help:"Where letters are handed in; port 0 takes a free one." default:"127.0.0.1:2525"`
	IMAP      string     `name:"imap" help:"Where mailboxes are read; port 0 takes a free one." default:"127.0.0.1:1143"`
	Socket    string     `help:"Control socket; corrd.sock in the folder unless named." placeholder:"PATH"`
	Site      string     `help:"Where browsers on this machine find the reading room: 127.0.0.1:8080; port 0 takes a free one. Nowhere unless named." placeholder:"ADDRESS"`
	Clock     string     `help:"real, or virtual: it stands still except for corrctl clock advance." enum:"real,virtual" default:"real"`
	Start     instant    `help:"First reading of a virtual clock." default:"2026-01-01T00:00Z"`
	Terms     usualTerms `help:"Terms of games to come whose challenge does not say otherwise, written as in a challenge." placeholder:"TERMS"`
	Seed      uint64     `help:"Draw lots that can be foreseen: for tests only." placeholder:"N"`
	NewSecret bool       `name:"new-secret" help:"The secret file is lost or was replaced: go on with another, and let the keys in all letters that are out die."`
	Verbose   bool       `short:"v" help:"Log every letter."`
	JSON      bool       `name:"json" help:"Say how to join in one line of JSON."`
}

// instant is a time in the form of the command line: 2026-01-01T00:00Z.
type instant time.Time

// UnmarshalText reads an instant, with or without seconds.
func (i *instant) UnmarshalText(text []byte) error {
	at, err := umpire.ParseInstant(string(text))
	*i = instant(at)
	return err
}

// usualTerms are the terms of a challenge that says nothing; none: terms.Default.
type usualTerms struct{ of *terms.Terms }

// UnmarshalText reads terms as a challenge writes them.
func (u *usualTerms) UnmarshalText(text []byte) error {
	read, refusal := codes.ParseTerms(interpret.ParseTerms(string(text)), terms.Default())
	if refusal != "" {
		return fmt.Errorf("%s; write terms as a challenge does: --terms \"medium post, post.loss 0.05\"", strings.TrimSuffix(texts.Because(refusal), "."))
	}
	u.of = &read
	return nil
}

// lines tells those of the terms that are not the default.
func (u usualTerms) lines() (told []string) {
	if u.of == nil {
		return nil
	}
	usual := terms.Default().Lines()
	return slices.DeleteFunc(u.of.Lines(), func(line string) bool { return slices.Contains(usual, line) })
}

// joined is what `corrd local --json` prints when it is ready.
type joined struct {
	SMTP    string `json:"smtp"`
	IMAP    string `json:"imap"`
	Socket  string `json:"socket"`
	Domain  string `json:"domain"`
	Address string `json:"address"`
	Dir     string `json:"dir"`
	Site    string `json:"site,omitempty"`
}

// Run prints how to join, and works until the process is stopped.
func (l localCmd) Run(c *console) error {
	h, err := local.Open(c.ctx, local.Options{Dir: l.Dir, SMTP: l.SMTP, IMAP: l.IMAP, Socket: l.Socket, Room: l.Site,
		Virtual: l.Clock == "virtual", Start: time.Time(l.Start), Seed: l.Seed, Terms: l.Terms.of, NewSecret: l.NewSecret, Log: c.log(l.Verbose)})
	if err != nil {
		return portHint(err)
	}
	heedHangup(c.ctx, c.log(l.Verbose), h.LookNow)
	if err := l.announce(c.out, h); err != nil {
		return errors.Join(err, h.Close())
	}
	return errors.Join(h.Run(c.ctx), h.Close())
}

// portHint says how to mend a port in use.
func portHint(err error) error {
	var taken *office.ListenError
	if errors.As(err, &taken) && errors.Is(err, office.ErrPortInUse) {
		return fmt.Errorf("%s is in use by another program; let corrd take a free port with --%s 127.0.0.1:0", taken.Addr, taken.Service)
	}
	return err
}

func (l localCmd) announce(out io.Writer, h *local.House) error {
	dir, err := filepath.Abs(l.Dir)
	socket, err2 := filepath.Abs(h.Socket)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	j := joined{SMTP: h.Office.SMTPAddr(), IMAP: h.Office.IMAPAddr(), Socket: socket, Domain: local.Domain, Address: h.Site.Address(), Dir: dir, Site: h.RoomAddr()}
	if l.JSON {
		return printJSON(out, j)
	}
	usual := ""
	if told := l.Terms.lines(); len(told) > 0 {
		usual = "Unless a challenge says otherwise:  " + strings.Join(told, ", ") + "\n"
	}
	if j.Site != "" {
		usual += "The reading room:  http://" + j.Site + "/\n"
	}
	_, err = fmt.Fprintf(out, `corrd is at work. Join with any mail program on this machine:

  your address   anything@%s, for instance alice@%[1]s
  sending        SMTP  %s   no TLS; log in with the address
  receiving      IMAP  %s   no TLS; log in with the address
  password       %s

Write to %s:  register Alice Example
The umpire:    corrctl --socket %s game list
%sCtrl-C stops corrd; started again on the same folder it goes on. Folder: %s
`, j.Domain, j.SMTP, j.IMAP, local.Password, j.Address, j.Socket, usual, j.Dir)
	return err
}

func printJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// keep writes a game's PGN, its book and its last board into the folder, and counts its
// letters.
func keep(ctx context.Context, m *local.Match, dir string) (gameSummary, error) {
	g, err := m.Show(ctx)
	if err != nil {
		return gameSummary{}, err
	}
	letters, err := m.Letters(ctx)
	if err != nil {
		return gameSummary{}, err
	}
	s := gameSummary{ID: m.ID, Result: g.Result.Score, Law: g.Result.Law, Plies: len(g.Moves)}
	for _, l := range letters {
		if l.Dir == "in" {
			s.LettersIn++
		} else {
			s.LettersOut++
		}
	}
	pgn, err := m.Text(ctx, "/game/pgn", false)
	if err != nil {
		return s, err
	}
	board, err := m.Text(ctx, "/game/board", true)
	if err != nil {
		return s, err
	}
	name := fmt.Sprintf("game-%d", m.ID)
	if err := writeInto(dir, "games", name+".pgn", []byte(pgn.Text)); err != nil {
		return s, err
	}
	book, err := m.Book(ctx)
	if err != nil {
		return s, err
	}
	if err := writeInto(dir, "books", name+".pdf", book); err != nil {
		return s, err
	}
	return s, writeInto(dir, "boards", name+".png", board.PNG)
}

// keepSite writes the reading room, in which the clubs of the historic games are named.
func keepSite(ctx context.Context, h *local.House) error {
	err := h.Store.Update(func(tx store.Tx) error {
		all, err := tx.Players()
		for _, p := range all {
			ledger.ChangeSetting(&p, ledger.PublicName, ledger.PublicYes)
			err = errors.Join(err, tx.PutPlayer(&p))
		}
		return err
	})
	if err != nil {
		return err
	}
	_, err = h.BuildSite(ctx)
	return err
}

// kept are the kinds of letter for which the demo leaves no card, because such a letter only says
// that something was sent or received, and the next card repeats the news.
var kept = []string{"posted", "adopted", "received"}

// keepCards writes the letters that a game has sent as the cards which the post carries, and gives
// their number.
func keepCards(ctx context.Context, m *local.Match, dir string) (n int, err error) {
	letters, err := m.Letters(ctx)
	for _, l := range letters {
		if err != nil || l.Dir == "in" || slices.Contains(kept, l.Kind) {
			continue
		}
		var pdf []byte
		if pdf, err = m.Card(ctx, l.ID); err == nil {
			err, n = writeInto(dir, "cards", fmt.Sprintf("game-%d-%03d-%s-to-%s.pdf", m.ID, l.ID, l.Kind, l.Seat), pdf), n+1
		}
	}
	return n, err
}

func writeInto(dir, folder, name string, content []byte) error {
	if err := os.MkdirAll(filepath.Join(dir, folder), 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, folder, name), content, 0o644)
}

// keepLetters writes every letter of every mailbox of the office into the
// folder: what each club received, and what corrd did.
func keepLetters(h *local.House, dir string) error {
	for _, user := range h.Office.Users() {
		box := "INBOX"
		if user == h.Site.Local {
			box = "Processed"
		}
		messages, err := h.Office.Messages(user, box)
		if err != nil {
			return err
		}
		for i, m := range messages {
			raw, err := m.Bytes()
			if err != nil {
				return err
			}
			if err := writeInto(dir, "letters", fmt.Sprintf("to-%s-%03d.eml", user, i+1), raw); err != nil {
				return err
			}
		}
	}
	return nil
}
