package serve

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"corrd/game/terms"
	"corrd/mailer"
	"corrd/mailer/transport"
)

// least is a configuration with only the keys that are required.
const least = `
[server]
domain = "club.example"
[imap]
host = "imap.club.example"
[submission]
host = "smtp.club.example"
`

func TestSampleHasEveryKeyItsDefaultAndAComment(t *testing.T) {
	c, read, err := decode(Config{}, Sample())
	if err != nil || len(read.Undecoded()) > 0 {
		t.Fatalf("%v; not known: %v", err, read.Undecoded())
	}
	for i := range reflect.TypeFor[Config]().NumField() {
		section := reflect.TypeFor[Config]().Field(i)
		name := section.Tag.Get("toml")
		for j := range fieldsOf(section.Type) {
			if key := section.Type.Field(j).Tag.Get("toml"); key != "-" && !read.IsDefined(name, key) {
				t.Errorf("the sample has no %s.%s", name, key)
			}
		}
	}
	for _, line := range terms.Default().Lines() {
		known := false
		for key, value := range c.Terms {
			known = known || strings.ReplaceAll(key, "_", " ")+" "+termValue(value) == line
		}
		if !known {
			t.Errorf("the sample has not the default of the term %q", line)
		}
	}
	before := ""
	for _, line := range strings.Split(Sample(), "\n") {
		if strings.Contains(line, " = ") && !strings.HasPrefix(line, "#") && !strings.HasPrefix(before, "#") && !strings.Contains(before, " = ") {
			t.Errorf("no comment before %s", line)
		}
		before = line
	}
}

func fieldsOf(section reflect.Type) int {
	if section.Kind() != reflect.Struct {
		return 0
	}
	return section.NumField()
}

func TestDefaults(t *testing.T) {
	c, err := Parse(least)
	if err != nil {
		t.Fatal(err)
	}
	if c.site() != (mailer.Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}) || c.IMAP.Poll != time.Minute || c.Limits.LetterBytes != 1<<20 {
		t.Errorf("%+v", c)
	}
	if c.Socket() != "/var/lib/corrd/corrd.sock" || c.Identity.SecretFile != "/var/lib/corrd/secret" {
		t.Errorf("socket %s, secret %s", c.Socket(), c.Identity.SecretFile)
	}
	if o := c.imapOptions(nil); o.Addr != "imap.club.example:993" || o.Security != transport.Implicit || o.User != "corrd@club.example" {
		t.Errorf("imap %+v", o)
	}
	if o := c.submissionOptions(); o.Addr != "smtp.club.example:465" || o.User != "" {
		t.Errorf("submission %+v", o)
	}
	if read, err := c.terms(); err != nil || !reflect.DeepEqual(read, terms.Default()) {
		t.Errorf("terms %+v, %v", read, err)
	}
}

func TestKeysThatAreSet(t *testing.T) {
	c, err := Parse(least + `
user = "chess"
tls = "starttls"
auth = "XOAUTH2"
[terms]
notation = ["descriptive", "algebraic"]
games = 2
[limits]
free_space = 0
`)
	if err != nil {
		t.Fatal(err)
	}
	if o := c.submissionOptions(); o.Addr != "smtp.club.example:587" || o.Security != transport.StartTLS || o.User != "chess" || o.Mechanism != transport.XOAuth2 {
		t.Errorf("submission %+v", o)
	}
	read, err := c.terms()
	if err != nil || read.Games != 2 || len(read.Notation) != 2 || read.Code != terms.Default().Code || c.Limits.FreeSpace != 0 {
		t.Errorf("terms %+v, %v; free space %d", read, err, c.Limits.FreeSpace)
	}
}

// TestInTheClear checks that corrd speaks without TLS to this machine, and to another machine
// only when the configuration names that machine twice.
func TestInTheClear(t *testing.T) {
	for host, want := range map[string]transport.Security{"127.0.0.1": transport.InClear, "::1": transport.InClear, "localhost": transport.InClear, "smtp.club.example": transport.InClearAnywhere} {
		text := strings.Replace(least, "smtp.club.example", host, 1) + "tls = \"none\"\n"
		if want == transport.InClearAnywhere {
			text += fmt.Sprintf("in_clear_to = %q\n", host)
		}
		c, err := Parse(text)
		if o := c.submissionOptions(); err != nil || o.Security != want || o.Addr != net.JoinHostPort(host, "25") {
			t.Errorf("%s: %v; %+v", host, err, o)
		}
	}
}

