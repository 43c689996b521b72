package serve

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"

	"corrd/cmd/internal/dossier"
	"corrd/store"
	"corrd/store/bolt"
)

// TestKeysOfOneNameAreAllKept: a domain that puts another key under a name that it has used takes
// nothing from the letters that the earlier key has signed. The newest key comes first, a key that
// comes back comes first again, and a key as an earlier corrd kept it is kept on.
func TestKeysOfOneNameAreAllKept(t *testing.T) {
	db, err := bolt.Open(filepath.Join(t.TempDir(), "corrd.db"), bolt.Options{InitialMmapSize: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const name = "s._domainkey.example.org"
	err = db.Update(func(tx store.Tx) error {
		return tx.SetSetting(dossier.KeySetting(name), `{"name":"`+name+`","txt":"k0","seen":"2026-01-01T00:00:00Z"}`)
	})
	if err != nil {
		t.Fatal(err)
	}
	want := func(txts ...string) {
		t.Helper()
		var kept []dossier.Key
		err := db.View(func(v store.View) error {
			text, _, err := v.Setting(dossier.KeySetting(name))
			if err == nil {
				kept, err = dossier.ParseKeys(text)
			}
			return err
		})
		var got []string
		for _, k := range kept {
			got = append(got, k.TXT)
		}
		if err != nil || fmt.Sprint(got) != fmt.Sprint(txts) {
			t.Errorf("kept %q, %v; want %q", got, err, txts)
		}
	}
	keep := func(txt string) { keepKey(db, slog.New(slog.DiscardHandler), name, txt) }
	keep("k0")
	want("k0")
	keep("k1")
	keep("k1")
	want("k1", "k0")
	keep("k0")
	want("k0", "k1")
	for i := range 20 {
		keep(fmt.Sprint("n", i))
	}
	want("n19", "n18", "n17", "n16", "n15", "n14", "n13", "n12")
}
