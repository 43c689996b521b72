package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/cmd/internal/umpire"
	"corrd/game/board"
)

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
		side, ok := parseSide(strings.TrimSpace(rest))
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
	l.Side, _ = parseSide(m[1] + m[4])
	if m[2] != "" {
		l.Member, _ = strconv.Atoi(m[2])
	}
	l.Ply, _ = strconv.Atoi(m[3])
	return l, nil
}

func parseSide(word string) (board.Side, bool) {
	return map[string]board.Side{"white": board.White, "black": board.Black}[word], word == "white" || word == "black"
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
