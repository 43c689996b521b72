package dossier

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"corrd/mailer"
)

// The signatures of the parts of a ZIP archive (APPNOTE 4.3), and the sizes of the parts without
// names.
const (
	localHeader   = 0x04034b50
	centralHeader = 0x02014b50
	endOfCentral  = 0x06054b50

	localSize, centralSize = 30, 46
)

// dosEpoch is 1 January 1980 as the archive writes a date: the files have no date of their own.
const dosEpoch = 1<<5 | 1

// The bounds of an archive.
const (
	mostOctets  = math.MaxInt32
	mostFiles   = math.MaxUint16
	longestName = 64
)

var (
	// errTooLarge says that an archive cannot hold so much.
	errTooLarge = errors.New("the letters of the game are more than a ZIP archive of 2 GiB holds")
	errNoForm   = errors.New("the archive is not in the form in which corrd writes one: nothing in it is looked at")
	errNoZIP    = errors.New("the archive cannot be read: this is no ZIP archive as corrd writes one")
)

// pack writes files as a ZIP archive: in the order of their names, stored and not
// compressed, without dates, flags, comments or extra fields. The same files always give
// the same octets.
func pack(files map[string][]byte) ([]byte, error) {
	size := 0
	for name, content := range files {
		size += len(name) + len(content)
	}
	if size > mostOctets-mostFiles*2*(centralSize+longestName) || len(files) > mostFiles {
		return nil, errTooLarge
	}
	var b bytes.Buffer
	err := packTo(&b, files)
	return b.Bytes(), err
}

