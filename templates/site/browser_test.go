package site_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"corrd/game/telling"
	"corrd/store/peertest"
	"corrd/templates/site"
)

// browser is a page of a headless Chromium, with what went wrong in it and what it asked for.
type browser struct {
	context.Context
	mu     sync.Mutex
	errors []string
	asked  []string
}

// browse starts a browser. Without Chromium the test is skipped, and fails where peers are
// required.
func browse(t *testing.T) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser: of the long run")
	}
	path := peertest.Program(t, "NO PAGE LOOKED AT IN A BROWSER", "chromium", "chromium", "chromium-browser", "google-chrome", "headless-shell")
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.WSURLReadTimeout(2*time.Minute))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	started, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	page, closed := chromedp.NewContext(started)
	t.Cleanup(closed)
	b := &browser{Context: page}
	if err := chromedp.Listen(page, b.hear); err != nil {
		t.Fatal(err)
	}
	limited, cancel := context.WithTimeout(page, 2*time.Minute)
	t.Cleanup(cancel)
	b.Context = limited
	call(t, b, network.Enable, network.EnableParams{})
	call(t, b, log.Enable, cdp.Empty{})
	return b
}

// call sends a command to the browser.
func call[P, R any](t *testing.T, b *browser, command cdp.Command[P, R], params P) {
	t.Helper()
	if _, err := chromedp.Call(b, command, params); err != nil {
		t.Fatal(err)
	}
}

// of evaluates an expression of the page.
func of[T any](t *testing.T, b *browser, expression string, options ...chromedp.EvaluateOption) T {
	t.Helper()
	result, err := chromedp.Run(b, chromedp.Evaluate[T](expression, options...))
	if err != nil {
		t.Fatalf("%.200s: %v", expression, err)
	}
	return result
}

// hear notes what happens in the page.
func (b *browser) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.errors = append(b.errors, fmt.Sprint(e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		b.errors = append(b.errors, fmt.Sprint("console: ", e.Type))
	case *log.EventEntryAdded:
		b.errors = append(b.errors, e.Entry.Text+" "+e.Entry.URL)
	case *network.EventRequestWillBeSent:
		b.asked = append(b.asked, e.Request.URL)
	}
}

// gone is what the browser says of an action that was begun in a page which another has replaced
// meanwhile, so that nothing came of it.
const gone = "Cannot find context with specified id"

