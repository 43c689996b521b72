package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
)

// Package bolt checks the pages of a file as they lie, without bbolt: the check of bbolt runs in a
// goroutine of its own, where a single changed bit of a page can end the program. A page must say
// that it is the expected page; the page's entries must lie within the page; its keys must be in
// order and between the keys that its parent names; and every page must be reached once or be free.

// The layout of a bbolt file has little-endian numbers.
const (
	pageHeader   = 16 // id 8, flags 2, count 2, overflow 4
	entryHeader  = 16 // of a branch: position 4, length of the key 4, page 8; of a leaf: flags 4, position 4, lengths of key and value 4 each
	bucketHeader = 16 // root page 8, sequence 8; an inline page follows where the root is 0

	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10
	bucketValue  = 0x01 // flag of an entry of a leaf

	metaMagic  = 0xED0CDAED
	metaLen    = 64
	noFreelist = math.MaxUint64
	manyFree   = 0xFFFF // the number of free pages stands before their list
)

var little = binary.LittleEndian

// meta is one of the two heads of a file.
type meta struct {
	pageSize uint32
	root     uint64
	freelist uint64
	end      uint64 // the first page after those in use
	txid     uint64
}

// readMeta reads a head after the header of its page; ok is false for a damaged head.
func readMeta(b []byte) (m meta, ok bool) {
	if len(b) < metaLen || little.Uint32(b) != metaMagic {
		return m, false
	}
	sum := fnv.New64a()
	sum.Write(b[:metaLen-8])
	m = meta{little.Uint32(b[8:]), little.Uint64(b[16:]), little.Uint64(b[32:]), little.Uint64(b[40:]), little.Uint64(b[48:])}
	return m, sum.Sum64() == little.Uint64(b[metaLen-8:]) && m.pageSize >= 512
}

// pages is a file whose pages are looked at.
type pages struct {
	file  *os.File
	found func(fault string)
	meta
	seen  []bool // by page
	free  []bool
	sound bool
}

// checkPages looks at the two heads of the file at path and, where the file has at most so many
// bytes in use, at every page, while nobody writes the file. checkPages calls found for each fault,
// and reports whether there was none, and whether every page was looked at.
func checkPages(path string, most int64, found func(fault string)) (sound, every bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return false, false, err
	}
	defer file.Close()
	p := &pages{file: file, found: found, sound: true}
	err = p.heads()
	if every = int64(p.end) <= most/int64(max(1, p.pageSize)); err != nil || !p.sound || !every {
		return p.sound, every, err
	}
	p.seen, p.free = make([]bool, p.end), make([]bool, p.end)
	p.seen[0], p.seen[1] = true, true
	p.freePages()
	p.page(p.root, nil, nil)
	for id := range p.seen {
		if !p.seen[id] && !p.free[id] && p.freelist != noFreelist {
			p.fault("page %d is neither in use nor free", id)
		}
	}
	return p.sound, true, nil
}

func (p *pages) fault(format string, a ...any) {
	p.sound = false
	p.found("the file: " + fmt.Sprintf(format, a...))
}

// heads reads both heads and takes the newer. With one head damaged nobody can know which was the
// newer, and the last commit may be lost.
func (p *pages) heads() error {
	size := int64(0) // of a page, as the first head says
	for n := range int64(2) {
		b := make([]byte, pageHeader+metaLen)
		if _, err := p.file.ReadAt(b, n*size); err != nil && err != io.EOF {
			return err
		}
		m, ok := readMeta(b[pageHeader:])
		switch {
		case !ok || little.Uint64(b) != uint64(n) || n > 0 && int64(m.pageSize) != size:
			p.fault("head %d is damaged; the last commit may be lost", n)
			return nil
		case m.end < 2 || m.end > 1<<40 || m.root >= m.end || m.freelist != noFreelist && m.freelist >= m.end:
			p.fault("head %d names a page there is not", n)
		case n == 0 || m.txid > p.txid:
			p.meta = m
		}
		size = int64(m.pageSize)
	}
	return nil
}

