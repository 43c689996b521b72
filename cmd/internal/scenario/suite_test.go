package scenario

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
	"corrd/cmd/internal/local"
	"corrd/game"
	"corrd/store/peertest"
)

// suite is the path of the published scenarios.
const suite = "../../../testdata/scenarios"

// published are the scenarios of suite. Those that cannot be read are left out, and fail each test
// that asks for the others.
var published struct {
	once   sync.Once
	all    []Scenario
	failed bool
}

// scenarios returns the published scenarios.
func scenarios(t *testing.T) []Scenario {
	t.Helper()
	published.once.Do(func() {
		published.all = scenariosBelow(t, suite)
		published.failed = t.Failed()
	})
	if published.failed {
		t.Fatal("not every scenario can be read")
	}
	return published.all
}

// inCore returns the published scenarios that are played through the core: all of them, and with
// -short one in three.
func inCore(t *testing.T) []Scenario {
	t.Helper()
	all := scenarios(t)
	if !testing.Short() {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(s Scenario) bool { return !peertest.Sampled(slug(s), 3) })
}

// scenariosBelow reads every scenario file below a folder.
func scenariosBelow(t *testing.T, root string) []Scenario {
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

// slug returns the name of a scenario, from its folder and file.
func slug(s Scenario) string {
	name := filepath.ToSlash(s.Name)
	parts := strings.Split(strings.TrimSuffix(name, ".txt"), "/")
	return strings.Join(parts[len(parts)-2:], "/")
}

// performance is what the core has made of a scenario.
type performance struct {
	Outcome
	begun bool         // a challenge that is refused begins no game
	state game.State   // at the last step that the core can take
	log   []game.Event // every event up to there
	cited []string     // the laws of these events, and of those of the games beside this one
}

// plays holds what the core has made of the published scenarios, by the names of their files.
var plays sync.Map

// throughCore plays a published scenario through the core, once for all tests.
func throughCore(s Scenario) *performance {
	once, _ := plays.LoadOrStore(s.Name, sync.OnceValue(func() *performance {
		c := newCore(s)
		out, begun := c.wholly(s)
		return &performance{out, begun, c.state, c.log, c.cited}
	}))
	return once.(func() *performance)()
}

func TestCore(t *testing.T) {
	for _, s := range inCore(t) {
		t.Run(slug(s), func(t *testing.T) {
			t.Parallel()
			out := throughCore(s)
			if !out.OK() {
				t.Error(out.Outcome)
			}
			if out.Beyond != 0 {
				t.Log(out.Outcome)
			}
		})
	}
}

// TestDaemon plays scenarios through daemons: every one where everything is tried, and else those
// that the core alone cannot play, and of the others one in six.
func TestDaemon(t *testing.T) {
	if testing.Short() {
		t.Skip("a daemon for each file")
	}
	for _, s := range scenarios(t) {
		if !peertest.Sampled(slug(s), peertest.Share(6, 6)) && throughCore(s).Beyond == 0 {
			continue
		}
		t.Run(slug(s), func(t *testing.T) {
			t.Parallel()
			if out := daemonAnd(context.Background(), local.Options{}, s, ordered, func(ctx context.Context, ctl *control.Control) error { return provable(ctx, t, ctl) }); !out.OK() {
				t.Error(out)
			}
		})
	}
}

// provable checks that the evidence of every game verifies: reading the letters again and
// applying the laws again must give the same events. In one scenario of eight provable also
// checks what each side may have of the evidence.
func provable(ctx context.Context, t *testing.T, ctl *control.Control) error {
	games, err := control.GameList.Ask(ctx, ctl, control.Games{})
	readers := []string{"", "white", "black"}
	if !peertest.Sampled(t.Name(), 8) {
		readers = readers[:1]
	}
	for _, g := range games {
		for _, reader := range readers {
			filed, err := control.GameFile.Ask(ctx, ctl, control.Filing{ID: g.ID, For: reader})
			if err != nil {
				return err
			}
			for _, f := range dossier.Verify(filed.Zip) {
				if f.Fault {
					t.Errorf("game %d, for %q: %s", g.ID, reader, f.Words)
				}
			}
		}
	}
	return err
}
