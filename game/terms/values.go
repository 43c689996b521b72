package terms

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"corrd/game/board"
	"corrd/game/reason"
	"corrd/interpret/notation"
)

// setCode sets the code of laws.
func setCode(t *Terms, value string) reason.Reason {
	id := strings.ToLower(value)
	switch {
	case slices.Contains(Codes, id):
		t.Code = id
		return ""
	}
	return refused("code", value, Codes...)
}

// setNotation sets the notations agreed on, in the order of their names.
func setNotation(t *Terms, value string) reason.Reason {
	var all notation.Set
	names := strings.FieldsFunc(strings.ToLower(value), func(r rune) bool { return r == ',' || r == ' ' })
	for _, name := range names {
		n, ok := notation.Parse(name)
		switch {
		case name == "and":
			continue
		case name == "rutherford":
			return notYet("notation", name, strings.Split(notation.All.String(), ", ")...)
		case !ok:
			return refused("notation", name, strings.Split(notation.All.String(), ", ")...)
		}
		all |= n
	}
	if all == 0 {
		return refused("notation", value, strings.Split(notation.All.String(), ", ")...)
	}
	t.Notation = strings.Split(all.String(), ", ")
	return ""
}

const leaveForm form = `^(\d{1,3}) days?(?: (?:a|per|each) year)?$`

// setLeave sets the leave each side may take.
func setLeave(t *Terms, value string) reason.Reason {
	v := strings.ToLower(value)
	m := leaveForm.in(v)
	switch {
	case v == "none":
		t.Leave = v
	case m != nil:
		n, _ := strconv.Atoi(m[1])
		t.Leave = plural(n, "day") + " a year"
	default:
		return refused("leave", value, "30 days a year", "none")
	}
	return ""
}

// maxGames is the longest match of simultaneous games one challenge makes.
const maxGames = 20

// setGames sets how many games the match has.
func setGames(t *Terms, value string) reason.Reason {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > maxGames {
		return reason.Because("refused games", value, maxGames)
	}
	refusal := t.Odds.inMatch(n)
	if refusal == "" {
		t.Games = n
	}
	return refusal
}

// setPosition sets the position a game begins in: one King on each side, none
// of them to be taken, and a legal move for the side to begin.
func setPosition(t *Terms, value string) reason.Reason {
	if slices.Contains([]string{"", "array", "the array"}, strings.ToLower(value)) {
		t.Position = ""
		return ""
	}
	p, err := board.ParseFEN(value)
	if none := (board.NoFEN{}); errors.As(err, &none) {
		return reason.Because("refused position", none.Why)
	}
	switch flaws := p.Flaws(); {
	case flaws&(board.NoKing|board.SeveralKings) != 0:
		return reason.Because("refused position kings")
	case flaws&board.KingEnPrise != 0:
		return reason.Because("refused position check")
	}
	t.Position = p.FEN()
	return ""
}

// server is the umpire of a game that names none: whoever keeps the server.
const server = "server"

const addressForm form = `^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$`

// setUmpire sets who is told of what the umpire must know.
func setUmpire(t *Terms, value string) reason.Reason {
	v := strings.ToLower(value)
	switch {
	case v == server || v == "none":
		t.Umpire = ""
	case addressForm.in(value) != nil:
		t.Umpire = value
	default:
		return reason.Because("refused umpire", value)
	}
	return ""
}

// setLate sets the term `late`; "" stands for a forfeit.
func setLate(t *Terms, value string) reason.Reason {
	switch v := strings.ToLower(value); v {
	case lateForfeit:
		t.Late = ""
	case LateFine, LateUmpire:
		t.Late = v
	default:
		return refused("late", value, lateForfeit, LateFine, LateUmpire)
	}
	return ""
}

// setAnnex sets the code whose rules of correspondence are annexed.
func setAnnex(t *Terms, value string) reason.Reason {
	v := strings.ToLower(value)
	switch {
	case v == "none":
		t.Annex = ""
	case slices.Contains(Annexes, v):
		t.Annex = v
	default:
		return refused("annex", value, Annexes...)
	}
	return ""
}

// setCheck sets whether a check must be announced; "" stands for what the code says.
func setCheck(t *Terms, value string) reason.Reason {
	switch v := strings.ToLower(value); v {
	case PerCode:
		t.Check = ""
	case Announced, Unannounced:
		t.Check = v
	case "not announced":
		t.Check = Unannounced
	default:
		return refused("check", value, PerCode, Announced, Unannounced)
	}
	return ""
}

const delayForm form = `^delay (\d{1,3})(?: moves?)?$`

// setPublish sets when the game is shown to the public; "" stands for never.
func setPublish(t *Terms, value string) reason.Reason {
	v := strings.ToLower(value)
	m := delayForm.in(v)
	switch {
	case v == never:
		t.Publish = ""
	case v == finished:
		t.Publish = v
	case m != nil && strings.Trim(m[1], "0") != "":
		n, _ := strconv.Atoi(m[1])
		t.Publish = "delay " + strconv.Itoa(n)
	default:
		return refused("publish", value, finished, "delay 3", never)
	}
	return ""
}

// setObservers sets whether others may have the moves of the game by letter; "" stands for no.
func setObservers(t *Terms, value string) reason.Reason {
	switch v := strings.ToLower(value); v {
	case no:
		t.Observers = ""
	case yes:
		t.Observers = v
	default:
		return refused("observers", value, no, yes)
	}
	return ""
}

// setOdds sets the odds that one side gives.
func setOdds(t *Terms, value string) reason.Reason {
	o, refusal := readOdds(value)
	if refusal == "" {
		refusal = o.inMatch(t.Games)
	}
	if refusal == "" {
		t.Odds = o
	}
	return refusal
}
