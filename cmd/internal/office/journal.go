package office

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
)

// ErrDamaged means that the log is broken before its last frame, so that cutting the log
// there would lose acknowledged letters.
var ErrDamaged = errors.New("office: the log is damaged before its end; restore it from a copy, or move it away to begin anew")

const (
	logTitle  = "corrd office log 1 "        // the format number and a space; the salt and a newline follow
	saltSize  = 16                           // hex digits
	titleSize = len(logTitle) + saltSize + 1 // bytes of the first line
	sizeLine  = "@%08x %08x %08x\n"          // bytes of JSON, bytes of text, checksum
	sizesSize = 1 + 8 + 1 + 8 + 1 + 8 + 1    // bytes of a line of sizes
	maxFrame  = 1 << 30                      // far above the size of any frame
)

// span is a piece of a letter's text: its place in the log and its length,
// both in bytes.
type span [2]int64

// frame is one indivisible entry of the log: JSON that says what changed and
// the raw text that goes with it.
type frame struct{ json, text []byte }

// journal is the append-only file of frames. Its checksums cover the salt of
// the file and the place of the frame, so that a letter that carries a copy of
// a frame is never taken for one. Only one goroutine may append; any may read.
type journal struct {
	file *os.File
	salt string
	end  int64 // where the next frame goes

	noSync bool // see Options
}

// openJournal opens or makes the log at path and hands every whole frame to replay, with
// the place of its text. An unfinished frame at the end, which was never acknowledged, is
// cut off.
func openJournal(path string, replay func(f frame, text int64) error) (*journal, error) {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if err := createLog(path); err != nil {
			return nil, fmt.Errorf("office: %w", err)
		}
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("office: %w", err)
	}
	j := &journal{file: file}
	if err := j.load(replay); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// createLog writes the first line of a log to a file beside path and renames the file, so
