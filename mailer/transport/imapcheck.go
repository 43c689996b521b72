package transport

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
)

// maxNesting is how deep lists may stand in lists in one response. The client library reads
// a BODYSTRUCTURE, asked for or not, with a function that calls itself at every level, and
// a stack that overflows ends the daemon. What corrd asks for has three levels.
const maxNesting = 100

// errResponse means that a response breaks the grammar of IMAP in a way that would end or
// stop the daemon.
var errResponse = errors.New("the server sends a response that cannot be read safely")

// checked is a connection to an IMAP server whose responses are looked at before the client
// library reads them. What is in greeting is read before what the server says.
type checked struct {
	net.Conn
	greeting strings.Reader
	grammar  grammar
	spoken   atomic.Bool // the client has spoken since the last Read
}

// Write speaks to the server, whose answer may name letters anew.
func (c *checked) Write(p []byte) (int, error) {
	c.spoken.Store(true)
	return c.Conn.Write(p)
}

// Read reads what the server says, and hangs up at a response that cannot be read safely.
// Nothing more comes after an error, whoever reads on.
func (c *checked) Read(p []byte) (int, error) {
	if n, _ := c.greeting.Read(p); n > 0 {
		return n, nil
	}
	n, err := c.Conn.Read(p)
	if c.spoken.Swap(false) {
		c.grammar.named = named{}
	}
	if wrong := c.grammar.check(p[:n]); wrong != nil {
		n, err = 0, wrong
	}
	if err != nil {
		c.Close()
	}
	return n, err
}

// grammar follows the responses of a server octet by octet, and knows where the client
// library sees text, strings and literals. A literal is whatever its octets are.
type grammar struct {
	at      func(*grammar, byte) error // takes the next octet; nil at the beginning of a response
	word    []byte                     // the word that is being read, as far as it counts
	tagged  bool                       // the response has a tag
	counted bool                       // there was a number before the type of the response
	depth   int                        // how many lists are open
	literal int64                      // the octets that are left of a literal
	names   bool                       // the response names letters in a set
	named   named
}

// end goes on to the next response.
func (g *grammar) end() { *g = grammar{named: g.named} }

// check takes what the server has said, and returns an error that wraps errResponse for
// what cannot be read safely.
func (g *grammar) check(said []byte) error {
	for len(said) > 0 {
		if g.literal > 0 {
			n := min(g.literal, int64(len(said)))
			g.literal, said = g.literal-n, said[n:]
			continue
		}
		at := g.at
		if at == nil {
			at = (*grammar).inMark
		}
		if err := at(g, said[0]); err != nil {
			return err
		}
		said = said[1:]
	}
	return nil
}

// inMark takes the tag of a response, or the mark of one that has none.
func (g *grammar) inMark(c byte) error {
	switch {
	case c == '\n':
		g.end()
	case g.at == nil && c == '+':
		g.at = (*grammar).inText
	case g.at == nil:
		g.at, g.tagged = (*grammar).inMark, c != '*'
	case c == ' ':
		g.at = (*grammar).inType
	}
	return nil
}

// longestType is more than the length of any number and of any type that is asked about.
const longestType = 20

// inType takes the word that says what a response is, and the number before that word.
func (g *grammar) inType(c byte) error {
	if isAtomChar(c) {
		g.word = append(g.word, c)[:min(len(g.word)+1, longestType)]
		return nil
	}
	word := strings.ToUpper(string(g.word))
	g.word = g.word[:0]
	switch {
	case !g.tagged && !g.counted && c == ' ' && isNumber(word):
		g.counted = true
		return nil
	case g.tagged, word == "OK", word == "NO", word == "BAD", word == "BYE", word == "PREAUTH":
		g.at = (*grammar).beforeText
		return g.beforeText(c)
	}
	g.at, g.names = (*grammar).inData, word == "SEARCH" || word == "ESEARCH"
	return g.inData(c)
}

// beforeText takes what stands between the type of a status response and its text.
func (g *grammar) beforeText(c byte) error {
	switch c {
	case ' ':
		return nil
	case '[':
		g.at = (*grammar).inCode
		return nil
	}
	g.at = (*grammar).inText
	return g.inText(c)
}

