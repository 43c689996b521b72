package main

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/store/bolt"
)

// BenchmarkAnswered measures a letter from its bytes until both answers have been rendered and
// handed over, without connections to servers.
func BenchmarkAnswered(b *testing.B) {
	const games = 1000
	watch.SetHeap(1)
	path := filepath.Join(b.TempDir(), "store")
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err = errors.Join(err, generate(path, games, 1)); err != nil {
		b.Fatal(err)
	}
	letters, err := answers(path, games, b.N, keys)
	if err != nil {
		b.Fatal(err)
	}
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	w := hire(db, keys, watch.Real{}, "")
	defer w.end()
	b.ResetTimer()
	before := ownProcessor(b)
	if err := errors.Join(handIn(letters, atOnce, w.Daemon), w.sent()); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64((ownProcessor(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
	if sent := w.out.sent.Load(); sent != int64(2*b.N) {
		b.Errorf("%d letters were answered by %d", b.N, sent)
	}
}

// ownProcessor is the processor time that this process has taken so far.
func ownProcessor(b *testing.B) time.Duration {
	var own syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &own); err != nil {
		b.Fatal(err)
	}
	return time.Duration(own.Utime.Nano() + own.Stime.Nano())
}
