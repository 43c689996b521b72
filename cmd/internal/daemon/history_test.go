package daemon_test

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// history is a digest of everything that was heard over the lines of a world and is kept in its
// store, with the time of each item. The order of items heard at the same instant does not
// matter.
type history struct {
	mu  sync.Mutex
	sum uint64
}

// heard adds what somebody has heard to the digest.
func (h *history) heard(who string, what []byte) {
	// a client names the parts of a letter in any order
	if bytes.HasPrefix(what, []byte("T")) && bytes.Contains(what, []byte(" FETCH ")) {
		what = slices.Clone(what)
		slices.Sort(what)
	}
	h.note(who, time.Now().UnixNano(), sum(what))
}

func (h *history) note(values ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sum += digest(values...)
}

// digest returns a digest of the printed form of the values. The most frequent types are printed
// without package fmt.
func digest(values ...any) uint64 {
	line := make([]byte, 0, 128)
	for i, v := range values {
		if i > 0 {
			line = append(line, ' ')
		}
		switch v := v.(type) {
		case string:
			line = append(line, v...)
		case int:
			line = strconv.AppendInt(line, int64(v), 10)
		case int64:
			line = strconv.AppendInt(line, v, 10)
		case uint64:
			line = strconv.AppendUint(line, v, 10)
		default:
			line = fmt.Append(line, v)
		}
	}
	return sum(append(line, '\n'))
}

// sum is the FNV-1a sum of bytes.
func sum(b []byte) uint64 {
	h := fnv.New64a()
	h.Write(b)
	return h.Sum64()
}

// TestSameHistory checks that a seed has the same history twice: alone, and after other seeds in
// one process.
func TestSameHistory(t *testing.T) {
	if _, isShard := thisShard(t); isShard {
		t.Skip("a shard runs seeds, and no more")
	}
	n := uint64(7) // in the last one an event is played
	if testing.Short() {
		n = 2
	}
	together, alone := shard{1, 1}.start(t, n, 0), result{Tally: map[string]int{}}
	for seed := uint64(1); seed <= n; seed++ {
		alone.add(shard{seed, 1}.start(t, seed, 0))
	}
	if together.History != alone.History || together.History == 0 {
		t.Errorf("%d seeds together: %x, and each alone: %x", n, together.History, alone.History)
	}
}
