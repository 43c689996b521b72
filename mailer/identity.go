package mailer

import (
	"bytes"
	"cmp"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// The kinds of thing that a Token can name.
const (
	KindGame         = 'g' // a seat in a game
	KindRegistration = 'r'
	KindChallenge    = 'c'
	// a letter that is held until the owner of its address confirms the letter
	KindHeld   = 'h'
	KindBounce = 'b' // a row of the outbox, in the envelope sender (VERP)
	KindUmpire = 'u' // an umpire
	KindOrder  = 'v' // an order of an umpire, by the number of the letter that holds the order
	// a player, who ends letters that corrd sends unasked (List-Unsubscribe), or answers letters
	// about themselves
	KindStop = 's'
	// an all-play-all event, of which a player answers a letter
	KindEvent = 'e'
)

// Token names what an answer is about. Its text is g12.w7.KEY, g12.w7m2.KEY (the second member of a
// consultation side), r7.KEY, c5.KEY, h31.KEY, b9.KEY, u3.KEY, v31.KEY,
// s3.KEY or e4.KEY. A Token without
// Key is a name; a Token with Key is a claim, to be checked by Keys.Check. Tokens can be compared
// with ==.
type Token struct {
	// KindGame, KindRegistration, KindChallenge, KindHeld, KindBounce, KindUmpire, KindOrder,
	// KindStop or KindEvent; 0 for no token
	Kind byte
	// of the game, registration, challenge, held letter, outbox row, umpire, ordering letter,
	// player or event; never negative
	Number int64
	Side   byte // 'w' or 'b' with KindGame, else 0
	Member int  // of a consultation side, from 1, or 0 if the side is one player
	Ply    int  // with KindGame: the ply that is due, else the last
	Key    string
}

// IsZero reports whether t is not a token at all.
func (t Token) IsZero() bool { return t.Kind == 0 }

// String returns the token as it stands in an address or a subject: name, dot, key.
func (t Token) String() string {
	if t.Key == "" {
		return t.name()
	}
	return t.name() + "." + t.Key
}

// name returns the token without its key.
func (t Token) name() string {
	b := append([]byte{t.Kind}, strconv.FormatInt(t.Number, 10)...)
	if t.Kind != KindGame {
		return string(b)
	}
	b = append(b, '.', t.Side)
	b = strconv.AppendInt(b, int64(t.Ply), 10)
	if t.Member > 0 {
		b = append(b, 'm')
		b = strconv.AppendInt(b, int64(t.Member), 10)
	}
	return string(b)
}

// keyLength is the length of a key in base32 digits, which hold 128 bits.
const keyLength = 26

// ParseToken reads the form that Token.String writes, in either case. The key must be there
// and of the right length, but only Keys.Check tells whether the key is right. Anything
// else gives the zero Token and false.
func ParseToken(s string) (Token, bool) {
	if len(s) > 80 {
		return Token{}, false
	}
	fields := strings.Split(strings.ToLower(s), ".")
	if len(fields) < 2 || len(fields[0]) < 2 || !isKey(fields[len(fields)-1]) {
		return Token{}, false
	}
	number, ok := parseNumber(fields[0][1:])
	t := Token{Kind: fields[0][0], Number: number, Key: fields[len(fields)-1]}
	switch {
	case !ok:
		return Token{}, false
	case t.Kind == KindGame && len(fields) == 3:
		ok = t.parseSeat(fields[1])
	case t.Kind == KindRegistration, t.Kind == KindChallenge, t.Kind == KindHeld, t.Kind == KindBounce, t.Kind == KindUmpire, t.Kind == KindOrder, t.Kind == KindStop, t.Kind == KindEvent:
		ok = len(fields) == 2
	default:
		ok = false
	}
	if !ok {
		return Token{}, false
	}
	return t, true
}

// parseSeat reads the seat and the ply, as "w7" or "b12m2".
func (t *Token) parseSeat(s string) bool {
	if s == "" || s[0] != 'w' && s[0] != 'b' {
		return false
	}
	ply, member, isMember := strings.Cut(s[1:], "m")
	p, ok := parseNumber(ply)
	if !ok || p > 1<<30 {
		return false
	}
	t.Side, t.Ply = s[0], int(p)
	if !isMember {
		return true
	}
	m, ok := parseNumber(member)
	t.Member = int(m)
	return ok && 0 < m && m <= 1000
}

// parseNumber reads a decimal number in its one canonical form: no sign and no leading
// zero.
func parseNumber(s string) (int64, bool) {
	if s == "" || len(s) > 1 && s[0] == '0' || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// isKey reports whether s, in lower case, has the form of a key.
func isKey(s string) bool {
	return len(s) == keyLength && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// SubjectToken finds the first [corrd TOKEN] in a subject.
func SubjectToken(subject string) (Token, bool) {
	const opening = "[corrd "
	lower := strings.ToLower(subject)
	for {
		i := strings.Index(lower, opening)
		if i < 0 {
			return Token{}, false
		}
		lower = lower[i+len(opening):]
		inside, _, closed := strings.Cut(lower, "]")
		if !closed {
			return Token{}, false
		}
		if t, ok := ParseToken(strings.TrimSpace(inside)); ok {
			return t, true
		}
	}
}

// Keys makes and checks the keys of tokens. A key is the first 128 bits of an HMAC-SHA-256
// over the token's name and generation, in lower-case base32 without padding. The zero Keys
// has no secret: it makes no keys, and no key is right for it.
type Keys struct {
	macs  *sync.Pool   // of HMACs under the secret that are not in use; nil: there is no secret
	block cipher.Block // under a key that follows from the secret
}

// secretLength is the length of a secret in octets.
const secretLength = 32

// ErrSecret means that the file of a secret does not hold one, or that people other than
// its owner may read the file.
var ErrSecret = errors.New("unusable secret file")

// NewKeys makes Keys of a secret of 32 octets; with any other length the error wraps
// ErrSecret.
func NewKeys(secret []byte) (Keys, error) {
	if len(secret) != secretLength {
		return Keys{}, fmt.Errorf("%w: %d octets, want %d", ErrSecret, len(secret), secretLength)
	}
	k := Keys{macs: macsUnder(bytes.Clone(secret))}
	key := k.sum([]byte("cipher of the veil"))
	block, err := aes.NewCipher(key[:])
	k.block = block
	return k, err
}

// macsUnder returns HMACs under a secret.
func macsUnder(secret []byte) *sync.Pool {
	return &sync.Pool{New: func() any { return hmac.New(sha256.New, secret) }}
}

// noSecret are the HMACs of the zero Keys.
var noSecret = macsUnder(nil)

// sum returns the HMAC of a text in parts.
func (k Keys) sum(parts ...[]byte) (sum [sha256.Size]byte) {
	macs := cmp.Or(k.macs, noSecret)
	mac := macs.Get().(hash.Hash)
	defer macs.Put(mac)
	mac.Reset()
	for _, part := range parts {
		mac.Write(part)
	}
	mac.Sum(sum[:0])
	return sum
}

// LoadOrCreateKeys reads the secret in the file path or, if there is no such file, writes a
// random secret there with mode 0600, synced. The error wraps ErrSecret for a file that
// holds no secret or is open to others; any other error is the file system's.
func LoadOrCreateKeys(path string) (Keys, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return createKeys(path)
	}
	if err != nil {
		return Keys{}, fmt.Errorf("secret: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return Keys{}, fmt.Errorf("%w: %s may be read by others; chmod 600 mends it", ErrSecret, path)
	}
	secret, err := os.ReadFile(path)
	if err != nil {
		return Keys{}, fmt.Errorf("secret: %w", err)
	}
	keys, err := NewKeys(secret)
	if err != nil {
		return Keys{}, fmt.Errorf("%s: %w", path, err)
	}
	return keys, nil
}

// Mark returns 32 hexadecimal digits of an HMAC, which distinguish this secret from others and do
// not reveal the secret.
func (k Keys) Mark() string {
	sum := k.sum([]byte("which secret this is"))
	return hex.EncodeToString(sum[:16])
}

// Digest returns an HMAC of a text. Without the secret nobody can check a guess at the text
// against the digest.
func (k Keys) Digest(text []byte) [32]byte { return k.sum([]byte("digest "), text) }

// createKeys writes a fresh secret beside path and links the file into place: a secret that
// exists is whole, and two processes that create one at once agree.
func createKeys(path string) (Keys, error) {
	secret := make([]byte, secretLength)
	rand.Read(secret)
	f, err := os.CreateTemp(filepath.Dir(path), ".secret-*")
	if err != nil {
		return Keys{}, fmt.Errorf("secret: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(secret)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Link(f.Name(), path)
	}
	if errors.Is(err, fs.ErrExist) {
		return LoadOrCreateKeys(path)
	}
	if err != nil {
		return Keys{}, fmt.Errorf("secret: %w", err)
	}
	keys, err := NewKeys(secret)
	return keys, errors.Join(err, syncDir(filepath.Dir(path)))
}

// syncDir syncs a folder, so that the names in it outlast a crash.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

var base32Lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// Sign returns t with its key for a generation. Generations begin at 0, and a key is
// rotated by counting them up; the text of a token does not show the generation.
func (k Keys) Sign(t Token, generation int) Token {
	if k.macs == nil {
		t.Key = ""
		return t
	}
	sum := k.sum(fmt.Appendf(nil, "corrd token 1\x00%s\x00%d", t.name(), generation))
	t.Key = base32Lower.EncodeToString(sum[:16])
	return t
}

// Check reports whether t carries the right key for that generation, in time that does not
// depend on the key.
func (k Keys) Check(t Token, generation int) bool {
	want := k.Sign(t, generation).Key
	return want != "" && hmac.Equal([]byte(strings.ToLower(t.Key)), []byte(want))
}

// Generation finds the generation, from newest down to 0, for which t carries the right
// key; false if there is none.
func (k Keys) Generation(t Token, newest int) (int, bool) {
	for g := newest; g >= 0; g-- {
		if k.Check(t, g) {
			return g, true
		}
	}
	return 0, false
}

// Address returns the keyed reply address for t at the site, such as
// corrd+g12.w7.KEY@club.example. For a site without a delimiter, whose keys travel in
// subjects, Address returns the plain address.
func (k Keys) Address(t Token, generation int, at Site) string {
	if at.Delimiter == 0 {
		return at.Address()
	}
	return at.Local + string(at.Delimiter) + k.Sign(t, generation).String() + "@" + at.Domain
}

// SubjectToken returns the keyed token as the subject of a letter holds it: [corrd
// g12.w7.KEY].
func (k Keys) SubjectToken(t Token, generation int) string {
	return "[corrd " + k.Sign(t, generation).String() + "]"
}

// BounceAddress returns the envelope sender for a row of the outbox (VERP): a delivery
// status notification comes back to an address that nobody else can name.
func (k Keys) BounceAddress(row int64, at Site) string {
	return k.Address(Token{Kind: KindBounce, Number: row}, 0, at)
}

// BounceRow returns the outbox row of a Token that BounceAddress made; false for any other
// token and for a wrong key.
func (k Keys) BounceRow(t Token) (int64, bool) {
	return t.Number, t.Kind == KindBounce && k.Check(t, 0)
}

// ReadPrivate reads a file that its owner, and perhaps a group, may read and nobody else.
// For any other file the error wraps ErrSecret.
func ReadPrivate(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o027 != 0 {
		return nil, fmt.Errorf("%w: %s may be read by everybody or written by a group; chmod 600 mends it", ErrSecret, path)
	}
	return os.ReadFile(path)
}
