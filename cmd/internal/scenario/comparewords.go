package scenario

import (
	"fmt"
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/board"
	"corrd/interpret"
	"corrd/interpret/notation"
	"corrd/store"
	"corrd/templates/texts"
)

// silent are the kinds of event of which nobody is told what they come to.
var silent = []string{"started", "notified", "arrived", "proof_asked", "proof_found", "deferred", "credited", "charged", "rotated", "reminded",
	"noted", "rules"}

// tell returns what an event comes to, in a few words, given the game before it; "" for one
// of which nobody is told. Every other kind of event has a case or a row of simply.
func tell(s game.State, e game.Event) string {
	kind, _ := store.KindOf(e.Fact)
	if slices.Contains(silent, kind) {
		return ""
	}
	other := sideName(s.Position.SideToMove().Other())
	switch f := e.Fact.(type) {
	case game.Played:
		return played(&s.Position, f)
	case game.Advanced:
		return write(&s.Position, f.Move) + " is played"
	case game.Held:
		return held(&s.Position, f, other)
	case game.Adopted:
		if f.Implicit {
			return write(&s.Position, f.Move) + " is adopted by the reply, which fits nothing else"
		}
		return write(&s.Position, f.Move) + " is adopted"
	case game.Offended:
		return "no legal move is expressed" + why(&s, f.Words)
	case game.Exacted:
		return exacted(s.Apply(e))
	case game.Waived:
		if f.Answered {
			return "the words are answered: the position before them is restored, and no penalty follows"
		}
		return "the penalty is waived"
	case game.Spent:
		if f.Nothing {
			return "there is nothing that a penalty could compel, and none follows"
		}
		return "what is required cannot be done, and the right to a penalty is spent"
	case game.Asked:
		return fmt.Sprintf("%s is asked again: %s", partyName(e.By), because(f.Why))
	case game.Refused:
		return because(f.Why)
	case game.ClaimRefused:
		if words, ok := reasons[game.Why(f.Why)]; ok {
			return "the claim is refused: " + words
		}
		return "the claim is refused: " + apart(f.Why)
	case game.Retracted:
		if f.Other {
			return "the position before the move is restored, and another move must be made"
		}
		return "the moves are taken back"
	case game.Ended:
		return ended(f)
	case game.Ruled:
		return "the umpire rules: " + apart(string(f.Verb))
	}
	return strings.ReplaceAll(simply[kind], "SIDE", partyName(e.By))
}

// simply has the words of the kinds of event that need no more; SIDE is who brought it about.
var simply = map[string]string{
	"draw_offered": "SIDE offers a draw", "draw_declined": "SIDE declines the draw", "claimed": "the claim is before the umpire",
	"promised": "the conditional moves are taken down", "proposed": "SIDE asks the other side to agree", "agreed": "SIDE agrees",
	"declined": "SIDE declines", "leave_taken": "the clock of SIDE stands for a while", "protested": "the facts are before the umpire",
	"restored": "the earlier move stands, and the later letter is annulled", "overstepped": "the time is overstepped, and the game goes on",
	"counting": "fifty moves of each side are counted from now on", "handed_in": "the words are under way", "delivered": "the words are delivered",
	"inquired": "the umpire asks for facts", "stated": "the facts asked for are before the umpire", "settled": "the dispute is closed",
	"unheard":  "nothing has been heard for long",
	"reopened": "SIDE has sent another letter for the same turn", "warned": "check is said: what was played after it is taken back, and the check must be met",
	"intended": "what was meant is sealed", "replied": "the reply waits until what was meant is stated", "stayed": "the game is over unless the penalty is exacted", "turn_lost": "the turn is forfeited",
	"closed": "the session is over", "sealed": "SIDE seals a move", "opened": "the sealed move is opened", "session_begun": "play goes on in another session", "unreachable": "letters come back", "reachable": "letters arrive again",
	"recommenced": "the game begins again, with all the men", "proceeded": "the men that had been left out are set in their places",
	"illegible": "no move follows from the mutilated words", "certified": "the true words are delivered", "replaced": "another player takes a seat",
	"by_card": "SIDE begins or ends to play by cards", "card_posted": "a card has been posted", "card_in_hand": "a card has come to hand",
	"card_in_time": "the card was posted in time, and the flag is taken back", "said": "SIDE says something to the other side",
}

