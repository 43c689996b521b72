package interpret

import (
	"maps"
	"slices"
	"strings"
)

// phrases are the statements without an argument, as plainPhrase gives them and
// without a leading "I" or "we".
var phrases = map[string]Kind{
	"resign": KindResign, "resigns": KindResign, "resign the game": KindResign, "resign this game": KindResign, "white resigns": KindResign, "black resigns": KindResign, "my resignation": KindResign, "am resigning": KindResign, "resigning": KindResign,
	"resign now": KindResign, "resign here": KindResign, "resign at once": KindResign, "resign at this point": KindResign, "resign my game": KindResign,
	"resign the game to you": KindResign, "accept defeat": KindResign, "concede": KindResign, "concede the game": KindResign, "concede defeat": KindResign,

	"draw?": KindOfferDraw, "draw": KindOfferDraw, "drawn?": KindOfferDraw, "offer draw": KindOfferDraw, "offer a draw": KindOfferDraw, "offer you a draw": KindOfferDraw, "propose a draw": KindOfferDraw,
	"propose draw": KindOfferDraw, "draw offer": KindOfferDraw, "draw offered": KindOfferDraw, "shall we draw?": KindOfferDraw,
	"a draw?": KindOfferDraw, "would you like a draw?": KindOfferDraw, "would you accept a draw?": KindOfferDraw, "how about a draw?": KindOfferDraw, "shall we call it a draw?": KindOfferDraw,
	"shall we agree a draw?": KindOfferDraw, "shall we agree to a draw?": KindOfferDraw, "care for a draw?": KindOfferDraw, "offering a draw": KindOfferDraw, "am offering a draw": KindOfferDraw, "offer the draw": KindOfferDraw,
	"suggest a draw": KindOfferDraw, "draw offer?": KindOfferDraw, "do you want a draw?": KindOfferDraw, "fancy a draw?": KindOfferDraw, "agreed drawn?": KindOfferDraw, "will you take a draw?": KindOfferDraw, "do you accept a draw?": KindOfferDraw,

	"agreed drawn": KindAcceptDraw, "agree drawn": KindAcceptDraw,

	"yes draw": KindAcceptDraw, "draw it is": KindAcceptDraw,

	"no draw": KindDeclineDraw,

	"waive": KindWaive, "waive it": KindWaive, "no penalty": KindWaive, "pray send another": KindWaive,

	"annul": KindAnnul, "annul the game": KindAnnul, "annul the move": KindAnnul, "require annulment": KindAnnul, "require its annulment": KindAnnul, "require the annulment": KindAnnul, "require that it be annulled": KindAnnul,
	"demand fifty": KindDemandFifty, "demand fifty moves": KindDemandFifty, "demand the fifty moves": KindDemandFifty, "demand 50": KindDemandFifty, "demand 50 moves": KindDemandFifty, "demand the count of fifty": KindDemandFifty,
	"check": KindCheck, "say check": KindCheck, "announce check": KindCheck, "retract": KindRetract, "retract my move": KindRetract, "retract the move": KindRetract, "retract it": KindRetract,
	"recommence": KindRecommence, "recommence the game": KindRecommence, "begin afresh": KindRecommence, "proceed": KindProceed, "proceed with the game": KindProceed, "proceed with it": KindProceed,
	"submit to umpire": KindSubmit, "submit to the umpire": KindSubmit, "submit": KindSubmit, "submit it to the umpire": KindSubmit, "appeal to the umpire": KindSubmit, "adjourn": KindAdjourn, "adjourn the game": KindAdjourn,

	"agree": KindAgree, "agreed": KindAgree, "consent": KindAgree, "agree to that": KindAgree, "agree to this": KindAgree, "agree to it": KindAgree,
	"consent to it": KindAgree, "consent to that": KindAgree,

	"accept": KindAccept, "accepted": KindAccept, "accept it": KindAccept, "accept this": KindAccept, "accepting": KindAccept, "am accepting": KindAccept,

	"decline": KindDecline, "declined": KindDecline, "decline it": KindDecline, "decline this": KindDecline, "must decline": KindDecline, "refuse": KindDecline,

	"respectfully decline": KindDecline, "politely decline": KindDecline, "regretfully decline": KindDecline,
	"yes": KindYes, "confirm": KindYes, "confirmed": KindYes, "no": KindNo,
	"yes i do": KindYes, "yes it is": KindYes, "yes it was": KindYes, "yes it was me": KindYes, "yes indeed": KindYes, "yes do": KindYes,
	"yes go ahead": KindYes, "yes of course": KindYes, "yes sure": KindYes, "yes yes": KindYes, "oh yes": KindYes, "yes sir": KindYes, "yes maam": KindYes,
	"confirm it": KindYes, "confirm this": KindYes, "confirm that": KindYes, "say yes": KindYes, "i do": KindYes,
	"ok": KindYes, "okay": KindYes, "o.k": KindYes, "okey dokey": KindYes, "sure": KindYes, "surely": KindYes, "of course": KindYes, "certainly": KindYes,
	"absolutely": KindYes, "definitely": KindYes, "gladly": KindYes, "with pleasure": KindYes, "go ahead": KindYes, "by all means": KindYes,
	"very well": KindYes, "all right": KindYes, "alright": KindYes, "yep": KindYes, "yeah": KindYes, "yup": KindYes, "aye": KindYes, "affirmative": KindYes,
	"that is right": KindYes, "thats right": KindYes, "that is correct": KindYes, "thats correct": KindYes, "correct": KindYes, "that was me": KindYes, "it was me": KindYes,
	"sure thing": KindYes, "its a no": KindNo, "its a no from me": KindNo, "it is a no": KindNo, "it is a no from me": KindNo, "its a yes": KindYes, "it is a yes from me": KindYes, "its a yes from me": KindYes, "not accepted": KindDecline, "go on": KindYes, "go on then": KindYes, "oh go on": KindYes, "oh go on then": KindYes, "too easy": KindYes, "willingly": KindYes, "most willingly": KindYes, "happily": KindYes, "readily": KindYes, "most happily": KindYes, "sounds good": KindYes,
	"nope": KindNo, "thanks but no thanks": KindNo, "thank you but no thank you": KindNo, "no i was not": KindNo, "no thanks": KindNo, "no thank you": KindNo, "no thank you very much": KindNo, "no sorry": KindNo, "sorry no": KindNo, "no im sorry": KindNo, "no i am sorry": KindNo,
	"no i dont": KindNo, "no i do not": KindNo, "no i did not": KindNo, "no i didnt": KindNo, "no it is not": KindNo, "no it was not": KindNo, "no it wasnt": KindNo, "no it was not me": KindNo,
	"no it wasnt me": KindNo, "no not me": KindNo, "certainly not": KindNo, "absolutely not": KindNo, "definitely not": KindNo, "of course not": KindNo, "better not": KindNo,
	"rather not": KindNo, "would rather not": KindNo, "id rather not": KindNo, "prefer not to": KindNo, "would prefer not to": KindNo, "not interested": KindNo, "am not interested": KindNo, "im not interested": KindNo,
	"say no": KindNo, "no way": KindNo, "afraid not": KindNo, "im afraid not": KindNo, "am afraid not": KindNo, "not this time": KindNo,
	"repeat card": KindRepeatCard, "repeat my card": KindRepeatCard, "repeat the card": KindRepeatCard,
	"rpt": KindRepeatForm, "rpt form": KindRepeatForm, "rpt telegram": KindRepeatForm, "collate": KindRepeatForm, "collation": KindRepeatForm,
	"repeat form": KindRepeatForm, "repeat the form": KindRepeatForm, "repeat telegram": KindRepeatForm, "repeat the telegram": KindRepeatForm,
	"repeat": KindRepeat, "games": KindGames, "help": KindHelp, "show": KindShow, "history": KindHistory,
	"stop": KindStop, "stop news": KindStopNews, "stop the news": KindStopNews, "stop circulars": KindStopNews, "stop the circulars": KindStopNews, "no more news": KindStopNews, "no more circulars": KindStopNews, "unsubscribe from news": KindStopNews, "unregister": KindUnregister,
	"pgn": KindPGN, "book": KindBook, "the book": KindBook, "game book": KindBook, "withdraw": KindWithdraw, "protest": KindProtest,
	"exact": KindExact,

	"resign this one": KindResign, "resigned": KindResign, "give up": KindResign, "give up the game": KindResign, "give in": KindResign, "give it up": KindResign, "tender my resignation": KindResign, "throw in the towel": KindResign,
	"lay down my king": KindResign, "tip over my king": KindResign, "tip my king": KindResign, "surrender": KindResign, "capitulate": KindResign,
	"may i offer a draw?": KindOfferDraw, "may i offer you a draw?": KindOfferDraw, "can i offer a draw?": KindOfferDraw, "wanna draw?": KindOfferDraw, "want a draw?": KindOfferDraw, "want draw?": KindOfferDraw, "draw please?": KindOfferDraw,
	"would you agree to a draw?": KindOfferDraw, "will you agree to a draw?": KindOfferDraw, "will you accept a draw?": KindOfferDraw, "propose to you a draw": KindOfferDraw, "shall we say a draw?": KindOfferDraw, "shall we say draw?": KindOfferDraw, "a draw then?": KindOfferDraw,
	"draw then?": KindOfferDraw, "do you agree to a draw?": KindOfferDraw, "are you happy with a draw?": KindOfferDraw,
	"yes to the draw": KindAcceptDraw, "yes to a draw": KindAcceptDraw, "agreed a draw": KindAcceptDraw, "agreed draw": KindAcceptDraw, "yes a draw": KindAcceptDraw, "a draw it is": KindAcceptDraw, "draw it is then": KindAcceptDraw,
	"a draw it is then": KindAcceptDraw,
	"am agree":          KindAgree, "am agreed": KindAgree, "agree with it": KindAgree, "agree with that": KindAgree, "agree with your proposal": KindAgree, "am in agreement": KindAgree,
	"deal": KindYes, "its a deal": KindYes, "it is a deal": KindYes, "fine by me": KindYes, "fine with me": KindYes, "that is fine": KindYes, "thats fine": KindYes,
	"that is fine by me": KindYes, "thats fine by me": KindYes, "that is fine with me": KindYes, "thats fine with me": KindYes, "works for me": KindYes, "that works": KindYes, "that works for me": KindYes,
	"suits me": KindYes, "that suits me": KindYes, "roger": KindYes, "roger that": KindYes, "you bet": KindYes, "most certainly": KindYes, "most definitely": KindYes,
	"indeed": KindYes, "yes you may": KindYes, "yes you can": KindYes, "no objection": KindYes, "no objections": KindYes, "have no objection": KindYes, "have no objections": KindYes,
	"okie dokie": KindYes, "okie": KindYes, "righto": KindYes, "right you are": KindYes, "go for it": KindYes, "count me in": KindYes,
	"not for me": KindNo, "not today": KindNo, "no not now": KindNo, "no not today": KindNo, "no not for me": KindNo, "no i fear not": KindNo, "i fear not": KindNo,
	"fear not": KindNo, "no im afraid not": KindNo, "no i am afraid not": KindNo, "no i regret": KindNo, "no please dont": KindNo, "no please do not": KindNo, "no dont": KindNo,
	"no do not": KindNo, "unfortunately not": KindNo, "regrettably not": KindNo, "sadly not": KindNo, "alas not": KindNo, "sorry not": KindNo, "not on your life": KindNo,
	"i cant": KindNo, "i cannot": KindNo, "i can not": KindNo, "cant play": KindNo, "cannot play": KindNo, "can not play": KindNo, "cant sorry": KindNo, "cannot sorry": KindNo, "sorry cant": KindNo, "really cant": KindNo, "simply cannot": KindNo, "cant now": KindNo, "cant do it": KindNo, "cannot do it": KindNo,
	"count me out": KindNo, "no can do": KindNo, "id prefer not to": KindNo, "would sooner not": KindNo,
	"accept my resignation": KindResign, "resign it": KindResign, "yes i resign": KindResign, "i give up resign": KindResign, "give up resign": KindResign,
	"agreeing": KindAgree, "am agreeing": KindAgree, "agreeable": KindAgree, "am agreeable": KindAgree, "disagree": KindDecline, "not agreed": KindDecline, "play no more": KindNo,
	"id rather play on": KindDeclineDraw, "prefer to play on": KindDeclineDraw, "would rather play on": KindDeclineDraw, "rather play on": KindDeclineDraw,
	"it was not i": KindNo, "it wasnt i": KindNo, "thatll be me": KindYes, "that will be me": KindYes, "id prefer to play on": KindDeclineDraw, "am in": KindYes, "am down": KindYes, "am game": KindYes, "am up for it": KindYes, "up for it": KindYes, "yes am in": KindYes, "yes im in": KindYes, "yes im down": KindYes, "yes im game": KindYes, "yes pray do": KindYes,
	"confirming": KindYes, "am confirming": KindYes, "a big yes": KindYes, "big yes": KindYes, "youre on": KindYes, "you are on": KindYes, "its on": KindYes,
	"unregister me":    KindUnregister,
	"decline this one": KindDecline, "accept this one": KindAccept, "declining": KindDecline, "am declining": KindDecline, "ok by me": KindYes, "ok with me": KindYes, "okay by me": KindYes, "okay with me": KindYes, "okey doke": KindYes, "ok doke": KindYes,
	"fine": KindYes, "all fine": KindYes, "yes to everything": KindYes, "yes to all": KindYes, "yes to that": KindYes, "yes to both": KindYes, "yes to this": KindYes,
	"lets call it a draw": KindOfferDraw, "lets draw": KindOfferDraw, "lets agree a draw": KindOfferDraw, "lets agree to a draw": KindOfferDraw,
	"yes sign me up": KindYes, "sign me up": KindYes, "yes register me": KindYes, "yes please register me": KindYes, "yes please sign me up": KindYes, "yes please do": KindYes,
	"yes i did": KindYes, "yes i did register": KindYes, "yes that was i": KindYes, "yes i registered": KindYes, "above is correct": KindYes, "the above is correct": KindYes,
	"all correct": KindYes, "all is correct": KindYes, "everything is correct": KindYes, "all is right": KindYes, "confirm as requested": KindYes, "require the annulment of the game": KindAnnul,
}

