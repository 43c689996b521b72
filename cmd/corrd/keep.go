package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/local"
	"corrd/cmd/internal/players"
	"corrd/store"
)

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
			players.Set(&p, ledger.PublicName, ledger.PublicYes)
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

// kept are the kinds of letter of which the demo leaves no card, because such a letter only says
// that something was sent or received, and the next card repeats the news.
var kept = []string{"posted", "adopted", "received"}

// keepCards writes the letters that a game has sent as the cards which the post carries, and gives their number.
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
