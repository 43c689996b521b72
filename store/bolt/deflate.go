package bolt

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"sync"
)

// What compresses (RFC 1951) what is not small, and what reads it, are large: they
// are made when first needed, and used again and again.
var (
	deflaters = sync.Pool{New: func() any {
		to, err := flate.NewWriter(nil, flate.BestSpeed)
		if err != nil {
			panic(err) // the level is a constant
		}
		return to
	}}
	inflaters = sync.Pool{New: func() any { return &inflater{deflated: flate.NewReader(nil)} }}
)

// deflate gives b compressed, with its check sum after the end: a compressed text
// does not always tell that it was changed.
func deflate(b []byte) []byte {
	if len(b) <= maxSmall {
		return withSum(deflateSmall(b), b)
	}
	to := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(to)
	var out bytes.Buffer
	to.Reset(&out)
	to.Write(b) // to memory: it cannot fail
	to.Close()
	return withSum(out.Bytes(), b)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// withSum appends the check sum of a text to what it was written as.
func withSum(written, text []byte) []byte {
	return binary.BigEndian.AppendUint32(written, crc32.Checksum(text, castagnoli))
}

// promise is a value of an overlay that is still being compressed.
type promise struct {
	in    bucket
	key   string
	value chan []byte
}

// putDeflated writes a value compressed. If it is not small that is done while
// the transaction runs on.
func (u *update) putDeflated(in bucket, key, plain []byte) error {
	if len(plain) <= maxSmall {
		return u.put(in, key, withSum(deflateSmall(plain), plain))
	}
	if err := u.put(in, key, present); err != nil {
		return err
	}
	p := promise{in, string(key), make(chan []byte, 1)}
	go func() { p.value <- deflate(plain) }()
	u.own.promises = append(u.own.promises, p)
	return nil
}

// getDeflated gives what putDeflated was given, nil if there is nothing.
func (v *view) getDeflated(in bucket, key []byte) ([]byte, error) {
	if len(v.over) > 0 && len(v.over[0].promises) > 0 {
		v.over[0].redeem()
	}
	value := v.get(in, key)
	if value == nil {
		return nil, nil
	}
	return inflate(value)
}

// redeem waits for what has been promised.
func (o *overlay) redeem() {
	for _, p := range o.promises {
		o.layers[p.in].values[p.key] = <-p.value
	}
	o.promises, o.settled = o.promises[:0], 0
}

var dictionaryBytes = []byte(dictionary)

var errSum = errors.New("its check sum is not right")

// inflater reads what deflate has written. Its text is overwritten by the next.
type inflater struct {
	from     bytes.Reader
	deflated io.ReadCloser
	text     bytes.Buffer
}

// read reads the text of b, and compares its check sum. Bytes of a time before
// check sums have none.
func (i *inflater) read(b []byte) error {
	i.text.Reset()
	i.from.Reset(b)
	if err := i.deflated.(flate.Resetter).Reset(&i.from, dictionaryBytes); err != nil {
		return err
	}
	if _, err := i.text.ReadFrom(i.deflated); err != nil {
		return err
	}
	if sum := b[len(b)-i.from.Len():]; len(sum) > 0 && !bytes.Equal(sum, withSum(nil, i.text.Bytes())) {
		return errSum
	}
	return nil
}

// inflate gives what deflate was given, never nil; with an error as much of it
// as can be read.
func inflate(b []byte) ([]byte, error) {
	i := inflaters.Get().(*inflater)
	defer inflaters.Put(i)
	err := i.read(b)
	return append([]byte{}, i.text.Bytes()...), err
}

// verify reports why inflate would fail; nil if it would not.
func verify(b []byte) error {
	i := inflaters.Get().(*inflater)
	defer inflaters.Put(i)
	return i.read(b)
}
