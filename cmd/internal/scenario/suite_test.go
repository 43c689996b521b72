package scenario

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"corrd/cmd/internal/clerk"
	"corrd/cmd/internal/ruling"
)

// suite is where the published scenarios lie.
const suite = "../../../testdata/scenarios"

// scenarios reads every scenario file below a folder.
func scenarios(t *testing.T, root string) []Scenario {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "*", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenario files below %s: %v", root, err)
	}
	var all []Scenario
	for _, name := range files {
		s, err := readFile(name)
		if err != nil {
			t.Error(err)
			continue
		}
		all = append(all, s)
	}
	return all
}

func readFile(name string) (Scenario, error) {
	f, err := os.Open(name)
	if err != nil {
		return Scenario{}, err
	}
	defer f.Close()
	return Parse(name, f)
}

// slug names a scenario by its folder and file.
func slug(s Scenario) string {
	name := filepath.ToSlash(s.Name)
	parts := strings.Split(strings.TrimSuffix(name, ".txt"), "/")
	return strings.Join(parts[len(parts)-2:], "/")
}

func TestCore(t *testing.T) {
	for _, s := range scenarios(t, suite) {
		t.Run(slug(s), func(t *testing.T) {
			out := Core(s)
			if !out.OK() {
				t.Error(out)
			}
			if out.Beyond != 0 {
				t.Log(out)
			}
		})
	}
}

// rules is an umpire who can do nothing but rule.
func rules(ctx context.Context, socket string, args []string) error {
	id, err := strconv.ParseInt(args[1], 10, 64)
	words := args[2:]
	if args[1] == "undo" {
		var event int64
		id, event, err = ruling.Event(args[2])
		words = append([]string{"undo", fmt.Sprint(event)}, args[3:]...)
	}
	if err != nil || args[0] != "rule" {
		return fmt.Errorf("%v is no ruling", args)
	}
	command, err := ruling.Parse(words)
	if err != nil {
		return err
	}
	r, err := command.Rule()
	if err != nil {
		return err
	}
	return clerk.Dial(socket).Call(ctx, "/rule", clerk.Args{ID: id, Rule: &r, Preview: command.Preview}, &clerk.RulingView{})
}

func TestDaemon(t *testing.T) {
	if testing.Short() {
		t.Skip("a daemon for each file")
	}
	for _, s := range scenarios(t, suite) {
		t.Run(slug(s), func(t *testing.T) {
			t.Parallel()
			if out := Daemon(context.Background(), s, rules); !out.OK() {
				t.Error(out)
			}
		})
	}
}
