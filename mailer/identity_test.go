package mailer

import (
	"bytes"
	"encoding/base32"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// init makes random tests draw the same in every run; the flag rapid.seed has them
// draw otherwise.
func init() { flag.Set("rapid.seed", "1") }

var testSite = Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}

func testKeys(t testing.TB) Keys {
	keys, err := NewKeys(bytes.Repeat([]byte{7}, secretLength))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func anyToken(t *rapid.T) Token {
	token := Token{
		Kind:   rapid.SampledFrom([]byte{KindGame, KindRegistration, KindChallenge, KindHeld, KindBounce}).Draw(t, "kind"),
		Number: rapid.Int64Min(0).Draw(t, "number"),
	}
	if token.Kind == KindGame {
		token.Side = rapid.SampledFrom([]byte{'w', 'b'}).Draw(t, "side")
		token.Ply = rapid.IntRange(0, 1<<20).Draw(t, "ply")
		token.Member = rapid.IntRange(0, 9).Draw(t, "member")
	}
	return token
}

// TestTokensReadBack: what Sign and String write, ParseToken reads and Check
// accepts, for that generation alone, in either case.
func TestTokensReadBack(t *testing.T) {
	keys := testKeys(t)
	rapid.Check(t, func(t *rapid.T) {
		token, generation := anyToken(t), rapid.IntRange(0, 5).Draw(t, "generation")
		signed := keys.Sign(token, generation)
		for _, text := range []string{signed.String(), strings.ToUpper(signed.String())} {
			read, ok := ParseToken(text)
			if !ok || read != signed {
				t.Fatalf("%q read as %+v, want %+v", text, read, signed)
			}
			if !keys.Check(read, generation) || keys.Check(read, generation+1) {
				t.Fatalf("%q: right key refused, or accepted for another generation", text)
			}
		}
	})
}

// TestKeysBindEverything: a key is right for its own token and for no other.
func TestKeysBindEverything(t *testing.T) {
	keys := testKeys(t)
	token := keys.Sign(Token{Kind: KindGame, Number: 12, Side: 'w', Ply: 7}, 0)
	for name, other := range map[string]Token{
		"game":   {Kind: KindGame, Number: 13, Side: 'w', Ply: 7},
		"side":   {Kind: KindGame, Number: 12, Side: 'b', Ply: 7},
		"ply":    {Kind: KindGame, Number: 12, Side: 'w', Ply: 8},
		"member": {Kind: KindGame, Number: 12, Side: 'w', Ply: 7, Member: 1},
		"split":  {Kind: KindGame, Number: 1, Side: 'w', Ply: 27},
		"kind":   {Kind: KindRegistration, Number: 12},
	} {
		other.Key = token.Key
		if keys.Check(other, 0) {
			t.Errorf("the key is right for another %s", name)
		}
	}
	if stranger, _ := NewKeys(make([]byte, secretLength)); stranger.Check(token, 0) || (Keys{}).Check(token, 0) {
		t.Error("the key is right under another secret")
	}
}

// TestKeysHave128Bits: a key is sixteen octets of the digest, all of which count.
func TestKeysHave128Bits(t *testing.T) {
	keys := testKeys(t)
	token := keys.Sign(Token{Kind: KindGame, Number: 12, Side: 'w', Ply: 7}, 0)
	octets, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ToUpper(token.Key))
	if err != nil || len(octets) != 16 {
		t.Fatalf("%q holds %d octets, %v", token.Key, len(octets), err)
	}
	for bit := range 128 {
		octets[bit/8] ^= 1 << (bit % 8)
		other := token
		if other.Key = strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(octets)); keys.Check(other, 0) {
			t.Errorf("bit %d does not count", bit)
		}
		octets[bit/8] ^= 1 << (bit % 8)
	}
}

func TestRandomKeysAreWrong(t *testing.T) {
	keys, digits := testKeys(t), "abcdefghijklmnopqrstuvwxyz234567"
	token := Token{Kind: KindGame, Number: 12, Side: 'w', Ply: 7}
	key := make([]byte, keyLength)
	for range 100000 {
		for i := range key {
			key[i] = digits[rand.IntN(len(digits))]
		}
		if token.Key = string(key); keys.Check(token, 0) {
			t.Fatalf("guessed %s", token.Key)
		}
	}
}

func TestNoTokens(t *testing.T) {
	const key = "abcdefghijklmnopqrstuvwxyz"
	for _, s := range []string{
		"", ".", "g12", "g12.w7", "g12." + key, "g12.w7." + key[1:], "g12.w7." + key + "a", "g12.w7.1" + key[1:], "g12.x7." + key,
		"g012.w7." + key, "g12.w07." + key, "g12.w." + key, "g12.w7m0." + key, "g12.w7m." + key, "g12.w7.x." + key, "g-1.w7." + key, "g+1.w7." + key,
		"r7.w1." + key, "r." + key, "x7." + key, "g99999999999999999999.w7." + key, "g12.w7m9999." + key, "g１.w7." + key, "r7." + key + "\n",
	} {
		if token, ok := ParseToken(s); ok {
			t.Errorf("%q read as %+v", s, token)
		}
	}
}

