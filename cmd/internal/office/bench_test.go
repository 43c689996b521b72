package office

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-smtp"
)

// BenchmarkAccept measures letters a second from 250 to 250, each synced.
func BenchmarkAccept(b *testing.B) {
	for _, connections := range []int{1, 16} {
		b.Run(fmt.Sprint(connections), func(b *testing.B) {
			o := openOffice(b, b.TempDir())
			text := plain(alice, "7. Kt-KB3", strings.Repeat("> quoted text of the letter answered\r\n", 30))
			var clients []*smtp.Client
			for range connections {
				clients = append(clients, dialSMTP(b, o, "alice"))
			}
			b.ResetTimer()
			var wg sync.WaitGroup
			for i, c := range clients {
				wg.Go(func() {
					for range b.N/connections + min(1, max(0, b.N%connections-i)) {
						if err := c.SendMail(alice, []string{server}, strings.NewReader(text)); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "letters/s")
		})
	}
}

// BenchmarkOpen measures the replay of a log of ten thousand letters.
func BenchmarkOpen(b *testing.B) {
	const letters = 10_000
	dir := b.TempDir()
	o := openOffice(b, dir)
	c := dialSMTP(b, o, "alice")
	for range letters {
		if err := c.SendMail(alice, []string{server}, strings.NewReader(plain(alice, "x", "P-K4"))); err != nil {
			b.Fatal(err)
		}
	}
	o.Close()
	for b.Loop() {
		again, err := Open(testOptions(dir))
		if err != nil {
			b.Fatal(err)
		}
		if again.Pending("corrd") != letters {
			b.Fatal(again.Pending("corrd"))
		}
		again.Close()
	}
}
