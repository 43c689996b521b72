package control

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"corrd/cmd/internal/tournaments"
	"corrd/cmd/internal/umpire"
	"corrd/game"
	"corrd/game/reason"
	"corrd/game/tournament"
	"corrd/store"
	"corrd/templates/texts"
)

// Announcement is the file of an event.
type Announcement struct {
	File    string `json:"file"`
	Preview bool   `json:"preview,omitempty"`
}

// EventAct is something that the director does in an event.
type EventAct struct {
	Event   int64  `json:"id,omitempty"`
	Player  *Whom  `json:"player,omitempty"`
	Other   *Whom  `json:"other,omitempty"`   // the substitute
	Game    int64  `json:"game,omitempty"`    // of an adjudication
	Score   string `json:"score,omitempty"`   // of an adjudication: white, black or draw
	Ending  string `json:"ending,omitempty"`  // of a withdrawal: "", draw or forfeit
	Consent string `json:"consent,omitempty"` // how a player has accepted the conditions
	Reason  string `json:"reason,omitempty"`
	As      string `json:"as,omitempty"` // the umpire who rules; "": the umpire of each game
	// the announcement is undone, whatever came after it
	Announcement bool `json:"announcement,omitempty"`
	Preview      bool `json:"preview,omitempty"`
}

// TournamentView is an event as the secretary sees it.
type TournamentView struct {
	ID         int64            `json:"id"`
	Name       string           `json:"name"`
	Phase      string           `json:"phase"` // open, playing, closed or undone
	Games      int              `json:"games"` // of each pair
	EnterBy    time.Time        `json:"enter_by"`
	Begin      time.Time        `json:"begin"`
	Close      time.Time        `json:"close"`
	LateEntry  bool             `json:"late_entry"`
	Ties       []tournament.Tie `json:"ties"`
	Silent     int              `json:"silent"`
	Withdrawal string           `json:"withdrawal"`
	Commitment string           `json:"commitment"`
	Terms      []string         `json:"terms"`
	Total      int              `json:"total_games"`
	Players    []EventSeat      `json:"players"` // in the order of the seats; before the start, of the entries
	Invited    []EventSeat      `json:"invited"` // who may enter; none: everybody may
	Pairings   []PairingView    `json:"pairings"`
	Log        []EventLine      `json:"log"`
}

// EventSeat is a player of an event.
type EventSeat struct {
	Player int64  `json:"player"`
	Name   string `json:"name"`
}

// PairingView is one game of an event that has been started.
type PairingView struct {
	Round int    `json:"round"`
	Game  int64  `json:"game"`
	White string `json:"white"`
	Black string `json:"black"`
	Score string `json:"score"`
}

// EventLine is one event of the log of an event.
type EventLine struct {
	Seq  int64     `json:"seq"`
	At   time.Time `json:"at"`
	By   string    `json:"by"`
	Kind string    `json:"kind"`
	Law  game.Law  `json:"law"`
	Data any       `json:"data"`
	Hash string    `json:"hash"`
}

// EventNew announces an event, or shows what it would be.
func (r *Room) EventNew(_ context.Context, a Announcement) (TournamentView, error) {
	return rehearse(r, a.Preview, func(tx store.Tx) (TournamentView, error) {
		umpired, err := r.Ledger.HasUmpire(tx)
		if err != nil {
			return TournamentView{}, err
		}
		c, faults := tournaments.Reading{Now: tx.Now(), Zone: r.Ledger.Zone, Defaults: r.Terms, Umpired: umpired, Player: func(named string) (int64, error) {
			p, err := playerFound(tx, Whom{Address: named})
			return p.ID, err
		}}.Read(a.File)
		if len(faults) > 0 {
			var all []string
			for _, f := range faults {
				if f.Line > 0 {
					f.Words = fmt.Sprintf("line %d: %s", f.Line, f.Words)
				}
				all = append(all, f.Words)
			}
			return TournamentView{}, refuse("%s", strings.Join(all, "\n"))
		}
		s, err := r.director(tx, "").Announce(c)
		if err != nil {
			return TournamentView{}, err
		}
		out, err := viewTournament(tx, s)
		if a.Preview {
			out.Commitment = "" // the number is drawn when the event is announced
		}
		return out, err
	})
}

// rehearse runs f in a writing transaction, and undoes what f has done where it is only a preview.
func rehearse[R any](r *Room, preview bool, f func(tx store.Tx) (R, error)) (R, error) {
	out, err := update(r, func(tx store.Tx) (R, error) {
		out, err := f(tx)
		if err == nil && preview {
			err = errPreview
		}
		return out, err
	})
	if errors.Is(err, errPreview) {
		err = nil
	}
	return out, err
}

func (r *Room) director(tx store.Tx, as string) tournaments.Director {
	return tournaments.Director{Ledger: r.Ledger, Tx: tx, Random: r.Random, Order: func(o umpire.Order) (umpire.Answer, error) { return r.take(tx, as, o) }}
}

