package ledger

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// longestName is how many characters a name has at most. A name stands in letters to people
// who do not know its owner: a short one has no room for a message.
const longestName = 40

// mostDigits is how many digits a name has at most, which is too few for a telephone number.
const mostDigits = 4

// mostMarks is how many accents stand on one letter at most.
const mostMarks = 2

// CleanName makes a name of what somebody wrote: one line of letters, with a few digits and
// the signs that stand in names, at most longestName characters. A dot is followed by a
// space, so that no mail program makes a link of the name. The result is "" where
// nothing is left.
func CleanName(written string) string {
	written = norm.NFKC.String(strings.ToValidUTF8(written, " "))
	digits := strings.Count(strings.Map(digit, written), "0")
	marks := 0
	kept := strings.Map(func(r rune) rune {
		if !unicode.Is(unicode.Mn, r) {
			marks = 0
		}
		switch {
		case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r): // letters and marks that are not seen
			return -1
		case unicode.Is(unicode.Mn, r):
			if marks++; marks > mostMarks {
				return -1
			}
			return r
		case unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsLetter(r), unicode.Is(unicode.Mc, r), strings.ContainsRune(".,'’-()·", r):
			return r
		case digit(r) == '0' && digits <= mostDigits:
			return r
		}
		return ' '
	}, written)
	line := strings.Join(strings.Fields(strings.ReplaceAll(norm.NFKC.String(kept), ".", ". ")), " ")
	line = strings.Trim(line, " ,'’-·")
	runes := []rune(line)
	if len(runes) > longestName {
		line = strings.TrimRight(string(runes[:longestName]), " ,'’-·(")
	}
	if !strings.ContainsFunc(line, unicode.IsLetter) {
		return ""
	}
	return line
}

// NameToStranger returns a name as it stands in a letter to somebody who has not asked to hear from
// its owner: letters with their marks, single spaces, and an apostrophe or a hyphen between
// letters. The result is "" where nothing is left.
func NameToStranger(name string) string {
	runes := []rune(CleanName(name))
	isLetter := func(i int) bool {
		return i >= 0 && i < len(runes) && (unicode.IsLetter(runes[i]) || unicode.Is(unicode.M, runes[i]))
	}
	for i, r := range runes {
		if !isLetter(i) && !(strings.ContainsRune("'’-", r) && isLetter(i-1) && isLetter(i+1)) {
			runes[i] = ' '
		}
	}
	return strings.Join(strings.Fields(string(runes)), " ")
}

// digit returns '0' for a decimal digit, and a space for anything else.
func digit(r rune) rune {
	if unicode.IsDigit(r) {
		return '0'
	}
	return ' '
}

// NameKeys are what a name has in common with all names that are taken for it: two names
// that share a key are alike. The first key tells names apart by their letters, without
// case, accents, spaces and signs, the second by how the letters look.
func NameKeys(name string) [2]string {
	plain := bare(name)
	return [2]string{"letters " + strings.ReplaceAll(strings.ToLower(plain), "ς", "σ"), "looks " + looks(plain)}
}

// SameName reports whether two names are one: a person is found by a name in whatever spacing,
// capitals and signs it is written.
func SameName(a, b string) bool {
	key := NameKeys(CleanName(a))[0]
	return key == NameKeys(CleanName(b))[0] && key != NameKeys("")[0]
}

// bare is a name without accents, invisible characters, spaces and signs.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mc, r) {
			return r
		}
		return -1
	}, norm.NFKD.String(name))
}

// looks is how the letters of a name look: those that are taken for one another are one.
func looks(plain string) string {
	var b strings.Builder
	for _, r := range plain {
		if twin, ok := twins[r]; ok {
			b.WriteString(twin)
			continue
		}
		r = unicode.ToLower(r)
		if twin, ok := twins[r]; ok {
			b.WriteString(twin)
			continue
		}
		b.WriteRune(r)
	}
	return pairs.Replace(b.String())
}

// reserved are the names of those who speak for a server or rule over its games, and of those who
// were erased; nobody may take one, nor a name that holds one.
var reserved = [...]string{"corrd", "umpire", "postmaster", "abuse", "mailerdaemon", "secretary", "formermember",
	"arbiter", "referee", "adjudicator", "moderator", "admin", "administrator", "sysadmin", "webmaster", "hostmaster", "operator",
	"maildelivery", "maildeliverysystem", "maildeliverysubsystem", "mailsystem", "mailserver", "noreply", "donotreply", "helpdesk", "customerservice",
	"tournamentdirector", "eventdirector", "tournamentcontroller", "teamcaptain", "schiedsrichter", "turnierleiter", "turnierleitung", "spielleiter",
	"arbiteur", "schiedsrichterin", "scheidsrechter", "dommer", "domare", "tuomari", "rozhodčí", "secretariat", "sekretär", "sekretariat", "secrétaire", "segretario", "secretario", "裁判", "管理員", "管理员",
	"arbitre", "arbitro", "arbitrator", "sędzia", "арбитр", "судья", "администратор", "секретарь", "διαιτητής", "διαχειριστής",
	"árbitra", "wettkampfleiter", "tournamentdesk", "automaticreply", "裁判員", "裁判员", "審判", "심판", "שופט", "حكم", "الحكم"}

