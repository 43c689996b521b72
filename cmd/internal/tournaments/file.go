package tournaments

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/game/tournament"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/templates/texts"
)

// Fault is what is wrong in the file of an event, and in which line, or 0 if the line cannot be
// told.
type Fault struct {
	Line  int
	Words string
}

// Reading is what is needed to read the file of an event.
type Reading struct {
	Now      time.Time
	Zone     *time.Location
	Defaults terms.Terms // of a challenge
	Umpired  bool        // the server has an umpire
	// Player finds a player by number, name or address; the error says in words why there is none.
	Player func(named string) (id int64, err error)
}

// The keys of the file of an event.
var keys = []string{"name", "games", "enter_by", "begin", "close", "terms", "players", "late_entry", "ties", "silent", "withdrawal"}

// defaultSilent is the days without a move after which the director may ask a player.
const defaultSilent = 45

// reader reads one file, and gathers all that is wrong in it.
type reader struct {
	Reading
	text   string
	values map[string]any
	faults []Fault
}

// Read reads the file of an event. With any fault the conditions are of no use.
func (g Reading) Read(text string) (c tournament.Conditions, faults []Fault) {
	r := &reader{Reading: g, text: text}
	if _, err := toml.Decode(text, &r.values); err != nil {
		var parsed toml.ParseError
		if errors.As(err, &parsed) {
			return c, []Fault{{parsed.Position.Line, parsed.Message + `; the file of an event is TOML, in which each line has a key, = and a value, as in: name = "Winter 2027"`}}
		}
		return c, []Fault{{0, err.Error()}}
	}
	for _, key := range slices.Sorted(maps.Keys(r.values)) {
		if !slices.Contains(keys, key) {
			r.fault(key, "there is no key %q; the keys are %s", key, strings.Join(keys, ", "))
		}
	}
	c = tournament.Conditions{Name: r.name(), Games: r.number("games", 1, 1, 2), Silent: r.number("silent", defaultSilent, 1, 3650),
		LateEntry: r.truth("late_entry"), Withdrawal: r.withdrawal(), Ties: r.ties(), Terms: r.terms(), Invited: r.players()}
	r.dates(&c)
	slices.SortStableFunc(r.faults, func(a, b Fault) int { return cmp.Compare(a.Line, b.Line) })
	return c, r.faults
}

// fault notes what is wrong with the value of a key.
func (r *reader) fault(key, format string, args ...any) {
	line := 0
	for i, written := range strings.Split(r.text, "\n") {
		before, _, found := strings.Cut(written, "=")
		if found && strings.Trim(strings.TrimSpace(before), `"'`) == key {
			line = i + 1
			break
		}
	}
	r.faults = append(r.faults, Fault{line, fmt.Sprintf(format, args...)})
}

// mostName is the most characters of the name of an event.
const mostName = 60

func (r *reader) name() string {
	text, ok := r.values["name"].(string)
	name := mailer.OneLine(text)
	switch {
	case !ok || name == "":
		r.fault("name", `an event has a name, as in: name = "Winter 2027"`)
	case len([]rune(name)) > mostName:
		r.fault("name", "a name has %d characters at most", mostName)
	}
	return name
}

func (r *reader) number(key string, usual, least, most int) int {
	value, given := r.values[key]
	if !given {
		return usual
	}
	n, ok := value.(int64)
	if !ok || n < int64(least) || n > int64(most) {
		r.fault(key, "%s is a number from %d to %d, as in: %s = %d", key, least, most, key, usual)
		return usual
	}
	return int(n)
}

func (r *reader) truth(key string) bool {
	value, given := r.values[key]
	is, ok := value.(bool)
	if given && !ok {
		r.fault(key, "%s is true or false", key)
	}
	return is
}

func (r *reader) withdrawal() tournament.Withdrawal {
	value, given := r.values["withdrawal"]
	text, _ := value.(string)
	w := tournament.Withdrawal(text)
	switch {
	case !given:
		return tournament.UnderHalf
	case w != tournament.UnderHalf && w != tournament.AllLost:
		r.fault("withdrawal", `withdrawal is "%s" or "%s"`, tournament.UnderHalf, tournament.AllLost)
	}
	return w
}

// list returns a list of strings.
func (r *reader) list(key string) (all []string) {
	value, given := r.values[key]
	items, ok := value.([]any)
	if given && !ok {
		r.fault(key, `%s is a list, as in: %s = ["…", "…"]`, key, key)
	}
	for _, item := range items {
		all = append(all, fmt.Sprint(item))
	}
	return all
}

