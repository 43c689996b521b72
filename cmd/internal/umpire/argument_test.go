package umpire

import (
	"strings"
	"testing"
	"time"

	"corrd/game/board"
)

func TestParseSpan(t *testing.T) {
	const day = 24 * time.Hour
	for text, want := range map[string]time.Duration{
		"0s": 0, "90s": 90 * time.Second, "15m": 15 * time.Minute, "26h": 26 * time.Hour, "3d": 3 * day,
		"1d2h": day + 2*time.Hour, "2h50m": 2*time.Hour + 50*time.Minute, "365d": 365 * day, "65535d": 65535 * day,
	} {
		if got, err := ParseSpan(text); got != want || err != nil {
			t.Errorf("%q is %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "3", "d", "-1h", "+1h", "1.5h", "1h-2m", "10ms", "3 d", "65536d", "a day", "1d1d"} {
		if got, err := ParseSpan(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestParseInstant(t *testing.T) {
	want := time.Date(2026, 1, 1, 14, 0, 0, 0, time.UTC)
	for _, text := range []string{"2026-01-01T14:00Z", "2026-01-01T14:00:00Z", "2026-01-01T15:00+01:00", "2026-01-01T14:00:00.9Z"} {
		if got, err := ParseInstant(text); !got.Equal(want) || err != nil {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	if got, err := ParseInstant("2026-01-01"); !got.Equal(want.Add(-14*time.Hour)) || err != nil {
		t.Errorf("a day is %v, %v", got, err)
	}
	if got, err := ParseInstant("yesterday"); err == nil {
		t.Errorf("yesterday is %v", got)
	}
}

func TestSeat(t *testing.T) {
	for text, want := range map[string]struct {
		side   board.Side
		member int
	}{
		"12.white": {board.White, 0}, "g12.w": {board.White, 0}, "G12.B": {board.Black, 0}, "12.black": {board.Black, 0},
		"12.white.m2": {board.White, 2}, "g12.bm3": {board.Black, 3},
	} {
		game, side, member, err := Seat(text)
		if err != nil || game != 12 || side != want.side || member != want.member {
			t.Errorf("%s is %d, %v, %d, %v", text, game, side, member, err)
		}
	}
	for _, text := range []string{"", "12", "12.", "12.grey", "0.white", "-1.white", "12.w7", "g12.w7m2", "12.white.m0", "12.white.2", "99999999999999999999.w"} {
		if _, _, _, err := Seat(text); err == nil || !strings.Contains(err.Error(), "12.white.m2") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
