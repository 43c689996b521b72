// Package dossier gathers the evidence of one game from the store (Gather), puts it into one
// archive, and verifies such an archive on any machine: the letters as they came and went, the
// events with their chain of hashes, what was read of each letter, what the events fold to, and the
// laws that were applied, in corrd's words.
//
// Its files:
//
//	dossier, gather         what evidence is; it is gathered from the store
//	side                    as much of it as a side may read
//	files, archive, folder  its files; one archive, sealed; a folder of archives
//	verify, chain, letter   what is verified of an archive, of the chain, of a letter
//	redecide, acts, noted   the laws are applied again, by letters or by what was noted
//	contrast                how the log differs from what the laws decide
//
// An archive has one form for what is in it, octet by octet (pack), so that one octet
// changed anywhere shows. Package dossier knows the laws of game, the log of events and how
// mail is read. What it verifies, it verifies from the archive alone. It must not know who asks for
// an archive, nor the wording of letters.
package dossier

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"corrd/game"
	"corrd/game/board"
	"corrd/mailer"
	"corrd/store"
)

// Format is the number of the layout that this corrd writes; an archive with a greater one
// is of a newer corrd.
const Format = 3

// Case is what an archive is made of.
type Case struct {
	About
	Events  []store.Entry
	Letters []Letter
	Keys    []Key
}

// About is dossier.json: what the archive is, and whom it names.
type About struct {
	Format    int        `json:"format"`
	Corrd     string     `json:"corrd"`           // the version of corrd that made the archive
	Reader    string     `json:"reader"`          // the version of the reader of moves
	Rules     int        `json:"rules,omitempty"` // the newest rules of the corrd that made the archive (game.NewestRules)
	Game      int64      `json:"game"`
	Made      time.Time  `json:"made"`
	Server    string     `json:"server"` // the address of corrd
	Zone      string     `json:"zone"`   // of the hours of the day that terms name
	For       string     `json:"for"`    // "white" or "black": who may read the archive; "" for the umpire
	Salt      string     `json:"salt"`   // formats 1 and 2: with which addresses and keys are hashed in an archive for a side
	Players   []Player   `json:"players"`
	Challenge *Challenge `json:"challenge"` // null where the challenge is not on file
	Disputes  []Dispute  `json:"disputes"`
}

// Player is somebody who has or had a seat.
type Player struct {
	ID        int64    `json:"id"`
	Name      string   `json:"name"`
	Side      string   `json:"side"`
	Member    int      `json:"member"` // of a side in consultation, from 1; 0: the side is one player
	Addresses []string `json:"addresses"`
}

// Challenge is how the game was agreed on; both letters are in the archive where their
// bytes are kept.
type Challenge struct {
	ID         int64     `json:"id"`
	From       int64     `json:"from"`
	To         string    `json:"to"`
	At         time.Time `json:"at"`
	Nonce      string    `json:"nonce"`      // the nonce of the lot, hexadecimal
	Letter     int64     `json:"letter"`     // that challenged
	Acceptance int64     `json:"acceptance"` // the letter that accepted
}

// Dispute is a dispute about the game.
type Dispute struct {
	ID     int64     `json:"id"`
	Ground string    `json:"ground"`
	By     string    `json:"by"`
	Opened time.Time `json:"opened"`
	State  string    `json:"state"`
	Events []int64   `json:"events"`
}

// UmpireSeat is the seat that letters of the umpire, and to the umpire, have in an archive.
const UmpireSeat = "umpire"

// Letter is a letter of the game, in either direction; a row of letters.jsonl.
type Letter struct {
	ID        int64      `json:"id"`
	Dir       string     `json:"dir"` // "in" or "out"
	At        time.Time  `json:"at"`
	Seat      string     `json:"seat"`
	Ply       int        `json:"ply"`  // the ply that the key of an incoming letter names; 0: none
	Told      int64      `json:"told"` // the last event that a letter which went out tells; 0: none
	Player    int64      `json:"player"`
	From      string     `json:"from"`
	To        []string   `json:"to"`
	Subject   string     `json:"subject"`
	MessageID string     `json:"message_id"`
	Kind      string     `json:"kind"`
	State     string     `json:"state"`
	Verdict   string     `json:"verdict"`
	Tries     int        `json:"tries"`           // of a letter that goes out
	Sent      *time.Time `json:"sent"`            // when the next hop accepted the letter; null: the next hop has not
	Answer    string     `json:"delivery_answer"` // what the next hop last said against the letter
	File      string     `json:"file"`            // "" where there are no bytes
	SHA256    string     `json:"sha256"`          // of the bytes as they are in the archive
	Gone      string     `json:"gone"`            // why the bytes are missing
	Veiled    bool       `json:"veiled"`          // the words alone are here that the reader was told, so that the hash of the event cannot be recomputed

	Authentication []string    `json:"authentication_results"` // the fields of the header, as they stand
	Signatures     []Signature `json:"dkim"`
	Reading        *Reading    `json:"reading"` // null for a letter that went out

	Raw []byte `json:"-"`

	mail  *mailer.Letter // the bytes read as mail, once they are
	bound bool           // an event holds the hash of the bytes
}

// Key is the public key of a signature (RFC 6376, 3.6.1) as the DNS gave it when a letter
// was checked; a row of keys.jsonl.
type Key struct {
	Name string    `json:"name"` // "selector._domainkey.domain"
	TXT  string    `json:"txt"`
	Seen time.Time `json:"seen"`
}

// name is where the bytes of a letter lie in the archive.
func (l *Letter) name() string {
	return "letters/" + l.Dir + "/" + number(l.ID) + ".eml"
}

// Build makes the archive of a case, sealed with the keys of the house, and returns the bytes and
// their SHA-256.
func Build(c Case, sign Sign) (archive []byte, sum string, err error) {
	if side, isSide := board.ParseSide(c.For); isSide {
		c = c.forSide(side)
	}
	files, err := c.files(sign)
	if err != nil {
		return nil, "", err
	}
	if archive, err = pack(files); err != nil {
		return nil, "", err
	}
	return archive, Sum(archive), nil
}

// Sum is the SHA-256 of an archive in hexadecimal.
func Sum(archive []byte) string {
	sum := sha256.Sum256(archive)
	return hex.EncodeToString(sum[:])
}

// lot draws the lot for the colours again, where it was drawn and its letter is there.
func (v *verifier) lot() {
	if len(v.events) == 0 {
		return
	}
	started, ok := v.events[0].Fact.(game.Started)
	if !ok || started.Lot == nil {
		return
	}
	nonce := make([]byte, len(started.Lot.Nonce)/2)
	if unhex(nonce, started.Lot.Nonce) != nil || fmt.Sprintf("%x", sha256.Sum256(nonce)) != started.Lot.Commitment {
		v.fault("the number of the lot is not the one to which the challenge was bound")
		return
	}
	l := v.letterIn(started.Lot.Letter)
	if l == nil || l.Veiled || v.about.Challenge == nil {
		v.note("the lot cannot be drawn again: the letter of acceptance is not here as it came")
		return
	}
	sum := sha256.Sum256(append(nonce, l.Raw...))
	challenger := board.White
	if sum[len(sum)-1]&1 == 1 {
		challenger = board.Black
	}
	if started.Players[challenger] != v.about.Challenge.From && started.Match == nil {
		v.fault("the lot drawn again gives the challenger the other men")
		return
	}
	v.note("the lot for the colours, drawn again, falls as it did")
}
