package speech

import (
	"slices"
	"strings"
)

// A sentence that opens with a condition, a doubt or another time takes back what stands beside it
// only if it is about that: "Perhaps you will visit in spring" is not.

var (
	// touching are words by which a sentence may be about what stands beside it: of acts, of
	// agreement, of speech, of jokes, and those that only point there.
	touching = SetOf("it's that's this so such same one either instead otherwise except only just mean meant actually really agree agrees agreed " +
		"allow allows let lets permits approve approves consent consents mind joke joking jokes jest kidding teasing fool fooled fooling pretend pretending bluff bluffing imagine quote quoting test testing " +
		"said says say saying face words decide decides decided deciding answer reply undecided sure unsure doubt sleep think thinking reconsider change changed ask wait hold typed dared copied scare scared surprise surprised worry worried frighten frightened")
	// ofActs are the words of acts that news has as well.
	ofActs = SetOf("leave keep continue carry play press fight lay give shake chance order enjoy happy fine content request pass flag split delighted")
	// aside are words with which a sentence begins before its subject.
	opensAside = SetOf("perhaps maybe possibly probably well oh ah and also anyway today tomorrow tonight yesterday here meanwhile sadly luckily by hopefully after before when whenever if once whatever while as since although though because next last this in on at")
	// subordinate are those of them behind which a second clause has to stand.
	subordinate = SetOf("if when whenever once before after whatever while as since although though because")
	// aboutWhom begin what a sentence tells or asks of.
	aboutWhom = SetOf("i i'm i've we we're we've you you're he she they there the a an my your our his her their some all both")
	asksOf    = SetOf("did do does have has had how where what who is are was were will can when any")
	weathers  = SetOf("rain rains raining rained snow snows snowing snowed cold hot warm wet freezing freeze frosty thaw windy sunny stormy foggy birthday christmas dark late")
	// household are words of news that the tables of acts know.
	household = SetOf("garden weather tea coffee dinner lunch supper bread cake wine beer house home holiday holidays vacation train trains bus car wife husband son daughter mother father sister brother uncle aunt nephew niece cousin friend neighbour children grandson granddaughter grandchildren cat dog baby doctor hospital hip knee eyes health church choir school work job summer winter spring autumn rain sun news film song concert wedding funeral meeting court army room money bank kitchen museum cottage football cricket tennis golf piano violin guitar bridge soup roof boiler photo photos picture pictures opening openings visit jam book books post club week month year")
	// elided begin a sentence in which its writer leaves themselves out.
	elided    = SetOf("shall will must hope")
	placed    = SetOf("the new at in to from old")
	hereafter = SetOf("would could should might may")
	unwished  = SetOf("have love like enjoy")
)

// Aloof reports whether a sentence tells or asks of something else than what is stated beside it:
// it has a subject, a word that no act, no game and no grammar of acts knows, and no word that may
// refer to what was stated. A condition is aloof only with the clause that stands on it.
func Aloof(one []Word) bool {
	for i := FewestWords + 1; i+1 < len(one); i++ {
		if one[i].Plain == "if" && one[i-1].Stop == ',' {
			one = one[:i] // ", if that is of interest to anyone"
		}
	}
	n := len(one)
	if n <= FewestWords || n > MostFree {
		return false
	}
	weather := anyOf(one, weathers)
	asks, past := one[n-1].Stop == '?', slices.ContainsFunc(one, func(w Word) bool {
		return Past[strings.TrimSuffix(w.Plain, "n't")] || strings.HasSuffix(w.Plain, "ed")
	})
	own := false
	for i, w := range one {
		bare := strings.ReplaceAll(w.Plain, "'", "")
		switch {
		case w.Idiom != 0, w.Sort == Name && i > 0:
		case (bare == "it" || bare == "its") && weather, bare == "that" && w.Stop == 0 && i+1 < n && one[i+1].Sort == Other && !finite[one[i+1].Plain] && !Acting[one[i+1].Plain] && one[i+1].Plain != "back" && len(one[i+1].Plain) > 3:
		case bare == "it", bare == "that", touching[w.Plain], touching[bare], w.Sort == Record, strings.ContainsAny(w.Raw, `"<>=`), strings.HasSuffix(w.Raw, ".."):
			return false
		case Acting[bare] && !ofActs[bare], (ofGames[bare] || MenNamed[bare]) && !past && bare != "letter" && bare != "letters":
			return false
		case hereafter[bare] && i+1 < n && !unwished[one[i+1].Plain] && i > 0 && one[i-1].Plain != "you" && !weather:
			return false
		}
		own = own || unfamiliar(w) || weather || past && (MenNamed[bare] || ofGames[bare]) || w.Sort == Name && i > 1 && placed[one[i-1].Plain]
	}
	at := 0
	for at < n-2 && opensAside[one[at].Plain] && !aboutWhom[one[at].Plain] {
		at++
	}
	if subordinate[one[0].Plain] && !slices.ContainsFunc(one[min(n, FewestWords):], func(w Word) bool { return aboutWhom[w.Plain] && w.Plain != "the" && w.Plain != "a" && w.Plain != "my" }) {
		return false
	}
	begins := aboutWhom[one[at].Plain] || elided[one[at].Plain] || one[at].Sort == Name || weather && one[at].Plain == "it" || asks && asksOf[one[at].Plain] || asks && at > 0
	return own && begins
}

// unfamiliar reports whether a word is one of no act and of no sentence around one.
func unfamiliar(w Word) bool {
	return w.Sort == Other && w.Idiom == 0 && len(w.Plain) > 2 && (!freely.Knows(w.Plain) || household[w.Plain]) && !Acting[w.Plain] && !ofGames[w.Plain] && !MenNamed[w.Plain]
}

// IsDomestic reports whether a sentence is about something at home, and names nothing of the game.
func IsDomestic(one []Word) bool {
	return anyOf(one, household) && !anyOf(one, ofGames) && !HasPerson(one)
}