// EventList lists the events.
func (r *Room) EventList(context.Context, None) ([]TournamentView, error) {
	return view(r, func(v store.View) ([]TournamentView, error) {
		all, err := v.Tournaments()
		views := []TournamentView{}
		for _, s := range all {
			one, err := viewTournament(v, s)
			if err != nil {
				return nil, err
			}
			views = append(views, one)
		}
		return views, err
	})
}

// EventShow returns an event, with its pairings and its log.
func (r *Room) EventShow(_ context.Context, a Numbered) (TournamentView, error) {
	return view(r, func(v store.View) (TournamentView, error) {
		s, err := v.Tournament(a.ID)
		if err != nil {
			return TournamentView{}, err
		}
		return viewTournament(v, s)
	})
}

// act runs an act of the director in the event that the arguments name.
func (r *Room) act(a EventAct, f func(d tournaments.Director, s tournament.State) (tournament.State, reason.Reason, error)) (TournamentView, error) {
	return rehearse(r, a.Preview, func(tx store.Tx) (TournamentView, error) {
		s, err := tx.Tournament(a.Event)
		if err != nil {
			return TournamentView{}, err
		}
		s, refusal, err := f(r.director(tx, a.As), s)
		if err != nil {
			return TournamentView{}, err
		}
		if refusal != "" {
			return TournamentView{}, refuse("%s", texts.Because(refusal))
		}
		return viewTournament(tx, s)
	})
}

// EventEnter enters a player who has accepted the conditions or, where nobody says how, asks them.
func (r *Room) EventEnter(_ context.Context, a EventAct) (TournamentView, error) {
	switch {
	case a.Player == nil:
		return TournamentView{}, refuse("an entry names a player, as in: corrctl event enter 4 \"Alice Example\"")
	case strings.TrimSpace(a.Consent) == "":
		return r.askToEnter(a)
	}
	return r.act(a, func(d tournaments.Director, s tournament.State) (tournament.State, reason.Reason, error) {
		p, err := playerFound(d.Tx, *a.Player)
		if err != nil {
			return s, "", err
		}
		return d.Enter(s, p, strings.TrimSpace(a.Consent))
	})
}

// EventStart begins all games of an event.
func (r *Room) EventStart(_ context.Context, a EventAct) (TournamentView, error) {
	out, err := r.act(a, func(d tournaments.Director, s tournament.State) (tournament.State, reason.Reason, error) {
		return d.Start(s)
	})
	if err == nil && a.Preview && len(out.Invited) == 0 {
		out.hideLot()
	}
	return out, err
}

// EventWithdraw takes a player out of an event.
func (r *Room) EventWithdraw(_ context.Context, a EventAct) (TournamentView, error) {
	ending := tournaments.Ending(a.Ending)
	if a.Player == nil || a.Reason == "" || !slices.Contains([]tournaments.Ending{tournaments.ByConditions, tournaments.AllDrawn, tournaments.AllForfeited}, ending) {
		return TournamentView{}, refuse("a withdrawal names a player and gives a reason")
	}
	return r.act(a, func(d tournaments.Director, s tournament.State) (tournament.State, reason.Reason, error) {
		p, err := playerFound(d.Tx, *a.Player)
		if err != nil {
			return s, "", err
		}
		return d.Withdraw(s, p, ending, a.Reason)
	})
}

// EventSubstitute puts another player into a seat.
func (r *Room) EventSubstitute(_ context.Context, a EventAct) (TournamentView, error) {
	if a.Player == nil || a.Other == nil || a.Reason == "" || strings.TrimSpace(a.Consent) == "" {
		return TournamentView{}, refuse("a substitution names both players, gives a reason, and says how the substitute has consented (--consent)")
	}
	return r.act(a, func(d tournaments.Director, s tournament.State) (tournament.State, reason.Reason, error) {
		was, err := playerFound(d.Tx, *a.Player)
		if err != nil {
			return s, "", err
		}
		is, err := playerFound(d.Tx, *a.Other)
		if err != nil {
			return s, "", err
		}
		return d.Substitute(s, was, is, strings.TrimSpace(a.Consent), a.Reason)
	})
}

// EventAdjudicate ends a game of an event after the closing date.
func (r *Room) EventAdjudicate(_ context.Context, a EventAct) (TournamentView, error) {
	score, ok := map[string]game.Score{"white": game.WhiteWins, "black": game.BlackWins, "draw": game.Drawn}[a.Score]
	if !ok || a.Reason == "" {
		return TournamentView{}, refuse("an adjudication says white, black or draw, and gives a reason")
	}
	return r.act(a, func(d tournaments.Director, s tournament.State) (tournament.State, reason.Reason, error) {
		return d.Adjudicate(s, a.Game, score, a.Reason)
	})
}

