package carrier

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// draw gives the random numbers of one purpose for one communication, from the seed of the game. The same arguments
// always give the same numbers.
type draw struct {
	seed    uint64
	number  int
	purpose string
	drawn   uint64
}

// next draws 64 bits.
func (d *draw) next() uint64 {
	var b [24]byte
	binary.BigEndian.PutUint64(b[:8], d.seed)
	binary.BigEndian.PutUint64(b[8:16], uint64(d.number))
	binary.BigEndian.PutUint64(b[16:], d.drawn)
	d.drawn++
	sum := sha256.Sum256(append(b[:], d.purpose...))
	return binary.BigEndian.Uint64(sum[:8])
}

// below draws a whole number from 0 up to, and without, n; 0 where n is less than two.
func (d *draw) below(n int) int {
	if n < 2 {
		return 0
	}
	high, _ := bits.Mul64(d.next(), uint64(n))
	return int(high)
}

// happens reports whether what has a probability, from 0 to 1, happens.
func (d *draw) happens(probability float64) bool {
	const steps = 1 << 53
	return float64(d.next()>>11)/steps < probability
}
