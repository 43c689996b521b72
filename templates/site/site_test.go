package site_test

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/codes"
	"corrd/game/play"
	"corrd/game/telling"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/templates/site"
)

// TestMain has the garbage collector wait until the heap has 256 MiB: tests write many pages, and
// little of it lives on.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(256 << 20)
	m.Run()
}

// init makes random tests draw the same in every run.
func init() { flag.Set("rapid.seed", "1") }

var house = site.House{Name: "Leeds Chess Club", Domain: "club.example"}

// match is a game being played.
type match struct {
	state game.State
	log   []game.Event
	now   time.Time
}

func begin(t testing.TB, written map[string]string) *match {
	t.Helper()
	var list []interpret.Term
	for k, v := range written {
		list = append(list, interpret.Term{Key: k, Value: v})
	}
	agreed, refusal := codes.ParseTerms(list, terms.Default())
	if refusal != "" {
		t.Fatal(refusal)
	}
	m := &match{now: time.Date(2026, 1, 1, 10, 0, 0, 0, time.UTC)}
	m.state.ID = 12
	m.act(play.Start{Terms: agreed, Players: [2]int64{1, 2}, Lot: &game.Lot{Nonce: strings.Repeat("5a", 32), Letter: 7}, Letter: 7})
	return m
}

func (m *match) act(a play.Act) {
	for _, e := range play.Decide(m.state, a, m.now) {
		m.log, m.state = append(m.log, e), m.state.Apply(e)
	}
	if p, ok := play.Prove(m.state); ok {
		m.act(p)
	}
}

// letter has a side write.
func (m *match) letter(by board.Side, text string) {
	m.numbered(by, text, int64(len(m.log)+10))
}

// numbered has a side write the letter with a number.
func (m *match) numbered(by board.Side, text string, id int64) {
	page := interpret.Parse(text)
	m.act(play.Letter{ID: id, By: by, Ply: m.state.KeyPly(by), Received: m.now, Statements: page.Statements, Note: page.Note, Prose: page.Note})
	if p := m.state.Window; p.Opened.IsZero() && m.state.Result == nil {
		m.act(play.Notify{Side: m.state.Position.SideToMove(), Told: m.state.Seq})
	}
}

// play has letters written, an hour apart: "white: P-K4".
func (m *match) play(script ...string) *match {
	for _, line := range script {
		who, text, _ := strings.Cut(line, ": ")
		by := board.White
		if who == "black" {
			by = board.Black
		}
		m.now = m.now.Add(time.Hour)
		m.letter(by, strings.ReplaceAll(text, `\n`, "\n"))
	}
	return m
}

// sides are players who are named as given, or not where the name is "".
func sides(white, black string) (s [2]site.Side) {
	for i, name := range []string{white, black} {
		m := site.Member{ID: int64(i + 1), Name: name}
		if name == "" {
			m.ID = 0
		}
		s[i] = site.Side{m}
	}
	return s
}

// pagesOf returns all files that show a game, or none if nothing of it is shown.
func pagesOf(m *match, who [2]site.Side) site.Files {
	g, ok := telling.PublicOf(m.state.ID, m.log)
	if !ok {
		return site.Files{}
	}
	files, entry := site.GameFiles(g, who, house, time.UTC)
	maps.Copy(files, site.ClubFiles(house, []site.Entry{entry}, nil))
	return files
}

// differ names the files in which two sites differ.
func differ(a, b site.Files) (names []string) {
	for name := range a {
		if !bytes.Equal(a[name], b[name]) {
			names = append(names, name)
		}
	}
	for name := range b {
		if a[name] == nil {
			names = append(names, name)
		}
	}
	return names
}

// tb lets a random case begin a match.
type tb struct {
	testing.TB
	T *rapid.T
}

func (b *tb) Helper()           {}
func (b *tb) Fatal(args ...any) { b.T.Fatal(args...) }

