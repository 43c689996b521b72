package control

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"corrd/store"
)

// AuditView is one entry of the record of what people have done, or tried to do, over the socket.
type AuditView struct {
	ID int64     `json:"id"`
	At time.Time `json:"at"`
	// the user at the other end of the socket, or "" if the system does not tell
	Who       string          `json:"who"`
	Verb      string          `json:"verb"`
	Arguments json.RawMessage `json:"arguments"`
	Outcome   string          `json:"outcome"` // "done", the refusal that the user was shown, or asked
}

// Said returns the arguments of an entry as people write them: JSON, but with each duration, of
// which the record keeps the nanoseconds, as in "7d" or "1d12h".
func (a AuditView) Said() string {
	var all map[string]any
	d := json.NewDecoder(bytes.NewReader(a.Arguments))
	d.UseNumber()
	row, known := routeOf("/" + strings.ReplaceAll(a.Verb, " ", "/"))
	if known && d.Decode(&all) == nil && spell(all, row.args) {
		if said, err := json.Marshal(all); err == nil {
			return string(said)
		}
	}
	return string(a.Arguments)
}

// spell puts the durations of arguments of a type in words, and reports whether there are any.
func spell(all map[string]any, args reflect.Type) (found bool) {
	if args.Kind() == reflect.Pointer {
		args = args.Elem()
	}
	if args.Kind() != reflect.Struct {
		return false
	}
	for i := range args.NumField() {
		f := args.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			found = spell(all, f.Type) || found
			continue
		}
		switch value := all[name].(type) {
		case json.Number:
			if n, err := value.Int64(); err == nil && f.Type == reflect.TypeFor[time.Duration]() {
				all[name], found = spelt(time.Duration(n)), true
			}
		case map[string]any:
			found = spell(value, f.Type) || found
		}
	}
	return found
}

// spelt writes a duration as commands take it.
func spelt(d time.Duration) string {
	days, rest := d/(24*time.Hour), d%(24*time.Hour)
	text := rest.String()
	for _, empty := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, empty) {
			text = text[:len(text)-2]
		}
	}
	switch {
	case days == 0:
		return text
	case rest == 0:
		return fmt.Sprintf("%dd", days)
	}
	return fmt.Sprintf("%dd%s", days, strings.TrimPrefix(text, "-"))
}

// These are the keys of the settings that keep the number of the last entry, and each entry.
const (
	auditLast  = "audit-last"
	auditEntry = "audit/"
)

// auditPage is how many entries AuditList gives, the newest ones.
const auditPage = 1000

// asked is the outcome of an entry that is written before the verb is carried out. It stays where
// the daemon was ended or the store failed meanwhile: whether the verb was done, what it changes
// shows.
const asked = "asked; whether it was done is not known"

// begin writes down that a verb has come over the socket, before the verb is carried out: where
// that cannot be written, nothing is done. It leaves out verbs that change nothing, and previews,
// which the verb has read as such: the entry has no number then. Arguments that the verb could not
// read, of which read is nil, are not written down: a secret may be misspelt.
func (r *Room) begin(ctx context.Context, route route, args []byte, read any) (entry AuditView, err error) {
	if route.looks || previews(read) {
		return entry, nil
	}
	entry = AuditView{Who: peerOf(ctx), Verb: strings.ReplaceAll(strings.TrimPrefix(route.path, "/"), "/", " "), Arguments: json.RawMessage("{}"), Outcome: asked}
	if compact := (bytes.Buffer{}); read != nil && json.Compact(&compact, discreet(args)) == nil && compact.Len() < 4096 {
		entry.Arguments = compact.Bytes()
	}
	err = r.Store.Update(func(tx store.Tx) error {
		text, _, err := tx.Setting(auditLast)
		if err != nil {
			return err
		}
		last, _ := strconv.ParseInt(text, 10, 64)
		entry.ID, entry.At = last+1, tx.Now()
		if err := tx.SetSetting(auditLast, fmt.Sprint(entry.ID)); err != nil {
			return err
		}
		return putAudit(tx, entry)
	})
	return entry, err
}

// end completes an entry with the outcome as the person who asked was told. Where the verb has
// erased the player whom the arguments name, the entry keeps no arguments.
func (r *Room) end(entry AuditView, outcome string) {
	if entry.ID == 0 {
		return
	}
	entry.Outcome = outcome
	err := r.Store.Update(func(tx store.Tx) error {
		_, found, err := tx.Setting(fmt.Sprint(auditEntry, entry.ID))
		if !found {
			entry.Arguments = json.RawMessage("{}")
		}
		return errors.Join(err, putAudit(tx, entry))
	})
	if err != nil {
		r.Log.Error("audit", "verb", entry.Verb, "entry", entry.ID, "outcome", outcome, "error", err)
	}
}

func putAudit(tx store.Tx, entry AuditView) error {
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	return tx.SetSetting(fmt.Sprint(auditEntry, entry.ID), string(line))
}

// previews reports whether arguments that a verb has read ask for a preview.
func previews(read any) bool {
	of := reflect.Indirect(reflect.ValueOf(read))
	if of.Kind() != reflect.Struct {
		return false
	}
	preview := of.FieldByName("Preview")
	return preview.Kind() == reflect.Bool && preview.Bool()
}

// discreet returns the arguments of a verb without postal addresses and without the pictures of
// cards, which the store keeps in one place only.
func discreet(args []byte) []byte {
	var all map[string]any
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if d.Decode(&all) != nil || !hasSecrets(all) {
		return args
	}
	rest, err := json.Marshal(all)
	if err != nil {
		return nil
	}
	return rest
}

// secrets are the names of arguments that the store keeps in one place only.
var secrets = []string{"postal", "image"}

// hasSecrets reports whether a value has secrets, and writes over them. A name counts in whatever
// capitals encoding/json takes it.
func hasSecrets(value any) (found bool) {
	switch v := value.(type) {
	case map[string]any:
		for name := range v {
			if slices.ContainsFunc(secrets, func(s string) bool { return strings.EqualFold(s, name) }) {
				v[name], found = "(not written down)", true
			} else {
				found = hasSecrets(v[name]) || found
			}
		}
	case []any:
		for _, one := range v {
			found = hasSecrets(one) || found
		}
	}
	return found
}

// AuditList returns what was done by the socket, the newest last.
func (r *Room) AuditList(context.Context, None) ([]AuditView, error) {
	return view(r, func(v store.View) ([]AuditView, error) {
		views := []AuditView{}
		text, _, err := v.Setting(auditLast)
		if err != nil {
			return nil, err
		}
		last, _ := strconv.ParseInt(text, 10, 64)
		for id := max(1, last-auditPage+1); id <= last; id++ {
			line, found, err := v.Setting(fmt.Sprint(auditEntry, id))
			if err != nil {
				return nil, err
			}
			var one AuditView
			if !found { // the command named a player who has been erased
				continue
			}
			if err := json.Unmarshal([]byte(line), &one); err != nil {
				return nil, err
			}
			views = append(views, one)
		}
		return views, nil
	})
}

// peerKey is the key under which the context of a request holds the user who asks.
type peerKey struct{}

// withPeer adds to a context the user at the other end of a connection.
func withPeer(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, peerKey{}, peerName(c))
}

func peerOf(ctx context.Context) string {
	who, _ := ctx.Value(peerKey{}).(string)
	return who
}
