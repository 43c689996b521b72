package parse_test

import (
	"fmt"

	"corrd/mailer"
	"corrd/mailer/parse"
)

func ExampleLetter() {
	raw := []byte("From: Alice <alice@player.example>\r\n" +
		"To: corrd+g12.w7.abcdefghijklmnopqrstuvwxyz@club.example\r\n" +
		"Subject: Re: your turn\r\n\r\n" +
		"7. Kt-KB3\r\n\r\n" +
		"On Thu, 19 Nov 2026 at 21:14, Club <corrd@club.example> wrote:\r\n" +
		"> Black has played 6... B-K2.\r\n")
	l := parse.Letter(raw, mailer.Envelope{}, parse.Options{Site: mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}})
	fmt.Printf("%s, game %d, ply %d: %s\n", l.From, l.Token.Number, l.Token.Ply, l.Text)
	// Output: alice@player.example, game 12, ply 7: 7. Kt-KB3
}
