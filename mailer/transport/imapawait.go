package transport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// await returns when there may be new mail: the server said so, Kick was called, or Poll
// has passed. After Poll the mailbox is selected again, because somebody may have replaced
// it and no server tells of that.
func (s *session) await(ctx context.Context) error {
	select {
	case <-s.mailbox.wake:
		return nil
	case <-s.news():
		s.asked = true
		return nil
	default:
	}
	if !s.canIdle {
		if woken, err := s.pause(ctx, s.untilLook()); woken || err != nil {
			return err
		}
		return s.choose()
	}
	release := s.guard()
	idle, err := s.client.Idle()
	release()
	if err != nil {
		return fmt.Errorf("imap: idle: %w", err)
	}
	woken, waited := s.pause(ctx, min(s.untilLook(), s.options.IdleFor))
	release = s.guard()
	ended := errors.Join(idle.Close(), idle.Wait())
	release()
	if err := cmp.Or(waited, ended); err != nil { // of a connection that is gone the end of IDLE says nothing new
		return fmt.Errorf("imap: idle: %w", err)
	}
	if woken {
		return nil
	}
	return s.choose()
}

// untilLook returns how long neither the mailbox nor the lease needs a look.
func (s *session) untilLook() time.Duration {
	if s.mailbox.lease == nil {
		return s.options.Poll
	}
	return min(s.options.Poll, s.options.LeaseEvery)
}

// pause waits for Kick, for new mail, for d, or for the connection to end.
func (s *session) pause(ctx context.Context, d time.Duration) (woken bool, err error) {
	timer, rest := time.NewTimer(d), time.NewTimer(s.rest())
	defer timer.Stop()
	defer rest.Stop()
	for {
		select {
		case <-s.mailbox.wake:
			return true, nil
		case <-s.news():
			s.asked = true
			return true, nil
		case <-rest.C:
		case <-timer.C:
			return false, nil
		case <-s.client.Closed():
			return false, io.ErrUnexpectedEOF
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// news has an element when the server has told of new mail, and is nil as long as the
// server is not listened to.
func (s *session) news() <-chan struct{} {
	if s.rest() > 0 {
		return nil
	}
	return s.told
}

// rest returns how long the server is not listened to that tells of new mail again and
// again where there is none: the longer the more often, up to 16 times BackOff.
func (s *session) rest() time.Duration {
	if s.vain == 0 {
		return 0
	}
	return time.Until(s.looked.Add(s.options.BackOff << min(s.vain-1, 4)))
}

// weigh counts a look as in vain if the server asked for the look and it found no letter.
func (s *session) weigh(found int) {
	switch {
	case found > 0:
		s.vain = 0
	case s.asked:
		s.vain++
	}
	s.asked = false
}
