package interpret

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"corrd/interpret/carrying"
	"corrd/interpret/notation"
	"corrd/interpret/speech"
)

// command is a statement with an argument. The head of the line names the statement; read fills the
// statement in from the rest of the line, and reports false if the rest does not fit, because the
// line is then something else.
type command struct {
	head string
	kind Kind
	read func(p *parser, s *Statement, rest string) bool
}

var commands = [...]command{
	{"adopt", KindAdopt, (*parser).readAdopt},
	{"adopting", KindAdopt, (*parser).readAdopt},
	{"exact", KindExact, (*parser).readExact},
	{"penalty", KindExact, (*parser).readPenalty},
	{"forfeit", KindExact, (*parser).readForfeitTurn},
	{"play", KindExact, (*parser).readPlayMan},
	{"claim", KindClaim, (*parser).readClaim},
	{"protest", KindProtest, (*parser).readFacts},
	{"appeal", KindProtest, (*parser).readFacts},
	{"adjudicate", KindProtest, (*parser).readAdjudication},
	{"annul", KindAnnul, (*parser).readFacts},
	{"intend", KindIntend, (*parser).readIntent},
	{"submit to umpire", KindSubmit, (*parser).readFacts},
	{"submit to the umpire", KindSubmit, (*parser).readFacts},
	{"seal", KindSeal, (*parser).readMove},
	{"adjourn", KindAdjourn, (*parser).readHour},
	{"try", KindTry, (*parser).readMove},
	{"propose", KindPropose, (*parser).readProposal},
	{"register", KindRegister, (*parser).readRegistration},
	{"challenge", KindChallenge, (*parser).readChallenge},
	{"accept", KindAccept, (*parser).readAcceptance},
	{"leave", KindLeave, (*parser).readLeave},
	{"set", KindSet, (*parser).readSetting},
	{"show", KindShow, (*parser).readShow},
	{"history", KindHistory, (*parser).readGameNumber},
	{"pgn", KindPGN, (*parser).readGameNumber},
	{"book", KindBook, (*parser).readGameNumber},
	{"again", KindAgain, (*parser).readGameNumber},
	{"repeat", KindRepeat, (*parser).readGameNumber},
	{"withdraw challenge", KindWithdrawChallenge, (*parser).readGameNumber},
	{"withdraw from", KindWithdrawEntry, (*parser).readEventNumber},
	{"withdraw", KindWithdraw, (*parser).readGameNumber},
	{"enter", KindEnter, (*parser).readEventNumber},
	{"table", KindTable, (*parser).readEventNumber},
	{"watch", KindWatch, (*parser).readGameNumber},
	{"unwatch", KindUnwatch, func(p *parser, s *Statement, rest string) bool { return rest == "" || p.readGameNumber(s, rest) }},
	{"help", KindHelp, (*parser).readTopic},
	{"yes", KindYes, (*parser).readHeldLetter},
	{"no", KindNo, (*parser).readHeldLetter},
	{"address", KindAddress, (*parser).readAddress},
	{"block", KindBlock, (*parser).readWhom},
	{"unblock", KindUnblock, (*parser).readWhom},
	{"unregister", KindUnregister, (*parser).readLeaving},
	{"law", KindLaw, (*parser).readCitation},
}

// argued are the first words of the heads of statements that have an argument.
var argued = map[string]bool{}

// commandsBeside holds those statements by the first letters of their heads.
var commandsBeside [26][]*command

func init() {
	for i := range commands {
		c := &commands[i]
		head, _, _ := strings.Cut(c.head, " ")
		argued[head] = true
		commandsBeside[head[0]-'a'] = append(commandsBeside[head[0]-'a'], c)
	}
}

// withoutMarks takes the marks off a phrase that do not change what it says.
var withoutMarks = strings.NewReplacer(" ?", "?", "'", "", ",", "")

