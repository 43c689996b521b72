package watch

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

// Handed identifies a letter of the journal, which knows no more of it: the first 16 octets of a
// SHA-256 that the caller computes.
type Handed [16]byte

// Mark says that the next hop has accepted a letter.
type Mark struct {
	Key Handed
	Row int64     // the number of the row in the outbox at that time
	At  time.Time // when the letter was accepted, UTC, in whole seconds
}

// JournalFolder is the name of the journal's folder within the folder of a daemon.
const JournalFolder = "handed-over"

// journalKept is how long the journal keeps marks. After an older backup is put back, letters may
// be sent twice.
const journalKept = 35 * 24 * time.Hour

// Journal is the open journal of the letters that the next hop has accepted. It lies beside the
// store and is not part of it: a backup puts a copy of the journal beside the copy of the store.
// After a backup was put back, the journal tells which letters have left since.
//
// The journal is a folder with one file for each day. A file consists of records of one length. A
// record is written once and not synced, because a letter whose record is missing is only sent
// again. A record that is torn or damaged counts as missing. Many goroutines may call the methods
// of a Journal at the same time.
type Journal struct {
	mu   sync.Mutex
	dir  string
	file *os.File // the file of the newest day; nil before the first Add
	day  string   // the day of the file in use; the day never goes back, even when the clock does
	last Mark     // the mark that was added last, or the zero Mark if there is none
}

// recordLen is the length of a record: key, row, time, check sum.
const recordLen = len(Handed{}) + 8 + 8 + 4

// OpenJournal opens the journal in the folder dir, and makes the folder if it is missing.
func OpenJournal(dir string) (*Journal, error) {
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

// Dir is the path of the journal's folder.
func (j *Journal) Dir() string { return j.dir }

// Last returns the mark that was added last, and false if the journal is empty.
func (j *Journal) Last() (Mark, bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.last, j.last != Mark{}
}

// Add adds a mark. The mark survives the death of the process, but may be lost when the machine
// fails.
func (j *Journal) Add(m Mark) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.open(max(j.day, m.At.UTC().Format(time.DateOnly))); err != nil {
		return err
	}
	if _, err := j.file.Write(m.encode()); err != nil {
		// the next Add opens the file again and cuts off a torn record
		return errors.Join(err, j.shut())
	}
	j.last = m
	return nil
}

// open opens the file of a day, cuts off a torn record at its end, and removes files that are too
// old.
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

// forget removes the files that are older than journalKept on the day today.
func (j *Journal) forget(today string) error {
	now, err := time.Parse(time.DateOnly, today)
	days, err2 := j.days()
	err = errors.Join(err, err2)
	for _, day := range days {
		if err == nil && day < now.Add(-journalKept).Format(time.DateOnly) {
			err = os.Remove(filepath.Join(j.dir, day))
		}
	}
	return err
}

// days returns the names of the files, the oldest first.
func (j *Journal) days() (days []string, err error) {
	entries, err := os.ReadDir(j.dir)
	for _, e := range entries {
		if _, no := time.Parse(time.DateOnly, e.Name()); no == nil && e.Type().IsRegular() {
			days = append(days, e.Name())
		}
	}
	return days, err
}

// Marks calls each for every mark, the oldest first, and returns the number of damaged records.
func (j *Journal) Marks(each func(Mark)) (damaged int, err error) {
	days, err := j.days()
	for _, day := range days {
		err = errors.Join(err, j.read(day, each, func(n int) { damaged += n }))
	}
	return damaged, err
}

// read reads the file of a day, calls each for every mark, and calls damaged with the number of
// damaged records.
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

// noteFile is the name of the file that holds the note of the caller.
const noteFile = "note"

// Keep stores a note beside the marks, in place of the note before.
func (j *Journal) Keep(note []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	path := filepath.Join(j.dir, noteFile)
	if err := os.WriteFile(path+".new", note, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// Note returns the note that Keep has stored, or nil if there is none.
func (j *Journal) Note() ([]byte, error) {
	note, err := os.ReadFile(filepath.Join(j.dir, noteFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return note, err
}

// Close closes the journal's file.
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

// decode reads a record; ok is false if the record is damaged.
func decode(b []byte) (m Mark, ok bool) {
	sum := len(b) - 4
	n := copy(m.Key[:], b)
	m.Row = int64(binary.BigEndian.Uint64(b[n:]))
	m.At = time.Unix(int64(binary.BigEndian.Uint64(b[n+8:])), 0).UTC()
	return m, crc32.ChecksumIEEE(b[:sum]) == binary.BigEndian.Uint32(b[sum:])
}
