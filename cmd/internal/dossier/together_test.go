package dossier

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/mailer"
)

// together lists alterations of several members at once, or of what no word or field is: each
// returns the members that it has altered.
var together = map[string]func(t *testing.T, f archiveFiles) []string{
	"two letters that came change places": func(t *testing.T, f archiveFiles) []string { return f.swap("letters/in/1.eml", "letters/in/2.eml") },
	"two letters sent change places":      func(t *testing.T, f archiveFiles) []string { return f.swap("letters/out/1.eml", "letters/out/2.eml") },
	"a letter that came as a letter sent": func(t *testing.T, f archiveFiles) []string { return f.swap("letters/in/1.eml", "letters/out/1.eml") },
	"a field on top of a letter that came": func(t *testing.T, f archiveFiles) []string {
		return f.edit("letters/in/1.eml", func(s string) string { return "Received: from evil\r\n" + s })
	},
	"a field on top of a letter sent": func(t *testing.T, f archiveFiles) []string {
		return f.edit("letters/out/1.eml", func(s string) string { return "X-Note: he resigned\r\n" + s })
	},
	"a second Subject": func(t *testing.T, f archiveFiles) []string {
		return f.add("letters/out/1.eml", "Subject: you have lost\r\n")
	},
	"a second From": func(t *testing.T, f archiveFiles) []string {
		return f.add("letters/in/1.eml", "From: mallory@b.example\r\n")
	},
	"a second Reply-To": func(t *testing.T, f archiveFiles) []string {
		return f.add("letters/out/1.eml", "Reply-To: mallory@b.example\r\n")
	},
	"a Date above": func(t *testing.T, f archiveFiles) []string {
		return f.add("letters/out/2.eml", "Date: Fri, 02 Jan 2026 00:00:00 +0000\r\n")
	},
	"a second Corrd-Chain": func(t *testing.T, f archiveFiles) []string {
		return f.add("letters/out/1.eml", "Corrd-Chain: "+strings.Repeat("0", 64)+"\r\n")
	},
	"a signature of nobody": func(t *testing.T, f archiveFiles) []string {
		return f.add("letters/in/1.eml", "DKIM-Signature: v=1; a=rsa-sha256; d=a.example; s=x; h=from; bh=; b=\r\n")
	},
	"a verdict of nobody": func(t *testing.T, f archiveFiles) []string {
		return f.add("letters/in/1.eml", "Authentication-Results: mx; dmarc=pass header.from=a.example\r\n")
	},
	"spaces at the end": func(t *testing.T, f archiveFiles) []string {
		return f.edit("letters/out/1.eml", func(s string) string { return s + "  \r\n\r\n" })
	},
	"two spaces for one": func(t *testing.T, f archiveFiles) []string {
		return f.edit("letters/out/1.eml", func(s string) string { return s[:len(s)-20] + strings.ReplaceAll(s[len(s)-20:], " ", "  ") })
	},
	"LF for CRLF, came": func(t *testing.T, f archiveFiles) []string {
		return f.edit("letters/in/1.eml", func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") })
	},
	"LF for CRLF, sent": func(t *testing.T, f archiveFiles) []string {
		return f.edit("letters/out/1.eml", func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") })
	},
	"capitals in field names": func(t *testing.T, f archiveFiles) []string {
		return f.edit("letters/out/1.eml", func(s string) string { return strings.Replace(s, "From:", "FROM:", 1) })
	},
	"a folded field": func(t *testing.T, f archiveFiles) []string {
		return f.edit("letters/out/1.eml", func(s string) string { return strings.Replace(s, "From: ", "From:\r\n ", 1) })
	},
	"words below a letter": func(t *testing.T, f archiveFiles) []string {
		return f.edit("letters/out/2.eml", func(s string) string { return s + "You have lost.\r\n" })
	},
	"a letter cut off": func(t *testing.T, f archiveFiles) []string {
		return f.edit("letters/in/2.eml", func(s string) string { return s[:len(s)-3] })
	},
	"a letter that never came": func(t *testing.T, f archiveFiles) []string {
		f["letters/in/99.eml"] = f["letters/in/1.eml"]
		return []string{"letters/in/99.eml"}
	},
	"the rows of letters turned round":    func(t *testing.T, f archiveFiles) []string { return f.lines(lettersFile, slices.Reverse) },
	"the rows of events turned round":     func(t *testing.T, f archiveFiles) []string { return f.lines(eventsFile, slices.Reverse) },
	"the last event dropped":              func(t *testing.T, f archiveFiles) []string { return f.drop(eventsFile) },
	"the last letter dropped":             func(t *testing.T, f archiveFiles) []string { return f.drop(lettersFile) },
	"the last lines of the story dropped": func(t *testing.T, f archiveFiles) []string { return f.drop(timelineFile) },
	"a field that nobody knows, about": func(t *testing.T, f archiveFiles) []string {
		return f.edit(aboutFile, func(s string) string { return strings.Replace(s, "{", `{"winner":"black",`, 1) })
	},
	"a field that nobody knows, events": func(t *testing.T, f archiveFiles) []string {
		return f.edit(eventsFile, func(s string) string { return strings.Replace(s, "{", `{"winner":"black",`, 1) })
	},
	"a field that nobody knows, letters": func(t *testing.T, f archiveFiles) []string {
		return f.edit(lettersFile, func(s string) string { return strings.Replace(s, "{", `{"winner":"black",`, 1) })
	},
	"a field that nobody knows, keys": func(t *testing.T, f archiveFiles) []string {
		return f.edit(keysFile, func(s string) string { return strings.Replace(s, "{", `{"winner":"black",`, 1) })
	},
	"a field twice": func(t *testing.T, f archiveFiles) []string {
		return f.edit(aboutFile, func(s string) string { return strings.Replace(s, `"game":`, `"game":7,"game":`, 1) })
	},
	"a field in capitals": func(t *testing.T, f archiveFiles) []string {
		return f.edit(aboutFile, func(s string) string { return strings.Replace(s, `"game":`, `"GAME":`, 1) })
	},
	"JSON spaced otherwise": func(t *testing.T, f archiveFiles) []string {
		return f.edit(lettersFile, func(s string) string { return strings.Replace(s, `{"`, `{ "`, 1) })
	},
	"JSON escaped otherwise": func(t *testing.T, f archiveFiles) []string {
		return f.edit(lettersFile, func(s string) string { return strings.Replace(s, `"dir"`, `"d\u0069r"`, 1) })
	},
	"a file more": func(t *testing.T, f archiveFiles) []string {
		f["RULING.txt"] = []byte("White has lost.")
		return []string{"RULING.txt"}
	},
	"a page more": func(t *testing.T, f archiveFiles) []string {
		f["index2.html"] = f[pageFile]
		return []string{"index2.html"}
	},
	"a folder of letters more": func(t *testing.T, f archiveFiles) []string {
		f["letters/held/1.eml"] = f["letters/in/1.eml"]
		return []string{"letters/held/1.eml"}
	},
	"the laws of another code": func(t *testing.T, f archiveFiles) []string {
		return f.edit(lawsFile, func(s string) string { return strings.ReplaceAll(s, "must", "may") })
	},
	"a key of another beside the house's": func(t *testing.T, f archiveFiles) []string { return f.forge(t, false, false) },
	"another's key before the house's":    func(t *testing.T, f archiveFiles) []string { return f.forge(t, true, false) },
	"a letter signed anew by another":     func(t *testing.T, f archiveFiles) []string { return f.forge(t, false, true) },
	"a letter signed anew, key first":     func(t *testing.T, f archiveFiles) []string { return f.forge(t, true, true) },
}

// archiveFiles are the files of an archive, by their names.
type archiveFiles map[string][]byte

func (f archiveFiles) swap(a, b string) []string {
	f[a], f[b] = f[b], f[a]
	return []string{a, b}
}

func (f archiveFiles) edit(name string, change func(string) string) []string {
	f[name] = []byte(change(string(f[name])))
	return []string{name}
}

func (f archiveFiles) add(name, field string) []string {
	return f.edit(name, func(s string) string { return field + s })
}

func (f archiveFiles) lines(name string, change func([]string)) []string {
	all := strings.SplitAfter(strings.TrimSuffix(string(f[name]), "\n"), "\n")
	all[len(all)-1] += "\n"
	change(all)
	f[name] = []byte(strings.Join(all, ""))
	return []string{name}
}

func (f archiveFiles) drop(name string) []string {
	at := bytes.LastIndexByte(bytes.TrimSuffix(f[name], []byte("\n")), '\n')
	f[name] = f[name][:at+1]
	return []string{name}
}

// forge puts a key of another under the name of the house's, before or behind it, and with a letter
// has that key sign a letter which says something else.
func (f archiveFiles) forge(t *testing.T, first, letter bool) (altered []string) {
	t.Helper()
	other := signer(t, 9)
	name, _ := house.Record()
	_, txt := other.Record()
	row, err := json.Marshal(Key{Name: name, TXT: txt, Seen: time.Unix(1e9, 0).UTC()})
	if err != nil {
		t.Fatal(err)
	}
	if f[keysFile] = append(f[keysFile], append(row, '\n')...); first {
		f.lines(keysFile, slices.Reverse)
	}
	if !letter {
		return []string{keysFile}
	}
	text := string(f["letters/out/1.eml"])
	if at := strings.Index(text, "From:"); at > 0 { // the house's signature goes
		text = text[at:]
	}
	raw, err := other.Sign([]byte(strings.Replace(text, "Moved: ", "Resigned, and not: ", 1)), time.Unix(1e9, 0))
	if err != nil {
		t.Fatal(err)
	}
	f["letters/out/1.eml"] = raw
	return []string{keysFile, "letters/out/1.eml"}
}

// TestAlteredTogether: what is altered in several members at once, with the manifest written anew
// and all that follows from the letters too, is found; in an archive without a seal it is found, or
// each member that was altered is named as unproved.
func TestAlteredTogether(t *testing.T) {
	if len(together) < 40 {
		t.Errorf("only %d alterations", len(together))
	}
	for _, kind := range []struct {
		name           string
		format         int
		signed, unseal bool
	}{
		{"sealed", Format, true, false},
		{"sealed, letters unsigned", Format, false, false},
		{"seal taken away", Format, true, true},
		{"of format 2", sealedSince - 1, true, false},
		{"of format 2, letters unsigned", sealedSince - 1, false, false},
	} {
		files := unpacked(t, build(t, letters(t, sample(t), kind.format, kind.signed)))
		for what, alter := range together {
			f := archiveFiles(maps.Clone(files))
			altered := alter(t, f)
			if same(f, files) {
				t.Errorf("%s, %s: alters nothing", kind.name, what)
			}
			if kind.unseal {
				delete(f, sealFile)
			}
			for again := range 2 {
				if again == 1 {
					if kind.format >= sealedSince {
						break
					}
					described(f)
				}
				f[manifestFile] = manifest(f)
				archive, err := pack(f)
				if err != nil {
					t.Fatal(err)
				}
				found := Verify(archive)
				if faults(found) != nil || same(f, files) { // what is described anew may be as it was
					continue
				}
				for _, member := range altered {
					named := slices.ContainsFunc(found, func(f Finding) bool { return f.Unproved && strings.Contains(f.Words, member) })
					if !named || kind.format >= sealedSince {
						t.Errorf("%s, %s: %s: neither found nor named", kind.name, fmt.Sprint(what, [...]string{"", ", described anew"}[again]), member)
					}
				}
			}
		}
	}
}

// signer signs for the house with keys of another secret.
func signer(t *testing.T, secret byte) *mailer.Signer {
	t.Helper()
	keys, err := mailer.NewKeys(bytes.Repeat([]byte{secret}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return keys.HouseSigner("club.example")
}

// TestSealedByAnother: an archive that somebody has sealed anew with a key of their own, which
// stands before the house's under the same name, is named as sealed by a key that is not known, and
// as holding two keys of one name.
func TestSealedByAnother(t *testing.T) {
	other := signer(t, 9)
	_, txt := other.Record()
	name, mine := house.Record()
	c := letters(t, sample(t), Format, true)
	c.Keys = append([]Key{{Name: name, TXT: txt, Seen: c.Made}, {Name: name, TXT: mine, Seen: c.Made}}, c.Keys...)
	archive, _, err := Build(c, other.Sign)
	if err != nil {
		t.Fatal(err)
	}
	var unproved []string
	for _, f := range Verify(archive) {
		if f.Unproved {
			unproved = append(unproved, f.Words)
		}
	}
	all := strings.Join(unproved, "\n")
	if !strings.Contains(all, "holds 2 keys under the name") || !strings.Contains(all, fmt.Sprintf("%s is the house's key only if", name)) {
		t.Errorf("named as unproved: %s", all)
	}
}