// reservedLooks are the looks of the reserved names and of their plurals.
var reservedLooks = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, name := range reserved {
		all[looks(bare(name))], all[looks(bare(name+"s"))] = true, true
	}
	return all
})

// offices are names of offices that are also names, or words of names, of people; nobody may have
// one for the whole of a name.
var offices = [...]string{"judge", "director", "controller", "system", "server", "support", "security", "staff", "root", "official", "president",
	"chairman", "treasurer", "captain", "clerk", "info", "help", "host", "hostess", "manager", "organizer", "organiser", "steward", "marshal", "owner", "team", "bot", "robot",
	"opponent", "adversary", "committee", "superuser", "billing", "white", "black", "you", "nobody", "unknown", "notification",
	"hakem", "bíró", "juez", "juiz", "giudice", "richter", "juge"}

// ofOffices are words that name no person, beside which a word of offices names an office.
var ofOffices = []string{"the", "of", "for", "and", "a", "our", "your", "play", "chess", "club", "game", "games", "tournament", "office", "center", "centre",
	"service", "services", "department", "group", "account", "accounts", "mail", "email"}

// officeLooks and ofOfficesLooks are the looks of those words.
var (
	officeLooks    = sync.OnceValue(func() map[string]bool { return looksOf(offices[:]) })
	ofOfficesLooks = sync.OnceValue(func() map[string]bool { return looksOf(ofOffices) })
)

func looksOf(words []string) map[string]bool {
	all := map[string]bool{}
	for _, w := range words {
		all[looks(w)] = true
	}
	return all
}

// isOffice reports whether a name is made of words of offices and of ofOffices alone.
func isOffice(name string) bool {
	office := false
	for word := range strings.FieldsSeq(name) {
		plain := looks(strings.TrimFunc(bare(word), unicode.IsDigit))
		switch {
		case plain == "": // figures
		case officeLooks()[plain]:
			office = true
		case !ofOfficesLooks()[plain]:
			return false
		}
	}
	return office
}

// reservedName reports whether a name is taken for one of those who speak for a server or rule over
// its games, of whom own is one more: a word of the name, or some that follow each other, look like
// it.
func reservedName(name, own string) bool {
	if own != "" && slices.Contains(alike(name), NameKeys(own)[1]) {
		return true
	}
	whole := strings.TrimFunc(strings.TrimPrefix(NameKeys(name)[1], "looks "), unicode.IsDigit)
	if officeLooks()[whole] || officeLooks()[strings.TrimPrefix(whole, looks("the"))] {
		return true
	}
	return isOffice(name) || holds(name, reservedLooks())
}

// NameHolds reports whether some words of a name that follow each other are taken for another name
// of several words, or the whole name for another of any kind.
func NameHolds(name, other string) bool {
	for _, key := range NameKeys(name) {
		if k := NameKeys(other); key == k[0] || key == k[1] {
			return true
		}
	}
	return strings.ContainsRune(strings.TrimSpace(other), ' ') && holds(name, map[string]bool{looks(bare(other)): true})
}

// holds reports whether some words of a name that follow each other look like one of others, which
// are given by their looks.
func holds(name string, others map[string]bool) bool {
	words := strings.FieldsFunc(norm.NFKD.String(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) && !unicode.Is(unicode.Cf, r)
	})
	for from := range words {
		for to := from + 1; to <= len(words); to++ {
			run := bare(strings.Join(words[from:to], ""))
			if others[looks(run)] || others[looks(strings.TrimFunc(run, unicode.IsDigit))] {
				return true
			}
		}
	}
	return false
}

// alike are the looks of a name, with and without an article before it.
func alike(name string) []string {
	key := NameKeys(name)[1]
	rest, _ := strings.CutPrefix(key, "looks the")
	return []string{key, "looks " + rest}
}

