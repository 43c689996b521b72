package peertest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// shared is the cluster of the tests of one package, started by the first that asks.
var shared struct {
	once    sync.Once
	cluster *Cluster
	err     error
}

// Main is what TestMain of a package calls that uses URL: it runs the tests, with their files in
// memory, and then ends the cluster.
func Main(m *testing.M) {
	FilesInMemory()
	code := m.Run()
	if shared.cluster != nil {
		shared.cluster.remove()
	}
	os.Exit(code)
}

// FilesInMemory has the temporary files of a test process lie in memory where there is room, unless
// TMPDIR says where they lie or the process measures: tests that make and remove many stores wait
// for a disk otherwise. It parses no flags, because the process may be a program under test.
func FilesInMemory() {
	measures := slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-test.bench=") })
	if dir := inMemory(); dir != "" && os.Getenv("TMPDIR") == "" && !measures {
		os.Setenv("TMPDIR", dir)
	}
}

// URL returns the address of an empty schema of its own in the cluster of the package, which
// lies in memory where there is room, and whose writes are not synced to the disk.
func URL(t testing.TB) string {
	t.Helper()
	shared.once.Do(func() {
		shared.cluster, shared.err = start(inMemory(), "fsync=off", "full_page_writes=off", "synchronous_commit=off")
	})
	if shared.err != nil {
		missing(t, shared.err)
	}
	return shared.cluster.URL(t)
}

// Beside is URL for the tests of a package that only uses a store: with -short they leave
// PostgreSQL to the store's own tests.
func Beside(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("PostgreSQL beside this package: of the long run")
	}
	return URL(t)
}

// New starts a cluster for one test, with settings such as "max_connections=20". Its writes
// are synced, as those of any PostgreSQL are. With -short the test is left to the long run.
func New(t testing.TB, settings ...string) *Cluster {
	t.Helper()
	if testing.Short() {
		t.Skip("a PostgreSQL of its own: of the long run")
	}
	c, err := start("", settings...)
	if err != nil {
		missing(t, err)
	}
	t.Cleanup(c.remove)
	return c
}

// Begin starts a cluster for a program that measures; Remove ends the cluster. The error wraps
// ErrNone where no PostgreSQL is installed.
func Begin(settings ...string) (*Cluster, error) { return start("", settings...) }

// BeginIn starts the cluster whose files lie in a folder of its own, and makes the cluster where
// there is none yet. Stop ends the cluster, and its files stay.
func BeginIn(dir string, settings ...string) (*Cluster, error) {
	bin, err := binaries()
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return nil, err
	}
	return startIn(dir, bin, settings)
}

// Remove ends the cluster and removes its files.
func (c *Cluster) Remove() { c.remove() }

// missing ends a test that has no PostgreSQL.
func missing(t testing.TB, err error) {
	t.Helper()
	if !errors.Is(err, ErrNone) {
		t.Fatalf("no PostgreSQL for this test: %v", err)
	}
	Missing(t, "PostgreSQL", "NOTHING TESTED", "postgresql")
}

// Cluster is one PostgreSQL.
type Cluster struct {
	Dir  string // its files, and the socket
	Port string // on 127.0.0.1 and in the name of the socket
	bin  string
	set  []string
	run  *running
}

// running is the process of a cluster.
type running struct {
	cmd   *exec.Cmd
	ended chan struct{}
}

// ErrNone says that no PostgreSQL is installed.
var ErrNone = errors.New("PostgreSQL is not installed (Debian: postgresql)")

