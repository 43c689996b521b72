package parse

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"corrd/mailer"
	"corrd/templates/texts"
)

var update = flag.Bool("update", false, "write the .want files from what Read gives; look at the difference before you commit it")

// letterFiles returns the letters of testdata/mail. Beside each letter stand the expected result
// (.want) and the reason for the letter (.why).
func letterFiles(t testing.TB) []string {
	files, err := filepath.Glob("../../testdata/mail/*.eml")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d letters, %v", len(files), err)
	}
	return files
}

func TestLetters(t *testing.T) {
	for _, file := range letterFiles(t) {
		base := strings.TrimSuffix(file, ".eml")
		t.Run(filepath.Base(base), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := readable(Letter(raw, mailer.Envelope{}, testOptions()))
			if *update {
				if err := os.WriteFile(base+".want", []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(base + ".want")
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if why, err := os.ReadFile(base + ".why"); err != nil || len(strings.TrimSpace(string(why))) < 10 {
				t.Errorf("no reason for this letter: %v", err)
			}
		})
	}
}

// readable returns a Letter in the form of a .want file: a line for each field that is set, a blank
// line, and the new text.
func readable(l mailer.Letter) string {
	var b strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	line("From", l.From)
	line("Name", l.FromName)
	line("Subject", l.Subject)
	if !l.Token.IsZero() {
		line("Token", l.Token.String())
	}
	line("Goes to", strings.Join(alsoTo(l), ", "))
	line("Auth", string(l.Auth))
	line("Machine", l.Machine)
	if l.DSN != nil {
		line("DSN", fmt.Sprintf("%+v", *l.DSN))
	}
	for _, p := range l.Problems {
		line("Problem", texts.Because(p))
	}
	line("HTML", strings.ReplaceAll(l.Alternative, "\n", " / "))
	return b.String() + "\n" + l.Text + "\n"
}

// alsoTo returns the addressees of a letter other than corrd.
func alsoTo(l mailer.Letter) (all []string) {
	for _, a := range l.Addressees {
		if _, own := testOptions().Site.Detail(a); !own {
			all = append(all, a)
		}
	}
	return all
}
