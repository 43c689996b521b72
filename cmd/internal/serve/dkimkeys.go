package serve

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
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

// keepKey keeps one key beside the earlier ones of its name, as the newest.
func keepKey(db store.Store, log *slog.Logger, name, txt string) {
	setting := dossier.KeySetting(name)
	err := db.Update(func(tx store.Tx) error {
		kept, found, err := tx.Setting(setting)
		if err != nil {
			return err
		}
		var known []dossier.Key
		if found {
			if known, err = dossier.ParseKeys(kept); err != nil {
				return err
			}
		}
		if len(known) > 0 && known[0].TXT == txt {
			return nil
		}
		known = slices.DeleteFunc(known, func(k dossier.Key) bool { return k.TXT == txt })
		known = append([]dossier.Key{{Name: strings.ToLower(name), TXT: txt, Seen: tx.Now()}}, known...)
		text, err := json.Marshal(known[:min(len(known), dossier.MostOfName)])
		if err != nil {
			return err
		}
		return tx.SetSetting(setting, string(text))
	})
	if err != nil {
		log.Warn("a key of a signature could not be kept", "name", name, "error", err)
	}
}
