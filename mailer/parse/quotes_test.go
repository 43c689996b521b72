package parse

import (
	"fmt"
	"strings"
	"testing"

	"corrd/mailer"
)

// newText returns the result of trim for a cleaned text.
func newText(full string) string {
	text, _ := trim(strings.Split(full, "\n"), nil)
	return text
}

// attributions are the lines with which mail programs of forty languages announce a quote.
var attributions = map[string]string{
	"English":          "On Thu, Nov 19, 2026 at 9:14 PM Club <corrd@club.example> wrote:",
	"English, wrapped": "On Thu, Nov 19, 2026 at 9:14 PM The Office of Correspondence\n<corrd@club.example> wrote:",
	"English, Notes":   "Club <corrd@club.example> wrote on 11/19/2026 09:14:00 PM:",
	"German":           "Am 19. November 2026 um 21:14 schrieb Club <corrd@club.example>:",
	"French":           "Le 19 novembre 2026 à 21:14, Club <corrd@club.example> a écrit :",
	"Spanish":          "El jue, 19 nov 2026 a las 21:14, Club (<corrd@club.example>) escribió:",
	"Catalan":          "Missatge de Club <corrd@club.example> del dia dj., 19 de nov. 2026 a les 21:14:",
	"Galician":         "O xov, 19 nov 2026 ás 21:14, Club (<corrd@club.example>) escribiu:",
	"Basque":           "Club (<corrd@club.example>) erabiltzaileak idatzi zuen (2026 aza. 19, og. 21:14):",
	"Italian":          "Il giorno gio 19 nov 2026 alle ore 21:14 Club <corrd@club.example> ha scritto:",
	"Portuguese":       "Em qui., 19 de nov. de 2026 às 21:14, Club <corrd@club.example> escreveu:",
	"Romanian":         "În joi, 19 nov. 2026 la 21:14, Club <corrd@club.example> a scris:",
	"Dutch":            "Op do 19 nov 2026 om 21:14 schreef Club <corrd@club.example>:",
	"Afrikaans":        "Op Do. 19 Nov. 2026 om 21:14 het Club <corrd@club.example> geskryf:",
	"Swedish":          "Den tors 19 nov. 2026 kl 21:14 skrev Club <corrd@club.example>:",
	"Danish":           "Den tors. 19. nov. 2026 kl. 21.14 skrev Club <corrd@club.example>:",
	"Norwegian":        "tor. 19. nov. 2026 kl. 21:14 skrev Club <corrd@club.example>:",
	"Icelandic":        "Þann fim., 19. nóv. 2026 kl. 21:14 skrifaði Club <corrd@club.example>:",
	"Finnish":          "to 19. marrask. 2026 klo 21.14 Club (corrd@club.example) kirjoitti:",
	"Estonian":         "Kuupäev N, 19. november 2026 kell 21:14 kirjutas kasutaja Club (<corrd@club.example>):",
	"Latvian":          "Ceturtd., 2026. g. 19. nov., plkst. 21:14 — lietotājs Club (<corrd@club.example>) rakstīja:",
	"Lithuanian":       "2026-11-19, kt, 21:14 Club <corrd@club.example> rašė:",
	"Polish":           "czw., 19 lis 2026 o 21:14 Club <corrd@club.example> napisał(a):",
	"Czech":            "čt 19. 11. 2026 v 21:14 odesílatel Club <corrd@club.example> napsal:",
	"Slovak":           "št 19. 11. 2026 o 21:14 Club <corrd@club.example> napísal(a):",
	"Slovene":          "V V čet., 19. nov. 2026 ob 21:14 je oseba Club <corrd@club.example> napisala:",
	"Croatian":         "čet, 19. stu 2026. u 21:14 Club <corrd@club.example> napisao je:",
	"Serbian":          "чет, 19. нов 2026. у 21:14 Club <corrd@club.example> је написао/ла:",
	"Bulgarian":        "На чт, 19.11.2026 г. в 21:14 ч. Club <corrd@club.example> написа:",
	"Russian":          "19 ноября 2026 г., 21:14, Club <corrd@club.example> пишет:",
	"Russian, verb":    "Четверг, 19 ноября 2026, 21:14 +03:00 от Club <corrd@club.example>:",
	"Ukrainian":        "чт, 19 лист. 2026 р. о 21:14 Club <corrd@club.example> пише:",
	"Greek":            "Στις Πέμ 19 Νοε 2026 στις 9:14 μ.μ., ο/η Club <corrd@club.example> έγραψε:",
	"Turkish":          "Club <corrd@club.example>, 19 Kas 2026 Per, 21:14 tarihinde şunu yazdı:",
	"Hungarian":        "Club <corrd@club.example> ezt írta (időpont: 2026. nov. 19., Cs, 21:14):",
	"Vietnamese":       "Vào Th 5, 19 thg 11, 2026 vào lúc 21:14 Club <corrd@club.example> đã viết:",
	"Indonesian":       "Pada Kam, 19 Nov 2026 pukul 21.14 Club <corrd@club.example> menulis:",
	"Filipino":         "Noong Huw, Nob 19, 2026 nang 9:14 PM, sumulat si Club <corrd@club.example>:",
	"Chinese":          "Club <corrd@club.example> 于2026年11月19日周四 21:14写道：",
	"Chinese, QQ":      "在 2026年11月19日，21:14，Club <corrd@club.example> 写道:",
	"Chinese, Taiwan":  "Club <corrd@club.example> 於 2026年11月19日 週四 下午9:14寫道：",
	"Japanese":         "2026年11月19日(木) 21:14 Club <corrd@club.example>:",
	"Japanese, iPhone": "2026/11/19 21:14、Club <corrd@club.example>のメール:",
	"Korean":           "2026년 11월 19일 (목) 오후 9:14, Club <corrd@club.example>님이 작성:",
	"Thai":             "ในวันที่ พฤ. 19 พ.ย. 2026 เวลา 21:14 Club <corrd@club.example> เขียนว่า:",
	"Hebrew":           "בתאריך יום ה׳, 19 בנוב׳ 2026 ב-21:14 מאת Club <corrd@club.example>:",
	"Arabic":           "في الخميس، ١٩ نوفمبر ٢٠٢٦ في ٩:١٤ م تمت كتابة ما يلي بواسطة Club <corrd@club.example>:",
	"Persian":          "در تاریخ پنجشنبه ۱۹ نوامبر ۲۰۲۶، ۲۱:۱۴ Club <corrd@club.example> نوشت:",
	"Hindi":            "गुरु, 19 नव॰ 2026 को 9:14 pm बजे को Club <corrd@club.example> ने लिखा:",
	"mutt, stars":      "* Club <corrd@club.example> [2026-11-19 21:14]:",
}