// TestRulingsKeepTheirReasons: of a ruling its verb and its law are shown, and neither its reason
// nor what was before the umpire.
func TestRulingsKeepTheirReasons(t *testing.T) {
	var both [2]site.Files
	for i, words := range []string{"SECRET one", "SECRET two, which is longer"} {
		m := begin(t, nil).play("white: P-K4", "black: P-K4", "white: protest: "+words)
		m.act(play.Rule{Law: "house:16", Ruling: game.Ruling{Verb: "extend", By: 48 * time.Hour, Reason: words, Umpire: words}})
		m.play("white: KKt-B3", "black: resign")
		both[i] = pagesOf(m, sides("Alice Example", "Bob Example"))
	}
	page := string(both[0]["games/12.html"])
	if names := differ(both[0], both[1]); len(names) > 0 || strings.Contains(page, "SECRET") {
		t.Errorf("differ in %v", names)
	}
	if !strings.Contains(page, "that the time allowed for this turn is longer by 2 days") || !strings.Contains(page, `href="../codes/british-1899.html#law-house:16"`) {
		t.Errorf("the ruling is not told:\n%s", page)
	}
}

// TestWhenAGameIsShown: by the term publish, and a game without a board not before its end.
func TestWhenAGameIsShown(t *testing.T) {
	moves := []string{"white: P-K4", "black: P-K4", "white: KKt-B3", "black: QKt-B3", "white: B-Kt5"}
	for _, c := range []struct {
		written        map[string]string
		running, ended int // plies that are shown; -1: nothing is
	}{
		{nil, -1, 5},
		{map[string]string{"publish": "never"}, -1, -1},
		{map[string]string{"publish": "delay 1"}, 3, 5},
		{map[string]string{"publish": "delay 2"}, 1, 5},
		{map[string]string{"publish": "delay 3"}, -1, 5},
		{map[string]string{"publish": "delay 1", "board": "blindfold"}, -1, 5},
	} {
		m := begin(t, c.written).play(moves...)
		for i, want := range []int{c.running, c.ended} {
			if i == 1 {
				m.play("black: resign")
			}
			g, ok := telling.PublicOf(m.state.ID, m.log)
			if got := len(g.State.Line); ok != (want >= 0) || ok && got != want {
				t.Errorf("%v, over %v: %d plies, shown %v, want %d", c.written, i == 1, got, ok, want)
			}
			if page := string(pagesOf(m, sides("", ""))["games/12.html"]); i == 0 && ok && strings.Contains(page, "B-Kt5") {
				t.Errorf("%v: the last move is told", c.written)
			}
		}
	}
}

// TestTakenBackShowsNoLess: what was shown of a running game stays, whatever is taken back later.
func TestTakenBackShowsNoLess(t *testing.T) {
	m := begin(t, map[string]string{"publish": "delay 1"}).play("white: P-K4", "black: P-K4", "white: P-Q4")
	before := pagesOf(m, sides("", ""))
	m.play("white: withdraw", "black: agree")
	if after := pagesOf(m, sides("", "")); len(m.state.Line) != 2 || len(before) == 0 || len(differ(before, after)) > 0 {
		t.Errorf("%d plies, %d files, differ in %v", len(m.state.Line), len(before), differ(before, after))
	}
}

