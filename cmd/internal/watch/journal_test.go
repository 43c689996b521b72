package watch

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

var morning = time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC)

func mark(n int, at time.Time) Mark { return Mark{Handed{byte(n), 1}, int64(n), at} }

// journal opens a journal and adds marks.
func journal(t *testing.T, dir string, marks ...Mark) *Journal {
	t.Helper()
	j, err := OpenJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() })
	for _, m := range marks {
		if err := j.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	return j
}

func (j *Journal) want(t *testing.T, damaged int, want ...Mark) {
	t.Helper()
	var got []Mark
	n, err := j.Marks(func(m Mark) { got = append(got, m) })
	if err != nil || n != damaged || !slices.Equal(got, want) {
		t.Errorf("marks %v, %d damaged, %v; want %v, %d damaged", got, n, err, want, damaged)
	}
}

func TestMarksAreThereAfterwards(t *testing.T) {
	dir := t.TempDir()
	j := journal(t, dir)
	if m, ok := j.Last(); ok {
		t.Errorf("an empty journal ends in %v", m)
	}
	a, b, c := mark(1, morning), mark(2, morning.Add(20*time.Hour)), mark(3, morning.Add(21*time.Hour))
	journal(t, dir, a, b)
	j = journal(t, dir, c)
	j.want(t, 0, a, b, c)
	if last, ok := journal(t, dir).Last(); !ok || last != c {
		t.Errorf("the journal ends in %v, want %v", last, c)
	}
}

func TestMarksAreForgotten(t *testing.T) {
	dir := t.TempDir()
	old, later, newest := mark(1, morning), mark(2, morning.Add(24*time.Hour)), mark(3, morning.Add(journalKept+24*time.Hour))
	j := journal(t, dir, old, later)
	j.want(t, 0, old, later)
	if err := j.Add(newest); err != nil {
		t.Fatal(err)
	}
	j.want(t, 0, later, newest)
}

func TestTornAndDamagedRecordsAreAbsent(t *testing.T) {
	dir := t.TempDir()
	a, b, c, d := mark(1, morning), mark(2, morning), mark(3, morning), mark(4, morning)
	journal(t, dir, a, b, c)
	path := filepath.Join(dir, "2026-01-01")
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	content[recordLen+3] ^= 1
	if err := os.WriteFile(path, content[:len(content)-5], 0o600); err != nil {
		t.Fatal(err)
	}
	j := journal(t, dir)
	j.want(t, 2, a)
	if last, _ := j.Last(); last != a {
		t.Errorf("the journal ends in %v, want %v", last, a)
	}
	j = journal(t, dir, d)
	j.want(t, 1, a, d)
}
