package store

import (
	"bytes"
	"sync"

	fast "github.com/klauspost/compress/flate"
)

// The boards in letters are PNG in base64. Such octets repeat nothing, and a compressor that looks
// for what repeats spends most of its time on them. Therefore Deflate writes them as literals alone.

// literalWriters holds compressors that look for no repetition: one is large, so each is used again.
var literalWriters = sync.Pool{New: func() any {
	w, err := fast.NewWriter(nil, fast.HuffmanOnly)
	if err != nil {
		panic(err) // the level is one of the library's
	}
	return w
}}

// writeLiterals writes blocks that hold octets as literals, and that end with an octet; last says
// that no other block follows.
func writeLiterals(out *bytes.Buffer, octets []byte, last bool) {
	w := literalWriters.Get().(*fast.Writer)
	defer literalWriters.Put(w)
	w.Reset(out)
	_, err := w.Write(octets)
	end := w.Flush
	if last {
		end = w.Close
	}
	if err == nil {
		err = end()
	}
	if err != nil {
		panic(err) // out is memory: no write of it fails
	}
}
