package watch

import (
	"encoding/json"
	"time"

	"corrd/game/play"
	"corrd/store"
)

// memory is what is kept of the watch beside the store.
type memory struct {
	Heartbeat time.Time     `json:"heartbeat"`
	Outages   []play.Outage `json:"outages"`
}

// keep keeps a copy of the heartbeat and of the outages beside the store.
func (w *Watch) keep() error {
	if w.beside == nil {
		return nil
	}
	var m memory
	err := w.db.View(func(v store.View) (err error) {
		if m.Outages, err = outages(v); err != nil {
			return err
		}
		m.Heartbeat, err = heartbeatIn(v)
		return err
	})
	if err != nil {
		return err
	}
	content, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return w.beside.Keep(content)
}

// Recall returns a store that was put back from a backup the outages there were since, and
// the last heartbeat: the store was away, and not corrd. It gives the heartbeat that the
// store had.
func (w *Watch) Recall() (had time.Time, err error) {
	var m memory
	content, err := w.beside.Note()
	if err == nil && content != nil && json.Unmarshal(content, &m) != nil {
		w.log.Error("the copy of the heartbeat beside the store is damaged: should it be older, the time since is an outage")
	}
	if err == nil {
		err = w.db.View(func(v store.View) (err error) { had, err = heartbeatIn(v); return err })
	}
	if err != nil || !m.Heartbeat.After(had) {
		return had, err
	}
	return had, w.db.Update(func(tx store.Tx) error {
		if err := tx.SetSetting(heartbeatSetting, m.Heartbeat.Format(time.RFC3339)); err != nil {
			return err
		}
		return putOutages(tx, m.Outages)
	})
}
