package parse

import "strings"

// isSignatureMark tells the line above a signature (RFC 3676, 4.3): two dashes
// and a space, or as mail programs and hands also write it.
func isSignatureMark(line string) bool {
	switch strings.TrimRight(line, " \t\u00a0") {
	case "--", "---", "—", "——", "__", "-=-":
		return true
	}
	return false
}

// isMobileSignature tells the line, in lower case, that a device or an
// application adds by itself, such as "Sent from my iPhone".
func isMobileSignature(lower string) bool {
	return len(lower) <= 160 && (mobileOpenings.begin(lower) || mobileEndings.end(strings.TrimRight(lower, ".。"), false))
}

// mobileOpenings begin such lines, in lower case, by language.
var mobileOpenings = openingsOf(
	"sent from ", "sent via ", "sent using ", "sent with ", "get outlook for ", "get bluemail for ", "download outlook for ", "send from ", "yahoo mail: search", "composed on ", // English
	"von meinem ", "gesendet von ", "gesendet mit ", "gesendet aus ", "diese nachricht wurde von meinem ", "outlook für ", // German
	"envoyé de ", "envoyé depuis ", "envoyé à partir ", "envoyé avec ", "télécharger outlook ", "obtenir outlook ", // French
	"enviado desde ", "enviado do ", "enviado a partir ", "enviado de ", "enviado con ", "enviado com ", "obtener outlook ", "obter outlook ", // Spanish, Portuguese
	"inviato da ", "inviato dal ", "scarica outlook ", "ottieni outlook ", // Italian
	"enviat des ", "bidalia ", // Catalan, Basque
	"verstuurd vanaf ", "verzonden vanaf ", "verzonden met ", "outlook voor ", // Dutch
	"skickat från ", "sendt fra ", "sendt via ", "hent outlook ", "hämta outlook ", "sent frå ", // Scandinavian
	"lähetetty ", "saadetud minu ", "nosūtīts no ", "išsiųsta iš ", // Finnish, Baltic
	"wysłane z ", "wysłano z ", "odesláno z ", "odoslané z ", "poslano iz ", "poslano s ", "poslano z ", // West and South Slavic
	"iphone-ról küldve", "elküldve ", "trimis de pe ", "dërguar nga ", // Hungarian, Romanian, Albanian
	"отправлено с ", "отправлено из ", "отправлено от ", "надіслано з ", "изпратено от ", "послато са ", // East and South Slavic
	"στάλθηκε από ", "iphone'umdan gönderildi", "i̇phone'umdan gönderildi", // Greek, Turkish
	"đã gửi từ ", "được gửi từ ", "dikirim dari ", "dihantar dari ", "ipinadala mula ", // Vietnamese, Indonesian, Malay, Filipino
	"发自我的", "发自", "從我的", "從我的 iphone 傳送", "傳自", "来自我的", "获取 outlook", // Chinese
	"나의 iphone", "내 iphone", // Korean
	"ส่งจาก", "נשלח מה", "מה-iphone", "أُرسلت من", "أرسلت من", "ارسال شده از", // Thai, Hebrew, Arabic, Persian
)

// mobileEndings end such lines where the device is named first.
var mobileEndings = endingsOf("から送信", "から送信されました", "에서 보냄", "'dan gönderildi", "'umdan gönderildi", "dan gönderildi", "傳送", "शेयर किया गया", "से भेजा गया")

// isLegalFooter tells the first line, in lower case, of a notice or an
// advertisement that is added below every letter. A notice may be known by its
// second line, below.
func isLegalFooter(lower, below string) bool {
	s := strings.TrimLeft(lower, "*_ \u00a0")
	return footerOpenings.begin(s) || len(s) < 160 && containsAny(s, scannerWords) ||
		noticeOpenings.begin(s) && (containsAny(s, noticeWords) || containsAny(lowerLine(below), noticeWords))
}

// isListFooter tells, of the line below a rule, the footer of a mailing list.
func isListFooter(line string) bool { return strings.Contains(strings.ToLower(line), "mailing list") }

// footerOpenings and scannerWords are enough by themselves; noticeOpenings only
// with one of the noticeWords.
var (
	footerOpenings = openingsOf(
		"confidentiality notice", "confidentiality:", "confidential notice", "disclaimer", "legal notice", "legal disclaimer", "important notice:", "privileged and confidential",
		"haftungsausschluss", "vertraulichkeitshinweis", "avis de confidentialité", "clause de confidentialité", "aviso legal", "aviso de confidencialidad", "aviso de confidencialidade",
		"avvertenza", "informativa privacy", "please consider the environment", "think before you print", "virus-free", "virenfrei", "scanned by ", "this email has been checked for viruses",
		"you received this message because you are subscribed", "to unsubscribe", "конфиденциальность:", "免责声明", "重要提示：本邮件",
	)
	noticeOpenings = openingsOf(
		"this e-mail", "this email", "this message", "this communication", "this transmission", "the information", "the contents", "the content of this", "information in this",
		"diese e-mail", "diese nachricht", "diese mail", "der inhalt dieser", "le contenu de ce", "el contenido de este", "il contenuto di quest", "de inhoud van d", "ce message", "ce courriel", "cet e-mail", "les informations", "este mensaje", "este correo", "la información", "esta mensagem", "este e-mail",
		"questo messaggio", "questa e-mail", "questa email", "le informazioni", "dit bericht", "deze e-mail", "de informatie", "detta meddelande", "denne e-mail", "denne e-post", "tämä viesti",
		"ta wiadomość", "niniejsza wiadomość", "tato zpráva", "tento e-mail", "ez az üzenet", "это сообщение", "данное сообщение", "настоящее сообщение", "本邮件", "本郵件", "本電子郵件", "このメール", "本メール", "bu e-posta", "bu mesaj",
	)
	scannerWords = []string{"virus-free.", "virenfrei."}
	noticeWords  = []string{
		"confidential", "privileged", "intended", "disclos", "recipient", "vertraulich", "bestimmt", "confidentiel", "destin", "confidencial", "privilegiad", "riservat", "confidenzial",
		"vertrouwelijk", "bestemd", "konfident", "fortrolig", "luottamuksel", "poufn", "důvěrn", "bizalmas", "конфиденциальн", "предназначен", "保密", "机密", "機密", "gizli", "virus",
	}
)

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
