package main

import (
	"bufio"
	_ "embed" // of verifying.txt
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/dossier"
)

type gameFileCmd struct {
	gameID
	fileFlags
}

// fileFlags say where the evidence goes, and who may read it.
type fileFlags struct {
	Out string `required:"" type:"path" placeholder:"F.zip" help:"Write the archive into this new file, which only you can read."`
	For string `placeholder:"SIDE" help:"Make the archive for white or for black: it holds of everybody else's letters only the words that the side was told."`
}

// Run files the evidence of a game.
func (c gameFileCmd) Run(d *desk) error {
	return d.file(control.GameFile, control.Filing{ID: c.ID, For: c.For}, c.Out)
}

// file has the daemon put the evidence into an archive, and writes the archive into a new file,
// whole or not at all. Where the file cannot be made the daemon is not asked, because the daemon
// would replace the keys of the game.
func (d *desk) file(v control.Verb[control.Filing, control.FileView], a control.Filing, out string) error {
	w, err := newOutput(out)
	if err != nil {
		return err
	}
	filed, err := ask(d, v, a)
	if err != nil {
		w.discard()
		return err
	}
	rotated := ""
	if len(filed.Rotated) > 0 {
		rotated = "new keys went out to " + strings.Join(filed.Rotated, ", ")
	}
	if err := w.finish(filed.Zip); err != nil {
		if rotated != "" {
			return fmt.Errorf("%w; %s all the same", err, rotated)
		}
		return err
	}
	filed.Zip = nil
	return d.printOr(filed, func() {
		fmt.Fprintf(d.out, "%s: game %d, events %d, letters %d\nSHA-256 %s\n", out, filed.Game, filed.Events, filed.Letters, filed.SHA256)
		if rotated != "" {
			fmt.Fprintf(d.out, "N%s: the archive holds the old ones.\n", rotated[1:])
		}
		fmt.Fprintln(d.out, "The archive holds addresses and letters; its README.txt says how a stranger verifies it.")
	})
}

// output is a new file that only its owner can read, and that appears under its name when the file
// has been written to its end.
type output struct {
	name string
	part *os.File
}

// newOutput begins a file. A file that exists already under the name is an error.
func newOutput(name string) (output, error) {
	if _, err := os.Lstat(name); err == nil {
		return output{}, unwritable{fmt.Errorf("%s exists; name a new file", name)}
	}
	f, err := os.OpenFile(name+".part", os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return output{}, writing(err)
	}
	return output{name, f}, nil
}

// finish writes the file, and has it on the disk under its name. Nothing is left of a file that
// cannot be written to its end.
func (w output) finish(content []byte) error {
	_, err := w.part.Write(content)
	if err = errors.Join(err, w.part.Sync(), w.part.Close()); err == nil {
		err = os.Rename(w.part.Name(), w.name)
	}
	if err == nil {
		return syncFolder(filepath.Dir(w.name))
	}
	os.Remove(w.part.Name())
	return fmt.Errorf("%w; nothing is left of %s, try again where there is room", err, w.name)
}

func (w output) discard() {
	w.part.Close()
	os.Remove(w.part.Name())
}

// writeWhole writes a new file, all of it or nothing.
func writeWhole(name string, content []byte) error {
	w, err := newOutput(name)
	if err != nil {
		return err
	}
	return w.finish(content)
}

type disputeVerifyCmd struct {
	File  string `arg:"" type:"path" help:"An archive that game file or dispute file has written, or a folder that export has."`
	Large bool   `help:"Read an archive of more than 64 MiB too."`
}

// mostRead and mostReadLarge are the greatest sizes of an archive that is read.
const (
	mostRead      = 64 << 20
	mostReadLarge = 2 << 30
)

// longestVerification is how long an archive is verified; dossier.Verify gives up by itself long
// before, but for what is made so that it cannot.
const longestVerification = 2 * time.Minute

// findings reads an archive or a folder, and verifies it.
func (c disputeVerifyCmd) findings() ([]dossier.Finding, error) {
	most := int64(mostRead)
	if c.Large {
		most = mostReadLarge
	}
	info, err := os.Stat(c.File)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return dossier.VerifyFolder(os.DirFS(c.File), most), nil
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file; name an archive that corrctl game file has written, or a folder of corrctl export", c.File)
	case info.Size() > most:
		return nil, fmt.Errorf("%s is larger than %d MiB; with --large an archive of up to 2 GiB is read", c.File, most>>20)
	}
	archive, err := os.ReadFile(c.File)
	if err != nil {
		return nil, err
	}
	found := make(chan []dossier.Finding, 1)
	go func() { found <- dossier.Verify(archive) }()
	select {
	case all := <-found:
		return append([]dossier.Finding{{Words: "SHA-256 " + dossier.Sum(archive)}}, all...), nil
	case <-time.After(longestVerification):
		return nil, fmt.Errorf("%s cannot be verified: it is made so that nobody comes to its end", c.File)
	}
}

// Run verifies an archive, and prints each finding in one line.
func (c disputeVerifyCmd) Run(d *desk) error {
	findings, err := c.findings()
	if err != nil {
		return err
	}
	faults := 0
	for _, f := range findings {
		if f.Fault {
			faults++
		}
		err := d.printOr(f, func() {
			word := "ok   "
			switch {
			case f.Fault:
				word = "FAULT"
			case f.Unproved:
				word = "UNPROVED"
			}
			fmt.Fprintln(d.out, word, f.Words)
		})
		if err != nil {
			return err
		}
	}
	if faults > 0 {
		return fmt.Errorf("%s: %w; ask whoever made it for another copy", c.File, dossier.ErrFaults)
	}
	return nil
}

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

// exportInto writes the games into a folder and returns the number of their letters.
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

// exportGame writes one game and returns the number of its letters.
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
