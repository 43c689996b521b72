package templates

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"html/template"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"corrd/mailer"
)

// gallery is the page that shows every kind of letter, for whoever changes one.
var gallery = filepath.Join("..", "testdata", "letters.html")

// exhibit is a letter of the gallery.
type exhibit struct {
	Name, Sender, Subject, Text string
	HTML                        string // with a key of pictures in the place of the picture
}

// shownPages are one letter of each kind, to each side that gets it.
func shownPages(t *testing.T) map[string]mailer.Page {
	t.Helper()
	shown := map[string]mailer.Page{}
	for _, s := range scenes {
		g := staged(t, s)
		for _, name := range s.letters {
			if _, ok := shown[name]; !ok {
				shown[name] = g.newest(name)
			}
		}
	}
	topics := map[Topic]bool{}
	for _, o := range officeScenes(t) {
		if topics[o.letter.Data.Topic] && o.name != "invitation" {
			continue
		}
		topics[o.letter.Data.Topic] = true
		page, err := OfficePage(o.letter)
		if err != nil {
			t.Fatal(err)
		}
		shown["office "+o.name] = page
	}
	return shown
}

// exhibits are one letter of each kind, to each side that gets it, and the pictures in
// them by their keys.
func exhibits(t *testing.T) ([]exhibit, map[string]string) {
	shown := shownPages(t)
	var all []exhibit
	pictures := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(shown)) {
		p := shown[name]
		e := exhibit{Name: name, Sender: p.Sender, Subject: p.Subject, Text: p.Text, HTML: p.HTML}
		for _, part := range p.Inline {
			sum := sha256.Sum256(part.Data)
			key := "picture-" + hex.EncodeToString(sum[:4])
			pictures[key] = "data:" + part.Type + ";base64," + base64.StdEncoding.EncodeToString(part.Data)
			e.HTML = strings.ReplaceAll(e.HTML, "cid:"+part.ContentID, key)
		}
		all = append(all, e)
	}
	return all, pictures
}

// TestGallery writes the gallery with -update, and knows it from the letters it must show.
func TestGallery(t *testing.T) {
	letters, pictures := exhibits(t)
	if *update {
		var b strings.Builder
		page := template.Must(template.ParseFiles(filepath.Join("testdata", "gallery.html")))
		if err := page.Execute(&b, map[string]any{"Letters": letters, "Pictures": pictures}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(gallery, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(gallery)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range letters {
		if !strings.Contains(string(raw), `id="`+e.Name+`"`) {
			t.Errorf("%s does not show the letter %s (make letters writes it)", gallery, e.Name)
		}
	}
}
