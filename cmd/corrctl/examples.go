package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"corrd/cmd/internal/terminal"
)

// examples are shown by --help and in the manual page, by command.
var examples = map[string][]string{
	"read": {
		`corrctl read Kt-KB3`,
		`corrctl read --moves "P-K4 P-K4" "B. to Q. B's 4th."`,
		`corrctl read --json --notation descriptive,algebraic --uci "e2e4 e7e5" Nf3`,
		`corrctl read --batch < games.jsonl`,
	},
	"letter read": {
		`corrctl letter read letter.eml`,
		`corrctl letter read --json --uci "e2e4 e7e5" - < letter.eml`,
		`corrctl letter read --answers sent.eml letter.eml`,
	},
	"scenario run": {
		`corrctl scenario run testdata/scenarios/british-1899/*.txt`,
	},
	"game list":    {`corrctl game list`, `corrctl game list --idle 30d`, `corrctl game list --event 4 --running`, `corrctl game list --player bob@example.org --running`, `corrctl game list --json | jq 'select(.status=="playing").id'`},
	"game show":    {`corrctl game show 12`, `corrctl game show 12 --json | jq .clocks`},
	"game letters": {`corrctl game letters 12`},
	"game journey": {`corrctl game journey 12`},
	"game windows": {`corrctl game windows 12`},
	"game events":  {`corrctl game events 12 --json | jq -c '[.seq, .kind, .law]'`},
	"game score":   {`corrctl game score 12`},
	"game pgn":     {`corrctl game pgn 12 > 12.pgn`},
	"game book":    {`corrctl game book 12 --out 12.pdf`, `corrctl game book 12 --paper letter --out 12.pdf`},
	"game board":   {`corrctl game board 12`, `corrctl game board 12 --png 12.png`},
	"game file":    {`corrctl game file 12 --out game-12.zip`, `corrctl game file 12 --for white --out game-12-white.zip`},
	"site build":   {`corrctl site build site`, `corrctl site build /srv/www/chess --words club.md`},
	"card list":    {`corrctl card list`, `corrctl card list --words`, `corrctl card list --all --json`},
	"card print":   {`corrctl card print --out cards.pdf`, `corrctl card print 17 --a4 --out 17.pdf`},
	"card posted":  {`corrctl card posted 17`, `corrctl card posted 17 --at 2026-01-05T17:00`},
	"card enter": {
		`corrctl card enter 12.black --postmark 2026-01-12 --received 2026-01-07 --text "1... P-K4" --image card.jpg`,
		`corrctl card enter --player 7 --postmark 2026-01-12 --text "challenge Alice Example, medium post"`,
	},
	"event new":        {`corrctl event new winter.toml --preview`, `corrctl event new winter.toml`},
	"event list":       {`corrctl event list`},
	"event show":       {`corrctl event show 4`, `corrctl event show 4 --json | jq .log`},
	"event announce":   {`corrctl event announce 4 --preview`, `corrctl event announce 4`},
	"event enter":      {`corrctl event enter 4 "Alice Example"`, `corrctl event enter 4 "Alice Example" --consent "their card of 3 May"`},
	"event start":      {`corrctl event start 4 --preview`, `corrctl event start 4`},
	"event table":      {`corrctl event table 4`, `corrctl event table 4 --csv > table.csv`, `corrctl event table 4 --html`},
	"event pgn":        {`corrctl event pgn 4 > winter.pgn`},
	"event withdraw":   {`corrctl event withdraw 4 "Alice Example" --reason "they are ill" --preview`, `corrctl event withdraw 4 "Alice Example" --draw --reason "they have died"`},
	"event substitute": {`corrctl event substitute 4 "Alice Example" "Bob Example" --consent "their letter of 5 May" --reason "Alice is ill"`},
	"event adjudicate": {`corrctl event adjudicate 4 31 draw --reason "neither side can win the ending"`},
	"event close":      {`corrctl event close 4`},
	"event undo":       {`corrctl event undo 4 --reason "started a week too early"`, `corrctl event undo 4 --entry "Alice Example" --reason "another Alice was meant"`},
	"umpire list":      {`corrctl umpire list`},
	"umpire add":       {`corrctl umpire add "George Walker" walker@example.org`},
	"umpire remove":    {`corrctl umpire remove walker@example.org`},
	"dispute list":     {`corrctl dispute list`, `corrctl dispute list --zone Europe/London`, `corrctl dispute list --game 12`, `corrctl dispute list --json | jq 'select(.waiting_for=="umpire").id'`},
	"dispute show":     {`corrctl dispute show 3`},
	"dispute ask":      {`corrctl dispute ask 3 black --within 14d --words "Which Pawn did you mean to take?"`},
	"dispute note":     {`corrctl dispute note 3 "both letters came within the hour"`},
	"dispute close":    {`corrctl dispute close 3 --reason "White has withdrawn the protest"`},
	"dispute file":     {`corrctl dispute file 3 --out dispute-3.zip`, `corrctl dispute file 3 --for black --out dispute-3-black.zip`},
	"letter show":      {`corrctl letter show 7`, `corrctl letter show o17`, `corrctl letter show 7 --out 7.eml`},
	"dispute verify":   {`corrctl dispute verify game-12.zip`, `corrctl dispute verify /var/backups/corrd-2026-11-21`},
	"rule game": {
		`corrctl rule 12 --dismiss --law II.9 --reason "no proof was given" --preview`,
		`corrctl rule 12 --restore-turn 7b --law "II.6(e)" --reason "the Rook could not reach that square"`,
		`corrctl rule 12 --correct-time white=-26h --law II.10.D --reason "the mailbox was down from Monday to Tuesday"`,
		`corrctl rule 12 --forfeit white --law "II.9(d)" --reason "their letter of 3 May to a master" --dispute 3`,
	},
	"rule undo": {`corrctl rule undo 12.43 --law house:16 --reason "I had read the letter of another game"`},
	"law show": {
		`corrctl law III.3`,
		`corrctl law "II.8(c)" --code american-1897`,
		`corrctl law --house`,
		`corrctl law --coverage --json`,
	},
	"law compare": {
		`corrctl law compare testdata/compare/*.txt`,
		`COLUMNS=160 corrctl law compare testdata/compare/4-ambiguous-knight.txt`,
		`corrctl law compare --markdown testdata/compare/3-stalemate.txt`,
	},
	"telegram count":        {`corrctl telegram count "7. Kt-KB3"`, `corrctl telegram count --tariff foreign GEGOSESO`},
	"player list":           {`corrctl player list`, `corrctl player list --silent 30d`, `corrctl player list --running --postal`, `corrctl player list --event 4`},
	"player postal":         {`corrctl player postal 7 "The Laurels, 12 High Street, Lincoln"`},
	"player add":            {`corrctl player add "Alice Example" alice@example.org`, `corrctl player add "Eliza Thorold" --postal "The Laurels, 12 High Street, Lincoln"`},
	"player import":         {`corrctl player import club.csv --preview`, `corrctl player import --quiet - < club.csv`},
	"player approve":        {`corrctl player approve`, `corrctl player approve "Alice Example"`, `corrctl player approve all`},
	"player leave":          {`corrctl player leave "Alice Example" 14d --preview`, `corrctl player leave 3 14d`},
	"message":               {`corrctl message --to all meeting.txt --preview`, `corrctl message --to "event 4" meeting.txt`, `corrctl message --to "Alice Example" --to 7 meeting.txt`},
	"player refuse":         {`corrctl player refuse alice@example.org`},
	"player rename":         {`corrctl player rename 3 "Alice Sample"`},
	"player address add":    {`corrctl player address add 3 alice@work.example`},
	"player address remove": {`corrctl player address remove 3 alice@home.example`},
	"player remove":         {`corrctl player remove 3`, `corrctl player remove 31 --erase`},
	"challenge list":        {`corrctl challenge list`, `corrctl challenge list --json`},
	"budget show":           {`corrctl budget show alice@example.org`, `corrctl budget show`},
	"budget lift":           {`corrctl budget lift alice@example.org`, `corrctl budget lift`},
	"player show":           {`corrctl player show 3`, `corrctl player show alice@example.org`},

	"player rotate-keys": {`corrctl player rotate-keys 12.white`, `corrctl player rotate-keys g12.bm2 --json`},
	"player withdraw":    {`corrctl player withdraw bob@example.net --law house:16 --reason "Bob has left the club" --preview`, `corrctl player withdraw 7 --draw --law house:16 --reason "Mr. Thorold has died"`, `corrctl player withdraw bob@example.net --law house:16 --law "S-Reg XVIII" --fundamental --reason "Bob has left the club"`},
	"outbox show":        {`corrctl outbox show 204`},
	"audit":              {`corrctl audit`, `corrctl audit --json | jq 'select(.verb=="rule")'`},
	"player replace": {
		`corrctl player replace 12.white carol@example.org --law house:25 --reason "Alice is ill, and asks Carol to play on" --preview`,
		`corrctl player replace 12.black.m2 erin@example.org --law house:25 --reason "Dan has left the club"`,
	},

	"inbox list":    {`corrctl inbox list`},
	"inbox show":    {`corrctl inbox show 131`, `corrctl inbox show 131 --out 131.eml`},
	"inbox release": {`corrctl inbox release 131`},
	"inbox discard": {`corrctl inbox discard 131 --reason "Alice says that it is not hers"`},
	"outbox list":   {`corrctl outbox list`},
	"outbox retry":  {`corrctl outbox retry 204`},
	"outbox park":   {`corrctl outbox park 204`},
	"settle":        {`corrctl settle --timeout 30s`},
	"clock show":    {`corrctl clock show`},
	"clock advance": {`corrctl clock advance 26h`, `corrctl clock advance 3d`},
	"clock accept":  {`corrctl clock accept`},
	"backup":        {`corrctl backup /var/backups/corrd-$(date +%F).db`, `corrctl backup --beside /var/backups/corrd-$(date +%F).db`},
	"check":         {`corrctl check`, `corrctl check /var/backups/corrd-2026-11-21.db`},
	"export":        {`corrctl export --all /var/backups/corrd-$(date +%F)`},
	"stats":         {`corrctl stats`, `corrctl stats --year 2026`, `corrctl stats --year 2026 --pgn > 2026.pgn`},
	"completion": {
		`source <(corrctl completion)`,
		`corrctl completion > /etc/bash_completion.d/corrctl`,
		`corrctl completion zsh > /usr/local/share/zsh/site-functions/_corrctl`,
		`corrctl completion fish > ~/.config/fish/completions/corrctl.fish`,
	},
	"man":     {`corrctl man | man -l -`, `corrctl man > /usr/local/share/man/man1/corrctl.1`},
	"version": {`corrctl version`},
}

