package parse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isTurned reports whether a text overrides the direction of writing.
func isTurned(s string) bool { return strings.Contains(s, "\u202d") || strings.Contains(s, "\u202e") }

// dropTurned returns s without the lines whose direction is overridden, because their
// writer saw the letters in another order. turned reports whether there were any.
func dropTurned(s string) (rest string, turned bool) {
	if !isTurned(s) {
		return s, false
	}
	return strings.Join(slices.DeleteFunc(strings.Split(s, "\n"), isTurned), "\n"), true
}

// maxLink is the length in octets of the longest link that is dropped.
const maxLink = 2000

// dropLinks returns s without the links in angle brackets that programs put behind a word
// in plain text made of HTML: "bob@example.org<mailto:…>", and even "Kt.to<http://kt.to>",
// because .to is a domain. A link that stands alone stays.
func dropLinks(s string) string {
	var out strings.Builder
	for {
		at := nextLink(s)
		if at < 0 {
			if out.Len() == 0 {
				return s
			}
			out.WriteString(s)
			return out.String()
		}
		end := at + 1 // behind the link, or behind its bracket if the link has no end
		if n := strings.IndexAny(s[at+1:min(len(s), at+maxLink)], "<>\n"); n >= 0 && s[at+1+n] == '>' {
			end = at + n + 2
			out.WriteString(s[:at])
		} else {
			out.WriteString(s[:end])
		}
		s = s[end:]
	}
}

// nextLink returns where the next link begins that stands directly behind a word, or -1 if there is
// none.
func nextLink(s string) int {
	for at := 1; at < len(s); at++ {
		i := strings.IndexByte(s[at:], '<')
		if i < 0 {
			return -1
		}
		at += i
		if s[at-1] > ' ' && beginsWith(s[at+1:], schemes) {
			return at
		}
	}
	return -1
}

// schemes begin the links that programs put in angle brackets.
var schemes = []string{"mailto:", "http:", "https:", "tel:"}

// beginsWith reports whether s, in lower case, begins with one of the phrases. A space at
// the end of a phrase may be the end of s.
func beginsWith(s string, phrases []string) bool {
	for _, p := range phrases {
		if strings.HasPrefix(s, p) || len(p) == len(s)+1 && strings.HasPrefix(p, s) && p[len(s)] == ' ' {
			return true
		}
	}
	return false
}

// phraseTable holds phrases by their first octets.
type phraseTable [256][]string

// byFirst returns a table of phrases.
func byFirst(phrases ...string) *phraseTable {
	var t phraseTable
	for _, p := range phrases {
		t[p[0]] = append(t[p[0]], p)
	}
	return &t
}

// beside returns the phrases that begin with the same octet as s.
func (t *phraseTable) beside(s string) []string {
	if s == "" {
		return nil
	}
	return t[s[0]]
}

// containsAny reports whether one of the phrases stands anywhere in s.
func containsAny(s string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(s, p) })
}

// endsWithWord reports whether s, in lower case, ends with one of the words.
func endsWithWord(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(s, w) && isWord(s, len(s)-len(w), len(s)) })
}

// containsWord reports whether one of the words stands in s, in lower case.
func containsWord(s string, words []string) bool {
	for _, w := range words {
		for at := 0; ; at += len(w) {
			i := strings.Index(s[at:], w)
			if i < 0 {
				break
			}
			if at += i; isWord(s, at, at+len(w)) {
				return true
			}
		}
	}
	return false
}

// isWord reports whether s[from:to] has no letter beside it; a script that does not part
// words has none.
func isWord(s string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	after, _ := utf8.DecodeRuneInString(s[to:])
	return !isSpacedLetter(before) && !isSpacedLetter(after)
}

