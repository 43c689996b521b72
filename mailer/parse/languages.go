package parse

// attributionVerbs are the words for "wrote" and "writes" in the attributions
// that mail programs put above a quote, in lower case, by language.
var attributionVerbs = []string{
	"wrote", "writes", "written by", "quoting", "said", "says", "spake", "replied", "responded", "typed", "answered", "asked", // English
	"schrieb", "schrieben", "schreibt", "geschrieben", "zitat von", "schrub", "meinte", // German
	"écrit", "ecrit", "écrivait", // French
	"escribió", "escribio", "escribe", "escribía", // Spanish
	"scritto", "scrive", "scriveva", // Italian
	"escreveu", "escreve", "escribiu", // Portuguese, Galician
	"va escriure", "ha escrit", "escrigué", "idatzi zuen", // Catalan, Basque
	"schreef", "schrijft", "geschreven", "geskryf", "skryf", // Dutch, Afrikaans
	"skrev", "skriver", "skrifaði", // Swedish, Danish, Norwegian, Icelandic
	"kirjoitti", "kirjutas", "rakstīja", "rašė", "parašė", // Finnish, Estonian, Latvian, Lithuanian
	"napisał", "napisała", "napisał(a)", "pisze", // Polish
	"napsal", "napsala", "napsal(a)", "napísal", "napísala", "napísal(a)", // Czech, Slovak
	"je napisal", "je napisao", "je napisala", "napisao", "piše", // Slovene, Croatian, Serbian
	"írta", "a scris", "scris", "shkruajti", "shkroi", // Hungarian, Romanian, Albanian
	"пишет", "писал", "писала", "написал", "написала", "написал(а)", // Russian
	"пише", "писав", "написав", "написала", "напісаў", // Ukrainian, Belarusian
	"написа", "написао", "напиша", // Bulgarian, Serbian, Macedonian
	"έγραψε", "γράφει", "yazdı", "yazmış", "yazıyor", // Greek, Turkish
	"đã viết", "viết", "menulis", "sumulat", "isinulat ni", // Vietnamese, Indonesian, Filipino
	"aliandika", "scríobh", "ysgrifennodd", // Swahili, Irish, Welsh
	"写道", "寫道", "写到", "书写道", // Chinese
	"書きました", "のメール", "は書きました", "さんからのメール", // Japanese
	"작성", "썼습니다", "님이 쓴 글", // Korean
	"เขียน", "เขียนว่า", // Thai
	"כתב", "כתבה", "כתב/ה", "كتب", "كتبت", "نوشت", // Hebrew, Arabic, Persian
	"ने लिखा", "লিখেছেন", "எழுதினார்", // Hindi, Bengali, Tamil
}

// writingVerbs and writingVerbEndings are those verbs, to be found anywhere in a
// line and at its end.
var (
	writingVerbs       = openingsOf(attributionVerbs...)
	writingVerbEndings = endingsOf(attributionVerbs...)
)

// citingOpenings begin a line that ends in the author's name.
var citingOpenings = openingsOf("quoting ", "citing ", "according to ", "in reply to ", "message from ", "written by ", "zitat von ", "zitiere ", "citando ", "en citant ", "citat från ", "citerar ", "цитирую ")

// comparisons begin a line that tells what somebody wrote and quotes no letter.
var comparisons = setOf("as", "like", "wie", "comme", "como", "come", "zoals", "som", "jak", "как", "як", "kuten")