// showExamples gives each command its examples as the details of the command's help. A command that
// stands for another has the examples of the other.
func showExamples(app *kong.Kong) error {
	terminal.EachCommand(app.Model.Node, func(path string, n *kong.Node) {
		if n.DefaultCmd != nil {
			path += " " + n.DefaultCmd.Name
		}
		if lines := examples[path]; lines != nil {
			n.Detail = "Examples:\n  " + strings.Join(lines, "\n  ")
		}
	})
	return nil
}

type completionCmd struct {
	Shell string `arg:"" optional:"" enum:"bash,zsh,fish" default:"bash" help:"The shell: bash, zsh or fish."`
}

// Run prints a completion for a shell: after each command its commands and flags,
// else file names.
func (c completionCmd) Run(d *desk, app *kong.Kong) error {
	return d.printText(func(w io.Writer) { terminal.Completion(w, app, c.Shell) })
}

// printText prints what write writes; with --json as the one field of an object.
func (d *desk) printText(write func(io.Writer)) error {
	var text strings.Builder
	write(&text)
	return d.printOr(struct {
		Text string `json:"text"`
	}{text.String()}, func() { fmt.Fprint(d.out, text.String()) })
}

type manCmd struct{}

// Run prints the manual page, man(7): every command with its arguments and flags.
func (manCmd) Run(d *desk, app *kong.Kong) error {
	return d.printText(func(w io.Writer) {
		terminal.Manual(w, app, "0 done; 1 refused or not found; 2 usage; 3 daemon or store unreachable.")
	})
}
