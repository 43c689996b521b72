package clerk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"corrd/game"
	"corrd/store"
)

// The control socket is HTTP over a unix socket that only its owner may open:
// POST /noun/verb with a JSON object of arguments, answered with JSON.

// Args are the arguments of a verb; each uses the fields it needs.
type Args struct {
	ID      int64         `json:"id,omitempty"`
	Name    string        `json:"name,omitempty"`
	Address string        `json:"address,omitempty"`
	For     time.Duration `json:"for,omitempty"` // timeout, or how far to advance
	PNG     bool          `json:"png,omitempty"`
	Rule    *game.Rule    `json:"rule,omitempty"`
	Seat    *Seat         `json:"seat,omitempty"`
	Reason  string        `json:"reason,omitempty"`
	Preview bool          `json:"preview,omitempty"` // say what would come of it, and do nothing
	Quiet   bool          `json:"quiet,omitempty"`   // write no letter of it
	Mailbox string        `json:"mailbox,omitempty"` // an address to be added or removed
	Players []NewPlayer   `json:"players,omitempty"` // to be registered
}

// Refusal is an answer the daemon gives instead of a result: what is wrong and
// how to mend it.
type Refusal struct {
	Message string `json:"error"`
}

// Error is the message.
func (r *Refusal) Error() string { return r.Message }

func refuse(format string, args ...any) error { return &Refusal{fmt.Sprintf(format, args...)} }

type verb func(ctx context.Context, a Args) (any, error)

func (c *Clerk) verbs() map[string]verb {
	return map[string]verb{
		"/game/list":    c.gameList,
		"/game/show":    c.gameShow,
		"/game/letters": c.gameLetters,
		"/game/windows": c.gameWindows,
		"/game/events":  c.gameEvents,
		"/game/score":   c.gameScore,
		"/game/pgn":     c.gamePGN,
		"/game/board":   c.gameBoard,
		"/player/list":  c.playerList,
		"/player/add":   c.playerAdd,
		"/player/show":  c.playerShow,

		"/player/import":         c.playerImport,
		"/player/rename":         c.playerRename,
		"/player/address-add":    c.playerAddressAdd,
		"/player/address-remove": c.playerAddressRemove,
		"/player/remove":         c.playerRemove,
		"/player/erase":          c.playerErase,
		"/challenge/list":        c.challengeList,
		"/budget/show":           c.budgetShow,
		"/budget/lift":           c.budgetLift,

		"/player/rotate-keys": c.playerRotateKeys,
		"/player/replace":     c.playerReplace,

		"/outbox/list":   c.outboxList,
		"/outbox/retry":  c.outboxRetry,
		"/outbox/park":   c.outboxPark,
		"/inbox/list":    c.inboxList,
		"/inbox/show":    c.inboxShow,
		"/inbox/find":    c.inboxFind,
		"/inbox/release": c.inboxRelease,
		"/inbox/discard": c.inboxDiscard,
		"/settle":        c.settle,
		"/clock/show":    c.clockShow,
		"/clock/advance": c.clockAdvance,
		"/clock/accept":  c.clockAccept,
		"/check":         c.check,
		"/rule":          c.rule,
	}
}

// ControlMode is the mode of the control socket.
const ControlMode = 0o600

// Listen opens a unix socket with a mode. One that a dead daemon left behind is
// replaced; one that answers is an error, and so is anything else that lies there.
func Listen(path string, mode os.FileMode) (net.Listener, error) {
	conn, err := net.Dial("unix", path)
	switch {
	case err == nil:
		conn.Close()
		return nil, fmt.Errorf("another program answers on %s; stop it, or choose another socket", path)
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("another program has the socket %s: %w; stop it, or choose another socket", path, err)
	}
	if err := removeSocket(path); err != nil {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, mode); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// removeSocket removes the socket at a path, if one lies there, and nothing else.
func removeSocket(path string) error {
	left, err := os.Lstat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case left.Mode().Type() != os.ModeSocket:
		return fmt.Errorf("%s exists and is no socket; choose another path for the socket", path)
	}
	return os.Remove(path)
}

// Serve answers on the control socket until ctx ends.
func (c *Clerk) Serve(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	for path, v := range c.verbs() {
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) { c.answerControl(w, r, v) })
	}
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute}
	mux.HandleFunc("POST "+backupPath, c.sendBackup)
	stopped := context.AfterFunc(ctx, func() { srv.Close() })
	defer stopped()
	err := srv.Serve(l)
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

func (c *Clerk) answerControl(rw http.ResponseWriter, r *http.Request, v verb) {
	var a Args
	w := hastenedBy(rw, c.patience)
	w.control.SetReadDeadline(time.Now().Add(w.within))
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<20)).Decode(&a)
	if err != nil {
		writeJSON(w, http.StatusBadRequest, &Refusal{"arguments: " + err.Error()})
		return
	}
	w.control.SetReadDeadline(time.Time{}) // a verb may take longer
	result, err := c.beating(r.Context(), w, r.URL.Path, v, a)
	var refusal *Refusal
	switch {
	case err == nil:
		writeJSON(w, http.StatusOK, result)
	case errors.As(err, &refusal):
		writeJSON(w, http.StatusConflict, refusal)
	case errors.Is(err, store.ErrNotFound):
		writeJSON(w, http.StatusNotFound, &Refusal{notFound(r.URL.Path, a.ID)})
	case errors.Is(err, store.ErrFull):
		c.log.Error("control", "path", r.URL.Path, "error", err)
		writeJSON(w, http.StatusInternalServerError, &Refusal{err.Error() + "; nothing has been changed: make room on it, and try again"})
	default:
		c.log.Error("control", "path", r.URL.Path, "error", err)
		writeJSON(w, http.StatusInternalServerError, &Refusal{err.Error()})
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.Encode(v)
}

// notFound says that there is no record of the kind a verb is about, and which
// command lists those there are.
func notFound(verb string, id int64) string {
	kind, list, which := "letter", "inbox list", "those that wait"
	switch {
	case strings.HasPrefix(verb, "/outbox/"):
		list = "outbox list"
	case strings.HasPrefix(verb, "/player/"):
		kind, list, which = "player", "player list", "those there are"
	case strings.HasPrefix(verb, "/game/"), verb == "/rule":
		kind, list, which = "game", "game list", "those there are"
	}
	return fmt.Sprintf("there is no %s %d; corrctl %s shows %s", kind, id, list, which)
}
