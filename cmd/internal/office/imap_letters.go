package office

import (
	"bufio"
	"bytes"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-message/textproto"
)

var errNoBinary = &imap.Error{Type: imap.StatusResponseTypeBad, Text: "BINARY is not offered"}

// Fetch answers FETCH (RFC 3501, 6.4.5). Texts are read one letter at a time.
func (s *imapSession) Fetch(w *imapserver.FetchWriter, set imap.NumSet, options *imap.FetchOptions) error {
	if len(options.BinarySection) > 0 || len(options.BinarySectionSize) > 0 {
		return errNoBinary
	}
	v := s.view()
	letters := v.pick(set)
	marked, err := v.markSeen(letters, options)
	if err != nil {
		return err
	}
	for _, l := range letters {
		if err := v.write(w, l, options, marked); err != nil {
			return err
		}
	}
	return nil
}

// markSeen sets \Seen on the letters if the fetch reads them other than by PEEK, and
// reports whether the flag was set.
func (v *view) markSeen(letters []seen, options *imap.FetchOptions) (bool, error) {
	reads := false
	for _, section := range options.BodySection {
		reads = reads || !section.Peek
	}
	if !reads || v.readOnly {
		return false, nil
	}
	var fresh []imap.UID
	for i := range letters {
		if l := &letters[i]; !l.has(imap.FlagSeen) {
			fresh = append(fresh, l.UID)
			l.Flags = withFlags(l.Flags, []imap.Flag{imap.FlagSeen})
		}
	}
	if len(fresh) == 0 {
		return false, nil
	}
	return true, v.post.setFlags(v.box, fresh, doFlagsAdd, []imap.Flag{imap.FlagSeen}, v.tracker)
}

// write answers a FETCH for one letter.
func (v *view) write(w *imapserver.FetchWriter, l seen, options *imap.FetchOptions, flagsToo bool) error {
	var text []byte
	if options.Envelope || options.BodyStructure != nil || len(options.BodySection) > 0 {
		var err error
		if text, err = v.post.journal.read(l.Text); err != nil {
			return err
		}
	}
	out := w.CreateMessage(l.seq)
	if options.UID {
		out.WriteUID(l.UID)
	}
	if options.Flags || flagsToo {
		out.WriteFlags(l.Flags)
	}
	if options.InternalDate {
		out.WriteInternalDate(l.Received)
	}
	if options.RFC822Size {
		out.WriteRFC822Size(l.size())
	}
	if options.Envelope {
		out.WriteEnvelope(envelopeOf(text))
	}
	if options.BodyStructure != nil {
		out.WriteBodyStructure(structureOf(text))
	}
	for _, section := range options.BodySection {
		if err := writeSection(out, section, sectionOf(text, section)); err != nil {
			return err
		}
	}
	return out.Close()
}

func writeSection(out *imapserver.FetchResponseWriter, section *imap.FetchItemBodySection, text []byte) error {
	literal := out.WriteBodySection(section, int64(len(text)))
	if _, err := literal.Write(text); err != nil {
		return err
	}
	return literal.Close()
}

// Store answers STORE (RFC 3501, 6.4.6).
func (s *imapSession) Store(w *imapserver.FetchWriter, set imap.NumSet, flags *imap.StoreFlags, _ *imap.StoreOptions) error {
	v := s.view()
	if v.readOnly {
		return errReadOnly
	}
	do := map[imap.StoreFlagsOp]string{
		imap.StoreFlagsSet: doFlagsSet, imap.StoreFlagsAdd: doFlagsAdd, imap.StoreFlagsDel: doFlagsDel,
	}[flags.Op]
	if err := v.post.setFlags(v.box, uidsOf(v.pick(set)), do, flags.Flags, v.tracker); err != nil {
		return err
	}
	if flags.Silent {
		return nil
	}
	_, byUID := set.(imap.UIDSet)
	return s.Fetch(w, set, &imap.FetchOptions{Flags: true, UID: byUID})
}

// Expunge answers EXPUNGE and UID EXPUNGE (RFC 4315), and does what CLOSE does first. The
// session hears of the result by the poll that follows the command.
func (s *imapSession) Expunge(w *imapserver.ExpungeWriter, uids *imap.UIDSet) error {
	v := s.view()
	if v.readOnly {
		if closing := *w == (imapserver.ExpungeWriter{}); closing {
			return nil // RFC 3501, 6.4.2
		}
		return errReadOnly
	}
	in := func(seen) bool { return true }
	if uids != nil {
		in = members(*uids, v.last())
	}
	doomed := v.filter(func(l seen) bool { return l.has(imap.FlagDeleted) && in(l) })
	return v.post.expungeLetters(v.box, uidsOf(doomed))
}

// Copy answers COPY (RFC 3501, 6.4.7) with the UIDs of the copies (RFC 4315).
func (s *imapSession) Copy(set imap.NumSet, dest string) (*imap.CopyData, error) {
	return s.transfer(set, dest, false)
}

