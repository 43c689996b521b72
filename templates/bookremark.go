package templates

import (
	"cmp"
	"slices"
	"strings"

	"corrd/game"
	"corrd/interpret/notation"
	"corrd/templates/press"
	"corrd/templates/texts"
)

// remark puts what an event was that is more than a move, and what it takes back, with the digest of
// its law; the digest is not repeated right beneath itself.
func (t *teller) remark(takenBack string) {
	if text := strings.TrimSpace(t.remarked() + " " + takenBack); text != "" {
		r := press.Remark{Text: printed(text), Law: string(t.event.Law)}
		if t.event.Law != "" {
			r.Digest = printed(t.after.Code().Digest(t.event.Law))
			if t.event.Law == t.cited {
				r.Digest = texts.Say("book above")
			}
			t.cited = t.event.Law
		}
		t.put(r)
	}
}

// remarked tells an event in a sentence; "" for one that a book does not tell.
func (t *teller) remarked() string {
	by := partyName(t.event.By)
	key := "book " + factName(t.event.Fact)
	switch f := t.event.Fact.(type) {
	case game.Held:
		return t.held(f)
	case game.Adopted:
		if _, isSide := t.event.By.Side(); !isSide || f.First || f.Implicit || f.Shown {
			key += " otherwise"
		}
		p := t.before.Position
		return texts.Say(key, by, t.short(&p, f.Move, ""))
	case game.Offended:
		return texts.Say(key, by, inMarks(bound(f.Words)))
	case game.Exacted:
		return t.exacted(f)
	case game.Protested:
		return texts.Say(key, by, inMarks(bound(f.Words)))
	case game.Proposed:
		return texts.Say(key, by, inMarks(bound(f.Words)))
	case game.Refused:
		if !f.ToBoth() {
			return ""
		}
		return texts.Say(key, by, inMarks(bound(f.Words)))
	case game.Restored:
		return t.restored()
	case game.LeaveTaken:
		return texts.Say(key, by, texts.Count(f.Days, "day"))
	case game.Counting:
		return texts.Say(key, by, f.Moves)
	case game.Claimed:
		return t.claimed(key, f.Ground)
	case game.ClaimRefused:
		return t.claimed(key, f.Ground)
	case game.Overstepped:
		return texts.Say(key, sideName(f.Side))
	case game.Replaced:
		return texts.Say(key, sideName(f.Side))
	case game.ProofFound:
		if f.Ground == game.Doubt && f.Verdict != "proved" {
			return ""
		}
		return texts.Say(key, f.Verdict, f.Nodes)
	case game.Ruled:
		if t.public {
			return texts.Say("book Ruled bare", by, ruledPublicly(f.Ruling))
		}
		return texts.Say(key, cmp.Or(f.Umpire, by), ordered(f.Ruling, game.Umpire), inMarks(bound(f.Reason)))
	case game.Ended:
		return ending(&t.after) + "."
	}
	if !texts.Has(key) {
		return ""
	}
	return texts.Say(key, by)
}

// claimed tells a claim, by a ground that a book may name.
func (t *teller) claimed(key, ground string) string {
	if t.public && ground == "" {
		return texts.Say(key+" bare", partyName(t.event.By))
	}
	return texts.Say(key, partyName(t.event.By), cmp.Or(ground, texts.Say("pgn groundless")))
}

// ruledPublicly names what a ruling orders, without the number of an event and the umpire's own words.
func ruledPublicly(r game.Ruling) string {
	if key := "ruled " + string(r.Verb) + " bare"; texts.Has(key) {
		return texts.Say(key, partyName(r.Side))
	}
	return ordered(r, game.Umpire)
}

// held tells which moves words leave to choose from.
func (t *teller) held(f game.Held) string {
	key := "book Held"
	if f.Multiple {
		key += " several"
	}
	p, words := t.after.Position, []string{}
	for _, w := range f.Words {
		words = append(words, inMarks(bound(w)))
	}
	var moves []string
	for _, m := range f.Moves {
		if form := t.short(&p, m, ""); !slices.Contains(moves, form) {
			moves = append(moves, form)
		}
	}
	mover := p.SideToMove()
	return texts.Say(key, sideName(mover), texts.List(words), texts.Either(moves), sideName(mover.Other()))
}

// exacted tells a penalty and what is to be done.
func (t *teller) exacted(f game.Exacted) string {
	due := told{gamePage: &gamePage{GameLetter: GameLetter{State: t.after}, code: t.after.Code(), notation: notation.Descriptive}, State: t.after}
	key := "book Exacted"
	if f.Penalty == "" {
		key += " unnamed"
	}
	return texts.Say(key, partyName(t.event.By), sideName(t.after.Position.SideToMove()), due.Demand(), f.Penalty)
}

// restored tells which move of two letters stands, unless its words leave a choice.
func (t *teller) restored() string {
	if open := t.after.Phase == game.HeldAmbiguous || t.after.Phase == game.HeldMultiple; open || len(t.after.Line) == 0 {
		return texts.Say("book Restored open", partyName(t.event.By))
	}
	i := len(t.after.Line) - 1
	p := t.after.At(i)
	return texts.Say("book Restored", partyName(t.event.By), strings.TrimSuffix(t.named(&p, t.after.Line[i]), "."))
}
