package dossier

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"mime/quotedprintable"
	"regexp"
	"slices"
	"strings"

	"corrd/game/board"
	"corrd/mailer/header"
	"corrd/store"
)

// veil replaces the addresses of one side, and the keys of its letters, by their salted
// hashes.
type veil struct {
	side      string // the side that is veiled
	salt      []byte
	addresses *regexp.Regexp // nil: there are none
}

// keyRuns are runs of letters and figures that have the length of a key.
var keyRuns = regexp.MustCompile(`\b(?i:[a-z2-7]{26})\b`)

// veiled gives the case as a side may read it: without the addresses and the keys of the
// other side. The salts of what holds one go too; the hashes of the events stay.
func (c Case) veiled(reader board.Side) (Case, error) {
	salt, err := hex.DecodeString(c.Salt)
	if err != nil || len(salt) == 0 {
		return c, fmt.Errorf("the salt of an archive for a side is missing: %w", err)
	}
	v := veil{side: reader.Other().String(), salt: salt}
	v.addresses = v.find(c)
	c.Salt = ""
	c.Players = slices.Clone(c.Players)
	for i := range c.Players {
		p := &c.Players[i]
		p.Addresses = slices.Clone(p.Addresses)
		for j := range p.Addresses {
			p.Addresses[j] = v.text(p.Addresses[j])
		}
	}
	if c.Challenge != nil {
		ch := *c.Challenge
		ch.To = v.text(ch.To)
		c.Challenge = &ch
	}
	c.Letters = slices.Clone(c.Letters)
	for i := range c.Letters {
		v.letter(&c.Letters[i])
	}
	c.Events = slices.Clone(c.Events)
	for i := range c.Events {
		if err := v.event(&c.Events[i], c.Letters); err != nil {
			return c, err
		}
	}
	c.hide(reader)
	return c, nil
}

// find collects the addresses of the side that is veiled, in each form in which letters
// write one.
func (v veil) find(c Case) *regexp.Regexp {
	var forms, own []string
	add := func(address string) {
		if local, domain, ok := strings.Cut(address, "@"); ok && !slices.ContainsFunc(own, func(o string) bool { return strings.EqualFold(o, address) }) {
			for _, at := range []string{"@", "=", "%40"} {
				forms = append(forms, regexp.QuoteMeta(local+at+domain))
			}
		}
	}
	own = append(own, c.Server)
	for _, p := range c.Players {
		if p.Side != v.side {
			own = append(own, p.Addresses...)
		}
	}
	for _, p := range c.Players {
		if p.Side == v.side {
			for _, a := range p.Addresses {
				add(a)
			}
		}
	}
	if c.Challenge != nil {
		add(c.Challenge.To)
	}
	for _, l := range c.Letters {
		if v.veils(l.Seat) && l.Dir == "in" {
			add(l.From)
		}
		if v.veils(l.Seat) && l.Dir == "out" {
			for _, to := range l.To {
				add(to)
			}
		}
	}
	if len(forms) == 0 {
		return nil
	}
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) })
	return regexp.MustCompile("(?i)" + strings.Join(forms, "|"))
}

// veils reports whether the addresses and keys of a seat are replaced: those of the side that
// is veiled, and of the umpire.
func (v veil) veils(seat string) bool { return seat == v.side || seat == UmpireSeat }

// hash stands in the place of an address or a key.
func (v veil) hash(secret []byte) []byte {
	sum := sha256.Sum256(append(slices.Clone(v.salt), bytes.ToLower(secret)...))
	return fmt.Appendf(nil, "sha256:%x", sum[:16])
}

func (v veil) text(s string) string {
	if v.addresses == nil {
		return s
	}
	return v.addresses.ReplaceAllStringFunc(s, func(a string) string { return string(v.hash([]byte(a))) })
}

