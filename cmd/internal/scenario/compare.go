package scenario

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/local"
	"corrd/game"
	"corrd/store"
)

// Script is what becomes of one script under several codes.
type Script struct {
	Title    string
	Accounts []Account // one for each code
}

// Account is what becomes of a script under one code.
type Account struct {
	Code  string
	Terms []string // how the terms differ from those of the file, in words
	Steps []Became
	Fault string // why there was no game, or "" if there was one
}

// Became is what comes of one step of a script.
type Became struct {
	Line    int    // in the file, from 1
	Step    string // as written there
	Sayings []Saying
	State   string // of the game after the step, as `corrctl game show` names it
	ToAct   string // who may then move the game on
	Result  string // the score; "" while the game is played
}

// Saying is one thing that comes of a step.
type Saying struct {
	Kind  string // of the event; "open" for what may be done next, "not_taken" for a step that cannot be taken
	Law   string // the provision it rests on, or "" if none is cited
	Words string
}

// String is the saying with its provision, as a line of text.
func (s Saying) String() string {
	if s.Law == "" {
		return s.Words
	}
	return fmt.Sprintf("%s (%s)", s.Words, s.Law)
}

// PlayAccount plays a scenario and gives an account of its letters, waits and rulings. Otherwise
// says in words how its terms differ from those of the file.
func PlayAccount(ctx context.Context, s Scenario, umpire Umpire, otherwise []string) Account {
	a := Account{Code: s.Terms.Code, Terms: otherwise}
	beginning, steps, err := follow(ctx, s, umpire)
	var state game.State
	if err == nil {
		state, _, err = fold(state, beginning)
	}
	for _, f := range steps {
		if err != nil {
			break
		}
		var b Became
		if state, b.Sayings, err = fold(state, f.Events); err != nil {
			break
		}
		b.Line, b.Step = f.Step.Line, f.Step.Text
		if f.Refused != "" {
			b.Sayings = append(b.Sayings, Saying{Kind: "not_taken", Words: "This cannot be done: " + f.Refused})
		}
		if open := next(state); open != "" && len(b.Sayings) > 0 {
			b.Sayings = append(b.Sayings, Saying{Kind: "open", Words: open})
		}
		if len(b.Sayings) == 0 {
			b.Sayings = []Saying{{Kind: "nothing", Words: "Nothing comes of it"}}
		}
		b.State, b.ToAct = state.Stage().String(), state.ToAct()
		if state.Result != nil {
			b.Result = string(state.Result.Score)
		}
		a.Steps = append(a.Steps, b)
	}
	if err != nil {
		a.Fault = err.Error()
	}
	return a
}

// fold applies events to a game, and tells of those that somebody is told of.
func fold(s game.State, events []control.EventView) (game.State, []Saying, error) {
	var all []Saying
	for _, v := range events {
		e := game.Event{At: v.At, Law: game.Law(v.Law), Letter: v.Letter}
		fact, err := store.ReadFact(v.Kind, v.Data)
		if err == nil {
			err = e.By.UnmarshalText([]byte(v.By))
		}
		if err != nil {
			return s, nil, fmt.Errorf("event %d of the log: %w", v.Seq, err)
		}
		e.Fact = fact
		if words := tell(s, e); words != "" {
			all = append(all, Saying{v.Kind, v.Law, capital(words)})
		}
		s = s.Apply(e)
	}
	return s, all, nil
}

// Followed is one step that has been taken, and what came of it.
type Followed struct {
	Step    Step
	Events  []control.EventView // the events of the game that the step brought about
	Refused string              // why the step could not be taken, or "" if the step was taken
}

// follow plays a scenario through a daemon of its own, as Daemon does, without regard to what the
// file expects, and returns what came of the beginning and of each step. A step that cannot be
// taken does not end the play. The error says that there was no game.
func follow(ctx context.Context, s Scenario, umpire Umpire) (beginning []control.EventView, all []Followed, err error) {
	err = withHouse(ctx, local.Options{Start: s.Start, Zone: s.Zone}, func(ctx context.Context, h *local.House) error {
		d := &daemon{house: h, ctl: control.Dial(h.Socket), umpire: umpire, boxes: map[string]*mailbox{}}
		if err := d.begin(ctx, s); err != nil {
			return err
		}
		beginning, err = d.further(ctx)
		for _, step := range s.Steps {
			if _, ok := step.Do.(Expectation); ok || err != nil {
				continue
			}
			f := Followed{Step: step}
			if refused := take(ctx, d, step.Do); refused != nil {
				f.Refused = refused.Error()
			}
			f.Events, err = d.further(ctx)
			all = append(all, f)
		}
		return err
	})
	return beginning, all, err
}

// further returns the events of the game that have come since it was last asked.
func (d *daemon) further(ctx context.Context) ([]control.EventView, error) {
	events, err := control.GameEvents.Ask(ctx, d.ctl, control.Numbered{ID: d.game})
	if err != nil {
		return nil, err
	}
	events = events[min(d.events, len(events)):]
	d.events += len(events)
	return events, nil
}

// Wide is the least number of characters of a line on which the codes stand in columns.
const Wide = 120

// gap is what stands between two columns.
const gap = "  "

// AccountText writes the accounts of one script for lines of so many characters: in columns, or,
// on lines shorter than Wide, one below the other, where codes that say the same stand
// together.
func AccountText(script Script, width int) string {
	var b strings.Builder
	all := script.Accounts
	fmt.Fprintf(&b, "%s\n", script.Title)
	for _, a := range all {
		if len(a.Terms) > 0 {
			indented(&b, a.Code+": "+strings.Join(a.Terms, ", "), width)
		}
		if a.Fault != "" {
			indented(&b, a.Code+": there is no game: "+a.Fault, width)
		}
	}
	b.WriteString("\n")
	if width >= Wide {
		columns(&b, all, width)
	} else {
		stacked(&b, all, width)
	}
	return b.String()
}

