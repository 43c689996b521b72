package mailer

import (
	"strings"
	"testing"
)

func TestRedact(t *testing.T) {
	keys := testKeys(t)
	token := Token{Kind: KindGame, Number: 12, Side: 'w', Ply: 7, Member: 2}
	key := keys.Sign(token, 3).Key
	for _, text := range []string{
		"I answered " + keys.Address(token, 3, testSite) + ", as ever",
		"Re: " + keys.SubjectToken(token, 3),
		"g12.w7m2." + strings.ToUpper(key) + ">",
		"corrd%2Bg12.w7m2." + key + "%40club.example",
		key,
	} {
		got := Redact(text)
		if strings.Contains(strings.ToLower(got), key) || !strings.Contains(got, redacted) {
			t.Errorf("%q became %q", text, got)
		}
	}
	for _, text := range []string{"", "P-K4", "Donaudampfschifffahrtsgesellschaft, honorificabilitudinitatibus", key + "a"} {
		if got := Redact(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
