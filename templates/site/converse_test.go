package site_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/play"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/game/tournament"
	"corrd/store"
	"corrd/templates/site"
)

// goldenLogs returns the logs that the releases left, by their names. A game that was not played to
// its end is given up at the end of its log, so that the public sees it.
func goldenLogs(t *testing.T) (names []string, logs map[string][]game.Event) {
	t.Helper()
	paths, _ := filepath.Glob("../../testdata/golden/*.jsonl.gz")
	logs = map[string][]game.Event{}
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		unpacked, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		name, lines := "", bufio.NewScanner(unpacked)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() {
			var l struct {
				Log   string
				Rules int
				Event *struct {
					At     time.Time
					By     game.Party
					Law    game.Law
					Letter int64
					Kind   string
					Data   json.RawMessage
				}
			}
			if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
				t.Fatal(err)
			}
			if l.Event == nil {
				name = fmt.Sprint(l.Log, " ", l.Rules)
				names = append(names, name)
				continue
			}
			fact, err := store.ReadFact(l.Event.Kind, l.Event.Data)
			if err != nil {
				t.Fatal(err)
			}
			logs[name] = append(logs[name], game.Event{At: l.Event.At, By: l.Event.By, Law: l.Event.Law, Letter: l.Event.Letter, Fact: fact})
		}
	}
	if len(names) < 500 {
		t.Fatalf("%d logs", len(names))
	}
	for name, log := range logs {
		if s := (game.State{ID: 12}).Apply(log...); s.Result == nil {
			logs[name] = append(slices.Clip(log), game.Event{At: s.LastEvent.Add(time.Hour), By: game.Corrd, Law: "II.9(a)", Fact: game.Ended{Score: game.Drawn, How: game.ByAgreement}})
		}
	}
	return names, logs
}

