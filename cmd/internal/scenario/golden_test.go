package scenario

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/local"
	"corrd/cmd/internal/watch"
	"corrd/game"
	"corrd/game/play"
	"corrd/store"
)

// A golden log is the log of a game as a release wrote it, with what came of each event then. What
// a log meant it means for ever: every later corrd must come to the same.

var writeGolden = flag.Bool("golden", false, "write the golden logs of this release anew")

// golden is the folder of the golden logs, a file for each release.
const golden = "../../../testdata/golden"

// goldenLog is the first line of a log in a file: whose it is, and the rules under which it is
// folded.
type goldenLog struct {
	Log   string `json:"log"`
	Rules int    `json:"rules"`
	Form  int    `json:"form"` // of the digests
}

// goldenEvent is each further line: an event as the log holds it, and the game after it.
type goldenEvent struct {
	Event  json.RawMessage `json:"event"`
	Digest string          `json:"digest"` // the beginning of the digest of the state
	Due    time.Time       `json:"due,omitzero"`
	FEN    string          `json:"fen,omitempty"`    // at the last event of the log
	Result string          `json:"result,omitempty"` // the same
}

// after returns a game after an event, which is the last of its log or not.
func after(s game.State, last bool) goldenEvent {
	digest := s.Digest()
	g := goldenEvent{Digest: fmt.Sprintf("%x", digest[:6])}
	g.Due, _ = s.Deadline()
	if last {
		g.FEN = s.Position.FEN()
		if s.Result != nil {
			g.Result = fmt.Sprint(s.Result.Score)
		}
	}
	return g
}

// under returns events as a game would have them that began under a number of rules.
func under(events []game.Event, rules int) []game.Event {
	all := append([]game.Event(nil), events...)
	if f, ok := all[0].Fact.(game.Started); ok {
		f.Rules = rules
		all[0].Fact = f
	}
	return all
}

