package mailer_test

import (
	"bytes"
	"fmt"

	"corrd/mailer"
)

func ExampleKeys_Address() {
	keys, err := mailer.NewKeys(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		fmt.Println(err)
		return
	}
	club := mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}
	address := keys.Address(mailer.Token{Kind: mailer.KindGame, Number: 12, Side: 'w', Ply: 7}, 0, club)

	detail, own := club.Detail(address)
	token, ok := mailer.ParseToken(detail)
	fmt.Println(own, ok, token.Number, keys.Check(token, 0), keys.Check(token, 1))
	// Output: true true 12 true false
}