// TestAttributions puts a legal move below each attribution, once in a marked quote and once in
// an unmarked one. corrd must read neither move, and must read what stands above.
func TestAttributions(t *testing.T) {
	for language, attribution := range attributions {
		for form, quote := range map[string]string{"marked": "> P-Q4\n", "bare": "P-Q4\n"} {
			got := newText("7. Kt-KB3\n" + attribution + "\n\n" + quote)
			if got != "7. Kt-KB3" {
				t.Errorf("%s, %s: %q", language, form, got)
			}
		}
	}
}

// TestAttributionsWrapped breaks each attribution at the widths of small screens, in the forms in
// which mail programs turn HTML into plain text.
func TestAttributionsWrapped(t *testing.T) {
	for language, attribution := range attributions {
		for _, width := range []int{30, 40, 50, 60} {
			for _, form := range []string{"%s", "*%s*", "    %s", "[%s]", "-- %s", "%s\n"} {
				announced := fmt.Sprintf(form, broken(attribution, width))
				if got := newText("7. Kt-KB3\n\n" + announced + "\n\nP-Q4\nresign\n"); strings.Contains(got, "P-Q4") {
					t.Errorf("%s in %d columns, %q: %q", language, width, form, got)
				}
			}
		}
	}
}

// broken returns a text in lines of at most width characters, as far as its words are short enough.
func broken(text string, width int) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len([]rune(line))+len([]rune(word)) >= width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return strings.Join(append(lines, line), "\n")
}

