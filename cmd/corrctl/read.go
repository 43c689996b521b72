package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
	"corrd/game/board"
	"corrd/game/carrier"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/templates/texts"
)

// readCmd says what legal moves words can express.
type readCmd struct {
	Text     []string `arg:"" optional:"" help:"The words of one move."`
	Batch    bool     `help:"Read games as JSON lines on standard input: {\"id\",\"fen\",\"code\",\"notation\",\"plies\":[[text, UCI],…]}."`
	Code     string   `help:"Code of laws to read under." default:"british-1899"`
	Fen      string   `help:"Position to read in; the array if not given." placeholder:"FEN"`
	Moves    string   `help:"Moves in words, played first: \"P-K4 P-K4\"." xor:"played" placeholder:"MOVES"`
	Uci      string   `help:"Moves in UCI, played first: \"e2e4 e7e5\"." xor:"played" placeholder:"MOVES"`
	Notation []string `help:"Agreed notations: descriptive, algebraic, numeric, gringmuth, uedemann, german." placeholder:"LIST"`
	Explain  bool     `help:"Tell every way of taking the words, and the moves it leaves."`
}

// verdict is what corrctl prints of a reading.
type verdict struct {
	Verdict  string         `json:"verdict"`
	Readings []readingShown `json:"readings"`
	Remarks  []string       `json:"remarks"`
	Explain  []string       `json:"explain,omitempty"`
}

type readingShown struct {
	UCI         string `json:"uci"`
	Record      string `json:"record"`
	Descriptive string `json:"descriptive"`
	SAN         string `json:"san"`
}

// Run reads the words, or with --batch the games on standard input.
func (c *readCmd) Run(d *desk) error {
	if c.Batch {
		if len(c.Text) > 0 || c.Fen != "" || c.Uci != "" || c.Moves != "" || len(c.Notation) > 0 || c.Explain {
			return usage("--batch reads games on standard input, each with its position, code and notations: give it no words and no other options")
		}
		return readBatch(d.in, d.out)
	}
	if len(c.Text) == 0 {
		return usage("no words to read: give them after the options, as in corrctl read Kt-KB3")
	}
	rules, err := readingRules(c.Code, c.Notation)
	if err != nil {
		return err
	}
	p, err := c.position(rules)
	if err != nil {
		return err
	}
	words := notation.Move{Text: strings.Join(c.Text, " ")}
	v := verdictOn(&p, words.Readings(&p, rules))
	if c.Explain {
		v.Explain = c.explain(words.Explain(&p, rules))
	}
	return d.printOr(v, func() { v.print(d.out) })
}

// explain returns one line for each way of taking the words, with the moves that the way leaves,
// what is wrong with the way, and the law that the way breaks.
func (c *readCmd) explain(ways []notation.Way) []string {
	code, _ := codes.ByID(c.Code)
	var lines []string
	for _, w := range ways {
		line := strings.Join(texts.Each(w.Says), " ")
		for i, m := range w.Leaves {
			line += [...]string{": ", " "}[min(i, 1)] + m.String()
		}
		if what := texts.Because(w.Fault.Why()); what != "" {
			line += ": " + what
		}
		if law := code.Breach(w.Fault); law != "" {
			line += " (" + string(law) + ")"
		}
		lines = append(lines, line)
	}
	return lines
}

// readingRules are the rules of reading under a code of laws and an agreement on
// notations; no agreement is the code's default.
func readingRules(code string, notations []string) (notation.Rules, error) {
	if code == "" {
		code = terms.Default().Code
	}
	laws, err := codeOf(code)
	if err != nil {
		return notation.Rules{}, err
	}
	terms := terms.Default()
	terms.Code = code
	if len(notations) > 0 {
		terms.Notation = nil
	}
	for _, name := range notations {
		n, ok := notation.Parse(strings.TrimSpace(name))
		if !ok {
			return notation.Rules{}, usage("unknown notation %q: they are %v", name, notation.All)
		}
		terms.Notation = append(terms.Notation, n.String())
	}
	return laws.Rules(terms), nil
}

// position is the position the options describe.
func (c *readCmd) position(rules notation.Rules) (board.Position, error) {
	p, err := positionOf(c.Fen)
	if err != nil {
		return p, usage("%v", err)
	}
	for _, uci := range strings.Fields(c.Uci) {
		m, ok := board.ParseMove(uci)
		if !ok || !mayBeMade(&p, m) {
			return p, usage("%q is no legal move in %s", uci, p.FEN())
		}
		p = p.Play(m)
	}
	for rest := strings.Fields(c.Moves); len(rest) > 0; {
		m, n := cutMove(&p, rules, rest)
		if n == 0 {
			return p, usage("no single legal move can be read at %q in %s", strings.Join(rest, " "), p.FEN())
		}
		p, rest = p.Play(m), rest[n:]
	}
	return p, nil
}

