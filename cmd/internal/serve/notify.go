package serve

import (
	"context"
	"errors"
	"net"
	"os"
	"strconv"
	"time"

	"corrd/store"
)

// Notify tells the service manager the state of corrd, "READY=1" or "STOPPING=1", by the protocol
// of sd_notify(3). Where no manager listens Notify does nothing.
func Notify(state string) error {
	path := os.Getenv("NOTIFY_SOCKET")
	if path == "" {
		return nil
	}
	conn, err := net.Dial("unixgram", path)
	if err != nil {
		return err
	}
	_, err = conn.Write([]byte(state))
	return errors.Join(err, conn.Close())
}

// keepAlive tells the service manager that corrd is alive, twice within the time that the manager
// waits, as long as the store answers. A store that is full or out of reach counts as answering,
// because a restart would not help. keepAlive returns when ctx ends, or with store.ErrBroken.
func (h *House) keepAlive(ctx context.Context) error {
	patience, err := strconv.Atoi(os.Getenv("WATCHDOG_USEC"))
	if err != nil || patience <= 0 {
		<-ctx.Done()
		return nil
	}
	tick := time.NewTicker(time.Duration(patience) * time.Microsecond / 2)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			err := h.folder.Store.Update(func(store.Tx) error { return nil })
			if errors.Is(err, store.ErrBroken) {
				return err
			}
			if err != nil && !errors.Is(err, store.ErrFull) && !errors.Is(err, store.ErrUnreachable) {
				h.log.Error("the store does not answer", "error", err)
				continue
			}
			if err := Notify("WATCHDOG=1"); err != nil {
				h.log.Warn("watchdog", "error", err)
			}
		}
	}
}