// TestNothingIsLeftOut: each thing that is not withheld changes a page when it alone is otherwise.
func TestNothingIsLeftOut(t *testing.T) {
	script := []string{"white: P-K4", "black: P-K4", "white: KKt-B3", "black: resign"}
	base := pagesOf(begin(t, nil).play(script...), sides("Alice Example", "Bob Example"))
	late := begin(t, nil)
	late.now = late.now.Add(24 * time.Hour)
	for what, other := range map[string]site.Files{
		"words":  pagesOf(begin(t, nil).play("white: King's Pawn two squares", "black: P-K4", "white: KKt-B3", "black: resign"), sides("Alice Example", "Bob Example")),
		"move":   pagesOf(begin(t, nil).play("white: P-K4", "black: P-K3", "white: KKt-B3", "black: resign"), sides("Alice Example", "Bob Example")),
		"result": pagesOf(begin(t, nil).play("white: P-K4", "black: P-K4", "white: KKt-B3", "white: resign"), sides("Alice Example", "Bob Example")),
		"code":   pagesOf(begin(t, map[string]string{"code": "american-1897"}).play(script...), sides("Alice Example", "Bob Example")),
		"terms":  pagesOf(begin(t, map[string]string{"time": "reply in 5 days"}).play(script...), sides("Alice Example", "Bob Example")),
		"times":  pagesOf(late.play(script...), sides("Alice Example", "Bob Example")),
		"name":   pagesOf(begin(t, nil).play(script...), sides("Alice Example", "Robert Example")),
		"listed": pagesOf(begin(t, nil).play(script...), sides("Alice Example", "")),
		"round":  pagesOf(begin(t, nil).counts().play(script...), sides("Alice Example", "Bob Example")),
		"rule":   pagesOf(begin(t, nil).play("white: P-K4", "black: P-K4").rule(game.Ruling{Verb: "extend", By: 48 * time.Hour, Reason: "x", Umpire: "x"}).play("white: KKt-B3", "black: resign"), sides("Alice Example", "Bob Example")),
		"leave":  pagesOf(begin(t, nil).play("white: P-K4\nleave 5 days", "black: P-K4", "white: KKt-B3", "black: resign"), sides("Alice Example", "Bob Example")),
		"fired":  pagesOf(begin(t, nil).play("white: P-K4; if P-K4, KKt-B3", "black: P-K4", "black: resign"), sides("Alice Example", "Bob Example")),
		"draw":   pagesOf(begin(t, nil).play("white: P-K4", "black: P-K4", "white: KKt-B3\ndraw?", "black: accept draw"), sides("Alice Example", "Bob Example")),
		"taken":  pagesOf(begin(t, nil).play("white: P-K4", "black: P-K4", "white: KKt-B3", "white: withdraw", "black: agree", "white: KKt-B3", "black: resign"), sides("Alice Example", "Bob Example")),
		"agreed": pagesOf(begin(t, nil).play("white: P-K4\npropose reply in 5 days", "black: agree\nP-K4", "white: KKt-B3", "black: resign"), sides("Alice Example", "Bob Example")),
		"claim":  pagesOf(begin(t, nil).play("white: P-K4", "black: P-K4", "white: claim draw: repetition", "white: KKt-B3", "black: resign"), sides("Alice Example", "Bob Example")),
		"choice": pagesOf(begin(t, nil).play("white: P-K4", "black: P-K4", "white: Kt-B3", "black: adopt 2", "black: resign"), sides("Alice Example", "Bob Example")),
		"reply":  pagesOf(begin(t, nil).play("white: P-K4", "black: P-K4", "white: K-K5", "black: waive", "white: KKt-B3", "black: resign"), sides("Alice Example", "Bob Example")),
	} {
		if !bytes.Contains([]byte(strings.Join(differ(base, other), " ")), []byte("games/12.html")) {
			t.Errorf("%s: the page of the game is the same", what)
		}
	}
}

// counts has a game that has just begun count in an event.
func (m *match) counts() *match {
	for i, e := range m.log {
		if f, ok := e.Fact.(game.Started); ok {
			f.Tournament = &game.Tournament{Number: 3, Name: "Spring", Round: 2, Instead: 1}
			m.log[i].Fact = f
		}
	}
	m.state = game.State{ID: m.state.ID}.Apply(m.log...)
	return m
}

// rule has the umpire rule.
func (m *match) rule(r game.Ruling) *match {
	m.act(play.Rule{Law: "house:16", Ruling: r})
	return m
}

