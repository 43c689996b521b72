package office

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"
)

// TestHop: the next hop takes letters as a client of another make sends them, refuses what take
// refuses, and ends its connections with itself.
func TestHop(t *testing.T) {
	type taken struct{ to, raw string }
	var all []taken
	h, err := ListenHop(func(to []string, raw []byte) error {
		if strings.Contains(string(raw), "refuse") {
			return errors.New("not\r\n250 wanted")
		}
		all = append(all, taken{strings.Join(to, " "), string(raw)})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	c, err := smtp.Dial(fmt.Sprintf("127.0.0.1:%d", h.Port))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	long := strings.Repeat("x", 100<<10)
	letters := []string{"Subject: a\r\n\r\n.\r\n..b\r\nc\r\n", "\r\n" + long + "\r\n." + long + "\r\n", "refuse\r\n", "\r\n.\r\n"}
	var want []taken
	for i, raw := range letters {
		to := []string{fmt.Sprintf("a%d@x.example", i), fmt.Sprintf("b%d@x.example", i)}
		err := c.SendMail("", to, strings.NewReader(raw))
		var refusal *smtp.SMTPError
		if refused := errors.As(err, &refusal) && refusal.Code == 554; refused != (raw == "refuse\r\n") || err != nil && !refused {
			t.Errorf("letter %d: %v", i, err)
		}
		if err == nil {
			want = append(want, taken{strings.Join(to, " "), raw})
		}
		if err := c.Reset(); err != nil {
			t.Fatal(err)
		}
	}
	if fmt.Sprint(all) != fmt.Sprint(want) {
		t.Errorf("%d letters were taken as %.500v, want %.500v", len(all), all, want)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	if err := c.Noop(); err == nil {
		t.Error("a connection outlives the hop")
	}
}
