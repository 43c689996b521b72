package main

import (
	"fmt"
	"runtime"
	"time"

	"corrd/store"
	"corrd/store/postgres"
)

// away are the times that a question to the database and its answer take on the way together.
var away = []time.Duration{0, time.Millisecond, 5 * time.Millisecond}

// busy is the share of the processors from which on the distance does not decide what is measured.
const busy = 0.8

// far prints how many letters a second are taken by some daemons whose database is far away, and
// how many go through one. A relay in this process delays what goes either way.
func (b *both) far(rounds int) error {
	relay, err := b.cluster.NewRelay()
	if err != nil {
		return err
	}
	defer relay.Close()
	address := relay.Through(b.cluster.Address()) + fmt.Sprintf("&search_path=games_%d", b.games)
	var nodes []store.Store
	for range mostNodes {
		db, err := postgres.Open(address, postgres.Options{})
		if err != nil {
			return err
		}
		defer db.Close()
		nodes = append(nodes, db)
	}
	for _, trip := range away {
		relay.Delay.Store(int64(trip / 2))
		for n := 1; n <= mostNodes; n++ {
			for _, senders := range []int{4 * n, 16, 64} {
				if err := b.taken(trip, senders, rounds, nodes[:n]); err != nil {
					return err
				}
			}
		}
		if err := b.answered(trip, rounds, nodes[0]); err != nil {
			return err
		}
	}
	return nil
}

// taken prints how many letters a second some senders bring to daemons.
func (b *both) taken(trip time.Duration, senders, rounds int, nodes []store.Store) error {
	var all []cost
	for range rounds {
		c, err := b.took(senders, "node", nodes...)
		if err != nil {
			return err
		}
		all = append(all, c)
	}
	row(fmt.Sprintf("letters judged, committed, answers queued, in PostgreSQL %v away, senders: %d, daemons: %d", trip, senders, len(nodes)),
		said(median(all, cost.perSecond), "letters/s"), used(all), "", "")
	return nil
}

// answered prints how many letters a second one daemon takes until both answers have been accepted.
func (b *both) answered(trip time.Duration, rounds int, db store.Store) error {
	var all []cost
	for i := range rounds {
		c, err := b.through(db, fmt.Sprintf("far%v.%d", trip, i))
		if err != nil {
			return err
		}
		all = append(all, c)
	}
	row(fmt.Sprintf("letters taken and their answers sent, PostgreSQL %v away, senders: %d, daemons: 1", trip, atOnce),
		said(median(all, cost.perSecond), "letters/s"), used(all), "", "")
	return nil
}

// used says how busy the processors were, and what a letter cost.
func used(all []cost) string {
	share := median(all, func(c cost) float64 {
		return (c.own + c.database).Seconds() / c.wall.Seconds() / float64(runtime.NumCPU())
	})
	text := fmt.Sprintf("%.0f %% of the processors, %.2f ms a letter", 100*share, median(all, func(c cost) float64 { return c.each(c.own+c.database) / 1000 }))
	if share > busy {
		text += "; too busy to tell"
	}
	return text
}
