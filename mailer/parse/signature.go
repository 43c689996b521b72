package parse

import (
	"slices"
	"strings"
)

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
