package bolt

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
)

// The pages of a file are looked at as they lie, without bbolt, which ends the
// program over some damage: a page must say that it is the one it should be, what
// it holds must lie within it, its keys must be in order and between those its
// parent names, and every page must be reached once or be free.

// The layout of a bbolt file, little-endian.
const (
	pageHeader   = 16 // id 8, flags 2, count 2, overflow 4
	branchEntry  = 16 // position 4, length of the key 4, page 8
	leafEntry    = 16 // flags 4, position 4, length of the key 4, of the value 4
	bucketHeader = 16 // root page 8, sequence 8; an inline page follows where the root is 0

	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10
	bucketValue  = 0x01 // flag of an entry of a leaf

	metaMagic  = 0xED0CDAED
	metaLen    = 64
	noFreelist = math.MaxUint64
	manyFree   = 0xFFFF // count of a list of free pages that stands before it
)

// meta is one of the two heads of a file.
type meta struct {
	pageSize uint32
	root     uint64
	freelist uint64
	end      uint64 // the first page that is not in use
	txid     uint64
}

// readMeta reads a head after the header of its page; false: it is damaged.
func readMeta(b []byte) (m meta, ok bool) {
	if len(b) < metaLen || binary.LittleEndian.Uint32(b) != metaMagic {
		return m, false
	}
	sum := fnv.New64a()
	sum.Write(b[:metaLen-8])
	m = meta{pageSize: binary.LittleEndian.Uint32(b[8:]), root: binary.LittleEndian.Uint64(b[16:]), freelist: binary.LittleEndian.Uint64(b[32:]),
		end: binary.LittleEndian.Uint64(b[40:]), txid: binary.LittleEndian.Uint64(b[48:])}
	return m, sum.Sum64() == binary.LittleEndian.Uint64(b[metaLen-8:]) && m.pageSize >= 512
}

// pages is a file whose pages are looked at.
type pages struct {
	file  io.ReaderAt
	found func(fault string)
	meta
	seen  []bool // by page
	free  []bool
	sound bool
}

// checkPages looks at every page of the file at path while nobody writes it, calls
// found for each fault and reports whether there was none.
func checkPages(path string, found func(fault string)) (sound bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	p := &pages{file: file, found: found, sound: true}
	if err := p.heads(); err != nil || !p.sound {
		return false, err
	}
	p.seen, p.free = make([]bool, p.end), make([]bool, p.end)
	p.seen[0], p.seen[1] = true, true
	p.freePages()
	p.page(p.root, nil, nil)
	if p.meta.freelist != noFreelist {
		for id := range p.seen {
			if !p.seen[id] && !p.free[id] {
				p.fault("page %d is neither in use nor free", id)
			}
		}
	}
	return p.sound, nil
}

// usedBytes gives how much of the file at path is in use or free within, in bytes,
// by its two heads. Its error wraps ErrCorrupt where one of them is damaged.
func usedBytes(path string) (int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	var faults error
	p := &pages{file: file, found: func(fault string) { faults = cmp.Or(faults, corrupt("%s", fault)) }}
	err = p.heads()
	return int64(p.end) * int64(p.pageSize), errors.Join(faults, err)
}

func (p *pages) fault(format string, a ...any) {
	p.sound = false
	p.found("the file: " + fmt.Sprintf(format, a...))
}

// heads reads both heads and takes the newer. With one of them damaged nobody can
// know whether it was the newer, and the last commit is lost.
func (p *pages) heads() error {
	size, err := p.pageLength()
	if err != nil {
		return err
	}
	if size == 0 {
		p.fault("both heads are damaged; what it holds cannot be found")
		return nil
	}
	for n := range int64(2) {
		b := make([]byte, pageHeader+metaLen)
		if _, err := p.file.ReadAt(b, n*size); err != nil && err != io.EOF {
			return err
		}
		m, ok := readMeta(b[pageHeader:])
		switch {
		case !ok || binary.LittleEndian.Uint64(b) != uint64(n) || int64(m.pageSize) != size:
			p.fault("head %d is damaged; the last commit may be lost", n)
		case m.end < 2 || m.end > 1<<40 || m.root >= m.end || m.freelist != noFreelist && m.freelist >= m.end:
			p.fault("head %d names a page there is not", n)
		case n == 0 || m.txid > p.txid || p.pageSize == 0:
			p.meta = m
		}
	}
	return nil
}

// pageLength gives the length of a page in bytes, as one of the heads tells; 0 if
// none does.
func (p *pages) pageLength() (int64, error) {
	b := make([]byte, pageHeader+metaLen)
	for at := int64(0); at <= 1<<16; at = max(512, 2*at) {
		if _, err := p.file.ReadAt(b, at); err != nil && err != io.EOF {
			return 0, err
		}
		if m, ok := readMeta(b[pageHeader:]); ok && (at == 0 || at == int64(m.pageSize)) {
			return int64(m.pageSize), nil
		}
	}
	return 0, nil
}

