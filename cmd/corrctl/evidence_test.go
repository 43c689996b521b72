package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"corrd/cmd/internal/dossier"

	"github.com/rogpeppe/go-internal/testscript"
)

// evidenceCommands are what scripts about archives of evidence have besides:
//
//	empty DIR                   nothing lies in a folder
//	private FILE                only its owner can read the file
//	python FILE                 the page of Python in an archive finds no fault in it, in an empty
//	                            folder
//	holds FILE TEXT             a file in the archive holds a text; with ! none does
//	oneside A B ONE TWO         of two texts archive A holds just one, and archive B just the other
//	changed FILE OTHER N        OTHER is FILE with octet N changed
//	octets FILE N               N changes of one octet of an archive, at random, are each found
var evidenceCommands = map[string]func(*testscript.TestScript, bool, []string){
	"empty": empty, "private": private, "python": python, "holds": holds, "oneside": oneSide, "changed": changed, "octets": octets,
}

func empty(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1)
	left, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(left) > 0 {
		ts.Fatalf("in %s lies %v", args[0], left)
	}
}

func private(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1)
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	if info.Mode().Perm() != 0o600 {
		ts.Fatalf("%s has the mode %v", args[0], info.Mode())
	}
}

func python(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1)
	interpreter, err := exec.LookPath("python3")
	if err != nil {
		ts.Logf("SKIPPED: the page of Python is not tested, for there is no python3")
		return
	}
	page := archived(ts, args[0])["check.py"]
	dir, err := os.MkdirTemp(ts.Getenv("WORK"), "elsewhere")
	ts.Check(err)
	ts.Check(os.WriteFile(filepath.Join(dir, "check.py"), page, 0o600))
	c := exec.Command(interpreter, "check.py", ts.MkAbs(args[0]))
	c.Dir = dir
	out, err := c.CombinedOutput()
	ts.Logf("%s", out)
	ts.Check(err)
	if !bytes.Contains(out, []byte("no fault found")) {
		ts.Fatalf("the page of Python does not say that it found no fault")
	}
}

func archived(ts *testscript.TestScript, name string) map[string][]byte {
	r, err := zip.OpenReader(ts.MkAbs(name))
	ts.Check(err)
	defer r.Close()
	files := map[string][]byte{}
	for _, f := range r.File {
		content, err := f.Open()
		ts.Check(err)
		files[f.Name], err = io.ReadAll(content)
		ts.Check(err)
	}
	return files
}

func holds(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, false, args, 2)
	if found := inArchive(ts, args[0], args[1]); found == neg {
		ts.Fatalf("that %s holds %q is %v", args[0], args[1], found)
	}
}

func inArchive(ts *testscript.TestScript, name, text string) bool {
	for _, content := range archived(ts, name) {
		if bytes.Contains(content, []byte(text)) {
			return true
		}
	}
	return false
}

func oneSide(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 4)
	found := ""
	for _, name := range args[:2] {
		for _, text := range args[2:] {
			found += fmt.Sprint(inArchive(ts, name, text), " ")
		}
	}
	if found != "true false false true " && found != "false true true false " {
		ts.Fatalf("of the texts the archives hold: %s", found)
	}
}

func changed(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 3)
	at, err := strconv.Atoi(args[2])
	ts.Check(err)
	content, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	content[at] ^= 1
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), content, 0o600))
}

// octets changes one octet of an archive at random, so many times, and wants each change found.
func octets(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 2)
	archive, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	times, err := strconv.Atoi(args[1])
	ts.Check(err)
	chance := rand.New(rand.NewPCG(1878, uint64(len(archive))))
	for range times {
		at, by := chance.IntN(len(archive)), byte(1+chance.IntN(255))
		archive[at] ^= by
		if !slices.ContainsFunc(dossier.Verify(archive), func(f dossier.Finding) bool { return f.Fault }) {
			ts.Fatalf("octet %d of %s, changed by %#x, is not found", at, args[0], by)
		}
		archive[at] ^= by
	}
}
