package main

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"text/template"
	"time"
)

//go:embed dovecot.conf
var dovecotConf string

// dovecot is a Dovecot that stores what comes by LMTP, in a folder of its own.
type dovecot struct {
	Dir  string
	LMTP int
}

// startDovecot starts a Dovecot in a new folder below dir, or below the folder for
// temporary files where dir is ""; why says why there is none.
func startDovecot(dir string) (d *dovecot, why string, err error) {
	if _, err := exec.LookPath("dovecot"); err != nil || os.Getuid() != 0 {
		return nil, "no dovecot, or not root: apt-get install dovecot-lmtpd", nil
	}
	owner, err := user.Lookup("mail")
	if err != nil {
		return nil, err.Error(), nil
	}
	id, _ := strconv.Atoi(owner.Uid)
	port, err := freePort()
	if err != nil {
		return nil, "", err
	}
	dir = filepath.Join(cmp.Or(dir, os.TempDir()), fmt.Sprintf("corrd-bench-dovecot-%d", port))
	d = &dovecot{Dir: dir, LMTP: port}
	err = errors.Join(os.Mkdir(dir, 0o755), os.Mkdir(filepath.Join(dir, "mail"), 0o755), os.Chown(filepath.Join(dir, "mail"), id, -1))
	if err == nil {
		err = d.start()
	}
	if err != nil {
		os.RemoveAll(dir)
	}
	return d, "", err
}

func (d *dovecot) conf() string { return filepath.Join(d.Dir, "dovecot.conf") }

func (d *dovecot) addr() string { return fmt.Sprintf("127.0.0.1:%d", d.LMTP) }

func (d *dovecot) start() error {
	conf, err := os.Create(d.conf())
	if err != nil {
		return err
	}
	err = template.Must(template.New("").Parse(dovecotConf)).Execute(conf, d)
	if err = errors.Join(err, conf.Close()); err != nil {
		return err
	}
	if err := exec.Command("dovecot", "-c", d.conf()).Run(); err != nil {
		return fmt.Errorf("dovecot: %w", err)
	}
	return reachable(d.addr())
}

func (d *dovecot) stop() {
	exec.Command("doveadm", "-c", d.conf(), "stop").Run()
	os.RemoveAll(d.Dir)
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// reachable waits until somebody listens at an address.
func reachable(addr string) error {
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn.Close()
		}
		if time.Now().After(end) {
			return err
		}
	}
}