// columns writes each step on a line, and below it what each code makes of it.
func columns(b *strings.Builder, all []Account, width int) {
	each := (width - (len(all)-1)*len(gap)) / len(all)
	row := func(cells [][]string) {
		for i := 0; ; i++ {
			line, more := "", false
			for n, cell := range cells {
				text := ""
				if i < len(cell) {
					text, more = cell[i], true
				}
				if n > 0 {
					line += gap
				}
				line += text + strings.Repeat(" ", max(0, each-utf8.RuneCountInString(text)))
			}
			if !more {
				return
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	var heads [][]string
	for _, a := range all {
		heads = append(heads, []string{a.Code, strings.Repeat("-", each)})
	}
	row(heads)
	for _, step := range steps(all) {
		fmt.Fprintf(b, "\n> %s\n\n", step.Step)
		var cells [][]string
		for _, a := range all {
			var lines []string
			for _, saying := range a.at(step.Line).Sayings {
				lines = append(lines, wrap(saying.String(), each)...)
			}
			cells = append(cells, lines)
		}
		row(cells)
	}
}

// stacked writes each step, and below it what the codes make of it, one after the other.
func stacked(b *strings.Builder, all []Account, width int) {
	for i, step := range steps(all) {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(b, "> %s\n", step.Step)
		for _, g := range alike(all, step.Line) {
			fmt.Fprintf(b, "  %s\n", strings.Join(g.codes, ", "))
			for _, saying := range g.Sayings {
				for _, line := range wrap(saying.String(), width-4) {
					fmt.Fprintf(b, "    %s\n", line)
				}
			}
		}
	}
}

// group is what several codes make of one step.
type group struct {
	codes []string
	Became
}

// alike gathers the codes that make the same of a step.
func alike(all []Account, line int) (groups []group) {
	for _, a := range all {
		became := a.at(line)
		if became.Line == 0 {
			continue
		}
		same := func(g group) bool { return slices.Equal(g.Sayings, became.Sayings) }
		if i := slices.IndexFunc(groups, same); i >= 0 {
			groups[i].codes = append(groups[i].codes, a.Code)
			continue
		}
		groups = append(groups, group{[]string{a.Code}, became})
	}
	return groups
}

// AccountMarkdown writes the accounts of scripts as one table of AccountMarkdown. Codes that make
// the same of every step have one column.
func AccountMarkdown(scripts []Script) string {
	var b strings.Builder
	b.WriteString("| a letter |")
	scripts, heads := merged(scripts)
	for _, head := range heads {
		fmt.Fprintf(&b, " %s |", head)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(heads)) + "\n")
	for _, script := range scripts {
		fmt.Fprintf(&b, "| **%s** |%s\n", cell(script.Title), strings.Repeat(" |", len(heads)))
		for _, step := range steps(script.Accounts) {
			fmt.Fprintf(&b, "| %s |", cell(step.Step))
			for _, a := range script.Accounts {
				var lines []string
				for _, saying := range a.at(step.Line).Sayings {
					lines = append(lines, cell(saying.String()))
				}
				fmt.Fprintf(&b, " %s |", strings.Join(lines, "<br>"))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// merged returns of codes that are alike in every script the first alone, and for each the
// names of those it stands for. The accounts of all scripts are of the same codes.
func merged(scripts []Script) (some []Script, heads []string) {
	var kept []int
	for n, a := range scripts[0].Accounts {
		i := slices.IndexFunc(kept, func(k int) bool { return alikeThroughout(scripts, k, n) })
		if i >= 0 {
			heads[i] += ", `" + a.Code + "`"
			continue
		}
		kept, heads = append(kept, n), append(heads, "`"+a.Code+"`")
	}
	for _, script := range scripts {
		one := Script{Title: script.Title}
		for _, k := range kept {
			one.Accounts = append(one.Accounts, script.Accounts[k])
		}
		some = append(some, one)
	}
	return some, heads
}

// alikeThroughout reports whether two codes make the same of every step of every script.
func alikeThroughout(scripts []Script, k, n int) bool {
	return !slices.ContainsFunc(scripts, func(s Script) bool {
		return !slices.EqualFunc(s.Accounts[k].Steps, s.Accounts[n].Steps, func(x, y Became) bool {
			return x.Line == y.Line && slices.Equal(x.Sayings, y.Sayings)
		})
	})
}

// cell is a text that ends no cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", "\\|") }

// steps are the steps of a script that any of the accounts tells of, in order.
func steps(all []Account) (steps []Became) {
	for _, a := range all {
		for _, s := range a.Steps {
			if !slices.ContainsFunc(steps, func(known Became) bool { return known.Line == s.Line }) {
				steps = append(steps, s)
			}
		}
	}
	slices.SortFunc(steps, func(a, b Became) int { return a.Line - b.Line })
	return steps
}

// at returns what came of the step in a line of the file; the zero Became for none.
func (a Account) at(line int) Became {
	for _, s := range a.Steps {
		if s.Line == line {
			return s
		}
	}
	return Became{}
}

// indented writes a text below a title.
func indented(b *strings.Builder, text string, width int) {
	for _, line := range wrap(text, width-2) {
		fmt.Fprintf(b, "  %s\n", line)
	}
}

// wrap breaks a text into lines of so many characters at most, a longer word by itself;
// lines after the first are set in.
func wrap(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = "  " + word
		}
	}
	return append(lines, line)
}
