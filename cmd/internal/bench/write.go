package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/bolt"
)

// answers returns letters to games that run, spread over the store: each makes a
// legal move.
func answers(path string, games, count int, keys mailer.Keys) (letters []letter, err error) {
	db, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return answersIn(db, games, count, keys)
}

// answersIn returns them for an open store.
func answersIn(db store.Store, games, count int, keys mailer.Keys) (letters []letter, err error) {
	running, err := running(db, games)
	if err != nil {
		return nil, err
	}
	for n := range count {
		letters = append(letters, answer(&running[n%len(running)], keys))
	}
	return letters, nil
}

// answer writes the next letter of a game and plays its move. The moves of each game are drawn by
// chance, the same at each call, so that boards differ from game to game.
func answer(g *game.State, keys mailer.Keys) letter {
	by := g.Position.SideToMove()
	move := quiet(&g.Position, rand.New(rand.NewPCG(uint64(g.ID), uint64(len(g.Line)))))
	token := mailer.Token{Kind: mailer.KindGame, Number: g.ID, Side: by.String()[0], Ply: g.KeyPly(by)}
	l := letter{from: address(int(g.ID-1), int(by)), opponent: address(int(g.ID-1), 1-int(by)), to: keys.Address(token, 0, site)}
	now := time.Now()
	words := notation.Short(&g.Position, move)
	l.raw = mail(l.from, l.to, fmt.Sprintf("<%d.%d@example.org>", g.ID, now.UnixNano()), words, uint64(now.UnixNano()))
	for _, e := range play.Decide(*g, play.Letter{ID: 1, By: by, Ply: token.Ply, Received: now, Statements: interpret.Parse(words).Statements}, now) {
		*g = g.Apply(e)
	}
	l.after = g.Position
	return l
}

// quiet draws a move that takes nothing, moves no Pawn and gives no check: a game is not over by
// it, however many follow. Where there is none, quiet draws any move.
func quiet(p *board.Position, random *rand.Rand) board.Move {
	moves := p.Moves(nil)
	random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		man, _ := p.At(m.From())
		_, takes := p.At(m.To())
		if man.Kind != board.Pawn && !takes && !p.GivesCheck(m) {
			return m
		}
	}
	return moves[0]
}

// running lists games that run, spread evenly over a store, no more than there
// are letters.
func running(db store.Store, games int) (all []game.State, err error) {
	step := apart(games) * max(1, games/apart(games)/perRound)
	err = db.View(func(v store.View) error {
		all = nil
		for n := 0; n < games; n += step {
			s, err := v.Game(int64(n + 1))
			if err != nil {
				return err
			}
			all = append(all, s)
		}
		return nil
	})
	return all, err
}
