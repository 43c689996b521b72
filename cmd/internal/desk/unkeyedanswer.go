package desk

import (
	"slices"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// UnkeyedAnswer takes accept or decline without the key of a challenge. The answer counts if it is
// proved who wrote the letter, and if it is known which challenge is meant: it names one of the
// challengers whose challenges to the sender are open, or there is one such challenge. answers says
// that the letter answers a letter from corrd, by its key or its In-Reply-To; about is what that
// letter is about, if this is known. An answer to a letter about anything else accepts and declines
// no challenge unless it names the challenger. Otherwise the sender is asked; asked is such a
// question, if the letter answers one: who answers it by the name of somebody whose challenge is
// over means no other.
func (d *Desk) UnkeyedAnswer(about mailer.Token, answers bool, asked *templates.Data) (Next, error) {
	open, names, err := d.challengesToAnswer()
	if err != nil {
		return Done, err
	}
	verdict := "which challenge?"
	var former []string
	if asked != nil {
		former = asked.Lines
		verdict = "which challenge? asked again"
	}
	data := templates.Data{Topic: templates.AnswerTheChallenge, Number: int64(len(open))}
	if !d.Proven() {
		data.Reason = "identity"
		return Done, d.Reply("asked", data, store.Returned, verdict)
	}
	meant := d.challengerNamed(names)
	if meant >= 0 {
		answer, rest := d.Page.Reply(interpret.OfPlay), d.withoutName(names[meant])
		switch {
		case answer == interpret.Unclear:
			d.Page = rest
		case rest.Reply(interpret.OfPlay) == interpret.Unclear:
			meant = -1 // "accept" names nobody, though a challenger be called so
		}
	}
	if len(open) == 1 && meant < 0 && d.challengerNamed(former) < 0 && (!answers || asked != nil || about.Kind == mailer.KindChallenge && about.Number == open[0].ID) {
		meant = 0
	}
	if meant >= 0 {
		return d.answerAs(open[meant], d.Player.ID)
	}
	for _, name := range names {
		if !slices.Contains(data.Lines, name) {
			data.Lines = append(data.Lines, name)
		}
	}
	return Done, d.Reply("asked", data, store.Returned, verdict)
}

// NamesChallenge reports whether a letter that states nothing accepts or declines a challenge by
// the name of the challenger, which may be any words.
func (d *Desk) NamesChallenge() (bool, error) {
	if len(d.Page.Statements) > 0 {
		return false, nil
	}
	_, names, err := d.challengesToAnswer()
	if err != nil {
		return false, err
	}
	meant := d.challengerNamed(names)
	return meant >= 0 && d.withoutName(names[meant]).Reply(interpret.OfPlay) != interpret.Unclear, nil
}

// challengesToAnswer returns the open challenges that the sender is asked to answer, and the names
// of their challengers.
func (d *Desk) challengesToAnswer() (open []store.Challenge, names []string, err error) {
	challenges, err := d.Tx.ChallengesOf(d.Player.ID)
	if err != nil {
		return nil, nil, err
	}
	for _, ch := range challenges {
		if ch.From == d.Player.ID || ch.State != store.ChallengeOpen {
			continue
		}
		name, err := ledger.NameOf(d.Tx, ch.From, "")
		if err != nil {
			return nil, nil, err
		}
		open, names = append(open, ch), append(names, name)
	}
	return open, names, nil
}

// answerLine is the line of the letter on which its answer stands, or its first.
func (d *Desk) answerLine() string {
	st := d.Page.Statements
	switch {
	case len(st) == 0:
		return firstLine(d.Page.Note)
	case st[0].Line == 0:
		return d.Mail.Subject
	}
	lines := strings.Split(d.Mail.Text, "\n")
	return lines[min(st[0].Line, len(lines))-1]
}

// withoutName reads the line of the answer without the words of a name.
func (d *Desk) withoutName(name string) interpret.Page {
	named := wordsOfName(name)
	rest := slices.DeleteFunc(strings.Fields(d.answerLine()), func(w string) bool {
		word := wordsOfName(w)
		return len(word) > 0 && slices.Contains(named, word[0])
	})
	return interpret.Parse(strings.Join(rest, " "))
}

// possessive takes away what makes a name its owner's.
var possessive = strings.NewReplacer("'s ", " ", "’s ", " ")

// challengerNamed returns the place of the one of some names that stands on the line of the answer,
// in whole or in part, or -1 where the line names none, or more than one.
func (d *Desk) challengerNamed(names []string) (place int) {
	said := wordsOfName(d.answerLine())
	of := make([][]string, len(names)) // the words of each name that the line has
	var all []string
	for i, name := range names {
		for _, word := range wordsOfName(name) {
			if slices.Contains(said, word) {
				of[i], all = append(of[i], word), append(all, word)
			}
		}
	}
	place = -1
	for i, name := range names {
		whole := len(of[i]) == len(wordsOfName(name))
		best := len(of[i]) > 0 && !slices.ContainsFunc(all, func(word string) bool { return !slices.Contains(of[i], word) })
		for k := range names {
			if k != i && len(of[k]) >= len(of[i]) && (!whole || len(of[k]) == len(wordsOfName(names[k]))) {
				best = false
			}
		}
		if best {
			place = i
		}
	}
	return place
}

// wordsOfName returns the words of a text as the words of names are compared, each once.
func wordsOfName(text string) (words []string) {
	for w := range strings.FieldsSeq(possessive.Replace(text + " ")) {
		if key := ledger.NameKeys(w)[0]; key != ledger.NameKeys("")[0] && !slices.Contains(words, key) {
			words = append(words, key)
		}
	}
	return words
}