// parseCommand reads a text that is, the whole of it, a statement other than
// moves and conditionals.
func (p *parser) parseCommand(text string) (Statement, bool) {
	if p.Spend(carrying.StepsOfLookup); text == p.unsaid || !mayState(text) {
		return Statement{}, false
	}
	body := strings.TrimRight(text, ".! ")
	if rest, ok := speech.CutAnyWord(body, "please"); ok && rest != "" {
		body = strings.TrimLeft(rest, ", ")
	}
	k, body, future, ok := p.phrase(body)
	if ok {
		return Statement{Kind: k, Text: text}, !(future && k == KindResign) && !strings.Contains(body, "??")
	}
	if body == "" || !speech.IsLetter(body[0]) {
		return Statement{}, false
	}
	for _, c := range commandsBeside[body[0]|0x20-'a'] {
		rest, ok := speech.CutWord(body, c.head)
		if !ok {
			continue
		}
		p.Spend(3 * len(text))
		s := Statement{Kind: c.kind, Text: text}
		if rest = strings.TrimSpace(rest); !s.statesFacts(rest) {
			rest = speech.WithoutThanks(rest)
		}
		return s, c.read(p, &s, rest) && len(text) <= maxLine
	}
	p.unsaid = text
	return Statement{}, false
}

// statesFacts reports whether what stands behind the head of a statement are facts in the words of
// its writer.
func (s *Statement) statesFacts(rest string) bool {
	return rows[s.Kind].manner == asReport || s.Kind == KindAnnul && strings.HasPrefix(rest, ":")
}

// readMove takes the words of one move.
func (p *parser) readMove(s *Statement, rest string) bool {
	rest = strings.TrimLeft(carrying.WithoutLead(strings.TrimLeft(rest, ": ")), ": ")
	number, black, words, _ := carrying.CutLabel(rest)
	s.Moves = []notation.Move{{Text: carrying.TrimMove(words), Number: number, Black: black}}
	return !strings.Contains(rest, ";") && (p.SoundsLikeMove(words) || p.communicates(words, false) || notation.IsCode(words))
}

// readAdopt takes a reading's number, or the words of the move adopted.
func (p *parser) readAdopt(s *Statement, rest string) bool {
	rest = strings.TrimLeft(rest, ": ")
	plain, numbered := s.readChoice(rest)
	return numbered || plain != "" && !speech.IsDigit(plain[0]) && p.readMove(s, rest) && p.SoundsLikeMove(s.Moves[0].Text)
}

// readIntent takes a reading's number, or the words of the move that was meant.
func (p *parser) readIntent(s *Statement, rest string) bool {
	if _, numbered := s.readChoice(strings.TrimLeft(rest, ": ")); numbered {
		return true
	}
	return p.readMove(s, rest)
}

// readChoice takes a reading's number, and reports whether there is nothing else; plain
// are the words that are looked at as one.
func (s *Statement) readChoice(rest string) (plain string, numbered bool) {
	plain, _ = speech.CutAnyWord(strings.ToLower(rest), "the", "reading", "number", "no.", "no")
	plain = strings.Trim(plain, " .()#")
	if n, err := strconv.Atoi(plain); err == nil && n > 0 && n < 1000 {
		s.Choice = n
		return plain, true
	}
	for i, o := range notation.Ordinals {
		if plain == o || plain == o+" reading" || plain == o+" move" {
			s.Choice = i + 1
			return plain, true
		}
	}
	return plain, false
}

// readRegistration takes the name under which somebody is to be registered, without the words that
// bring the name in; with such words alone corrd proposes a name.
func (p *parser) readRegistration(s *Statement, rest string) bool {
	name := strings.TrimLeft(rest, " :,.-")
	asks := name == ""
	for cut := true; cut; {
		name, cut = speech.CutAnyWord(name, "if you please", "please", "pls", "kindly", "me", "myself", "i'm called", "i am called", "i'm", "i am", "call me", "my name's", "names", "my name as", "my name is", "my name", "name", "under the name of", "under the name", "with the name", "the name", "as", "under", "player", "by the name of")
		name, asks = strings.TrimLeft(name, " :,.-=\""), asks || cut
	}
	if alone := speech.NameAlone(name); alone != name {
		name, asks = alone, true
	}
	name = strings.Trim(strings.TrimRight(name, " ,;:"), "\"<>")
	switch first, _, _ := strings.Cut(strings.ToLower(name), " "); first {
	case "my", "your", "his", "her", "their", "our", "an", "a", "for", "at", "with", "to", "on", "that", "this", "it", "in", "yes", "now", "today", "early", "online", "here", "and", "or", "by", "before":
		return false
	}
	s.Words = name
	return len(name) <= 200 && (name != "" || asks) && !strings.ContainsRune(rest, '?')
}

