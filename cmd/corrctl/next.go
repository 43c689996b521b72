package main

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/control"
)

// nexts say which command shows what a refused command is about, by the name of the command or of
// its group; %s is its first argument. The help on the refused command is what all others name.
var nexts = map[string]string{
	"card":             "corrctl card list shows the cards",
	"card enter":       "",
	"challenge":        "corrctl challenge list shows those that wait",
	"clock":            "corrctl clock show tells what it reads",
	"dispute":          "corrctl dispute show %s tells how it stands",
	"event":            "corrctl event show %s tells how it stands",
	"event new":        "corrctl event new FILE --preview tries it again, and corrctl event new --help names the keys",
	"game":             "corrctl game show %s tells how it stands",
	"inbox":            "corrctl letter show %s tells how it stands",
	"outbox":           "corrctl outbox list shows the letters that are to go out",
	"player":           "corrctl player show %s tells how they stand",
	"player add":       "",
	"player import":    "",
	"player replace":   "",
	"player approve":   "corrctl player approve lists who waits",
	"player refuse":    "corrctl player approve lists who waits",
	"rule game":        "corrctl game show %s tells how it stands",
	"stats":            "corrctl stats --help shows how it is written",
	"rule undo":        "corrctl game events GAME numbers the rulings",
	"umpire":           "corrctl umpire list shows those there are",
	"message":          "corrctl message --to all FILE --preview shows to whom it would go",
	"player withdraw":  "corrctl game list --player %s --running shows their games",
	"event substitute": "corrctl event show %s tells how it stands",
}

// saysNext finds what a refusal that says what to do names: a command, a flag, or an example.
var saysNext = regexp.MustCompile(`corrctl |--[a-z]|\bas in\b`)

// next says what to do after a command of corrctl has been refused.
func next(n *kong.Node) string {
	path := strings.TrimPrefix(n.FullPath(), "corrctl ")
	if n.DefaultCmd != nil {
		path += " " + n.DefaultCmd.Name
	}
	group, _, _ := strings.Cut(path, " ")
	said, own := nexts[path]
	if !own {
		said = nexts[group]
	}
	if strings.Contains(said, "%s") {
		if first := firstArgument(n); first != "" {
			return fmt.Sprintf(said, first)
		}
		said = ""
	}
	if said == "" {
		return n.FullPath() + " --help shows how it is written"
	}
	return said
}

// firstArgument returns the first argument of a command, as a shell reads it; "" where none was
// given.
func firstArgument(n *kong.Node) string {
	if len(n.Positional) == 0 || n.Positional[0].Target.IsZero() {
		return ""
	}
	return argument(fmt.Sprint(n.Positional[0].Target.Interface()))
}

// asItStands is an argument that a shell reads as it stands.
var asItStands = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// argument writes text as one argument of a shell.
func argument(text string) string {
	if asItStands.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// looks are the operations on a file that is to be read.
var looks = []string{"open", "stat", "lstat", "read"}

// inFull is an error with what to do about it, where it does not say so itself.
func (d *desk) inFull(err error) string {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	if refused := new(control.Refusal); errors.As(err, &refused) && d.command != nil && !saysNext.MatchString(text) {
		return strings.TrimSuffix(text, ".") + "; " + next(d.command)
	}
	if wrong := (usageError{}); errors.As(err, &wrong) && d.command != nil && !saysNext.MatchString(text) {
		return text + "; " + d.command.FullPath() + " --help shows how it is written"
	}
	unread, toWrite := new(fs.PathError), unwritable{}
	if !errors.As(err, &unread) || errors.As(err, &toWrite) || !slices.Contains(looks, unread.Op) || !strings.HasSuffix(err.Error(), unread.Error()) {
		return text // of a file that is written, or with what to do behind it
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return text + "; name a file that is there"
	case errors.Is(err, syscall.EISDIR):
		return text + "; name a file, and no folder"
	case errors.Is(err, fs.ErrPermission):
		return text + "; name a file that you may read, or ask its owner"
	}
	return text
}

// unwritten returns which argument or flag of a command line has nothing written in it; "" for
// none. Nothing that corrctl takes means anything when it is empty, and a variable of the shell
// that is not set is.
func unwritten(c *kong.Context) string {
	for _, p := range c.Path {
		switch {
		case p.Flag != nil && blank(p.Flag.Target):
			return "--" + p.Flag.Name
		case p.Positional != nil && blank(p.Positional.Target):
			return p.Positional.Summary()
		}
	}
	return ""
}

// twice returns the flag of a command line that takes one value and stands there with several, of
// which all but the last would be lost; "" for none.
func twice(c *kong.Context) string {
	seen := map[*kong.Flag]bool{}
	for _, p := range c.Path {
		switch f := p.Flag; {
		case f == nil || f.IsBool() || f.IsCumulative():
		case seen[f]:
			return "--" + f.Name
		default:
			seen[f] = true
		}
	}
	return ""
}

func blank(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		return strings.TrimSpace(v.String()) == ""
	case reflect.Slice:
		if v.Len() == 0 {
			return true
		}
		for i := range v.Len() {
			if blank(v.Index(i)) {
				return true
			}
		}
	}
	return false
}