// inCode takes the response code of a status response. The client library looks for the end of a
// code in the following lines as well, which then are not responses.
func (g *grammar) inCode(c byte) error {
	if err := g.named.take(c); err != nil {
		return err
	}
	switch c {
	case ']':
		g.at = (*grammar).inText
	case '\n':
		return fmt.Errorf("%w: a response code has no end", errResponse)
	}
	return nil
}

// inText takes text that is meant for people.
func (g *grammar) inText(c byte) error {
	if c == '\n' {
		g.end()
	}
	return nil
}

// inData takes lists, atoms and the beginnings of strings.
func (g *grammar) inData(c byte) error {
	if g.names {
		if err := g.named.take(c); err != nil {
			return err
		}
	}
	switch c {
	case '\n':
		g.end()
	case '"':
		g.at = (*grammar).inQuoted
	case '{':
		g.at = (*grammar).inSize
	case '(':
		if g.depth++; g.depth > maxNesting {
			return fmt.Errorf("%w: lists stand in lists more than %d deep", errResponse, maxNesting)
		}
	case ')':
		g.depth = max(g.depth-1, 0)
	}
	return nil
}

// inQuoted takes a string in quotation marks. The string may go on in the next line, as the
// client library has it and as some servers quote a folded field.
func (g *grammar) inQuoted(c byte) error {
	switch c {
	case '"':
		g.at = (*grammar).inData
	case '\\':
		g.at = (*grammar).behindBackslash
	}
	return nil
}

// behindBackslash takes an octet of a quoted string that stands for itself.
func (g *grammar) behindBackslash(byte) error {
	g.at = (*grammar).inQuoted
	return nil
}

// inSize takes the number of octets of a literal.
func (g *grammar) inSize(c byte) error {
	switch {
	case c >= '0' && c <= '9' && len(g.word) < longestType-2:
		g.word = append(g.word, c)
		return nil
	case c == '}' && len(g.word) > 0:
		g.at = (*grammar).behindSize
		return nil
	}
	return errLiteral
}

var errLiteral = fmt.Errorf("%w: a literal does not begin as literals do", errResponse)

// behindSize takes the end of the line before a literal.
func (g *grammar) behindSize(c byte) error {
	switch c {
	case ' ', '\r':
		return nil
	case '\n':
		for _, digit := range g.word {
			g.literal = 10*g.literal + int64(digit-'0')
		}
		g.at, g.word = (*grammar).inData, g.word[:0]
		return nil
	}
	return errLiteral
}

// maxSorting is how many numbers in all may be moved for numbers that come out of order,
// which is less than a second of work. So many are moved if a server names 20,000 letters
// from the last to the first.
const maxSorting = 200_000_000

// named are the numbers of letters that a server names in one answer. The client library
// keeps numbers in their order, and a number that comes out of order moves those before it.
type named struct {
	number  uint64 // the number that is being read
	reading bool
	most    uint64 // the greatest number before
	count   int
	moved   int // how many numbers had to be moved, at most
}

// take takes the next octet of a set of numbers, or of what stands around the set.
func (n *named) take(c byte) error {
	if c >= '0' && c <= '9' {
		n.number, n.reading = min(10*n.number+uint64(c-'0'), 1<<40), true
		return nil
	}
	if !n.reading {
		return nil
	}
	if n.number < n.most {
		n.moved += n.count
	}
	n.most, n.count = max(n.most, n.number), n.count+1
	n.number, n.reading = 0, false
	if n.moved > maxSorting {
		return fmt.Errorf("%w: it names too many letters out of order", errResponse)
	}
	return nil
}

// isNumber reports whether a word begins as a number does.
func isNumber(word string) bool { return word != "" && word[0] >= '0' && word[0] <= '9' }

// isAtomChar reports whether the client library takes an octet for a part of an atom.
func isAtomChar(c byte) bool {
	return c > ' ' && c < 0x7f && !strings.ContainsRune(`(){%*"\]`, rune(c)) || c > 0x9f
}