// hourOfDay is a time of the day: "10:00", "9.30".
var hourOfDay = regexp.MustCompile(`^([01]?\d|2[0-3])[:.]([0-5]\d)$`)

// readHour takes the hour of the day at which play is to go on.
func (*parser) readHour(s *Statement, rest string) bool {
	rest, _ = speech.CutWord(rest, "the game")
	hour, ok := speech.CutAnyWord(rest, "until", "till", "to", "and resume at")
	m := hourOfDay.FindStringSubmatch(strings.TrimSpace(hour))
	if !ok || m == nil {
		return false
	}
	s.Words = ("0" + m[1])[len(m[1])-1:] + ":" + m[2]
	return true
}

// pieces are words for the men that somebody sets up who is ready to play: "set 'em up".
var pieces = speech.SetOf("em them it things pieces men")

// readSetting takes a preference and its value. A name is what one is registered under.
func (p *parser) readSetting(s *Statement, rest string) bool {
	fields := strings.Fields(strings.Replace(rest, ":", " ", 1))
	if len(fields) < 2 || len(fields) > 4 || pieces[strings.Trim(fields[0], "'’")] {
		return false
	}
	switch strings.ToLower(fields[0]) {
	case "up", "the", "a", "my", "your", "out", "off", "down", "about", "great", "sail", "foot", "to", "it", "myself", "in", "aside":
		return false
	}
	key, value := strings.ToLower(fields[0]), strings.Join(fields[1:], " ")
	if key == "name" {
		s.Kind = KindRegister
		return p.readRegistration(s, value)
	}
	s.Terms = []Term{{key, value}}
	return true
}

// readGameNumber takes a game's number.
func (p *parser) readGameNumber(s *Statement, rest string) bool {
	rest, _ = speech.CutWord(rest, "game")
	rest = strings.Trim(rest, "# ")
	s.Words = rest
	n, err := strconv.Atoi(rest)
	return err == nil && n > 0
}

// readEventNumber takes an event's number.
func (p *parser) readEventNumber(s *Statement, rest string) bool {
	for cut := true; cut; rest, cut = speech.CutAnyWord(strings.TrimLeft(rest, ":# "), "me", "in", "into", "for", "of", "the", "event", "tournament", "number", "no.", "no") {
	}
	return rest != "" && speech.IsDigit(rest[0]) && p.readGameNumber(s, rest)
}

// readHeldLetter takes the number of the letter held that a yes or no is about, or that yes is said
// for always.
func (*parser) readHeldLetter(s *Statement, rest string) bool {
	if s.Kind == KindYes && strings.EqualFold(strings.Trim(rest, ",.:;!- "), Always) {
		s.Words = Always
		return true
	}
	rest, _ = speech.CutAnyWord(strings.TrimLeft(rest, ",: "), "to letter", "letter", "to number", "number", "to")
	n, err := strconv.Atoi(strings.TrimRight(strings.TrimLeft(rest, "# "), ". "))
	s.Choice = n
	return err == nil && n > 0
}

// readTopic takes one word.
func (p *parser) readTopic(s *Statement, rest string) bool {
	s.Words = strings.Trim(strings.ToLower(rest), ".,:;?!()\"'")
	return !strings.Contains(rest, " ") && s.Words != "me"
}

// readAddress takes "add" or "remove" and an address.
func (p *parser) readAddress(s *Statement, rest string) bool {
	verb, address, ok := strings.Cut(rest, " ")
	verb = strings.ToLower(verb)
	s.Words = verb + " " + address
	return ok && (verb == "add" || verb == "remove") && strings.Contains(address, "@") && !strings.Contains(address, " ")
}

// readShow takes a game's number, or "terms" and a game's number or none.
func (p *parser) readShow(s *Statement, rest string) bool {
	after, terms := speech.CutWord(rest, "terms")
	if !terms {
		return p.readGameNumber(s, rest)
	}
	if after = strings.TrimSpace(after); after != "" && !p.readGameNumber(s, after) {
		return false
	}
	s.Words = strings.TrimSpace("terms " + s.Words)
	return true
}

