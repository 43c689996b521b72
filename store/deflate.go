package store

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"sync"
	"sync/atomic"

	fast "github.com/klauspost/compress/flate"
)

// inflaters holds decompressors (RFC 1951): one is large, so each is used again.
var inflaters = sync.Pool{New: func() any { return &inflater{deflated: flate.NewReader(nil)} }}

// Deflate returns b compressed by RFC 1951 with the dictionary of letters, and a check sum
// after the end: a compressed text does not always tell that it was changed. The stateless
// compressor writes 4 to 7 % more octets than compress/flate and takes a third of the time.
// A picture in base64 is written as literals.
func Deflate(b []byte) []byte { return deflate(b, 0) }

// deflate is Deflate with room for so many octets after what it returns.
func deflate(b []byte, room int) []byte {
	out := deflated.Get().(*bytes.Buffer)
	defer deflated.Put(out)
	out.Reset()
	from, to := pictureIn(b)
	compress(out, b[:from], from == len(b), dictionaryBytes)
	if from < len(b) {
		tail := b[to:]
		if len(tail) <= shortTail {
			to, tail = len(b), nil
		}
		writeLiterals(out, b[from:to], tail == nil)
		if tail != nil {
			compress(out, tail, true, b[max(0, to-dictionaryLength):to])
		}
	}
	return WithSum(append(make([]byte, 0, out.Len()+sumLength+room), out.Bytes()...), b)
}

// compress appends the blocks of a text that follows upon a dictionary.
func compress(out *bytes.Buffer, text []byte, last bool, dictionary []byte) {
	if err := fast.StatelessDeflate(out, text, last, dictionary); err != nil {
		panic(err) // out is memory: no write of it fails
	}
}

const (
	shortTail        = 256     // octets after a picture that are not worth another block
	dictionaryLength = 8 << 10 // of which the stateless compressor makes use
)

// startOfPicture is how a PNG begins in base64, after the header of its part of a letter.
var startOfPicture, endOfPart = []byte("\r\n\r\niVBORw0KGgo"), []byte("\r\n--")

// pictureIn returns where the first picture in a letter lies; from is the length of the letter
// where it has none.
func pictureIn(b []byte) (from, to int) {
	from = bytes.Index(b, startOfPicture)
	if from < 0 {
		return len(b), len(b)
	}
	if n := bytes.Index(b[from:], endOfPart); n >= 0 {
		return from, from + n
	}
	return from, len(b)
}

// deflated holds buffers that Deflate uses again, also a Vault for what it hides first.
var deflated = sync.Pool{New: func() any { return new(bytes.Buffer) }}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumLength is the length of a check sum in octets.
const sumLength = 4

// WithSum appends the check sum of a text to what it was written as.
func WithSum(written, text []byte) []byte {
	return binary.BigEndian.AppendUint32(written, crc32.Checksum(text, castagnoli))
}

var dictionaryBytes = []byte(dictionary)

// ErrSum means that bytes are not as they were written.
var ErrSum = errors.New("its check sum is not right")

// inflater reads what Deflate has written, and what a Vault has. Its text is overwritten by the
// next; seal is that of a text which lies veiled.
type inflater struct {
	from     bytes.Reader
	deflated io.ReadCloser
	text     bytes.Buffer
	seal     []byte
}

// read reads the text of b, and compares its check sum. Bytes of a time before
// check sums have none.
func (i *inflater) read(b []byte) error {
	i.text.Reset()
	i.from.Reset(b)
	if err := i.deflated.(flate.Resetter).Reset(&i.from, dictionaryBytes); err != nil {
		return err
	}
	if _, err := i.text.ReadFrom(i.deflated); err != nil {
		return err
	}
	i.seal = nil
	sum := b[len(b)-i.from.Len():]
	if len(sum) > sumLength {
		sum, i.seal = sum[:sumLength], sum[sumLength:]
	}
	if len(sum) > 0 && !bytes.Equal(sum, WithSum(nil, i.text.Bytes())) {
		return ErrSum
	}
	if i.seal != nil {
		end := len(i.seal) - sumLength
		if end < 0 || !bytes.Equal(i.seal, WithSum(i.seal[:end:end], i.seal[:end])) {
			return ErrSum
		}
		i.seal = i.seal[:end]
	}
	return nil
}