// played tells of a move.
func played(p *board.Position, f game.Played) string {
	words := write(p, f.Move) + " is played"
	switch {
	case f.Move == board.Pass:
		return "the turn is forfeited"
	case f.Unlawful:
		return write(p, f.Move) + " stands, because there is a reply to it"
	case f.Conditional:
		return words + ", as it was bound to the move before"
	case f.Discharge:
		return words + " and discharges the penalty"
	case f.Correction:
		return words + " as a correction; the penalty may still be exacted"
	}
	if after := p.Play(f.Move); after.InCheck(p.SideToMove()) {
		return words + ", and the King is left in check"
	}
	return words
}

// held tells of words that leave a choice.
func held(p *board.Position, f game.Held, receiver string) string {
	var moves []string
	for _, m := range f.Moves {
		moves = append(moves, write(p, m))
	}
	choice := "either"
	if len(moves) > 2 {
		choice = "any of them"
	}
	list := strings.Join(moves, " or ")
	if f.Multiple {
		return fmt.Sprintf("more than one move for one turn, %s: %s may adopt %s", list, receiver, choice)
	}
	return fmt.Sprintf("the words can mean %s: %s may adopt %s", list, receiver, choice)
}

// why tells what keeps words from being a legal move, where one thing does: ": the King
// would be left in check".
func why(s *game.State, words string) string {
	var faults []string
	for _, way := range (notation.Move{Text: words}).Explain(&s.Position, s.Code().Rules(s.Terms)) {
		if fault := texts.Because(way.Fault.Why()); fault != "" && !slices.Contains(faults, fault) {
			faults = append(faults, fault)
		}
	}
	if len(faults) != 1 {
		return ""
	}
	return ": " + faults[0]
}

// exacted tells what a penalty compels, of a game in which the penalty is due.
func exacted(s game.State) string {
	p := &s.Position
	d, _ := s.Discharge()
	offender := sideName(p.SideToMove())
	switch {
	case d.Take != 0:
		return fmt.Sprintf("The penalty is exacted: %s must take %s", offender, menNamed(p, d.Take))
	case d.Move != 0:
		return fmt.Sprintf("The penalty is exacted: %s must move %s", offender, menNamed(p, d.Move))
	}
	return fmt.Sprintf("The penalty is exacted: %s must move the King", offender)
}

// menNamed names the men on squares: "the King", "the Bishop on f1 or the Rook on h1".
func menNamed(p *board.Position, squares board.Squares) string {
	var all []string
	for sq := range board.NoSquare {
		if man, stands := p.At(sq); stands && squares.Has(sq) {
			name := "the " + menKinds[man.Kind]
			if man.Kind != board.King {
				name += " on " + sq.String()
			}
			all = append(all, name)
		}
	}
	if len(all) > 4 {
		return "one of the men that are named"
	}
	return listed(all)
}

// menKinds are the names of the men by their kind.
var menKinds = [...]string{"man", "Pawn", "Knight", "Bishop", "Rook", "Queen", "King"}

// ended tells how a game ends.
func ended(f game.Ended) string {
	how := apart(string(f.How))
	switch f.Score {
	case game.WhiteWins:
		return "White wins: " + how
	case game.BlackWins:
		return "Black wins: " + how
	case game.Drawn:
		return "drawn: " + how
	}
	return "the game is annulled"
}