// read reads a page with the pages that continue the page, and notes them as in use, or nil if that
// is not possible.
func (p *pages) read(id uint64, what string) []byte {
	if id < 2 || id >= p.end {
		p.fault("%s leads to page %d, which there is not", what, id)
		return nil
	}
	b := make([]byte, p.pageSize)
	_, err := p.file.ReadAt(b, int64(id)*int64(p.pageSize))
	length := uint64(little.Uint32(b[12:])) + 1
	if err == nil && (little.Uint64(b) != id || length > p.end-id) {
		p.fault("page %d is damaged: it is not the page it should be", id)
		return nil
	}
	if err == nil && length > 1 {
		b = make([]byte, length*uint64(p.pageSize))
		_, err = p.file.ReadAt(b, int64(id)*int64(p.pageSize))
	}
	if err != nil {
		p.fault("page %d cannot be read: %v", id, err)
		return nil
	}
	for n := id; n < id+length; n++ {
		if p.seen[n] {
			p.fault("page %d is in use twice", n)
			return nil
		}
		p.seen[n] = true
	}
	return b
}

// freePages reads the list of the pages that are free.
func (p *pages) freePages() {
	if p.freelist == noFreelist {
		return
	}
	b := p.read(p.freelist, "the list of free pages")
	if b == nil {
		return
	}
	list, n := b[pageHeader:], uint64(little.Uint16(b[10:]))
	if n == manyFree {
		n, list = little.Uint64(list), list[8:]
	}
	if little.Uint16(b[8:]) != freelistPage || n > uint64(len(list)/8) {
		p.fault("page %d is damaged: it is not the list of free pages", p.freelist)
		return
	}
	for ; n > 0; n, list = n-1, list[8:] {
		id := little.Uint64(list)
		if id < 2 || id >= p.end || p.free[id] {
			p.fault("page %d is damaged: it lists page %d as free", p.freelist, id)
			continue
		}
		p.free[id] = true
	}
}

// page looks at a page whose keys are at least least and less than below, where these are not nil,
// and at the pages under the page.
func (p *pages) page(id uint64, least, below []byte) {
	b := p.read(id, "a page")
	if b == nil {
		return
	}
	if p.free[id] {
		p.fault("page %d is in use and free", id)
	}
	p.entries(b, fmt.Sprint("page ", id), least, below)
}

// entries looks at the entries of a page, or of an inline bucket.
func (p *pages) entries(b []byte, name string, least, below []byte) {
	flags, count := little.Uint16(b[8:]), int(little.Uint16(b[10:]))
	if flags != branchPage && flags != leafPage || pageHeader+count*entryHeader > len(b) || flags == branchPage && count == 0 {
		p.fault("%s is damaged: it is no page of keys", name)
		return
	}
	keys, values := make([][]byte, count+1), make([][]byte, count)
	keys[count] = below
	for i := range count {
		var ok bool
		if keys[i], values[i], ok = cutEntry(b, pageHeader+i*entryHeader, flags); !ok {
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
		entry := b[pageHeader+i*entryHeader:]
		switch kind := little.Uint32(entry); {
		case flags == branchPage:
			p.page(little.Uint64(entry[8:]), keys[i], keys[i+1])
		case kind == bucketValue:
			p.bucket(name, values[i])
		case kind != 0:
			p.fault("%s is damaged: an entry is of no kind", name)
		}
	}
}

// cutEntry returns the key and value of the entry at a place in a page; ok is false where either
// does not lie in the page. The value of an entry of a branch is empty.
func cutEntry(b []byte, at int, flags uint16) (key, value []byte, ok bool) {
	position, keyLen, valueLen := little.Uint32(b[at:]), little.Uint32(b[at+4:]), uint32(0)
	if flags == leafPage {
		position, keyLen, valueLen = keyLen, little.Uint32(b[at+8:]), little.Uint32(b[at+12:])
	}
	from := uint64(at) + uint64(position)
	middle, to := from+uint64(keyLen), from+uint64(keyLen)+uint64(valueLen)
	if to > uint64(len(b)) || keyLen == 0 {
		return nil, nil, false
	}
	return b[from:middle], b[middle:to], true
}

// bucket looks at a bucket, given the value of the bucket's entry.
func (p *pages) bucket(name string, value []byte) {
	switch {
	case len(value) >= bucketHeader && little.Uint64(value) != 0:
		p.page(little.Uint64(value), nil, nil)
	case len(value) < bucketHeader+pageHeader:
		p.fault("%s is damaged: a bucket is too short", name)
	default:
		p.entries(value[bucketHeader:], name, nil, nil)
	}
}
