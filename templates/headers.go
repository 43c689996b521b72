package templates

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
)

// headers returns the machine-readable headers of a letter of a game, in the order in which they
// are printed. A header without a value is left out.
func (p *gamePage) headers() []mailer.Header {
	number, side := p.State.TurnNumber()
	all := []mailer.Header{
		{Name: "Corrd-Game", Value: fmt.Sprint(p.State.ID)},
		{Name: "Corrd-Turn", Value: fmt.Sprint(number, " ", side)},
		{Name: "Corrd-Letter", Value: p.Kind},
		{Name: "Corrd-Also", Value: strings.Join(p.Also, " ")},
		{Name: "Corrd-Moves", Value: p.moveList()},
		{Name: "Corrd-Position", Value: p.fen()},
		{Name: "Corrd-Law", Value: string(p.law())},
		{Name: "Corrd-Chain", Value: p.chain()},
		{Name: "Corrd-Assistance", Value: p.assistance()},
	}
	kept := all[:0]
	for _, h := range all {
		if h.Value != "" {
			kept = append(kept, h)
		}
	}
	return kept
}

// moveList returns, in UCI, the moves to choose from while a choice is open, and otherwise the
// moves played in the transaction.
func (p *gamePage) moveList() string {
	list := p.State.Candidates()
	if list == nil {
		for _, t := range p.told {
			if m, ok := t.played(); ok {
				list = append(list, m)
			}
		}
	}
	return strings.Join(board.UCI(list), " ")
}

// fen is the position, before an undetermined move; "" in a blindfold game.
func (p *gamePage) fen() string {
	if p.Blindfold() {
		return ""
	}
	return p.State.Position.FEN()
}

// law returns the law of a ruling, or else of the last act of the turn that the letter tells of, or
// else of the last event told, or else, when nothing is told, of the last move.
func (p *gamePage) law() game.Law {
	if t := p.main(); t != nil && p.Kind == "ruling" {
		return t.law
	}
	if game.TellsOfAct(p.Kind) {
		for _, t := range slices.Backward(p.told) {
			if t.act() {
				return t.law
			}
		}
	}
	if t := p.lastTold(); t != nil {
		return t.law
	}
	if n := len(p.State.Line); n > 0 {
		return p.State.Line[n-1].Law
	}
	return ""
}

// chain is the hash of the game's last event in hex; "" where the caller handed in no hash.
func (p *gamePage) chain() string {
	if p.Chain == [32]byte{} {
		return ""
	}
	return hex.EncodeToString(p.Chain[:])
}

// assistance returns the assistance allowed in the turn that is due, and the time until which it
// holds. The time is left out while no clock runs.
func (p *gamePage) assistance() string {
	w := p.State.Window
	if p.State.Result != nil || w.Regime == "" {
		return ""
	}
	if _, runs := p.State.Running(); !runs || w.Until.IsZero() {
		return string(w.Regime)
	}
	return string(w.Regime) + "; until " + w.Until.UTC().Format(time.RFC3339)
}