// A letter may say what it is to be taken for: "please accept this as my resignation".
func init() {
	for _, takes := range [...]string{"accept", "take", "consider", "regard", "treat"} {
		openers[takes] = true
		for _, this := range [...]string{"this", "this letter", "this note", "this message", "this mail", "this email"} {
			for name, kind := range map[string]Kind{"resignation": KindResign, "acceptance": KindAccept, "acceptance of the challenge": KindAccept, "acceptance of your challenge": KindAccept,
				"acceptance of your invitation": KindAccept, "acceptance of the draw": KindAcceptDraw, "refusal": KindDecline, "consent": KindAgree} {
				phrases[takes+" "+this+" as my "+name] = kind
			}
		}
	}
}

// The first words of questions that offer a draw, and of refusals.
func init() {
	for _, word := range [...]string{"can", "could", "might", "may", "shall", "will", "would", "do", "how", "what", "any", "are", "ready", "happy", "interested",
		"im", "dont", "cannot", "cant", "wont", "not", "unable", "am"} {
		openers[word] = true
	}
}

// Words of assent before the name of a draw accept one: "OK, draw".
func init() {
	for _, assent := range [...]string{"yes", "ok", "okay", "sure", "fine", "yep", "yeah", "yup", "aye", "all right", "alright", "very well", "deal", "agreed", "certainly",
		"of course", "gladly", "good", "right"} {
		openers[openerOf(assent)] = true
		for _, draw := range [...]string{"draw", "a draw", "its a draw", "lets draw", "lets call it a draw", "call it a draw", "draw then", "a draw then", "lets agree a draw"} {
			phrases[assent+" "+draw] = KindAcceptDraw
		}
	}
}

// closers are the last words, as closerOf gives them, of everything that phrase reads: few sentences
// of prose end with one, and the others are not looked at.
var closers map[string]bool

func init() {
	closers = setOf("draw please entirety accept accepting agree agreeing agreed consent this that it play game terms join")
	for _, words := range [...]map[string]bool{small, manners, pronouns, asking} {
		maps.Copy(closers, words)
	}
	for _, texts := range [...][]string{slices.Collect(maps.Keys(phrases)), slices.Collect(maps.Keys(performed)), slices.Collect(maps.Keys(objects)), againNamed[:]} {
		for _, text := range texts {
			closers[closerOf(text)] = true
		}
	}
}

// closerOf gives the last word of a text in lower case, without the signs around it and the
// apostrophes in it, and in its long form.
func closerOf(text string) string {
	text = strings.TrimRight(text, ".,;:!?-()\"' ")
	text = text[strings.LastIndexAny(text, " ,")+1:]
	return closer(strings.ToLower(strings.TrimLeft(text, ".,;:!?-()\"'")))
}

// closer is closerOf of a word.
func closer(plain string) string { return longForm(strings.ReplaceAll(plain, "'", "")) }
