// Package scenario plays the files in which the laws are tested: a header that
// gives a game's terms, then letters, hours and rulings, and between them what
// is expected to have come of them.
//
// Daemon plays a file through a whole corrd: letters handed in by SMTP, answers
// read by IMAP, the control socket, a clock that stands still. The tests of this
// package have a second driver, core, which plays the file through the pure game
// alone, in microseconds, and judges what the laws make of letters whose sender is
// established.
//
// PlayAccount plays the letters of a file under one code of laws and tells what becomes of each,
// whatever the file expects, so that codes can be told side by side (AccountText, AccountMarkdown).
//
// The package knows no law and no case: what ought to happen stands in the
// files alone. It must not look into a store, nor past the socket and the
// mailboxes of a daemon.
package scenario

import (
	"context"
	"fmt"
	"iter"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/cmd/internal/umpire"
	"corrd/game/board"
	"corrd/game/terms"
)

// Scenario is one file that has been understood.
type Scenario struct {
	Name  string // the name of the file
	Title string // the first line of comment in the file, or "" if there is none
	Terms terms.Terms
	Side  int          // how many players the term side names beside the challenger
	Moves []board.Move // the moves played at Start, each legal after the moves before
	Start time.Time    // UTC; what the clock reads at the first step
	Zone  string       // of the server, whose hours terms and carriers name; "": UTC
	Steps []Step
}

// Step is one line of a scenario below its header.
type Step struct {
	Line int    // the number of the line in the file, from 1
	Text string // as written
	Do   Deed
}

// Deed is what a step asks for: a Letter, a Bounce, a Wait, an Outage, a Ruling or
// an Expectation.
type Deed interface{ deed() }

// Letter is a letter to corrd.
type Letter struct {
	Side    board.Side
	Member  int    // the member of the side, from 1
	Foreign bool   // the letter comes from an address that is nobody's in the game
	Keyed   bool   // the letter goes to an address that carries a key of Side
	Ply     int    // the ply in that key; 0: the ply of the side's newest letter
	Text    string // the new text of the letter's body
}

// Bounce has the newest letter about the game to the first member of a side come
// back: the mailbox takes none.
type Bounce struct{ Side board.Side }

// Outage is a time for which corrd is down.
type Outage struct{ For time.Duration }

// Wait lets time pass; all that falls due on the way happens, in order.
type Wait struct{ For time.Duration }

// Ruling is a command of the umpire's: the arguments of corrctl, but for the
// number of the game.
type Ruling struct{ Args []string }

func (Letter) deed()      {}
func (Bounce) deed()      {}
func (Wait) deed()        {}
func (Outage) deed()      {}
func (Ruling) deed()      {}
func (Expectation) deed() {}

// Play plays scenarios, each through a Daemon of its own, as many at a time as
// there are processors, and returns their outcomes in order. It gives up when ctx
// ends or the caller stops asking; no daemon outlives it.
func Play(ctx context.Context, all []Scenario, umpire Umpire) iter.Seq[Outcome] {
	return func(yield func(Outcome) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		for playing := range started(ctx, all, umpire) {
			out := <-playing
			if ctx.Err() == nil && !yield(out) {
				stop()
			}
		}
	}
}

// started plays the scenarios in turn, and gives for each the channel on which
// its outcome comes.
func started(ctx context.Context, all []Scenario, umpire Umpire) <-chan chan Outcome {
	playing := make(chan chan Outcome, runtime.GOMAXPROCS(0)-1)
	go func() {
		defer close(playing)
		for _, s := range all {
			out := make(chan Outcome, 1)
			select {
			case playing <- out:
			case <-ctx.Done():
				return
			}
			go func() { out <- Daemon(ctx, s, umpire) }()
		}
	}()
	return playing
}

// stepWords are the words steps begin with, beside those for who writes.
var stepWords = []string{"wait", "down", "bounce", "expect"}

// isStepWord reports whether a key is one that belongs below the header. The
// word umpire does not tell: it is also a term.
func isStepWord(key string) bool {
	word, _, _ := strings.Cut(key, " ")
	return slices.Contains(stepWords, word) || writer.MatchString(word)
}