// reasons are the commonest reasons for which a letter does nothing, in words.
var reasons = map[game.Why]string{
	game.NoSuchRight:   "the code gives these words no meaning, and nothing comes of them",
	game.NoSuchPenalty: "the code has no such penalty",
	game.NotYourTurn:   "it is not the writer's turn",
	game.GameOver:      "the game is over",
	game.NothingAsked:  "nothing is open that this could answer",
	game.OffenceStands: "again no legal move is expressed",
	game.NotComplying:  "this does not discharge the penalty, and is not accepted",
	game.AdoptFirst:    "the reply fits several of the moves, and waits until one is adopted",
	game.FitsNone:      "the reply fits none of the moves",
	game.NotProved:     "the record does not bear it out",
	game.ChooseMan:     "a man must be named",
	game.NotAgreed:     "the notation is not agreed on",
	game.Algebraic:     "the words are a move in algebraic notation, and another one in the notation agreed",
	game.Doubtful:      "the words may not be meant as a move, and their writer is asked",
	game.NoRecord:      "the words may be no move at all, and their writer is asked",
	game.WhichMove:     "the letter holds several moves, and its writer is asked which is meant",
	game.Listed:        "the words may adopt a move or reply to one, and their writer is asked",
	game.SeveralListed: "the words name more than one of the moves, and their writer is asked",
	game.AsksResign:    "the words may resign, and their writer is asked",
	game.NoStatement:   "there is nothing in it that could be acted on",
	game.PassOn:        "nothing is stated, and its writer is asked whether to pass it on",
	game.SaidEnough:    "enough has been said today",
	game.PenaltyMet:    "the first letter has discharged the penalty, and stands",
	game.FirstStands:   "the first letter stands",
	game.NoSuchTerm:    "the term cannot be",
	game.NoCheckToSay:  "there is no check that could still be said",
	game.NoRetraction:  "there is nothing that could be retracted",
	game.NotCounted:    "such an ending is not counted, unless the umpire appoints it",
	game.SameMove:      "another move must be made",
}

// because returns a reason in words.
func because(why game.Why) string {
	if words, ok := reasons[why]; ok {
		return words
	}
	return "not accepted: " + apart(string(why))
}

// may has the words of what a side may do about what the other has sent. Other rights of
// game.State.Rights are there whatever has been sent, or answer an offer or a question of which the
// account tells.
var may = map[interpret.Kind]string{
	interpret.KindExact: "exact the penalty", interpret.KindWaive: "waive it", interpret.KindAnnul: "annul the second letter",
	interpret.KindIntend: "say what was meant", interpret.KindClaim: "claim the game, which is forfeited", interpret.KindDemandFifty: "demand that moves be counted",
}

// next says who may do what about the last letter, or "" if the next thing is a move.
func next(s game.State) string {
	var all []string
	for _, side := range []board.Side{board.White, board.Black} {
		var acts []string
		for _, right := range s.Rights(side) {
			if words, ok := may[right]; ok {
				acts = append(acts, words)
			}
		}
		if s.Phase == game.OffenceOpen && side != s.Offence.By && s.Answerable() {
			acts = append(acts, "answer the words")
		}
		if len(acts) > 0 {
			slices.Sort(acts)
			all = append(all, sideName(side)+" may "+listed(acts))
		}
	}
	return strings.Join(all, "; ")
}

// listed joins words by commas and a last "or".
func listed(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " or " + words[n-1]
	}
	return strings.Join(words, "")
}

// partyName is "White", "Black", "the umpire" or "corrd".
func partyName(p game.Party) string {
	if side, ok := p.Side(); ok {
		return sideName(side)
	}
	if p == game.Umpire {
		return "the umpire"
	}
	return p.String()
}

// sideName is "White" or "Black".
func sideName(s board.Side) string {
	if s == board.White {
		return "White"
	}
	return "Black"
}

// write is a move in descriptive notation.
func write(p *board.Position, m board.Move) string { return notation.Short(p, m) }

// apart returns a word of the log as words of a sentence.
func apart(word string) string { return strings.ReplaceAll(word, "_", " ") }

// capital is a sentence with its first letter a capital.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