// letter veils what is written of a letter, and its bytes.
func (v veil) letter(l *Letter) {
	l.From, l.Subject, l.Verdict, l.Answer = v.text(l.From), v.text(l.Subject), v.text(l.Verdict), v.text(l.Answer)
	l.To = slices.Clone(l.To)
	for i := range l.To {
		l.To[i] = v.text(l.To[i])
	}
	if v.veils(l.Seat) {
		l.Subject = string(keyRuns.ReplaceAllFunc([]byte(l.Subject), v.hash))
		for i := range l.To {
			l.To[i] = string(keyRuns.ReplaceAllFunc([]byte(l.To[i]), v.hash))
		}
	}
	if l.Raw == nil {
		return
	}
	plain := v.bytes(l.Raw, v.veils(l.Seat))
	if v.shows(plain, v.veils(l.Seat)) {
		plain = append(v.bytes(headOf(l.Raw), v.veils(l.Seat)), "The text of this letter is withheld: it holds an address or a key in a form that cannot be replaced.\r\n"...)
	}
	if !bytes.Equal(plain, l.Raw) {
		l.Raw, l.Veiled = plain, true
	}
}

func (v veil) bytes(b []byte, keys bool) []byte {
	if v.addresses != nil {
		b = v.addresses.ReplaceAllFunc(b, v.hash)
	}
	if keys {
		b = keyRuns.ReplaceAllFunc(b, v.hash)
	}
	return b
}

// headOf is the header of a letter, with the empty line after it and without the fields
// that say how its body is encoded.
func headOf(raw []byte) []byte {
	var head []byte
	for rest := raw; len(rest) > 0; {
		var line []byte
		line, rest = header.NextLine(rest)
		if len(bytes.TrimSpace(line)) == 0 {
			break
		}
		head = append(append(head, bytes.TrimRight(line, "\r\n")...), "\r\n"...)
	}
	return append(encoding.ReplaceAll(head, nil), "\r\n"...)
}

var encoding = regexp.MustCompile(`(?im)^content-(type|transfer-encoding):.*\r\n([ \t].*\r\n)*`)

// shows reports whether a letter still shows a secret to somebody who decodes its parts.
func (v veil) shows(raw []byte, keys bool) bool {
	decoded := [][]byte{bytes.ReplaceAll(bytes.ReplaceAll(raw, []byte("=\r\n"), nil), []byte("=\n"), nil)}
	if plain, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(raw))); err == nil || len(plain) > 0 {
		decoded = append(decoded, plain)
	}
	for _, run := range base64Runs.FindAll(raw, -1) {
		digits := bytes.Join(bytes.Fields(run), nil)
		plain := make([]byte, base64.StdEncoding.DecodedLen(len(digits)))
		n, _ := base64.StdEncoding.Decode(plain, digits)
		decoded = append(decoded, plain[:n])
	}
	return slices.ContainsFunc(decoded, func(b []byte) bool {
		return v.addresses != nil && v.addresses.Match(b) || keys && keyRuns.Match(b)
	})
}

// base64Runs are lines that may be base64 (RFC 2045, 6.8).
var base64Runs = regexp.MustCompile(`(?m)(?:^[A-Za-z0-9+/]{16,}={0,2}\r?\n?)+(?:^[A-Za-z0-9+/]+={0,2}\r?\n?)?`)

// event withholds what stands beside an event and holds an address, and the salt of a
// letter that is veiled.
func (v veil) event(e *store.Entry, letters []Letter) error {
	if v.addresses != nil && v.addresses.Match(e.Line) {
		e.Line = nil
		return nil
	}
	_, decoded, err := store.DecodeLine(e.Line, e.Beside)
	if err != nil {
		return err
	}
	e.Beside = slices.Clone(e.Beside)
	for i := range e.Beside {
		b := &e.Beside[i]
		holds := v.addresses != nil && v.addresses.Match(b.Text)
		if b.Name == store.RawText {
			holds = slices.ContainsFunc(letters, func(l Letter) bool {
				return l.Dir == "in" && l.ID == decoded.Letter && l.Veiled
			})
		}
		if holds && b.Erased == 0 {
			b.Salt, b.Text = store.Salt{}, nil
		}
	}
	return nil
}
