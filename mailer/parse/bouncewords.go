package parse

// daemonNames are, in lower case, what mail systems call themselves in From and in the
// envelope.
var daemonNames = []string{"mailer-daemon", "mail delivery sub", "mail delivery sys", "post_master@", "interscan", "james mail server"}

// deskNames are names that people may write under too.
var deskNames = []string{"postmaster", "no-reply", "noreply", "abuse@"}

// bounceSubjects begin, in lower case, the subjects of reports that a letter could not be
// delivered, or not yet.
var bounceSubjects = []string{
	"delivery status notification", "delivery failure", "delivery report", "undeliverable", "undelivered mail", "returned mail", "mail delivery failed", "failure notice", "failed mail", "delayed mail", "mail system error",
	"notice: mail delivery", "warning: message", "warning: could not send", "message delivery", "message could not be delivered", "mail could not be delivered", "mail delivery failure",
	"could not deliver", "bounce]", "virus (", "message non remis", "échec de la remise", "unzustellbar", "zustellung fehlgeschlagen", "no se pudo entregar", "no se puede entregar", "no entregado",
	"mancata consegna", "mancato recapito", "non recapitabile", "mensagem devolvida", "não entregue", "não foi possível entregar", "onbestelbaar", "niet bezorgd", "niedostarczalne", "nie dostarczono",
	"nie można dostarczyć", "nedoručitelná", "nedoručitelné", "kézbesíthetetlen", "kan inte levereras", "kan ikke leveres", "ei voitu toimittaa", "iletilemedi", "teslim edilemedi", "ανεπίδοτο",
	"недоставлен", "не доставлено", "невозможно доставить", "не вдалося доставити", "系统退信", "无法投递", "メッセージを配信できません", "メール配信に失敗", "配信不能", "반송",
}

// complaintSubjects begin, in lower case, the subjects of complaints about mail (RFC 5965) that
// have no part of their own, and complaintWords their text.
var (
	complaintSubjects = []string{"complaint about message from", "email feedback report"}
	complaintWords    = []string{"this is an email abuse report", "this is a spam report for", "email feedback report for"}
)

// bounceWords are phrases that a report of a failed delivery contains near its beginning, in lower
// case and with single spaces.
var bounceWords = []string{"deliver your message", "could not be delivered", "unable to deliver"}

// hardWords are reasons, in lower case, for which delivery has failed finally. softWords are
// reasons for which delivery may still succeed later. corrd looks for these words only in a report
// without a status code.
var (
	hardWords = []string{
		"user unknown", "unknown user", "no such user", "no such recipient", "user not found", "unrouteable", "does not exist", "unknown address", "unknown host", "not listed in", "not known", "not recognized", "doesn't have a", "permanent error", "no valid recipients", "host not found", "no mailbox by that name",
		"unbekannt", "inconnu", "no existe", "desconocid", "sconosciut", "desconhecid", "onbekend", "nie istnieje", "nie ma takiego", "neexistuje", "neznám", "ismeretlen", "okänd", "ukendt", "ukjent",
		"tuntematon", "bulunamadı", "άγνωστος", "не існує", "неизвест", "не существует", "不存在", "存在しません",
	}
	softWords = []string{"mailbox is full", "mailbox full", "over quota", "quota exceeded", "try again later", "deferred", "transient non-fatal", "will keep trying",
		"postfach ist voll", "postfach des empfängers ist voll", "quota dépassé", "est pleine", "buzón lleno", "cuota", "casella piena", "caixa de correio cheia", "postvak vol", "skrzynka jest pełna", "переполнен",
	}
)
