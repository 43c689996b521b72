package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestSession: a script runs every command of the session in OPERATING.md, of the secretary's week
// and of the season, in the order of the page, and prints what the page shows below them, line by
// line.
func TestSession(t *testing.T) {
	root := filepath.Join("..", "..")
	manual, err := os.ReadFile(filepath.Join(root, "OPERATING.md"))
	if err != nil {
		t.Fatal(err)
	}
	for heading, played := range map[string]string{"## A session of the umpire's": "session.txtar", "## The secretary's week": "week.txtar",
		"### An all-play-all event": "season.txtar"} {
		script, err := txtar.ParseFile(filepath.Join(root, "testdata", "script", played))
		if err != nil {
			t.Fatal(err)
		}
		_, section, _ := strings.Cut(string(manual), "\n"+heading+"\n")
		section, _, _ = strings.Cut(section, "\n##")
		rest, commands, shown := unquoted(string(script.Comment)), 0, ""
		for line := range strings.Lines(section) {
			command, is := strings.CutPrefix(line, "    corrctl ")
			if !is {
				if output, is := strings.CutPrefix(line, "    "); is && commands > 0 {
					shown += output
				}
				continue
			}
			commands++
			command, _, _ = strings.Cut(command, "  #")
			line := " corrctl " + unquoted(strings.TrimSpace(command)) + "\n"
			_, after, runs := strings.Cut(rest, "\nhere"+line)
			if !runs {
				_, after, runs = strings.Cut(rest, "\nexec"+line)
			}
			if !runs {
				t.Errorf("%s does not run, after the commands before: corrctl %s", played, command)
				continue
			}
			rest = "\n" + after
		}
		if commands < 10 {
			t.Errorf("%s: %d commands", heading, commands)
		}
		if shown != "" && !slices.ContainsFunc(script.Files, func(f txtar.File) bool {
			return shown == string(f.Data) && strings.Contains(string(script.Comment), "\ncmp stdout "+f.Name+"\n")
		}) {
			t.Errorf("%s prints nothing that is word for word what %q shows:\n%s", played, heading, shown)
		}
	}
}

// unquoted writes a command with one kind of quotation marks: the shell of the page takes two, and
// that of the scripts one.
func unquoted(command string) string { return strings.ReplaceAll(command, `"`, "'") }

// TestEveryCommandIsRun: of each command of corrctl that a page names, in a block or in a sentence,
// a script runs the same verb with at least the same flags.
func TestEveryCommandIsRun(t *testing.T) {
	root := filepath.Join("..", "..")
	scripts, err := filepath.Glob(filepath.Join(root, "testdata", "script", "*.txtar"))
	if err != nil || len(scripts) == 0 {
		t.Fatal(scripts, err)
	}
	run := map[string][][]string{}
	for _, name := range scripts {
		for _, command := range commandsIn(t, name, regexp.MustCompile(`(?m)\bcorrctl (.*)$`)) {
			verb, flags := shapeOf(command)
			run[verb] = append(run[verb], flags)
		}
	}
	named := 0
	for _, page := range []string{"OPERATING.md", "README.md", filepath.Join("store", "postgres", "OPERATING.md")} {
		for _, command := range commandsIn(t, filepath.Join(root, page), regexp.MustCompile("(?m)(?:^    (?:sudo -u corrd )?|`)corrctl ([^`\n#]+)")) {
			named++
			verb, flags := shapeOf(command)
			if !slices.ContainsFunc(run[verb], func(have []string) bool {
				return !slices.ContainsFunc(flags, func(f string) bool { return !slices.Contains(have, f) })
			}) {
				t.Errorf("%s: no script runs corrctl %s", page, command)
			}
		}
	}
	if named < 100 {
		t.Errorf("the pages name %d commands", named)
	}
}

// commandsIn returns what the first group of a pattern finds in a file.
func commandsIn(t *testing.T, name string, pattern *regexp.Regexp) (all []string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range pattern.FindAllStringSubmatch(string(text), -1) {
		all = append(all, m[1])
	}
	return all
}

var (
	quotedWords = regexp.MustCompile(`'[^']*'|"[^"]*"`)
	commandTree = kong.Must(&cli{}).Model.Node
	flagOf      = regexp.MustCompile(`--[a-z-]+`)
)

// shapeOf returns the verb of a command, such as "player add", and its flags.
func shapeOf(command string) (verb string, flags []string) {
	command = quotedWords.ReplaceAllString(command, "'")
	node := commandTree
	for word := range strings.FieldsSeq(command) {
		n := slices.IndexFunc(node.Children, func(c *kong.Node) bool { return c.Name == word })
		if n < 0 {
			break
		}
		node, verb = node.Children[n], verb+" "+word
	}
	return strings.TrimSpace(verb), flagOf.FindAllString(command, -1)
}

// corrctl runs one command line and returns what it printed.
func corrctl(args ...string) (status int, out, errOut string) {
	var o, e bytes.Buffer
	status = run(args, strings.NewReader(""), &o, &e)
	return status, o.String(), e.String()
}

func TestWhichDaemonIsAsked(t *testing.T) {
	t.Setenv("CORRD_SOCKET", "/nowhere/environment.sock")
	dir := t.TempDir()
	config := filepath.Join(dir, "corrd.toml")
	text := fmt.Sprintf("[server]\ndomain = \"club.example\"\ndir = %q\n[imap]\nhost = \"a\"\n[submission]\nhost = \"b\"\n", dir)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{"--config", config, "outbox", "list"}, statusUnreachable, filepath.Join(dir, "corrd.sock")},
		{[]string{"--config", config, "--socket", "/nowhere/x.sock", "outbox", "retry", "3"}, statusUnreachable, "/nowhere/x.sock"},
		{[]string{"--config", filepath.Join(dir, "missing.toml"), "outbox", "park", "3"}, statusRefused, "missing.toml"},
		{[]string{"--config", config, "backup", filepath.Join(dir, "copy.db")}, statusUnreachable, filepath.Join(dir, "corrd.sock")},
		{[]string{"outbox", "list"}, statusUnreachable, "/nowhere/environment.sock"},
		{[]string{"backup", config}, statusRefused, "exists"},
	} {
		status, out, errOut := corrctl(c.args...)
		if status != c.status || out != "" || !strings.Contains(errOut, c.says) || strings.Count(errOut, "\n") != 1 {
			t.Errorf("%v: status %d, %q; want %d and %q in one line", c.args, status, out+errOut, c.status, c.says)
		}
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".copy*")); err != nil || len(left) > 0 {
		t.Errorf("a backup that failed left %v", left)
	}
}