// Move answers MOVE (RFC 6851). The move is one change of the log, so that a letter is
// never in both mailboxes or in none.
func (s *imapSession) Move(w *imapserver.MoveWriter, set imap.NumSet, dest string) error {
	if s.view().readOnly {
		return errReadOnly
	}
	data, err := s.transfer(set, dest, true)
	if err != nil || data == nil {
		return err
	}
	return w.WriteCopyData(data)
}

func (s *imapSession) transfer(set imap.NumSet, dest string, away bool) (*imap.CopyData, error) {
	if err := s.provide(dest); err != nil {
		return nil, err
	}
	v := s.view()
	return v.post.copyLetters(v.box, uidsOf(v.pick(set)), dest, away)
}

// maxBoundaries is how many multiparts a letter may declare: the structure of a letter with
// more is not looked into, because the cost of nested ones is quadratic.
const maxBoundaries = 100

// sectionOf cuts BODY[section]<partial> out of a letter. The whole letter, its header and
// its text are cut out as they stand; only numbered parts need well-formed MIME.
func sectionOf(text []byte, section *imap.FetchItemBodySection) []byte {
	return cut(wholeSection(text, section), section.Partial)
}

func wholeSection(text []byte, section *imap.FetchItemBodySection) []byte {
	if len(section.Part) > 0 {
		if overgrown(text) {
			return nil
		}
		whole := *section
		whole.Partial = nil
		return imapserver.ExtractBodySection(bytes.NewReader(readable(text)), &whole)
	}
	header, rest := splitLetter(text)
	switch section.Specifier {
	case imap.PartSpecifierText:
		return rest[len(firstLine(rest)):]
	case imap.PartSpecifierHeader, imap.PartSpecifierMIME:
		return append(joinFields(header, wantedFields(section)), "\r\n"...)
	}
	return text
}

// wantedFields returns the choice of fields that HEADER, HEADER.FIELDS or HEADER.FIELDS.NOT
// makes.
func wantedFields(section *imap.FetchItemBodySection) func(field) bool {
	listed := func(f field, names []string) bool {
		for _, name := range names {
			if f.is(name) {
				return true
			}
		}
		return false
	}
	return func(f field) bool {
		return (len(section.HeaderFields) == 0 || listed(f, section.HeaderFields)) && !listed(f, section.HeaderFieldsNot)
	}
}

func cut(text []byte, partial *imap.SectionPartial) []byte {
	if partial == nil {
		return text
	}
	text = text[min(max(partial.Offset, 0), int64(len(text))):]
	return text[:min(max(partial.Size, 0), int64(len(text)))]
}

// readable returns the letter without the header lines that are not fields, on which the MIME
// reader would give up.
func readable(text []byte) []byte {
	header, rest := splitLetter(text)
	if len(rest) == 0 {
		rest = []byte("\r\n")
	}
	return append(fieldsOf(header), rest...)
}

// fieldsOf returns a header without the lines that are not fields.
func fieldsOf(header []field) []byte {
	return joinFields(header, func(f field) bool { return f.name != "" })
}

// overgrown reports whether a letter declares too many multiparts.
func overgrown(text []byte) bool {
	return bytes.Count(bytes.ToLower(text), []byte("boundary")) > maxBoundaries
}

func envelopeOf(text []byte) *imap.Envelope {
	lines, _ := splitLetter(text)
	header, _ := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(append(fieldsOf(lines), "\r\n"...))))
	return imapserver.ExtractEnvelope(header)
}

// structureOf returns the BODYSTRUCTURE. A letter that cannot be taken apart is one plain
// text.
func structureOf(text []byte) imap.BodyStructure {
	if overgrown(text) {
		return plainPart(len(text))
	}
	return whole(imapserver.ExtractBodyStructure(bytes.NewReader(readable(text))))
}

// whole puts a plain text where a structure has a multipart without parts or a
// part without a type, which IMAP cannot express.
func whole(structure imap.BodyStructure) imap.BodyStructure {
	switch s := structure.(type) {
	case *imap.BodyStructureMultiPart:
		if len(s.Children) == 0 {
			return plainPart(0)
		}
		for i, child := range s.Children {
			s.Children[i] = whole(child)
		}
	case *imap.BodyStructureSinglePart:
		if s.Type == "" || s.Subtype == "" {
			return plainPart(int(s.Size))
		}
		if s.MessageRFC822 != nil {
			s.MessageRFC822.BodyStructure = whole(s.MessageRFC822.BodyStructure)
		}
	}
	return structure
}

func plainPart(size int) imap.BodyStructure {
	return &imap.BodyStructureSinglePart{
		Type: "text", Subtype: "plain", Encoding: "8bit", Size: uint32(size),
		Text:     &imap.BodyStructureText{},
		Extended: &imap.BodyStructureSinglePartExt{},
	}
}
