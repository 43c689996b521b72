package board

import "fmt"

// MarshalText writes the square as "e4", NoSquare as "".
func (s Square) MarshalText() ([]byte, error) {
	if s >= NoSquare {
		return nil, nil
	}
	return []byte(s.String()), nil
}

// UnmarshalText reads what MarshalText writes; anything else is an error.
func (s *Square) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*s = NoSquare
		return nil
	}
	square, ok := ParseSquare(string(text))
	if !ok {
		return fmt.Errorf("board: no square %q", text)
	}
	*s = square
	return nil
}

// MarshalText writes the move in UCI form.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads a move in UCI form; anything else is an error.
func (m *Move) UnmarshalText(text []byte) error {
	move, ok := ParseMove(string(text))
	if !ok {
		return fmt.Errorf("board: no move %q", text)
	}
	*m = move
	return nil
}

// MarshalText writes "white" or "black".
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes; anything else is an error.
func (s *Side) UnmarshalText(text []byte) error {
	switch string(text) {
	case "white":
		*s = White
	case "black":
		*s = Black
	default:
		return fmt.Errorf("board: no side %q", text)
	}
	return nil
}
