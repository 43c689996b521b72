package notation

import (
	"regexp"
	"slices"
	"strings"

	"corrd/game/board"
)

// How a man is named that an adversary is to move: "QR", "Kt on KB3", "Pawn on QB2 (c7)", "c7",
// "Black must move the Queen".

var (
	// manLed is what leads to the name of the man, and manTailed what stands behind it.
	manLed    = regexp.MustCompile(`(?i)^(?:(?:yes|well|so|and|then|please|okay|ok|(?:i |we )?(?:choose|select|name|pick|require|demand|want|say|mean)|(?:i|we)(?: would|'d) like|(?:let|make|have) (?:him|her|them|it be|black|white|my opponent)|(?:he|she|they|you|black|white|my opponent) (?:must|should|shall|is to|has to|have to|are to|needs to|will)|(?:to )?(?:move|play)|it (?:is|must be|should be|shall be)|that is|with|the|his|her|their|your|(?:black|white)(?:'?s)?)(?:[,:]* |$))+`)
	manTailed = regexp.MustCompile(`(?i)[ ,;]+(?:please|if you please|thanks|thank you|then|now|of course|it is|sir|(?:must|should|shall|has to|is to|will) (?:be moved|be played|move|go)|to move)[ .!]*$`)
	// manSquare is the square of a man, or what a letter of corrd says of it behind its place.
	manSquare = regexp.MustCompile(`(?:^|[ ,]+)(?:(?:standing |now )?(?:on|at|from|in) )?(?:\(([a-h][1-8])\)|([a-h][1-8]))$`)
)

// aMan parts words that name a man into its name, with its place, and its square: at is
// board.NoSquare if the words give none in algebraic notation, and name is "" if they give no more.
func aMan(words string) (name string, at board.Square) {
	name, at = strings.Trim(words, " .,;:!"), board.NoSquare
	for bare := manTailed.ReplaceAllString(name, ""); bare != name; bare = manTailed.ReplaceAllString(name, "") {
		name = bare
	}
	name = manLed.ReplaceAllString(name, "")
	if m := manSquare.FindStringSubmatchIndex(name); m != nil {
		at, _ = board.ParseSquare(strings.Trim(name[max(m[2], m[4]):], "()"))
		name = name[:m[0]]
	} else if square, ok := board.ParseSquare(strings.ToLower(name)); ok {
		name, at = "", square // "C7", which a telephone writes so
	}
	return name, at
}

// PointsAt reports whether words name a man by its name or its square, and named whether by its
// name.
func PointsAt(words string) (ok, named bool) {
	name, at := aMan(words)
	if name == "" {
		return at != board.NoSquare, false
	}
	named, _ = NamesMan(name)
	return named, named
}

// NamesMan reports whether a text is the name of a man and nothing else, "QR", and whether the name
// includes the place of the man, "Kt on KB3".
func NamesMan(text string) (ok, placed bool) {
	s := scan([]byte(text))
	f, ok := men(&s)
	return ok, !slices.ContainsFunc(f.all(), func(one form) bool { return one.from == anywhere })
}

// Men are the squares of the side's men that words such as "QR" or "Kt on KB3" can mean, as a
// penalty needs a man named (II.10.C, and Staunton's laws). The place is read from the owner's side
// of the board (I.7), and if no man of the name stands there, from the other side. Men is empty if
// the words name no man.
func Men(words string, p *board.Position, side board.Side) board.Squares {
	name, at := aMan(words)
	on := anywhere
	if at != board.NoSquare {
		if man, occupied := p.At(at); !occupied || man.Side != side {
			return 0
		}
		if on = 1 << at; name == "" {
			return on
		}
	}
	s := scan(withoutNumber([]byte(Fold(name))))
	found, _ := men(&s)
	for _, from := range [...]board.Side{side, side.Other()} {
		r := reader{p: p, side: from}
		var set board.Squares
		for i := range found.all() {
			f := &found.list[i]
			set |= r.named(f.man, side) & r.turned(f.from) & on
		}
		if set != 0 {
			return set
		}
	}
	return 0
}

