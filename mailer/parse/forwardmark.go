package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// frames are the characters with which programs frame what they announce.
const frames = "-‐‑‒–—―_=~#*─━═+.<> \u00a0"

// announced is the number of lines, from this one on, that announce by their words
// that a message follows which is quoted or forwarded whole; 0 if they do not.
// A narrow screen may have broken them into two.
func (t *trimmer) announced() int {
	line := t.lines[t.at]
	lower := lowerLine(line)
	if isForwardMark(lower) || isReplyMark(lower) {
		return 1
	}
	below := t.below()
	if len(line) > 60 || isBlank(line) || isBlank(below) || isQuoted(below) {
		return 0
	}
	joined := lower + " " + lowerLine(below)
	if frameOf(lower) >= 3 && frameAtEnd(joined) >= 3 && !isRule(below) && isForwardMark(joined) || !isReplyMark(lowerLine(below)) && isReplyMark(joined) {
		return 2
	}
	return 0
}

// isForwardMark tells the line, in lower case, above a message that is quoted or
// forwarded whole: words between dashes, one of the sentences mail programs use,
// or one of these behind dashes or other signs.
func isForwardMark(s string) bool {
	core := strings.Trim(s, frames+":：")
	if core == "" {
		return false
	}
	if forwardSentences[core] {
		return true
	}
	if frameOf(s) >= 2 && forwardOpenings.begin(core) {
		return true
	}
	isDashed := len(s) <= maxForwardMark && strings.ContainsRune("-_‐–—―─━", firstRune(s))
	return isDashed && frameOf(s) >= 3 && frameAtEnd(s) >= 3 && hasLongWord(core)
}

// maxForwardMark is the length of the longest line of words between dashes.
const maxForwardMark = 300

// frameOf is the number of signs that frame the beginning of a line.
func frameOf(s string) int {
	return countSigns(s[:len(s)-len(strings.TrimLeft(s, frames))])
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// frameAtEnd is the number of signs that frame the end of a line.
func frameAtEnd(s string) int { return countSigns(s[len(strings.TrimRight(s, frames)):]) }

func countSigns(s string) (n int) {
	for _, r := range s {
		n += count(r != ' ' && r != '\u00a0')
	}
	return n
}

// hasLongWord tells words of four letters and more, or any of a script that has no
// letters of two cases: a move in dashes is no announcement.
func hasLongWord(s string) bool {
	length := 0
	for _, r := range s {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsMark(r):
			length = 0
		case length >= 3, !unicode.IsUpper(r) && !unicode.IsLower(r):
			return true
		default:
			length++
		}
	}
	return false
}

// forwardWords are the words of such lines, in lower case and without a colon.
var forwardWords = []string{
	"begin forwarded message", "forwarded message", "original message", "start of forwarded message", "original mail", "original e-mail", "original email", "reply message", "replied message",
	"reply separator", "forward header", "original appointment", "message forwarded", "forwarded mail", "forwarded email", "quoted message", "previous message",
	"anfang der weitergeleiteten nachricht", "anfang der weitergeleiteten e-mail", "weitergeleitete nachricht", "ursprüngliche nachricht", "originalnachricht", "original-nachricht", "ursprüngliche e-mail",
	"début du message transféré", "début du message réexpédié", "message transféré", "message d'origine", "message d’origine", "message original", "message initial", "courriel d'origine",
	"inicio del mensaje reenviado", "mensaje reenviado", "mensaje original", "início da mensagem encaminhada", "mensagem original", "mensagem encaminhada", "missatge original", "mensaxe orixinal",
	"inizio messaggio inoltrato", "messaggio originale", "messaggio inoltrato", "begin doorgestuurd bericht", "oorspronkelijk bericht", "doorgestuurd bericht", "oorspronkelijke bericht", "origineel bericht",
	"vidarebefordrat brev", "videresendt besked", "videresendt melding", "ursprungligt meddelande", "originalmeddelande", "oprindelig meddelelse", "original meddelelse", "opprinnelig melding", "välitetty viesti", "alkuperäinen viesti",
	"początek przekazywanej wiadomości", "wiadomość oryginalna", "oryginalna wiadomość", "treść oryginalnej wiadomości", "původní zpráva", "původní e-mail", "pôvodná správa", "izvorna poruka", "originalna poruka", "izvirno sporočilo",
	"eredeti üzenet", "továbbított üzenet", "mesaj original", "mesajul original", "algne kiri", "algkiri", "sākotnējais ziņojums", "pradinis laiškas", "orijinal mesaj", "özgün ileti", "orijinal ileti", "αρχικό μήνυμα",
	"начало переадресованного сообщения", "пересылаемое сообщение", "исходное сообщение", "оригинальное сообщение", "оригінальне повідомлення", "вихідне повідомлення", "оригинално съобщение",
	"转发的邮件", "开始转发邮件", "原始邮件", "原始郵件", "原始消息", "回复的原邮件", "回复的邮件", "转发邮件信息", "開始轉寄郵件", "転送されたメッセージ", "元のメッセージ", "オリジナルメッセージ", "전달된 메시지", "원본 메시지", "원본 메일", "받은 메일",
	"הודעה מקורית", "הודעה שהועברה", "الرسالة الأصلية", "رسالة أصلية", "پیام اصلی", "ข้อความต้นฉบับ", "tin nhắn gốc", "thư gốc", "pesan asli", "mesej asal",
}

