package templates

import (
	"go/ast"
	"go/parser"
	"go/token"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/line"
	"corrd/game/play"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/store/peertest"
	"corrd/templates/press"
)

// constants are the values of the string constants of a type in a Go file.
func constants(t *testing.T, path, typ string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 {
			return true
		}
		name, ok := spec.Type.(*ast.Ident)
		lit, isLit := spec.Values[0].(*ast.BasicLit)
		if ok && isLit && name.Name == typ {
			values = append(values, strings.Trim(lit.Value, `"`))
		}
		return true
	})
	if len(values) == 0 {
		t.Fatalf("%s has no constants of the type %s", path, typ)
	}
	return values
}

// TestEveryReasonHasWords: a letter explains each Why of package game.
func TestEveryReasonHasWords(t *testing.T) {
	for _, why := range constants(t, "../game/letter.go", "Why") {
		if wording().Lookup("why "+why) == nil {
			t.Errorf("no words for the reason %q", why)
		}
	}
}

// TestEveryFactHasWords: a letter can tell each Fact of package game but the
// ones that nobody is told.
func TestEveryFactHasWords(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../game/event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != "fact" {
			continue
		}
		name := f.Recv.List[0].Type.(*ast.Ident).Name
		if !slices.Contains([]string{"Arrived", "ProofAsked", "Deferred"}, name) && wording().Lookup(name) == nil {
			t.Errorf("no words for the fact %s", name)
		}
	}
}

// rendered keeps what pages has rendered.
var rendered map[string]mailer.Page

// pages are all the letters of the last steps of the scenes, and those of the office.
func pages(t *testing.T) map[string]mailer.Page {
	t.Helper()
	if rendered != nil {
		return rendered
	}
	all := map[string]mailer.Page{}
	for _, s := range scenes {
		for _, l := range staged(t, s).letters {
			all[l.name()+" "+s.name] = l.page(t)
		}
	}
	for _, o := range officeScenes(t) {
		page, err := OfficePage(o.letter)
		if err != nil {
			t.Fatal(err)
		}
		all["office "+o.name] = page
	}
	rendered = all
	return all
}

// someOf yields the cases of a table in the order of their names: all of them, or each nth with
// -short, unless everything is tried.
func someOf[T any](cases map[string]T, nth int) iter.Seq2[string, T] {
	return func(yield func(string, T) bool) {
		each := peertest.Share(1, nth)
		for i, name := range slices.Sorted(maps.Keys(cases)) {
			if i%each == 0 && !yield(name, cases[name]) {
				return
			}
		}
	}
}

// TestShape: letters keep within 72 columns, have no blank lines in pairs, no unbreakable spaces
// and no spaces at the ends of lines; a subject, with a limit of time told in full and the mark of
// the game, has 92 columns at most.
func TestShape(t *testing.T) {
	for name, p := range pages(t) {
		if strings.Contains(p.Text, "\n\n\n") || strings.Contains(p.Text, press.NoBreak) || strings.Contains(p.Text, "<no value>") || strings.Contains(p.Subject, press.NoBreak) {
			t.Errorf("%s is badly set:\n%s", name, p.Text)
		}
		for line := range strings.Lines(p.Text) {
			line = strings.TrimRight(line, "\n")
			if utf8.RuneCountInString(line) > press.Width || strings.TrimRight(line, " ") != line {
				t.Errorf("%s: a bad line %q", name, line)
			}
		}
		if n := utf8.RuneCountInString(p.Subject); n > 92 || strings.TrimSpace(p.Subject) != p.Subject {
			t.Errorf("%s: a bad subject %q", name, p.Subject)
		}
	}
}

// TestReturnedLetterDoesNotAct: a letter of corrd's that comes back unquoted,
// as some mail programs send it, holds no statement.
func TestReturnedLetterDoesNotAct(t *testing.T) {
	for name, p := range someOf(pages(t), 8) {
		for _, s := range interpret.Parse(p.Text).Statements {
			t.Errorf("%s: line %d would act as %v: %q", name, s.Line, s.Kind, s.Text)
		}
	}
}

