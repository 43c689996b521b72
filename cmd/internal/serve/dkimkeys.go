package serve

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"

	"corrd/cmd/internal/dossier"
	"corrd/mailer/parse"
	"corrd/store"
)

// keeper is a Resolver that keeps the public keys of signatures (RFC 6376) it has been asked
// for: the DNS forgets a key long before a game is disputed.
type keeper struct {
	parse.Resolver
	db  store.Store
	log *slog.Logger
}

// LookupTXT asks, and keeps the answer where a key was asked for.
func (k keeper) LookupTXT(ctx context.Context, name string) ([]string, error) {
	found, err := k.Resolver.LookupTXT(ctx, name)
	if err == nil && len(found) > 0 && strings.Contains(strings.ToLower(name), "._domainkey.") {
		keepKey(k.db, k.log, strings.TrimSuffix(name, "."), strings.Join(found, ""))
	}
	return found, err
}

// keepKey keeps one key, unless the store has the same already.
func keepKey(db store.Store, log *slog.Logger, name, txt string) {
	setting := dossier.KeySetting(name)
	err := db.Update(func(tx store.Tx) error {
		var known dossier.Key
		if text, found, err := tx.Setting(setting); err != nil || found && json.Unmarshal([]byte(text), &known) == nil && known.TXT == txt {
			return err
		}
		text, err := json.Marshal(dossier.Key{Name: strings.ToLower(name), TXT: txt, Seen: tx.Now()})
		if err != nil {
			return err
		}
		return tx.SetSetting(setting, string(text))
	})
	if err != nil {
		log.Warn("a key of a signature could not be kept", "name", name, "error", err)
	}
}
