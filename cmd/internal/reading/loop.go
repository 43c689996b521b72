package reading

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"corrd/cmd/internal/loop"
)

// every is how often the store is looked at for something new to show.
const every = 20 * time.Second

// Keep builds the site of a source again and again until ctx ends, whenever anything that is shown has
// changed. file holds the club's words for the first page; "": there are none. What is in the way is logged
// once until it changes, and the old site stays.
func Keep(ctx context.Context, of Source, dir, file string, log *slog.Logger) error {
	said := ""
	for {
		b, err := build(ctx, of, dir, file)
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
		if loop.Pause(ctx, every) != nil {
			return nil
		}
	}
}

func build(ctx context.Context, of Source, dir, file string) (Built, error) {
	words := []byte(nil)
	if file != "" {
		var err error
		if words, err = os.ReadFile(file); err != nil {
			return Built{}, err
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