// days are the names of days, by which people tell when a letter was written, in
// lower case, by language.
var days = openingsOf(
	"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun",
	"yesterday", "today", "this morning", "last night", "last week", // English
	"montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag", "gestern", "vorgestern", "heute", // German
	"lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche", "hier", "aujourd'hui", // French
	"lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo", "ayer", "hoy", // Spanish
	"segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "ontem", "hoje", // Portuguese
	"lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica", "ieri", "oggi", // Italian
	"dilluns", "dimarts", "dimecres", "dijous", "divendres", "dissabte", "diumenge", "ahir", "avui", // Catalan
	"maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag", "gisteren", "vandaag", // Dutch
	"måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag", "igår", "i går", "idag", "mandag", "tirsdag", "lørdag", "søndag", "i dag", // Scandinavian
	"maanantaina", "tiistaina", "keskiviikkona", "torstaina", "perjantaina", "lauantaina", "sunnuntaina", "eilen", "tänään", // Finnish
	"poniedziałek", "wtorek", "środę", "czwartek", "piątek", "sobotę", "niedzielę", "wczoraj", "dzisiaj", // Polish
	"pondělí", "úterý", "středu", "čtvrtek", "pátek", "sobotu", "neděli", "včera", "dnes", "pondelok", "utorok", "stredu", "štvrtok", "piatok", "nedeľu", // Czech, Slovak
	"ponedjeljak", "ponedeljak", "utorak", "srijedu", "sredu", "četvrtak", "petak", "subotu", "nedjelju", "jučer", "juče", // Croatian, Serbian
	"hétfőn", "kedden", "szerdán", "csütörtökön", "pénteken", "szombaton", "vasárnap", "tegnap", // Hungarian
	"luni", "marți", "miercuri", "joi", "vineri", "sâmbătă", "duminică", "azi", // Romanian
	"понедельник", "вторник", "среду", "четверг", "пятницу", "субботу", "воскресенье", "вчера", "сегодня", // Russian
	"понеділок", "вівторок", "середу", "п'ятницю", "суботу", "неділю", "вчора", "сьогодні", "понеделник", "сряда", "петък", "събота", "неделя", // Ukrainian, Bulgarian
	"δευτέρα", "τρίτη", "τετάρτη", "πέμπτη", "παρασκευή", "σάββατο", "κυριακή", "χθες", "pazartesi", "salı", "çarşamba", "perşembe", "cuma", "cumartesi", "pazar", "dün", // Greek, Turkish
	"周一", "周二", "周三", "周四", "周五", "周六", "周日", "星期", "昨天", "今天", "曜日", "昨日", "今日", "요일", "어제", "오늘", // Chinese, Japanese, Korean
)

// attributionOpenings are the words an attribution of several lines begins with.
var attributionOpenings = setOf(
	"on", "am", "le", "el", "il", "op", "den", "på", "em", "a", "en", "no", "la", "data", "dne", "dňa", "dana", "dnia", "w", "u", "v", "ve",
	"в", "на", "у", "от", "στις", "la", "pe", "în", "vào", "ngày", "pada", "noong", "tarihinde", "kuupäev", "ar", "dia", "das", "ons", "man", "tir", "tor",
	"pn", "wt", "śr", "czw", "pt", "sob", "niedz", "po", "út", "st", "čt", "pá", "so", "ne", "pon", "uto", "sri", "čet", "pet", "sub", "ned",
	"пн", "вт", "ср", "чт", "пт", "сб", "вс", "нд", "mon", "tue", "wed", "thu", "fri", "sat", "sun", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
	"mo", "di", "mi", "do", "fr", "sa", "lun", "mar", "mer", "jeu", "ven", "sam", "dim", "mié", "jue", "vie", "sáb", "dom", "gio", "sab", "seg", "ter", "qua", "qui", "sex",
	"ma", "ti", "ke", "to", "pe", "la", "su", "wo", "vr", "za", "zo", "tis", "lör", "sön", "fre", "lør", "søn", "pzt", "sal", "çar", "per", "cum", "cmt", "paz",
	"在", "於", "于", "בתאריך", "ביום", "في", "در", "ในวันที่", "เมื่อ", "quoting", "zitat",
)

func setOf(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}

// label is the kind of a line in a header block that is quoted as text.
type label int

const (
	labelNone label = iota
	labelFrom
	labelSent
	labelTo
	labelSubject
)

