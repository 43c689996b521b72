package site

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"time"

	"corrd/game/board"
	"corrd/game/codes"
	"corrd/interpret/notation"
	"corrd/templates"
	"corrd/templates/texts"
)

// The files of the folder that are about no single game.
const (
	Index    = "index.html"
	AllGames = "games.html"
	AllPGN   = "games.pgn"
	Feed     = "feed.xml"
)

// mostLatest is how many games that are over the first page and the feed show.
const mostLatest = 50

func codePath(id string) string { return "codes/" + id + ".html" }

func playerPath(id int64) string { return fmt.Sprintf("players/%d.html", id) }

// ClubFiles returns the files that are about all games, of which there are the entries in the order
// of their numbers: the lists of games, the events, the players who are named, the codes, the page
// about notation, the feed, the style and the script. The Collections are not among them.
func ClubFiles(house House, games []Entry, events []Event) Files {
	all := eventPages(house, games, events)
	maps.Copy(all, Files{"room.css": style, "room.js": script, "room.svg": icon()})
	latest := slices.Clone(games)
	slices.SortStableFunc(latest, func(a, b Entry) int {
		return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(b.ID, a.ID))
	})
	over := slices.DeleteFunc(slices.Clone(latest), func(e Entry) bool { return e.Ended == "" })
	shown := over[:min(mostLatest, len(over))]
	all[Index] = render("index.html", page{house, house.Name, "", map[string]any{
		"Running": slices.DeleteFunc(slices.Clone(latest), func(e Entry) bool { return e.Ended != "" }),
		"Over":    shown, "More": len(over) > len(shown), "Events": events, "Codes": codes.All}})
	all[AllGames] = render("games.html", page{house, texts.Say("site games"), "", years(games)})
	all[Feed] = feed(house, shown, events)
	for _, p := range players(games, events) {
		all[playerPath(p.ID)] = render("player.html", page{house, p.Name, "../", p})
	}
	for _, c := range codes.All {
		all[codePath(c.ID)] = render("code.html", page{house, c.Title, "../", lawsOf(c)})
	}
	all["notation.html"] = render("notation.html", page{house, texts.Say("site notation"), "", notated()})
	return all
}

// year is the games that began in a year.
type year struct {
	Year  int
	Games []Entry
}

func years(games []Entry) (all []year) {
	for _, e := range games {
		i := slices.IndexFunc(all, func(y year) bool { return y.Year == e.Year })
		if i < 0 {
			i, all = len(all), append(all, year{Year: e.Year})
		}
		all[i].Games = append(all[i].Games, e)
	}
	slices.SortFunc(all, func(a, b year) int { return cmp.Compare(b.Year, a.Year) })
	return all
}

// player is a player who is named, with their games.
type player struct {
	Member
	Games  []Entry
	Events []Event
}

func players(games []Entry, events []Event) (all []*player) {
	known := map[int64]*player{}
	of := func(m Member) *player {
		if known[m.ID] == nil {
			known[m.ID] = &player{Member: m}
			all = append(all, known[m.ID])
		}
		return known[m.ID]
	}
	for _, e := range events {
		for _, m := range e.Named {
			p := of(m)
			p.Events = append(p.Events, e)
		}
	}
	for _, e := range games {
		for _, m := range slices.Concat(e.Sides[board.White], e.Sides[board.Black]) {
			if m.ID == 0 {
				continue
			}
			p := of(m)
			if n := len(p.Games); n == 0 || p.Games[n-1].ID != e.ID {
				p.Games = append(p.Games, e)
			}
		}
	}
	return all
}

// provision is a provision of a code with its digest.
type provision struct{ Law, Digest string }

// laws are the provisions on the page of a code.
type laws struct {
	Title      string
	Provisions []provision
}

func lawsOf(c *codes.Code) laws {
	l := laws{Title: c.Title}
	for _, law := range c.Provisions() {
		l.Provisions = append(l.Provisions, provision{string(law), c.Digest(law)})
	}
	return l
}

// notationPage is what the page about notation shows: the array, and moves in both notations and in
// words.
type notationPage struct {
	Outlines, Board, Men template.HTML
	Position             string
	Examples             [][3]string
}

// explained are the moves by which the notation is explained, from the array on.
var explained = []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "e1g1"}

func notated() notationPage {
	p := board.Array()
	n := notationPage{Outlines: outlines(), Board: board8(), Men: men(&p), Position: templates.MenInWords(&p)}
	for _, uci := range explained {
		m, _ := board.ParseMove(uci)
		n.Examples = append(n.Examples, [3]string{notation.Short(&p, m), notation.SAN(&p, m), notation.Words(&p, m)})
		p = p.Play(m)
	}
	return n
}

// The feed, by RFC 4287.
type atom struct {
	XMLName xml.Name   `xml:"http://www.w3.org/2005/Atom feed"`
	Title   string     `xml:"title"`
	ID      string     `xml:"id"`
	Updated string     `xml:"updated"`
	Author  string     `xml:"author>name"`
	Links   []atomLink `xml:"link"`
	Entries []atomEntry
}

type atomLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	XMLName xml.Name `xml:"entry"`
	Title   string   `xml:"title"`
	ID      string   `xml:"id"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary"`
}

// feed lists the games that ended last, and the events that have begun or ended, the newest first;
// its own time is that of the first.
func feed(house House, games []Entry, events []Event) []byte {
	f := atom{Title: house.Name, ID: tag(house, "games"), Author: house.Name, Links: []atomLink{{"self", Feed}, {"alternate", Index}}}
	add := func(id, title, path, summary string, at time.Time) {
		f.Entries = append(f.Entries, atomEntry{Title: title, ID: tag(house, id), Updated: at.Format(time.RFC3339), Link: atomLink{Href: path}, Summary: summary})
	}
	for _, e := range games {
		add(fmt.Sprint("game/", e.ID), texts.Say("site feed title", e.White(), e.Black(), cmp.Or(e.Score, e.Ended)), gamePath(e.ID), texts.Say("site feed summary", e.Ended, e.Moves, e.Code), e.Updated)
	}
	for _, e := range events {
		if !e.Started.IsZero() {
			add(fmt.Sprintf("event/%d/start", e.ID), texts.Say("site feed begun", e.Name), eventPath(e.ID), texts.Say("site feed games", len(e.Games), e.Code), e.Started)
		}
		if !e.Ended.IsZero() {
			add(fmt.Sprintf("event/%d/end", e.ID), texts.Say("site feed over", e.Name), eventPath(e.ID), strings.Join(e.Leaders, " · "), e.Ended)
		}
	}
	slices.SortStableFunc(f.Entries, func(a, b atomEntry) int { return cmp.Compare(b.Updated, a.Updated) })
	f.Entries = f.Entries[:min(mostLatest, len(f.Entries))]
	f.Updated = time.Unix(0, 0).UTC().Format(time.RFC3339)
	if len(f.Entries) > 0 {
		f.Updated = f.Entries[0].Updated
	}
	b := bytes.NewBufferString(xml.Header)
	if err := xml.NewEncoder(b).Encode(f); err != nil {
		panic("site: " + err.Error())
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// tag returns a name of the club's that stays the same (RFC 4151).
func tag(house House, of string) string {
	return "tag:" + house.Domain + ",2026:" + of
}