func positionOf(fen string) (board.Position, error) {
	if fen == "" {
		return board.Array(), nil
	}
	p, err := board.ParseFEN(fen)
	if none := (board.NoFEN{}); errors.As(err, &none) {
		return p, errors.New(texts.Because(none.Why))
	}
	return p, err
}

// cutMove reads the longest run of words that expresses one legal move alone, and returns the
// number of words, or 0 if there is none.
func cutMove(p *board.Position, rules notation.Rules, words []string) (board.Move, int) {
	for n := min(len(words), 10); n > 0; n-- {
		r := notation.Move{Text: strings.Join(words[:n], " ")}.Readings(p, rules)
		if r.Verdict == notation.One {
			return r.Moves[0], n
		}
	}
	return board.Pass, 0
}

// verdictOn writes every reading out.
func verdictOn(p *board.Position, r notation.Result) verdict {
	v := verdict{Verdict: r.Verdict.String(), Readings: []readingShown{}, Remarks: []string{}}
	for _, m := range r.Moves {
		v.Readings = append(v.Readings, readingShown{
			m.String(), notation.Record(p, m), notation.Short(p, m), notation.SAN(p, m),
		})
	}
	for _, remark := range r.Remarks {
		v.Remarks = append(v.Remarks, texts.Because(notation.Remark(remark)))
	}
	if r.Foreign != 0 {
		v.Remarks = append(v.Remarks, "it would read in "+r.Foreign.String()+" notation, which is not agreed")
	}
	return v
}

func (v verdict) print(out io.Writer) {
	fmt.Fprintln(out, v.Verdict)
	for i, r := range v.Readings {
		fmt.Fprintf(out, "%2d. %-5s  %-16s %-12s %s\n", i+1, r.UCI, r.Record, r.Descriptive, r.SAN)
	}
	for _, list := range [][]string{v.Remarks, v.Explain} {
		for _, line := range list {
			fmt.Fprintln(out, "    "+line)
		}
	}
}

type telegramCmd struct {
	Count telegramCountCmd `cmd:"" help:"Count the words of a form, and say what it costs."`
}

type telegramCountCmd struct {
	Tariff string   `enum:"inland,foreign" default:"inland" help:"The tariff: ${enum}. Inland a halfpenny a word, sixpence at least; foreign twopence a word."`
	Text   []string `arg:"" help:"What stands on the form, without the address."`
}

// telegramView is, as --json prints it, a counted form.
type telegramView struct {
	Words  int    `json:"words"`
	Charge string `json:"charge"`
	Tariff string `json:"tariff"`
}

// Run counts the words of a form.
func (c telegramCountCmd) Run(d *desk) error {
	tariff, words := carrier.Tariff(c.Tariff), carrier.Count(strings.Join(c.Text, " "))
	v := telegramView{words, tariff.Charge(words).String(), c.Tariff}
	return d.printOr(v, func() { fmt.Fprintf(d.out, "%d words, %s (%s)\n", v.Words, v.Charge, v.Tariff) })
}

type letterCmd struct {
	Show letterShowCmd `cmd:"" help:"Show a letter that came in, or (o17) one that went out."`
	Read letterReadCmd `cmd:"" help:"Say what corrd understands of a raw mail, or of its text, in a position. Needs no daemon."`
}

type letterReadCmd struct {
	File     string   `arg:"" help:"File that holds the mail; - for standard input."`
	Code     string   `help:"Code of laws to read under." default:"british-1899"`
	Fen      string   `help:"Position to read in; the array if not given." placeholder:"FEN"`
	Uci      string   `help:"Moves in UCI, played first: \"e2e4 e7e5\"." placeholder:"MOVES"`
	Notation []string `help:"Agreed notations: descriptive, algebraic, numeric, gringmuth, uedemann, german." placeholder:"LIST"`
	Answers  string   `help:"File that holds the letter answered; what the mail repeats of it is a quotation." placeholder:"FILE"`
}

// letterShown is what corrctl prints of a letter: what corrd reads in it, and in the position.
type letterShown struct {
	Machine bool `json:"machine"`
	dossier.Reading
	Statements []statementShown `json:"statements"` // those of Reading, with the readings of each
}