func packTo(w io.Writer, files map[string][]byte) error {
	var central bytes.Buffer
	at := 0
	put := func(to io.Writer, fields ...any) {
		for _, f := range fields {
			binary.Write(to, binary.LittleEndian, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		content := files[name]
		var local bytes.Buffer
		size, sum := uint32(len(content)), crc32.ChecksumIEEE(content)
		put(&local, uint32(localHeader), uint16(10), uint16(0), uint16(0), uint16(0), uint16(dosEpoch), sum, size, size, uint16(len(name)), uint16(0))
		local.WriteString(name)
		put(&central, uint32(centralHeader), uint16(10), uint16(10), uint16(0), uint16(0), uint16(0), uint16(dosEpoch), sum, size, size,
			uint16(len(name)), uint16(0), uint16(0), uint16(0), uint16(0), uint32(0), uint32(at))
		central.WriteString(name)
		at += local.Len() + len(content)
		for _, part := range [][]byte{local.Bytes(), content} {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
	}
	put(&central, uint32(endOfCentral), uint16(0), uint16(0), uint16(len(files)), uint16(len(files)), uint32(central.Len()), uint32(at), uint16(0))
	_, err := w.Write(central.Bytes())
	return err
}

// unpack reads the files of an archive that pack wrote; damaged are the names of those whose octets
// are not those that were written. Whatever is not octet for octet as pack writes it is an error.
// The files are parts of the archive, and take no memory of their own.
func unpack(archive []byte) (files map[string][]byte, damaged []string, err error) {
	if len(archive) < localSize || binary.LittleEndian.Uint32(archive) != localHeader {
		return nil, nil, errNoZIP
	}
	files = map[string][]byte{}
	last, rest := "", archive
	sums := map[string]uint32{}
	for len(rest) >= localSize && binary.LittleEndian.Uint32(rest) == localHeader {
		size, length := int(binary.LittleEndian.Uint32(rest[18:])), int(binary.LittleEndian.Uint16(rest[26:]))
		if length == 0 || length > longestName || size > len(rest)-localSize-length || len(files) == mostFiles {
			return nil, nil, errNoForm
		}
		name := string(rest[localSize : localSize+length])
		if name <= last {
			return nil, nil, errNoForm
		}
		last, sums[name] = name, binary.LittleEndian.Uint32(rest[14:])
		files[name] = rest[localSize+length : localSize+length+size : localSize+length+size]
		rest = rest[localSize+length+size:]
	}
	for name, content := range files {
		if crc32.ChecksumIEEE(content) != sums[name] {
			damaged = append(damaged, name)
		}
	}
	if slices.Sort(damaged); len(damaged) > 0 {
		return files, damaged, nil
	}
	same := &comparing{archive}
	if packTo(same, files) != nil || len(same.rest) > 0 {
		return nil, nil, errNoForm
	}
	return files, nil, nil
}

// comparing is a writer that fails where what is written is not what it holds.
type comparing struct{ rest []byte }

// Write compares.
func (c *comparing) Write(b []byte) (int, error) {
	if !bytes.HasPrefix(c.rest, b) {
		return 0, errNoForm
	}
	c.rest = c.rest[len(b):]
	return len(b), nil
}

// sealFile is the letter that seals an archive: its body names every other file but the manifest
// with its SHA-256, and it is signed as a letter of the house is (RFC 6376).
const sealFile = "seal.eml"

// sealedSince is the first format of which every archive has a seal.
const sealedSince = 3

// Sign signs a letter as of a time.
type Sign func(raw []byte, at time.Time) ([]byte, error)

// seal writes the letter that seals files. The subject names the keys, so that no signature can be
// taken away.
func seal(files map[string][]byte, about About, sign Sign) ([]byte, error) {
	names, err := sealNames(about, sign)
	if err != nil {
		return nil, err
	}
	return sign(sealText(files, about, names), about.Made)
}

// sealNames returns the names in the DNS of the keys by which an archive is sealed.
func sealNames(about About, sign Sign) ([]string, error) {
	probe, err := sign([]byte("From: "+about.Server+"\r\n\r\n"), about.Made)
	return keyNames(probe), err
}

// sealText is a seal before it is signed.
func sealText(files map[string][]byte, about About, names []string) []byte {
	body := strings.ReplaceAll(string(manifest(sealable(files))), "\n", "\r\n")
	return fmt.Appendf(nil, "From: %s\r\nSubject: The evidence of game %d, sealed by %s\r\nDate: %s\r\n\r\n%s",
		about.Server, about.Game, strings.Join(names, ", "), about.Made.UTC().Format(time.RFC1123Z), body)
}

// sealable are the files that a seal names.
func sealable(files map[string][]byte) map[string][]byte {
	rest := maps.Clone(files)
	delete(rest, manifestFile)
	delete(rest, sealFile)
	return rest
}

// seal compares the files with the seal, and reports whether the archive can be looked into. Where
// the seal is there and holds, every file is as it was filed, for whoever knows the key to be the
// house's.
func (v *verifier) seal() bool {
	raw, is := v.files[sealFile]
	if !is && v.about.Format >= sealedSince {
		v.fault("the archive has no seal, as every one of format %d has: it has been altered", v.about.Format)
		return false
	}
	if !is {
		v.unproved("the archive has no seal: only what is said below to be proved is proved")
		return true
	}
	l := Letter{Dir: "out", Raw: raw}
	signatures, _ := l.signaturesBy(v.keys, 0) // by the keys that are named below
	var bad []string
	for _, s := range signatures {
		if s.Verdict == "fail" || s.Verdict == "expired" {
			bad = append(bad, s.Domain)
		}
	}
	if len(bad) > 0 || len(signatures) == 0 {
		v.fault("%s is not as it was signed, or %s does not hold the keys of the house: the archive has been altered", sealFile, keysFile)
		return false
	}
	if altered := v.notAsSealed(string(raw)); len(altered) > 0 {
		v.fault("not as they were sealed: %s", listed(altered))
		return false
	}
	names := keyNames(raw)
	if !bytes.Equal(raw, append(signaturesOf(raw), sealText(v.files, v.about, names)...)) {
		v.fault("%s is not in the form in which corrd writes one", sealFile)
		return false
	}
	for i, s := range signatures {
		if s.Verdict != "pass" {
			v.unproved("the key %.200s of the seal is not in the archive: the seal proves nothing", names[i])
			return true
		}
		if !within(v.about.Server, s.Domain) {
			v.fault("the seal is signed by %.200s, which is not the domain of %.200s", s.Domain, v.about.Server)
			return false
		}
	}
	v.sealed = true
	v.note("sealed: every file is as it was filed, by the keys %.400s", strings.Join(names, " "))
	for _, name := range names {
		v.unproved("%s is the house's key only if it is that of the DNS, or of another archive of the house: %s", name, v.keySum(name))
		if n := v.keysNamed(name); n > 1 {
			v.unproved("%s holds %d keys under the name %.200s: the seal is by the first of them, and a letter may be by another", keysFile, n, name)
		}
	}
	return true
}

// notAsSealed returns the files that are not those which a seal names.
func (v *verifier) notAsSealed(raw string) (altered []string) {
	_, body, _ := strings.Cut(raw, "\r\n\r\n")
	named := parseManifest(strings.ReplaceAll(body, "\r\n", "\n"))
	for name, content := range sealable(v.files) {
		if named[name] != fmt.Sprintf("%x", sha256.Sum256(content)) {
			altered = append(altered, name)
		}
		delete(named, name)
	}
	return slices.Sorted(slices.Values(append(altered, sortedKeys(named)...)))
}

// signaturesOf writes the signatures of a letter as the house writes them.
func signaturesOf(raw []byte) (written []byte) {
	for _, field := range mailer.ParseHead(raw).Fields.All("DKIM-Signature") {
		written = append(written, mailer.SignatureField(field)...)
	}
	return written
}

// within reports whether an address is of a domain, or of one below it.
func within(address, domain string) bool {
	_, of, _ := strings.Cut(strings.ToLower(address), "@")
	domain = strings.ToLower(domain)
	return domain != "" && (of == domain || strings.HasSuffix(of, "."+domain))
}

// keysNamed returns how many keys of a name are in the archive.
func (v *verifier) keysNamed(name string) (n int) {
	for _, k := range v.keys {
		if strings.EqualFold(k.Name, name) {
			n++
		}
	}
	return n
}

// keySum is the SHA-256 of the text of a key in the archive.
func (v *verifier) keySum(name string) string {
	for _, k := range v.keys {
		if strings.EqualFold(k.Name, name) {
			return fmt.Sprintf("SHA-256 %x", sha256.Sum256([]byte(k.TXT)))
		}
	}
	return "not in the archive"
}

// listed names things in one line: the first of them, and how many more there are.
func listed(names []string) string {
	const most = 12
	var all []string
	for _, name := range names[:min(len(names), most)] {
		all = append(all, brief(name))
	}
	if more := len(names) - most; more > 0 {
		all = append(all, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(all, ", ")
}
