package control

import (
	"context"
	"errors"
	"slices"

	"corrd/cmd/internal/ledger"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/store"
	"corrd/templates/texts"
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
	views, err := update(r, func(tx store.Tx) ([]WithdrawalView, error) {
		p, err := playerNamed(tx, a.Whom)
		if err != nil {
			return nil, err
		}
		games, err := ledger.Running(tx, p.ID)
		if err != nil {
			return nil, err
		}
		views := []WithdrawalView{}
		for _, id := range games {
			one, err := r.withdraw(tx, p, id, a)
			if err != nil {
				return nil, err
			}
			views = append(views, one)
		}
		if a.Preview {
			return views, errPreview
		}
		return views, nil
	})
	if errors.Is(err, errPreview) {
		err = nil
	}
	return views, err
}

// withdraw ends one game of a player.
func (r *Room) withdraw(tx store.Tx, p store.Player, id int64, a Withdrawal) (v WithdrawalView, err error) {
	s, _, err := r.Watch.UpToDate(tx, id)
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
	if rule.Umpire, err = ruledBy(tx, s, a.As, 0); err != nil {
		return v, err
	}
	now := tx.Now().In(r.Ledger.Zone)
	i := slices.IndexFunc(a.Laws, func(law game.Law) bool { return play.Objection(s, rule.Ruling, law, now) == "" })
	if i < 0 {
		last := a.Laws[len(a.Laws)-1]
		if known := slices.IndexFunc(a.Laws, func(law game.Law) bool { return s.Code().Digest(law) != "" }); known >= 0 {
			last = a.Laws[known]
		}
		return v, refuse("game %d: %s; nothing is done", id, texts.Because(play.Objection(s, rule.Ruling, last, now)))
	}
	rule.Law = a.Laws[i]
	if s, err = r.Ledger.Append(tx, s, play.Decide(s, rule, now), ledger.By{}); err != nil {
		return v, err
	}
	return WithdrawalView{Game: id, Side: side.String(), Result: viewResult(s)}, nil
}
