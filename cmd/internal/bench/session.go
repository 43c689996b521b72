package main

import (
	"errors"
	"fmt"
	"net/textproto"
	"sync"
	"sync/atomic"
	"time"

	"corrd/game/board"
)

// letter is a letter on its way to a server. Opponent is who is written to when
// corrd has taken it.
type letter struct {
	from, to, opponent string
	raw                []byte
	after              board.Position // that the answers show
}

// session is one connection to a server that takes mail by LMTP (RFC 2033),
// kept for many letters.
type session struct{ *textproto.Conn }

func dial(addr string) (session, error) {
	conn, err := textproto.Dial("tcp", addr)
	if err != nil {
		return session{}, err
	}
	s := session{conn}
	if _, _, err := conn.ReadResponse(220); err != nil {
		conn.Close()
		return s, err
	}
	return s, s.say(250, "LHLO bench.example")
}

func (s session) say(want int, format string, args ...any) error {
	if err := s.PrintfLine(format, args...); err != nil {
		return err
	}
	_, _, err := s.ReadResponse(want)
	return err
}

// hand hands a letter in and returns once the server has taken it. ended is called
// before the last octets of the letter are sent.
func (s session) hand(l letter, ended func(letter)) error {
	if err := s.say(250, "MAIL FROM:<%s>", l.from); err != nil {
		return err
	}
	if err := s.say(250, "RCPT TO:<%s>", l.to); err != nil {
		return err
	}
	if err := s.say(354, "DATA"); err != nil {
		return err
	}
	w := s.DotWriter()
	if _, err := w.Write(l.raw); err != nil {
		return err
	}
	ended(l)
	if err := w.Close(); err != nil {
		return err
	}
	_, _, err := s.ReadResponse(250)
	return err
}

// flood hands letters in over some sessions, each letter after the one before it,
// and gives how many are taken in a second. ended is called when a letter has been sent.
func flood(addr string, sessions int, letters []letter, ended func(letter)) (perSecond float64, err error) {
	var next atomic.Int64
	begun := time.Now()
	err = inSessions(addr, sessions, func(s session) error {
		for n := next.Add(1) - 1; int(n) < len(letters); n = next.Add(1) - 1 {
			if err := s.hand(letters[n], ended); err != nil {
				return err
			}
		}
		return nil
	})
	return float64(len(letters)) / time.Since(begun).Seconds(), err
}

// inSessions runs f in some sessions at once.
func inSessions(addr string, sessions int, f func(session) error) error {
	errs := make([]error, sessions)
	var all sync.WaitGroup
	for i := range errs {
		all.Go(func() {
			s, err := dial(addr)
			if err == nil {
				defer s.Close()
				err = f(s)
			}
			if err != nil {
				errs[i] = fmt.Errorf("%s: %w", addr, err)
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// strangers are letters of about 2 KB to some mailboxes in turn.
func strangers(count, mailboxes int) (letters []letter) {
	for n := range count {
		l := letter{from: address(n, 0), to: fmt.Sprintf("box%d@players.example", n%mailboxes)}
		l.raw = mail(l.from, l.to, fmt.Sprintf("<%d@example.org>", n), opening[n%len(opening)], uint64(n)*0x9E3779B97F4A7C15)
		letters = append(letters, l)
	}
	return letters
}
