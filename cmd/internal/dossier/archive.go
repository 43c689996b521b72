package dossier

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"slices"
)

// The signatures of the parts of a ZIP archive (APPNOTE 4.3).
const (
	localHeader   = 0x04034b50
	centralHeader = 0x02014b50
	endOfCentral  = 0x06054b50
)

// dosEpoch is 1 January 1980 as the archive writes a date: the files have no date of their own.
const dosEpoch = 1<<5 | 1

// errTooLarge says that a plain ZIP archive cannot hold so much.
var errTooLarge = errors.New("the letters of the game are more than a ZIP archive of 4 GiB holds")

// pack writes files as a ZIP archive: in the order of their names, stored and not
// compressed, without dates, flags, comments or extra fields. The same files always give
// the same octets.
func pack(files map[string][]byte) ([]byte, error) {
	var b, central bytes.Buffer
	put := func(w *bytes.Buffer, fields ...any) {
		for _, f := range fields {
			binary.Write(w, binary.LittleEndian, f)
		}
	}
	names := slices.Sorted(maps.Keys(files))
	if len(names) > math.MaxUint16 {
		return nil, errTooLarge
	}
	for _, name := range names {
		content, at := files[name], b.Len()
		if at+len(content) > math.MaxInt32 {
			return nil, errTooLarge
		}
		size, sum := uint32(len(content)), crc32.ChecksumIEEE(content)
		put(&b, uint32(localHeader), uint16(10), uint16(0), uint16(0), uint16(0), uint16(dosEpoch), sum, size, size, uint16(len(name)), uint16(0))
		b.WriteString(name)
		b.Write(content)
		put(&central, uint32(centralHeader), uint16(10), uint16(10), uint16(0), uint16(0), uint16(0), uint16(dosEpoch), sum, size, size,
			uint16(len(name)), uint16(0), uint16(0), uint16(0), uint16(0), uint32(0), uint32(at))
		central.WriteString(name)
	}
	at := b.Len()
	b.Write(central.Bytes())
	put(&b, uint32(endOfCentral), uint16(0), uint16(0), uint16(len(names)), uint16(len(names)), uint32(central.Len()), uint32(at), uint16(0))
	return b.Bytes(), nil
}

// unpack reads the files of an archive that pack wrote. An archive that can be read and is
// not octet for octet what pack writes gives its files and an error.
func unpack(archive []byte) (map[string][]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return nil, fmt.Errorf("the archive cannot be read: %w", err)
	}
	files, room := map[string][]byte{}, uint64(len(archive))
	for _, f := range r.File {
		if f.Method != zip.Store || f.UncompressedSize64 > room {
			return nil, fmt.Errorf("the archive cannot be read: at %.80q its files say that they are larger than the archive, or are compressed, as corrd writes none", f.Name)
		}
		room -= f.UncompressedSize64
		content, err := readFile(f)
		if err != nil {
			return files, fmt.Errorf("%s cannot be read: %w", f.Name, err)
		}
		files[f.Name] = content
	}
	again, err := pack(files)
	if err == nil && !bytes.Equal(again, archive) {
		err = errors.New("the archive is not in the form in which corrd writes one: octets outside its files have been changed")
	}
	return files, err
}

func readFile(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}
