package store

import (
	"bytes"
	"encoding/base64"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	fast "github.com/klauspost/compress/flate"
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

// boardLetter is like a letter with a board: text, HTML, and a picture in base64.
func boardLetter(picture, after int) []byte {
	random := rand.New(rand.NewPCG(5, 6))
	noise := make([]byte, picture)
	for i := range noise {
		noise[i] = byte(random.Uint32())
	}
	digits := base64.StdEncoding.EncodeToString(append([]byte("\x89PNG\r\n\x1a\n"), noise...))
	b := []byte(dictionary + "\r\nContent-Transfer-Encoding: base64\r\n\r\n")
	for ; len(digits) > 76; digits = digits[76:] {
		b = append(append(b, digits[:76]...), "\r\n"...)
	}
	b = append(append(b, digits...), "\r\n--=_2b49ccf395b5683bbfa5d331c5f94b15--\r\n"...)
	return append(b, dictionary[:after]...)
}

// A letter with a picture comes back, whatever follows the picture, and other programs read what is
// kept of it. The picture takes three quarters of its base64.
func TestDeflatePicture(t *testing.T) {
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	for _, size := range []int{0, 1, 55, 7000, 60_000} {
		for _, after := range []int{0, 1, shortTail, 3000} {
			letter := boardLetter(size, after)
			for _, plain := range [][]byte{letter, append(bytes.Clone(letter), letter...), letter[:len(letter)/2], append(bytes.Clone(startOfPicture), every...), append(bytes.Clone(letter), every...)} {
				kept := Deflate(plain)
				if got, err := new(Vault).Inflate(kept); err != nil || !bytes.Equal(got, plain) {
					t.Fatalf("a picture of %d octets, %d after it: %d octets came back as %d, %v", size, after, len(plain), len(got), err)
				}
				if got, err := io.ReadAll(fast.NewReaderDict(bytes.NewReader(kept[:len(kept)-sumLength]), dictionaryBytes)); err != nil || !bytes.Equal(got, plain) {
					t.Fatalf("a picture of %d octets, %d after it: another reader gives %d octets, %v", size, after, len(got), err)
				}
			}
		}
	}
	letter := boardLetter(7000, 0)
	if n, most := len(Deflate(letter)), 7000*103/100+300; n > most {
		t.Errorf("a letter of %d octets with a picture of 7000 takes %d, more than %d", len(letter), n, most)
	}
}

// BenchmarkDeflatePicture compresses a letter with a board.
func BenchmarkDeflatePicture(b *testing.B) {
	letter := boardLetter(7000, 0)
	b.SetBytes(int64(len(letter)))
	for b.Loop() {
		Deflate(letter)
	}
}
