package store

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// Whatever is compressed comes back, short or long, and letters shrink.
func TestDeflate(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	noise := make([]byte, 24<<10)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	back := func(plain []byte) int {
		short := Deflate(plain)
		if got, err := new(Vault).Inflate(short); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("%d bytes, %.40q, came back as %d, %v", len(plain), plain, len(got), err)
		}
		return len(short)
	}
	for n := range 600 { // matches of every length, from every place
		back(bytes.Repeat(noise[n:n+1+n%7], 1+n/(1+n%7)))
		back(append(bytes.Clone(noise[:n]), noise[random.IntN(n+1):n]...))
		back([]byte(dictionary[n : 2*n]))
	}
	for _, n := range []int{1, 8 << 10, 24 << 10} {
		back(noise[:n])
		back(bytes.Repeat([]byte("> It is your turn. "), n/19))
	}
	letter := "From: Anna <anna@a.example>\r\nSubject: Re: [corrd 12] 7. Kt-KB3\r\nMIME-Version: 1.0\r\n\r\nP-K4\r\n> White has played P-K4.\r\n" +
		strings.Repeat("> It is your turn: move 7 for Black. You have 30 days for the next\r\n", 3)
	if n := back([]byte(letter)); n > len(letter)*2/5 {
		t.Errorf("a letter of %d bytes takes %d", len(letter), n)
	}
}

// BenchmarkDeflate compresses a letter of 2 KB.
func BenchmarkDeflate(b *testing.B) {
	letter := bytes.Repeat([]byte(dictionary[500:1000]), 4)
	for i := range letter {
		if i%31 == 0 {
			letter[i] = byte(i)
		}
	}
	b.SetBytes(int64(len(letter)))
	for b.Loop() {
		Deflate(letter)
	}
}