// VerifyDeflated reports why bytes that lie in a store cannot be read; nil if they can.
func VerifyDeflated(b []byte) error {
	i := inflaters.Get().(*inflater)
	defer inflaters.Put(i)
	return i.read(b)
}

// dictionary is what letters have in common with each other: lines of their
// headers, and of corrd's own letters as they are sent and as mail programs
// quote them. What is most common comes last. It never changes: what was
// compressed with it can only be read with it.
var dictionary = strings.ReplaceAll(`Content-Type: multipart/alternative; boundary="=_
Content-Type: multipart/mixed; boundary="----=_Part_
Content-Type: text/html; charset="UTF-8"
<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body><div dir="ltr"><br></div><div class="gmail_quote"><blockquote type="cite"></body></html>
Content-Disposition: inline
User-Agent: Mozilla Thunderbird
X-Mailer: Apple Mail iPhone Mail Microsoft Outlook
Content-Language: en-GB
Accept-Language: en-US
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=gmail.com; s=selector1; h=from:to:subject:date:message-id:in-reply-to:references:mime-version:content-type; bh=; b=
Authentication-Results: mx; dkim=pass header.d=; spf=pass smtp.mailfrom=; dmarc=pass header.from=
Received-SPF: pass
Return-Path: <
Delivered-To:
Received: by with SMTP id
Received: from mail. (localhost [127.0.0.1]) by mail. with ESMTPS (TLS1.3) id for <corrd+g; Mon, Tue, Wed, Thu, Fri, Sat, Sun, Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec 2026 2027 2028 +0000 (UTC)
Auto-Submitted: auto-replied
List-Id: <g.corrd.>
Corrd-Game: 
Corrd-Turn: white black
Corrd-Letter: adopted
Corrd-Letter: move
Corrd-Moves: 
Corrd-Position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
Corrd-Law: I.13.C
Corrd-Chain: 
Corrd-Assistance: any-means; until 2026-
On wrote:
Am schrieb:
Le a écrit :
-----Original Message-----
> The law, I.13.C: A communicated move must be a record of the move,
> unless otherwise agreed. Whatever is not needed may be left out, and
> nothing is read as an illegal move that can be read as a legal one.
> | Game The British Chess Code, revised edition, 1899
> | White one move used 1 hour left 29 days 23 hours
> | Black no moves used no time left 30 days
> The moves so far, or the last of them:
> |    White  Black
> | White: King K1; Queen Q1; Rooks QR1, KR1; Bishops QB1, KB1;
> | Knights QKt1, KKt1; Pawns QR2, QKt2, QB2, Q2, K2, KB2, KKt2, KR2.
> You may consult books and use any other means, but you may not ask
> another player for help (III.2(a)).
> |     QR  QKt QB  Q   K   KB  KKt KR
> |   +--------------------------------+
> | 8 | r   kt  b   q   k   b   kt  r  | 1
> | 7 | p   p   p   p   p   p   p   p  | 2
> | 6 | .   .   .   .   .   .   .   .  | 3
> | 5 | .   .   .   .   .   .   .   .  | 4
> | 2 | P   P   P   P   P   P   P   P  | 7
> | 1 | R   Kt  B   Q   K   B   Kt  R  | 8
> To answer, write one of these on a line of its own above this letter:
> | I offer a draw  offers one, alone or beside a move
> | resign          gives up the game
> | help            everything you can write
> In words: Pawn to King's fourth square. The full record is P(
> It is your turn: move for White. You have 30 days for the next
> 10 moves; your flag falls on 2026-
> White has played 
> Black has played 
Content-Transfer-Encoding: quoted-printable
Content-Transfer-Encoding: 7bit
References: <g.e
In-Reply-To: <g.e
@club.example>
Message-ID: <@mail.gmail.com>
From: A Player <p@example.org>
To: corrd+g
Subject: Re: [corrd ] your turn
Date: Thu, 01 Jan 2026 00:00:00 +0000
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

P-K4 Kt-KB3 Kt-QB3 B-Kt5 B-B4 P-Q4 PxP Castles
`, "\n", "\r\n")

