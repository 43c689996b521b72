package parse

// daemonNames are, in lower case, what mail systems call themselves in From and in the
// envelope.
var daemonNames = []string{"mailer-daemon", "mail delivery sub", "mail delivery sys"}

// deskNames are names that people may write under too.
var deskNames = []string{"postmaster", "no-reply", "noreply", "abuse@"}

// bounceSubjects begin, in lower case, the subjects of reports that a letter could not be
// delivered, or not yet.
var bounceSubjects = []string{
	"delivery status notification", "delivery failure", "delivery report", "undeliverable", "undelivered mail", "returned mail", "mail delivery failed", "failure notice", "failed mail", "delayed mail", "mail system error",
	"notice: mail delivery", "warning: message", "message delivery", "virus (", "message non remis", "unzustellbar", "系统退信",
}

// bounceWords are phrases that a report of a failed delivery contains near its beginning, in lower
// case and with single spaces.
var bounceWords = []string{"deliver your message", "could not be delivered", "unable to deliver"}

// hardWords are reasons, in lower case, for which delivery has failed finally. softWords are
// reasons for which delivery may still succeed later. corrd looks for these words only in a report
// without a status code.
var (
	hardWords = []string{
		"user unknown", "unknown user", "no such user", "no such recipient", "user not found", "unrouteable", "does not exist", "unknown address", "unknown host", "not listed in", "not known", "not recognized", "doesn't have a", "permanent error",
		"unbekannt", "inconnu", "не существует", "不存在", "存在しません",
	}
	softWords = []string{"mailbox is full", "mailbox full", "over quota", "quota exceeded", "try again later"}
)
