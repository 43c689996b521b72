package main

import (
	"bufio"
	_ "embed" // of verifying.txt
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
)

type exportCmd struct {
	All string `required:"" type:"path" placeholder:"DIR" help:"Every game, into this new folder: N.pgn, N.events.jsonl, the letters that came in, byte for byte, as N/LETTER.eml, and N.zip, the evidence with the letters that went out; HOW-TO-VERIFY.txt, how the logs are verified without corrd; and a MANIFEST, by which corrctl dispute verify verifies the folder."`
}

//go:embed verifying.txt
var verifying []byte

// Run writes the folder from the daemon's answers. A folder that exists already is refused; nothing
// is left of a folder that could not be finished.
func (c exportCmd) Run(d *desk) error {
	if _, err := os.Lstat(c.All); err == nil {
		return fmt.Errorf("%s exists; name a new folder, for instance with the date in it", c.All)
	}
	games, err := ask(d, control.GameList, control.Games{})
	if err != nil {
		return err
	}
	part := c.All + ".part"
	if err := os.Mkdir(part, 0o700); err != nil {
		return fmt.Errorf("%w; the folder above must exist and be yours to write, and what an earlier export left unfinished must be removed", err)
	}
	letters, err := d.exportInto(part, games)
	if err == nil {
		err = os.Rename(part, c.All)
	}
	if err != nil {
		os.RemoveAll(part)
		return fmt.Errorf("%w; nothing is left of %s, try again where there is room", err, c.All)
	}
	done := struct {
		Dir     string `json:"dir"`
		Games   int    `json:"games"`
		Letters int    `json:"letters"`
	}{c.All, len(games), letters}
	return d.printOr(done, func() { fmt.Fprintf(d.out, "%s: games %d, letters %d\n", c.All, len(games), letters) })
}

// exportInto writes the games into a folder and gives the number of their letters.
func (d *desk) exportInto(dir string, games []control.GameLine) (letters int, err error) {
	if err := os.WriteFile(filepath.Join(dir, "HOW-TO-VERIFY.txt"), verifying, 0o600); err != nil {
		return 0, err
	}
	for i, g := range games {
		d.progress.Say("corrctl: game %d of %d", i+1, len(games))
		n, err := d.exportGame(dir, g.ID)
		if err != nil {
			return 0, fmt.Errorf("game %d: %w", g.ID, err)
		}
		letters += n
	}
	return letters, writeManifest(dir)
}

// exportGame writes one game and gives the number of its letters.
func (d *desk) exportGame(dir string, id int64) (letters int, err error) {
	pgn, err := ask(d, control.GamePGN, control.Numbered{ID: id})
	if err != nil {
		return 0, err
	}
	events, err := ask(d, control.GameEvents, control.Numbered{ID: id})
	if err != nil {
		return 0, err
	}
	base := filepath.Join(dir, fmt.Sprint(id))
	if err := errors.Join(os.WriteFile(base+".pgn", []byte(pgn.Text), 0o600), writeLines(base+".events.jsonl", events)); err != nil {
		return 0, err
	}
	filed, err := ask(d, control.GameFile, control.Filing{ID: id, Keep: true})
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(base+".zip", filed.Zip, 0o600); err != nil {
		return 0, err
	}
	return d.exportLetters(base, id)
}

// writeManifest names every file of a folder with its SHA-256.
func writeManifest(dir string) error {
	name, text, err := dossier.FolderManifest(os.DirFS(dir))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name), text, 0o600)
}

func (d *desk) exportLetters(dir string, id int64) (n int, err error) {
	letters, err := ask(d, control.GameLetters, control.Numbered{ID: id})
	if err != nil {
		return 0, err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return 0, err
	}
	for _, l := range letters {
		if l.Dir != "in" {
			continue
		}
		letter, err := ask(d, control.InboxShow, control.Numbered{ID: l.ID})
		if err != nil {
			return n, err
		}
		if letter.Purged {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.eml", l.ID)), letter.Raw, 0o600); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// writeLines writes a file of JSON lines.
func writeLines[T any](name string, items []T) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, item := range items {
		if err := enc.Encode(item); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	return errors.Join(w.Flush(), f.Close())
}
