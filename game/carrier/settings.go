package carrier

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/game/reason"
)

// Settings are the terms of carriage of a game: which carrier, and what is agreed on each carrier.
// The settings of a carrier that is not named have no effect.
type Settings struct {
	Medium    string    `json:"medium"` // the name of a carrier
	Post      Post      `json:"post"`
	Telegraph Telegraph `json:"telegraph"`
	Seed      uint64    `json:"seed,omitempty"` // the seed of all chance on the way; 0: a seed is drawn when the game begins
	Zone      string    `json:"zone,omitempty"` // the zone of the hours, as Zone reads it; the game's start writes the zone
}

// Default returns the settings of a game about whose carriage nothing is said.
func Default() Settings {
	return Settings{Medium: Email{}.Name(), Post: defaultPost(), Telegraph: defaultTelegraph()}
}

// ofTheMachine are names that time.LoadLocation knows and that mean another zone on another
// machine.
var ofTheMachine = []string{"", "Local", "localtime", "posixrules"}

// Zone returns the time zone that a name of the time zone database means.
func Zone(name string) (*time.Location, error) {
	if slices.Contains(ofTheMachine, name) {
		return nil, fmt.Errorf("%q names no time zone", name)
	}
	return time.LoadLocation(name)
}

// Location returns the zone of the hours; UTC where it is not known.
func (s Settings) Location() *time.Location {
	zone, err := Zone(s.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// Carrier returns the carrier that the settings name; e-mail where they name none.
func (s Settings) Carrier() Carrier {
	switch s.Medium {
	case s.Post.Name():
		return s.Post
	case s.Telegraph.Name():
		return s.Telegraph
	}
	return Email{}
}

// setting is one key of the settings.
type setting struct {
	key   string
	set   func(s *Settings, value string) bool
	write func(s Settings) string
}

// settings lists the keys in the order in which they are printed.
var settings = []setting{
	{"medium", setMedium, func(s Settings) string { return s.Medium }},
	hours("post.collections", func(s *Settings) *[]Hour { return &s.Post.Collections }),
	hours("post.deliveries", func(s *Settings) *[]Hour { return &s.Post.Deliveries }),
	span("post.transit", func(s *Settings) *Span { return &s.Post.Transit }),
	{"post.closed", func(s *Settings, value string) bool {
		c, ok := parseClosed(value)
		s.Post.Closed = c
		return ok
	}, func(s Settings) string { return s.Post.Closed.String() }},
	probability("post.loss", func(s *Settings) *float64 { return &s.Post.Loss }),
	{"post.grace", func(s *Settings, value string) bool {
		t, ok := parseTime(value)
		s.Post.Grace = t
		return ok
	}, func(s Settings) string { return writeTime(s.Post.Grace) }},
	{excess, setExcess, func(s Settings) string {
		if s.Post.Double == 0 {
			return "none"
		}
		return "double " + strconv.Itoa(s.Post.Double)
	}},
	{"telegraph.hours", setOffice, func(s Settings) string {
		return s.Telegraph.Open.String() + "-" + s.Telegraph.Close.String()
	}},
	span("telegraph.transit", func(s *Settings) *Span { return &s.Telegraph.Transit }),
	{"telegraph.tariff", func(s *Settings, value string) bool {
		s.Telegraph.Tariff = Tariff(value)
		return slices.Contains(tariffs, s.Telegraph.Tariff)
	}, func(s Settings) string { return string(s.Telegraph.Tariff) }},
	probability("telegraph.mutilation", func(s *Settings) *float64 { return &s.Telegraph.Mutilation }),
	{"seed", func(s *Settings, value string) bool {
		n, err := strconv.ParseUint(value, 10, 64)
		s.Seed = n
		return err == nil && n > 0
	}, func(s Settings) string { return strconv.FormatUint(s.Seed, 10) }},
}

// Keys names the settings, in the order in which they are printed.
func Keys() (keys []string) {
	for _, s := range settings {
		keys = append(keys, s.key)
	}
	return keys
}

// Set returns the settings with one of them changed. The refusal is "", or says what the
// key can be; the settings then come back as they were.
// A key that is none of Keys is refused.
func (s Settings) Set(key, value string) (changed Settings, refusal reason.Reason) {
	i := slices.IndexFunc(settings, func(known setting) bool { return known.key == key })
	if i < 0 {
		return s, reason.Because("refused carriage", key, strings.Join(Keys(), ", "))
	}
	changed = s
	if !settings[i].set(&changed, strings.ToLower(strings.TrimSpace(value))) {
		return s, reason.Because("refused "+key, key, value)
	}
	return changed, ""
}

// Value writes the setting of a key; "" for one of another carrier than the one that is
// named, and for the seed, where they are as Default has them.
func (s Settings) Value(key string) string {
	for _, known := range settings {
		if known.key != key {
			continue
		}
		value := known.write(s)
		if s.own(key) || value != known.write(Default()) {
			return value
		}
	}
	return ""
}

// own reports whether a key belongs to the named carrier.
func (s Settings) own(key string) bool {
	return key == "medium" || s.Carrier().owns(key)
}

// WithoutIdle returns the settings with those of other carriers than the one that is named
// as Default has them, but for the keys that keep names.
func (s Settings) WithoutIdle(keep func(key string) bool) Settings {
	usual := Default()
	for _, known := range settings {
		if !s.own(known.key) && known.key != "seed" && !keep(known.key) {
			known.set(&s, known.write(usual))
		}
	}
	return s
}

// Lines returns the settings that have a Value, each as "key value".
func (s Settings) Lines() (lines []string) {
	for _, key := range Keys() {
		if value := s.Value(key); value != "" {
			lines = append(lines, key+" "+value)
		}
	}
	return lines
}

// AreDefault reports whether the settings have the Lines of Default; the zone has no line.
func (s Settings) AreDefault() bool { return slices.Equal(s.Lines(), Default().Lines()) }

// setMedium names the carrier.
func setMedium(s *Settings, value string) bool {
	s.Medium = value
	return slices.Contains([]string{Email{}.Name(), Post{}.Name(), Telegraph{}.Name()}, value)
}

// mostHours is how many times a day there are at most.
const mostHours = 24

// hours is a key that lists times of the day.
func hours(key string, field func(*Settings) *[]Hour) setting {
	set := func(s *Settings, value string) bool {
		var all []Hour
		for _, word := range strings.Fields(value) {
			h, ok := ParseHour(word)
			if !ok {
				return false
			}
			all = append(all, h)
		}
		slices.Sort(all)
		*field(s) = slices.Compact(all)
		return len(all) > 0 && len(all) <= mostHours
	}
	return setting{key, set, func(s Settings) string {
		var words []string
		for _, h := range *field(&s) {
			words = append(words, h.String())
		}
		return strings.Join(words, " ")
	}}
}

// span returns the setting of a key whose value is a time on the way.
func span(key string, field func(*Settings) *Span) setting {
	return setting{key, func(s *Settings, value string) bool {
		span, ok := ParseSpan(value)
		*field(s) = span
		return ok
	}, func(s Settings) string { return field(&s).String() }}
}

// probability returns the setting of a key whose value is a probability.
func probability(key string, field func(*Settings) *float64) setting {
	return setting{key, func(s *Settings, value string) bool {
		p, err := strconv.ParseFloat(value, 64)
		*field(s) = p
		return err == nil && p >= 0 && p <= 1
	}, func(s Settings) string { return strconv.FormatFloat(*field(&s), 'g', -1, 64) }}
}

// setExcess sets from how many days on the days of one move count twice.
func setExcess(s *Settings, value string) bool {
	if value == "none" {
		s.Post.Double = 0
		return true
	}
	n, ok := number(strings.TrimPrefix(value, "double "), 3)
	s.Post.Double = n
	return ok && n > 0 && strings.HasPrefix(value, "double ")
}

// setOffice sets the hours of the telegraph office.
func setOffice(s *Settings, value string) bool {
	from, to, ok := strings.Cut(strings.ReplaceAll(value, " ", ""), "-")
	var opens, closes bool
	s.Telegraph.Open, opens = ParseHour(from)
	s.Telegraph.Close, closes = ParseHour(to)
	return ok && opens && closes && s.Telegraph.Open < s.Telegraph.Close
}
