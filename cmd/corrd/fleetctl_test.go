package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"corrd/cmd/internal/local"
)

// either is corrctl before each of two daemons on one database.
type either struct {
	*fleet
	ctl   string // the program
	dir   string // where it runs
	tried map[string]bool
}

// run runs a command line as a shell would, before one of the daemons, and returns what it said and
// how it ended.
func (e *either) run(node int, line string) (said string, err error) {
	e.Helper()
	e.tried[verbOf(line)] = true
	cmd := exec.Command("sh", "-c", "corrctl "+line)
	cmd.Dir = e.dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(e.ctl)+":"+os.Getenv("PATH"), "CORRD_SOCKET="+filepath.Join(e.nodes[node].dir, "corrd.sock"), "TZ=UTC")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// verbOf is the command in a command line: the words before its first argument.
func verbOf(line string) string {
	words := strings.Fields(line)
	n := 1
	for n < len(words) && subcommand.MatchString(words[n]) && (n == 1 || words[1] == "address") {
		n++
	}
	return strings.Join(words[:n], " ")
}

var subcommand = regexp.MustCompile(`^[a-z][a-z-]+$`)

// says wants a command to succeed before a daemon, and to say something.
func (e *either) says(node int, want, line string) string {
	e.Helper()
	said, err := e.run(node, line)
	if err != nil || !strings.Contains(said, want) {
		e.Errorf("daemon %d: corrctl %s: %v, without %q:\n%s", node, line, err, want, said)
	}
	return said
}

// refuses wants a command to be refused before both daemons, with the same words.
func (e *either) refuses(want, line string) {
	e.Helper()
	for node := range e.nodes {
		said, err := e.run(node, line)
		if err == nil || !strings.Contains(said, want) {
			e.Errorf("daemon %d: corrctl %s: %v, without %q:\n%s", node, line, err, want, said)
		}
	}
}

// running is the time that a side has used and has left, which runs between one call and the next.
var running = regexp.MustCompile(`\S+ used, \S+ left`)

// same wants both daemons to give the same answer to what reads, but for the running time.
func (e *either) same(want string, lines ...string) {
	e.Helper()
	for _, line := range lines {
		one, two := running.ReplaceAllString(e.says(0, want, line), ""), running.ReplaceAllString(e.says(1, want, line), "")
		if one != two {
			e.Errorf("corrctl %s: the daemons say different things:\n%s\n%s", line, one, two)
		}
	}
}

// does wants a command to succeed before one daemon, and what came of it to be told by the other.
func (e *either) does(node int, line, told, by string) {
	e.Helper()
	e.says(node, "", line)
	e.says(1-node, told, by)
}

// letter hands a letter in at one daemon, in answer to what a game's player was asked at a ply.
func (e *either) letter(node int, s *sender, ply int, from, words string) {
	e.Helper()
	to := e.replyTo(s, ply)
	raw := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nMessage-ID: <%d@x.example>\r\n\r\n%s\r\n", from, to, time.Now().UnixNano(), words)
	if err := deliver(e.nodes[node].addr, from, to, raw); err != nil {
		e.Fatal(err)
	}
	e.says(1-node, "", "settle --timeout 60s")
}

// replyTo is the newest address that a player can answer to, at that ply or a later one.
func (e *either) replyTo(s *sender, ply int) string {
	letters, _ := e.hop.after(s.address, 0)
	for _, l := range slices.Backward(letters) {
		if l.Key().Ply >= ply && l.Kind() != "" {
			return l.ReplyTo()
		}
	}
	if ply > 1 {
		e.Fatalf("%s has no letter of ply %d: %v", s.address, ply, kinds(letters))
	}
	first := s.first()
	return first.ReplyTo()
}

func kinds(letters []local.Letter) (all []string) {
	for _, l := range letters {
		all = append(all, fmt.Sprint(l.Kind(), " ", l.Key().Ply))
	}
	return all
}

// alone are the commands that ask no daemon.
var alone = []string{"read", "letter read", "scenario run", "dispute verify", "law show", "law compare", "telegram count", "completion", "man", "version"}

