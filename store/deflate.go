package store

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"sync"

	fast "github.com/klauspost/compress/flate"
)

// inflaters holds decompressors (RFC 1951): one is large, so each is used again.
var inflaters = sync.Pool{New: func() any { return &inflater{deflated: flate.NewReader(nil)} }}

// Deflate returns b compressed by RFC 1951 with the dictionary of letters, and a check sum
// after the end: a compressed text does not always tell that it was changed. The stateless
// compressor writes 4 to 7 % more octets than compress/flate and takes a third of the time.
func Deflate(b []byte) []byte {
	out := deflated.Get().(*bytes.Buffer)
	defer deflated.Put(out)
	out.Reset()
	if err := fast.StatelessDeflate(out, b, true, dictionaryBytes); err != nil {
		panic(err) // out is memory: no write of it fails
	}
	return WithSum(append(make([]byte, 0, out.Len()+sumLength), out.Bytes()...), b)
}

// deflated holds buffers that Deflate uses again.
var deflated = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumLength is the length of a check sum in octets.
const sumLength = 4

// WithSum appends the check sum of a text to what it was written as.
func WithSum(written, text []byte) []byte {
	return binary.BigEndian.AppendUint32(written, crc32.Checksum(text, castagnoli))
}

var dictionaryBytes = []byte(dictionary)

// ErrSum means that bytes are not as they were written.
var ErrSum = errors.New("its check sum is not right")

// inflater reads what Deflate has written, and what a Vault has. Its text is overwritten by the
// next; seal is that of a text which lies veiled.
type inflater struct {
	from     bytes.Reader
	deflated io.ReadCloser
	text     bytes.Buffer
	seal     []byte
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
	i.seal = nil
	sum := b[len(b)-i.from.Len():]
	if len(sum) > sumLength {
		sum, i.seal = sum[:sumLength], sum[sumLength:]
	}
	if len(sum) > 0 && !bytes.Equal(sum, WithSum(nil, i.text.Bytes())) {
		return ErrSum
	}
	if i.seal != nil {
		end := len(i.seal) - sumLength
		if end < 0 || !bytes.Equal(i.seal, WithSum(i.seal[:end:end], i.seal[:end])) {
			return ErrSum
		}
		i.seal = i.seal[:end]
	}
	return nil
}

// VerifyDeflated reports why bytes that lie in a store cannot be read; nil if they can.
func VerifyDeflated(b []byte) error {
	i := inflaters.Get().(*inflater)
	defer inflaters.Put(i)
	return i.read(b)
}