// readWhom takes the name of another player; words with an article are prose about a board.
func (*parser) readWhom(s *Statement, rest string) bool {
	if _, prose := speech.CutAnyWord(rest, "the", "a", "an", "my", "your", "his", "her", "this", "that", "it", "off", "me", "you"); prose {
		return false
	}
	s.Words = strings.Trim(rest, " :,\"")
	return s.Words != "" && len(s.Words) <= 200
}

// readLeaving takes what is to become of the running games of a player who leaves: "wait"
// for their ends or "resign" them, or "cancel" the leaving.
func (*parser) readLeaving(s *Statement, rest string) bool {
	s.Words = strings.ToLower(strings.Trim(rest, ",: "))
	return s.Words == "wait" || s.Words == "resign" || s.Words == "cancel"
}

// longestCitation is how many characters a provision is named by at most.
const longestCitation = 40

// readCitation takes the name of a provision, in which there is a figure or a sign.
func (*parser) readCitation(s *Statement, rest string) bool {
	s.Words = strings.Trim(rest, ": ")
	return len(s.Words) <= longestCitation && len(strings.Fields(s.Words)) <= 3 && strings.ContainsAny(s.Words, "0123456789.:(-")
}

// readLeave takes a length of time or dates, in which there is a figure unless a word says that
// they begin or end there: "until Monday".
func (p *parser) readLeave(s *Statement, rest string) bool {
	rest, _ = speech.CutAnyWord(rest, "please")
	rest, _ = speech.CutAnyWord(rest, "of", "for", ":")
	if _, other := speech.CutAnyWord(rest, "me", "him", "her", "it", "them", "us", "you", "at", "by"); other {
		return false
	}
	if cut := everywhere.ReplaceAllString(rest, ""); cut != rest {
		s.Kind, rest = KindLeaveEverywhere, cut
	}
	first, behind, _ := strings.Cut(rest, " ")
	n := slices.Index(speech.Counted[:], strings.ToLower(first))
	if opener := strings.ToLower(speech.OpenerOf(behind)); strings.EqualFold(first, "a") && (opener == "week" || opener == "fortnight") {
		n = 0
	}
	if n >= 0 {
		rest = strconv.Itoa(n+1) + " " + behind
	}
	if begins := strings.ToLower(first); n < 0 && (begins == "" || !speech.IsDigit(begins[0]) && !speech.Times[begins] && !speech.BeginsLeave[begins]) {
		return false // "we leave for Spain on the 4th"
	}
	if head, why, _ := strings.Cut(rest, ","); bareLength.MatchString(head) && !slices.ContainsFunc(strings.Fields(strings.ToLower(why)), func(w string) bool {
		w = strings.Trim(w, ".,!")
		return w == "" || speech.IsDigit(w[0]) || speech.Times[w] || speech.BeginsLeave[w] || speech.Conditional[w] || speech.Denying[w] || speech.Feigned[w]
	}) && !rethinking.MatchString(why) {
		rest = strings.TrimSuffix(strings.ToLower(head), " please") // "leave 7 days please, Goa calling"
	}
	s.Words = rest
	dates, _, _ := strings.Cut(strings.ToLower(rest), ",")
	return len(strings.Fields(rest)) <= 7 && (strings.ContainsAny(rest, "0123456789") || speech.BeginsLeave[strings.ToLower(first)] && !strings.EqualFold(first, "next")) && !slices.ContainsFunc(strings.Fields(dates), func(w string) bool {
		w = strings.Trim(w, ".,;:!'()-")
		return w != "" && !speech.IsDigit(w[0]) && !speech.Times[w] && !speech.BeginsLeave[w] && !ofLeave[w] // "Leave a week early"
	})
}

// bareLength is a length of leave and no dates.
var bareLength = regexp.MustCompile(`(?i)^\d+ ?(?:d|days?|w|weeks?)(?: please)?$`)

// ofLeave are the other words of a length or of dates.
var ofLeave = speech.SetOf("d days w week weeks fortnight to and of the on in for through inclusive incl including next this please today now tomorrow")

// everywhere matches what stands behind a length of leave that is taken in all games at once.
var everywhere = regexp.MustCompile(`(?i),? (everywhere|(in|from) (all|every|each)( of)?( my)? games?),?( please)?\.?$`)