// TestCorrctlAtEitherDaemon runs every command of corrctl that asks a daemon: what reads says the
// same at both daemons of a database, and what one of them was told to do is seen at the other.
func TestCorrctlAtEitherDaemon(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds corrctl and starts a PostgreSQL and two daemons")
	}
	f := newFleet(t, 2, "")
	players := f.begin(4)
	e := &either{fleet: f, ctl: corrctl(t), dir: t.TempDir(), tried: map[string]bool{}}
	for _, n := range f.nodes {
		n.start(t)
		n.up(t)
	}
	e.letter(0, players[0], 1, players[0].address, "P-K4")
	e.letter(1, players[2], 1, players[2].address, "P-K4")
	e.peopleAtEither()
	e.rulingsAtEither(players)
	e.lettersAtEither(players)
	e.cardsAtEither()
	e.eventAtEither()
	e.wholeAtEither()
	manual, err := exec.Command(e.ctl, "man").Output()
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for line := range strings.Lines(string(manual)) {
		if verb, is := strings.CutPrefix(strings.TrimSpace(line), ".SS "); is {
			commands++
			if verb = strings.ReplaceAll(verb, `\-`, "-"); !e.tried[verb] && !slices.Contains(alone, verb) {
				t.Errorf("corrctl %s is not tried", verb)
			}
		}
	}
	if commands < 80 {
		t.Errorf("the manual has %d commands", commands)
	}
}

// peopleAtEither tries the commands about players, umpires and budgets.
func (e *either) peopleAtEither() {
	if err := os.WriteFile(filepath.Join(e.dir, "club.csv"), []byte("name,address\nHoward Staunton,staunton@example.org\n"), 0o600); err != nil {
		e.Fatal(err)
	}
	e.does(0, `player add "Carol Club" carol@example.org`, "Carol Club", "player list")
	e.does(1, `player rename carol@example.org "Carol Cook"`, "Carol Cook", "player show carol@example.org")
	e.does(0, `player address add carol@example.org carol@work.example`, "carol@work.example", "player show carol@example.org")
	e.does(1, `player address remove carol@work.example carol@example.org`, "Carol Cook", `player show carol@work.example`)
	e.does(0, `player add "Eliza Thorold" --postal "The Laurels, Lincoln"`, "Eliza Thorold", "player list")
	e.does(1, "player postal "+e.eliza()+` "12 High Street, Lincoln"`, "12 High Street", "player show "+e.eliza())
	e.does(0, `player import --quiet - <club.csv`, "Howard Staunton", "player list")
	e.does(1, `umpire add "George Walker" walker@example.org`, "George Walker", "umpire list")
	e.does(0, `umpire add "William Lewis" lewis@example.org`, "William Lewis", "umpire list")
	e.does(1, `umpire remove lewis@example.org`, "George Walker", "umpire list")
	e.does(0, `budget lift carol@work.example`, "carol", "budget show carol@work.example")
	if err := os.WriteFile(filepath.Join(e.dir, "meeting.txt"), []byte("Subject: The summer meeting\n\nBring a board.\n"), 0o600); err != nil {
		e.Fatal(err)
	}
	e.says(0, "By mail     1", `message --to carol@work.example meeting.txt`)
	e.refuses("had these words already: 1", `message --to carol@work.example meeting.txt`)
	e.refuses("nobody waits", `player approve "Frank Newcomer"`)
	e.refuses("nobody waits", `player refuse "Frank Newcomer"`)
	e.same("", "player list", "umpire list", "budget show", "challenge list", "player show 1")
}

// eliza is the number of a player without a mailbox.
func (e *either) eliza() string {
	return e.number(`"id":(\d+),"name":"Eliza Thorold"`, "player list --json")
}

// number finds a number in what a command says.
func (e *either) number(in, line string) string {
	e.Helper()
	found := regexp.MustCompile(in).FindStringSubmatch(e.says(0, "", line))
	if found == nil {
		e.Fatalf("corrctl %s does not tell %s", line, in)
	}
	return found[1]
}

