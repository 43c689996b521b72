package transport_test

import (
	"context"
	"fmt"
	"net"
	"net/smtp"
	"time"

	"corrd/mailer"
	"corrd/mailer/transport"
)

func ExampleReceiver() {
	site := mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}
	receiver := transport.NewReceiver(transport.ReceiverOptions{Site: site}, func(_ context.Context, env mailer.Envelope, raw []byte, _ time.Time) error {
		fmt.Println("from", env.From, "to", env.To[0])
		return nil // the letter is committed
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- receiver.Serve(ctx, l) }()

	letter := "From: alice@player.example\r\nSubject: move\r\n\r\nP-K4\r\n"
	fmt.Println(smtp.SendMail(l.Addr().String(), nil, "alice@player.example", []string{"corrd@club.example"}, []byte(letter)))
	cancel()
	fmt.Println(<-served)
	// Output:
	// from alice@player.example to corrd@club.example
	// <nil>
	// <nil>
}