// isStep reports whether a line is a step and cannot be one of a header.
func isStep(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	who, said, letter := strings.Cut(text, ":")
	return slices.Contains(stepWords, word) || letter && (writer.MatchString(who) || who == "umpire" && len(strings.Fields(said)) > 1) // an address is one word
}

// parseStep reads one line below the header.
func parseStep(text string) (Deed, error) {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "wait":
		d, err := parseTime(rest)
		return Wait{d}, err
	case "down":
		d, err := parseTime(rest)
		return Outage{d}, err
	case "bounce":
		side, ok := board.ParseSide(strings.TrimSpace(rest))
		if !ok {
			return nil, fmt.Errorf("%q is no side: write bounce white or bounce black", rest)
		}
		return Bounce{side}, nil
	case "expect":
		return parseExpectation(strings.TrimSpace(rest))
	}
	who, said, ok := strings.Cut(text, ":")
	if !ok {
		return nil, fmt.Errorf("%q is no step: write white: TEXT, black: TEXT, stranger: TEXT, wait DUR, down DUR, bounce SIDE, umpire: ARGUMENTS or expect …", text)
	}
	said = strings.TrimSpace(said)
	if who == "umpire" {
		return parseRuling(said)
	}
	return parseLetter(who, said)
}

// parseTime reads for how long a step lasts.
func parseTime(text string) (time.Duration, error) {
	d, err := umpire.ParseSpan(strings.TrimSpace(text))
	if err == nil && d == 0 {
		err = fmt.Errorf("time only goes forward: at least 1s must pass")
	}
	return d, err
}

func parseRuling(said string) (Deed, error) {
	args, ok := arguments(said)
	switch {
	case !ok:
		return nil, fmt.Errorf("umpire: a quotation mark is open at the end of the line")
	case len(args) == 0 || strings.HasPrefix(args[0], "-"):
		return nil, fmt.Errorf("umpire: needs the arguments of corrctl, without the number of the game: rule --draw …")
	}
	return Ruling{args}, nil
}

// argument is one argument on a line: words between quotation marks are one.
var argument = regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`)

// quotation is words between quotation marks of one kind, in which the other kind is a sign.
var quotation = regexp.MustCompile(`"([^"]*)"|'([^']*)'`)

// arguments splits a line as a shell does; ok is false where a quotation mark
// stays open.
func arguments(line string) (args []string, ok bool) {
	args = argument.FindAllString(line, -1)
	rest := argument.ReplaceAllString(line, "")
	for i, a := range args {
		args[i] = quotation.ReplaceAllString(a, "$1$2")
	}
	return args, strings.TrimSpace(rest) == ""
}

// writer is whoever writes a letter: a side, a member of it, or a stranger; the
// side whose key it carries, or the ply in the key.
var writer = regexp.MustCompile(`^(?:(white|black)([2-9])?(?:@([1-9][0-9]{0,3}))?|stranger(?:@(white|black))?)$`)

// parseLetter reads who writes and what; \n in the text begins a new line.
func parseLetter(who, said string) (Deed, error) {
	m := writer.FindStringSubmatch(who)
	if m == nil {
		return nil, fmt.Errorf("%q is nobody who writes letters: it is one of white, black, white2, white@7, stranger and stranger@white", who)
	}
	l := Letter{Member: 1, Keyed: who != "stranger", Foreign: m[1] == "", Text: strings.ReplaceAll(said, `\n`, "\n")}
	l.Side, _ = board.ParseSide(m[1] + m[4])
	if m[2] != "" {
		l.Member, _ = strconv.Atoi(m[2])
	}
	l.Ply, _ = strconv.Atoi(m[3])
	return l, nil
}

// spanString writes a duration so that it reads back: in the largest unit that
// divides it.
func spanString(d time.Duration) string {
	switch {
	case d%(24*time.Hour) == 0 && d != 0:
		return strconv.Itoa(int(d/(24*time.Hour))) + "d"
	case d%time.Hour == 0 && d != 0:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	case d%time.Minute == 0 && d != 0:
		return strconv.Itoa(int(d/time.Minute)) + "m"
	}
	return strconv.Itoa(int(d/time.Second)) + "s"
}