// logs calls each with the log of every scenario and of the games of `corrd demo`, in their order.
func logs(t *testing.T, each func(name string, events []game.Event)) {
	t.Helper()
	for _, s := range scenarios(t) {
		if c := throughCore(s); c.begun {
			each(slug(s), c.log)
		}
	}
	games, err := local.DemoGames()
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range games {
		s, err := Parse("demo", strings.NewReader("code: british-1899\ntime: none\n\nexpect to_act white\n"))
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("demo/%d", i+1)
		c := newCore(s)
		err = c.begin(s)
		for ply, m := range g.Moves {
			err = errors.Join(err, c.write(context.Background(), Letter{Side: local.DemoSide(ply), Keyed: true, Member: 1, Text: m.Words}))
		}
		for _, l := range g.Final {
			err = errors.Join(err, c.write(context.Background(), Letter{Side: l.By, Keyed: true, Member: 1, Text: l.Text}))
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		each(name, c.log)
	}
}

// TestWriteGolden writes the golden logs of this release, where -golden asks for it.
func TestWriteGolden(t *testing.T) {
	if !*writeGolden {
		t.Skip("-golden writes them: make golden")
	}
	var b bytes.Buffer
	lines := json.NewEncoder(&b)
	lines.SetEscapeHTML(false)
	logs(t, func(name string, events []game.Event) {
		if len(events) == 0 {
			return
		}
		for rules := range game.NewestRules() + 1 {
			events := under(events, rules)
			if err := lines.Encode(goldenLog{name, rules, game.DigestForm}); err != nil {
				t.Fatal(err)
			}
			s := game.State{ID: 1}
			for i, e := range events {
				rec, err := store.EncodeEvent(int64(i+1), e, nil, store.SaltKey{})
				if err != nil {
					t.Fatal(err)
				}
				s = s.Apply(e)
				g := after(s, i == len(events)-1)
				g.Event = rec[1:]
				if err := lines.Encode(g); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	z.Write(b.Bytes())
	z.Close()
	if packed.Len() > 1<<20 {
		t.Fatalf("the golden logs take %d bytes, and may take 1 MiB", packed.Len())
	}
	if err := os.MkdirAll(golden, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(golden, watch.Version+".jsonl.gz"), packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestGoldenLogs folds the log of every scenario and demo as each release wrote it, under each
// number of rules that the release knew: state and deadline after each event are what they were
// then.
func TestGoldenLogs(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(golden, "*.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden logs: %v", err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			unpacked, err := gzip.NewReader(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			if logs, events := foldGolden(t, unpacked); logs < 1000 || events < 10*logs/2 {
				t.Errorf("%d logs with %d events", logs, events)
			}
		})
	}
}

// foldGolden folds the logs of a release, and returns how many logs and events there were.
func foldGolden(t *testing.T, r io.Reader) (logs, events int) {
	t.Helper()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	var about goldenLog
	var s game.State
	differs := false
	for lines.Scan() {
		if bytes.HasPrefix(lines.Bytes(), []byte(`{"log":`)) {
			about = goldenLog{}
			if err := json.Unmarshal(lines.Bytes(), &about); err != nil {
				t.Fatal(err)
			}
			logs++
			s, differs = game.State{ID: 1}, false
			continue
		}
		var was goldenEvent
		if err := json.Unmarshal(lines.Bytes(), &was); err != nil {
			t.Fatal(err)
		}
		seq, e, err := store.DecodeEvent(was.Event)
		if err != nil {
			t.Fatalf("%s, rules %d: %v", about.Log, about.Rules, err)
		}
		if again, err := store.EncodeEvent(seq, e, nil, store.SaltKey{}); err != nil || !bytes.Equal(again[1:], was.Event) {
			t.Errorf("%s, event %d: it is written in another way, %s, %v", about.Log, seq, again, err)
		}
		events++
		s = s.Apply(e)
		now := after(s, was.FEN != "")
		now.Event = was.Event
		if about.Form != game.DigestForm {
			now.Digest = was.Digest
		}
		if !differs && (now.Digest != was.Digest || !now.Due.Equal(was.Due) || now.FEN != was.FEN || now.Result != was.Result) {
			differs = true // what follows differs too
			t.Errorf("%s, rules %d, event %d folds otherwise than when it was written:\n was %s\n now digest %s, due %s, %s %s", about.Log, about.Rules, seq, lines.Bytes(), now.Digest, now.Due, now.FEN, now.Result)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return logs, events
}

// versions are what of an event names the reader and the laws that decided it.
var versions = regexp.MustCompile(`,"version":\d+|,"reader":"\d+"`)

// TestDecisionsHaveAVersion: a release whose version of the laws (play.Version) this corrd still
// has wrote the same log of each scenario. Otherwise the evidence of games that it decided could
// not be told from forged evidence: whoever changes what is decided first after a release raises
// the version.
func TestDecisionsHaveAVersion(t *testing.T) {
	if testing.Short() {
		t.Skip("plays every scenario")
	}
	files, err := filepath.Glob(filepath.Join(golden, "*.jsonl.gz"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden logs: %v", err)
	}
	for _, name := range files {
		was, version := decidedIn(t, name)
		if version != play.Version {
			t.Logf("%s was decided by version %d of the laws, and this corrd has %d", filepath.Base(name), version, play.Version)
			continue
		}
		compared := 0
		logs(t, func(name string, events []game.Event) {
			if was[name] == nil || len(events) == 0 {
				return
			}
			compared++
			for i, e := range under(events, 0) {
				rec, err := store.EncodeEvent(int64(i+1), e, nil, store.SaltKey{})
				if err != nil {
					t.Fatal(err)
				}
				if is := versions.ReplaceAllString(string(rec[1:]), ""); i >= len(was[name]) || is != was[name][i] {
					t.Errorf("%s, event %d: version %d of the laws decides otherwise than it did (raise play.Version): %s", name, i+1, version, is)
					return
				}
			}
		})
		if compared < 1000 {
			t.Errorf("%d logs compared", compared)
		}
	}
}

// decidedIn returns the events of each log of a release, without what names their versions, and the
// version of the laws that decided them.
func decidedIn(t *testing.T, file string) (logs map[string][]string, version int) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	logs = map[string][]string{}
	var about goldenLog
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if bytes.HasPrefix(lines.Bytes(), []byte(`{"log":`)) {
			about = goldenLog{}
			if err := json.Unmarshal(lines.Bytes(), &about); err != nil {
				t.Fatal(err)
			}
		}
		var e goldenEvent
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		if e.Event == nil || about.Rules != 0 {
			continue
		}
		_, event, undecoded := store.DecodeEvent(e.Event)
		n, _, unread := play.ReadNoted(event)
		if err := errors.Join(undecoded, unread); err != nil {
			t.Fatal(err)
		}
		version = max(version, n.Version)
		logs[about.Log] = append(logs[about.Log], versions.ReplaceAllString(string(e.Event), ""))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return logs, version
}