func (r *reader) ties() (ties []tournament.Tie) {
	if _, given := r.values["ties"]; !given {
		return tournament.Ties()
	}
	for _, text := range r.list("ties") {
		tie := tournament.Tie(strings.ToLower(text))
		switch {
		case tie == "shared": // what nothing parts is shared in any case
		case !slices.Contains(tournament.Ties(), tie):
			r.fault("ties", "%q is no way to order players with equal points; the ways are %v and shared", text, tournament.Ties())
		case slices.Contains(ties, tie):
			r.fault("ties", "%q stands twice", text)
		default:
			ties = append(ties, tie)
		}
	}
	return ties
}

// players returns the players of the file, each once, by number.
func (r *reader) players() (ids []int64) {
	for _, named := range r.list("players") {
		id, err := r.Player(named)
		switch {
		case err != nil:
			r.fault("players", "%v", err)
		case slices.Contains(ids, id):
			r.fault("players", "%s stands twice", named)
		default:
			ids = append(ids, id)
		}
	}
	_, given := r.values["players"]
	if n := len(ids); given && len(r.faults) == 0 && (n < tournament.FewestPlayers || n > tournament.MostPlayers) {
		r.fault("players", "an event has %d to %d players, and here stand %d", tournament.FewestPlayers, tournament.MostPlayers, n)
	}
	return ids
}

// date returns the beginning of a day.
func (r *reader) date(key, meaning string) time.Time {
	var day time.Time
	switch value := r.values[key].(type) {
	case time.Time:
		day = value
	case string:
		day, _ = time.Parse(time.DateOnly, value)
	}
	if day.IsZero() {
		r.fault(key, "%s is the day %s, as in: %s = %s", key, meaning, key, r.Now.In(r.Zone).AddDate(0, 1, 0).Format(time.DateOnly))
		return day
	}
	return time.Date(day.Year(), day.Month(), day.Day(), 0, 0, 0, 0, r.Zone).UTC()
}

func (r *reader) dates(c *tournament.Conditions) {
	enter := r.date("enter_by", "up to which entries are taken")
	c.Begin, c.Close = r.date("begin", "on which the games begin"), r.date("close", "from which games are adjudicated")
	if enter.IsZero() || c.Begin.IsZero() || c.Close.IsZero() {
		return
	}
	c.EnterBy = enter.In(r.Zone).AddDate(0, 0, 1).Add(-time.Second).UTC()
	if c.EnterBy.Before(r.Now) {
		r.fault("enter_by", "the last day for entries is over")
	}
	if c.Begin.Before(enter) {
		r.fault("begin", "the games begin before the last day for entries")
	}
	if !c.Close.After(c.Begin) {
		r.fault("close", "the event closes before its games begin")
	}
}

// ofEvent are the terms of a challenge that an event fixes for all its games.
var ofEvent = []string{"games", "colour", "color", "side", "first move"}

func (r *reader) terms() terms.Terms {
	text, _ := r.values["terms"].(string)
	if strings.TrimSpace(text) == "" {
		r.fault("terms", `an event has terms, as a challenge writes them, in one line: terms = "code british-1899, time 10 moves in 30 days"`)
		return r.Defaults
	}
	st := interpret.Parse("propose " + strings.Join(strings.Fields(text), " ")).Statements
	if len(st) != 1 || st[0].Kind != interpret.KindPropose {
		r.fault("terms", "these are no terms as a challenge writes them: %s", text)
		return r.Defaults
	}
	written := st[0].Terms
	for _, w := range written {
		if slices.Contains(ofEvent, strings.ToLower(w.Key)) {
			r.fault("terms", "%q is no term of an event, whose pairings say it", w.Key)
		}
	}
	t, refusal := codes.ParseTerms(written, r.Defaults)
	if refusal != "" {
		r.fault("terms", "%s", texts.Because(refusal))
		return t
	}
	if missing := r.missing(written, t); len(missing) > 0 {
		line := fmt.Sprintf("terms = %q", strings.TrimRight(text, " ,")+", "+strings.Join(missing, ", "))
		r.fault("terms", "under %s the parties agree on more beforehand; write it as here, or otherwise: %s", codes.Of(t).Title, line)
		return t
	}
	if t, refusal = codes.ParseChallenge(written, r.Defaults, r.Umpired); refusal != "" {
		r.fault("terms", "%s", texts.Because(refusal))
	}
	return t
}

// missing returns, as they usually are, all terms that the code has the parties agree on and that
// are not written.
func (r *reader) missing(written []interpret.Term, t terms.Terms) (lines []string) {
	for _, key := range codes.UnwrittenTerms(written, t) {
		if key == "umpire" && (r.Umpired || t.Umpire != "") {
			continue
		}
		for _, usual := range t.Lines() {
			if strings.HasPrefix(usual, key+" ") {
				lines = append(lines, usual)
			}
		}
	}
	return lines
}
