package transport

import (
	"context"
	"testing"
	"time"

	"corrd/mailer"
)

// TestUndeliveredLettersAreKnown asks a Receiver while it delivers a letter, and
// when it has.
func TestUndeliveredLettersAreKnown(t *testing.T) {
	var r *Receiver
	deliver := func(_ context.Context, _ mailer.Envelope, _ []byte, received time.Time) error {
		if !r.Undelivered(received) {
			t.Error("a letter that is being delivered is not known")
		}
		if r.Undelivered(received.Add(-time.Second)) {
			t.Error("it is said to have come before it came")
		}
		return nil
	}
	r = NewReceiver(ReceiverOptions{Site: testSite}, deliver)
	l := listenLoopback(t)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- r.Serve(ctx, l) }()
	c := (&reception{T: t, addr: l.Addr().String()}).dial()
	c.begin("EHLO", testKeys(t).Address(mailer.Token{Kind: mailer.KindGame, Number: 12, Side: 'w', Ply: 7}, 0, testSite))
	c.say(plainLetter + ".\r\n")
	c.want("250")
	c.command("QUIT", "221")
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if r.Undelivered(time.Now()) {
		t.Error("a letter that has been delivered is said to wait")
	}
}