// TestEveryFieldIsShown: whatever lists hold of the club, of a game and of an event changes a page
// or the feed when it alone is otherwise.
func TestEveryFieldIsShown(t *testing.T) {
	entry := site.Entry{ID: 12, Sides: sides("Alice", "Bob"), Code: "code", Score: "1-0", Ended: "ended", Moves: 5, Year: 2026, Begun: "begun", Day: "day", Updated: time.Unix(7e8, 0).UTC()}
	event := site.Event{ID: 3, Name: "Spring", Code: "code", Phase: "phase", Begins: "begins", Closes: "closes", Entered: 5, Table: "<table></table>", Leaders: []string{"Alice"}, Named: []site.Member{{ID: 1, Name: "Alice"}}, Games: []int64{12}, Conditions: []string{"condition"}, Terms: []string{"term"}}
	base := site.ClubFiles(house, []site.Entry{entry}, []site.Event{event})
	fields := 0
	change := func(of any, f reflect.Value, name string) {
		was := reflect.New(f.Type()).Elem()
		was.Set(f)
		switch v := f.Addr().Interface().(type) {
		case *string:
			*v += " otherwise"
		case *int64:
			*v++
		case *int:
			*v++
		case *time.Time:
			*v = v.Add(time.Hour)
		case *[]string:
			*v = []string{"Bob"}
		case *[]int64:
			*v = nil
		case *[]site.Member:
			*v = []site.Member{{ID: 9, Name: "Carol"}}
		case *[2]site.Side:
			*v = sides("Carol", "Bob")
		default:
			t.Fatalf("%T.%s is of a kind that the test does not know", of, name)
		}
		if len(differ(base, site.ClubFiles(house, []site.Entry{entry}, []site.Event{event}))) == 0 {
			t.Errorf("%T.%s stands nowhere", of, name)
		}
		f.Set(was)
		fields++
	}
	for _, of := range []any{&house, &entry, &event} {
		v := reflect.ValueOf(of).Elem()
		for i := range v.NumField() {
			change(of, v.Field(i), v.Type().Field(i).Name)
		}
	}
	if fields < 20 {
		t.Errorf("%d fields", fields)
	}
}

// hostile are names and words as a stranger might choose them.
var hostile = []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</title><style>*{display:none}</style>`, `javascript:alert(1)`, "\u202eevil\u202c", "]]> & &amp; <!--", strings.Repeat("Ж", 200), "a|b|c", "{{.}}", "'; --"}

var elements = regexp.MustCompile(`<(script|style|img|link|iframe|object|base|form|meta)\b[^>]*>`)

// TestHostileNames: nothing that anybody is called or writes becomes a part of a page's markup, and
// a page loads nothing from elsewhere.
func TestHostileNames(t *testing.T) {
	m := begin(t, nil).play("white: P-K4", "black: P-K4", "white: KKt-B3", "black: resign")
	plain := pagesOf(m, sides("Alice", "Bob"))
	for _, name := range hostile {
		files := pagesOf(m, sides(name, name+"2"))
		house := house
		house.Name, house.Words = name, "# "+name+"\n\n- "+name+"\n\n"+name
		for path, page := range files {
			if !strings.HasSuffix(path, ".html") {
				continue
			}
			got, want := len(elements.FindAll(page, -1)), len(elements.FindAll(plain[path], -1))
			if got != want || bytes.Contains(page, []byte("\u202e")) {
				t.Errorf("%q, %s: %d elements, want %d", name, path, got, want)
			}
			if !bytes.HasPrefix(page, []byte("<!DOCTYPE html>\n<html lang=\"en\"><head><meta http-equiv=\"Content-Security-Policy\"")) || regexp.MustCompile(`(href|src)="(https?:)?//`).Match(page) || bytes.Contains(page, []byte(" style=")) {
				t.Errorf("%q, %s: not safe", name, path)
			}
		}
		s, table := congress(name)
		event, _ := site.NewEvent(s, table, map[int64]site.Member{1: {ID: 1, Name: name}, 3: {ID: 3, Name: name + "3"}, 5: {ID: 5, Name: name + "5"}}, time.UTC)
		page := site.ClubFiles(site.House{Name: "Club"}, nil, []site.Event{event})["events/3.html"]
		if got := len(elements.FindAll(page, -1)); got != len(elements.FindAll(files["games.html"], -1)) || bytes.Contains(page, []byte("\u202e")) || bytes.Contains(page, []byte("<b>")) {
			t.Errorf("%q: %d elements on the page of an event", name, got)
		}
		club := site.ClubFiles(house, nil, nil)
		if got := len(elements.FindAll(club["index.html"], -1)); got != len(elements.FindAll(plain["index.html"], -1)) {
			t.Errorf("%q: %d elements on the first page", name, got)
		}
	}
}

