package play

import (
	"testing"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/game/terms"
)

// down is an outage of some hours, from so many hours after the game began.
func down(from, hours int) Outage {
	at := begins.Add(time.Duration(from) * time.Hour)
	return Outage{From: at, Until: at.Add(time.Duration(hours) * time.Hour), Why: "corrd was down"}
}

// underWay returns a game in which White has been told that it is their move.
func underWay(t *testing.T) game.State {
	t.Helper()
	s := game.State{}.Apply(Decide(game.State{}, Start{Terms: terms.Default(), Players: [2]int64{1, 2}}, begins)...)
	return s.Apply(Decide(s, Notify{Side: board.White}, begins)...)
}

// hear lets an outage be told at a time.
func hear(s game.State, o Outage, now time.Time) game.State { return s.Apply(Decide(s, o, now)...) }

func TestOutageIsCreditedOnce(t *testing.T) {
	s := underWay(t)
	until, o := s.Window.Until, down(24, 48)
	s = hear(s, o, o.Until)
	if got := s.Window.Until.Sub(until); got != 48*time.Hour {
		t.Errorf("the window ends %v later, want 48 hours", got)
	}
	if used := s.Clock(board.White, o.Until.Add(time.Hour)).Used; used != 25*time.Hour {
		t.Errorf("an hour after the outage %v are used, want 25 hours", used)
	}
	for name, again := range map[string]Outage{"the same": o, "a part of it": down(30, 10)} {
		if events := Decide(s, again, o.Until.Add(time.Hour)); len(events) != 0 {
			t.Errorf("%s is credited again: %v", name, events)
		}
	}
	overlapping := down(48, 48)
	s = hear(s, overlapping, overlapping.Until)
	if got := s.Window.Until.Sub(until); got != 72*time.Hour {
		t.Errorf("with an outage that overlaps, the window ends %v later, want 72 hours", got)
	}
}

func TestOutageSavesTheFlag(t *testing.T) {
	s := underWay(t)
	hours := int(s.Window.Until.Sub(begins) / time.Hour)
	o := down(hours-2, 24)
	s = hear(s, o, o.Until)
	if at, _ := s.Deadline(); !at.Before(s.Window.Until) || s.Window.Until != o.Until.Add(2*time.Hour) {
		t.Errorf("the flag falls at %v, want two hours after the outage", s.Window.Until)
	}
	events := Decide(s, Letter{ID: 1, By: board.White, Ply: 1, Received: o.Until.Add(time.Hour)}, o.Until.Add(time.Hour))
	if s.Apply(events...).Phase == game.Finished {
		t.Error("a letter an hour after the outage came too late")
	}
}

func TestOutageCostsNobodyWhoseClockStood(t *testing.T) {
	s := underWay(t)
	told := s
	told.Window.Told = false
	if events := Decide(told, down(1, 5), begins.Add(10*time.Hour)); len(events) != 0 {
		t.Errorf("a window that nobody has been told of is credited: %v", events)
	}
	if events := Decide(s, down(-10, 10), begins); len(events) != 0 {
		t.Errorf("an outage before the window opened is credited: %v", events)
	}
	s = s.Apply(game.Event{At: begins, By: game.White, Fact: game.LeaveTaken{Days: 3}})
	if events := Decide(s, down(5, 24), begins.Add(30*time.Hour)); len(events) != 0 {
		t.Errorf("an outage during leave is credited: %v", events)
	}
	if events := Decide(game.State{}, down(1, 5), begins); len(events) != 0 {
		t.Errorf("a game that has not begun is credited: %v", events)
	}
}
