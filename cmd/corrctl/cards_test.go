package main

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"

	"corrd/cmd/internal/control"
)

// A script about cards has also
//
//	posts               every card that waits is posted now
//	pdf FILE            the file is a PDF; CORRD_CARDS names a folder in which a copy is left to be
//	                    looked at
//	picture FILE        makes a picture
//	nowhere TEXT        no file of the daemon's holds a text
var cardCommands = map[string]func(*testscript.TestScript, bool, []string){
	"posts": postAll, "pdf": isPDF, "picture": makePicture, "nowhere": nowhere,
}

func postAll(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 0)
	d := daemonOf(ts).Control
	waiting, err := control.CardList.Ask(context.Background(), d, control.WhichCards{})
	ts.Check(err)
	for _, c := range waiting {
		_, err := control.CardPosted.Ask(context.Background(), d, control.Posting{ID: c.ID})
		ts.Check(err)
	}
}

func isPDF(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1)
	octets, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	if !bytes.HasPrefix(octets, []byte("%PDF-")) || !bytes.HasSuffix(octets, []byte("%%EOF\n")) {
		ts.Fatalf("%s is no PDF", args[0])
	}
	if dir := os.Getenv("CORRD_CARDS"); dir != "" {
		ts.Check(os.WriteFile(filepath.Join(dir, args[0]), octets, 0o600))
	}
}

func makePicture(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1)
	var b bytes.Buffer
	ts.Check(png.Encode(&b, image.NewGray(image.Rect(0, 0, 80, 60))))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o600))
}

func nowhere(ts *testscript.TestScript, neg bool, args []string) {
	arguments(ts, neg, args, 1)
	ts.Check(filepath.WalkDir(daemonOf(ts).Dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		octets, err := os.ReadFile(path)
		if bytes.Contains(octets, []byte(args[0])) {
			ts.Fatalf("%s holds %q", path, args[0])
		}
		return err
	}))
}
