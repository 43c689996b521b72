package ledger

import (
	"slices"
	"strings"

	"corrd/game"
	"corrd/game/play"
	"corrd/interpret"
)

// Remarks makes remarks of what a letter says beside its move in the words of an answer, "Leave me
// alone!" or "No, thank you for the cake.", where nothing waits for an answer of its writer: it
// goes into the note, as whatever else a letter tells. Such a line alone is prose, if nothing was
// ever put to its writer, or the game is over: "Oh no! I sent that by mistake". A bare "yes" or
// "no" is an answer, which corrd must speak of, and so is the "no" of who asks for something.
func Remarks(s game.State, l play.Letter) play.Letter {
	first, others := 0, 0 // the line of the move; a line that stands alone is prose
	for _, st := range l.Statements {
		if !st.IsMove() {
			others++
		} else if first == 0 {
			first = st.Line
		}
	}
	if others == 0 || answerAwaited(s, l) || first == 0 && (others > 1 || s.Asks(l.By) || s.Phase != game.Finished && (l.Answers == 0 || s.Put[l.By] != 0)) {
		return l
	}
	kept := slices.DeleteFunc(slices.Clone(l.Statements), func(st interpret.Statement) bool {
		if !st.Kind.IsYesOrNo() || st.Choice != 0 || st.Game != 0 {
			return false
		}
		whole := strings.Contains(l.Note, st.Text)
		switch {
		case !whole && !strings.Contains(st.Text, " "):
			return false
		case !whole && st.Line <= first:
			l.Note = strings.TrimSpace(st.Text + "\n\n" + l.Note)
		case !whole:
			l.Note = strings.TrimSpace(l.Note + "\n\n" + st.Text)
		}
		return true
	})
	l.Statements = kept
	return l
}

// answerAwaited reports whether something waits for a yes or a no of the writer of a letter.
func answerAwaited(s game.State, l play.Letter) bool {
	by := l.By
	if s.Phase == game.Finished {
		return s.Unsaid(by) != nil
	}
	return s.Question(by) != nil || s.Unsaid(by) != nil || s.ProposedTo(by) != nil || s.DrawOffer == game.PartyOf(by.Other()) || s.Held != nil || s.Offence != nil
}
