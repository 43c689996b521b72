package parse

import (
	"bufio"
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"corrd/mailer"
	"corrd/mailer/transport"
)

// door is a client of a Receiver that asks a Checker about authors.
type door struct {
	*testing.T
	conn  net.Conn
	in    *bufio.Reader
	taken []mailer.Envelope // the envelopes of the letters that were delivered
	raw   []byte            // the last of these letters
}

// atTheDoor connects to a Receiver that judges authors by the records of dns.
func atTheDoor(t *testing.T, dns zone) *door {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &door{T: t}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	receiver := transport.NewReceiver(transport.ReceiverOptions{Site: testSite, Check: NewChecker(dns).Check},
		func(_ context.Context, env mailer.Envelope, raw []byte, _ time.Time) error {
			d.taken, d.raw = append(d.taken, env), raw
			return nil
		})
	go func() { ended <- receiver.Serve(ctx, l) }()
	t.Cleanup(func() {
		d.conn.Close()
		cancel()
		<-ended
	})
	if d.conn, err = net.Dial("tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	d.conn.SetDeadline(time.Now().Add(30 * time.Second))
	d.in = bufio.NewReader(d.conn)
	d.say("", "220")
	d.say("EHLO player.example\r\n", "250")
	return d
}

// say sends a text and checks the answer.
func (d *door) say(text, code string) {
	d.Helper()
	if _, err := d.conn.Write([]byte(text)); err != nil {
		d.Fatal(err)
	}
	for {
		line, err := d.in.ReadString('\n')
		if err != nil {
			d.Fatalf("no reply: %v", err)
		}
		if len(line) > 3 && line[3] == ' ' {
			if !strings.HasPrefix(line, code) {
				d.Fatalf("reply %q, want %s", line, code)
			}
			return
		}
	}
}

// bring hands in a letter of alice's and checks the answer.
func (d *door) bring(letter, code string) {
	d.Helper()
	d.say("MAIL FROM:<alice@player.example>\r\n", "250")
	d.say("RCPT TO:<corrd@club.example>\r\n", "250")
	d.say("DATA\r\n", "354")
	d.say(letter+".\r\n", code)
}

// TestDoorRefusesAHeaderThatIsReadInTwoWays checks the refusal of a doubtful header when corrd
// takes mail directly. Such letters from a mail server of this host are kept, and do not pass.
func TestDoorRefusesAHeaderThatIsReadInTwoWays(t *testing.T) {
	for name, letter := range doubtfulHeaders(signedBy(t, "player.example", plainLetter)) {
		t.Run(name, func(t *testing.T) {
			d := atTheDoor(t, vouching())
			d.bring(letter, "554 5.6.0")
			if len(d.taken) > 0 {
				t.Errorf("%d letters delivered", len(d.taken))
			}
		})
	}
}

func TestReceiverPassesTheVerdictOn(t *testing.T) {
	dns := zone{"_dmarc.player.example": {"v=DMARC1; p=none"}}
	d := atTheDoor(t, dns)
	d.bring("Authentication-Results: club.example; dmarc=pass header.from=player.example\r\n"+plainLetter, "250")
	o := Options{Site: testSite, AuthservID: "club.example"}
	if l := Letter(d.raw, d.taken[0], o); l.Auth != mailer.AuthFail {
		t.Errorf("verdict %q of a letter its domain disowns and that says of itself it passed", l.Auth)
	}
	if l := Letter(d.raw, mailer.Envelope{To: d.taken[0].To}, o); l.Auth != mailer.AuthFail {
		t.Errorf("verdict %q when the kept letter is read again", l.Auth)
	}
	dns["_dmarc.player.example"] = []string{"SERVFAIL"}
	d.bring(plainLetter, "451 4.7.0")
}