// scripts are those in which names are written. The letters of a script that stands
// beside Latin in no living language's names would only be taken for Latin ones.
var scripts = []*unicode.RangeTable{
	unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Armenian, unicode.Georgian, unicode.Hebrew, unicode.Arabic,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu,
	unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Thai, unicode.Lao, unicode.Tibetan, unicode.Myanmar,
	unicode.Khmer, unicode.Ethiopic, eastern,
}

// eastern are the scripts that stand beside each other in the names of East Asia.
var eastern = mergeTables(unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo)

func mergeTables(tables ...*unicode.RangeTable) *unicode.RangeTable {
	all := &unicode.RangeTable{}
	for _, t := range tables {
		all.R16 = append(all.R16, t.R16...)
		all.R32 = append(all.R32, t.R32...)
	}
	slices.SortFunc(all.R16, func(a, b unicode.Range16) int { return int(a.Lo) - int(b.Lo) })
	slices.SortFunc(all.R32, func(a, b unicode.Range32) int { return int(a.Lo) - int(b.Lo) })
	return all
}

// ofNoScript are letters of no one script that stand in names: an apostrophe that is a letter, and
// the sign by which Japanese lengthens a vowel.
const ofNoScript = "ʼー"

// readableName reports whether each word of a name is of one script, and of one in which names are
// written. Letters of several scripts in one word deceive the eye, and so do digits of other
// scripts than the word's, and letters of no script that only lengthen the letter before.
func readableName(name string) bool {
	for word := range strings.FieldsSeq(name) {
		var of *unicode.RangeTable
		for _, r := range word {
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) || r < unicode.MaxASCII && unicode.IsDigit(r) || strings.ContainsRune(ofNoScript, r) {
				continue
			}
			i := slices.IndexFunc(scripts, func(t *unicode.RangeTable) bool { return unicode.Is(t, r) })
			if i < 0 || of != nil && of != scripts[i] {
				return false
			}
			of = scripts[i]
		}
	}
	return true
}

// twins are letters and digits that are taken for a Latin letter, with that letter. The
// table is a choice: Greek and Cyrillic, in which whole names can be spelt that look
// Latin, Armenian, and the small capitals and stroked letters of Latin itself. The
// letters i and l, the capital I and the digit 1 are one, and so are o and the digit 0.
// A capital that looks like another letter than its small one stands for itself.
var twins = twinsOf(map[string]string{
	"a": "аαɑᴀⱥ", "b": "вьʙΒƀɓ", "c": "сᴄϲȼƈ", "d": "ԁᴅđðɖɗƌ", "e": "еёєεᴇɇ", "f": "ғꜰƒ", "g": "ɡɢԍǥɠ",
	"h": "нһʜħΗհɦⱨ", "i": "іїıɩɪιlł1ӏʟǀǃΙɨƚɫɬɭ", "j": "јϳᴊɉ", "k": "кκᴋĸƙⱪ", "m": "мᴍΜɱ", "n": "пɴηΝոŋɲɳƞ",
	"o": "оοσø0օᴏөɵ", "p": "рρᴘþƥᵽ", "q": "ԛզɋʠ", "r": "гʀᴦɾɍɽɼ", "s": "ѕꜱʂȿ", "t": "тτᴛŧƭʈ",
	"u": "υᴜսцʋʉ", "v": "νѵᴠⱱ", "w": "ԝωшᴡաⱳ", "x": "хχᶍ", "y": "уүγʏΥɏƴ", "z": "ᴢΖƶȥʐɀ",
	"ss": "ß", "ae": "æᴁӕ", "oe": "œɶ",
})

func twinsOf(table map[string]string) map[rune]string {
	all := make(map[rune]string, 128)
	for letter, alike := range table {
		for _, r := range alike {
			all[r] = letter
		}
	}
	return all
}

// pairs are letters that side by side are taken for one.
var pairs = strings.NewReplacer("rn", "m", "vv", "w")

// nameTold is a name as people give it in a sentence: words with capitals behind those that bring
// it in.
var nameTold = regexp.MustCompile(`(?:^|[^\pL])(?i:my name is|my name's|i am called|i call me|i'm called|i am|i'm|this is)\s+(` + partOfName + `(?:[ ]+(?:` + partOfName + `|van|von|der|de|of))*)`)

// partOfName is a word of a name, or a title or an initial with its stop.
const partOfName = `(?:\p{Lu}[\pL'’-]{0,2}\.|\p{Lu}[\pL'’-]+)`

// NameTold returns the name that somebody gives as theirs in a sentence of prose, "I'm Margaret
// Hill", or "" if they give none.
func NameTold(prose string) string {
	m := nameTold.FindStringSubmatch(strings.ReplaceAll(prose, "\n", " "))
	if m == nil {
		return ""
	}
	return strings.TrimRight(m[1], ". ")
}