// TestAttributionsAboveAnswer puts the answer below the marked quote.
func TestAttributionsAboveAnswer(t *testing.T) {
	for language, attribution := range attributions {
		if got := newText(attribution + "\n> P-Q4\n\n7. Kt-KB3\n"); got != "7. Kt-KB3" {
			t.Errorf("%s: %q", language, got)
		}
	}
}

// plainAttributions are lines that people and old programs write above a quote, without a full
// date or an address, and often without a mark before the quote.
var plainAttributions = []string{
	"On Monday bob wrote:", "Bob wrote on Tuesday:", "White writes:", "Black writes:", "Am Montag schrieb Bob:", "Bob schrieb gestern:", "On Monday, my friend Bob\nwrote:",
	"Bob a écrit lundi :", "Le 3 mai, Bob a écrit :", "El lunes Bob escribió:", "Bob escribió:", "Lunedì Bob ha scritto:", "Op maandag schreef Bob:", "Bob skrev i går:",
	"Bob napsal včera:", "W poniedziałek Bob napisał:", "Вчера Боб написал:", "Боб пишет:", "ボブは書きました：", "Bob 写道：", "Bob, on 3 May, wrote:", "\tBob wrote:",
	"Quoting Bob:", "Zitat von Bob:", "You wrote:", "* Bob Example wrote:", "Yesterday Bob said:", "Someone I know wrote:", "bob@example.org wrote:", "At 21:14 you wrote:",
	"--- Bob <bob@example.org> wrote:", "Bob Example (bob) writes:", "On Monday I wrote:",
}

// TestPlainAttributions checks that unmarked text below each of these lines is cut and that
// nothing above is cut, even when a marked quote stands at the top.
func TestPlainAttributions(t *testing.T) {
	for _, attribution := range plainAttributions {
		for _, quote := range []string{"P-Q4\n", "\nP-Q4\n", "> P-Q4\n", "\tP-Q4\n\tP-QB4\n"} {
			for _, above := range []string{"7. Kt-KB3\n", "> P-Q3\n\n7. Kt-KB3\n\n"} {
				if got := newText(above + attribution + "\n" + quote); got != "7. Kt-KB3" {
					t.Errorf("%q, %q: %q", attribution, quote, got)
				}
			}
		}
	}
}

// ownTexts have no quotes, and nothing of them may be cut.
var ownTexts = []string{
	"P-K4",
	"1. P-K4; if P-K4 2. Kt-KB3",
	"Game 2:\nP-K4\nGame 3:\nP-Q4",
	"register Alice Example",
	"challenge bob@example.org, time 10 moves in 30 days, games 2",
	"protest: my letter of 19/11/2026 at 21:14 was not counted",
	"claim forfeiture: II.9(c) he wrote on 19 November 2026 after his time",
	"As Staunton wrote:\n\nthe King's Pawn two.",
	"From here on:\nP-K4\nTo my mind:\ngood",
	"address add alice2@example.org",
	"The position -- as I see it --\nis lost. I resign.",
	"resign\nThank you for the game, this message comes with my best regards",
	"P-K4\n-----\nsecond",
	"adopt 2; P-Q4\n\nBob wrote me a letter.",
	"protest: on Monday he wrote:\nP-K4, and on Tuesday P-Q4",
	"claim forfeiture: on 19 November he wrote:\nnothing",
	"Like Philidor writes:\nthe Pawns are the soul",
	"On Monday Bob wrote to me, and I liked it\nP-K4",
	"Game 2: P-K4\nGame 3: P-Q4\nGame 4: resign",
	"White: Alice\nBlack: Bob\nEvent: the match of 2026",
	"Re: your letter: fine\nPS: all well\nPPS: write soon",
	"As you wrote on Monday, the post is slow here:\nP-K4",
	"Here is what I wrote to the umpire on Monday:\nno answer",
	"I wrote three letters to you in the last 2 weeks:\nP-K4",
	"My next letter comes on Monday:\nP-K4",
	"I have written to the umpire:\nhe has not answered",
	"Here is what I have to say about it:\nP-K4",
	"White has written nothing for a week\nP-K4",
	"--- P-K4 ---",
	"*** P-K4 ***\n== Kt-KB3 ==",
	"P -> Q3\nP-Q3 -> a good one\nKt > B3",
	"Kt->KB3\nP=>K4",
	"P-Q3 (=)\n(P-K4)\n[P-K4]",
	"I have a question:\nwhose turn is it?",
	"A: P-K4\nB: resign",
	"Time is short.\nTo be brief: P-K4",
	"Date and hour suit me.\nSubject to the umpire, I claim nothing.",
	"My card went off on 19 November 2026.\nP-K4",
	"P-K4 (posted 19/11/2026 21:14)",
	"19 November 2026\nP-K4",
	"London, 19 November 2026, 21:14\nP-K4\nAlice",
	"Sent on Thursday.\nP-K4",
	"I said so before.\nP-K4",
	"Please see the note above this line of play.\nP-K4",
	"I replied on Monday\nP-K4",
	"# 7. Kt-KB3",
	"- P-K4\n- Kt-KB3",
	"* P-K4",
	"1) P-K4\n2) Kt-KB3",
	"register Bob Example\nI am of Leeds <bob@example.org>",
	"challenge bob@example.org, time reply in 3 days\nYours, Alice <alice@example.org>",
}