// TestLongGame: the page of a game of 400 moves is no larger than 100 kB without its pictures,
// style and script.
func TestLongGame(t *testing.T) {
	p := board.Array()
	at := time.Date(2026, 1, 1, 10, 0, 0, 0, time.UTC)
	log := []game.Event{{At: at, By: game.Corrd, Fact: game.Started{Terms: terms.Default(), Players: [2]int64{1, 2}, Position: p.FEN()}}}
	back := []string{"g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"}
	for ply := 1; ply <= 800; ply++ {
		move, _ := board.ParseMove(back[(ply-1)%len(back)])
		at = at.Add(26 * time.Hour)
		log = append(log, game.Event{At: at, By: game.PartyOf(p.SideToMove()), Fact: game.Played{Ply: ply, Move: move, Words: notation.Short(&p, move)}})
		p = p.Play(move)
	}
	log = append(log, game.Event{At: at, By: game.Corrd, Law: "II.8(a)", Fact: game.Ended{Score: game.Drawn, How: game.ByAgreement}})
	g, ok := telling.PublicOf(12, log)
	files, entry := site.GameFiles(g, sides("Alice", "Bob"), house, time.UTC)
	if n := len(files["games/12.html"]); !ok || n > 100_000 || entry.Moves != 400 {
		t.Errorf("%d octets, %d moves", n, entry.Moves)
	}
	if n := strings.Count(string(files["games/12.html"]), "After the "); n != 40 {
		t.Errorf("%d diagrams", n)
	}
	if again, _ := site.GameFiles(g, sides("Alice", "Bob"), house, time.UTC); len(differ(files, again)) > 0 {
		t.Error("other bytes from the same game")
	}
}

// TestLinksLead: every link of a page leads to a file of the site, and to a place on it.
func TestLinksLead(t *testing.T) {
	m := begin(t, nil).play("white: P-K4", "black: P-K4", "white: Kt-B3", "black: adopt 2", "black: resign")
	files := pagesOf(m, sides("Alice", ""))
	links := 0
	for path, page := range files {
		if !strings.HasSuffix(path, ".html") {
			continue
		}
		for _, found := range regexp.MustCompile(`(?:href|src)="([^"]+)"`).FindAllStringSubmatch(string(page), -1) {
			to, place, _ := strings.Cut(found[1], "#")
			whole := to
			switch rest, up := strings.CutPrefix(to, "../"); {
			case to == "":
				whole = path
			case up:
				whole = rest
			case strings.Contains(path, "/"):
				whole = path[:strings.Index(path, "/")+1] + to
			}
			if links++; whole == site.AllPGN || whole == "games-2026.pgn" {
				continue
			}
			if target := files[whole]; target == nil || place != "" && !bytes.Contains(target, fmt.Appendf(nil, `id="%s"`, place)) && !bytes.Contains(target, fmt.Appendf(nil, `id=%s `, place)) {
				t.Errorf("%s: %s leads nowhere", path, found[1])
			}
		}
	}
	if links < 50 {
		t.Errorf("%d links", links)
	}
}
