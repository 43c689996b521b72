package carrier

import (
	"fmt"
	"testing"
	"time"

	"corrd/game/board"
)

// day returns the morning of a day of March 2026.
func day(n int) time.Time { return time.Date(2026, 3, n, 8, 0, 0, 0, time.UTC) }

// TestQueue: communications arrive in the order of their deliveries, and at one instant in the
// order in which they were handed in; a repeat and its first communication count as one.
func TestQueue(t *testing.T) {
	var q Queue
	q.HandIn(Passage{Number: 1, Side: board.White, Words: []string{"P-K4"}, Stops: true})
	q.HandIn(Passage{Number: 2, Side: board.Black, Delivered: day(9), Charge: 3})
	q.HandIn(Passage{Number: 3, Side: board.Black, Delivered: day(9), Charge: 4})
	if first := q.Transit[0]; !first.Lost() || q.HasArrived(first) || !q.Stopping(board.White, 0) || q.Stopping(board.White, 1) {
		t.Errorf("of the lost card: Lost %v, HasArrived %v, Stopping(White, 0) %v, Stopping(White, 1) %v: %+v",
			first.Lost(), q.HasArrived(first), q.Stopping(board.White, 0), q.Stopping(board.White, 1), q)
	}
	q.HandIn(Passage{Number: 4, Side: board.White, Delivered: day(5), Repeats: 1, Stops: true})
	if q.UnderWay(1) || len(q.Transit) != 3 {
		t.Errorf("the repeat does not take the place of the lost card: %+v", q.Transit)
	}
	lost := Passage{Number: 1}
	for i, want := range []int{4, 2, 3} {
		p, ok := q.Arriving()
		if at, _ := q.NextDelivery(); !ok || p.Number != want || !at.Equal(p.Delivered) {
			t.Fatalf("delivery %d is that of %d at %v, wanted %d", i, p.Number, at, want)
		}
		if own, other := q.ChargesTold(board.White); own != 0 || other != []int{0, 0, 3}[i] {
			t.Errorf("before the delivery of %d White is told charges of %d and %d", want, own, other)
		}
		if arrived, ok := q.Deliver(want, p.Delivered); !ok || arrived.Number != want || !q.HasArrived(lost) {
			t.Errorf("%d delivered: %+v", want, q)
		}
	}
	if _, ok := q.Deliver(3, day(10)); ok || !q.Arrived[board.White].Equal(day(9)) || q.Paid()["black"] != "3½d" {
		t.Errorf("after all: %+v", q)
	}
}

// TestOlderCopies: what happens to a copy of a queue changes nothing of the value it was copied
// from.
func TestOlderCopies(t *testing.T) {
	was := Queue{}
	was.HandIn(Passage{Number: 1, Side: board.White})
	was.HandIn(Passage{Number: 2, Side: board.Black, Delivered: day(9), Stops: true})
	was.Transit = append(make([]Passage, 0, 8), was.Transit...) // with room to write into
	for name, step := range map[string]func(*Queue){
		"hand in":     func(q *Queue) { q.HandIn(Passage{Number: 3, Delivered: day(3)}) },
		"repeat":      func(q *Queue) { q.HandIn(Passage{Number: 3, Delivered: day(3), Repeats: 1}) },
		"deliver":     func(q *Queue) { q.Deliver(2, day(9)) },
		"forget lost": func(q *Queue) { q.ForgetLost(board.White) },
		"restore":     func(q *Queue) { q.Deliver(2, day(9)); q.Restore(was, day(9)) },
	} {
		before, now := fmt.Sprintf("%+v", was), was
		step(&now)
		if after := fmt.Sprintf("%+v", was); after != before {
			t.Errorf("%s: the older value was\n%s\nand is\n%s", name, before, after)
		}
		if fmt.Sprintf("%+v", now) == before {
			t.Errorf("%s: the step changes nothing", name)
		}
	}
}
