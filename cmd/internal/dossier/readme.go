package dossier

import (
	"strings"
	"time"
)

// readmeFor is the README of an archive.
func readmeFor(a About) string {
	warning := "This archive holds the addresses of both sides, and all that they wrote: keep it as\nyou would keep their letters."
	if a.For != "" {
		warning = strings.ReplaceAll(sideWarning, "SIDE", a.For)
	}
	return strings.NewReplacer("GAME", number(a.Game), "SERVER", a.Server, "MADE", a.Made.UTC().Format(time.RFC3339), "VERSION", a.Corrd, "SECRET", warning).Replace(readme)
}

// sideWarning says what an archive for a side holds.
const sideWarning = `This archive was made for SIDE. It holds the letters from and to SIDE byte for byte,
and of everybody else's only the words that SIDE was told, without a header: in
letters.jsonl they are marked as veiled. Of an event of which SIDE was told nothing only
the hash is here. The hash that binds such a letter or event can be recomputed only from
the archive of the umpire.`
