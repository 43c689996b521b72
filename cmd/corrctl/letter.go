package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
	"corrd/game/board"
	"corrd/interpret/notation"
	"corrd/mailer"
	"corrd/mailer/parse"
)

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