// Men returns the squares of the men of the side to move that words name, by a man or by legal
// moves.
func (m Move) Men(p *board.Position, rules Rules) board.Squares {
	men := Men(m.Text, p, p.SideToMove())
	if men == 0 {
		for _, one := range m.Readings(p, rules).Moves {
			men |= 1 << one.From()
		}
	}
	return men
}

// How the answer to a list of moves names one of it.

// namesOne are the words with which somebody leads to the one of a list that they name.
var namesOne = regexp.MustCompile(`(?i)^(?:(?:yes|ok|okay|well|so|and|then|please|that|sorry|oh|of course|(?:i |we )?(?:take it|think|assume|believe|trust)|(?:that )?(?:i |you |he |she |they |black |white )(?:mean|means|meant|moved|moves|intended|played)|(?:i |i'll |i will |i'd |i shall |i would |we |we'll )(?:say|choose|adopt|pick|take|play|prefer|have|want|go (?:with|for)|opt for|settle (?:for|on)|plump for)|my choice is|it(?:'s| is| was)|that(?:'s| is| was)|with|make it|let it be|adopt)[,:]?(?: |$))+`)

// WithoutNaming takes the words off the head of a text with which somebody leads to the one of a
// list that they name: "I meant", "please take".
func WithoutNaming(text string) string { return namesOne.ReplaceAllString(text, "") }

// manOfSide and manOn are how a man is named by its wing, and by the square on which it stands.
var (
	manOfSide = regexp.MustCompile(`(?i)^(?:the )?(?:(?:one|move|reading|version) (?:on|of|with|by) (?:the|his|her) )?(?:his |her )?(k|q|king|queen)(?:'?s)?[- ]?(?:side[- ])?(knight|kt|bishop|b|rook|r|pawn|p)(?:'?s)?(?: (?:one|move))?(?:,? (?:please|thanks|thank you|of course))?$`)
	manOn     = regexp.MustCompile(`(?i)^(?:the )?(?:(?:one|move) (?:of|with|by) the )?(knight|kt|bishop|rook) (?:from|on|at|standing on|now on) ([a-h][1-8])(?:,? (?:please|thanks|thank you))?$`)
)

// byWing is how a man is named by its wing alone: "the one on the King's side", "the Knight of the
// King", "the Queen's horse", "the King's".
var byWing = regexp.MustCompile(`(?i)^(?:the |his |her |their )?(?:(?:one|knight|kt|night|horse|horsey|horsie|steed|bishop|rook|man|piece)(?: that)?(?: stands| was| is| began)? (?:on|from|of|at|with) (?:the |his |her )?(king|queen)(?:'?s)?(?:[- ]?(?:side|wing|flank))?|(king|queen)'?s[- ]?(?:side|wing|flank)?(?:'s)?(?: (?:one|horse|horsey|horsie|steed|night|man|piece))?)$`)

// WingPicked returns the wing by which words name the man of a move in a list, of which other moves
// are of men of the other wing; Unknown: they name none.
func WingPicked(words string) board.Origin {
	switch m := byWing.FindStringSubmatch(words); {
	case m == nil:
		return board.Unknown
	case strings.EqualFold(m[1]+m[2], "king"):
		return board.KingsWing
	}
	return board.QueensWing
}

// pickedKinds are men by the letters with which their names begin; of Pawns a list names the
// moves.
var pickedKinds = map[byte]board.Kind{'k': board.Knight, 'b': board.Bishop, 'r': board.Rook}

// ManPicked returns the kind of a man that words name, and the wing from which it is, or the square
// on which it stands; NoSquare: they name none.
func ManPicked(words string) (man board.Man, on board.Square, ok bool) {
	on = board.NoSquare
	if m := manOfSide.FindStringSubmatch(words); m != nil {
		man.Kind, man.Origin = pickedKinds[m[2][0]|0x20], board.KingsWing
		if m[1][0]|0x20 == 'q' {
			man.Origin = board.QueensWing
		}
	} else if m := manOn.FindStringSubmatch(words); m != nil {
		man.Kind = pickedKinds[m[1][0]|0x20]
		on, _ = board.ParseSquare(strings.ToLower(m[2]))
	}
	return man, on, man.Kind != board.NoKind
}
