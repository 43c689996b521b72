package bolt

import (
	"bytes"
	"compress/flate"
	"io"
	"sync"
)

var inflaters = sync.Pool{New: func() any { return flate.NewReader(nil) }}

// deflater compresses (RFC 1951). It is the writer's own, and large: one is
// used again and again.
type deflater struct {
	to  *flate.Writer
	out bytes.Buffer
}

func newDeflater() *deflater {
	to, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	return &deflater{to: to}
}

// deflate gives b compressed.
func (d *deflater) deflate(b []byte) []byte {
	d.out.Reset()
	d.to.Reset(&d.out)
	d.to.Write(b) // to memory: it cannot fail
	d.to.Close()
	return bytes.Clone(d.out.Bytes())
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
