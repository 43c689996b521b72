package mailer_test

import (
	"testing"

	"corrd/mailer"
)

// TestUnsigned: words that are passed on lose the addresses of a signature, and nothing else.
func TestUnsigned(t *testing.T) {
	for words, want := range map[string]string{
		"Kind regards,\nDr Lucy Fox MRCP\nSt Mary's Hospital, Ward 4\nDirect line 020 7946 0000\nlucy.fox@hospital.example": "Kind regards,\nDr Lucy Fox MRCP",
		"Good game so far!\n\nBest wishes\nNina\n3 Mill Lane, Ely\nTel. 01353 496 0000":                                     "Good game so far!\n\nBest wishes\nNina",
		"Mit freundlichen Grüßen\nHans Klein\nKlein GmbH | Bahnhofstr. 3 | Tel +49 89 123456":                               "Mit freundlichen Grüßen\nHans Klein",
		"Nina Hill, 3 Mill Lane, 01353 496 0000":                                                                            "",
		"It snows here.\nNina Hill\nnina@home.example":                                                                      "It snows here.\nNina Hill",
		"My new number is 020 7946 0000, do ring me.\nNina":                                                                 "My new number is 020 7946 0000, do ring me.\nNina",
		"Please write to me at nina@home.example from now":                                                                  "Please write to me at nina@home.example from now",
		"The score was 0-1, 0-1, and 0-1.\nNina":                                                                            "The score was 0-1, 0-1, and 0-1.\nNina",
		"Kind regards,\nNina":                                                                                               "Kind regards,\nNina",
		"Hello\nWrite to robert@corrd.localhost":                                                                            "Hello\nWrite to robert@corrd.localhost",
		"Email robert@corrd.localhost, Ely":                                                                                 "Email robert@corrd.localhost, Ely",
		"Good luck!\nEmail: nina@home.example":                                                                              "Good luck!",
		"Regards\nNina\n3 Mill Lane\nTel. 01353 496 0000\n\nP.S. How is the cat?":                                           "Regards\nNina\nP.S. How is the cat?",
		"Best wishes\nEly, 04.12.2026":                                                                                      "Best wishes\nEly, 04.12.2026",
		"Ring me on 020 7946 0000 when you can":                                                                             "Ring me on 020 7946 0000 when you can",
		"":                                                                                                                  "",
	} {
		if got := mailer.Unsigned(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}