// The boards in letters are PNG in base64. Such octets repeat nothing, and a compressor that looks
// for what repeats spends most of its time on them. Therefore Deflate writes them as literals
// alone.

// literalWriters holds compressors that look for no repetition: one is large, so each is used
// again.
var literalWriters = sync.Pool{New: func() any {
	w, err := fast.NewWriter(nil, fast.HuffmanOnly)
	if err != nil {
		panic(err) // the level is one of the library's
	}
	return w
}}

// writeLiterals writes blocks that hold octets as literals, and that end with an octet; last says
// that no other block follows.
func writeLiterals(out *bytes.Buffer, octets []byte, last bool) {
	w := literalWriters.Get().(*fast.Writer)
	defer literalWriters.Put(w)
	w.Reset(out)
	_, err := w.Write(octets)
	end := w.Flush
	if last {
		end = w.Close
	}
	if err == nil {
		err = end()
	}
	if err != nil {
		panic(err) // out is memory: no write of it fails
	}
}

// Veil hides in the bytes of a letter what somebody who has the store alone must not learn. Hide
// returns the bytes with that part masked, in the capacity of room if they fit, and a seal from
// which Show makes the bytes again; a seal that is nil means that there is nothing to hide. The
// same bytes always give the same result. Show returns false when the seal is of another Veil.
type Veil interface {
	Hide(octets, room []byte) (veiled, seal []byte)
	Show(veiled, seal []byte) (octets []byte, ok bool)
}

// Vault keeps the bytes of letters, as a store does: deflated, and under a Veil from the time at
// which the Vault is given one. What lies veiled is the deflated text, the text's check sum, the
// seal and the seal's check sum.
type Vault struct{ veil atomic.Pointer[Veil] }

// Veil has bytes kept under a Veil from now on.
func (v *Vault) Veil(veil Veil) { v.veil.Store(&veil) }

// Deflate returns octets as they are to lie in the store.
func (v *Vault) Deflate(octets []byte) []byte {
	veil := v.veil.Load()
	if veil == nil {
		return Deflate(octets)
	}
	room := deflated.Get().(*bytes.Buffer)
	defer deflated.Put(room)
	room.Reset()
	room.Grow(len(octets))
	veiled, seal := (*veil).Hide(octets, room.AvailableBuffer())
	kept := deflate(veiled, len(seal)+sumLength)
	if seal != nil {
		kept = WithSum(append(kept, seal...), seal)
	}
	return kept
}

// Kept returns octets as they were deflated before the transaction, or else deflates them now.
func (v *Vault) Kept(octets, deflated []byte) []byte {
	if deflated != nil {
		return deflated
	}
	return v.Deflate(octets)
}

// Veiled returns the bytes of a letter or a row that lie without a Veil as they lie under it, or
// nil if they lie under one, have nothing to hide, or are none. The error is ErrCorrupt.
func (v *Vault) Veiled(of Kind, id int64, kept []byte) ([]byte, error) {
	veil := v.veil.Load()
	if veil == nil || kept == nil {
		return nil, nil
	}
	i := inflaters.Get().(*inflater)
	defer inflaters.Put(i)
	if err := i.read(kept); err != nil {
		return nil, fmt.Errorf("%w: the bytes of %s %d: %v", ErrCorrupt, of, id, err)
	}
	if i.seal != nil {
		return nil, nil
	}
	text := bytes.Clone(i.text.Bytes())
	if _, seal := (*veil).Hide(text, nil); seal == nil {
		return nil, nil
	}
	return v.Deflate(text), nil
}

// Inflate returns what Deflate was given, never nil without an error; ErrVeiled where the Veil
// does not show it.
func (v *Vault) Inflate(kept []byte) ([]byte, error) {
	i := inflaters.Get().(*inflater)
	defer inflaters.Put(i)
	if err := i.read(kept); err != nil || i.seal == nil {
		return append([]byte{}, i.text.Bytes()...), err
	}
	if veil := v.veil.Load(); veil != nil {
		if octets, ok := (*veil).Show(bytes.Clone(i.text.Bytes()), i.seal); ok {
			return octets, nil
		}
	}
	return nil, ErrVeiled
}
