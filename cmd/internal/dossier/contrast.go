package dossier

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/store"
)

// contrast says how events of the log differ from what the laws decide.
func contrast(log, again []game.Event) string {
	for i, e := range log {
		if i >= len(again) {
			break
		}
		if one := contrastOne(e, again[i]); one != "" {
			return one
		}
	}
	return fmt.Sprintf("the log says %s; decided again it is %s", said(log), said(again))
}

// contrastOne says which members of an event differ, or "" if none does, or if the events are not
// of one kind.
func contrastOne(log, again game.Event) string {
	if reflect.TypeOf(log.Fact) != reflect.TypeOf(again.Fact) {
		return ""
	}
	was, is := members(log), members(again)
	var all []string
	for _, name := range sortedKeys(was) {
		if was[name] != is[name] {
			all = append(all, fmt.Sprintf("%s is %s in the log, and %s decided again", name, brief(was[name]), brief(is[name])))
		}
		delete(is, name)
	}
	for _, name := range sortedKeys(is) {
		all = append(all, fmt.Sprintf("%s is not in the log, and %s decided again", name, brief(is[name])))
	}
	if len(all) == 0 {
		return ""
	}
	kind, _ := store.KindOf(log.Fact)
	return kind + ": " + strings.Join(all, "; ")
}

// members returns what an event says, by names.
func members(e game.Event) map[string]string {
	all := map[string]string{"at": e.At.Format(time.RFC3339), "by": e.By.String(), "law": string(e.Law), "letter": fmt.Sprint(e.Letter)}
	data, _ := json.Marshal(e.Fact)
	var raw map[string]json.RawMessage
	json.Unmarshal(data, &raw)
	for name, value := range raw {
		all[name] = string(value)
	}
	return all
}

// said tells events in a few words.
func said(events []game.Event) string {
	if len(events) == 0 {
		return "nothing"
	}
	const most = 4
	var all []string
	for _, e := range events[:min(len(events), most)] {
		kind, _ := store.KindOf(e.Fact)
		all = append(all, strings.TrimSpace(kind+" by "+e.By.String()+", "+string(e.Law)))
	}
	if more := len(events) - most; more > 0 {
		all = append(all, fmt.Sprintf("%d more", more))
	}
	return strings.Join(all, "; ")
}

// brief is the beginning of what a member of an event says.
func brief(value string) string {
	const most = 100
	if text := []rune(value); len(text) > most {
		return string(text[:most-1]) + "…"
	}
	return value
}

// state is state.json: what the events fold to, as of the last of them.
type state struct {
	ID      int64    `json:"id"`
	Code    string   `json:"code"`
	Terms   []string `json:"terms"`
	Events  int64    `json:"events"`
	State   string   `json:"state"`
	ToAct   string   `json:"to_act"`
	FEN     string   `json:"fen"`
	Moves   []move   `json:"moves"`
	Choice  []string `json:"candidates"`
	Clocks  clocks   `json:"clocks"`
	Windows []window `json:"windows"`
	Result  *result  `json:"result"`
}

type move struct {
	Ply  int       `json:"ply"`
	UCI  string    `json:"uci"`
	SAN  string    `json:"san"`
	Sent string    `json:"sent_as"`
	At   time.Time `json:"at"`
	Law  string    `json:"law"`
}

// clocks are the seconds that each side has used.
type clocks struct {
	White int64 `json:"white"`
	Black int64 `json:"black"`
}

type window struct {
	Turn    int        `json:"turn"`
	Side    string     `json:"side"`
	Opened  time.Time  `json:"opened"`
	Until   *time.Time `json:"until"`
	Closed  *time.Time `json:"closed"`
	Allowed int64      `json:"allowed_seconds"`
	Regime  string     `json:"regime"`
}

type result struct {
	Score string `json:"score"`
	How   string `json:"how"`
	Law   string `json:"law"`
}

func newState(s game.State) state {
	used := func(side board.Side) int64 { return int64(s.Clock(side, s.LastEvent).Used / time.Second) }
	v := state{ID: s.ID, Code: s.Terms.Code, Terms: s.Terms.Lines(), Events: s.Seq, State: s.Stage().String(), ToAct: s.ToAct(),
		FEN: s.Position.FEN(), Moves: []move{}, Choice: board.UCI(s.Candidates()), Windows: []window{},
		Clocks: clocks{used(board.White), used(board.Black)}}
	p := s.Initial
	for _, t := range s.Line {
		v.Moves = append(v.Moves, move{t.Ply, t.Move.String(), s.MadeSAN(&p, t.Move, t.Words), t.Words, t.At, string(t.Law)})
		p = p.Play(t.Move)
	}
	if s.Result != nil {
		v.Result = &result{string(s.Result.Score), string(s.Result.How), string(s.Result.Law)}
	}
	for _, w := range s.EveryWindow() {
		v.Windows = append(v.Windows, window{w.Number, w.Side.String(), w.Opened, orNull(w.Until), orNull(w.Closed), int64(w.Allowed / time.Second), string(w.Regime)})
	}
	return v
}

func orNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// lawsCited returns, in corrd's words, every provision that an event of the game rests on.
func lawsCited(s game.State, events []game.Event) string {
	code, _ := codes.ByID(s.Terms.Code)
	var cited []game.Law
	for _, e := range events {
		if e.Law != "" && !slices.Contains(cited, e.Law) {
			cited = append(cited, e.Law)
		}
	}
	slices.Sort(cited)
	var b strings.Builder
	fmt.Fprintf(&b, "The provisions cited in game %d, under %s, in corrd's words and not in those of the books.\n", s.ID, s.Terms.Code)
	for _, law := range cited {
		text := "(this corrd knows no such provision)"
		if code != nil {
			text = cmp.Or(code.Digest(law), text)
		}
		fmt.Fprintf(&b, "\n%s\n%s\n", law, text)
	}
	return b.String()
}

// timeline tells the events and the letters of a game in the order of their times, a line
// each.
func timeline(events []game.Event, letters []Letter) string {
	type line struct {
		at   time.Time
		text string
	}
	var all []line
	for i, e := range events {
		if isWithheld(e) {
			continue
		}
		kind, _ := store.KindOf(e.Fact)
		text := fmt.Sprintf("event %-5d %-8s %-14s %s", i+1, e.By, kind, e.Law)
		if e.Letter != 0 {
			text += fmt.Sprintf(" (letter %d)", e.Letter)
		}
		if r, isRuling := e.Fact.(game.Ruled); isRuling {
			text += ": " + string(r.Verb) + ": " + r.Reason
		}
		all = append(all, line{e.At, text})
	}
	for _, l := range letters {
		text := fmt.Sprintf("letter %-4d %-8s %-3s %-10s %s", l.ID, l.Seat, l.Dir, cmp.Or(l.Kind, "-"), l.State)
		if l.Verdict != "" {
			text += ": " + l.Verdict
		}
		all = append(all, line{l.At, text})
	}
	slices.SortStableFunc(all, func(a, b line) int { return a.at.Compare(b.at) })
	var b strings.Builder
	for _, l := range all {
		fmt.Fprintln(&b, l.at.UTC().Format("2006-01-02 15:04:05"), strings.Join(strings.Fields(l.text), " "))
	}
	return b.String()
}
