package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"corrd/game"
	"corrd/game/play"
	"corrd/game/terms"
	"corrd/store"
	"corrd/store/bolt"
	"corrd/store/peertest"
	"corrd/store/postgres"
)

// TestMigrateKilled kills `corrd migrate` three times on the way from a file into a database, and
// three times on the way back. Each time the half made store is refused by a daemon, the next run
// goes on with the records at which the last was killed, and says on the terminal how far it is.
// What has come back is the same as what went, to the octet.
func TestMigrateKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a PostgreSQL and moves a store twice")
	}
	url, dir := peertest.New(t).URL(t), t.TempDir()
	file, back := filepath.Join(dir, "corrd.db"), filepath.Join(dir, "back.db")
	clubFile(t, file)
	for _, way := range [][2]string{{file, url}, {url, back}} {
		reached := store.PartHead
		for _, part := range []store.Part{store.PartGames, store.PartLetters, store.PartRows} {
			first, _, err := migrating(t, part, way[0], way[1])
			if err == nil {
				t.Fatalf("%v ended before it was killed", way)
			}
			if first < reached {
				t.Errorf("%v begins again with the %s; it was killed at the %s", way, first, reached)
			}
			reached = part
			refusesHalf(t, way[1])
		}
		first, said, err := migrating(t, store.PartEnd, way[0], way[1])
		if err != nil || first < reached || !strings.Contains(said, "the copy is verified") || !strings.Contains(said, "event for event to the octet") {
			t.Fatalf("%v: %v, from the %s on:\n%s", way, err, first, said)
		}
	}
	one, err := bolt.Open(file, bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	two, err := bolt.Open(back, bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer two.Close()
	if n, err := store.Same(one, two, func(what string) { t.Error(what) }); err != nil || n < 4*clubLetters {
		t.Errorf("%d records compared: %v", n, err)
	}
	if v, err := two.Check(func(fault store.Fault) { t.Error(fault) }); err != nil || v.Games != clubGames {
		t.Errorf("%+v, %v", v, err)
	}
}

const (
	clubGames   = 700
	clubLetters = 1400
)

// clubFile makes a store in which each kind of record is moved in several transactions.
func clubFile(t *testing.T, path string) {
	t.Helper()
	db, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx store.Tx) error {
		for n := range clubGames {
			p := store.Player{Name: fmt.Sprint("Player ", n), Addresses: []string{fmt.Sprintf("p%d@example.org", n)}, Registered: tx.Now()}
			id, err := tx.NewGame()
			if err := errors.Join(err, tx.PutPlayer(&p)); err != nil {
				return err
			}
			events := play.Decide(game.State{ID: id}, play.Start{Terms: terms.Default(), Players: [2]int64{p.ID, p.ID + 1}}, tx.Now())
			if _, err := tx.Append(id, append(events, game.Event{At: tx.Now(), By: game.White, Fact: game.Protested{Words: fmt.Sprint("I protest ", n)}})...); err != nil {
				return err
			}
		}
		for n := range int64(clubLetters) {
			l := store.Letter{Received: tx.Now(), Game: n%clubGames + 1, State: store.Acted}
			err := errors.Join(tx.PutLetter(&l, bytes.Repeat([]byte("P-K4\r\n"), int(n%97))), tx.MarkSeen(store.Key{byte(n), byte(n >> 8)}, l.ID),
				tx.Enqueue(&store.Row{To: "a@a.example", State: store.Sent, Letter: l.ID, Bytes: []byte("signed")}))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// told is how the program tells its progress: the kind of the records, and how many have come.
var told = regexp.MustCompile(`corrd: ([a-z]+): \d+`)

// migrating runs `corrd migrate` on a terminal, and kills it as soon as it tells of records of a
// part or of one behind it; PartEnd: of none. It returns the part that the program told of first,
// all that the program said, and how it ended.
func migrating(t *testing.T, until store.Part, from, to string) (first store.Part, said string, err error) {
	t.Helper()
	screen, terminal := openTerminal(t)
	defer screen.Close()
	cmd := exec.Command(os.Args[0], "migrate", from, to)
	cmd.Env = append(os.Environ(), asDaemon+"=1")
	cmd.Stdout, cmd.Stderr = terminal, terminal
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Close()
	timer := time.AfterFunc(longEnough, func() { cmd.Process.Kill() })
	defer timer.Stop()
	first = store.PartEnd
	var all []byte
	for b := make([]byte, 4096); ; {
		n, err := screen.Read(b)
		all = append(all, b[:n]...)
		for _, m := range told.FindAllSubmatch(all, -1) {
			part := partNamed(string(m[1]))
			first = min(first, part)
			if part >= until && part < store.PartEnd { // it may have gone on before this is read
				cmd.Process.Kill()
			}
		}
		if err != nil { // the program has ended
			break
		}
	}
	err = cmd.Wait()
	return first, string(all), err
}

func partNamed(name string) store.Part {
	for p := store.PartHead; p < store.PartEnd; p++ {
		if p.String() == name {
			return p
		}
	}
	return store.PartEnd
}

// openTerminal returns both ends of a terminal.
func openTerminal(t *testing.T) (screen, terminal *os.File) {
	t.Helper()
	fd, err := unix.Open("/dev/ptmx", unix.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		terminal, err = os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), "terminal"), terminal
}

// refusesHalf wants a store that is half made out of another to say so.
func refusesHalf(t *testing.T, at string) {
	t.Helper()
	db, err := openHalf(at)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := store.Whole(db); !errors.Is(err, store.ErrMoving) || !slices.Contains(strings.Fields(err.Error()), "migrate") {
		t.Errorf("half a store: %v", err)
	}
}

func openHalf(at string) (store.Store, error) {
	if postgres.Is(at) {
		return postgres.Open(at, postgres.Options{})
	}
	return bolt.Open(at, bolt.Options{})
}
