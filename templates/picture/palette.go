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

// The colours of a drawn board. There are 13, so that a picture takes four bits a
// pixel. What surrounds the board is clear, and the names in it are of a grey that
// can be read on white paper and on black.
const (
	outside uint8 = iota
	lightGround
	darkGround
	markedLight
	markedDark
	ring // round the squares of the last move: at least 3:1 to light and to dark
	ink
	body      // of white men
	inkOnBody // half of ink, half of the body
	inkOnLight
	inkOnDark
	nameInk
	namePale // half of a name's grey
)

var palette = color.Palette{
	outside:     color.NRGBA{0xff, 0xff, 0xff, 0x00},
	lightGround: opaque(0xf2e6cf),
	darkGround:  opaque(0xc39f74),
	markedLight: opaque(0xf0e07a),
	markedDark:  opaque(0xcbb03c),
	ring:        opaque(0x17457d),
	ink:         opaque(0x221c18),
	body:        opaque(0xffffff),
	inkOnBody:   opaque(0x908d8b),
	inkOnLight:  opaque(0x8a816e),
	inkOnDark:   opaque(0x735e46),
	nameInk:     opaque(0x767676),
	namePale:    color.NRGBA{0x76, 0x76, 0x76, 0x80},
}

// opaque is a colour by its red, green and blue, as web pages write it.
func opaque(rgb uint32) color.NRGBA {
	return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff}
}

// grounds are the colour of each shade, and that of an edge of ink on it.
var grounds = [allShades]struct{ plain, edge uint8 }{
	lightShade:               {lightGround, inkOnLight},
	darkShade:                {darkGround, inkOnDark},
	lightShade + markedShade: {markedLight, inkOnLight},
	darkShade + markedShade:  {markedDark, inkOnDark},
}

// tone is the colour of a pixel of a man on a ground, of which so much, of 255, is
// covered by the man's body and by ink.
func (s shade) tone(covered, inked uint8) uint8 {
	plain, edge := grounds[s].plain, grounds[s].edge
	if covered >= 0x80 {
		plain, edge = body, inkOnBody
	}
	switch {
	case inked >= 0xaa:
		return ink
	case inked >= 0x55:
		return edge
	}
	return plain
}
