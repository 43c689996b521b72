package bolt

import (
	"bytes"
	"encoding/binary"
	"errors"
	"time"

	"corrd/store"
)

// Export returns the records after a place, as store.Exporter describes.
func (v *view) Export(from store.Place, max int) (store.Parcel, error) {
	return store.Parts{Head: v.exportHead, Players: recordsOf(v, players), Registrations: recordsOf(v, registrations), Challenges: recordsOf(v, challenges),
		Disputes: recordsOf(v, disputes), Games: v.exportGames, Letters: v.exportLetters, Rows: v.exportRows,
		Tournaments: recordsOf(v, tournaments), Named: v.exportNamed}.Export(from, max)
}

func (v *view) exportHead(p *store.Parcel) error {
	p.Instance, p.Salts, p.Given = bytes.Clone(v.get(bMeta, keyInstance)), bytes.Clone(v.get(bMeta, keySalts)), map[string]int64{}
	for _, noun := range store.Nouns {
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

// recordsOf returns what reads the records of a table that follow a number.
func recordsOf[T any](v *view, t *table[T]) func(id int64, max int) ([]T, error) {
	return func(id int64, max int) ([]T, error) {
		ids, err := idsOf(v.ascend(t.in, nil, num(id+1)), max)
		return t.list(v, ids, err)
	}
}

func (v *view) exportGames(id int64, max int) (logs []store.Log, err error) {
	for ok := true; len(logs) < max && err == nil; {
		if id, ok, err = v.nextGame(id); err != nil || !ok {
			break
		}
		h, err := v.Head(id)
		if errors.Is(err, store.ErrNotFound) {
			continue // letters name a game that never was
		}
		if err != nil {
			return nil, err
		}
		recs, err := v.Records(id, 0, h.Seq)
		if err != nil {
			return nil, err
		}
		log := store.Log{ID: id, Salts: h.Salts, Folded: h.Folded}
		for _, rec := range recs {
			log.Records = append(log.Records, bytes.Clone(rec))
		}
		logs = append(logs, log)
	}
	return logs, err
}

func (v *view) exportLetters(id int64, max int) (all []store.Filed, err error) {
	recs, err := recordsOf(v, letters)(id, max)
	for _, l := range recs {
		all = append(all, store.Filed{Letter: l, Kept: bytes.Clone(v.get(bRaw, num(l.ID)))})
	}
	return all, err
}

func (v *view) exportRows(id int64, max int) ([]store.Row, error) {
	recs, err := recordsOf(v, rows)(id, max)
	for i := range recs {
		recs[i].Deflated = bytes.Clone(v.get(bRowBytes, num(recs[i].ID)))
	}
	return recs, err
}

// exportNamed adds marks, settings or tallies to a parcel.
func (v *view) exportNamed(p *store.Parcel, from store.Place, max int) error {
	in := map[store.Part]bucket{store.PartSeen: bSeen, store.PartSettings: bSettings, store.PartTallies: bCounts}[from.Kind]
	for k, value := range v.ascend(in, nil, next(from.After)) {
		if from.Kind == store.PartSettings && string(k) == store.MovingSetting {
			continue
		}
		if max--; max < 0 {
			break
		}
		switch from.Kind {
		case store.PartSeen:
			letter, err := readNum(value)
			if err != nil || len(k) != len(store.Key{}) {
				return corrupt("the mark %x of a letter that was seen", k)
			}
			p.Seen = append(p.Seen, store.Mark{Key: store.Key(k), Letter: letter})
		case store.PartSettings:
			p.Settings = append(p.Settings, store.Named{Name: string(k), Value: string(value)})
		case store.PartTallies:
			t, err := readTally(value)
			if err != nil {
				return corrupt("the tally %q: %v", k, err)
			}
			day := time.Unix(int64(binary.BigEndian.Uint32(t.day))*24*60*60, 0).UTC()
			p.Tallies = append(p.Tallies, store.Tally{Name: string(k), Day: day, Sum: t.sum})
		}
	}
	return nil
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
		errs = append(errs, letters.put(u, l.ID, new(store.Letter), &l.Letter), u.addStrangers(l.Octets()))
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
