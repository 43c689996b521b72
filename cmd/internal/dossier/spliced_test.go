package dossier

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game/terms"
)

// ownFamilies are members of an archive that belong together, by the beginnings of their names.
var ownFamilies = [...][]string{{aboutFile}, {eventsFile}, {lettersFile}, {keysFile}, {lawsFile}, {timelineFile}, {pageFile}, {"letters/in/"}, {"letters/out/"}, {"letters/"},
	{lettersFile, "letters/"}, {eventsFile, timelineFile}, {eventsFile, lettersFile, timelineFile}, {eventsFile, lettersFile, timelineFile, "letters/", pageFile}, {sealFile},
	{sealFile, aboutFile}, {sealFile, eventsFile, timelineFile}, {sealFile, lettersFile, "letters/"}}

// spliced puts the members of one archive that belong to some families in the place of those of
// another, and returns the names of what is not as it was.
func spliced(into, from archiveFiles, families []string) (f archiveFiles, altered []string) {
	f = maps.Clone(into)
	for _, name := range slices.Sorted(maps.Keys(from)) {
		if slices.ContainsFunc(families, func(family string) bool { return strings.HasPrefix(name, family) }) && !bytes.Equal(f[name], from[name]) {
			f[name] = from[name]
			altered = append(altered, name)
		}
	}
	return f, altered
}

// TestSplicedArchives: an archive put together of members of two that the house has filed, of one
// game at two times or of two games of the same players, with the manifest written anew, is found;
// where the archives have no seal it is found, or each member that was put in is named as unproved.
func TestSplicedArchives(t *testing.T) {
	n := 0
	for _, kind := range []struct {
		format int
		signed bool
	}{{Format, true}, {Format, false}, {sealedSince - 1, true}} {
		filed := func(moves ...string) archiveFiles {
			c := played(t, terms.Default(), whole, moves...)
			return unpacked(t, build(t, letters(t, c, kind.format, kind.signed)))
		}
		own := filed("P-K4", "P-K4", "protest: write to alice@example.org")
		for other, files := range map[string]archiveFiles{"the same game, later": filed("P-K4", "P-K4", "protest: write to alice@example.org", "black: resign"), "another game": filed("P-Q4", "P-Q4", "P-QB4")} {
			for _, families := range ownFamilies {
				f, altered := spliced(own, files, families)
				if len(altered) == 0 || same(f, own) && bytes.Equal(f[sealFile], own[sealFile]) {
					continue
				}
				n++
				f[manifestFile] = manifest(f)
				archive, err := pack(f)
				if err != nil {
					t.Fatal(err)
				}
				found := Verify(archive)
				if faults(found) != nil {
					continue
				}
				for _, member := range altered {
					if kind.format >= sealedSince || !slices.ContainsFunc(found, func(f Finding) bool { return f.Unproved && strings.Contains(f.Words, member) }) {
						t.Errorf("format %d, signed %v, %s, %s: %s is neither found nor named", kind.format, kind.signed, other, families, member)
					}
				}
			}
		}
	}
	if n < 70 {
		t.Errorf("only %d splices", n)
	}
}

// TestOlderKeyOfTheHouse: somebody who has a key that the house signed with in former years, and
// seals an altered archive with it, or signs a letter anew with it, is found, or the key is named
// as one that whoever reads has to hold against the house's.
func TestOlderKeyOfTheHouse(t *testing.T) {
	older := signer(t, 7)
	name, txt := older.Record()
	_, now := house.Record()
	row := Key{Name: name, TXT: txt, Seen: time.Unix(1e9, 0).UTC()}
	newer := Key{Name: name, TXT: now, Seen: time.Unix(2e9, 0).UTC()}
	forge := func(c Case) Case {
		for i := range c.Letters {
			if l := &c.Letters[i]; l.Dir == "out" {
				raw, err := older.Sign(bytes.Replace(l.Raw, []byte("Moved: "), []byte("Resigned: "), 1), time.Unix(1e9, 0))
				if err != nil {
					t.Fatal(err)
				}
				l.Raw = raw
			}
		}
		return c
	}
	for what, one := range map[string]struct {
		keys []Key
		sign Sign
	}{
		"sealed by the older key alone":                 {[]Key{row}, older.Sign},
		"sealed by the older key, the newer behind":     {[]Key{row, newer}, older.Sign},
		"sealed by the older key, the newer before":     {[]Key{newer, row}, older.Sign},
		"sealed by the older key, which is not listed":  {[]Key{newer}, older.Sign},
		"letters by the older key, sealed by the newer": {[]Key{row, newer}, house.Sign},
	} {
		c := forge(letters(t, sample(t), Format, false))
		c.Keys = append(one.keys, c.Keys...)
		archive, _, err := Build(c, one.sign)
		if err != nil {
			t.Fatal(err)
		}
		found := Verify(archive)
		named := slices.ContainsFunc(found, func(f Finding) bool { return f.Unproved && strings.Contains(f.Words, name) })
		if faults(found) == nil && !named {
			t.Errorf("%s: neither found nor named: %v", what, found)
		}
	}
	files := unpacked(t, build(t, letters(t, sample(t), Format, true)))
	for what, alter := range map[string]func(f archiveFiles){
		"a letter signed anew under the newer seal": func(f archiveFiles) {
			raw, err := older.Sign(bytes.Replace(f["letters/out/1.eml"], []byte("Moved: "), []byte("Resigned: "), 1), time.Unix(1e9, 0))
			if err != nil {
				t.Fatal(err)
			}
			f["letters/out/1.eml"] = raw
		},
		"the seal signed once more":   func(f archiveFiles) { f[sealFile], _ = older.Sign(f[sealFile], time.Unix(1e9, 0)) },
		"the older key put before":    func(f archiveFiles) { f[keysFile] = append(lines([]Key{row}), f[keysFile]...) },
		"the newer key taken away":    func(f archiveFiles) { f[keysFile] = lines([]Key{row}) },
		"no key at all":               func(f archiveFiles) { f[keysFile] = nil },
		"the time of a key put back":  func(f archiveFiles) { f[keysFile] = lines([]Key{{Name: name, TXT: now, Seen: time.Unix(1, 0).UTC()}}) },
		"the seal without its fields": func(f archiveFiles) { _, body, _ := bytes.Cut(f[sealFile], []byte("\r\n\r\n")); f[sealFile] = body },
	} {
		f := archiveFiles(maps.Clone(files))
		alter(f)
		f[manifestFile] = manifest(f)
		archive, err := pack(f)
		if err != nil {
			t.Fatal(err)
		}
		if faults(Verify(archive)) == nil {
			t.Error(fmt.Sprint(what, ": no fault is found"))
		}
	}
}