// isSpacedLetter reports whether r is a letter of a script that separates words by spaces.
func isSpacedLetter(r rune) bool {
	return unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

// writingVerbs are words for "wrote" and "writes" in the announcements that mail programs
// put above a quotation, in lower case. Without one of them an announcement is known by its
// date and address, whatever its language.
var writingVerbs = []string{
	"wrote", "writes", "said", "says", "spake", "replied", "schrieb", "schreibt", "écrit", "escribió", "scritto", "escreveu", "schreef", "skrev", "kirjoitti",
	"napisał", "napsal", "írta", "написал", "пишет", "写道", "書きました",
}

// citingOpenings begin, in lower case, an announcement that ends in the author's name.
var citingOpenings = []string{"quoting ", "citing ", "according to ", "zitat von "}

// comparisons begin a line that tells what somebody wrote and announces no quotation.
var comparisons = []string{"as", "like"}

// days are names of days, by which people tell when a letter was written, in lower case.
var days = []string{
	"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "yesterday", "today",
	"montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag", "gestern", "lundi", "maandag", "mandag", "i går", "včera",
}

// label is the kind of a line in a header block, where a program has quoted the header as text.
type label int

// The kinds of label; labelNone is any other line.
const (
	labelNone label = iota
	labelFrom
	labelSent
	labelTo
	labelSubject
)

// labels are the words before the colon in such a block, in lower case. Without them a
// block is known by three labelled lines, a year, and an address or a time of day.
var labels = map[string]label{
	"sent": labelSent, "date": labelSent, "gesendet": labelSent, "datum": labelSent, "envoyé": labelSent, "subject": labelSubject, "betreff": labelSubject, "objet": labelSubject, "thema": labelSubject,

	"from": labelFrom, "von": labelFrom, "de": labelFrom, "da": labelFrom, "van": labelFrom, "från": labelFrom, "fra": labelFrom, "lähettäjä": labelFrom, "od": labelFrom, "feladó": labelFrom,
	"de la": labelFrom, "от": labelFrom, "від": labelFrom, "kimden": labelFrom, "από": labelFrom, "saatja": labelFrom, "no": labelFrom, "nuo": labelFrom, "发件人": labelFrom, "差出人": labelFrom,
	"보낸 사람": labelFrom, "จาก": labelFrom, "מאת": labelFrom, "من": labelFrom, "از": labelFrom, "từ": labelFrom, "dari": labelFrom, "nga": labelFrom, "nork": labelFrom, "šalje": labelFrom,
	"frá": labelFrom, "ó": labelFrom, "daripada": labelFrom, "од": labelFrom, "minn": labelFrom, "kutoka": labelFrom, "oddi wrth": labelFrom, "प्रेषक": labelFrom,

	"to": labelTo, "cc": labelTo, "an": labelTo, "à": labelTo, "a": labelTo, "para": labelTo, "til": labelTo, "till": labelTo, "aan": labelTo, "vastaanottaja": labelTo, "do": labelTo, "komu": labelTo, "címzett": labelTo,
	"către": labelTo, "кому": labelTo, "до": labelTo, "kime": labelTo, "προς": labelTo, "收件人": labelTo, "宛先": labelTo, "받는 사람": labelTo, "ถึง": labelTo, "אל": labelTo, "إلى": labelTo, "به": labelTo,
	"kepada": labelTo, "për": labelTo, "nori": labelTo, "per a": labelTo, "prima": labelTo, "adressaat": labelTo, "chuig": labelTo, "kam": labelTo, "lil": labelTo, "za": labelTo, "kwa": labelTo, "tới": labelTo,
	"at": labelTo, "प्रति": labelTo,
}

// isSignatureMark reports whether a line stands above a signature (RFC 3676, 4.3): two
// dashes and a space, or what mail programs and people write instead.
func isSignatureMark(line string) bool {
	switch strings.TrimRight(line, " \t\u00a0") {
	case "--", "---", "—", "——", "__", "-=-":
		return true
	}
	return false
}

// isMobileSignature reports whether a line, in lower case, is one that a device or an application
// adds by itself: "Sent from my iPhone".
func isMobileSignature(lower string) bool {
	lower = strings.TrimLeft(lower, "\u2063\u200b\u200e\u2060 ")
	return len(lower) <= 160 && (beginsWith(lower, mobileOpenings.beside(lower)) || offersOutlook(lower) ||
		hasAnySuffix(strings.TrimRight(lower, ".。"), mobileEndings))
}

// offersOutlook reports whether a line, in lower case, is the advertisement of Outlook's
// application for telephones, in whatever language.
func offersOutlook(lower string) bool {
	return strings.Contains(lower, "outlook") && containsAny(lower, []string{" android", " ios"}) &&
		len(strings.Fields(lower)) <= 7
}

// hasAnySuffix reports whether s ends with one of the phrases.
func hasAnySuffix(s string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.HasSuffix(s, p) })
}

// mobileOpenings begin a signature of a device, in lower case; mobileEndings end a signature that
// names the device first.
var (
	mobileOpenings = byFirst(
		"sent from ", "sent via ", "sent using ", "sent with ", "get outlook for ", "get bluemail for ", "yahoo mail: search", "von meinem ", "gesendet von ", "gesendet mit ", "envoyé de ", "envoyé depuis ",
		"enviado desde ", "enviado do ", "inviato da ", "verstuurd vanaf ", "verzonden vanuit ", "verzonden met ", "skickat från ", "sendt fra ", "lähetetty ", "wysłane z ", "odesláno z ", "отправлено с ", "надіслано з ", "στάλθηκε από ",
		"inviato dal", "inviata da ", "enviado a partir ", "enviado con ", "enviado de ", "envoyé avec ", "enviat des ", "sänt från ", "sendt med ", "senttu ", "odoslané z ", "poslano s ", "poslano z ", "trimis de pe ",
		"изпратено от ", "отправлено из ", "saadetud ", "nosūtīts no ", "išsiųsta iš ", "diese nachricht wurde von meinem ", "diese nachricht wurde mit ", "đã gửi từ ", "dikirim dari ", "发自", "נשלח מה", "أُرسلت من",
	)
	mobileEndings = []string{"から送信", "에서 보냄", "dan gönderildi", "傳送", "ról küldve", "ről küldve"}
)

// isLegalFooter reports whether a line, in lower case, is the first of a notice or an
// advertisement that is added below every letter. A notice may be known by its second
// line, below.
func isLegalFooter(lower, below string) bool {
	s := strings.TrimLeft(lower, "*_ \u00a0")
	return beginsWith(s, footerOpenings) || len(s) < 160 && strings.Contains(s, "virus-free.") ||
		beginsWith(s, noticeOpenings) && (containsAny(s, noticeWords) || containsAny(lowerLine(below), noticeWords))
}

// isListFooter reports whether a line, below a rule, begins the footer of a mailing list.
func isListFooter(line string) bool { return containsAny(strings.ToLower(line), listWords) }

// listWords stand in the first line of the footer of a mailing list, in lower case.
var listWords = []string{"mailing list", "mailing-list", "mailinglist", "groups.io links", "liste de diffusion", "lista de correo", "lista di discussione", "lista de discussão", "список рассылки"}

// footerOpenings begin a notice by themselves, noticeOpenings only with one of the
// noticeWords.
var (
	footerOpenings = []string{"confidentiality notice", "disclaimer", "legal notice", "virus-free", "you received this message because you are subscribed", "to unsubscribe"}
	noticeOpenings = []string{"this e-mail", "this email", "this message", "this communication", "diese e-mail", "diese nachricht", "der inhalt dieser", "ce message", "本邮件"}
	noticeWords    = []string{"confidential", "intended", "vertraulich", "confidentiel", "avast", "保密"}
)
