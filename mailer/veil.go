package mailer

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
)

// A veiled text has a question mark in the place of each octet that tells of a key. Its seal holds
// those octets encrypted under the secret, with a digest under the secret of the whole text as the
// initialization vector. Therefore the same text always has the same seal, and Show gives the
// text back to the octet or not at all.

// masked stands in the place of an octet that tells of a key.
const masked = '?'

// Hide returns a text with question marks in the place of its keys, in the capacity of room if the
// text fits there, and the seal from which Show makes the text again. Without a key in it, and
// under the zero Keys, Hide returns the text itself and no seal.
func (k Keys) Hide(text, room []byte) (veiled, seal []byte) {
	if k.macs == nil {
		return text, nil
	}
	spans := keySpans(text, room)
	if len(spans) == 0 {
		return text, nil
	}
	return k.hide(text, room, spans)
}

// hide hides some parts of a text.
func (k Keys) hide(text, room []byte, spans []span) (veiled, seal []byte) {
	vector := k.digestOf(text)
	veiled = append(room[:0], text...)
	seal = binary.AppendUvarint(vector, uint64(len(spans)))
	var hidden []byte
	done := 0
	for _, s := range spans {
		seal = binary.AppendUvarint(binary.AppendUvarint(seal, uint64(s.from-done)), uint64(s.to-s.from))
		hidden = append(hidden, text[s.from:s.to]...)
		for i := s.from; i < s.to; i++ {
			veiled[i] = masked
		}
		done = s.to
	}
	k.crypt(vector, hidden)
	return veiled, append(seal, hidden...)
}

// Show returns the text that Hide has veiled; false where the seal was made under another secret,
// or is not the seal of the text.
func (k Keys) Show(veiled, seal []byte) ([]byte, bool) {
	if k.macs == nil || len(seal) < aes.BlockSize {
		return nil, false
	}
	vector, rest := seal[:aes.BlockSize], seal[aes.BlockSize:]
	number := func() int {
		n, length := binary.Uvarint(rest)
		if length <= 0 || n > uint64(max(len(veiled), len(rest))) {
			rest = nil
			return 0
		}
		rest = rest[length:]
		return int(n)
	}
	var spans []span
	hidden, done := 0, 0
	for n := number(); n > 0 && rest != nil; n-- {
		s := span{from: done + number()}
		s.to = s.from + number()
		done, hidden = s.to, hidden+s.to-s.from
		spans = append(spans, s)
	}
	if done > len(veiled) || hidden != len(rest) {
		return nil, false
	}
	shown := slices.Clone(rest)
	k.crypt(vector, shown)
	text := slices.Clone(veiled)
	for _, s := range spans {
		shown = shown[copy(text[s.from:s.to], shown):]
	}
	return text, hmac.Equal(k.digestOf(text), vector)
}

// digestOf returns a digest of a text under the secret, as long as a block of the cipher.
func (k Keys) digestOf(text []byte) []byte {
	sum := k.sum([]byte("veiled "), text)
	return sum[:aes.BlockSize:aes.BlockSize]
}

// crypt encrypts octets in place, or decrypts them.
func (k Keys) crypt(vector, octets []byte) {
	cipher.NewCTR(k.block, vector).XORKeyStream(octets, octets)
}

// textSeal stands between a short veiled text and its seal.
const textSeal = "\x1f"

// HideText returns a short text, such as an address or a subject, with its keys hidden and the
// seal at its end. ShowText gives the text back.
func (k Keys) HideText(text string) string {
	if k.macs == nil || len(text) < keyLength && !strings.Contains(text, textSeal) {
		return text
	}
	spans := keySpans([]byte(text), nil)
	if len(spans) == 0 && !strings.Contains(text, textSeal) {
		return text
	}
	veiled, seal := k.hide([]byte(text), nil, spans)
	return string(veiled) + textSeal + base64.RawStdEncoding.EncodeToString(seal)
}

// HideKept returns a text, in which the keys may be hidden already, with its keys hidden as
// HideText does.
func (k Keys) HideKept(text string) string {
	if len(text) < keyLength || len(keySpans([]byte(text), nil)) == 0 {
		return text
	}
	return k.HideText(text)
}

// ShowText returns the text that HideText has hidden, or, where the seal was made under another
// secret, the text with question marks in it. Any other text stays as it is.
func (k Keys) ShowText(text string) string {
	at := strings.LastIndex(text, textSeal)
	if at < 0 {
		return text
	}
	seal, err := base64.RawStdEncoding.DecodeString(text[at+len(textSeal):])
	if err != nil {
		return text
	}
	if shown, ok := k.Show([]byte(text[:at]), seal); ok {
		return string(shown)
	}
	return text[:at]
}
