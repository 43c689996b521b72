package ledger

import (
	"maps"
	"slices"

	"corrd/store"
	"corrd/templates"
	"corrd/templates/press"
)

// Setting is what a player sets by a statement: "set sheet weekly".
type Setting struct {
	Name    string
	Values  []string // those that it can have; nil: any time zone
	Default string   // as long as the player has set none; "": as the server has it
}

// The settings of what comes unasked, each "on" where there is no other value. A player may end
// what corrd writes to them unasked, and set it again; that ends nothing that a game needs: moves,
// questions, rulings and results come as ever. A player may also block another: then no challenge
// and no prose of the other's comes, and a game of the two goes on.
const (
	Reminders  = "reminders"
	Challenges = "challenges"
	News       = "news" // the circulars
)

// SettingOff is the value with which nothing comes.
const SettingOff = "off"

// Sheet is the setting with which the weekly sheet comes, if it is SheetWeekly; Tables the one of a
// player who has the table of an event of theirs whenever games in it are over.
const (
	Sheet       = "sheet"
	SheetWeekly = "weekly"
	Tables      = "tables"
	TablesOn    = "on"
)

// Umpiring is the setting of a player by which the player can be umpire of games whose terms name
// them: Consents, Declines, or "" before the player has answered.
const (
	Umpiring = "umpiring"
	Consents = "on"
	Declines = "off"
)

// BookNotes is the setting by which a player leaves what they wrote beside their moves out of the
// books of their games, and PublicName the one by which a player lets their name stand on the
// public pages.
const (
	BookNotes  = "book-notes"
	NoNotes    = "no"
	PublicName = "listed"
	PublicYes  = "yes"
)

// The settings that corrd keeps for a player, who does not set them by name: the games that the
// player watches, "" for none; and whether the player is removed when their last game has ended.
const (
	Watching = "watching"
	Leaving  = "leaving"
)

// Settings are those that a player sets, in the order in which letters list them.
var Settings = []Setting{
	{templates.SetNotation, []string{"descriptive", "algebraic", "both"}, "both"},
	{templates.SetDiagram, []string{"on", "off"}, "on"},
	{templates.SetZone, nil, ""},
	{templates.SetCalendar, []string{"on", "off"}, "off"},
	{Sheet, []string{SheetWeekly, SettingOff}, SettingOff},
	{Reminders, []string{"on", SettingOff}, "on"},
	{Challenges, []string{"on", SettingOff}, "on"},
	{News, []string{"on", SettingOff}, "on"},
	{Tables, []string{TablesOn, "off"}, "off"},
	{Umpiring, []string{Consents, Declines}, Declines},
	{BookNotes, []string{"yes", NoNotes}, "yes"},
	{PublicName, []string{PublicYes, "no"}, "no"},
	{templates.SetPaper, []string{string(press.A4), string(press.Letter)}, ""},
}

// SettingNames lists the names of Settings.
func SettingNames() (names []string) {
	for _, s := range Settings {
		names = append(names, s.Name)
	}
	return names
}

// SettingNamed returns the setting with a name that a player sets; ok is false where there is none.
func SettingNamed(name string) (s Setting, ok bool) {
	i := slices.IndexFunc(Settings, func(s Setting) bool { return s.Name == name })
	if i < 0 {
		return s, false
	}
	return Settings[i], true
}

// Stops reports whether a player has ended the letters of a setting.
func Stops(p store.Player, setting string) bool { return p.Settings[setting] == SettingOff }

// ChangeSetting gives a player a setting, "" taking the setting away; the caller stores the player.
func ChangeSetting(p *store.Player, setting, value string) {
	settings := map[string]string{}
	maps.Copy(settings, p.Settings)
	if settings[setting] = value; value == "" {
		delete(settings, setting)
	}
	p.Settings = settings
}
