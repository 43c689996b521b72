package dossier

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/game/terms"
)

// alteration is one change of the files of an archive, in the member that it names.
type alteration struct {
	what, member string
	files        map[string][]byte
}

var (
	jsonTokens = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?\d+|true|false|null`)
	bodyWords  = regexp.MustCompile(`\S+`)
)

// alterations changes every member of an archive, in every field, line and word, each change alone.
func alterations(files, other map[string][]byte) (all []alteration) {
	with := func(what, member string, content []byte) {
		changed := maps.Clone(files)
		changed[member] = content
		all = append(all, alteration{what, member, changed})
	}
	for _, name := range sortedKeys(files) {
		if name == manifestFile {
			continue
		}
		content := string(files[name])
		gone := maps.Clone(files)
		delete(gone, name)
		all = append(all, alteration{"removed", name, gone})
		renamed := maps.Clone(gone)
		renamed[name+"x"] = files[name]
		all = append(all, alteration{"renamed", name, renamed})
		with("a copy", name+".copy", files[name])
		with("emptied", name, nil)
		with("longer", name, []byte(content+"\n"))
		if swapped, is := other[name]; is && !bytes.Equal(swapped, files[name]) {
			with("swapped", name, swapped)
		}
		lines := strings.SplitAfter(content, "\n")
		for i, line := range lines {
			if line == "" {
				continue
			}
			without := slices.Delete(slices.Clone(lines), i, i+1)
			with(fmt.Sprintf("line %d removed", i+1), name, []byte(strings.Join(without, "")))
			with(fmt.Sprintf("line %d twice", i+1), name, []byte(strings.Join(slices.Insert(slices.Clone(lines), i, line), "")))
			if field, value, is := strings.Cut(strings.TrimSpace(line), ": "); is && strings.HasSuffix(name, ".eml") {
				with("field "+field+" changed", name, []byte(strings.Replace(content, line, field+": "+value+"x\r\n", 1)))
			}
		}
		tokens := bodyWords
		if strings.HasPrefix(suffix(name), "json") {
			tokens = jsonTokens
		}
		for _, at := range tokens.FindAllStringIndex(content, -1) {
			for _, changed := range changes(content[at[0]:at[1]]) {
				if tokens == jsonTokens || strings.HasPrefix(name, "letters/") || at[0]%7 == 0 {
					with(fmt.Sprintf("%.40s becomes %.40s", content[at[0]:at[1]], changed), name, []byte(content[:at[0]]+changed+content[at[1]:]))
				}
			}
		}
	}
	return all
}

// suffix returns how the name of a member ends.
func suffix(name string) string { return name[strings.LastIndex(name, ".")+1:] }

// changes returns other tokens in the place of one.
func changes(token string) (all []string) {
	switch {
	case token == "true":
		return []string{"false"}
	case token == "false":
		return []string{"true"}
	case token == "null":
		return []string{`"x"`, "1"}
	case token[0] == '"' && len(token) > 2:
		middle := len(token) / 2
		if token[middle] == '\\' || token[middle-1] == '\\' {
			return []string{`"x"`}
		}
		return []string{token[:len(token)-1] + `x"`, token[:middle] + "0" + token[middle+1:]}
	case token[0] == '"':
		return []string{`"x"`}
	case token[0] >= '0' && token[0] <= '9':
		return []string{token + "1"}
	}
	return []string{token + "x"}
}

// forgedAnew returns alterations of the lines of events, each with every hash and receipt made
// anew.
func forgedAnew(t *testing.T, files map[string][]byte) (all []alteration) {
	rows, err := readLines[eventRow](files[eventsFile], Format, longestLine)
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		for _, at := range jsonTokens.FindAllStringIndex(*rows[i].Line, -1) {
			line := *rows[i].Line
			for _, changed := range changes(line[at[0]:at[1]]) {
				files := maps.Clone(files)
				chained := slices.Clone(rows)
				line := line[:at[0]] + changed + line[at[1]:]
				chained[i].Line = &line
				rechain(files, chained)
				all = append(all, alteration{fmt.Sprintf("event %d forged: %.60s", i+1, line[at[0]:]), eventsFile, files})
			}
		}
	}
	return all
}

// rechain writes rows with the hashes that follow from their lines, in the letters too.
func rechain(files map[string][]byte, rows []eventRow) {
	var prev [32]byte
	for i := range rows {
		was := rows[i].Hash
		prev = chained(prev, *rows[i].Line)
		rows[i].Hash = fmt.Sprintf("%x", prev)
		for _, name := range sortedKeys(files) {
			if strings.HasPrefix(name, "letters/out/") {
				files[name] = bytes.ReplaceAll(files[name], []byte(was), []byte(rows[i].Hash))
			}
		}
	}
	files[eventsFile] = lines(rows)
}

// described writes again what an archive says of letters, state and timeline, as whoever forges
// would.
func described(files map[string][]byte) {
	v := verifier{files: files}
	if !v.open() {
		return
	}
	for i := range v.letters {
		v.letters[i].describe(v.letters, v.keys)
	}
	files[lettersFile] = lines(v.letters)
	if v.fold(); len(v.events) == len(v.rows) {
		v.guarded("", func() { derive(files, v.about, v.events, v.letters) })
	}
}

// TestAlterations: of an archive whose files are altered, each alone and with the manifest written
// anew, each alteration is found; where the seal was taken away, it is found or what was altered is
// named as unproved.
func TestAlterations(t *testing.T) {
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
		t.Run(kind.name, func(t *testing.T) {
			files := unpacked(t, build(t, letters(t, sample(t), kind.format, kind.signed)))
			other := unpacked(t, build(t, letters(t, played(t, terms.Default(), whole, "P-Q4", "P-Q4"), kind.format, kind.signed)))
			all := append(alterations(files, other), forgedAnew(t, files)...)
			switch {
			case testing.Short():
				all = every(all, 37)
			case kind.format < sealedSince:
				all = every(all, 7)
			}
			for _, a := range all {
				if kind.unseal {
					delete(a.files, sealFile)
				}
				for _, again := range []bool{false, true}[:1+sealedSince-min(kind.format, sealedSince)] {
					if again {
						described(a.files)
					}
					a.files[manifestFile] = manifest(a.files)
					archive, err := pack(a.files)
					if err != nil {
						t.Fatal(err)
					}
					found := Verify(archive)
					named := kind.format < sealedSince && slices.ContainsFunc(found, func(f Finding) bool { return f.Unproved && strings.Contains(f.Words, a.member) })
					if faults(found) == nil && !named && !same(a.files, files) {
						t.Errorf("%s: %s: neither found nor named", a.member, a.what)
					}
				}
			}
			t.Logf("%d alterations", len(all))
		})
	}
}

// same reports whether files are those of an archive, but for the manifest.
func same(a, b map[string][]byte) bool {
	return maps.EqualFunc(sealable(a), sealable(b), bytes.Equal)
}

// every returns one of n of a list.
func every[T any](all []T, n int) (some []T) {
	for i := 0; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

// letters returns a case in a format, with the letters that went out signed or not.
func letters(t *testing.T, c Case, format int, signed bool) Case {
	c.Format = format
	for i := range c.Letters {
		if l := &c.Letters[i]; signed && l.Dir == "out" {
			raw, err := house.Sign(l.Raw, time.Unix(1e9, 0))
			if err != nil {
				t.Fatal(err)
			}
			l.Raw = raw
		}
	}
	return c
}