// do carries out actions one after the other, each in the page that is open then.
func (b *browser) do(t *testing.T, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	for _, action := range actions {
		err := chromedp.Do(b, action)
		for tries := 0; err != nil && strings.Contains(err.Error(), gone) && tries < 20; tries++ {
			err = chromedp.Do(b, action)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// holds evaluates an expression of the page.
func (b *browser) holds(t *testing.T, expression string) bool {
	t.Helper()
	return of[bool](t, b, expression)
}

// says fails unless the page announces a move.
func (b *browser) says(t *testing.T, after, want string) {
	t.Helper()
	said := of[string](t, b, `document.getElementById("said").textContent`)
	drawn := of[string](t, b, `document.querySelector("#stepper svg").getAttribute("aria-label")`)
	if !strings.Contains(said, want) || !strings.Contains(drawn, want) {
		t.Errorf("after %s the page says %q and the board %q, want %q", after, said, drawn, want)
	}
}

// quiet fails if anything went wrong, or the page asked for what does not lie beneath a place.
func (b *browser) quiet(t *testing.T, beneath string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.errors {
		t.Error("in the browser: ", e)
	}
	for _, url := range b.asked {
		if !strings.HasPrefix(url, beneath) && url != "about:blank" {
			t.Errorf("the page asks for %s", url)
		}
	}
	if len(b.asked) == 0 {
		t.Error("nothing was asked for")
	}
	b.errors, b.asked = nil, nil
}

// shelf is a room with one game that shows everything: a penalty waived, diagrams, a hostile name.
func shelf(t *testing.T) (files site.Files, dir string) {
	t.Helper()
	m := begin(t, nil).play("white: P-K4", "black: P-K4", "white: K-K5", "black: waive", "white: KKt-B3", "black: QKt-B3", "white: B-B4", "black: B-B4",
		"white: Castles KR", "black: KKt-B3", "white: P-Q3", "black: P-Q3", "white: B-KKt5", "black: P-KR3", "white: B-R4", "black: P-KKt4", "white: B-KKt3", "black: P-KR4",
		"white: P-KR3", "black: P-R5", "white: B-R2", "black: P-KKt5", "white: resign")
	if len(m.state.Line) != 20 || m.state.Result == nil {
		t.Fatalf("%d plies: %v", len(m.state.Line), m.state.Window)
	}
	g, _ := telling.PublicOf(m.state.ID, m.log)
	files, entry := site.GameFiles(g, sides("Alice Example", `<b onclick="x">Bob`+strings.Repeat("w", 190)), house, time.UTC)
	s, table := congress(strings.Repeat("Spring Congress ", 9))
	event, _ := site.NewEvent(s, table, map[int64]site.Member{1: {ID: 1, Name: "Alice Example"}, 3: {ID: 3, Name: strings.Repeat("ש", 190)}}, time.UTC)
	maps.Copy(files, site.ClubFiles(house, []site.Entry{entry}, []site.Event{event}))
	files[site.AllPGN] = files[site.PGNPath(12)]
	dir = t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return files, dir
}

// TestInABrowser: the page of a game is stepped by buttons, keys, taps and the score, from a folder
// and from a server; nothing goes wrong, and nothing is asked for elsewhere.
func TestInABrowser(t *testing.T) {
	b := browse(t)
	_, dir := shelf(t)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	for _, from := range []string{"file://" + dir + "/", server.URL + "/"} {
		b.do(t, chromedp.Navigate(from+"games/12.html"), chromedp.WaitVisible(chromedp.CSS("#steps")))
		b.step(t)
		b.quiet(t, from)
	}
	b.touch(t, server.URL+"/games/12.html")
	b.quiet(t, server.URL+"/")
}

// step steps through the game of the page that is open, which the shelf shows.
func (b *browser) step(t *testing.T) {
	t.Helper()
	click := func(button string) chromedp.Action[chromedp.Void] {
		return chromedp.Click(chromedp.CSS(`[data-to="` + button + `"]`))
	}
	b.do(t, click("first"))
	b.says(t, "First", "beginning")
	if !b.holds(t, `document.querySelectorAll("#men use").length === 32 && document.querySelectorAll("#marks rect").length === 0`) {
		t.Error("the array is not drawn")
	}
	b.do(t, click("on"))
	b.says(t, "On", "1. White: Pawn to King's fourth square")
	b.do(t, click("on"), click("back"))
	b.says(t, "On and Back", "1. White: Pawn")
	b.do(t, chromedp.KeyEvent(kb.ArrowRight))
	b.says(t, "the right arrow", "1… Black: Pawn")
	b.do(t, chromedp.KeyEvent(kb.ArrowLeft))
	b.says(t, "the left arrow", "1. White: Pawn")
	b.do(t, chromedp.KeyEvent(kb.End))
	b.says(t, "End", "10… Black: Pawn to King's Knight's fifth square")
	b.do(t, chromedp.KeyEvent(kb.ArrowRight))
	b.says(t, "the right arrow at the end", "10… Black: Pawn to King's Knight's fifth square")
	b.do(t, chromedp.KeyEvent(kb.Home))
	b.says(t, "Home", "beginning")
	b.do(t, chromedp.Click(chromedp.CSS(`[id="3"] q`)))
	b.says(t, "a move of the score", "2. White: King's Knight")
	if !b.holds(t, `document.querySelectorAll('[aria-current="step"]').length === 1 && document.querySelector('[aria-current="step"]').id === "3"`) {
		t.Error("the move of the score is not marked")
	}
	b.do(t, chromedp.Evaluate[chromedp.Void](`location.hash = "#4"`), chromedp.Poll[chromedp.Void](`document.getElementById("said").textContent.startsWith("2…")`))
	if !b.holds(t, `document.getElementById("said").getAttribute("role") === "status" && document.querySelector("#stepper svg").getAttribute("role") === "img"`) {
		t.Error("a screen reader is not told of moves")
	}
}

// touch taps either half of the board, on a telephone.
func (b *browser) touch(t *testing.T, url string) {
	t.Helper()
	begins := func(words string) chromedp.Action[chromedp.Void] {
		return chromedp.Poll[chromedp.Void](`document.getElementById("said").textContent.startsWith("` + words + `")`)
	}
	b.do(t, chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Navigate("about:blank"), chromedp.Navigate(url+"#1"), begins("1. White"),
		chromedp.ScrollIntoView(chromedp.CSS("#stepper svg")))
	at := of[[]float64](t, b, `(function(){var r=document.querySelector("#stepper svg").getBoundingClientRect();return [r.left,r.top,r.width,r.height]})()`)
	b.do(t, chromedp.TapXY(at[0]+at[2]*.8, at[1]+at[3]/2), begins("1…"), chromedp.TapXY(at[0]+at[2]*.2, at[1]+at[3]/2), begins("1. White"),
		chromedp.Tap(chromedp.CSS(`[data-to="on"]`)), begins("1…"))
	if !b.holds(t, `[...document.querySelectorAll("button")].every(x => x.getBoundingClientRect().height >= 44)`) {
		t.Error("a button is too small for a finger")
	}
}

// TestWithoutScripts: the score, the last board and the diagrams are there, and no button that does
// nothing.
func TestWithoutScripts(t *testing.T) {
	b := browse(t)
	_, dir := shelf(t)
	call(t, b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	b.do(t, chromedp.Navigate("file://"+dir+"/games/12.html"))
	for _, want := range []string{
		`document.getElementById("steps").offsetParent === null`,
		`document.getElementById("keys").offsetParent === null`,
		`document.querySelectorAll("#men use").length > 20`,
		`document.querySelectorAll(".score q").length === 20`,
		`[...document.querySelectorAll(".diagram img")].length > 0 && [...document.querySelectorAll(".diagram img")].every(x => x.naturalWidth > 0 && x.alt.length > 20)`,
	} {
		if !b.holds(t, want) {
			t.Errorf("without scripts not so: %s", want)
		}
	}
	b.quiet(t, "file://"+dir+"/")
}

// scheme has the page shown by day ("light") or by night ("dark").
func (b *browser) scheme(t *testing.T, name string) {
	t.Helper()
	call(t, b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}})
}

// TestEveryWidth: no page is wider than the screen, by day and by night, and dark is dark.
func TestEveryWidth(t *testing.T) {
	b := browse(t)
	files, dir := shelf(t)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, width := range []int64{360, 800, 1600} {
			b.do(t, chromedp.EmulateViewport(width, 900), chromedp.Navigate("file://"+dir+"/"+name))
			if !b.holds(t, fmt.Sprintf(`document.scrollingElement.scrollWidth <= %d`, width)) {
				t.Errorf("%s is wider than %d pixels", name, width)
			}
			if !b.holds(t, `[...document.querySelectorAll("main>table th")].every(h => h.clientHeight < 50)`) {
				t.Errorf("%s breaks the heading of a column at %d pixels", name, width)
			}
		}
		for scheme, dark := range map[string]string{"dark": "< 60", "light": "> 200"} {
			b.scheme(t, scheme)
			if !b.holds(t, `Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)[0]) `+dark) {
				t.Errorf("%s is not %s", name, scheme)
			}
		}
	}
	b.quiet(t, "file://"+dir+"/")
}

// finding is what axe-core says of a page.
type finding struct {
	ID, Help string
	Nodes    []struct{ HTML, FailureSummary string }
}

// TestAxe: axe-core finds nothing in any page, contrast included, by day and by night, narrow and
// wide. The script that fetches it names the file in CORRD_AXE.
func TestAxe(t *testing.T) {
	path := os.Getenv("CORRD_AXE")
	if path == "" {
		t.Skip("SKIPPED, NO PAGE LOOKED AT WITH AXE: .ci/axe does")
	}
	axe, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b := browse(t)
	files, dir := shelf(t)
	looked := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for i, scheme := range []string{"light", "dark"} {
			b.scheme(t, scheme)
			b.do(t, chromedp.EmulateViewport([]int64{1200, 360}[i], 900), chromedp.Navigate("file://"+dir+"/"+name), chromedp.Evaluate[chromedp.Void](string(axe)+";0"))
			found := of[[]finding](t, b, `axe.run().then(r => r.violations.map(v => ({ID: v.id, Help: v.help, Nodes: v.nodes.map(n => ({HTML: n.html, FailureSummary: n.failureSummary}))})))`, chromedp.EvalAwaitPromise)
			looked++
			for _, f := range found {
				t.Errorf("%s, %s: %s: %s: %.300v", name, scheme, f.ID, f.Help, f.Nodes[:min(2, len(f.Nodes))])
			}
		}
	}
	if looked < 10 {
		t.Errorf("%d pages looked at", looked)
	}
}
