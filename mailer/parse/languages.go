package parse

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
