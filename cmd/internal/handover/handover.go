// Package handover keeps a journal of the letters that the next hop has taken,
// beside the store and not in its backups. By it a store that was put back from a
// backup learns what has left since.
//
// The journal is a folder with a file for each day, of records of one size, which
// are written once and not synced: what is missing is sent again. A record that is
// torn or damaged is taken for absent. The package knows nothing of letters but
// the digests that its caller knows them by.
package handover

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Key knows a letter: the first half of a SHA-256.
type Key [16]byte

// Mark says that a letter has been taken.
type Mark struct {
	Key Key
	Row int64     // of the outbox, as it then was numbered
	At  time.Time // UTC, in whole seconds
}

// Folder is the name of the journal's folder in that of a daemon.
const Folder = "handed-over"

// Kept is how long marks are kept: no older backup is put back without letters
// going out twice.
const Kept = 35 * 24 * time.Hour

// Journal is an open journal. Its methods may be called from many goroutines.
type Journal struct {
	mu   sync.Mutex
	dir  string
	file *os.File // of the newest day; nil before the first mark
	day  string   // never goes back, though the clock may
	last Mark     // the zero Mark if there is none
}

// recordLen is the length of a record: key, row, time, check sum.
const recordLen = len(Key{}) + 8 + 8 + 4

// Open opens the journal in a folder, or makes it.
func Open(dir string) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	j := &Journal{dir: dir}
	days, err := j.days()
	for _, day := range slices.Backward(days) {
		j.day = max(j.day, day)
		err = errors.Join(err, j.read(day, func(m Mark) { j.last = m }, func(int) {}))
		if j.last != (Mark{}) {
			break
		}
	}
	return j, err
}

// Last is the mark that was added last; false if there is none.
func (j *Journal) Last() (Mark, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.last, j.last != Mark{}
}

// Add adds a mark. It is not lost when the process is killed, but it may be when
// the machine is.
func (j *Journal) Add(m Mark) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.open(max(j.day, m.At.UTC().Format(time.DateOnly))); err != nil {
		return err
	}
	if _, err := j.file.Write(m.encode()); err != nil {
		return errors.Join(err, j.shut()) // it begins at the end of a whole record again
	}
	j.last = m
	return nil
}

// open opens the file of a day, without a torn record at its end, and drops the
// files of days long ago.
func (j *Journal) open(day string) error {
	if j.file != nil && j.day == day {
		return nil
	}
	if err := errors.Join(j.shut(), j.forget(day)); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(j.dir, day), os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	size, err := file.Seek(0, io.SeekEnd)
	if torn := size % int64(recordLen); err == nil && torn != 0 {
		_, err = file.Seek(size-torn, io.SeekStart)
		err = errors.Join(err, file.Truncate(size-torn))
	}
	if err != nil {
		return errors.Join(err, file.Close())
	}
	j.file, j.day = file, day
	return nil
}

func (j *Journal) shut() error {
	if j.file == nil {
		return nil
	}
	file := j.file
	j.file = nil
	return file.Close()
}

// forget removes the files of days that are older than Kept on a day.
func (j *Journal) forget(today string) error {
	now, err := time.Parse(time.DateOnly, today)
	days, err2 := j.days()
	err = errors.Join(err, err2)
	for _, day := range days {
		if err == nil && day < now.Add(-Kept).Format(time.DateOnly) {
			err = os.Remove(filepath.Join(j.dir, day))
		}
	}
	return err
}

// days are the names of the files, oldest first.
func (j *Journal) days() (days []string, err error) {
	entries, err := os.ReadDir(j.dir)
	for _, e := range entries {
		if _, no := time.Parse(time.DateOnly, e.Name()); no == nil && e.Type().IsRegular() {
			days = append(days, e.Name())
		}
	}
	return days, err
}

// Marks calls each for all marks, oldest first, and gives how many records are
// damaged.
func (j *Journal) Marks(each func(Mark)) (damaged int, err error) {
	days, err := j.days()
	for _, day := range days {
		err = errors.Join(err, j.read(day, each, func(n int) { damaged += n }))
	}
	return damaged, err
}

// read reads the file of a day.
func (j *Journal) read(day string, each func(Mark), damaged func(int)) error {
	b, err := os.ReadFile(filepath.Join(j.dir, day))
	for ; len(b) >= recordLen; b = b[recordLen:] {
		if m, ok := decode(b[:recordLen]); ok {
			each(m)
		} else {
			damaged(1)
		}
	}
	if len(b) > 0 {
		damaged(1)
	}
	return err
}

// noteFile holds what its caller keeps beside the marks.
const noteFile = "note"

// Keep puts a note in the place of the last.
func (j *Journal) Keep(note []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	path := filepath.Join(j.dir, noteFile)
	if err := os.WriteFile(path+".new", note, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// Note is the note kept; nil if there is none.
func (j *Journal) Note() ([]byte, error) {
	note, err := os.ReadFile(filepath.Join(j.dir, noteFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return note, err
}

// Close closes the journal.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.shut()
}

func (m Mark) encode() []byte {
	b := append(make([]byte, 0, recordLen), m.Key[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(m.Row))
	b = binary.BigEndian.AppendUint64(b, uint64(m.At.Unix()))
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

// decode reads a record; false: it is damaged.
func decode(b []byte) (m Mark, ok bool) {
	sum := len(b) - 4
	n := copy(m.Key[:], b)
	m.Row = int64(binary.BigEndian.Uint64(b[n:]))
	m.At = time.Unix(int64(binary.BigEndian.Uint64(b[n+8:])), 0).UTC()
	return m, crc32.ChecksumIEEE(b[:sum]) == binary.BigEndian.Uint32(b[sum:])
}
