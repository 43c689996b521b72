package daemon_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"corrd/cmd/internal/clerk"
	"corrd/cmd/internal/control"
	"corrd/cmd/internal/watch"
	"corrd/mailer"
	"corrd/mailer/transport"
	"corrd/store"
)

// wall is the clock of corrd's machine. Somebody can set this clock, while the time of the
// bubble, and of all others, goes on normally.
type wall struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (w *wall) set(by time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ahead += by
}

func (w *wall) isAhead() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ahead
}

func (w *wall) Now() time.Time { return watch.Real{}.Now().Add(w.isAhead()) }

func (w *wall) Reach(at time.Time) (<-chan time.Time, func()) {
	return watch.Real{}.Reach(at.Add(-w.isAhead()))
}

func (w *wall) Mode() string                    { return watch.Real{}.Mode() }
func (w *wall) Stopwatch() func() time.Duration { return watch.Real{}.Stopwatch() }

func (w *wall) Ahead() time.Duration { return 0 }

// onWall is a mailbox whose times are read from the wall clock.
type onWall struct {
	clerk.Inbox
	*wall
}

func (m onWall) LastPoll() time.Time {
	at := m.Inbox.LastPoll()
	if at.IsZero() {
		return at
	}
	return at.Add(m.isAhead())
}

// stamp makes letters received at the time that the wall clock shows.
func (w *wall) stamp(deliver transport.Deliver) transport.Deliver {
	return func(ctx context.Context, env mailer.Envelope, raw []byte, received time.Time) error {
		return deliver(ctx, env, raw, received.Add(w.isAhead()))
	}
}

// jumped returns the name of the fault, by whether the clock was set back.
var jumped = map[bool]string{false: "clock jumped", true: "clock set back by days"}

// jump sets corrd's clock by more than corrd believes. The flags then stop until the operator
// accepts the clock.
func (w *world) jump(by, accepted time.Duration) {
	w.house.faults.count(jumped[by < 0])
	w.house.clock.set(by)
	w.jumped = true
	time.Sleep(accepted)
	w.ask("/clock/accept")
	w.house.view(w.noneHeldUp)
}

// longestPause is the longest time that a letter waits between two tries to send it.
const longestPause = 4 * time.Hour

// noneHeldUp checks that no letter waits until a clock that was set back has caught up.
func (w *world) noneHeldUp(v store.View) error {
	rows, err := v.Rows(math.MaxInt32, store.Queued)
	for _, r := range rows {
		if wait := r.Next.Sub(v.Now()); wait > longestPause {
			w.Errorf("row %d (%s) to %s waits for %v", r.ID, r.Kind, r.To, wait)
		}
	}
	return err
}

// ask sends a verb to corrd over the socket as the operator, and repeats it until corrd answers.
func (w *world) ask(verb string) {
	for {
		answer, err := w.call(verb, control.None{})
		if err == nil {
			if answer != http.StatusOK {
				w.Errorf("%s: %d", verb, answer)
			}
			return
		}
		time.Sleep(time.Minute)
	}
}

// call sends a verb to corrd once as the operator, and gives the status of the answer.
func (w *world) call(verb string, args any) (status int, err error) {
	dial := func(context.Context, string, string) (net.Conn, error) {
		return w.house.net.dial(&client{name: "operator"}, "control")
	}
	operator := http.Client{Timeout: time.Minute, Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}
	body, err := json.Marshal(args)
	if err != nil {
		return 0, err
	}
	answer, err := operator.Post("http://corrd"+verb, "application/json", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	return answer.StatusCode, answer.Body.Close()
}

// pace returns how long something with a name takes: less than a millisecond, with its own number
// of nanoseconds. Therefore no two actors act at the same instant, and the result does not depend
// on the scheduler's order.
func pace(values ...any) time.Duration {
	return time.Duration(100_000 + digest(values...)%900_000)
}

// upTo returns a random time below most, in nanoseconds.
func upTo(most time.Duration, r *rand.Rand) time.Duration {
	return time.Duration(r.Int64N(int64(most)))
}

// rest waits for d, and returns false if ctx ended before.
func rest(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// paced is a store with the delays of a disk: each Update waits for a time of its own before the
// transaction and after it.
type paced struct{ store.Store }

// Update is store.Store's.
func (p paced) Update(f func(store.Tx) error) error {
	takes := pace(asks())
	time.Sleep(takes)
	err := p.Store.Update(f)
	time.Sleep(takes)
	return err
}

// asks returns the line of corrd that asks for an Update: the first one above the stores that wrap
// another, whose own functions are the same for all.
func asks() string {
	var at [16]uintptr
	frames := runtime.CallersFrames(at[:runtime.Callers(3, at[:])])
	for {
		frame, more := frames.Next()
		if !more || !strings.HasSuffix(frame.Function, ".Update") {
			return frame.Function + ":" + strconv.Itoa(frame.Line)
		}
	}
}
