package control

import (
	"context"
	"errors"
	"slices"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
)

// Withdrawal names a player who withdraws from all their games, the law and the reason.
type Withdrawal struct {
	Whom
	// the law of the rule is the one of Laws that the code of a game has
	Rule    *play.Rule `json:"rule,omitempty"`
	Laws    []game.Law `json:"laws,omitempty"`
	As      string     `json:"as,omitempty"`
	Draw    bool       `json:"draw,omitempty"` // the games are drawn, and not forfeited
	Preview bool       `json:"preview,omitempty"`
}

// WithdrawalView is a game that a player has withdrawn from.
type WithdrawalView struct {
	Game   int64       `json:"game"`
	Side   string      `json:"side"`
	Result *ResultView `json:"result"`
}

// PlayerWithdraw ends every game of a player that goes on: they forfeit it, or it is drawn. When the umpire cannot rule so
// in one of the games, PlayerWithdraw refuses, names the game, and changes nothing.
func (r *Room) PlayerWithdraw(_ context.Context, a Withdrawal) ([]WithdrawalView, error) {
	if a.Rule == nil || len(a.Laws) == 0 {
		return nil, refuse("a player is withdrawn with a law and a reason")
	}
	return rehearse(r, a.Preview, func(tx store.Tx) ([]WithdrawalView, error) {
		p, err := playerNamed(tx, a.Whom)
		if err != nil {
			return nil, err
		}
		games, err := ledger.Running(tx, p.ID)
		views := []WithdrawalView{}
		for _, id := range games {
			one, err := r.withdraw(tx, p, id, a)
			if err != nil {
				return nil, err
			}
			views = append(views, one)
		}
		return views, err
	})
}

// withdraw ends one game of a player.
func (r *Room) withdraw(tx store.Tx, p store.Player, id int64, a Withdrawal) (v WithdrawalView, err error) {
	s, err := tx.Game(id)
	if err != nil {
		return v, err
	}
	side := board.White
	if slices.Contains(s.Members(board.Black), p.ID) {
		side = board.Black
	}
	if s.Consults(side) {
		return v, refuse("in game %d %s plays with others: put another player into the seat with corrctl player replace first; nothing is done", id, p.Name)
	}
	rule := *a.Rule
	if rule.Verb = game.RulesDrawn; !a.Draw {
		rule.Verb, rule.Side = game.RulesForfeit, game.PartyOf(side)
	}
	answer, err := r.order(tx, a.As, umpire.Order{Game: id, Rule: &rule, Laws: a.Laws})
	if refused := new(Refusal); errors.As(err, &refused) {
		err = refuse("game %d: %s; nothing is done", id, refused.Message)
	}
	return WithdrawalView{Game: id, Side: side.String(), Result: viewResult(answer.After)}, err
}