// rulingsAtEither tries the commands about games, disputes and rulings. In games 1 and 2 White has
// moved.
func (e *either) rulingsAtEither(players []*sender) {
	e.same("", "game list", "game show 1", "game letters 1", "game windows 1", "game events 1", "game score 1", "game pgn 1", "game board 1", "game journey 1",
		"letter show 1", "letter show o1", "outbox show 1", "dispute list", "inbox list", "inbox show 1", "outbox list")
	e.letter(0, players[1], 2, players[1].address, "protest: my letter was lost")
	e.does(1, `dispute ask 1 white --within 7d --words "Have you its copy?"`, "Have you its copy?", "dispute show 1")
	e.does(0, `dispute note 1 "White has been asked"`, "White has been asked", "dispute show 1")
	e.does(1, `rule game 1 --suspend --law house:16 --reason "until White has answered" --fundamental`, "until White has answered", "game events 1 --json")
	e.does(0, fmt.Sprintf(`rule undo 1.%d --law house:16 --reason "it was another game"`, strings.Count(e.says(0, "", "game events 1 --json"), "\n")), "it was another game", "game events 1 --json")
	e.does(1, `rule game 1 --dismiss --dispute 1 --law house:16 --reason "the letter has come"`, "the letter has come", "dispute show 1")
	e.letter(1, players[3], 2, players[3].address, "protest: the board was wrong")
	e.does(0, `dispute close 2 --reason "Black has found it"`, "Black has found it", "dispute show 2")
	e.does(1, `dispute file 2 --out two.zip`, "", "dispute show 2")
	e.does(0, `game file 1 --out one.zip`, "", "game show 1")
	e.does(1, `player rotate-keys 2.black`, "player rotate-keys", "audit --json")
	e.does(0, `player replace 2.black carol@work.example --law house:25 --reason "they are ill"`, "Carol Cook", "game show 2")
	e.does(0, fmt.Sprintf(`player leave %s 3d`, players[4].address), `"leave_taken"`, "game events 3 --json")
	e.does(1, fmt.Sprintf(`player withdraw %s --law house:16 --reason "they have left the club"`, players[4].address), "they have left the club", "game events 3 --json")
	e.refuses("", "game book 1 --out running.pdf")
	e.does(0, "game book 3 --out book.pdf", "", "game show 3")
}

// lettersAtEither tries the commands about letters that came in and that go out.
func (e *either) lettersAtEither(players []*sender) {
	white := players[6]
	for n, words := range []string{"P-K4", "resign"} { // without the key of the game
		raw := fmt.Sprintf("From: <%s>\r\nTo: <corrd@club.example>\r\nMessage-ID: <keyless%d@x.example>\r\n\r\n%s\r\n", white.address, n, words)
		if err := deliver(e.nodes[n].addr, white.address, "corrd@club.example", raw); err != nil {
			e.Fatal(err)
		}
	}
	e.says(0, "", "settle --timeout 60s")
	e.same("held", "inbox list")
	ids := regexp.MustCompile(`"id":(\d+)`).FindAllStringSubmatch(e.says(0, "held", "inbox list --json"), -1)
	if len(ids) != 2 {
		e.Fatalf("%d letters are held", len(ids))
	}
	e.does(1, "inbox release "+ids[0][1], "P-K4", "game score 4")
	e.does(0, `inbox discard `+ids[1][1]+` --reason "White did not write it"`, "White did not write it", "inbox show --json "+ids[1][1])
	e.says(1, "", "settle --timeout 60s")

	release := e.hop.hold()
	e.says(0, "", "player rename "+players[7].address+` "Seventh Player"`)
	for end := time.Now().Add(longEnough); e.hop.holding.Load() == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			e.Fatal("the next hop is asked to take nothing")
		}
	}
	e.says(0, "", "player rename "+players[7].address+` "Eighth Player"`) // whose letter waits for the first
	rows := regexp.MustCompile(`"id":(\d+)`).FindAllStringSubmatch(e.says(1, "queued", "outbox list --json"), -1)
	last := rows[len(rows)-1][1]
	e.does(1, "outbox park "+last, "parked", "outbox list")
	e.does(0, "outbox retry "+last, "queued", "outbox list")
	release()
	for _, row := range rows { // which the next hop has put off; one may leave before the next is retried
		if said, err := e.run(0, "outbox retry "+row[1]); err != nil && !strings.Contains(said, "has been sent") {
			e.Errorf("corrctl outbox retry %s: %v\n%s", row[1], err, said)
		}
	}
	e.says(1, "", "settle --timeout 120s")
	e.same("Eighth Player", "outbox show "+last)
}

