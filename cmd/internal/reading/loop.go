package reading

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"corrd/cmd/internal/watch"
)

// The store is looked at for something new to show every twenty seconds, and less often where a look takes
// long, so that looking takes a tenth of one processor at most; after fifty seconds in any case.
const (
	every   = 20 * time.Second
	longest = 50 * time.Second
)

// Keep builds the site of a source again and again until ctx ends, whenever anything that is shown has
// changed. file holds the club's words for the first page; "": there are none. What is in the way is logged
// once until it changes, and the old site stays.
func Keep(ctx context.Context, of Source, dir, file string, log *slog.Logger) error {
	said, whole := "", false
	for {
		began := time.Now()
		b, err := build(ctx, of, dir, file, whole)
		whole = err == nil
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil && err.Error() != said:
			said = err.Error()
			log.Error("the reading room was not built; the old one stays", "error", err)
		case err == nil:
			if said = ""; b.Withdrawn {
				log.Warn("the reading room shows less than before: upload it anew, and remove what is not in it", "dir", b.Dir)
			}
		}
		if watch.Pause(ctx, min(max(every, 9*time.Since(began)), longest)) != nil {
			return nil
		}
	}
}

// build builds the site, unless the site is whole and nothing has changed; what a kill left beside it is
// removed in either case.
func build(ctx context.Context, of Source, dir, file string, whole bool) (Built, error) {
	words := []byte(nil)
	if file != "" {
		var err error
		if words, err = os.ReadFile(file); err != nil {
			return Built{}, err
		}
	}
	if whole {
		if same, err := Unchanged(ctx, of, dir, string(words)); same || err != nil {
			tidy(dir, nil)
			return Built{Dir: dir}, err
		}
	}
	return Build(ctx, of, dir, string(words))
}

// Serve answers requests for the files of a folder until ctx ends.
func Serve(ctx context.Context, l net.Listener, dir string) error {
	server := &http.Server{Handler: http.FileServer(http.Dir(dir)), ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); err != http.ErrServerClosed {
		return err
	}
	return nil
}