// that a log always has its first line.
func createLog(path string) error {
	var salt [saltSize / 2]byte
	rand.Read(salt[:])
	fresh := path + ".new"
	file, err := os.OpenFile(fresh, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%s%s\n", logTitle, hex.EncodeToString(salt[:]))
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(fresh, path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}

func (j *journal) load(replay func(f frame, text int64) error) error {
	info, err := j.file.Stat()
	if err != nil {
		return fmt.Errorf("office: %w", err)
	}
	r := bufio.NewReaderSize(j.file, 64<<10)
	title := make([]byte, titleSize)
	if _, err := io.ReadFull(r, title); err != nil || !strings.HasPrefix(string(title), logTitle) {
		return fmt.Errorf("office: %s is not a log of format 1; move it away to begin anew", j.file.Name())
	}
	j.salt, j.end = string(title[len(logTitle):len(logTitle)+saltSize]), int64(titleSize)
	for j.end < info.Size() {
		f, ok := j.readFrame(r, j.end, info.Size()-j.end)
		if !ok {
			return j.cutTail(info.Size())
		}
		if err := replay(f, j.end+int64(sizesSize+len(f.json))); err != nil {
			return err
		}
		j.end += f.size()
	}
	return nil
}

func (f frame) size() int64 { return int64(sizesSize + len(f.json) + len(f.text)) }

// readFrame reads the frame that begins at place and has at most room bytes; false if no
// whole frame stands there.
func (j *journal) readFrame(r io.Reader, place, room int64) (frame, bool) {
	var sizes [sizesSize]byte
	if _, err := io.ReadFull(r, sizes[:]); err != nil {
		return frame{}, false
	}
	var nJSON, nText, sum uint32
	if _, err := fmt.Sscanf(string(sizes[:]), sizeLine, &nJSON, &nText, &sum); err != nil {
		return frame{}, false
	}
	n := int64(nJSON) + int64(nText)
	if n > maxFrame || n > room-int64(sizesSize) {
		return frame{}, false
	}
	whole := make([]byte, n)
	if _, err := io.ReadFull(r, whole); err != nil {
		return frame{}, false
	}
	f := frame{json: whole[:nJSON], text: whole[nJSON:]}
	return f, j.sum(place, f) == sum
}

// sum returns the checksum of a frame at a place of this log.
func (j *journal) sum(place int64, f frame) uint32 {
	head := fmt.Sprintf("%s %x %x %x", j.salt, place, len(f.json), len(f.text))
	castagnoli := crc32.MakeTable(crc32.Castagnoli) // package crc32 makes the table once
	sum := crc32.Update(0, castagnoli, []byte(head))
	return crc32.Update(crc32.Update(sum, castagnoli, f.json), castagnoli, f.text)
}

// cutTail removes what follows the last whole frame. If another whole frame follows, the
// break is damage and not an unfinished write.
func (j *journal) cutTail(size int64) error {
	tail := make([]byte, size-j.end)
	if _, err := j.file.ReadAt(tail, j.end); err != nil {
		return fmt.Errorf("office: %w", err)
	}
	for at := 1; at < len(tail); at++ {
		next := bytes.IndexByte(tail[at:], '@')
		if next < 0 {
			break
		}
		at += next
		if _, ok := j.readFrame(bytes.NewReader(tail[at:]), j.end+int64(at), int64(len(tail)-at)); ok {
			return fmt.Errorf("%w (%s, byte %d)", ErrDamaged, j.file.Name(), j.end)
		}
	}
	return errors.Join(j.file.Truncate(j.end), j.file.Sync())
}

// append writes frames, syncs them, and returns the place of each frame's text. After an
// error none of the frames is in the log, and fatal reports whether the log can no longer
// be trusted to hold what is written.
func (j *journal) append(frames []frame) (texts []int64, fatal bool, err error) {
	var out bytes.Buffer
	for _, f := range frames {
		place := j.end + int64(out.Len())
		fmt.Fprintf(&out, sizeLine, len(f.json), len(f.text), j.sum(place, f))
		out.Write(f.json)
		texts = append(texts, j.end+int64(out.Len()))
		out.Write(f.text)
	}
	if _, err := j.file.WriteAt(out.Bytes(), j.end); err != nil {
		return nil, j.file.Truncate(j.end) != nil || !isFull(err), fmt.Errorf("office: %w", err)
	}
	if !j.noSync {
		if err := j.file.Sync(); err != nil {
			return nil, true, fmt.Errorf("office: %w", err)
		}
	}
	j.end += int64(out.Len())
	return texts, false, nil
}

// read joins the pieces of a text.
func (j *journal) read(spans []span) ([]byte, error) {
	var size int64
	for _, s := range spans {
		size += s[1]
	}
	text := make([]byte, 0, size)
	for _, s := range spans {
		text = text[:int64(len(text))+s[1]]
		if _, err := j.file.ReadAt(text[int64(len(text))-s[1]:], s[0]); err != nil {
			return nil, fmt.Errorf("office: %w", err)
		}
	}
	return text, nil
}

// The kinds of change. The log holds these words: never rename one.
const (
	doCreate      = "create"      // mailbox Box, called Name, of Account
	doDelete      = "delete"      // mailbox Box
	doRename      = "rename"      // mailbox Box to Name
	doSubscribe   = "subscribe"   // Account to Name
	doUnsubscribe = "unsubscribe" // Account from Name
	doAdd         = "add"         // Letter to Box
	doFlagsSet    = "flags"       // of UIDs in Box to Flags
	doFlagsAdd    = "flags+"      // Flags to those of UIDs in Box
	doFlagsDel    = "flags-"      // Flags from those of UIDs in Box
	doExpunge     = "expunge"     // UIDs from Box
)

// change is one thing that happens to the mail, as the log holds the change.
type change struct {
	Do      string
	Account string      `json:",omitempty"`
	Name    string      `json:",omitempty"`
	Box     uint32      `json:",omitempty"`
	UIDs    []imap.UID  `json:",omitempty"`
	Flags   []imap.Flag `json:",omitempty"`
	Letter  *letterText `json:",omitempty"`

	source *imapserver.SessionTracker // the session that set the flags and need not be told of them
}

// letterText is a letter as the log holds the letter. A piece of text is either in the same
// frame (Fresh, placed from the start of the frame's text) or already in the log (Kept,
// placed from the start of the file).
type letterText struct {
	UID      imap.UID
	Received time.Time
	Flags    []imap.Flag `json:",omitempty"`
	Fresh    []span      `json:",omitempty"`
	Kept     []span      `json:",omitempty"`
}

// plan is what one job wants done, all or nothing: the changes, and the new text of their
// letters.
type plan struct {
	changes []change
	text    []byte
}

func (p plan) frame() (frame, error) {
	text, err := json.Marshal(p.changes)
	return frame{json: text, text: p.text}, err
}

// replay applies a frame of the log while it is opened.
func (p *post) replay(f frame, text int64) error {
	var changes []change
	if err := json.Unmarshal(f.json, &changes); err != nil {
		return fmt.Errorf("office: unknown entry in the log: %w", err)
	}
	for _, c := range changes {
		if err := p.apply(c, text); err != nil {
			return err
		}
	}
	return nil
}

// apply makes a change that the log holds, with the place of its frame's text,
// and tells the sessions that look at the mailbox. The caller holds mu.
func (p *post) apply(c change, text int64) error {
	if c.Do == doCreate {
		p.create(c)
		return nil
	}
	if a := p.accounts[c.Account]; a != nil && (c.Do == doSubscribe || c.Do == doUnsubscribe) {
		a.subscribe(c.Name, c.Do == doSubscribe)
		return nil
	}
	b := p.boxes[c.Box]
	if b == nil {
		return fmt.Errorf("office: the log speaks of an unknown mailbox %d", c.Box)
	}
	switch c.Do {
	case doDelete:
		p.remove(b)
	case doRename:
		b.rename(c.Name)
	case doAdd:
		b.add(c.Letter, text)
	case doFlagsSet, doFlagsAdd, doFlagsDel:
		b.flag(c)
	case doExpunge:
		b.expunge(c.UIDs)
	default:
		return fmt.Errorf("office: unknown entry %q in the log", c.Do)
	}
	b.wake()
	return nil
}

func (p *post) create(c change) {
	a := p.accounts[c.Account]
	if a == nil {
		a = &account{name: c.Account, boxes: make(map[string]*box), subscribed: make(map[string]bool)}
		p.accounts[c.Account] = a
	}
	b := &box{
		id: c.Box, owner: a, name: c.Name, uidNext: 1, reserved: 1,
		tracker: imapserver.NewMailboxTracker(0), views: make(map[*view]struct{}),
	}
	a.boxes[b.name], p.boxes[b.id] = b, b
	p.lastID = max(p.lastID, b.id)
}

func (p *post) remove(b *box) {
	delete(b.owner.boxes, b.name)
	delete(p.boxes, b.id)
	b.gone = true
}

func (a *account) subscribe(name string, wanted bool) {
	if wanted {
		a.subscribed[name] = true
	} else {
		delete(a.subscribed, name)
	}
}

func (b *box) rename(name string) {
	delete(b.owner.boxes, b.name)
	b.name = name
	b.owner.boxes[name] = b
}

func (b *box) add(t *letterText, text int64) {
	l := &letter{UID: t.UID, Received: t.Received, Flags: t.Flags, Text: t.Kept}
	for _, s := range t.Fresh {
		l.Text = append(l.Text, span{s[0] + text, s[1]})
	}
	b.letters = append(b.letters, l)
	b.uidNext = l.UID + 1
	b.reserved = max(b.reserved, b.uidNext)
	b.tracker.QueueNumMessages(uint32(len(b.letters)))
}

func (b *box) flag(c change) {
	for _, uid := range c.UIDs {
		i := b.at(uid)
		if i < 0 {
			continue
		}
		l := b.letters[i]
		switch c.Do {
		case doFlagsSet:
			l.Flags = c.Flags
		case doFlagsAdd:
			l.Flags = withFlags(l.Flags, c.Flags)
		case doFlagsDel:
			l.Flags = withoutFlags(l.Flags, c.Flags)
		}
		b.tracker.QueueMessageFlags(uint32(i+1), uid, l.Flags, c.source)
	}
}

// expunge removes letters and reports the letters from the last to the first, so that each sequence
// number is right when a session hears of it.
func (b *box) expunge(uids []imap.UID) {
	gone := make(map[imap.UID]bool, len(uids))
	for _, uid := range uids {
		gone[uid] = true
	}
	for i := len(b.letters) - 1; i >= 0; i-- {
		if gone[b.letters[i].UID] {
			b.tracker.QueueExpunge(uint32(i + 1))
		}
	}
	b.letters = slices.DeleteFunc(b.letters, func(l *letter) bool { return gone[l.UID] })
}

// wake calls every session that looks at the mailbox to report what is new.
func (b *box) wake() {
	for v := range b.views {
		select {
		case v.news <- struct{}{}:
		default:
		}
	}
}
