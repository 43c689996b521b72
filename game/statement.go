package game

import "corrd/interpret"

// IsMove reports whether a statement communicates a move for the turn.
func IsMove(s interpret.Statement) bool {
	return s.Kind == interpret.KindMove || s.Kind == interpret.KindMoves
}

// Acts reports whether a statement of this kind is an act in a game: the others
// are for the registrar and the mail office, and Decide passes over them.
func Acts(k interpret.Kind) bool {
	switch k {
	case interpret.KindRegister, interpret.KindChallenge, interpret.KindSet, interpret.KindTry,
		interpret.KindShow, interpret.KindHistory, interpret.KindPGN, interpret.KindGames,
		interpret.KindHelp, interpret.KindRepeat, interpret.KindAddress, interpret.KindWithdrawChallenge,
		interpret.KindStop, interpret.KindBlock, interpret.KindUnblock, interpret.KindUnregister, interpret.KindLaw:
		return false
	}
	return true
}
