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
	"corrd/game/public"
	"corrd/store"
	"corrd/templates/site"
)

// goldenLogs gives the logs that the releases left, by their names. A game that was not played to
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

// toldFacts are the names of the facts that package public lists as told, by its source.
func toldFacts(t *testing.T) (names []string) {
	t.Helper()
	source, err := os.ReadFile("../../game/public/public.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(source), "func fact(")
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

// otherwise gives a value with one of its fields changed at a time, as deep as it has fields, with
// the field's name. What is absent is made present.
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

// shownOf returns what the public sees of a log and its page and PGN; ok is false where the log
// folds to nothing.
func shownOf(log []game.Event) (g public.Game, files site.Files, ok bool) {
	defer func() {
		if recover() != nil { // no game has such a log
			ok = false
		}
	}()
	if g, ok = public.Of(12, log); ok {
		files, _ = site.GameFiles(g, sides("Alice Example", "Bob Example"), house, time.UTC)
	}
	return g, files, ok
}

// TestEverythingPublicIsShown: each field of each event that changes what the public may be told
// changes the page, when it alone is otherwise; and each kind of event of which anything is told is
// tried.
func TestEverythingPublicIsShown(t *testing.T) {
	const most = 12 // of the events of a kind, in the shortest logs
	names, logs := goldenLogs(t)
	replaced := begin(t, nil).play("white: P-K4")
	replaced.act(play.Rule{Law: "house:16", Ruling: game.Ruling{Verb: game.RulesReplaced, Side: game.White, Player: 9, Reason: "x", Umpire: "x"}})
	names, logs["a seat"] = append(names, "a seat"), replaced.play("black: resign").log
	slices.SortStableFunc(names, func(a, b string) int { return len(logs[a]) - len(logs[b]) })
	c := converse{fields: map[string]bool{}, silent: map[string]string{}}
	tried := map[string]int{}
	for _, name := range names {
		var g public.Game
		var files site.Files
		for i, e := range logs[name] {
			kind := reflect.TypeOf(e.Fact).Name()
			if tried[kind] >= most {
				continue
			}
			if files == nil {
				var ok bool
				if g, files, ok = shownOf(logs[name]); !ok {
					break
				}
			}
			tried[kind]++
			c.try(name, logs[name], i, g, files)
		}
	}
	for _, field := range slices.Sorted(maps.Keys(c.fields)) {
		if !c.fields[field] && !slices.Contains(unseen, field) {
			t.Errorf("%s is told to the public and stands on no page (%s)", field, c.silent[field])
		}
	}
	for _, kind := range toldFacts(t) {
		if tried[kind] == 0 {
			t.Errorf("no log has a %s", kind)
		}
	}
	t.Logf("%d fields of %d kinds of events", len(c.fields), len(tried))
}

// unseen are the fields that no log which is tried shows alone. Nothing new may come in here
// without a reason.
var unseen = []string{
	"Ruled.Ruling.Move", "Ruled.Ruling.Number", // for some verbs alone
	"Agreed.Terms.Medium", "Started.Terms.Medium", "Agreed.Terms.Time.ThenPer", "Started.Terms.Time.ThenPer", // nothing by themselves
	// what they change is how a line or the time of a turn is reckoned
	"Adopted.Intended", "Adopted.Silent", "Played.Silent", "Asked.Why", "Claimed.Halts", "Notified.Question", "Notified.Side", "Started.ByCard",
	"HandedIn.Collected", "HandedIn.Delivered", "HandedIn.Stops",
}

// converse gathers the fields that change what the public may be told, and whether any page has
// changed with each.
type converse struct {
	fields map[string]bool
	silent map[string]string // a log in which none did
}

// try changes each field of an event of a log alone. g and files are what is shown of the log as it is.
func (c converse) try(name string, log []game.Event, i int, g public.Game, files site.Files) {
	try := func(field string, changed game.Event) {
		if c.fields[field] {
			return
		}
		other := slices.Clone(log)
		other[i] = changed
		is, page, ok := shownOf(other)
		if !ok || reflect.DeepEqual(g, is) {
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
