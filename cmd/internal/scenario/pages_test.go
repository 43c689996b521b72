package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"corrd/cmd/internal/local"
	"corrd/game"
	"corrd/game/board"
	"corrd/game/telling"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store/peertest"
	"corrd/templates"
	"corrd/templates/texts"
)

// pages holds the letters of a game without a daemon, in the form in which their readers get
// them. A letter is rendered only when a step looks at it, because most scenarios read none.
type pages struct {
	wanted bool   // a step expects a text
	zone   string // the time zone of times in the letters; "": UTC
	note   string // the prose of the letter that is being decided
	said   string // what the sides have written
	all    [2][]func() (mailer.Page, error)
}

// players maps the numbers of the players in a game without a daemon to their names.
var players = map[int64]string{1: playerNames[challenger], 2: playerNames[challenged], 3: nameOf("alice2"), 4: nameOf("bob2"), 5: nameOf("alice3"), 6: nameOf("bob3")}

// office is the name of corrd in a scenario that a daemon plays.
var office = templates.Office{Name: "corrd", Address: "corrd@" + local.Domain, Domain: local.Domain}

// game adds a letter that tells a side of the events of one transaction. The last of them is the
// event of the letter.
func (p *pages) game(d telling.Dispatch, before, after game.State, events []game.Event, now time.Time) {
	if !p.wanted {
		return
	}
	l := templates.GameLetter{Kind: d.Kind, Also: d.Also, State: after, Before: before, Events: events,
		Reader: p.reader(d.To), Names: names(after), People: maps.Clone(players), Now: now, Office: office}
	if last := events[len(events)-1]; last.By != game.PartyOf(d.To) && !slices.ContainsFunc(events, game.Event.KeepsProse) {
		l.Note, p.note = p.note, ""
	}
	l.Note = strings.TrimSpace(l.Note + "\n\n" + game.Notes(before, events)[d.To])
	if words := game.Words(events)[d.To]; !strings.Contains(l.Note, words) {
		l.Note = strings.TrimSpace(l.Note + "\n\n" + words)
	}
	p.all[d.To] = append(p.all[d.To], func() (mailer.Page, error) { return templates.Game(l) })
}

// again adds the letter that shows a side the game once more.
func (p *pages) again(to board.Side, s game.State, now time.Time) {
	l := templates.OfficeLetter{Kind: "repeat", Reader: p.reader(to), State: s, Names: names(s), Now: now, Office: office,
		Data: templates.Data{Topic: templates.Show, Game: s.ID, Side: to, Seq: s.Seq, Again: true}}
	p.all[to] = append(p.all[to], func() (mailer.Page, error) { return templates.OfficePage(l) })
}

// reader returns the reader of the letters to a side.
func (p *pages) reader(side board.Side) templates.Reader {
	r := templates.Reader{Side: side}
	if p.zone != "" {
		r.Settings = map[string]string{"timezone": p.zone}
	}
	return r
}

// statedBy maps the texts of letters to what stated returns of them.
var statedBy sync.Map

// stated returns the first statement of a letter of corrd's, if it came back; "" for none. Each
// text is read once, and of all texts one in three where not everything is tried.
func stated(text string) string {
	if !peertest.Sampled(text, peertest.Share(3, 12)) {
		return ""
	}
	first, read := statedBy.Load(text)
	if !read {
		first = ""
		if all := interpret.Parse(text).Statements; len(all) > 0 {
			first = all[0].Text
		}
		statedBy.Store(text, first)
	}
	return first.(string)
}

// take returns the subjects and texts of the letters that have come since the last call of take. A
// letter that would state something of its own if it came back is an error.
func (p *pages) take() (subjects, texts [2][]string, err error) {
	written := p.all
	p.all, p.note = [2][]func() (mailer.Page, error){}, ""
	for side := range written {
		for _, write := range written[side] {
			page, err := write()
			if err != nil {
				return subjects, texts, err
			}
			if st := stated(page.Text); st != "" && !strings.Contains(p.said, st) {
				return subjects, texts, fmt.Errorf("a letter states %q", st)
			}
			subjects[side], texts[side] = append(subjects[side], page.Subject), append(texts[side], page.Text)
		}
	}
	return subjects, texts, nil
}

// names returns the names of the players of a game by side.
func names(s game.State) (names [2]string) {
	for side := range names {
		var members []string
		for _, id := range s.Members(board.Side(side)) {
			members = append(members, players[id])
		}
		names[side] = texts.List(slices.Compact(members))
	}
	return names
}

// readsLetters reports whether a step expects words of a letter.
func (s Scenario) readsLetters() bool {
	return slices.ContainsFunc(s.Steps, func(step Step) bool {
		e, ok := step.Do.(Expectation)
		return ok && e.ofWords()
	})
}