func TestAddresses(t *testing.T) {
	keys := testKeys(t)
	token := Token{Kind: KindGame, Number: 12, Side: 'b', Ply: 7, Member: 2}
	address := keys.Address(token, 0, testSite)
	detail, own := testSite.Detail(strings.ToUpper(address))
	if read, ok := ParseToken(detail); !own || !ok || read.Number != 12 || !keys.Check(read, 0) {
		t.Errorf("%s, of ours %v, comes to %+v, a token %v, right %v", address, own, read, ok, keys.Check(read, 0))
	}
	dash := Site{Local: "corrd", Domain: "club.example", Delimiter: '-'}
	if detail, own := dash.Detail(keys.Address(token, 0, dash)); !own || !strings.HasPrefix(detail, "g12.b7m2.") {
		t.Errorf("with another delimiter: %q, %v", detail, own)
	}
	if got := keys.Address(token, 0, Site{Local: "corrd", Domain: "club.example"}); got != "corrd@club.example" {
		t.Errorf("without delimiter: %s", got)
	}
	if read, ok := SubjectToken("Re: [corrd 12] x " + keys.SubjectToken(token, 3)); !ok || !keys.Check(read, 3) {
		t.Errorf("subject token read as %+v", read)
	}
}

func TestBounceAddress(t *testing.T) {
	keys := testKeys(t)
	detail, _ := testSite.Detail(keys.BounceAddress(99, testSite))
	token, _ := ParseToken(detail)
	if row, ok := keys.BounceRow(token); row != 99 || !ok {
		t.Errorf("row %d, %v", row, ok)
	}
	token.Number = 98
	if _, ok := keys.BounceRow(token); ok {
		t.Error("a forged bounce address was accepted")
	}
	if _, ok := keys.BounceRow(keys.Sign(Token{Kind: KindChallenge, Number: 99}, 0)); ok {
		t.Error("a key of another kind was accepted")
	}
}

func TestOtherAddressesAreNotOurs(t *testing.T) {
	for _, address := range []string{"corrd@club.example.evil.test", "corrdx@club.example", "corr@club.example", "xcorrd@club.example", "@club.example", "corrd@", "corrd", ""} {
		if _, own := testSite.Detail(address); own {
			t.Errorf("%q taken for ours", address)
		}
	}
}

func TestLoadOrCreateKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret")
	var group sync.WaitGroup
	made := make([]Keys, 8)
	for i := range made {
		group.Go(func() {
			var err error
			if made[i], err = LoadOrCreateKeys(path); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, keys := range made {
		if keys.macs == nil || keys.Mark() != made[0].Mark() {
			t.Fatal("two who created the file at once have different secrets")
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("mode %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".secret-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestUnusableSecrets(t *testing.T) {
	dir := t.TempDir()
	short, open := filepath.Join(dir, "short"), filepath.Join(dir, "open")
	os.WriteFile(short, []byte("too short"), 0o600)
	os.WriteFile(open, make([]byte, secretLength), 0o644)
	for _, path := range []string{short, open} {
		if _, err := LoadOrCreateKeys(path); !errors.Is(err, ErrSecret) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := LoadOrCreateKeys(filepath.Join(dir, "none", "secret")); err == nil || errors.Is(err, ErrSecret) {
		t.Errorf("missing folder: %v", err)
	}
}

// FuzzToken: whatever reads as a token writes back as itself, and no text but a
// signed one has a right key.
func FuzzToken(f *testing.F) {
	keys := testKeys(f)
	f.Add("g12.w7.abcdefghijklmnopqrstuvwxyz")
	f.Add(keys.Sign(Token{Kind: KindGame, Number: 3, Side: 'b', Ply: 2, Member: 1}, 0).String())
	f.Add("R7.ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	f.Fuzz(func(t *testing.T, s string) {
		token, ok := ParseToken(s)
		if !ok {
			if !token.IsZero() {
				t.Fatalf("%q: not a token, but %+v", s, token)
			}
			return
		}
		if token.String() != strings.ToLower(s) {
			t.Fatalf("%q writes back as %q", s, token)
		}
		if keys.Check(token, 0) && token != keys.Sign(token, 0) {
			t.Fatalf("%q: a wrong key was accepted", s)
		}
		if subject, ok := SubjectToken("[corrd " + s + "]"); !ok || subject != token {
			t.Fatalf("%q in a subject: %+v", s, subject)
		}
	})
}