// binaries returns the folder of initdb and postgres, of the newest version.
func binaries() (string, error) {
	all, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	slices.Sort(all)
	if len(all) > 0 {
		return filepath.Dir(all[len(all)-1]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", ErrNone
	}
	return filepath.Dir(path), nil
}

// start makes a cluster in a folder, "" for that of temporary files, and starts it.
func start(in string, settings ...string) (*Cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(in, "corrd-pg-")
	if err != nil {
		return nil, err
	}
	c, err := startIn(dir, bin, settings)
	if err != nil {
		os.RemoveAll(dir)
	}
	return c, err
}

// startIn makes a cluster in a folder, unless there is one, and starts the cluster.
func startIn(dir, bin string, settings []string) (*Cluster, error) {
	c := &Cluster{Dir: dir, bin: bin, set: settings}
	err := own(dir)
	if _, made := os.Stat(filepath.Join(c.data(), "PG_VERSION")); made != nil && err == nil {
		err = c.command("initdb", "-D", c.data(), "-U", "corrd", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync").Run()
	}
	if err == nil {
		var port int
		port, err = FreePort()
		c.Port = strconv.Itoa(port)
	}
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		if c.running() {
			c.Kill()
		}
		return nil, fmt.Errorf("PostgreSQL does not start: %w", err)
	}
	return c, nil
}

func (c *Cluster) data() string { return filepath.Join(c.Dir, "data") }

// command is a program of PostgreSQL, which does not run as root.
func (c *Cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Dir = c.Dir
	unprivileged(cmd)
	return cmd
}

// FreePort returns a port of this machine on which nobody listens, below those that the system
// gives to connections and to whoever asks for any port: of these, one that is free now may be
// another server's before the caller's is up. Nobody else is given the port before the program
// ends.
func FreePort() (int, error) {
	for range 1000 {
		address := "127.0.0.1:" + strconv.Itoa(20000+mathrand.IntN(12000))
		given, err := net.ListenPacket("udp", address) // for whoever looks for a port, in any program
		if err != nil {
			continue
		}
		if l, err := net.Listen("tcp", address); err == nil {
			givenPorts.Store(address, given)
			return l.Addr().(*net.TCPAddr).Port, l.Close()
		}
		given.Close()
	}
	return 0, errors.New("no port is free")
}

// givenPorts are the ports that this program has been given, each with what holds it.
var givenPorts sync.Map

// errLingers says that a process of a cluster that was killed has not ended yet.
var errLingers = errors.New("a process of the killed cluster has not ended yet")

// Start starts a cluster that was stopped or killed, and waits until it answers.
func (c *Cluster) Start() error {
	for range 100 {
		if err := c.startOnce(); !errors.Is(err, errLingers) {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return errLingers
}

func (c *Cluster) startOnce() error {
	args := []string{"-D", c.data(), "-k", c.Dir, "-h", "127.0.0.1", "-p", c.Port, "-c", "max_connections=200", "-c", "logging_collector=off"}
	for _, s := range c.set {
		args = append(args, "-c", s)
	}
	log, err := os.OpenFile(filepath.Join(c.Dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	before, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	cmd := c.command("postgres", args...)
	cmd.Stdout, cmd.Stderr = log, log
	c.run = &running{cmd, make(chan struct{})}
	if err := c.run.start(); err != nil {
		return err
	}
	for until := time.Now().Add(3 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		err := c.ask("select 1")
		select {
		case <-c.run.ended:
			said, _ := os.ReadFile(log.Name())
			if said = said[min(int(before), len(said)):]; bytes.Contains(said, []byte("still in use")) {
				return errLingers
			}
			return fmt.Errorf("it ended: %s", said)
		default:
		}
		if err == nil || time.Now().After(until) {
			return err
		}
	}
}

// Stop ends the cluster in order, with all its connections (as SIGINT does).
func (c *Cluster) Stop() { c.end(os.Interrupt) }

// Kill ends every process of the cluster at once (SIGKILL), as a loss of power would but
// that what was written to the operating system stays.
func (c *Cluster) Kill() { c.end(os.Kill) }

func (c *Cluster) end(signal os.Signal) {
	select {
	case <-c.run.ended:
		return
	default:
	}
	if signal == os.Kill {
		killAll(c.run.cmd)
	} else {
		c.run.cmd.Process.Signal(signal)
	}
	<-c.run.ended
}

// running reports whether a process of the cluster was started.
func (c *Cluster) running() bool {
	return c.run != nil && c.run.ended != nil && c.run.cmd.Process != nil
}

func (c *Cluster) remove() {
	if c.running() {
		c.Kill()
	}
	os.RemoveAll(c.Dir)
}

// Address is that of the database postgres in the cluster, over its socket.
func (c *Cluster) Address() string {
	return "postgres://corrd@/postgres?host=" + c.Dir + "&port=" + c.Port
}

// ask runs statements in the database postgres.
func (c *Cluster) ask(sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.Address())
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.PgConn().Exec(ctx, sql).ReadAll()
	return err
}

// Run runs statements in the database postgres.
func (c *Cluster) Run(t testing.TB, sql string) {
	t.Helper()
	if err := c.ask(sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// URL returns the address of an empty schema of its own.
func (c *Cluster) URL(t testing.TB) string {
	t.Helper()
	schema := "s" + strings.ToLower(rand.Text())
	c.Run(t, `create schema "`+schema+`"`)
	return c.Address() + "&search_path=" + schema
}

// Disk is a small disk on which a cluster has a tablespace, whose name is small.
type Disk struct{ dir string }

// Disk mounts a disk in memory of a size such as "24m". Where nothing may be mounted the test
// is skipped with a loud line.
func (c *Cluster) Disk(t testing.TB, size string) Disk {
	t.Helper()
	dir, err := os.MkdirTemp("", "corrd-pg-disk-")
	if err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "corrd", dir).CombinedOutput(); err != nil {
		os.Remove(dir)
		t.Skipf("SKIPPED, NO FULL DISK TESTED: nothing can be mounted: %v %s", err, said)
	}
	t.Cleanup(func() {
		if said, err := exec.Command("umount", "--lazy", dir).CombinedOutput(); err != nil {
			t.Errorf("%v %s", err, said)
		}
		os.Remove(dir)
	})
	if err := own(dir); err != nil {
		t.Fatal(err)
	}
	c.Run(t, "create tablespace small location '"+dir+"'")
	return Disk{dir}
}

// Resize gives the disk another size.
func (d Disk) Resize(t testing.TB, size string) {
	t.Helper()
	if said, err := exec.Command("mount", "-o", "remount,size="+size, d.dir).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, said)
	}
}
