package office

import (
	"bufio"
	"bytes"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-message/textproto"
)

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

// readable returns the letter without the header lines that are no fields, on which the
// MIME reader would give up.
func readable(text []byte) []byte {
	header, rest := splitLetter(text)
	if len(rest) == 0 {
		rest = []byte("\r\n")
	}
	return append(fieldsOf(header), rest...)
}

// fieldsOf returns a header without the lines that are no fields.
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