// read reads a page with those that continue it, which are then in use.
func (p *pages) read(id uint64, what string) (b []byte, flags, count uint16, ok bool) {
	if id < 2 || id >= p.end {
		p.fault("%s leads to page %d, which there is not", what, id)
		return nil, 0, 0, false
	}
	head := make([]byte, pageHeader)
	if _, err := p.file.ReadAt(head, int64(id)*int64(p.pageSize)); err != nil {
		p.fault("page %d cannot be read: %v", id, err)
		return nil, 0, 0, false
	}
	length := uint64(binary.LittleEndian.Uint32(head[12:])) + 1
	if binary.LittleEndian.Uint64(head) != id || length > p.end-id {
		p.fault("page %d is damaged: it is not the page it should be", id)
		return nil, 0, 0, false
	}
	b = make([]byte, length*uint64(p.pageSize))
	if _, err := p.file.ReadAt(b, int64(id)*int64(p.pageSize)); err != nil {
		p.fault("page %d cannot be read: %v", id, err)
		return nil, 0, 0, false
	}
	for n := id; n < id+length; n++ {
		if p.seen[n] {
			p.fault("page %d is in use twice", n)
		}
		p.seen[n] = true
	}
	return b, binary.LittleEndian.Uint16(b[8:]), binary.LittleEndian.Uint16(b[10:]), true
}

// freePages reads the list of the pages that are free.
func (p *pages) freePages() {
	if p.meta.freelist == noFreelist {
		return
	}
	b, flags, count, ok := p.read(p.meta.freelist, "the list of free pages")
	if !ok {
		return
	}
	list, n := b[pageHeader:], uint64(count)
	if count == manyFree {
		n, list = binary.LittleEndian.Uint64(list), list[8:]
	}
	if flags != freelistPage || n > uint64(len(list)/8) {
		p.fault("page %d is damaged: it is not the list of free pages", p.meta.freelist)
		return
	}
	for ; n > 0; n, list = n-1, list[8:] {
		id := binary.LittleEndian.Uint64(list)
		if id < 2 || id >= p.end || p.free[id] {
			p.fault("page %d is damaged: it lists page %d as free", p.meta.freelist, id)
			continue
		}
		p.free[id] = true
	}
}

// page looks at a page whose keys are at least least and less than below, where
// these are not nil, and at those below it.
func (p *pages) page(id uint64, least, below []byte) {
	b, flags, count, ok := p.read(id, "a page")
	if !ok {
		return
	}
	if p.free[id] {
		p.fault("page %d is in use and free", id)
	}
	p.entries(b, fmt.Sprint("page ", id), flags, int(count), least, below)
}

// entries looks at the entries of a page, or of an inline bucket.
func (p *pages) entries(b []byte, name string, flags uint16, count int, least, below []byte) {
	entry := map[uint16]int{branchPage: branchEntry, leafPage: leafEntry}[flags]
	if entry == 0 || pageHeader+count*entry > len(b) || flags == branchPage && count == 0 {
		p.fault("%s is damaged: it is no page of keys", name)
		return
	}
	keys := make([][]byte, count+1)
	keys[count] = below
	values := make([][]byte, count)
	for i := range count {
		at := pageHeader + i*entry
		var ok bool
		if keys[i], values[i], ok = cutEntry(b, at, flags); !ok {
			p.fault("%s is damaged: an entry does not lie in it", name)
			return
		}
		if i == 0 && least != nil && bytes.Compare(keys[0], least) < 0 || i > 0 && bytes.Compare(keys[i-1], keys[i]) >= 0 ||
			below != nil && bytes.Compare(keys[i], below) >= 0 {
			p.fault("%s is damaged: its keys are not in order", name)
			return
		}
	}
	for i := range count {
		at := pageHeader + i*entry
		switch {
		case flags == branchPage:
			p.page(binary.LittleEndian.Uint64(b[at+8:]), keys[i], keys[i+1])
		case binary.LittleEndian.Uint32(b[at:]) == bucketValue:
			p.bucket(name, values[i])
		case binary.LittleEndian.Uint32(b[at:]) != 0:
			p.fault("%s is damaged: an entry is of no kind", name)
		}
	}
}

// cutEntry gives the key and value of the entry at a place in a page; false: they
// do not lie in it. The value of an entry of a branch is nil.
func cutEntry(b []byte, at int, flags uint16) (key, value []byte, ok bool) {
	position, keyLen, valueLen := binary.LittleEndian.Uint32(b[at:]), binary.LittleEndian.Uint32(b[at+4:]), uint32(0)
	if flags == leafPage {
		position, keyLen, valueLen = keyLen, binary.LittleEndian.Uint32(b[at+8:]), binary.LittleEndian.Uint32(b[at+12:])
	}
	from := uint64(at) + uint64(position)
	middle, to := from+uint64(keyLen), from+uint64(keyLen)+uint64(valueLen)
	if to > uint64(len(b)) || keyLen == 0 {
		return nil, nil, false
	}
	return b[from:middle], b[middle:to], true
}

// bucket looks at a bucket by the value of its entry.
func (p *pages) bucket(name string, value []byte) {
	switch {
	case len(value) < bucketHeader:
		p.fault("%s is damaged: a bucket is too short", name)
	case binary.LittleEndian.Uint64(value) != 0:
		p.page(binary.LittleEndian.Uint64(value), nil, nil)
	case len(value) < bucketHeader+pageHeader:
		p.fault("%s is damaged: a bucket is too short", name)
	default:
		inline := value[bucketHeader:]
		p.entries(inline, name, binary.LittleEndian.Uint16(inline[8:]), int(binary.LittleEndian.Uint16(inline[10:])), nil, nil)
	}
}