// cardsAtEither tries the commands about cards, with a challenge by a player without a mailbox.
func (e *either) cardsAtEither() {
	today := time.Now().UTC().Format(time.DateOnly)
	e.does(0, fmt.Sprintf(`card enter --player %s --postmark %s --text "challenge Carol Cook, medium post"`, e.eliza(), today), "Eliza Thorold", "challenge list")
	e.says(1, "", "settle --timeout 60s")
	carol := &sender{fleet: e.fleet, address: "carol@work.example"}
	e.letter(1, carol, 0, carol.address, "accept")
	e.same("to_print", "card list")
	card := e.number(`"id":(\d+)`, "card list --json")
	e.does(1, "card print --out card.pdf "+card, "", "card list --all")
	e.does(0, "card posted "+card, "posted", "card list --all")
}

// eventAtEither tries the commands about an event: one is announced, played by three and closed.
func (e *either) eventAtEither() {
	today, next := time.Now().UTC().Format(time.DateOnly), time.Now().UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	conditions := fmt.Sprintf("name = \"Spring\"\nenter_by = %[1]s\nbegin = %[1]s\nclose = %[2]s\nlate_entry = true\nterms = \"code british-1899, time 10 moves in 30 days\"\n", today, next)
	if err := os.WriteFile(filepath.Join(e.dir, "spring.toml"), []byte(conditions), 0o600); err != nil {
		e.Fatal(err)
	}
	e.does(0, "event new spring.toml", "Spring", "event list")
	for n, name := range []string{"Frank Dean", "Grace Hill", "Hugh Mont", "Ida Low"} {
		e.says(n%2, "", fmt.Sprintf(`player add --quiet "%s" event%d@example.org`, name, n))
		if n < 3 {
			e.does(n%2, fmt.Sprintf(`event enter 1 "%s" --consent "their letter"`, name), name, "event show 1")
		}
	}
	for n := range e.nodes {
		e.says(n, "By mail", "event announce 1 --preview")
	}
	e.does(1, "event start 1", "Round 3", "event show 1")
	e.does(0, `event undo 1 --reason "a day too early"`, "open", "event show 1")
	e.does(1, "event start 1", "Round 3", "event show 1")
	e.same("", "event list", "event show 1", "event table 1", "event pgn 1")
	e.does(0, `event withdraw 1 "Grace Hill" --reason "she has moved away"`, "w", "event table 1")
	e.does(1, `event substitute 1 "Frank Dean" "Ida Low" --consent "her letter" --reason "he is ill"`, "in the place of Frank Dean", "event table 1")
	last := e.number(`game (\d+) +(?:Ida Low|Hugh Mont) – (?:Ida Low|Hugh Mont), being played`, "event show 1")
	e.refuses("is adjudicated from", fmt.Sprintf(`event adjudicate 1 %s draw --reason "neither can win"`, last))
	e.does(0, `event withdraw 1 "Hugh Mont" --draw --reason "he has died"`, "1/2-1/2", "game show --json "+last)
	e.does(1, "event close 1", "closed", "event show 1")
}

// wantSameFolders checks that two folders hold the same files.
func (e *either) wantSameFolders(one, other string) {
	e.Helper()
	if said, err := exec.Command("diff", "-r", filepath.Join(e.dir, one)+"/", filepath.Join(e.dir, other)+"/").CombinedOutput(); err != nil {
		e.Errorf("%v\n%.2000s", err, said)
	}
}

// wholeAtEither tries the commands about the whole, and removes players at the end.
func (e *either) wholeAtEither() {
	e.same("", "stats", "stats --year 2026", "check", "audit")
	for n := range e.nodes {
		e.says(n, "", fmt.Sprint("site build room", n))
	}
	e.wantSameFolders("room0", "room1")
	e.refuses("", "clock advance 1d")
	e.says(0, "", "clock show")
	e.does(1, "clock accept", "", "clock show")
	for node := range e.nodes {
		file, folder := fmt.Sprintf("backup%d.db", node), fmt.Sprint("export", node)
		e.says(node, "", "backup "+file)
		e.says(1-node, "faults: 0", "check "+file)
		e.says(node, "", "export --all "+folder)
		e.says(node, "", "game file 5 --out five.zip")
		e.says(1-node, "events decided again", "dispute verify five.zip")
		os.Remove(filepath.Join(e.dir, "five.zip"))
	}
	e.does(0, "player remove staunton@example.org", "Carol Cook", "player list")
}
