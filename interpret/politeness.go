package interpret

import (
	"slices"
	"strings"
)

// polite are words of which courtesies are made.
var polite = setOf(`a again ahead all am amazing amusing an and another apologies appreciate are awesome be beautiful best bravo bye care cheers cheerio close congrats congratulations cordially corrd
	day days dear delay delighted dearest do done enjoy enjoyed enjoyable evening everyone excellent excited exciting experience fantastic fast fine folks for forward friend friendly
	friends from fun game games gladly go god good goodbye got gracious grateful great greetings had hands happily happy hard have having hello hey hi him honour honor honoured how i
	id ill im in indeed interesting invitation invite is it its ive join joining keen kind kindest kindly learn letter letters like look looking lot love lovely luck madam many me
	merci message mine morning most move moves much my nice night note of offer offering oh ok okay on opponent opportunity our out patience patient play played player playing pleasant
	please pleased pleasure pls proud quick ready really regards rematch reply respects respectfully result same see servant shall simply sincerely sir so sorry splendid start superb
	sure sweet taught tense thank thanks that's the then this thrilled thx time to today too touch truly trouble ty us very want waiting was we weather week weekend welcome well wife
	will wish wishes wonderful worthy would writing yes you your yours youre youve definitely certainly absolutely course right correct indeed naturally sounds sound begin began
	beginning let lets best everybody first both sides next deserved win won winner victory defeated beaten beat fair square tough fought battle lesson teacher ma'am guys team club
	there there's season christmas easter new year holidays family health healthy warm warmest cordial faithfully obediently obedient chess mail email e-mail stronger better strong
	finish finished ending play gentlemen ladies hope hoping wishing sending cheers mate dude buddy pal old chap fellow lady sire mister bro bruv son lad lass boy girl grandpa grandma
	granny grandad nan uncle aunt auntie colleague neighbour cousin love cool perfect fight fights fighter name he she him busy many too already lost losing hopeless position over
	remain remains am respectful compliments compliment truly faithful humble servants dearly heartfelt sincerest greatest amigo comrade champ champion boss kiddo young ever always mr
	mrs miss dr messrs & man men computer registered requested crushing brilliant superbly fairly squarely outplayed deservedly attack defence combination endgame opening queen-side
	wow yay hooray hurrah hurray phew checkmated mated sleep school homework bedtime dinner call phone quickly sadly unfortunately regrettably alas that at moment present earliest
	captain chief boss doc doctor professor governor skipper ta danke bitte gruss grüße gruß grüßen grüsse viele liebe lieber schöne schönen schoene beste besten freundlichen
	freundliche glück viel spiel gracias saludos suerte buena partida cordial abrazo beaucoup cordialement amicalement bonne chance partie salutations bonjour salut grazie saluti
	cordiali buona obrigado obrigada tak tack takk hilsen hälsningar groeten groetjes dank bedankt hallo hola ciao servus arigato spasibo dziekuje dziękuję namaste shalom slainte
	congratulate congratulating also likewise mutual glad honest honoured here anytime whenever gg wp ggs`)

// doubts are words with which a sentence may restrict a statement or take it back.
var doubts = setOf(`but not no nor never none nobody nothing if unless until till provided providing except however though although only otherwise before after when maybe perhaps possibly probably
	presumably guess suppose supposing think thinking thought believe consider considering wonder wondering depends depending assuming wait hold later tomorrow yet mean meant mistake
	instead rather correction retract undo cancel ignore disregard forget joke joking jokes kidding kid fool lol haha hah ha jk hm hmm hmmm er erm um uh should could might may cannot
	cant dont wont wouldnt shouldnt couldnt didnt doesnt isnt wasnt arent havent hasnt or either neither whether imagine imagining pretend pretending dreamt dreamed said says wrote
	writes quoted almost nearly undecided unsure uncertain doubt decide deciding conditionally condition conditions conditional reservations actually why what which who whom whose
	because without protest permitting subject pending`)

// idioms are turns of phrase that are courtesies although one of their words alone would be none, by their first word.
var idioms = func() map[string][][]string {
	all := map[string][][]string{}
	for _, idiom := range said["courtesy"] {
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
