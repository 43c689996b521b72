package dossier

import (
	"fmt"
	"strings"
	"time"
)

// readmeFor is the README of an archive.
func readmeFor(a About) string {
	warning := "This archive holds the addresses of both sides, and all that they wrote: keep it as\nyou would keep their letters."
	if a.For != "" {
		other := map[string]string{"white": "black", "black": "white"}[a.For]
		warning = fmt.Sprintf("This archive was made for %s. The addresses of %s, and the keys of their letters, are\nreplaced by salted hashes (sha256:…); letters in which one stood are marked as veiled in\nletters.jsonl, and the hash that binds one of them to its event can be recomputed only\nfrom the archive of the umpire.", a.For, other)
	}
	return strings.NewReplacer("GAME", number(a.Game), "SERVER", a.Server, "MADE", a.Made.UTC().Format(time.RFC3339), "VERSION", a.Corrd, "SECRET", warning).Replace(readme)
}
