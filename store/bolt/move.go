package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strconv"
	"time"

	"corrd/store"
)

// nouns are the kinds of records that have numbers.
var nouns = []string{"player", "registration", "challenge", "dispute", "game", "letter", "row", "tournament"}

// Export returns the records at a place, as store.Exporter describes.
func (v *view) Export(from store.Place, max int) (p store.Parcel, next store.Place, err error) {
	next = from
	switch from.Kind {
	case store.PartHead:
		err = v.exportHead(&p)
	case store.PartPlayers:
		p.Players, next.After, err = exportTable(v, players, from.After, max)
	case store.PartRegistrations:
		p.Registrations, next.After, err = exportTable(v, registrations, from.After, max)
	case store.PartChallenges:
		p.Challenges, next.After, err = exportTable(v, challenges, from.After, max)
	case store.PartDisputes:
		p.Disputes, next.After, err = exportTable(v, disputes, from.After, max)
	case store.PartGames:
		p.Games, next.After, err = v.exportGames(from.After, max)
	case store.PartLetters:
		p.Letters, next.After, err = v.exportLetters(from.After, max)
	case store.PartRows:
		p.Rows, next.After, err = v.exportRows(from.After, max)
	case store.PartTournaments:
		p.Tournaments, next.After, err = exportTable(v, tournaments, from.After, max)
	default:
		next.After, err = v.exportNamed(&p, from, max)
	}
	if p.Len() < max {
		next = store.Place{Kind: from.Kind + 1}
	}
	return p, next, err
}

func (v *view) exportHead(p *store.Parcel) error {
	p.Instance, p.Salts, p.Given = bytes.Clone(v.get(bMeta, keyInstance)), bytes.Clone(v.get(bMeta, keySalts)), map[string]int64{}
	for _, noun := range nouns {
		if value := v.get(bMeta, []byte(noun)); value != nil {
			last, err := readNum(value)
			if err != nil {
				return corrupt("the number of the last %s: %v", noun, err)
			}
			p.Given[noun] = last
		}
	}
	return nil
}

// following returns at most max numbers of a table above the written number.
func following[T any](v *view, t *table[T], after string, max int) ([]int64, error) {
	last, err := readAfter(after)
	if err != nil {
		return nil, err
	}
	return idsOf(v.ascend(t.in, nil, num(last+1)), max)
}

func readAfter(after string) (int64, error) {
	if after == "" {
		return 0, nil
	}
	return strconv.ParseInt(after, 10, 64)
}

// lastOf writes the last of some numbers.
func lastOf(ids []int64) string {
	if len(ids) == 0 {
		return ""
	}
	return strconv.FormatInt(ids[len(ids)-1], 10)
}

func exportTable[T any](v *view, t *table[T], after string, max int) ([]T, string, error) {
	ids, err := following(v, t, after, max)
	recs, err := t.list(v, ids, err)
	return recs, lastOf(ids), err
}

func (v *view) exportGames(after string, max int) (logs []store.Log, to string, err error) {
	last, err := readAfter(after)
	for len(logs) < max && err == nil {
		var ok bool
		if last, ok, err = v.nextGame(last); err != nil || !ok {
			break
		}
		h, missing := games.get(v, last)
		if errors.Is(missing, store.ErrNotFound) {
			continue // letters name a game that never was
		}
		if err = missing; err != nil {
			break
		}
		log := store.Log{ID: last, Salts: h.Salts, Folded: h.Folded}
		for _, rec := range v.ascend(bGames, inGame(last, partEvent), nil) {
			log.Records = append(log.Records, bytes.Clone(rec))
		}
		logs, to = append(logs, log), strconv.FormatInt(last, 10)
	}
	return logs, to, err
}

func (v *view) exportLetters(after string, max int) (all []store.Filed, to string, err error) {
	recs, to, err := exportTable(v, letters, after, max)
	for _, l := range recs {
		all = append(all, store.Filed{Letter: l, Kept: bytes.Clone(v.get(bRaw, num(l.ID)))})
	}
	return all, to, err
}

func (v *view) exportRows(after string, max int) (recs []store.Row, to string, err error) {
	recs, to, err = exportTable(v, rows, after, max)
	for i := range recs {
		recs[i].Deflated = bytes.Clone(v.get(bRowBytes, num(recs[i].ID)))
	}
	return recs, to, err
}

