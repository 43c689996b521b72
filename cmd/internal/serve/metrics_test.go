package serve

import (
	"context"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/game"
	"corrd/game/play"
)

// figure reads what the daemon tells a monitor, and gives the value of one line.
func (c *club) figure(name string) string {
	c.Helper()
	resp, err := http.Get("http://" + c.house.metrics.Addr().String() + "/metrics")
	if err != nil {
		c.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		c.Fatalf("%s: %v", resp.Status, err)
	}
	for line := range strings.Lines(string(body)) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	c.Fatalf("there is no %s in\n%s", name, body)
	return ""
}

// wantFigure waits until a line has a value.
func (c *club) wantFigure(name, want string) {
	c.Helper()
	c.eventually(name+" "+want, func() bool { return c.figure(name) == want })
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	c := newClub(t, "[metrics]\nlisten = \"127.0.0.1:0\"\n")
	c.begin()
	c.wantFigure("corrd_letters_total", "2")
	c.wantFigure("corrd_outbox_queued", "0")
	c.wantFigure("corrd_outbox_oldest_timestamp_seconds", "0")
	c.wantFigure("corrd_backup_last_timestamp_seconds", "0")
	for _, none := range []string{"corrd_outbox_parked", "corrd_letters_held", "corrd_letters_held_oldest_timestamp_seconds", "corrd_disputes_open",
		`corrd_clocks_stopped{why="umpire"}`, `corrd_clocks_stopped{why="mailbox"}`, "corrd_clock_disbelieved"} {
		if got := c.figure(none); got != "0" {
			t.Errorf("%s %s, want 0", none, got)
		}
	}
	for _, some := range []string{"corrd_disk_free_bytes", "corrd_mailbox_last_poll_timestamp_seconds"} {
		c.eventually(some, func() bool { return c.figure(some) != "0" })
	}
}

// TestMetricsOfWhatWaits: each figure of something that waits is 1 while it waits, and 0 after.
func TestMetricsOfWhatWaits(t *testing.T) {
	t.Parallel()
	c := newClub(t, "[metrics]\nlisten = \"127.0.0.1:0\"\n")
	start := c.begin()
	to := start.Get("Reply-To")
	ask := func(verb string, args any) {
		t.Helper()
		if err := c.ctl.Call(context.Background(), verb, args, new(any)); err != nil {
			t.Fatalf("%s: %v", verb, err)
		}
	}
	rule := func(v game.Verb) {
		t.Helper()
		ask("/rule", control.Ruling{ID: 1, Rule: &play.Rule{Ruling: game.Ruling{Verb: v, Reason: "the metrics are tried"}, Law: "house:16"}})
	}
	if err := c.who("mallory").Write(strings.Trim(to[strings.Index(to, "<"):], "<>"), "", "P-K4", ""); err != nil {
		t.Fatal(err)
	}
	c.wantFigure("corrd_letters_held", "1")
	if c.figure("corrd_letters_held_oldest_timestamp_seconds") == "0" {
		t.Error("a letter is held, and none is the oldest")
	}
	var held []control.InboxView
	if err := c.ctl.Call(context.Background(), "/inbox/list", control.None{}, &held); err != nil {
		t.Fatal(err)
	}
	ask("/inbox/discard", control.Discarding{ID: held[len(held)-1].ID, Reason: "a stranger's"})
	c.wantFigure("corrd_letters_held", "0")

	c.answer("alice", start, "protest: my letter was read by a stranger")
	c.wantFigure("corrd_disputes_open", "1")
	ask("/dispute/close", control.Closing{Writing: control.Writing{ID: 1, Words: "it was thrown away"}})
	c.wantFigure("corrd_disputes_open", "0")

	rule(game.RulesSuspended)
	c.wantFigure(`corrd_clocks_stopped{why="umpire"}`, "1")
	rule(game.RulesResumed)
	c.wantFigure(`corrd_clocks_stopped{why="umpire"}`, "0")

	if _, err := c.ctl.Backup(context.Background(), "whole.db", io.Discard); err != nil {
		t.Fatal(err)
	}
	if got := c.figure("corrd_backup_last_timestamp_seconds"); got != "0" {
		t.Errorf("a backup that nobody says is on the disk is told as whole: %s", got)
	}
	if _, err := control.BackupDone.Ask(context.Background(), c.ctl, control.Named{Name: "whole.db"}); err != nil {
		t.Fatal(err)
	}
	if c.figure("corrd_backup_last_timestamp_seconds") == "0" {
		t.Error("no backup is told")
	}
	if _, err := control.BackupDone.Ask(context.Background(), c.ctl, control.Named{Name: "another.db"}); err == nil {
		t.Error("a backup is done that nobody has asked for")
	}
}

// TestAlertRules: each metric in the example of rules for alerts is one that corrd tells, and each
// that warns of something has a rule.
func TestAlertRules(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	c := newClub(t, "[metrics]\nlisten = \"127.0.0.1:0\"\n")
	resp, err := http.Get("http://" + c.house.metrics.Addr().String() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile(`corrd_[a-z_]+`)
	told := map[string]bool{}
	for _, name := range names.FindAllString(string(body), -1) {
		told[name] = true
	}
	ruled := map[string]bool{}
	for _, name := range names.FindAllString(string(text), -1) {
		if !told[name] {
			t.Errorf("a rule is about %s, which corrd does not tell", name)
		}
		ruled[name] = true
	}
	for name := range told {
		if !ruled[name] && name != "corrd_letters_total" {
			t.Errorf("no rule is about %s", name)
		}
	}
}
