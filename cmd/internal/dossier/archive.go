package dossier

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"slices"
)

// The signatures of the parts of a ZIP archive (APPNOTE 4.3), and the sizes of the parts without
// names.
const (
	localHeader   = 0x04034b50
	centralHeader = 0x02014b50
	endOfCentral  = 0x06054b50

	localSize, centralSize = 30, 46
)

// dosEpoch is 1 January 1980 as the archive writes a date: the files have no date of their own.
const dosEpoch = 1<<5 | 1

// The bounds of an archive.
const (
	mostOctets  = math.MaxInt32
	mostFiles   = math.MaxUint16
	longestName = 64
)

var (
	// errTooLarge says that an archive cannot hold so much.
	errTooLarge = errors.New("the letters of the game are more than a ZIP archive of 2 GiB holds")
	errNoForm   = errors.New("the archive is not in the form in which corrd writes one: nothing in it is looked at")
	errNoZIP    = errors.New("the archive cannot be read: this is no ZIP archive as corrd writes one")
)

// pack writes files as a ZIP archive: in the order of their names, stored and not
// compressed, without dates, flags, comments or extra fields. The same files always give
// the same octets.
func pack(files map[string][]byte) ([]byte, error) {
	size := 0
	for name, content := range files {
		size += len(name) + len(content)
	}
	if size > mostOctets-mostFiles*2*(centralSize+longestName) || len(files) > mostFiles {
		return nil, errTooLarge
	}
	var b bytes.Buffer
	err := packTo(&b, files)
	return b.Bytes(), err
}

func packTo(w io.Writer, files map[string][]byte) error {
	var central bytes.Buffer
	at := 0
	put := func(to io.Writer, fields ...any) {
		for _, f := range fields {
			binary.Write(to, binary.LittleEndian, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		content := files[name]
		var local bytes.Buffer
		size, sum := uint32(len(content)), crc32.ChecksumIEEE(content)
		put(&local, uint32(localHeader), uint16(10), uint16(0), uint16(0), uint16(0), uint16(dosEpoch), sum, size, size, uint16(len(name)), uint16(0))
		local.WriteString(name)
		put(&central, uint32(centralHeader), uint16(10), uint16(10), uint16(0), uint16(0), uint16(0), uint16(dosEpoch), sum, size, size,
			uint16(len(name)), uint16(0), uint16(0), uint16(0), uint16(0), uint32(0), uint32(at))
		central.WriteString(name)
		at += local.Len() + len(content)
		for _, part := range [][]byte{local.Bytes(), content} {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
	}
	put(&central, uint32(endOfCentral), uint16(0), uint16(0), uint16(len(files)), uint16(len(files)), uint32(central.Len()), uint32(at), uint16(0))
	_, err := w.Write(central.Bytes())
	return err
}

// unpack reads the files of an archive that pack wrote; damaged are the names of those whose octets
// are not those that were written. Whatever is not octet for octet as pack writes it is an error.
// The files are parts of the archive, and take no memory of their own.
func unpack(archive []byte) (files map[string][]byte, damaged []string, err error) {
	if len(archive) < localSize || binary.LittleEndian.Uint32(archive) != localHeader {
		return nil, nil, errNoZIP
	}
	files = map[string][]byte{}
	last, rest := "", archive
	sums := map[string]uint32{}
	for len(rest) >= localSize && binary.LittleEndian.Uint32(rest) == localHeader {
		size, length := int(binary.LittleEndian.Uint32(rest[18:])), int(binary.LittleEndian.Uint16(rest[26:]))
		if length == 0 || length > longestName || size > len(rest)-localSize-length || len(files) == mostFiles {
			return nil, nil, errNoForm
		}
		name := string(rest[localSize : localSize+length])
		if name <= last {
			return nil, nil, errNoForm
		}
		last, sums[name] = name, binary.LittleEndian.Uint32(rest[14:])
		files[name] = rest[localSize+length : localSize+length+size : localSize+length+size]
		rest = rest[localSize+length+size:]
	}
	for name, content := range files {
		if crc32.ChecksumIEEE(content) != sums[name] {
			damaged = append(damaged, name)
		}
	}
	if slices.Sort(damaged); len(damaged) > 0 {
		return files, damaged, nil
	}
	same := &comparing{archive}
	if packTo(same, files) != nil || len(same.rest) > 0 {
		return nil, nil, errNoForm
	}
	return files, nil, nil
}

// comparing is a writer that fails where what is written is not what it holds.
type comparing struct{ rest []byte }

// Write compares.
func (c *comparing) Write(b []byte) (int, error) {
	if !bytes.HasPrefix(c.rest, b) {
		return 0, errNoForm
	}
	c.rest = c.rest[len(b):]
	return len(b), nil
}
