package bolt

import (
	"bytes"
	"compress/flate"
	"io"
	"sync"
)

var deflaters = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	return w
}}

var inflaters = sync.Pool{New: func() any { return flate.NewReader(nil) }}

// deflate compresses b (RFC 1951).
func deflate(b []byte) []byte {
	var out bytes.Buffer
	out.Grow(len(b)/2 + 64)
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&out)
	w.Write(b) // to memory: it cannot fail
	w.Close()
	return out.Bytes()
}

// inflate gives what deflate was given, never nil.
func inflate(b []byte) ([]byte, error) {
	r := inflaters.Get().(io.ReadCloser)
	defer inflaters.Put(r)
	if err := r.(flate.Resetter).Reset(bytes.NewReader(b), nil); err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
