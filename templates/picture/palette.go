package picture

import "image/color"

// shade is a ground that men stand on.
type shade int

const (
	lightShade shade = iota
	darkShade
	markedShade // added to either: a square of the last move
	_
	allShades
)

// The places of the palette, for which four bits a pixel suffice. The five of a man on a light square
// and the five of one on a dark square follow one another alike, and three of them are of one colour:
// therefore a man differs from row to row by the same octets on both. What surrounds the board is
// clear, and the names in it are of a grey that can be read on white paper and on black.
const (
	outside uint8 = iota
	lightGround
	inkOnLight // half of ink, half of the ground
	ink
	inkOnBody // half of ink, half of the body
	body      // of white men
	markedLight
	markedDark
	ring // round the squares of the last move: at least 3:1 to light and to dark
	darkGround
	_
	_
	_
	_
	nameInk
	namePale // half of a name's grey
)

// toDark leads from the colours of a man on a light ground to those on a dark one.
const toDark = darkGround - lightGround

var palette = color.Palette{
	outside:             color.NRGBA{0xff, 0xff, 0xff, 0x00},
	lightGround:         opaque(0xf2e6cf),
	inkOnLight:          opaque(0x8a816e),
	ink:                 opaque(0x221c18),
	inkOnBody:           opaque(0x908d8b),
	body:                opaque(0xffffff),
	markedLight:         opaque(0xf0e07a),
	markedDark:          opaque(0xcbb03c),
	ring:                opaque(0x17457d),
	darkGround:          opaque(0xc39f74),
	inkOnLight + toDark: opaque(0x735e46),
	ink + toDark:        opaque(0x221c18),
	inkOnBody + toDark:  opaque(0x908d8b),
	body + toDark:       opaque(0xffffff),
	nameInk:             opaque(0x767676),
	namePale:            color.NRGBA{0x76, 0x76, 0x76, 0x80},
}

// opaque is a colour by its red, green and blue, as web pages write it.
func opaque(rgb uint32) color.NRGBA {
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff}
}

// grounds are the places of the colour of each shade, and how far from those of a light square the
// colours of a man on it are.
var grounds = [allShades]struct{ plain, shift uint8 }{
	lightShade:               {lightGround, 0},
	darkShade:                {darkGround, toDark},
	lightShade + markedShade: {markedLight, 0},
	darkShade + markedShade:  {markedDark, toDark},
}

// tone is the colour of a pixel of a man on a ground, of which so much, of 255, is
// covered by the man's body and by ink.
func (s shade) tone(covered, inked uint8) uint8 {
	shift := grounds[s].shift
	switch {
	case inked >= 0xaa:
		return ink + shift
	case inked >= 0x55 && covered >= 0x80:
		return inkOnBody + shift
	case inked >= 0x55:
		return inkOnLight + shift
	case covered >= 0x80:
		return body + shift
	}
	return grounds[s].plain
}