// exportNamed returns marks, settings or tallies.
func (v *view) exportNamed(p *store.Parcel, from store.Place, max int) (to string, err error) {
	in := map[store.Part]bucket{store.PartSeen: bSeen, store.PartSettings: bSettings, store.PartTallies: bCounts}[from.Kind]
	for k, value := range v.ascend(in, nil, next(from.After)) {
		if from.Kind == store.PartSettings && string(k) == store.MovingSetting {
			continue
		}
		if max--; max < 0 {
			break
		}
		to = string(k)
		switch from.Kind {
		case store.PartSeen:
			letter, err := readNum(value)
			if err != nil || len(k) != len(store.Key{}) {
				return to, corrupt("the mark %x of a letter that was seen", k)
			}
			p.Seen = append(p.Seen, store.Mark{Key: store.Key(k), Letter: letter})
		case store.PartSettings:
			p.Settings = append(p.Settings, store.Named{Name: to, Value: string(value)})
		case store.PartTallies:
			t, err := readTally(value)
			if err != nil {
				return to, corrupt("the tally %q: %v", k, err)
			}
			day := time.Unix(int64(binary.BigEndian.Uint32(t.day))*24*60*60, 0).UTC()
			p.Tallies = append(p.Tallies, store.Tally{Name: to, Day: day, Sum: t.sum})
		}
	}
	return to, nil
}

// next is the least key after a name.
func next(name string) []byte {
	if name == "" {
		return nil
	}
	return append([]byte(name), 0)
}

// Import writes what was exported, as store.Importer describes.
func (u *update) Import(p store.Parcel) error {
	errs := []error{u.importHead(&p), importTable(u, players, p.Players, func(r *store.Player) int64 { return r.ID }),
		importTable(u, registrations, p.Registrations, func(r *store.Registration) int64 { return r.ID }),
		importTable(u, challenges, p.Challenges, func(r *store.Challenge) int64 { return r.ID }),
		importTable(u, disputes, p.Disputes, func(r *store.Dispute) int64 { return r.ID }),
		importTable(u, tournaments, p.Tournaments, func(r *store.Tournament) int64 { return r.ID })}
	for _, log := range p.Games {
		errs = append(errs, u.importGame(log))
	}
	for _, l := range p.Letters {
		errs = append(errs, letters.put(u, l.ID, new(store.Letter), &l.Letter), u.addStrangers(purgeable(&l.Letter)))
		if l.Kept != nil {
			errs = append(errs, u.put(bRaw, num(l.ID), l.Kept))
		}
	}
	for _, r := range p.Rows {
		errs = append(errs, u.putRow(&store.Row{To: r.To}, &r))
	}
	for _, m := range p.Seen {
		errs = append(errs, u.put(bSeen, bytes.Clone(m.Key[:]), num(m.Letter)))
	}
	for _, s := range p.Settings {
		errs = append(errs, u.SetSetting(s.Name, s.Value))
	}
	for _, t := range p.Tallies {
		of := tally{day: day(t.Day), sum: t.Sum}
		errs = append(errs, u.put(bCountsByDay, of.key(t.Name), present), u.put(bCounts, []byte(t.Name), of.bytes()))
	}
	return errors.Join(errs...)
}

func (u *update) importHead(p *store.Parcel) error {
	var errs []error
	if p.Instance != nil {
		errs = append(errs, u.put(bMeta, keyInstance, p.Instance), u.put(bMeta, keySalts, p.Salts))
	}
	for noun, last := range p.Given {
		errs = append(errs, u.put(bMeta, []byte(noun), num(last)))
	}
	return errors.Join(errs...)
}

func importTable[T any](u *update, t *table[T], recs []T, id func(*T) int64) error {
	for i := range recs {
		if err := t.put(u, id(&recs[i]), new(T), &recs[i]); err != nil {
			return err
		}
	}
	return nil
}

// importGame writes the log of a game, and makes the game's head from the log.
func (u *update) importGame(log store.Log) error {
	h, err := store.ReadLog(log, func(seq int64, rec []byte) error { return u.put(bGames, inGame(log.ID, partEvent, seq), rec) })
	if err != nil {
		return err
	}
	return games.put(u, log.ID, &store.Head{}, &h)
}