// toldFacts are the names of the facts that package telling lists as told to the public, by its
// source.
func toldFacts(t *testing.T) (names []string) {
	t.Helper()
	source, err := os.ReadFile("../../game/telling/public.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(source), "func publicFact(")
	body, _, _ = strings.Cut(body, "\n}\n")
	for _, list := range regexp.MustCompile(`case ([^:]+):`).FindAllStringSubmatch(body, -1) {
		for _, name := range regexp.MustCompile(`game\.(\w+)`).FindAllStringSubmatch(list[1], -1) {
			names = append(names, name[1])
		}
	}
	return names
}

// deepest is how many fields may stand within one another: a series branches without an end.
const deepest = 6

// otherwise calls each with a value of which one field is changed, once for every field however
// deep, and with the name of the field. What is absent is made present.
func otherwise(of reflect.Value, name string, each func(name string, changed reflect.Value)) {
	if strings.Count(name, ".") > deepest {
		return
	}
	changed := reflect.New(of.Type()).Elem()
	changed.Set(of)
	set := func(v any) {
		changed.Set(reflect.ValueOf(v).Convert(of.Type()))
		each(name, changed)
	}
	switch v := of.Interface().(type) {
	case time.Time:
		set(v.Add(25 * time.Hour))
		return
	case time.Duration:
		set(v + 25*time.Hour)
		return
	case board.Move, board.Square, board.Side:
		set(of.Uint() ^ 1)
		return
	}
	switch of.Kind() {
	case reflect.Struct:
		for i := range of.NumField() {
			if f := of.Type().Field(i); f.IsExported() {
				otherwise(of.Field(i), name+"."+f.Name, func(name string, field reflect.Value) {
					changed.Set(of)
					changed.Field(i).Set(field)
					each(name, changed)
				})
			}
		}
	case reflect.Array:
		for i := range of.Len() {
			otherwise(of.Index(i), name, func(name string, element reflect.Value) {
				changed.Set(of)
				changed.Index(i).Set(element)
				each(name, changed)
			})
		}
	case reflect.Slice:
		one := reflect.New(of.Type().Elem()).Elem()
		if of.Len() > 0 {
			one.Set(of.Index(0))
		}
		otherwise(one, name, func(name string, element reflect.Value) {
			changed.Set(reflect.Append(reflect.MakeSlice(of.Type(), 0, 1), element))
			each(name, changed)
		})
	case reflect.Pointer:
		one := reflect.New(of.Type().Elem())
		if !of.IsNil() {
			one.Elem().Set(of.Elem())
		}
		otherwise(one.Elem(), name, func(name string, element reflect.Value) {
			at := reflect.New(of.Type().Elem())
			at.Elem().Set(element)
			changed.Set(at)
			each(name, changed)
		})
	case reflect.String:
		set(of.String() + " otherwise")
		set("post") // the name of a carrier
	case reflect.Bool:
		set(!of.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		set(of.Int() + 1)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		set(of.Uint() ^ 1)
	case reflect.Float64:
		set(of.Float() + 0.25)
	case reflect.Interface: // a fact, which is tried by itself
	default:
		panic(name + " is of a kind that the test does not know: " + of.Type().String())
	}
}

// publicOf returns what the public sees of a log; ok is false where the log folds to nothing.
func publicOf(log []game.Event) (g telling.Public, ok bool) {
	defer func() {
		if recover() != nil { // no game has such a log
			ok = false
		}
	}()
	return telling.PublicOf(12, log)
}

// pageOf returns the page and the PGN of what the public sees; ok is false where no game has it.
func pageOf(g telling.Public) (files site.Files, ok bool) {
	defer func() { ok = recover() == nil }()
	files, _ = site.GameFiles(g, sides("Alice Example", "Bob Example"), house, time.UTC)
	return files, true
}

// TestEverythingPublicIsShown: each field of each event that changes what the public may be told
// changes the page, when it alone is otherwise; and each kind of event of which anything is told is
// tried.
func TestEverythingPublicIsShown(t *testing.T) {
	most := 12 // of the events of a kind, in the shortest logs
	if testing.Short() {
		most = 1 // which do not show each field
	}
	names, logs := goldenLogs(t)
	replaced := begin(t, nil).play("white: P-K4")
	replaced.act(play.Rule{Law: "house:16", Ruling: game.Ruling{Verb: game.RulesReplaced, Side: game.White, Player: 9, Reason: "x", Umpire: "x"}})
	names, logs["a seat"] = append(names, "a seat"), replaced.play("black: resign").log
	slices.SortStableFunc(names, func(a, b string) int { return len(logs[a]) - len(logs[b]) })
	c := converse{fields: map[string]bool{}, silent: map[string]string{}}
	tried := map[string]int{}
	for _, name := range names {
		var g telling.Public
		var files site.Files
		for i, e := range logs[name] {
			kind := reflect.TypeOf(e.Fact).Name()
			if f, is := e.Fact.(game.Ruled); is {
				kind += " " + string(f.Verb) // of each verb other things are told
			}
			if tried[kind] >= most {
				continue
			}
			if files == nil {
				var ok bool
				if g, ok = publicOf(logs[name]); !ok {
					break
				}
				if files, ok = pageOf(g); !ok {
					break
				}
			}
			tried[kind]++
			c.try(name, logs[name], i, g, files)
		}
	}
	for _, field := range slices.Sorted(maps.Keys(c.fields)) {
		if !c.fields[field] && !testing.Short() {
			t.Errorf("%s is told to the public and stands on no page (%s)", field, c.silent[field])
		}
	}
	for _, kind := range toldFacts(t) {
		if tried[kind] == 0 && kind != "Ruled" {
			t.Errorf("no log has a %s", kind)
		}
	}
	t.Logf("%d fields of %d kinds of events", len(c.fields), len(tried))
}

// unsaid reports that a term is kept otherwise and says the same, such as the time after a number
// of moves where there is no number, and the carrier where the settings name it too.
func unsaid(field string, a, b telling.Public) bool {
	return strings.Contains(field, ".Terms.") && slices.Equal(a.State.Terms.Lines(), b.State.Terms.Lines())
}

// converse gathers the fields that change what the public may be told, and whether any page has
// changed with each.
type converse struct {
	fields map[string]bool
	silent map[string]string // a log in which none did
}

// try changes each field of an event of a log alone. g and files are what is shown of the log as it
// is.
func (c converse) try(name string, log []game.Event, i int, g telling.Public, files site.Files) {
	try := func(field string, changed game.Event) {
		if c.fields[field] {
			return
		}
		other := slices.Clone(log)
		other[i] = changed
		is, ok := publicOf(other)
		if !ok || reflect.DeepEqual(g, is) || unsaid(field, g, is) {
			return
		}
		page, ok := pageOf(is)
		if !ok {
			return
		}
		if c.fields[field] = len(differ(files, page)) > 0; !c.fields[field] {
			c.silent[field] = name
		}
	}
	e := log[i]
	kind := reflect.TypeOf(e.Fact).Name()
	otherwise(reflect.ValueOf(e), "Event", func(field string, v reflect.Value) { try(field, v.Interface().(game.Event)) })
	otherwise(reflect.ValueOf(e.Fact), kind, func(field string, v reflect.Value) {
		changed := e
		changed.Fact = v.Interface().(game.Fact)
		try(field, changed)
	})
}

// elsewhere says of what no page of the club shows where it stands, or why nowhere.
var elsewhere = map[string]string{
	"Entry 1.Code":            "of a game that is being played, on the page of the game (TestEverythingPublicIsShown)",
	"Entry 2.Code":            "the same",
	"Entry 2.Updated":         "the last of the games that are being played stays the last when it is moved in later",
	"Event open.Games":        "an event that has not begun has no games",
	"Conditions.Terms.Umpire": "addresses are withheld",
}

// TestEveryDatumOfTheClubIsShown: what the lists, the pages of players and of events, the years and
// the feed are made of changes one of them, when it alone is otherwise; so do the conditions of an
// event.
func TestEveryDatumOfTheClubIsShown(t *testing.T) {
	club := func(h site.House, games []site.Entry, events ...site.Event) site.Files {
		all := site.ClubFiles(h, games, events)
		for _, c := range site.Collections(games, events) {
			all[c.Path] = fmt.Append(nil, c.Games)
		}
		return all
	}
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	one := site.Entry{ID: 12, Sides: sides("Alice Example", "Bob Example"), Code: "A Code", Score: "1-0", Ended: "White wins", Moves: 30, Year: 2026, Begun: "1 March 2026", Day: "2 March 2026", Updated: at}
	other := one
	other.ID, other.Ended, other.Score = 13, "", ""
	third := other // later than the one before, so that their order says when each was moved in last
	third.ID, third.Updated = 14, at.Add(time.Hour)
	agreed := terms.Default()
	conditions := tournament.Conditions{Name: "Spring", Games: 1, EnterBy: at, Begin: at, Close: at.AddDate(1, 0, 0), Terms: agreed, Ties: tournament.Ties(), Silent: 45, Withdrawal: tournament.UnderHalf}
	event := func(c tournament.Conditions) site.Event {
		s := tournament.State{ID: 3}.Apply(tournament.Event{At: at, By: tournament.Director, Fact: tournament.Announced{Conditions: c}},
			tournament.Event{At: at, By: tournament.Entrant, Fact: tournament.Entered{Player: 1}})
		e, ok := site.NewEvent(s, tournament.Table{}, nil, time.UTC)
		if !ok {
			t.Fatal("nothing is shown of the event")
		}
		return e
	}
	open, over := event(conditions), event(conditions)
	over.ID, over.Started, over.Ended, over.Table, over.Leaders, over.Games = 4, at, at, "<table></table>", []string{"1: Alice"}, []int64{12}
	over.Named = []site.Member{{ID: 1, Name: "Alice Example"}}
	games := []site.Entry{one, other, third}
	plain, tried := club(house, games, open, over), 0
	look := func(name string, otherwise site.Files) {
		if tried++; len(differ(plain, otherwise)) == 0 && elsewhere[name] == "" {
			t.Errorf("%s is given to the pages, and stands on none", name)
		}
	}
	otherwise(reflect.ValueOf(house), "House", func(name string, v reflect.Value) { look(name, club(v.Interface().(site.House), games, open, over)) })
	for i := range games {
		otherwise(reflect.ValueOf(games[i]), fmt.Sprint("Entry ", i), func(name string, v reflect.Value) {
			changed := slices.Clone(games)
			changed[i] = v.Interface().(site.Entry)
			look(name, club(house, changed, open, over))
		})
	}
	otherwise(reflect.ValueOf(open), "Event open", func(name string, v reflect.Value) { look(name, club(house, games, v.Interface().(site.Event), over)) })
	otherwise(reflect.ValueOf(over), "Event over", func(name string, v reflect.Value) { look(name, club(house, games, open, v.Interface().(site.Event))) })
	otherwise(reflect.ValueOf(conditions), "Conditions", func(name string, v reflect.Value) {
		c := v.Interface().(tournament.Conditions)
		if strings.Contains(name, ".Terms.") && slices.Equal(c.Terms.LinesOfEvent(), conditions.Terms.LinesOfEvent()) {
			return // it says the same otherwise
		}
		defer func() { recover() }() // no event has such conditions
		look(name, club(house, games, event(c), over))
	})
	if tried < 80 {
		t.Errorf("%d fields were tried", tried)
	}
}
