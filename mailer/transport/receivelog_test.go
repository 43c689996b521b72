package transport

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"corrd/mailer"
)

// TestNoKeyIsLogged: the log says to whom a letter goes that is not taken, or not now, without the
// key with which anybody could write in the place of the key's owner.
func TestNoKeyIsLogged(t *testing.T) {
	keys, err := mailer.NewKeys(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	token := keys.Sign(mailer.Token{Kind: mailer.KindGame, Number: 12, Side: 'w', Ply: 7}, 0)
	to := keys.Address(token, 0, testSite)
	_, key, _ := strings.Cut(to, ".w7.")
	key, _, _ = strings.Cut(key, "@")
	var log bytes.Buffer
	box := postbox{refuse: func(string) error { return errors.New("a fault of ours") }}
	r := startReceiver(t, ReceiverOptions{LMTP: true, Rate: Rate{Burst: 1, Every: time.Hour}, Log: slog.New(slog.NewTextHandler(&log, nil))}, box.deliver)
	c := r.dial()
	c.begin("LHLO", to)
	c.say(plainLetter + ".\r\n")
	c.want("451")
	c.command("MAIL FROM:<alice@player.example>", "250")
	c.command("RCPT TO:<"+to+">", "451")
	r.stop()
	for _, what := range []string{"letter not taken", "too many letters", "corrd+g12.w7."} {
		if !strings.Contains(log.String(), what) {
			t.Errorf("the log does not say %q", what)
		}
	}
	if len(key) < 16 || strings.Contains(log.String(), key) {
		t.Errorf("the key %q is in the log:\n%s", key, &log)
	}
}