func TestOwnLinesStay(t *testing.T) {
	for _, text := range ownTexts {
		if got := newText(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// headerBlocks are the labels of author, date, recipient and subject in the block that Outlook
// writes above a quote, in the languages of Outlook.
var headerBlocks = map[string][4]string{
	"Albanian": {"Nga", "Dërguar", "Për", "Subjekti"}, "Arabic": {"من", "تم الإرسال", "إلى", "الموضوع"}, "Basque": {"Nork", "Bidalia", "Nori", "Gaia"},
	"Bulgarian": {"От", "Изпратено", "До", "Относно"}, "Catalan": {"De", "Enviat el", "Per a", "Tema"}, "Chinese": {"发件人", "发送时间", "收件人", "主题"},
	"Croatian": {"Šalje", "Poslano", "Prima", "Predmet"}, "Czech": {"Od", "Odesláno", "Komu", "Předmět"}, "Danish": {"Fra", "Sendt", "Til", "Emne"},
	"Dutch": {"Van", "Verzonden", "Aan", "Onderwerp"}, "English": {"From", "Sent", "To", "Subject"}, "Estonian": {"Saatja", "Saatmisaeg", "Adressaat", "Teema"},
	"Finnish": {"Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"}, "French": {"De", "Envoyé", "À", "Objet"}, "Galician": {"De", "Enviado", "Para", "Asunto"},
	"German": {"Von", "Gesendet", "An", "Betreff"}, "Greek": {"Από", "Αποστολή", "Προς", "Θέμα"}, "Hebrew": {"מאת", "נשלח", "אל", "נושא"},
	"Hindi": {"प्रेषक", "भेजा गया", "प्रति", "विषय"}, "Hungarian": {"Feladó", "Küldve", "Címzett", "Tárgy"}, "Icelandic": {"Frá", "Sent", "Til", "Efni"},
	"Indonesian": {"Dari", "Dikirim", "Kepada", "Subjek"}, "Irish": {"Ó", "Seolta", "Chuig", "Ábhar"}, "Italian": {"Da", "Inviato", "A", "Oggetto"},
	"Japanese": {"差出人", "送信日時", "宛先", "件名"}, "Korean": {"보낸 사람", "보낸 날짜", "받는 사람", "제목"}, "Latvian": {"No", "Nosūtīts", "Kam", "Tēma"},
	"Lithuanian": {"Nuo", "Išsiųsta", "Kam", "Tema"}, "Macedonian": {"Од", "Испратено", "До", "Тема"}, "Malay": {"Daripada", "Dihantar", "Kepada", "Subjek"},
	"Maltese": {"Minn", "Mibgħut", "Lil", "Suġġett"}, "Norwegian": {"Fra", "Dato", "Til", "Emne"}, "Persian": {"از", "ارسال\u200cشده", "به", "موضوع"},
	"Polish": {"Od", "Wysłano", "Do", "Temat"}, "Portuguese": {"De", "Enviado", "Para", "Assunto"}, "Romanian": {"De la", "Trimis", "Către", "Subiect"},
	"Russian": {"От", "Отправлено", "Кому", "Тема"}, "Serbian": {"Od", "Poslato", "Za", "Naslov"}, "Slovak": {"Od", "Odoslané", "Komu", "Predmet"},
	"Slovene": {"Od", "Poslano", "Za", "Zadeva"}, "Spanish": {"De", "Enviado el", "Para", "Asunto"}, "Swahili": {"Kutoka", "Imetumwa", "Kwa", "Kichwa"},
	"Swedish": {"Från", "Skickat", "Till", "Ämne"}, "Thai": {"จาก", "ส่ง", "ถึง", "เรื่อง"}, "Turkish": {"Kimden", "Gönderildi", "Kime", "Konu"},
	"Ukrainian": {"Від", "Надіслано", "Кому", "Тема"}, "Vietnamese": {"Từ", "Đã gửi", "Tới", "Chủ đề"}, "Welsh": {"Oddi wrth", "Anfonwyd", "At", "Pwnc"},
}

// TestHeaderBlocks puts an unmarked legal move below the block of each language, with addresses
// and without, in plain text and in bold HTML.
func TestHeaderBlocks(t *testing.T) {
	for language, labels := range headerBlocks {
		for _, form := range []string{
			"%s: Club <corrd@club.example>\n%s: 19.11.2026 21:14\n%s: alice@example.org\n%s: [corrd 12] 6... B-K2\n\nP-Q4\n",
			"%s : Club\n%s : 19/11/2026 21:14:00\n%s : Alice\n%s : [corrd 12] 6... B-K2\nP-Q4\n",
			"*%s:* Club\n*%s:* 2026. 19. 11. 21:14\n*%s:* Alice\n*%s:* [corrd 12] 6... B-K2\n\nP-Q4\n",
			"%[1]s: Club\n%[2]s: 19.11.2026 21:14\n%[4]s: [corrd 12]%.0[3]s\nP-Q4\n",
			"%[1]s: Club <a@b.example>\n%[3]s: Alice%.0[2]s%.0[4]s\nP-Q4\n",
			"%[4]s: x\n%[1]s: Club\n%[3]s: Alice\n%[2]s: 19.11.2026\n\nP-Q4\n",
			"> %s: Club\n> %s: 19.11.2026 21:14\n> %s: Alice\n> %s: [corrd 12]\n\nP-Q4\n",
			"%s: Club %s: 19.11.2026 21:14 %s: Alice %s: [corrd 12]\n\nP-Q4\n",
		} {
			if got := newText("7. Kt-KB3\n\n" + fmt.Sprintf(form, labels[0], labels[1], labels[2], labels[3])); got != "7. Kt-KB3" {
				t.Errorf("%s: %q", language, got)
			}
		}
	}
}

func TestSignaturesAreCut(t *testing.T) {
	for _, foot := range []string{
		"-- \nflat b4", "--\nb4", "Sent from my iPhone", "Von meinem iPhone gesendet", "Envoyé de mon iPhone", "Enviado desde mi iPhone",
		"Enviado do meu iPhone", "Inviato da iPhone", "Verstuurd vanaf mijn iPhone", "Skickat från min iPhone", "Sendt fra min iPhone",
		"Lähetetty iPhonesta", "Wysłane z iPhone'a", "Odesláno z iPhonu", "Отправлено с iPhone", "Надіслано з iPhone", "Στάλθηκε από το iPhone μου",
		"iPhone'umdan gönderildi", "iPhoneから送信", "发自我的 iPhone", "從我的 iPhone 傳送", "나의 iPhone에서 보냄", "נשלח מה-iPhone שלי", "أُرسلت من الـ iPhone",
		"Đã gửi từ iPhone của tôi", "Dikirim dari iPhone saya", "Get Outlook for Android\nhttps://aka.example/b4", "Sent with\nhttps://b4.example",
		"Outlook voor Android downloaden\nhttps://aka.example/b4", "Téléchargez Outlook pour iOS\nhttps://b4.example", "Holen Sie sich Outlook für Android<https://aka.example/b4>",
		"Scarica Outlook per iOS\nhttps://b4.example", "Obtener Outlook para Android\nhttps://b4.example", "Verzonden vanuit Mail voor Windows\nhttps://b4.example",
		"Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.\nwww.avast.com/b4",
		"DISCLAIMER: room c3", "Diese E-Mail enthält vertrauliche Informationen.\nb4", "Ce message est confidentiel.\nb4", "本邮件及其附件含有保密信息\nb4",
		"Virus-free. www.example.com", "______________________________\nYou received this message because you are subscribed to the list\nb4",
	} {
		got := newText("7. Kt-KB3\n\n" + foot)
		if strings.Contains(got, "b4") || strings.Contains(got, "c3") || strings.Contains(got, "iPhone") || !strings.HasPrefix(got, "7. Kt-KB3") {
			t.Errorf("%q left %q", foot, got)
		}
	}
}

// TestNameAndDateAnnounceAQuotation: below the sender's words, a name without an address and a date
// with a time of day announce a quotation, in either order, so that a move in it is not the
// sender's.
func TestNameAndDateAnnounceAQuotation(t *testing.T) {
	const own = "7. Kt-KB3"
	for _, heading := range []string{
		"Alice Arden\n1 May 2026 10:12", "Alice Arden\n\n1 May 2026 10:12", "1 May 2026 10:12\nAlice Arden", "Alice\n1 May 2026 10:12", "A. B. Arden\nFri, 1 May 2026, 10:12",
		"Alice Mary O'Brien-Arden\n2026-05-01 10:12:13", "Élodie Müller\n01.05.2026 10:12", "Алиса Арденская\n1 мая 2026 10:12", "Dr. Alice Arden\n1/5/2026 10:12 AM", "ALICE ARDEN\nMay 1, 2026 10:12 PM",
	} {
		for _, between := range []string{"\n", "\n\n"} {
			if got := newText(own + "\n\n" + heading + between + "P-K4\nI resign\n"); got != own {
				t.Errorf("%q: %q", heading, got)
			}
			if got := newText(own + "\n\nGood luck!\n\n" + heading + between + "> P-K4\n"); !strings.HasPrefix(got, own) || strings.Contains(got, "P-K4") {
				t.Errorf("%q, marked: %q", heading, got)
			}
		}
	}
	l := Letter(mailOf("text/plain; charset=utf-8", "8bit", []byte(own+"\n\nAlice Arden\n1 May 2026 10:12\n\nP-K4\n")), mailer.Envelope{}, testOptions())
	if l.Text != own || len(l.Unread) != 1 {
		t.Errorf("%q, unread %q: the sender is told what was not read", l.Text, l.Unread)
	}
}

// TestNameAndDateOfTheSender: a name and a date at the head of a letter are the sender's own, and
// so are names and dates in sentences or without a time of day.
func TestNameAndDateOfTheSender(t *testing.T) {
	for _, text := range []string{
		"Alice Arden\n1 May 2026 10:12\n\n7. Kt-KB3", "1 May 2026 10:12\nAlice Arden\n\n7. Kt-KB3", "Dear Bob,\n\nAlice Arden\n\n7. Kt-KB3", "Hello.\nAlice Arden\n1 May 2026\n7. Kt-KB3",
		"Hello.\nyours, Alice\n1 May 2026 10:12\n7. Kt-KB3", "Hello.\nI played it at\n1 May 2026 10:12\n7. Kt-KB3", "Hello.\nP-K4\n1 May 2026 10:12\n7. Kt-KB3",
	} {
		if got := newText(text); got != text {
			t.Errorf("%q: %q", text, got)
		}
	}
}