func TestConfigurationsThatAreRefused(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{strings.Replace(least, "domain", "domian", 1), "server.domian; the nearest is server.domain"},
		{least + "[smtp_inn]\nlisten = \":25\"", "nearest is smtp_in"},
		{least + "passwrod_file = \"x\"", "nearest is submission.password_file"},
		{least + "password = \"x\"", "there is no key submission.password"},
		{"domain = [", "line 1"},
		{strings.Replace(least, "\"club.example\"", "3", 1), "server.domain"},
		{strings.Replace(least, "club.example", "", 1), "server.domain"},
		{least + "[server.x]", "server.x"},
		{strings.Replace(least, "[imap]", "address = \"corrd@elsewhere.example\"\n[imap]", 1), "server.address"},
		{strings.Replace(least, "[imap]", "address = \"Corrd <corrd@club.example>\"\n[imap]", 1), "server.address"},
		{strings.Replace(least, "[imap]", "delimiter = \"++\"\n[imap]", 1), "server.delimiter"},
		{strings.Replace(least, "[imap]", "address = \"corrd-chess@club.example\"\ndelimiter = \"-\"\n[imap]", 1), "server.delimiter"},
		{strings.Replace(least, "[imap]", "zone = \"Mars/Olympus\"\n[imap]", 1), "server.zone"},
		{strings.Replace(least, "imap.club.example", "", 1), "imap.host, smtp_in.listen or smtp_in.lmtp_listen"},
		{strings.Replace(least, "smtp.club.example", "", 1), "submission.host"},
		{least + "tls = \"yes\"", "submission.tls"},
		{least + "auth = \"CRAM-MD5\"", "submission.auth"},
		{least + "port = 70000", "submission.port"},
		{least + "tls = \"none\"", "in_clear_to = \"smtp.club.example\""},
		{least + "tls = \"none\"\nin_clear_to = \"other.example\"", "must name submission.host"},
		{least + "in_clear_to = \"smtp.club.example\"", "leave it out"},
		{strings.Replace(least, "[submission]", "tls = \"none\"\n[submission]", 1), "in_clear_to = \"imap.club.example\""},
		{strings.Replace(strings.Replace(least, "smtp.club.example", "10.0.0.5", 1), "[submission]", "[submission]\ntls = \"none\"", 1), "another machine"},
		{strings.Replace(least, "[submission]", "poll = \"1ms\"\n[submission]", 1), "imap.poll"},
		{strings.Replace(least, "[submission]", "processed = \"INBOX\"\n[submission]", 1), "imap.mailbox"},
		{least + "[smtp_in]\nlisten = \"25\"", "smtp_in.listen"},
		{least + "[identity]\ndkim_selector = \"s\"", "identity.dkim_key_file"},
		{least + "[identity]\nhops = 0", "identity.hops"},
		{least + "[identity]\nhops = 21", "identity.hops"},
		{least + "[limits]\nparts = 0", "limits.parts"},
		{least + "[limits]\nfree_space = -1", "limits.free_space"},
		{least + "[terms]\ncolor_of_men = \"red\"", "There is no term \"color_of_men\""},
		{least + "[terms]\ncolur = \"red\"", "nearest"},
		{least + "[terms]\ncode = \"fide\"", "fide"},
		{least + "[umpire]\naddress = \"nobody\"", "umpire.address"},
	} {
		if _, err := Parse(c.text); err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\n\tis answered: %v\n\twant %q in it", c.text, err, c.says)
		}
	}
}

func TestPasswordsComeFromAFileOrTheEnvironment(t *testing.T) {
	path := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(path, []byte("from a file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CORRD_IMAP_PASSWORD", "from the environment")
	c, err := Parse(least + "user = \"chess\"\npassword_file = \"" + path + "\"")
	if err != nil {
		t.Fatal(err)
	}
	if s, err := c.submissionOptions().Secret(); s != "from a file" || err != nil {
		t.Errorf("%q, %v", s, err)
	}
	if s, err := c.imapOptions(nil).Secret(); s != "from the environment" || err != nil {
		t.Errorf("%q, %v", s, err)
	}
	t.Setenv("CORRD_IMAP_PASSWORD", "")
	if _, err := c.imapOptions(nil).Secret(); err == nil || !strings.Contains(err.Error(), "CORRD_IMAP_PASSWORD") {
		t.Errorf("neither: %v", err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := c.submissionOptions().Secret(); !errors.Is(err, mailer.ErrSecret) {
		t.Errorf("a file everybody may read: %v", err)
	}
}

func TestLoadNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "corrd.toml")
	if _, err := Load(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if err := os.WriteFile(path, []byte("[sevrer]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.HasPrefix(err.Error(), path+": line 1: there is no key sevrer; the nearest is server") {
		t.Errorf("%v", err)
	}
}