type statementShown struct {
	dossier.Statement
	Readings []readingShown `json:"readings"`
}

// Run prints what is understood of the letter; any bytes are one.
func (c letterReadCmd) Run(d *desk) error {
	rules, err := readingRules(c.Code, c.Notation)
	if err != nil {
		return err
	}
	p, err := (&readCmd{Fen: c.Fen, Uci: c.Uci}).position(rules)
	if err != nil {
		return err
	}
	raw, err := c.open(d)
	if err != nil {
		return err
	}
	var answered [][]byte
	if c.Answers != "" {
		letter, err := os.ReadFile(c.Answers)
		if err != nil {
			return err
		}
		answered = [][]byte{letter}
	}
	shown := readLetter(raw, answered, &p, rules)
	return d.printOr(shown, func() { shown.print(d.out) })
}

func (c letterReadCmd) open(d *desk) ([]byte, error) {
	if c.File == "-" {
		return io.ReadAll(d.in)
	}
	return os.ReadFile(c.File)
}

func readLetter(raw []byte, answered [][]byte, p *board.Position, rules notation.Rules) letterShown {
	mail := parse.Letter(raw, mailer.Envelope{}, parse.Options{Answers: func(mailer.Letter) [][]byte { return answered }})
	read, page := dossier.Read(mail)
	shown := letterShown{Machine: mail.Machine != "", Reading: read, Statements: []statementShown{}}
	for i, st := range page.Statements {
		s := statementShown{Statement: read.Statements[i], Readings: []readingShown{}}
		for _, m := range st.Moves {
			s.Readings = append(s.Readings, verdictOn(p, m.Readings(p, rules)).Readings...)
		}
		shown.Statements = append(shown.Statements, s)
	}
	return shown
}

func (l letterShown) print(out io.Writer) {
	if l.Machine {
		fmt.Fprintln(out, "A machine wrote this; nothing in it acts.")
	} else if len(l.Statements) == 0 {
		fmt.Fprintln(out, "Nothing in it acts: no line is a statement.")
	}
	for _, s := range l.Statements {
		fmt.Fprintf(out, "%-12s %q\n", s.Kind, s.Text)
		for _, r := range s.Readings {
			fmt.Fprintf(out, "%14s %s (%s)\n", r.UCI, r.Record, r.SAN)
		}
	}
	if l.Note != "" {
		fmt.Fprintf(out, "note         %q\n", l.Note)
	}
	for _, problem := range l.Problems {
		fmt.Fprintln(out, "problem     ", problem)
	}
}

type letterShowCmd struct {
	ID  string `arg:"" placeholder:"ID" help:"Number of the letter: 7 came in, o17 went out."`
	Out string `type:"path" placeholder:"FILE" help:"Write the letter into this new file, byte for byte."`
}

// Run prints what is known of a letter, and its text.
func (c letterShowCmd) Run(d *desk) error {
	number, out := strings.CutPrefix(strings.ToLower(c.ID), "o")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil || id < 1 {
		return usageError{fmt.Errorf("%q is no letter: 7 is one that came in, o17 one that went out", c.ID)}
	}
	l, err := ask(d, control.LetterShow, control.OneLetter{ID: id, Out: out})
	if err != nil {
		return err
	}
	if c.Out != "" {
		if len(l.Raw) == 0 {
			return fmt.Errorf("letter %s: %s", c.ID, l.Gone)
		}
		if err := writeWhole(c.Out, l.Raw); err != nil {
			return err
		}
	}
	return d.printOr(l, func() { printLetter(d, c.ID, l) })
}

// printLetter prints a letter that came or went.
func printLetter(d *desk, id string, l control.LetterDetail) {
	mail := parse.Letter(l.Raw, mailer.Envelope{}, parse.Options{})
	subject := l.Subject
	if subject == "" {
		subject = mail.Subject
	}
	for _, row := range [][2]string{
		{"Letter", fmt.Sprintf("%s, %s, %s %s", id, stamp(l.At), l.Kind, l.State)}, {"From", l.From}, {"To", l.To}, {"Subject", subject},
		{"Message", l.MessageID}, {"Verdict", orNothing(l.Verdict)}, {"Gone", l.Gone},
	} {
		if row[1] != "" {
			fmt.Fprintf(d.out, "%-8s %s\n", row[0], row[1])
		}
	}
	if text := strings.TrimSpace(mail.FullText); text != "" {
		fmt.Fprintf(d.out, "\n%s\n", text)
	}
}
