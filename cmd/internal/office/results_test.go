package office

import (
	"regexp"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/authres"
)

var (
	folding     = regexp.MustCompile(`\r\n[ \t]+`)
	resultsLine = regexp.MustCompile(`(?im)^authentication-results\s*:(.*)$`)
)

// verdictOn sends a letter and reads what the office says of it: the DMARC
// value and who authenticated. There must be just one such field, and above
// Received.
func verdictOn(t *testing.T, user, text string) (dmarc authres.ResultValue, login string) {
	t.Helper()
	o := openOffice(t, t.TempDir())
	send(t, o, user, "x@example.org", server, text)
	got := texts(t, o, "corrd", "INBOX")[0]
	header, _, _ := strings.Cut(got, "\r\n\r\n")
	fields := resultsLine.FindAllStringSubmatch(folding.ReplaceAllString(header, " "), -1)
	if len(fields) != 1 || strings.Index(got, "Authentication-Results:") > strings.Index(got, "Received:") {
		t.Fatalf("Authentication-Results %q in\n%s", fields, got)
	}
	id, results, err := authres.Parse(strings.TrimSpace(fields[0][1]))
	if err != nil || id != "corrd.localhost" {
		t.Fatal(id, err)
	}
	for _, r := range results {
		switch r := r.(type) {
		case *authres.DMARCResult:
			dmarc = r.Value
		case *authres.AuthResult:
			login = r.Auth
		}
	}
	return dmarc, login
}

func TestVerdicts(t *testing.T) {
	const pass, fail, none = authres.ResultPass, authres.ResultFail, authres.ResultNone
	for _, c := range []struct {
		name, user, from string
		want             authres.ResultValue
	}{
		{"own name", "alice", "From: alice@corrd.localhost\n", pass},
		{"own name, other case", "Alice@corrd.localhost", "from: ALICE@Corrd.Localhost\n", pass},
		{"display name", "alice", "From: \"bob@corrd.localhost\" <alice@corrd.localhost>\n", pass},
		{"display name of unknown charset", "alice", "From: =?x-none?Q?=FF?= <alice@corrd.localhost>\n", pass},
		{"raw 8-bit display name", "alice", "From: \xc4lice <alice@corrd.localhost>\n", pass},
		{"folded", "alice", "From:\n Alice\n\t<alice@corrd.localhost>\n", pass},
		{"detail of one's own", "alice", "From: alice+x@corrd.localhost\n", pass},
		{"another's name", "alice", "From: bob@corrd.localhost\n", fail},
		{"own name as display name only", "alice", "From: \"alice@corrd.localhost\" <bob@corrd.localhost>\n", fail},
		{"foreign name with login", "alice", "From: alice@example.org\n", fail},
		{"two From fields", "alice", "From: alice@corrd.localhost\nFrom: alice@corrd.localhost\n", fail},
		{"two addresses", "alice", "From: alice@corrd.localhost, bob@corrd.localhost\n", fail},
		{"no From", "alice", "", fail},
		{"empty From", "alice", "From:\n", fail},
		{"nonsense", "alice", "From: <alice@corrd.localhost\n", fail},
		{"our domain without login", "", "From: alice@corrd.localhost\n", fail},
		{"our domain without login, other case", "", "From: alice@CORRD.localhost\n", fail},
		{"foreign domain without login", "", "From: Bob <bob@example.org>\n", none},
		{"below our domain", "", "From: bob@x.corrd.localhost\n", none},
		{"no From without login", "", "", fail},
		{"foreign, two From fields", "", "From: bob@example.org\nFrom: bob@example.org\n", fail},
		{"domain literal", "", "From: bob@[127.0.0.1]\n", none},
	} {
		t.Run(c.name, func(t *testing.T) {
			dmarc, login := verdictOn(t, c.user, crlf(c.from+"Subject: x\n\nP-K4\n"))
			if dmarc != c.want {
				t.Errorf("dmarc=%s, want %s", dmarc, c.want)
			}
			if want := map[bool]string{true: alice, false: ""}[c.user != ""]; login != want {
				t.Errorf("auth %q, want %q", login, want)
			}
		})
	}
}

func TestForgedResultsAreRemoved(t *testing.T) {
	const forged = " corrd.localhost; dmarc=pass header.from=corrd.localhost\n"
	for name, field := range map[string]string{
		"plain":                   "Authentication-Results:" + forged,
		"other case":              "AUTHENTICATION-results:" + forged,
		"space before the colon":  "Authentication-Results :" + forged,
		"folded at once":          "Authentication-Results:\n" + forged,
		"folded before the colon": "Authentication-Results\n :" + forged,
		"folded twice":            "Authentication-Results: corrd.localhost;\n\tdmarc=pass\n\theader.from=corrd.localhost\n",
		"several":                 "Authentication-Results:" + forged + "X: y\nauthentication-results:" + forged,
		"first line continues":    " corrd.localhost; dmarc=pass\n",
		"after a line no field":   "this is no field\nAuthentication-Results:" + forged,
	} {
		t.Run(name, func(t *testing.T) {
			if dmarc, _ := verdictOn(t, "", crlf(field+"From: alice@corrd.localhost\n\nP-K4\n")); dmarc != authres.ResultFail {
				t.Errorf("dmarc=%s", dmarc)
			}
		})
	}
}

func TestResultsInTheBodyStay(t *testing.T) {
	o := openOffice(t, t.TempDir())
	const body = "Authentication-Results: corrd.localhost; dmarc=pass\r\n"
	send(t, o, "", "b@example.org", server, "From: b@example.org\r\n\r\n"+body)
	if text := texts(t, o, "corrd", "INBOX")[0]; !strings.HasSuffix(text, "\r\n\r\n"+body) {
		t.Error(text)
	}
}
