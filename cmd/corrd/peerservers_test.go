package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template"
	"time"

	"corrd/cmd/internal/local"
	"corrd/store/peertest"
)

// peers are a Postfix and a Dovecot of our own on loopback. Mail to
// players.test lies in Dovecot; mail to chess.test goes to the port Club.
type peers struct {
	*testing.T
	Dir         string
	Password    string
	SMTP, Club  int // Postfix takes mail; the club's is handed over
	LMTP        int // Dovecot takes mail
	IMAP, IMAPS int // it is read, in the clear and with TLS
	Milter      int // OpenDMARC looks at what Postfix takes; 0 for none
}

// needPeers skips a test, loudly, where the servers are not installed, or fails.
func needPeers(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("Postfix and Dovecot beside corrd: of the long run")
	}
	missing := ""
	for _, program := range []string{"postfix", "dovecot", "doveadm", "swaks"} {
		if _, err := exec.LookPath(program); err != nil {
			missing += " " + program
		}
	}
	if os.Getuid() != 0 {
		missing += " root"
	}
	if missing != "" {
		peertest.Missing(t, missing[1:], "NOT TESTED WITH REAL MAIL SERVERS", "postfix dovecot-imapd dovecot-lmtpd swaks")
	}
}

// startPeers starts both servers; club is where the club's mail is handed
// over, 0 for Dovecot.
func startPeers(t *testing.T, club int) *peers {
	t.Helper()
	return startPeersBehind(t, club, 0)
}

// startPeersBehind starts both servers, and has Postfix ask the filter on a port.
func startPeersBehind(t *testing.T, club, milter int) *peers {
	t.Helper()
	needPeers(t)
	dir, err := os.MkdirTemp("", "corrd-peers-") // t.TempDir is closed to the servers' users
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	ports := freePorts(t, 4)
	p := &peers{T: t, Dir: dir, Password: local.Password, SMTP: ports[0], LMTP: ports[1], IMAP: ports[2], IMAPS: ports[3], Club: club, Milter: milter}
	if club == 0 {
		p.Club = p.LMTP
	}
	p.own("", "root", 0o755)
	for folder, owner := range map[string]string{"etc": "root", "spool": "root", "data": "postfix", "run": "root", "state": "root", "mail": "mail"} {
		p.own(folder, owner, 0o755)
	}
	p.certify(p.certificate())
	for name, folder := range map[string]string{"main.cf": "etc", "master.cf": "etc", "dovecot.conf": ""} {
		p.configure(name, filepath.Join(dir, folder, name))
	}
	t.Cleanup(p.report)
	t.Cleanup(func() { p.stopPostfix(); p.stopDovecot() })
	p.startPostfix()
	p.startDovecot()
	return p
}

// certificate is the file both servers show theirs from, with its key.
func (p *peers) certificate() string { return filepath.Join(p.Dir, "tls.pem") }

// certify writes a certificate for loopback that vouches for itself.
func (p *peers) certify(path string) {
	p.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		p.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "peers"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		p.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		p.Fatal(err)
	}
	chain := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})
	chain = append(chain, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})...)
	if err := os.WriteFile(path, chain, 0o600); err != nil {
		p.Fatal(err)
	}
}

// freePorts returns ports on which nobody listens.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for len(ports) < n {
		port, err := peertest.FreePort()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(ports, port) {
			ports = append(ports, port)
		}
	}
	return ports
}

// own makes a folder of the peers with an owner.
func (p *peers) own(folder, owner string, mode os.FileMode) {
	p.Helper()
	path := filepath.Join(p.Dir, folder)
	if err := os.MkdirAll(path, mode); err != nil {
		p.Fatal(err)
	}
	u, err := user.Lookup(owner)
	if err != nil {
		p.Fatal(err)
	}
	id, _ := strconv.Atoi(u.Uid)
	if err := os.Chown(path, id, -1); err != nil {
		p.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		p.Fatal(err)
	}
}

// configure writes a configuration from its template.
func (p *peers) configure(name, path string) {
	p.Helper()
	t, err := template.ParseFiles(filepath.Join("testdata", "peers", name))
	if err != nil {
		p.Fatal(err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		p.Fatal(err)
	}
}

// run runs a command. What it says goes to a file: a server that it starts
// would keep a pipe open.
func (p *peers) run(name string, args ...string) {
	p.Helper()
	said, err := os.CreateTemp(p.Dir, "said-*")
	if err != nil {
		p.Fatal(err)
	}
	defer said.Close()
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Run(); err != nil {
		text, _ := os.ReadFile(said.Name())
		p.Errorf("%s %v: %v\n%s", name, args, err, text)
	}
}

func (p *peers) startPostfix() {
	p.Helper()
	p.run("postfix", "-c", filepath.Join(p.Dir, "etc"), "start")
	p.reachable(p.SMTP)
}

func (p *peers) stopPostfix() {
	p.Helper()
	p.run("postfix", "-c", filepath.Join(p.Dir, "etc"), "stop")
}

func (p *peers) startDovecot() {
	p.Helper()
	if p.run("dovecot", "-c", filepath.Join(p.Dir, "dovecot.conf")); p.Failed() {
		p.FailNow()
	}
	p.reachable(p.IMAP)
	p.reachable(p.LMTP)
}

func (p *peers) stopDovecot() {
	p.Helper()
	p.run("doveadm", "-c", filepath.Join(p.Dir, "dovecot.conf"), "stop")
}

// reachable waits until a port is listened on.
func (p *peers) reachable(port int) {
	p.Helper()
	for deadline := time.Now().Add(longEnough); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			conn.Close()
			return
		}
	}
	p.Fatalf("nobody listens on port %d", port)
}

// report shows the servers' logs when the test has failed.
func (p *peers) report() {
	if !p.Failed() {
		return
	}
	for _, name := range []string{"postfix.log", "dovecot.log"} {
		if text, err := os.ReadFile(filepath.Join(p.Dir, name)); err == nil {
			p.Logf("%s ends:\n%s", name, text[max(0, len(text)-4000):])
		}
	}
}

// send hands a letter in by swaks, as from a player's mail program.
func (p *peers) send(from, to, inReplyTo, text string) {
	p.Helper()
	p.sendUnder(nil, from, to, inReplyTo, text)
}

// sendUnder hands a letter in whose header begins with these lines.
func (p *peers) sendUnder(top []string, from, to, inReplyTo, text string) {
	p.Helper()
	id := fmt.Sprintf("<%d@players.test>", time.Now().UnixNano())
	lines := append(slices.Clone(top), "From: <"+from+">", "To: <"+to+">", "Subject: Re: chess", "Date: "+time.Now().Format(time.RFC1123Z), "Message-ID: "+id)
	if inReplyTo != "" {
		lines = append(lines, "In-Reply-To: "+inReplyTo)
	}
	letter := strings.Join(lines, "\n") + "\n\n" + text + "\n"
	swaks := exec.Command("swaks", "--server", fmt.Sprintf("127.0.0.1:%d", p.SMTP), "--from", from, "--to", to, "--data", "-", "--silent", "2")
	swaks.Stdin = strings.NewReader(letter)
	if out, err := swaks.CombinedOutput(); err != nil {
		p.Fatalf("swaks: %v\n%s", err, out)
	}
}