// EventClose ends an event whose games are over, and in which nothing is before the umpire.
func (r *Room) EventClose(_ context.Context, a EventAct) (TournamentView, error) {
	return r.act(a, func(d tournaments.Director, s tournament.State) (tournament.State, reason.Reason, error) {
		return d.Close(s)
	})
}

// EventUndo undoes the last act of an event, an entry, or the announcement.
func (r *Room) EventUndo(_ context.Context, a EventAct) (TournamentView, error) {
	if a.Reason == "" {
		return TournamentView{}, refuse("what is undone is undone with a reason")
	}
	return r.act(a, func(d tournaments.Director, s tournament.State) (tournament.State, reason.Reason, error) {
		switch {
		case a.Announcement:
			return d.UndoAnnouncement(s, a.Reason)
		case a.Player == nil:
			return d.Undo(s, a.Reason)
		}
		p, err := playerFound(d.Tx, *a.Player)
		if err != nil {
			return s, "", err
		}
		return d.UndoEntry(s, p, a.Reason)
	})
}

// EventTable returns the table of an event as text, CSV or HTML.
type EventTable struct {
	ID int64  `json:"id,omitempty"`
	As string `json:"as,omitempty"` // text, csv or html
}

// EventTable prints the table of an event.
func (r *Room) EventTable(_ context.Context, a EventTable) (Text, error) {
	return view(r, func(v store.View) (Text, error) {
		s, err := v.Tournament(a.ID)
		if err != nil {
			return Text{}, err
		}
		if s.Seats == nil {
			return Text{}, refuse("event %d has no table before it is started", a.ID)
		}
		t, err := tournaments.Printed(v, s, r.Ledger.Zone)
		if err != nil {
			return Text{}, err
		}
		switch a.As {
		case "csv":
			return Text{Text: t.CSV()}, nil
		case "html":
			return Text{Text: t.HTML()}, nil
		}
		return Text{Text: t.Text()}, nil
	})
}

// EventPGN returns all games of an event, in the order of the rounds.
func (r *Room) EventPGN(ctx context.Context, a Numbered) (Text, error) {
	s, err := view(r, func(v store.View) (tournament.State, error) { return v.Tournament(a.ID) })
	if err == nil && s.Games == nil {
		return Text{}, refuse("event %d has no games before it is started", a.ID)
	}
	if err != nil {
		return Text{}, err
	}
	var games []int64
	for _, g := range s.Games {
		games = append(games, g.ID)
	}
	return r.pgnOf(ctx, games)
}

// viewTournament shows an event.
func viewTournament(v store.View, s tournament.State) (TournamentView, error) {
	out := TournamentView{ID: s.ID, Name: s.Name, Phase: string(s.Phase), Games: s.Conditions.Games, EnterBy: s.EnterBy, Begin: s.Begin, Close: s.Close,
		LateEntry: s.LateEntry, Ties: s.Ties, Silent: s.Silent, Withdrawal: string(s.Withdrawal), Commitment: s.Commitment, Terms: s.Terms.LinesOfEvent(),
		Players: []EventSeat{}, Invited: []EventSeat{}, Pairings: []PairingView{}, Log: []EventLine{}, Total: len(s.Games)}
	names := map[int64]string{}
	name := func(id int64) EventSeat {
		if p, err := v.Player(id); err == nil {
			names[id] = p.Name
		}
		return EventSeat{Player: id, Name: names[id]}
	}
	for _, id := range s.Players() {
		out.Players = append(out.Players, name(id))
	}
	for _, id := range s.Invited {
		out.Invited = append(out.Invited, name(id))
	}
	if s.Phase == tournament.Open {
		out.Total = len(s.Pairings())
	}
	results, err := tournaments.Results(v, s)
	if err != nil {
		return out, err
	}
	for _, g := range s.Games {
		one := PairingView{Round: g.Round, Game: g.ID, White: names[s.Seats[g.White].Player()], Black: names[s.Seats[g.Black].Player()], Score: string(game.Unfinished)}
		if r := results(g.ID); r != nil {
			one.Score = string(r.Score)
		}
		out.Pairings = append(out.Pairings, one)
	}
	log, err := v.TournamentLog(s.ID)
	for _, e := range log {
		data := e.Event.Fact
		if f, is := data.(tournament.Announced); is {
			f.Drawn = "" // nobody reads it before the start, whose event tells it
			data = f
		}
		out.Log = append(out.Log, EventLine{Seq: e.Seq, At: e.Event.At, By: string(e.Event.By), Kind: store.TournamentKind(e.Event.Fact), Law: e.Event.Law,
			Data: data, Hash: hex.EncodeToString(e.Hash[:])})
	}
	return out, err
}

// hideLot takes out of the preview of a start what the lot decides.
func (v *TournamentView) hideLot() {
	slices.SortFunc(v.Players, func(a, b EventSeat) int { return cmp.Compare(a.Player, b.Player) })
	v.Pairings = []PairingView{}
	v.Log = v.Log[:len(v.Log)-1]
}
