package desk

import (
	"regexp"
	"slices"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
	"corrd/store"
)

// What stands beside a challenge in its letter: terms in words, and words for the opponent.

// saysMore reports whether the words of a challenge say more of it than was read: what terms may be
// meant by, or whose address stands beside a name. Its sender is asked before it goes out. Beside a
// challenge that is written as the letters of corrd say, only what tells a term for certain says
// more, or a few words that can be nothing but one: "no penalties please".
func (d *Desk) saysMore(st interpret.Statement) bool {
	prose, plain := d.proseOf(st)
	_, told := interpret.TermsTold(prose)
	return plain && (len(d.termsBeside(st)) > 0 || told && len(strings.Fields(prose)) <= fewWords && strings.Contains(d.Page.Note, prose)) || !plain && len(st.Terms) == 0 && (told || !strings.Contains(st.Words, "@") && len(d.Named(prose)) > 0)
}

// fewWords is how many words that hold one of a term are the term.
const fewWords = 3

// termsBeside are the terms that the words beside a challenge tell for certain, but for those that
// the challenge names.
func (d *Desk) termsBeside(st interpret.Statement) (beside []interpret.Term) {
	prose, _ := d.proseOf(st)
	all, _ := interpret.TermsTold(prose)
	for _, other := range d.Page.Statements {
		if other.Kind == interpret.KindPropose { // "Let's play with 3 days a move"
			all = append(all, other.Terms...)
		}
	}
	for _, term := range all {
		if !slices.ContainsFunc(slices.Concat(st.Terms, beside), func(t interpret.Term) bool { return t.Key == term.Key }) {
			beside = append(beside, term)
		}
	}
	return beside
}

// proseOf returns the words of a challenge that is a sentence, with the prose beside it; of one
// that is written as the letters of corrd say, which is plain, the lines directly below it.
func (d *Desk) proseOf(st interpret.Statement) (prose string, plain bool) {
	rest, plain := strings.CutPrefix(strings.ToLower(st.Text), "challenge "+strings.ToLower(st.Words))
	if rest = strings.Trim(rest, " .!"); plain && (rest == "" || rest[0] == ',' || rest[0] == '\n') {
		return below(d.Mail.Text, st.Text), true
	}
	return strings.ReplaceAll(st.Text, st.Words, "") + "\n" + d.Page.Note, false
}

// termsWanted returns the terms that an answer to a challenge names and that are not those of the
// challenge: as the letters of corrd write them, or told for certain in other words. Of a long
// letter the beginning is looked at.
func (d *Desk) termsWanted(ch store.Challenge) (wanted []interpret.Term, err error) {
	agreed, err := ledger.ChallengeTerms(ch)
	if err != nil {
		return nil, err
	}
	text := d.Mail.Text[:min(len(d.Mail.Text), longestAnswer)]
	all, _ := interpret.TermsTold(text)
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(",;:.\r\n", r) }) {
		all = append(all, interpret.ParseTerms(part)...)
	}
	for _, at := range otherTerms.FindAllStringIndex(text, -1) {
		name := text[at[0]:at[1]]
		if ofThePast.MatchString(text[strings.LastIndexAny(text[:at[0]], ".!?\n")+1 : at[0]]) {
			continue // "It is years since I had a game by post."
		}
		first, last, _ := strings.Cut(strings.ToLower(name), " ")
		if first == "by" {
			all = append(all, interpret.Term{Key: "medium", Value: last})
			continue
		}
		for _, code := range codes.All {
			if strings.HasPrefix(code.ID, first) {
				all = append(all, interpret.Term{Key: "code", Value: code.ID})
			}
		}
	}
	for _, term := range all {
		named := func(w interpret.Term) bool { return w.Key == term.Key }
		other, refusal := terms.Parse([]interpret.Term{term}, agreed)
		if refusal == "" && !slices.Equal(other.Lines(), agreed.Lines()) && !slices.ContainsFunc(wanted, named) {
			wanted = append(wanted, term)
		}
	}
	return wanted, nil
}

// longestAnswer is how many octets of an answer are looked at for terms: each line of it may be
// one, and the store waits meanwhile.
const longestAnswer = 2000

// ofThePast matches words of a sentence that tells how its writer played before.
var ofThePast = regexp.MustCompile(`(?i)\b(?:since|ago|had|used to|years|once|last|played|learnt|learned)\b`)

// otherTerms are how a code and a carrier are named in words.
var otherTerms = regexp.MustCompile(`(?i)\b(?:by (?:post|telegraph)|(?:american|british|staunton|london)(?:'s)? (?:code|rules|laws))\b`)

// below returns the lines of a text directly below one line of it, up to a blank one.
func below(text, line string) string {
	_, rest, _ := strings.Cut(strings.ReplaceAll(text, "\r", ""), line)
	_, rest, _ = strings.Cut(rest, "\n")
	rest, _, _ = strings.Cut("\n"+rest, "\n\n")
	return strings.TrimSpace(rest)
}

// forOpponent returns the words beside a challenge in a sentence without the lines that tell corrd
// an address or terms.
func (d *Desk) forOpponent(words string) string {
	lines := slices.DeleteFunc(strings.Split(words, "\n"), func(line string) bool {
		_, told := interpret.TermsTold(line)
		return told || len(d.Named(line)) > 0
	})
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
