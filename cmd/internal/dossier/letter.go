package dossier

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/emersion/go-msgauth/dkim"

	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/mailer/parse"
	"corrd/templates/texts"
)

// Reading is what corrd reads in a letter that came in, without a position.
type Reading struct {
	Reader     string      `json:"reader"`
	NewText    string      `json:"new_text"`
	Note       string      `json:"note"`
	Statements []Statement `json:"statements"`
	Problems   []string    `json:"problems"`
}

// Statement is one statement of a letter.
type Statement struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// Signature is what a signature of a letter (RFC 6376) is worth by the keys in the archive.
type Signature struct {
	Domain  string `json:"domain"`
	Verdict string `json:"verdict"` // "pass", "fail", "no key kept", "expired" or "veiled"
}

// describe fills in what follows from the bytes of a letter.
func (l *Letter) describe(all []Letter, keys []Key) {
	l.File, l.SHA256, l.Authentication, l.Signatures, l.Reading = "", "", []string{}, []Signature{}, nil
	if l.To == nil {
		l.To = []string{}
	}
	if l.Raw == nil {
		return
	}
	l.File = l.name()
	l.SHA256 = fmt.Sprintf("%x", sha256.Sum256(l.Raw))
	l.Authentication = append(l.Authentication, mailer.ParseHead(l.Raw).Fields.All("Authentication-Results")...)
	l.Signatures = append(l.Signatures, l.signatures(keys)...)
	if l.Dir == "in" {
		l.Reading = l.read(all)
	}
}

// mostSignatures is how many signatures of a letter are verified.
const mostSignatures = 5

// errNoKey says that the archive does not hold the key of a signature.
var errNoKey = errors.New("no key kept")

// MostOfName is how many keys of one name are kept, the newest first: a domain may put another key
// under a name that it has used before.
const MostOfName = 8

// signatures verifies the signatures of a letter, each with the keys of its name one after another
// until one fits.
func (l *Letter) signatures(keys []Key) (found []Signature) {
	for n := range MostOfName {
		by, more := l.signaturesBy(keys, n)
		if n == 0 {
			found = by
		}
		for i := range by {
			if by[i].Verdict == "pass" && i < len(found) {
				found[i] = by[i]
			}
		}
		if !more {
			break
		}
	}
	return found
}

// signaturesBy verifies the signatures of a letter with the nth key of each name; more reports
// whether a name has further keys.
func (l *Letter) signaturesBy(keys []Key, nth int) (found []Signature, more bool) {
	var further atomic.Bool // several signatures are verified at the same time
	lookup := func(name string) ([]string, error) {
		var of []string
		for _, k := range keys {
			if strings.EqualFold(k.Name, name) {
				of = append(of, k.TXT)
			}
		}
		if len(of) > nth+1 {
			further.Store(true)
		}
		if nth >= len(of) {
			return nil, errNoKey
		}
		return of[nth : nth+1], nil
	}
	checked, _ := dkim.VerifyWithOptions(bytes.NewReader(l.Raw), &dkim.VerifyOptions{LookupTXT: lookup, MaxVerifications: mostSignatures})
	for _, v := range checked {
		found = append(found, Signature{v.Domain, l.worth(v.Err)})
	}
	return found, further.Load()
}

// worth says in a word what a signature is worth.
func (l *Letter) worth(err error) string {
	switch {
	case l.Veiled:
		return "veiled"
	case err == nil:
		return "pass"
	case strings.Contains(err.Error(), errNoKey.Error()):
		return "no key kept"
	case strings.Contains(err.Error(), "expired"):
		return "expired"
	}
	return "fail"
}

// parse reads the bytes of a letter as mail. What the letter quotes of the letters before
// it is cut away as it was when the letter came.
func (l *Letter) parse(all []Letter) mailer.Letter {
	return parse.Letter(l.Raw, mailer.Envelope{}, parse.Options{Answers: func(m mailer.Letter) [][]byte { return answered(l, m, all) }})
}

func (l *Letter) read(all []Letter) *Reading {
	r, _ := Read(l.parse(all))
	return &r
}

// Read returns what corrd reads in a letter without a position, and its statements in full.
func Read(mail mailer.Letter) (r Reading, page interpret.Page) {
	page = ledger.Read(mail)
	r = Reading{Reader: interpret.Version, NewText: mailer.Redact(mail.Text), Note: page.Note, Statements: []Statement{},
		Problems: append(texts.Each(mail.Problems), page.Problems...)}
	for _, s := range page.Statements {
		r.Statements = append(r.Statements, Statement{s.Kind.String(), s.Text})
	}
	return r, page
}

// answered returns the letters of corrd's that a letter answers.
func answered(l *Letter, mail mailer.Letter, all []Letter) (raws [][]byte) {
	var before []Letter
	for _, out := range slices.Backward(all) {
		if out.Dir == "out" && out.Raw != nil && out.Sent != nil && !out.Sent.After(l.At) {
			before = append(before, out)
		}
	}
	toSeat := func(out Letter) bool { return out.Seat == l.Seat }
	for _, out := range parse.Answered(mail, before, func(out Letter) string { return out.MessageID }, toSeat) {
		raws = append(raws, out.Raw)
	}
	return raws
}

// keyNames returns the names in the DNS of the keys by which a letter is signed.
func keyNames(raw []byte) (names []string) {
	for _, field := range mailer.ParseHead(raw).Fields.All("DKIM-Signature") {
		tags := map[string]string{}
		for tag := range strings.SplitSeq(field, ";") {
			name, value, _ := strings.Cut(tag, "=")
			tags[strings.TrimSpace(name)] = strings.Join(strings.Fields(value), "")
		}
		if tags["s"] != "" && tags["d"] != "" {
			names = append(names, strings.ToLower(tags["s"]+"._domainkey."+tags["d"]))
		}
	}
	return names
}

// KeySetting is the name under which a store keeps the keys of a name.
func KeySetting(name string) string { return "dkim-key/" + strings.ToLower(name) }

// ParseKeys reads the keys of a name as a store keeps them: a list as JSON, the newest first, or
// one key of an earlier corrd.
func ParseKeys(text string) (all []Key, err error) {
	if strings.HasPrefix(text, "{") {
		text = "[" + text + "]"
	}
	return all, json.Unmarshal([]byte(text), &all)
}
