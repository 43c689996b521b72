package templates

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"corrd/mailer"
	"corrd/store/peertest"
)

// mostSpam is the score of SpamAssassin that no letter reaches; programs call a letter
// spam from 5 on.
const mostSpam = 0.5

var (
	spamStatus = regexp.MustCompile(`(?m)^X-Spam-Status: \w+, score=(-?[0-9.]+) .*tests=([A-Z0-9_, ]*)`)
	golden     = regexp.MustCompile(`(?m)^X-Golden: (.*)$`)
	folded     = regexp.MustCompile(`\r?\n[ \t]+`)
)

// TestLettersAreNoSpam: SpamAssassin, with the rules that ask nothing of the network, finds
// next to nothing against any kind of letter, signed and as the next server takes it.
func TestLettersAreNoSpam(t *testing.T) {
	t.Parallel()
	assassin := peertest.Program(t, "LETTERS NOT TRIED AS SPAM", "spamassassin", "spamassassin")
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	box, letters := mbox(t)
	run := exec.Command(assassin, "--local", "--mbox", "--cf=use_bayes 0", "--cf=report_safe 0")
	run.Env = append(os.Environ(), "HOME="+t.TempDir())
	run.Stdin = &box
	var problems bytes.Buffer
	run.Stderr = &problems
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, problems.Bytes())
	}
	worst, tried := 0.0, 0
	for letter := range strings.SplitSeq(folded.ReplaceAllString(string(out), " "), "\nFrom corrd@club.example ") {
		name, v := golden.FindStringSubmatch(letter), spamStatus.FindStringSubmatch(letter)
		if name == nil || v == nil {
			t.Errorf("no verdict:\n%.300s", letter)
			continue
		}
		score, err := strconv.ParseFloat(v[1], 64)
		if tried++; err != nil || score >= mostSpam {
			t.Errorf("%s scores %s: %s %v", name[1], v[1], v[2], err)
		}
		worst = max(worst, score)
	}
	if t.Logf("%d letters; the worst scores %.1f", tried, worst); tried != letters {
		t.Errorf("%d verdicts on %d letters", tried, letters)
	}
}

// mbox is letters, one of each kind where everything is tried, as the servers of their readers have
// them, each under its name: the program takes them in an order of its own.
func mbox(t *testing.T) (box bytes.Buffer, letters int) {
	t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	signer, err := mailer.LoadSigner("club.example", "corrd", key)
	if err != nil {
		t.Fatal(err)
	}
	shown := shownPages(t)
	for _, name := range slices.Sorted(maps.Keys(shown)) {
		if !peertest.Sampled(name, peertest.Share(3, 3)) {
			continue
		}
		p := shown[name]
		letters++
		p.MessageID = strings.Replace(p.MessageID, "@", ".8be678e3@", 1) // as the courier names letters
		raw, err := p.Bytes(mailer.Address{Name: testOffice.Name, Address: testOffice.Address})
		if err != nil {
			t.Fatal(err)
		}
		signed, err := signer.Sign(raw, p.Date)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&box, "From corrd@club.example %s\n", p.Date.Format(time.ANSIC))
		fmt.Fprintf(&box, "Received: from mx.club.example (mx.club.example [93.184.215.14]) by mx.home.example with ESMTPS id 1; %s\n", p.Date.Format(time.RFC1123Z))
		fmt.Fprintf(&box, "X-Golden: %s\n", name)
		box.WriteString(strings.ReplaceAll(strings.ReplaceAll(string(signed), "\r\n", "\n"), "\nFrom ", "\n>From ") + "\n")
	}
	return box, letters
}
