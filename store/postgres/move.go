package postgres

import (
	"cmp"
	"context"

	"github.com/jackc/pgx/v5"

	"corrd/store"
)

// Export returns the records after a place, as store.Exporter describes.
func (v *view) Export(from store.Place, max int) (store.Parcel, error) {
	v.wholly()
	return store.Parts{Head: v.exportHead, Players: v.exportPlayers, Registrations: recordsOf(v, registrations), Challenges: recordsOf(v, challenges),
		Disputes: recordsOf(v, disputes), Games: v.exportGames, Letters: v.exportLetters, Rows: v.exportRows,
		Tournaments: recordsOf(v, tournaments), Named: v.exportNamed}.Export(from, max)
}

// exportPlayers returns at most max players after one, with their addresses.
func (v *view) exportPlayers(id int64, max int) ([]store.Player, error) {
	return v.players("where id > $1 order by id limit $2", id, limit(max))
}

func (v *view) exportHead(p *store.Parcel) error {
	p.Given = map[string]int64{}
	err := v.query(func(rows pgx.Rows) error {
		return rows.Scan(&p.Instance, &p.Salts)
	}, "select (select value from meta where name = 'instance'), (select value from meta where name = 'salts')")
	if err != nil {
		return err
	}
	last, err := v.numbers()
	for i, noun := range store.Nouns {
		if last[i] > 0 {
			p.Given[noun] = last[i]
		}
	}
	return err
}

// recordsOf returns what reads the records of a table that follow a number.
func recordsOf[T any](v *view, t *table[T]) func(id int64, max int) ([]T, error) {
	return func(id int64, max int) ([]T, error) {
		return t.list(v, "where id > $1 order by id limit $2", id, limit(max))
	}
}

func (v *view) exportGames(id int64, max int) (logs []store.Log, err error) {
	heads, err := recordsOf(v, games)(id, max)
	if err == nil && len(heads) > 0 {
		err = v.ask(v.wholeLogs(heads))
	}
	for i := 0; i < len(heads) && err == nil; i++ {
		log := store.Log{ID: heads[i].id, Salts: heads[i].Salts, Folded: heads[i].Folded}
		log.Records, err = v.Records(log.ID, 0, heads[i].Seq)
		logs = append(logs, log)
		delete(v.memo.logs, log.ID)
	}
	return logs, err
}

// exportRows returns at most max rows after one, with their signed bytes.
func (v *view) exportRows(id int64, max int) (all []store.Row, err error) {
	err = v.query(func(result pgx.Rows) error {
		var r store.Row
		err := rows.scan(result, &r, &r.Deflated)
		all = append(all, r)
		return err
	}, "select "+rows.columns+", deflated from outbox left join outbox_bytes on row_id = id where id > $1 order by id limit $2", id, limit(max))
	return all, err
}

func (v *view) exportLetters(id int64, max int) (all []store.Filed, err error) {
	err = v.query(func(rows pgx.Rows) error {
		var f store.Filed
		err := letters.scan(rows, &f.Letter, &f.Kept)
		all = append(all, f)
		return err
	}, "select "+letters.columns+", deflated from letters left join raw on letter = id where id > $1 order by id limit $2", id, limit(max))
	return all, err
}

// exportNamed adds marks, settings or tallies to a parcel, in the order of their octets.
func (v *view) exportNamed(p *store.Parcel, from store.Place, max int) error {
	var after any = spell(from.After)
	sql := map[store.Part]string{
		store.PartSeen:     "select key, letter from seen where key > $1 order by key limit $2",
		store.PartSettings: "select name, value from settings where name collate \"C\" > $1 and name <> '" + store.MovingSetting + "' order by name collate \"C\" limit $2",
		store.PartTallies:  "select name, day, sum from tallies where name collate \"C\" > $1 order by name collate \"C\" limit $2",
	}[from.Kind]
	if from.Kind == store.PartSeen {
		after = []byte(from.After)
	}
	return v.query(func(rows pgx.Rows) error {
		switch from.Kind {
		case store.PartSeen:
			var m store.Mark
			var key []byte
			err := rows.Scan(&key, &m.Letter)
			copy(m.Key[:], key)
			p.Seen = append(p.Seen, m)
			return err
		case store.PartSettings:
			var s store.Named
			err := rows.Scan(&textTo[string]{&s.Name}, &textTo[string]{&s.Value})
			p.Settings = append(p.Settings, s)
			return err
		}
		var t store.Tally
		err := rows.Scan(&textTo[string]{&t.Name}, &t.Day, &t.Sum)
		p.Tallies = append(p.Tallies, t)
		return err
	}, sql, after, limit(max))
}