// forwardSentences are those words as the whole of a line; forwardOpenings begin
// one that is framed.
var (
	forwardSentences = setOf(append(forwardWords, "quote", "zitat", "citation", "cita", "citat", "citazione", "цитата", "引用")...)
	forwardOpenings  = openingsOf(append(forwardWords, "forwarded by ", "weitergeleitet von ", "transféré par ", "reenviado por ", "inoltrato da ", "reply to note of ", "forwarding note from ", "reply to your note ", "in reply to ")...)
)

// ownMark are the words of ReplyMark by which letters of ours are known.
const ownMark = "please answer above this line"

// startsOwnLetter tells whether a letter of ours begins at this line, unmarked; a
// narrow screen may have broken its first line.
func (t *trimmer) startsOwnLetter() bool {
	lower := lowerLine(t.lines[t.at])
	if strings.Contains(lower, ownMark) {
		return true
	}
	core := strings.TrimLeft(lower, frames)
	if len(core) < 6 || !strings.HasPrefix(ownMark, core[:6]) {
		return false
	}
	words := ""
	for _, line := range t.lines[t.at:min(len(t.lines), t.at+4)] {
		words += " " + lowerLine(line[:min(len(line), 100)])
	}
	return strings.HasPrefix(strings.Join(strings.Fields(strings.TrimLeft(words, frames)), " "), ownMark)
}

// isReplyMark tells the line, in lower case, above which help desks ask for the
// answer.
func isReplyMark(s string) bool {
	if len(s) > 160 || len(strings.Fields(s)) > 16 {
		return false
	}
	return containsAny(s, lineWords) && containsAny(s, replyWords) || containsAny(s, aboveLine)
}

// lineWords and replyWords make such a line in English, aboveLine in other
// languages.
var (
	lineWords  = []string{"above this line", "above the line", "below this line"}
	replyWords = []string{"reply", "replies", "replying", "respond", "response", "answer", "type", "write", "comment", "enter", "post", "edit", "message"}
	aboveLine  = []string{
		"oberhalb dieser zeile", "über dieser zeile", "über dieser linie", "oberhalb dieser linie", "unterhalb dieser zeile", "au-dessus de cette ligne", "au dessus de cette ligne", "en dessous de cette ligne",
		"encima de esta línea", "encima de esta linea", "arriba de esta línea", "sobre esta línea", "acima desta linha", "acima dessa linha", "sopra questa riga", "sopra di questa riga", "sopra questa linea", "di sopra di questa",
		"boven deze regel", "boven deze lijn", "ovenfor denne linje", "over denne linje", "ovenfor denne linjen", "over denne linjen", "ovanför denna rad", "ovanför den här raden", "ovanför denna linje",
		"tämän rivin yläpuolelle", "tämän viivan yläpuolelle", "powyżej tej linii", "nad tą linią", "nad tento řádek", "nad tímto řádkem", "nad tento riadok", "nad týmto riadkom", "iznad ove linije", "iznad ovog retka", "nad to vrstico",
		"e sor fölé", "e vonal fölé", "deasupra acestei linii", "bu satırın üstüne", "bu satırın üzerine", "bu çizginin üstüne", "πάνω από αυτή", "πάνω από αυτήν",
		"выше этой строки", "выше этой линии", "над этой строкой", "над этой чертой", "вище цього рядка", "над цим рядком", "над този ред", "над тази линия",
		"在此行上方", "在此行以上", "在此線上方", "在這一行上方", "この行より上", "この線より上", "この行の上", "이 줄 위에", "이 선 위에", "מעל שורה זו", "מעל לשורה זו", "فوق هذا السطر", "فوق هذا الخط", "بالای این خط", "เหนือบรรทัดนี้", "trên dòng này", "phía trên dòng này", "di atas baris ini", "di atas garis ini",
	}
)