// labelWords are the words before the colon in such a block, in lower case.
var labelWords = map[label][]string{
	labelFrom: {"from", "author", "absender", "von", "de", "da", "van", "från", "fra", "lähettäjä", "od", "feladó", "din", "de la", "от", "від", "от кого", "kimden", "gönderen", "από",
		"saatja", "no", "nuo", "发件人", "寄件者", "寄件人", "差出人", "送信者", "보낸 사람", "보낸사람", "จาก", "מאת", "من", "از", "từ", "dari", "dal", "expéditeur", "remitente", "mittente",
		"nga", "nork", "šalje", "frá", "ó", "daripada", "од", "minn", "kutoka", "oddi wrth", "प्रेषक", "发信人", "보낸이"},
	labelSent: {"sent", "date", "time", "gesendet", "datum", "envoyé", "envoye", "enviado", "enviado el", "enviada em", "fecha", "data", "inviato", "verzonden", "skickat", "sendt", "dato", "lähetetty", "päivämäärä",
		"wysłano", "odesláno", "odoslané", "elküldve", "dátum", "trimis", "отправлено", "дата", "надіслано", "изпратено", "gönderildi", "tarih", "στάλθηκε", "ημερομηνία", "saadetud", "poslano", "đã gửi", "ngày",
		"发送时间", "发送日期", "日期", "寄件日期", "傳送日期", "送信日時", "日付", "日時", "보낸 날짜", "날짜", "ส่ง", "วันที่", "נשלח", "תאריך", "تم الإرسال", "التاريخ", "تاریخ", "dikirim", "tanggal", "envoyé le",
		"dërguar", "bidalia", "enviat el", "испратено", "nosūtīts", "išsiųsta", "mibgħut", "seolta", "imetumwa", "anfonwyd", "saatmisaeg", "dihantar", "भेजा गया", "poslato", "küldve", "αποστολή", "ارسال\u200cشده", "gönderme tarihi", "gönderilme tarihi", "date envoi", "fecha de envío", "data de envio", "sendedatum", "skickades", "verzonden op", "inviato il", "enviado em", "wysłane", "odesláno dne"},
	labelTo: {"to", "cc", "bcc", "an", "kopie", "kopie an", "copie", "copie à", "copia", "kopia", "recipient", "recipients", "empfänger", "à", "a", "para", "til", "till", "aan", "vastaanottaja", "do", "komu", "címzett", "către", "кому", "копия", "до", "kime", "alıcı", "προς", "kellele",
		"收件人", "抄送", "收件者", "副本", "宛先", "받는 사람", "ถึง", "אל", "إلى", "به", "kepada", "reply-to", "antwort an", "répondre à", "destinatario", "destinataire", "đến",
		"për", "nori", "per a", "prima", "adressaat", "chuig", "kam", "lil", "за", "za", "kwa", "tới", "at", "प्रति", "per", "cco", "ccn", "받는이", "参照", "참조", "抄送人", "密送"},
	labelSubject: {"subject", "betreff", "thema", "ogg", "objet", "sujet", "asunto", "assunto", "oggetto", "onderwerp", "ämne", "emne", "aihe", "temat", "předmět", "predmet", "tárgy", "subiect", "тема", "относно", "konu", "θέμα", "teema",
		"主题", "主旨", "件名", "제목", "เรื่อง", "נושא", "الموضوع", "موضوع", "chủ đề", "perihal", "assumpte", "zadeva",
		"subjekti", "gaia", "tema", "efni", "ábhar", "tēma", "subjek", "suġġett", "naslov", "kichwa", "pwnc", "विषय", "tittel", "titel"},
}

// labels are the kinds of those words. A word has one kind only.
var labels = func() map[string]label {
	kinds := map[string]label{}
	for kind, words := range labelWords {
		for _, w := range words {
			kinds[w] = kind
		}
	}
	return kinds
}()