// TestExamplesAct: every example a letter of a game gives is one statement that
// Decide neither asks about nor refuses.
func TestExamplesAct(t *testing.T) {
	for _, s := range scenes {
		g := staged(t, s)
		for _, l := range g.letters {
			p := gamePage{GameLetter: l.letter, code: l.letter.State.Code(), notation: l.letter.Reader.notation(), zone: time.UTC}
			for _, e := range p.examples() {
				check(t, g, l, e)
			}
		}
	}
}

// check checks one example. Only the newest letter to a reader must be
// answerable: what it shows is the game as it stands.
func check(t *testing.T, g *sitting, l sent, e example) {
	t.Helper()
	page := interpret.Parse(e.Line)
	if len(page.Statements) == 0 || page.Note != "" {
		t.Errorf("%s: the example %q is no statement", l.name(), e.Line)
		return
	}
	if !page.Statements[0].Kind.Acts() || l.letter.State.Seq != g.state.Seq {
		return
	}
	side := l.letter.Reader.Side
	events := play.Decide(l.letter.State, play.Letter{ID: 99, By: side, Ply: l.letter.State.KeyPly(side), Received: g.now.Add(time.Minute), Statements: page.Statements}, g.now.Add(time.Minute))
	if len(events) == 0 {
		t.Errorf("%s: the example %q does nothing", l.name(), e.Line)
	}
	for _, ev := range events {
		if asked, ok := ev.Fact.(game.Asked); ok && asked.Why == game.Dropped {
			continue
		}
		switch f := ev.Fact.(type) {
		case game.Asked, game.Refused, game.ClaimRefused, game.Offended, game.Spent, game.Held:
			t.Errorf("%s in %v: the example %q is answered %T %+v", l.name(), l.letter.State.Phase, e.Line, f, f)
		}
	}
}

// TestOffenderIsTold: an offender hears at once what was written, why no legal move,
// what the other side may do, and that a legal move may still be sent.
func TestOffenderIsTold(t *testing.T) {
	for _, script := range [][]string{
		{"white: P-K4", "black: P-K4", "white: R-R5"},
		{"white: P-K4; if P-K4, R-R5", "black: P-K4"},
	} {
		g := staged(t, scene{script: script})
		text := asText(g.newest("offended-white"))
		for _, words := range []string{`"R-R5"`, "no legal move (III.3)", "(I.11.E(a))", "exact Penalty C", "waive", "You may send a legal move", "Your clock runs"} {
			if !strings.Contains(strings.Join(strings.Fields(text), " "), words) {
				t.Errorf("%v: the letter does not say %q:\n%s", script, words, text)
			}
		}
	}
}

// TestUnknownKind: a letter nobody wrote a text for is an error, not a blank page.
func TestUnknownKind(t *testing.T) {
	if _, err := Game(GameLetter{Kind: "valentine", State: game.State{Record: line.Record{Initial: board.Array(), Position: board.Array()}}}); err == nil {
		t.Error("no error")
	}
}

// TestLettersSayNothing: a letter of ours that comes back without one quote mark,
// as some mail programs quote, has no statement in it, as text or as HTML, even
// without the line that begins it. A game in PGN is none that could be played.
func TestLettersSayNothing(t *testing.T) {
	for name, p := range someOf(pages(t), 8) {
		if !strings.HasPrefix(p.Text, replyMark) || strings.Count(p.HTML, mailer.ReplyMark) != 1 {
			t.Errorf("%s does not begin with the line above which the answer goes", name)
		}
		html := strings.Replace(p.HTML, mailer.ReplyMark, "", 1)
		for kind, body := range map[string]string{"plain": strings.TrimPrefix(p.Text, replyMark), "html": html} {
			letter := parse.Letter([]byte("From: a@b.example\nContent-Type: text/"+kind+"; charset=utf-8\n\n"+body), mailer.Envelope{}, parse.Options{})
			for _, s := range interpret.Parse(letter.Text).Statements {
				if !strings.HasPrefix(s.Text, "1. e4 {") {
					t.Errorf("%s, %s: %s %q", name, kind, s.Kind, s.Text)
				}
			}
		}
	}
}