// Import writes what was exported, as store.Importer describes.
func (u *update) Import(p store.Parcel) error {
	u.wholly()
	if err := u.importHead(&p); err != nil {
		return err
	}
	var addresses [][]any
	for i := range p.Players {
		addresses = append(addresses, addressRows(&p.Players[i])...)
	}
	for i := range p.Challenges {
		u.putChallengePlayers(&p.Challenges[i], true)
	}
	if err := cmp.Or(copyTable(u, players, p.Players), u.copyIn("addresses", addresses, "player", "position", "address", "folded"),
		copyTable(u, registrations, p.Registrations), copyTable(u, challenges, p.Challenges), copyTable(u, disputes, p.Disputes), copyTable(u, tournaments, p.Tournaments)); err != nil {
		return err
	}
	return cmp.Or(u.importGames(p.Games), u.importLetters(p.Letters), u.importRows(p.Rows), u.importNamed(&p))
}

// copyTable writes many records at once.
func copyTable[T any](u *update, t *table[T], recs []T) error {
	rows := make([][]any, len(recs))
	for i := range recs {
		rows[i] = t.args(&recs[i])
	}
	return u.copyIn(t.name, rows, t.names()...)
}

// copyIn writes many rows of a table at once.
func (u *update) copyIn(table string, rows [][]any, columns ...string) error {
	if len(rows) == 0 {
		return nil
	}
	if err := u.ask(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), u.db.options.Patience)
	defer cancel()
	u.wrote = true
	if _, err := u.conn.Conn().CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows)); err != nil {
		u.failed = u.lost(err)
	}
	return u.failed
}

func (u *update) importLetters(all []store.Filed) error {
	recs := make([][]any, len(all))
	var kept [][]any
	for i := range all {
		recs[i] = letters.args(&all[i].Letter)
		if all[i].Kept != nil {
			kept = append(kept, []any{all[i].ID, all[i].Kept})
		}
	}
	if err := u.copyIn("letters", recs, letters.names()...); err != nil {
		return err
	}
	return u.copyIn("raw", kept, "letter", "deflated")
}

func (u *update) importRows(all []store.Row) error {
	var octets [][]any
	for i := range all {
		r := &all[i]
		if err := r.Addressed(); err != nil {
			return err
		}
		if len(r.Deflated) > 0 {
			octets = append(octets, []any{r.ID, r.Deflated})
		}
	}
	if err := copyTable(u, rows, all); err != nil {
		return err
	}
	return u.copyIn("outbox_bytes", octets, "row_id", "deflated")
}

func (u *update) importNamed(p *store.Parcel) error {
	var marks [][]any
	for _, m := range p.Seen {
		marks = append(marks, []any{m.Key[:], m.Letter})
	}
	if err := u.copyIn("seen", marks, "key", "letter"); err != nil {
		return err
	}
	for _, s := range p.Settings {
		if err := u.SetSetting(s.Name, s.Value); err != nil {
			return err
		}
	}
	for _, t := range p.Tallies {
		u.exec("insert into tallies values ($1, $2, $3)", spell(t.Name), t.Day, t.Sum)
	}
	return nil
}

func (u *update) importHead(p *store.Parcel) error {
	if p.Instance != nil {
		u.exec("update meta set value = $1 where name = 'instance'", p.Instance)
		u.exec("update meta set value = $1 where name = 'salts'", p.Salts)
	}
	for noun, last := range p.Given {
		if err := u.pass(noun, last); err != nil {
			return err
		}
	}
	return nil
}

// importGames writes the logs of games, and makes their heads of them.
func (u *update) importGames(logs []store.Log) error {
	heads := make([]head, len(logs))
	var events, seats [][]any
	for i, log := range logs {
		h, lines, err := readLog(log)
		if err != nil {
			return err
		}
		heads[i], events = h, append(events, lines...)
		for _, player := range h.Seats() {
			seats = append(seats, []any{player, h.id})
		}
	}
	return cmp.Or(copyTable(u, games, heads), u.copyIn("seats", seats, "player", "game"), u.copyIn("events", events, "game", "seq", "seal", "line"))
}

// readLog makes the head of a game, and the rows of the game's events, from the game's log.
func readLog(log store.Log) (h head, rows [][]any, err error) {
	h.id = log.ID
	h.Head, err = store.ReadLog(log, func(seq int64, rec []byte) error {
		r, err := split(rec)
		rows = append(rows, []any{log.ID, seq, r.seal, string(r.line)})
		return err
	})
	return h, rows, err
}
