package control

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/tournaments"
	"corrd/game/reason"
	"corrd/game/tournament"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// NewPlayer is a player whom the operator registers. Line is the number of the player's line in a
// list.
type NewPlayer struct {
	Line    int    `json:"line"`
	Name    string `json:"name"`
	Address string `json:"address"`
	Postal  string `json:"postal,omitempty"` // the postal address of a player without a mailbox
}

// Enrolment is a player whose address the operator vouches for.
type Enrolment struct {
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"`
	Quiet   bool   `json:"quiet,omitempty"` // write no letter or card of welcome
	// the postal address of a player without a mailbox, who has no mail address
	Postal string `json:"postal,omitempty"`
}

// PlayerAdd registers a player, and writes them a letter or card of welcome unless the arguments
// say quiet.
func (r *Room) PlayerAdd(_ context.Context, a Enrolment) (PlayerView, error) {
	return update(r, func(tx store.Tx) (PlayerView, error) {
		p, err := r.enrol(tx, NewPlayer{Name: a.Name, Address: a.Address, Postal: a.Postal})
		if err != nil {
			return PlayerView{}, err
		}
		if !a.Quiet {
			if err := r.Ledger.NoticesOf(tx, p.ID).Notify("office", ledger.Mailbox(p), ledger.Welcome(p)); err != nil {
				return PlayerView{}, err
			}
		}
		return viewPlayer(tx, p)
	})
}

// Roster is a list of players to be registered.
type Roster struct {
	Players []NewPlayer `json:"players,omitempty"`
	Preview bool        `json:"preview,omitempty"` // only tell what the command would do
	Quiet   bool        `json:"quiet,omitempty"`   // write no letters of welcome
}

// ImportView says what became of one line of a list: the player, or why no player was registered.
type ImportView struct {
	NewPlayer
	Player  *int64  `json:"player"`
	Refused *string `json:"refused"`
	Welcome string  `json:"welcome"` // how they are welcomed: "mail", "card", or "" for not at all
}

// errPreview ends a transaction whose writes must not remain.
var errPreview = errors.New("only a preview")

// PlayerImport registers the players of a list. When one player is refused, the others are
// registered nevertheless. The letters and cards of welcome are written in the same transaction,
// and go out a few a minute, behind the letters of games.
func (r *Room) PlayerImport(_ context.Context, a Roster) ([]ImportView, error) {
	defer r.Loops.Wake()
	views, err := update(r, func(tx store.Tx) ([]ImportView, error) {
		views, welcome := []ImportView{}, []store.Player{}
		for _, n := range a.Players {
			view := ImportView{NewPlayer: n}
			var refusal *Refusal
			switch p, err := r.enrol(tx, n); {
			case errors.As(err, &refusal):
				view.Refused = &refusal.Message
			case err != nil:
				return nil, err
			default:
				view.Name, view.Player = p.Name, &p.ID
				if !a.Quiet {
					view.Welcome = map[bool]string{true: "card", false: "mail"}[p.OnCards()]
					welcome = append(welcome, p)
				}
			}
			views = append(views, view)
		}
		if a.Preview {
			return views, errPreview
		}
		return views, ledger.WelcomeAll(tx, r.Ledger, welcome)
	})
	if errors.Is(err, errPreview) {
		for i := range views {
			views[i].Player = nil
		}
		err = nil
	}
	return views, err
}

// enrol registers one player, whose name and address must be free.
func (r *Room) enrol(tx store.Tx, n NewPlayer) (p store.Player, err error) {
	if strings.ContainsRune(n.Name+n.Address+n.Postal, utf8.RuneError) {
		return p, refuse("%q, %q: this is not in UTF-8; save the list as UTF-8 (in a spreadsheet: CSV UTF-8) and import it again", n.Name, n.Address)
	}
	if n.Postal != "" {
		return r.enrolOnCards(tx, n)
	}
	address, ok := mailer.ReadPlain(n.Address)
	name := ledger.CleanName(n.Name)
	if !ok || name == "" || r.Ledger.Placeholder(address) {
		return p, refuse("%q, %q: give a name and one plain address, as in: corrctl player add \"Alice Example\" alice@example.org; or --postal for a player without a mailbox", n.Name, n.Address)
	}
	if err := wantNobody(tx, address); err != nil {
		return p, err
	}
	if err := r.wantFree(tx, store.Player{Addresses: []string{address}}, name, ledger.LocalPart(address)); err != nil {
		return p, err
	}
	p = store.Player{Name: name, Addresses: []string{address}, Registered: tx.Now()}
	return p, ledger.PutName(tx, &p)
}