// TestEveryGameCanBeShown: the letters that answer show and repeat can be written of a game as
// any letter of the scenes left it, also while a penalty is due.
func TestEveryGameCanBeShown(t *testing.T) {
	for _, s := range scenes {
		for _, l := range staged(t, s).letters {
			g := l.letter
			for _, kind := range []string{"office", "repeat"} {
				if _, err := (OfficeLetter{Kind: kind, State: g.State, Reader: g.Reader, Names: g.Names, Now: g.Now, Office: g.Office}).show(); err != nil {
					t.Errorf("%s as %s: %v", l.name(), kind, err)
				}
			}
		}
	}
}

// TestMeantOnce has each side read once what doubtful words were to mean, whoever has said so, and
// no side read that it has stated what the other side has.
func TestMeantOnce(t *testing.T) {
	staunton := map[string]string{"code": "staunton-1871", "late": "forfeit"}
	for last, want := range map[string]string{
		"white: intend 2":                    `meant 1. Kt-KB3 (Nf3)`,
		"umpire: intention S-Corr-VIII g1f3": `The words "Kt-B3" are taken to mean 1. Kt-KB3 (Nf3)`,
	} {
		g := staged(t, scene{terms: staunton, script: []string{"white: Kt-B3", "black: P-K4", "wait 73h", last}})
		if len(g.letters) != 2 {
			t.Fatalf("%s: %d letters, want 2", last, len(g.letters))
		}
		for _, l := range g.letters {
			text := strings.Join(strings.Fields(l.page(t).Text), " ")
			if strings.Count(text, "1. Kt-KB3 (Nf3)") != 1 || !strings.Contains(text, want) || strings.Contains(text, "You have stated") {
				t.Errorf("%s: the letter %s says\n%s", last, l.name(), l.page(t).Text)
			}
			if strings.Contains(text, "Black's claim") {
				t.Errorf("%s: the letter %s says that Black has claimed\n%s", last, l.name(), text)
			}
		}
	}
}

// TestSuspendedWhileAdjourned: a letter about a game that waits for the umpire does not say that
// the game goes on by itself, though the game is adjourned too.
func TestSuspendedWhileAdjourned(t *testing.T) {
	g := sit(t, map[string]string{"time": "1 move in 1 hour, until 10:30"}, nil)
	g.step("wait 1h")
	g.state = g.state.Apply(game.Event{At: g.now, By: game.White, Law: "silence", Fact: game.Claimed{Ground: "stalemate", Halts: true}})
	g.step("white: protest: help")
	if len(g.letters) != 2 {
		t.Fatalf("%d letters", len(g.letters))
	}
	page, err := Game(g.letters[1].letter)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(page.Text), " ")
	if !strings.Contains(text, "Until the game is resumed no move is taken") || strings.Contains(text, "by itself") {
		t.Errorf("the letter says\n%s", page.Text)
	}
}

// TestCardsTellTheRegime: every card that asks for a move says what assistance the turn
// allows, save a question about a letter that has come in that turn.
func TestCardsTellTheRegime(t *testing.T) {
	told := 0
	for _, s := range scenes {
		for _, l := range staged(t, s).letters {
			card, err := OnCard(l.letter)
			if err != nil {
				t.Fatalf("%s: %v", l.name(), err)
			}
			if s := l.letter.State; !card.Asks || !s.Awaits(l.letter.Reader.Side) && !s.Offending(l.letter.Reader.Side) || l.letter.Kind == "asked" {
				continue
			}
			told++
			if !slices.ContainsFunc(card.Words, func(w string) bool {
				return strings.HasPrefix(w, "Books are allowed") || strings.HasPrefix(w, "This turn is bound by the General Law")
			}) {
				t.Errorf("%s: the card says %q", l.name(), card.Words)
			}
		}
	}
	if told == 0 {
		t.Error("no card asks for a move")
	}
}

// examples are the lines that the letter names, in its list or in a sentence.
func (p *gamePage) examples() []example {
	return slices.DeleteFunc(slices.Clone(p.acts()), func(e example) bool { return e.Says == "" && e.Form == "" })
}
