package press

import (
	"bytes"
	"compress/zlib"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

var (
	objectStart = regexp.MustCompile(`(?s)(\d+) 0 obj\n(.*?)\nendobj\n`)
	fontNamed   = regexp.MustCompile(`/(F[\d.]+) (\d+) 0 R`)
	unicodeOf   = regexp.MustCompile(`/ToUnicode (\d+) 0 R`)
	codeOf      = regexp.MustCompile(`<([0-9A-F]{2})> <([0-9A-F]+)> endbfchar`)
	shown       = regexp.MustCompile(`/(F[\d.]+) 1 Tf <([0-9A-F]*)>|(ET)`)
)

// pdf is a document as a reader takes it apart.
type pdf struct {
	*testing.T
	objects map[string]string
	content map[string]string // of the streams, inflated
}

// readPDF takes a document apart by its table of objects, and wants nothing else in it.
func readPDF(t *testing.T, octets []byte) pdf {
	t.Helper()
	p := pdf{t, map[string]string{}, map[string]string{}}
	_, after, ok := strings.Cut(string(octets[bytes.LastIndex(octets, []byte("\nxref\n"))+1:]), "0000000000 65535 f \n")
	if !ok {
		t.Fatal("no table of objects")
	}
	number := 0
	for line := range strings.Lines(after) {
		at, err := strconv.Atoi(line[:min(10, len(line)-1)])
		if err != nil {
			break
		}
		number++
		object := objectStart.FindSubmatch(octets[at:])
		if object == nil || string(object[1]) != strconv.Itoa(number) {
			t.Fatalf("object %d is not where the table says", number)
		}
		body := string(object[2])
		p.objects[strconv.Itoa(number)] = body
		if _, stream, is := strings.Cut(body, ">>\nstream\n"); is {
			r, err := zlib.NewReader(strings.NewReader(strings.TrimSuffix(stream, "\nendstream")))
			if err != nil {
				t.Fatalf("object %d: %v", number, err)
			}
			content, err := io.ReadAll(r)
			if err != nil {
				t.Fatalf("object %d: %v", number, err)
			}
			p.content[strconv.Itoa(number)] = string(content)
		}
	}
	return p
}

// texts are all texts of the pages, as a reader of the document finds them.
func (p pdf) texts() (all []string) {
	p.Helper()
	letters := map[string]map[string]string{}
	for _, body := range p.objects {
		if !strings.Contains(body, "/Font << ") {
			continue
		}
		for _, font := range fontNamed.FindAllStringSubmatch(body, -1) {
			codes := map[string]string{}
			table := unicodeOf.FindStringSubmatch(p.objects[font[2]])
			for _, code := range codeOf.FindAllStringSubmatch(p.content[table[1]], -1) {
				var units []uint16
				for i := 0; i < len(code[2]); i += 4 {
					unit, _ := strconv.ParseUint(code[2][i:i+4], 16, 16)
					units = append(units, uint16(unit))
				}
				codes[code[1]] = string(utf16.Decode(units))
			}
			letters[font[1]] = codes
		}
	}
	for _, content := range p.content {
		if !strings.Contains(content, " Tm ") {
			continue
		}
		text := ""
		for _, part := range shown.FindAllStringSubmatch(content, -1) {
			if part[3] != "" {
				all, text = append(all, text), ""
			}
			for i := 0; i < len(part[2]); i += 2 {
				letter, known := letters[part[1]][part[2][i:i+2]]
				if !known {
					p.Errorf("font %s has no code %s", part[1], part[2][i:i+2])
				}
				text += letter
			}
		}
	}
	return all
}

// distinct are letters that the faces have, many more than a font of the document holds.
func distinct(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	n := 0
	for r := rune(0xa1); r < 0x2200; r++ {
		if _, ok := Writable(string(r)); ok && !strings.ContainsRune("\u00ad\u2028\u2029", r) && len(strings.Fields(string(r))) == 1 {
			all.WriteRune(r)
			n++
		}
	}
	if n < 300 {
		t.Fatalf("the face has %d letters", n)
	}
	return all.String()
}

// TestLettersOfOneCardTakeNoneFromAnother: a card whose words have more letters than a font of the
// document holds is printed whole, and so is the next card.
func TestLettersOfOneCardTakeNoneFromAnother(t *testing.T) {
	first, second := sample(t), sample(t)
	first.Words = []string{distinct(t)}
	first.Players, second.To = distinct(t)[:80], []string{"Żaneta Łoś-Őry", "ul. Świętego Zygmunta 7", "Xyzzy"}
	second.Words = []string{"Quick Zephyrs vex ¿bold? jackdaws."}
	document, err := Cards([]Card{first, second}, true)
	if err != nil {
		t.Fatal(err)
	}
	all := readPDF(t, document).texts()
	whole := strings.Join(all, "")
	for _, want := range append(second.To, strings.Fields(second.Words[0])...) {
		if !strings.Contains(whole, want) {
			t.Errorf("the second card does not say %q", want)
		}
	}
	for _, r := range distinct(t) {
		if want := norm.NFC.String(string(r)); !strings.Contains(whole, want) && !strings.Contains(whole, string(r)) {
			t.Errorf("the first card has no %q %U", r, r)
		}
	}
}

// TestNamesInAnyScript: names are printed in Latin, Greek and Cyrillic. A letter that the faces
// have not is written without its marks, or as a lozenge for which a reader finds the letter; a
// sign that nobody sees is a question mark; a letter written as two characters is one.
func TestNamesInAnyScript(t *testing.T) {
	for name, want := range map[string]string{
		"Zoe\u0308 Bro\u0302nte":  "Zoë Brônte",
		"Ольга Иванова":           "Ольга Иванова",
		"Ἀριστοτέλης Ωνάσης":      "Ἀριστοτέλης Ωνάσης",
		"\u202eecilA\u202c\u200b": "?ecilA??",
		"王\U0001f600":             "王\U0001f600",
		"a\x00b\x1bc":             "a?b?c",
		"\xff\xfe":                "??",
		"Nguy\u1ec5n V\u0103n":    "Nguyễn Văn",
		"":                        "",
	} {
		c := sample(t)
		c.To = []string{name}
		document, err := Cards([]Card{c}, false)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, text := range readPDF(t, document).texts() {
			found = found || text == want
		}
		if !found {
			t.Errorf("%+q is not printed as %q", name, want)
		}
	}
}

// mostPages bounds the pages of a card whose every field is as long as a letter.
const mostPages = 40

// TestNothingIsSlippedIntoADocument: whatever stands on a card, the document has its own objects
// and no others, and no octets of the words outside its texts.
func TestNothingIsSlippedIntoADocument(t *testing.T) {
	plain, err := Cards([]Card{sample(t)}, false)
	if err != nil {
		t.Fatal(err)
	}
	kinds := func(p pdf) (n int) {
		for _, body := range p.objects {
			n += strings.Count(body, "/Type /Page ")
		}
		return n
	}
	for i, words := range []string{
		") Tj ET Q endstream endobj 99 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj",
		"> Tj ET /EvilEvil gs <", "\nendstream\nendobj\ntrailer\n<< /Root 66 0 R >>\n%%EOF\n", "/OpenAction << /S /URI /URI (http://evil.example) >>",
		"<< /Type /Annot /Subtype /Link >>", "\\051\\050", "%\xe2\xe3", "%s %d %!v(MISSING) %x", "{{.}} </script><script>", "BT /F0 1 Tf ET EI ID",
		strings.Repeat("(", 3000), strings.Repeat("W", 8000), strings.Repeat("w ", 8000), "\r\n\t\v\f",
	} {
		if testing.Short() && i%3 != 0 {
			continue
		}
		c := sample(t)
		c.To, c.Return, c.Words = []string{words, words}, []string{words}, []string{words}
		c.Club, c.Title, c.Players, c.Code, c.Answer.Game, c.Answer.Theirs, c.Answer.Number, c.Answer.By = words, words, words, words, words, words, words, words
		for i := range c.Fields {
			c.Fields[i].Value = words
		}
		for i := range c.Days {
			c.Days[i].Side = words
		}
		document, err := Cards([]Card{c}, false)
		if err != nil {
			t.Fatalf("%.40q: %v", words, err)
		}
		p := readPDF(t, document)
		if n := kinds(p); n < kinds(readPDF(t, plain)) || n > mostPages {
			t.Errorf("%.40q: %d pages", words, kinds(p))
		}
		for _, evil := range []string{"JavaScript", "OpenAction", "/URI", "Annot", "EvilEvil", "evil.example", "script>", "66 0 R"} {
			for _, text := range append([]string{string(document)}, values(p.content)...) {
				if strings.Contains(text, evil) && !strings.Contains(string(plain), evil) {
					t.Errorf("%.40q: %q stands in the document", words, evil)
				}
			}
		}
		if n := bytes.Count(document, []byte("%%EOF")); n != 1 || bytes.Count(document, []byte("trailer")) != 1 {
			t.Errorf("%.40q: %d ends", words, n)
		}
	}
}

func values(all map[string]string) (texts []string) {
	for _, text := range all {
		texts = append(texts, text)
	}
	return texts
}
