package clerk

import (
	"strings"
	"testing"

	"corrd/game/board"
	"corrd/mailer"
	"corrd/mailer/parse"
)

// TestYesBesideAMove: a yes or a no of its own beside a move answers what the letter proposes, and
// one that may be talk about the move, or beside which other matters stand, answers nothing.
func TestYesBesideAMove(t *testing.T) {
	for words, want := range sampled(map[string]string{
		"Yes. P-Q3": "yes", "P-Q3\nyes": "yes", "Yes\nCastles": "yes", "Works for me, yes. P-Q3": "yes", "Sure. P-Q3": "yes", "Yep\nP-Q3": "yes", "Fine by me. P-Q3": "yes",
		"Dear Bob,\nYes.\nP-Q3\nKind regards,\nAlice": "yes", "P-Q3. Yes to the slower pace.": "yes", "Yes, six days. P-Q3": "yes", "Yes to 6 days.\nCastles": "yes", "No objection. P-Q3": "yes", "P-Q3, and yes.": "yes",
		"I accept.\nCastles.\nAlice": "yes", "Accepted.\nMy move: P-KR3": "yes", "I accept the six days and play Castles.": "yes", "Ok by me, cobber.\nCastles": "yes",
		"I would rather keep five. P-Q3": "no", "No change please, P-Q3": "no", "I accept that I was slow and play P-Q3": "",
		"No. P-Q3": "no", "no\nP-Q3": "no",
		"Yes, P-Q3.": "", "ok\nP-Q3": "", "OK, P-Q3": "", "Yes, I saw that coming. P-Q3": "", "Yes! I saw that coming. P-Q3": "", "Yes and no. P-Q3": "", "Yes, but not yet. P-Q3": "",
		"Yes. It rained all week here. P-Q3": "", "Yes\nI know\nP-Q3": "", "Certainly a nice move. P-Q3": "", "Granted, I should have castled. P-Q3": "", "P-Q3\nYes, I am enjoying this game.": "",
		"k, thanks for your card\nP-Q3": "", "k cheers, nice stamp\nP-Q3": "",
	}, 3) {
		b := talk(t, "B:propose time 6 days", "W:"+words)
		got := ""
		s := b.game()
		switch {
		case s.Terms.Time.Each:
			got = "yes"
		case s.Proposal == nil:
			got = "no"
		}
		if moved := s.Position.SideToMove() == board.Black; got != want || !moved {
			t.Errorf("%q: %q, want %q, moved %v; %s", words, got, want, moved, b.newest().Verdict)
		}
	}
}

// TestYesWithAComment: a yes stands beside a comment on what was asked, and not beside what turns
// it, tells of something else, or only reports.
func TestYesWithAComment(t *testing.T) {
	for words, want := range map[string]bool{
		"yes, 6 days is way better 👍": true, "Yes, six days suits the choir very well.\nEmrys": true, "Yes 🙂 any extra day is a blessing with four of them": true, "yes dear, take your time": true,
		"Sure, I'm never that quick anyway.": true, "yep, busy month for me as well": true, "Yes, that gives me Sundays to think.": true, "Yes, agreed, an extra day hurts nobody": true,
		"Yes, I saw your letter.": false, "Yes, but only till Easter.": false, "Yes, if you give me White next time.": false, "Yes, eight days would be better.": false, "Yes, from Monday.": false,
		"Yes, I take it you are well.": false, "Yes, I remember Hastings.": false, "Yes, he told me.": false, "Yes, I would have taken the pawn.": false, "Yes, I was thinking of seven myself.": false,
		"Yeah, sure, like last time.": false, "Yes, why do you ask?": false, "Yes, the vicar asked after you.": false, "Yes, you are right about my Bishop.": false,
		"Yes, the present pace suits me fine.": false, "Yes, thanks for the card.": false, "Yes, Tom always wants more time.": false, "Yes, I know how busy you are.": true, "ok seven it is!": false,
		"Yes, more time makes the game drag, a slower pace hurts it.": false, "Yes, the days we have are plenty.": false, "Yes, time flies.": false, "Yes, the days are drawing in, aren't they. Cold here.": false, "Yes, any longer suits nobody.": false,
	} {
		if b := talk(t, "B:propose time 6 days", "W:"+words); b.game().Terms.Time.Each != want {
			t.Errorf("%q: agrees %v; %s", words, !want, b.newest().Verdict)
		}
	}
	for words, want := range sampled(map[string]bool{
		"Yes of course, everyone mistypes now and then.": true, "Yes, it's only a friendly game.": true, "yes go on, we've all had fat fingers": true, "Accepted without conditions.\nBob": true,
		"Aye, yes, on ye go.": true, "By all means, madam; pray withdraw it.": true,
		"Yes, I saw that.": false, "Yes, that was a mistake.": false, "Yes, a bad move!": false, "Yes, I noticed your slip.": false, "Yes, everyone says so.": false, "Yes, but next time no.": false,
		"Yes, if I may have one back too.": false, "Yes, it happens to everyone. Live with it!": false, "Yes, human nature. It stands.": false,
		"Yes, we all make mistakes, and pay for them.": false, "Yes, mistakes cost games.": false, "Yes, my dear. Don't give it another thought.": true,
		"Yes, it happens too often.": false, "Yes, anybody can see that he errs. Let it be.": false, "Sure, everybody slips. It stays.": false,
	}, 3) {
		b := talk(t, "W:P-Q3", "W:withdraw", "B:"+words)
		if back := b.game().LastPly() == 6; back != want {
			t.Errorf("%q: gives back %v, %s", words, back, b.newest().Verdict)
		}
	}
}

// TestYesBesideSomethingElse: the letter that does not take a yes for consent says beside what it
// stands.
func TestYesBesideSomethingElse(t *testing.T) {
	for words, want := range sampled(map[string]string{"yes, P-Q3": "beside a move may be talk", "yes, leave 3 days": "may be about what else the letter says", "Yes. Draw?": "may be about what else the letter says"}, 3) {
		b := talk(t, "B:propose time 6 days", "W:"+words)
		b.sendAll()
		told := ""
		for _, l := range b.sent[len(b.sent)-2:] {
			told += parse.Letter(l.raw, mailer.Envelope{}, parse.Options{}).FullText
		}
		wants(t, told, want)
	}
}

// TestRefusedTwice: a no beside the refusal that says the same is one refusal, and nothing of the
// letter is told to be without an answer.
func TestRefusedTwice(t *testing.T) {
	for words, offer := range sampled(map[string]string{
		"No. I do not consent. P-Q3": "propose time 6 days", "No, I do not agree. P-Q3": "propose time 6 days", "No thanks, I decline. P-Q3": "propose time 6 days", "I decline. No.": "propose time 6 days",
		"No. No draw. P-Q3": "draw?", "No, I decline the draw. P-Q3": "draw?",
	}, 3) {
		b := talk(t, "B:"+offer, "W:"+words)
		if s := b.game(); s.Proposal != nil || s.DrawOfferedTo(board.White) {
			t.Errorf("%q: %s stands; %s", words, offer, b.newest().Verdict)
		}
		b.sendAll()
		for _, l := range b.sent[len(b.sent)-2:] {
			text := parse.Letter(l.raw, mailer.Envelope{}, parse.Options{}).FullText
			if strings.Contains(text, "Nothing is open") || strings.Contains(text, "left over") {
				t.Errorf("%q:\n%s", words, text)
			}
		}
	}
}
