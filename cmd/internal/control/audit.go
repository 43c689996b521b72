package control

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"reflect"
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
	Outcome   string          `json:"outcome"` // "done", or the refusal that the user was shown
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

// audit writes down which verb came over the socket, and the outcome as the person who asked was
// told. It leaves out verbs that change nothing, and previews.
func (r *Room) audit(ctx context.Context, route route, args []byte, outcome string) {
	var of struct{ Preview bool }
	if json.Unmarshal(args, &of); route.looks || of.Preview {
		return
	}
	entry := AuditView{Who: peerOf(ctx), Verb: strings.ReplaceAll(strings.TrimPrefix(route.path, "/"), "/", " "), Arguments: json.RawMessage("{}"), Outcome: outcome}
	if compact := (bytes.Buffer{}); json.Compact(&compact, discreet(args)) == nil && compact.Len() < 4096 {
		entry.Arguments = compact.Bytes()
	}
	err := r.Store.Update(func(tx store.Tx) error {
		text, _, err := tx.Setting(auditLast)
		if err != nil {
			return err
		}
		last, _ := strconv.ParseInt(text, 10, 64)
		entry.ID, entry.At = last+1, tx.Now()
		line, err := json.Marshal(entry)
		if err != nil {
			return err
		}
		if err := tx.SetSetting(auditLast, fmt.Sprint(entry.ID)); err != nil {
			return err
		}
		return tx.SetSetting(fmt.Sprint(auditEntry, entry.ID), string(line))
	})
	if err != nil {
		r.Log.Error("audit", "verb", route.path, "error", err)
	}
}

// discreet returns the arguments of a verb without postal addresses and without the pictures of
// cards, which the store keeps in one place only.
func discreet(args []byte) []byte {
	var all map[string]any
	d := json.NewDecoder(bytes.NewReader(args))
	d.UseNumber()
	if !bytes.Contains(args, []byte(`"postal"`)) && !bytes.Contains(args, []byte(`"image"`)) || d.Decode(&all) != nil {
		return args
	}
	rest, err := json.Marshal(withoutPostal(all))
	if err != nil {
		return args
	}
	return rest
}

func withoutPostal(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name := range v {
			if name == "postal" || name == "image" {
				v[name] = "(not written down)"
				continue
			}
			v[name] = withoutPostal(v[name])
		}
	case []any:
		for i := range v {
			v[i] = withoutPostal(v[i])
		}
	}
	return value
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
