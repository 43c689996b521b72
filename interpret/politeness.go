package interpret

import (
	"slices"
	"strings"
)

// polite are words of which courtesies are made.
var polite = setOf(`
	a again ahead all am amazing amusing an and another apologies appreciate are awesome be beautiful best bravo bye care cheers
	cheerio close congrats congratulations cordially corrd day days dear delay delighted dearest do done enjoy enjoyed enjoyable evening
	everyone excellent excited exciting experience fantastic fast fine folks for forward friend friendly friends from fun game games gladly go god
	good goodbye got gracious grateful great greetings had hands happily happy hard have having hello hey hi him honour honor honoured
	how i id ill im in indeed interesting invitation invite is it its ive join joining keen kind kindest kindly learn letter letters
	like look looking lot love lovely luck madam many me merci message mine morning most move moves much my nice night note of offer offering
	oh ok okay on opponent opportunity our out patience patient play played player playing pleasant please pleased pleasure pls
	proud quick ready really regards rematch reply respects respectfully result same see servant shall simply sincerely sir so sorry splendid
	start superb sure sweet taught tense thank thanks that's the then this thrilled thx time to today too touch truly trouble ty us very want waiting was we weather
	week weekend welcome well wife will wish wishes wonderful worthy would writing yes you your yours youre youve definitely certainly absolutely
	course right correct indeed naturally sounds sound begin began beginning let lets best everybody first both sides next deserved
	win won winner victory defeated beaten beat fair square tough fought battle lesson teacher ma'am guys team club there there's season
	christmas easter new year holidays family health healthy warm warmest cordial faithfully obediently obedient chess mail email e-mail
	stronger better strong finish finished ending play gentlemen ladies hope hoping wishing sending cheers mate dude buddy pal old chap
	fellow lady sire mister bro bruv son lad lass boy girl grandpa grandma granny grandad nan uncle aunt auntie colleague neighbour cousin love
	cool perfect fight fights fighter name he she him busy many too already lost losing hopeless position over remain remains am respectful compliments compliment
	truly faithful humble servants dearly heartfelt sincerest greatest amigo comrade champ champion boss kiddo young ever always mr mrs miss dr messrs & man men computer registered requested
	crushing brilliant superbly fairly squarely outplayed deservedly attack defence combination endgame opening queen-side wow yay hooray hurrah hurray phew
	checkmated mated sleep school homework bedtime dinner call phone quickly sadly unfortunately regrettably alas
	that at moment present earliest captain chief boss doc doctor professor governor skipper ta
	danke bitte gruss grüße gruß grüßen grüsse viele liebe lieber schöne schönen schoene beste besten freundlichen freundliche glück viel spiel
	gracias saludos suerte buena partida cordial abrazo beaucoup cordialement amicalement bonne chance partie salutations bonjour salut
	grazie saluti cordiali buona obrigado obrigada tak tack takk hilsen hälsningar groeten groetjes dank bedankt hallo hola ciao servus
	arigato spasibo dziekuje dziękuję namaste shalom slainte
	congratulate congratulating
	also likewise mutual glad honest honoured here anytime whenever gg wp ggs`)

// doubts are words with which a sentence may restrict a statement or take it back.
var doubts = setOf(`
	but not no nor never none nobody nothing if unless until till provided providing except however though although only otherwise before after when
	maybe perhaps possibly probably presumably guess suppose supposing think thinking thought believe consider considering wonder wondering depends depending assuming
	wait hold later tomorrow yet mean meant mistake instead rather correction retract undo cancel ignore disregard forget
	joke joking jokes kidding kid fool lol haha hah ha jk hm hmm hmmm er erm um uh
	should could might may cannot cant dont wont wouldnt shouldnt couldnt didnt doesnt isnt wasnt arent havent hasnt or either neither whether
	imagine imagining pretend pretending dreamt dreamed said says wrote writes quoted almost nearly undecided unsure uncertain doubt decide deciding conditionally condition conditions conditional reservations
	actually why what which who whom whose because without protest permitting subject pending`)

// idioms are turns of phrase that are courtesies although one of their words alone would be none, by their first word.
var idioms = func() map[string][][]string {
	all := map[string][][]string{}
	for idiom := range strings.SplitSeq(`
		no problem, if you please, if you dont mind, if you do not mind, if its all the same to you,
		if it is all the same to you, if thats all right, if that is all right, if thats ok, if that is ok, if thats okay,
		no cap, if i may say so, but of course, no problem at all, good idea, great idea, with the greatest of pleasure,
		that is my name, thats my name, that is my address, thats my address, oh no, oh dear, oh well, as requested,
		as agreed, no harm done, no hard feelings, no offence, no offence meant, may the better man win,
		may the best man win, may the better player win, may the best player win, may the best one win, you win, you won,
		good game, great game, nice game, well played, fair play, no worries, no hurry, no rush, no doubt, why not,
		not at all, cant wait, i cant wait, cannot wait, i cannot wait, can not wait, could not be happier,
		couldnt be happier, could not have been better, nothing more to say, of course, go ahead, by all means,
		that is right, thats right, that is correct, thats correct, that is me, thats me, that was me, it was me,
		what a game, what a lovely game, what a nice game, what a great game, what fun, what a pleasure, what a fight,
		what a shame, what a pity, that was fun, that was great, that was a lot of fun, that was a good game,
		that was a great game, that was a nice game, well done, after a fine game, after a good game, after all,
		after such a fine game, but thanks, but it was fun, but it was a good game, but it was a great game, but what a game, but thank you, but thank you for asking, but thanks for asking,
		thanks for asking, thank you for asking, thank you for offering, sent from my phone, until next time,
		till next time, when you are ready, ready when you are, whenever you are ready, when ready, hope you are well, i hope you are well,
		i hope it finds you well, better luck next time, you were too strong, too good for me, too strong for me,
		you are too strong, you are too good, you play too well, before we begin, how are you, the best of luck,
		not interested, thanks for asking though, thanks though, thank you though, thanks anyway, thank you anyway,
		wrong person, right person, you have the right person, with respect, with great respect, hats off, hats off to you,
		its been too long, it has been too long, wrong address, what do you say, what say you, what do you think,
		see you on the board, see you over the board, at your service, at last, at once, as always, as ever, for sure,
		for certain, in advance, in haste, in friendship, with love, with hugs, see you next time, see you next week,
		see you in the next game, sent from outlook for android, play with you, game with you, games with you,
		playing with you, with pleasure, with great pleasure, with the greatest pleasure, with thanks, with many thanks,
		with regards, with compliments, with my compliments, with my congratulations, with my thanks, with my respects,
		with my best wishes, with my best regards, with my regards, with all respect, with due respect, with kind regards,
		with best wishes, with best regards, with delight, with joy, with regret, with honour, i should be delighted,
		i should love to, i should be honoured, says hello, says hi, say hello, sends her love, sends his love,
		sends her regards, sends his regards, thanks a million, best of luck, for thinking of me, for considering me,
		on behalf of`, ",") {
		words := strings.Fields(idiom)
		all[words[0]] = append(all[words[0]], words)
	}
	for _, same := range all { // the longer before those they begin with
		slices.SortStableFunc(same, func(a, b []string) int { return len(b) - len(a) })
	}
	return all
}()

// interjections are words that may stand directly before a statement, with nothing between.
var interjections = setOf(`ok okay well please pls thanks thank thx hello hi hey dear oh ah so then right and kindly sure yes sorry alright merci gg ggs wp alas wow yay yeah yep indeed cool great`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[strings.ReplaceAll(w, "'", "")] = true
	}
	return set
}
