package ruling

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

// Ordered is a ruling as an umpire writes it in a letter.
type Ordered struct {
	Game    int64
	Command Command
	Words   string // on one line
}

var (
	// orderLine begins the statement of a ruling in a letter.
	orderLine = regexp.MustCompile(`(?i)^\s*rule\s+(?:game\s+)?\d`)
	// orderForm is the statement, on one line.
	orderForm = regexp.MustCompile(`(?i)^rule (?:game )?(\d{1,18}) ([a-z-]+)(?: (.*?))??(?: dispute (\d{1,18}))?\s?, ?law ([^,]+), ?reason:? (.+)$`)
)

// Orders is how a ruling is written in a letter.
const Orders = "rule GAME VERB [ARGUMENT] [dispute N], law CITATION, reason TEXT"

// ParseLetter finds the ruling in the text of an umpire's letter: a line of its own and those
// after it, up to one that is blank. found is false where there is none; the error says what is wrong with its words.
func ParseLetter(text string) (o Ordered, found bool, err error) {
	var words []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case len(words) > 0 && line == "":
			return order(strings.Join(words, " "))
		case len(words) > 0 || orderLine.MatchString(line):
			words = append(words, line)
		}
	}
	if len(words) == 0 {
		return o, false, nil
	}
	return order(strings.Join(words, " "))
}

func order(words string) (o Ordered, found bool, err error) {
	o.Words = strings.Join(strings.Fields(words), " ")
	m := orderForm.FindStringSubmatch(o.Words)
	if m == nil {
		return o, true, fmt.Errorf("a ruling is written %s", Orders)
	}
	if o.Game, err = strconv.ParseInt(m[1], 10, 64); err != nil {
		return o, true, err
	}
	verb, argument := strings.ToLower(m[2]), m[3]
	if verb == "undo" {
		o.Command.Undo, err = strconv.ParseInt(argument, 10, 64)
		o.Command.Law, o.Command.Reason = strings.TrimSpace(m[5]), m[6]
		if err != nil || o.Command.Undo < 1 {
			err = fmt.Errorf("undo needs the number of the event, as in: rule %d undo 43, law house:16, reason …", o.Game)
		}
		return o, true, err
	}
	args := []string{"--" + verb}
	if man, ok := strings.CutPrefix(argument, "man "); ok {
		args = append(args, "--man", man)
	} else if argument != "" {
		if verb == "correct-time" || verb == "fine" {
			argument = strings.Replace(argument, " ", "=", spaceForSign(argument))
		}
		args = append(args, argument)
	}
	if m[4] != "" {
		args = append(args, "--dispute", m[4])
	}
	o.Command = NewCommand()
	parser, err := kong.New(&o.Command, kong.Name("rule"), kong.NoDefaultHelp(), kong.Exit(func(int) {}))
	if err == nil {
		_, err = parser.Parse(append(args, "--law", strings.TrimSpace(m[5]), "--reason", m[6]))
	}
	return o, true, err
}

// spaceForSign is 1 where the side and its value are parted by a space, and 0 where they are
// parted by a sign of equality.
func spaceForSign(argument string) int {
	if strings.Contains(argument, "=") {
		return 0
	}
	return 1
}
