package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"corrd/cmd/internal/control"
	"corrd/cmd/internal/serve"
	"corrd/store/peertest"
)

// needOpenDMARC skips a test, loudly, where OpenDMARC is not installed.
func needOpenDMARC(t *testing.T) {
	t.Helper()
	needPeers(t)
	peertest.Program(t, "NOT TESTED WITH OPENDMARC", "opendmarc", "opendmarc")
}

// startOpenDMARC starts OpenDMARC beside the peers, which ask OpenDMARC about the letters they
// take.
func (p *peers) startOpenDMARC() {
	p.Helper()
	config := filepath.Join(p.Dir, "opendmarc.conf")
	p.configure("opendmarc.conf", config)
	if err := os.WriteFile(filepath.Join(p.Dir, "nobody"), nil, 0o644); err != nil {
		p.Fatal(err)
	}
	cmd := exec.Command("opendmarc", "-f", "-c", config)
	if err := cmd.Start(); err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	p.reachable(p.Milter)
}

// TestForgedResultsBehindPostfixAndOpenDMARC: OpenDMARC finds nothing about the author, and
// lets the sender's own line through, below a Received field that the sender wrote. The
// letter has not passed, and the doctor says which number of hops would let it.
func TestForgedResultsBehindPostfixAndOpenDMARC(t *testing.T) {
	t.Parallel()
	needOpenDMARC(t)
	ports := freePorts(t, 2)
	p := startPeersBehind(t, ports[0], ports[1])
	p.startOpenDMARC()
	in := fmt.Sprintf("[smtp_in]\nlmtp_listen = \"127.0.0.1:%d\"\n[identity]\nauthserv_id = \"mx.test\"\n", ports[0])
	s := startServer(p, "none", in)
	for _, name := range []string{"alice", "bob"} {
		var v control.PlayerView
		s.call("/player/add", control.Enrolment{Name: name, Address: name + "@players.test", Quiet: true}, &v)
	}
	const planted = "Authentication-Results: mx.test; dmarc=pass header.from=players.test"
	const came = "Received: from players.test by mx.test; Fri, 20 Nov 2026 08:00:00 +0000"
	for _, lines := range [][]string{{planted, came}, {came, planted, came, planted, came}} {
		p.sendUnder(lines, "alice@players.test", "corrd@chess.test", "", "challenge bob@players.test")
	}
	s.await("alice", "confirm", 1) // the writer who uses alice's name has not been authenticated, so alice is asked
	for hops, want := range map[int]serve.Verdict{1: serve.OK, 2: serve.Fails} {
		config, err := serve.Load(s.config)
		if err != nil {
			t.Fatal(err)
		}
		config.Identity.Hops = hops
		for _, f := range serve.Examine(t.Context(), config, net.DefaultResolver, "") {
			if f.Check == "identity" && (f.Verdict != want || !strings.Contains(f.Found+f.Mend, "identity.hops = 1")) {
				t.Errorf("with %d hops %+v, want it to be %s", hops, f, want)
			}
		}
	}
	var letters []control.OutboxView
	s.call("/outbox/list", control.None{}, &letters)
	for _, l := range letters {
		if l.Kind == "challenge" {
			t.Errorf("a challenge went out: %+v", l)
		}
	}
}