// wantFree refuses a name that a player (with number 0: a new player) cannot have, and suggests a
// name that they can have.
func (r *Room) wantFree(tx store.Tx, player store.Player, name, other string) error {
	free, err := ledger.FreeName(tx, r.Office.Name, player, name, other)
	if err != nil || free == name {
		return err
	}
	return refuse("the name %q is another's, or the server's, or is taken for such a name; %q is free", name, free)
}

// ApplicantView is a newcomer about whom the secretary is asked.
type ApplicantView struct {
	Name      string    `json:"name"`
	Address   string    `json:"address"`
	Confirmed time.Time `json:"confirmed"` // when their address confirmed the registration
	Player    *int64    `json:"player"`    // the player that the newcomer has become; null for none
}

func viewApplicant(r store.Registration) ApplicantView {
	v := ApplicantView{Name: r.Name, Address: r.Address, Confirmed: r.Confirmed}
	if r.Player != 0 {
		v.Player = &r.Player
	}
	return v
}

// PlayerWaiting lists the newcomers about whom the secretary is asked.
func (r *Room) PlayerWaiting(context.Context, None) ([]ApplicantView, error) {
	return view(r, func(v store.View) ([]ApplicantView, error) {
		all, err := ledger.Applicants(v)
		views := []ApplicantView{}
		for _, one := range all {
			views = append(views, viewApplicant(one))
		}
		return views, err
	})
}

// PlayerApprove registers a newcomer who waits for the secretary, and tells them so.
func (r *Room) PlayerApprove(_ context.Context, a Named) ([]ApplicantView, error) {
	return r.admit(a.Name, true)
}

// PlayerRefuse refuses a newcomer who waits for the secretary, and tells them so.
func (r *Room) PlayerRefuse(_ context.Context, a Named) ([]ApplicantView, error) {
	return r.admit(a.Name, false)
}

func (r *Room) admit(name string, approved bool) ([]ApplicantView, error) {
	return update(r, func(tx store.Tx) ([]ApplicantView, error) {
		all, err := ledger.Applicants(tx)
		if err != nil {
			return nil, err
		}
		named := ledger.ApplicantsNamed(all, all, name)
		if len(named) == 0 {
			return nil, refuse("nobody who waits to be registered is called %q; %s", name, whoWaits(all))
		}
		views := []ApplicantView{}
		for _, one := range named {
			if err := ledger.DecideApplicant(r.Ledger.NoticesOf(tx, 0), r.Office.Name, &one, approved); err != nil {
				return nil, err
			}
			views = append(views, viewApplicant(one))
		}
		return views, nil
	})
}

// whoWaits names those who wait, for a refusal.
func whoWaits(all []store.Registration) string {
	if len(all) == 0 {
		return "nobody waits"
	}
	var names []string
	for _, r := range all {
		names = append(names, fmt.Sprintf("%s (%s)", r.Name, r.Address))
	}
	return "who waits: " + strings.Join(names, ", ")
}

// EventAnnounce writes to each player who may enter an event and has not, once: what the conditions
// are, and how to enter. The letters go as those of a circular do.
func (r *Room) EventAnnounce(_ context.Context, a EventAct) (MessageView, error) {
	s, err := view(r, func(v store.View) (tournament.State, error) { return v.Tournament(a.Event) })
	if err != nil {
		return MessageView{}, err
	}
	c := ledger.Circular{Subject: fmt.Sprint("event ", s.ID), Words: s.Commitment,
		Each: func(p store.Player) templates.Data { return tournaments.Asked(r.Ledger, s, p, false) }}
	return r.circulate(c, a.Preview, func(v store.View) (to []store.Player, err error) {
		if s, err = v.Tournament(a.Event); err != nil {
			return nil, err
		}
		if !s.TakesEntries(v.Now()) {
			return nil, refuse("%s", texts.Because(reason.Because("tournament entries over", s.ID)))
		}
		all, err := v.Players()
		for _, p := range all {
			if tournaments.MayEnter(v, s, p) == "" {
				to = append(to, p)
			}
		}
		return to, err
	})
}

// askToEnter asks a player whether they accept the conditions of an event, and so enter it.
func (r *Room) askToEnter(a EventAct) (TournamentView, error) {
	defer r.Loops.Wake()
	return r.act(a, func(d tournaments.Director, s tournament.State) (tournament.State, reason.Reason, error) {
		p, err := playerFound(d.Tx, *a.Player)
		if err != nil {
			return s, "", err
		}
		if refusal := tournaments.MayEnter(d.Tx, s, p); refusal != "" {
			return s, refusal, nil
		}
		return s, "", r.Ledger.NoticesOf(d.Tx, p.ID).Notify("confirm", p.Addresses[0], tournaments.Asked(r.Ledger, s, p, true))
	})
}
