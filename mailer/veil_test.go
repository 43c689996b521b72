package mailer

import (
	"bytes"
	"encoding/base64"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

func veilKeys(t testing.TB, fill byte) Keys {
	keys, err := NewKeys(bytes.Repeat([]byte{fill}, secretLength))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func inUTF16(s string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return b
}

// wrapped breaks base64 into lines, as a part of a letter has them.
func wrapped(b []byte, width int, end string) string {
	s := base64.StdEncoding.EncodeToString(b)
	var lines []string
	for ; len(s) > width; s = s[width:] {
		lines = append(lines, s[:width])
	}
	return strings.Join(append(lines, s), end)
}

// TestHide: whatever way a key is written in a letter, no octet of it is left, and Show gives the
// letter back to the octet.
func TestHide(t *testing.T) {
	keys := veilKeys(t, 7)
	token := keys.Sign(Token{Kind: KindGame, Number: 12, Side: 'w', Ply: 7}, 0)
	key, text := token.Key, token.String()
	half := func(s string, with string) string {
		at := strings.Index(s, key) + 13
		return s[:at] + with + s[at:]
	}
	for name, letter := range map[string]string{
		"an address":                  "To: <corrd+" + text + "@club.example>\r\n",
		"a subject":                   "Subject: Re: [corrd " + text + "] your move\r\n",
		"capitals":                    "To: CORRD+" + strings.ToUpper(text) + "@CLUB.EXAMPLE\r\n",
		"a URI":                       `<a href="mailto:corrd%2B` + text + `%40club.example">`,
		"a URI with all escaped":      `mailto:corrd%2Bg12%2Ew7%2E` + key + `%40club.example`,
		"quoted-printable":            "corrd+" + half(text, "=\r\n") + "@club.example",
		"quoted-printable, LF":        "corrd+" + half(text, "=\n") + "@club.example",
		"quoted-printable at the end": "corrd+" + text + "=\r\n@club.example",
		"an escaped full stop":        "corrd=2Bg12=2Ew7=2E" + key + "=40club.example",
		"a broken quotation":          "> corrd+" + half(text, "\r\n> ") + "@club.example",
		"a folded field":              "Subject: [corrd " + half(text, "\r\n ") + "]",
		"a key alone":                 "my key is " + key,
		"at the very end":             key,
		"an encoded word, B":          "=?utf-8?B?" + base64.StdEncoding.EncodeToString([]byte("Re: [corrd "+text+"] Zug")) + "?=",
		"an encoded word, Q":          "=?utf-8?q?Re:_[corrd_" + text + "]_Z=C3=BCge?=",
		"base64":                      "\r\n\r\n" + wrapped([]byte("Gr\xc3\xbc\xc3\x9fe!\n> Reply to corrd+"+text+"@club.example\n"), 76, "\r\n") + "\r\n--b--",
		"base64 in short lines":       "\n\n" + wrapped([]byte("<p>corrd+"+text+"@club.example</p>"), 32, "\n") + "\n",
		"base64 of UTF-16":            "\r\n\r\n" + wrapped(inUTF16("From: corrd+"+text+"@club.example\r\nP-K4"), 76, "\r\n"),
		"UTF-16":                      string(inUTF16("corrd+" + text + "@club.example")),
	} {
		veiled, seal := keys.Hide([]byte(letter), nil)
		if seal == nil || len(veiled) != len(letter) {
			t.Errorf("%s: the key is not hidden in %q", name, veiled)
			continue
		}
		if told(string(veiled)+string(seal), key) {
			t.Errorf("%s: the key is still in %q", name, veiled)
		}
		if shown, ok := keys.Show(veiled, seal); !ok || string(shown) != letter {
			t.Errorf("%s: shown as %q", name, shown)
		}
		if _, ok := veilKeys(t, 8).Show(veiled, seal); ok {
			t.Errorf("%s: another secret shows the key", name)
		}
		if short := keys.HideText(letter); told(short, key) || keys.ShowText(short) != letter {
			t.Errorf("%s: as a short text %q, shown as %q", name, short, keys.ShowText(short))
		}
	}
}

// told reports whether a text has eight digits of a key together, as they stand or in base64.
func told(text, key string) bool {
	var decoded []byte
	flat := strings.NewReplacer("\r", "", "\n", "", "=", "", "\x00", "").Replace(text)
	for from := range 4 {
		for _, run := range strings.FieldsFunc(flat, func(r rune) bool { return r > 0x7f || !is(byte(r), base64Digit) }) {
			if len(run) > from {
				b, _ := base64.RawStdEncoding.DecodeString(run[from:])
				decoded = append(append(decoded, bytes.ReplaceAll(b, []byte{0}, nil)...), ' ')
			}
		}
	}
	all := strings.ToLower(flat + " " + string(decoded))
	for i := range len(key) - 8 {
		if strings.Contains(all, key[i:i+8]) {
			return true
		}
	}
	return false
}

// TestHideLeavesWords: a letter without a key stays as it is, and so does a text that looks veiled
// and is not.
func TestHideLeavesWords(t *testing.T) {
	keys := veilKeys(t, 7)
	for _, text := range []string{"", "P-K4", strings.Repeat("Kt or ", 1000), "antidisestablishmentarianism", strings.Repeat("a", 25), strings.Repeat("a", 27),
		"SHA256 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"} {
		if veiled, seal := keys.Hide([]byte(text), nil); seal != nil || string(veiled) != text {
			t.Errorf("%q became %q with a seal", text, veiled)
		}
		if keys.HideText(text) != text {
			t.Errorf("%q became %q", text, keys.HideText(text))
		}
	}
	whole := keys.HideText("[corrd r7." + strings.Repeat("a", 26) + "]")
	for _, text := range []string{"a" + textSeal + "b", textSeal, whole, whole + textSeal, "x" + whole} {
		if hidden := keys.HideText(text); hidden == text || keys.ShowText(hidden) != text {
			t.Errorf("%q is kept as %q and shown as %q", text, hidden, keys.ShowText(hidden))
		}
	}
	var none Keys
	if veiled, seal := none.Hide([]byte(whole), nil); seal != nil || string(veiled) != whole {
		t.Error("Keys without a secret hide something")
	}
}

// TestShowRefuses: a seal that was altered anywhere, cut off or put on another text shows nothing.
func TestShowRefuses(t *testing.T) {
	keys := veilKeys(t, 7)
	veiled, seal := keys.Hide([]byte("To: corrd+r7."+strings.Repeat("a", 26)+"@club.example, corrd+c8."+strings.Repeat("b", 26)+"@club.example"), nil)
	for i := range seal {
		altered := bytes.Clone(seal)
		altered[i] ^= 1
		if _, ok := keys.Show(veiled, altered); ok {
			t.Errorf("octet %d of the seal altered, and the text is shown", i)
		}
		if _, ok := keys.Show(veiled, seal[:i]); ok {
			t.Errorf("%d octets of the seal show the text", i)
		}
	}
	if _, ok := keys.Show(veiled[1:], seal); ok {
		t.Error("the seal shows another text")
	}
}

// TestHideHostile: of what strangers send to be slow no more is looked at than grows with its
// length alone.
func TestHideHostile(t *testing.T) {
	keys := veilKeys(t, 7)
	rnd := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 1<<20)
	for i := range noise {
		noise[i] = "a2.=%\r\n\x00 >E"[rnd.IntN(11)]
	}
	looked := func(text string) int {
		s := search{text: []byte(text)}
		s.keys()
		s.base64()
		return s.looked
	}
	for _, text := range []string{strings.Repeat("a\x00", 1<<19), strings.Repeat("a=\r\n", 1<<18), strings.Repeat(".a\r\n> ", 1<<17), strings.Repeat("=2Ea", 1<<18),
		strings.Repeat(".", 1<<20), strings.Repeat("a", 1<<20), strings.Repeat(strings.Repeat("a", 26)+" ", 1<<15), ".a\n" + strings.Repeat(" ", 1<<20), string(noise)} {
		if whole, eighth := looked(text), looked(text[:len(text)/8]); whole > 9*eighth+1000 || whole > 8*len(text) {
			t.Errorf("%.10q…: %d octets are looked at, and %d of an eighth of it", text, whole, eighth)
		}
		veiled, seal := keys.Hide([]byte(text), nil)
		if seal == nil {
			continue
		}
		if shown, ok := keys.Show(veiled, seal); !ok || string(shown) != text {
			t.Errorf("%.10q… does not come back", text)
		}
	}
}

// TestStretches: what is passed over unread holds no key and no base64 that is long enough for one.
func TestStretches(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	found := 0
	for _, signs := range []string{"ab", "abcdefghij2345670", "aaaaaaaaaaaaaaaa\x00=\r\n.>", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa=\n. ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa8+\n,", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa%=28. ",
		"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNk\r\n,"} {
		for range 3000 {
			text := make([]byte, rnd.IntN(400))
			for i := range text {
				text[i] = signs[rnd.IntN(len(signs))]
			}
			if rnd.IntN(2) == 0 {
				text = []byte(wrapped(text, 8+rnd.IntN(60), "\r\n"))
			}
			whole := span{0, len(text)}
			s := search{text: text}
			keys, encoded := s.keysWithin(whole), s.base64Within(whole)
			if got := s.keys(); !slices.Equal(got, keys) {
				t.Fatalf("%q has keys at %v; found at %v", text, keys, got)
			}
			if got := s.base64(); !slices.Equal(got, encoded) {
				t.Fatalf("%q has keys in base64 at %v; found at %v", text, encoded, got)
			}
			found += len(keys) + len(encoded)
		}
	}
	if found < 1000 {
		t.Errorf("only %d keys were found", found)
	}
}

// BenchmarkHide hides the key of a letter as corrd sends them, with a picture.
func BenchmarkHide(b *testing.B) {
	keys := veilKeys(b, 7)
	rnd := rand.New(rand.NewPCG(1, 2))
	picture := make([]byte, 9<<10)
	for i := range picture {
		picture[i] = byte(rnd.Uint32())
	}
	letter := []byte("Reply-To: <corrd+" + keys.Sign(Token{Kind: KindGame, Number: 12, Side: 'w', Ply: 7}, 0).String() + "@club.example>\r\n\r\n" +
		strings.Repeat("<p style=3D\"margin:0 0 12px\">It is your move. Please answer by Sunday 1 =\r\nMarch 2026, 10:00 UTC.</p>\r\n", 50) + wrapped(picture, 76, "\r\n"))
	b.SetBytes(int64(len(letter)))
	room := make([]byte, len(letter))
	for b.Loop() {
		keys.Hide(letter, room)
	}
}

// FuzzHide: every text comes back to the octet.
func FuzzHide(f *testing.F) {
	f.Add([]byte("corrd+g12.w7." + strings.Repeat("a", 26) + "@club.example"))
	f.Add([]byte("YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFh"))
	keys := veilKeys(f, 7)
	f.Fuzz(func(t *testing.T, text []byte) {
		if veiled, seal := keys.Hide(text, nil); seal != nil {
			if shown, ok := keys.Show(veiled, seal); !ok || !bytes.Equal(shown, text) {
				t.Errorf("%q came back as %q, %v", text, shown, ok)
			}
		}
		if s := string(text); keys.ShowText(keys.HideText(s)) != s {
			t.Errorf("%q came back as %q", s, keys.ShowText(keys.HideText(s)))
		}
	})
}

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
