package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/jackc/pgx/v5/pgconn"

	"corrd/store"
)

// The codes of errors of PostgreSQL that mean something to this package (PostgreSQL,
// Appendix A).
const (
	codeSerialization = "40001"
	codeDeadlock      = "40P01"
	codeUnique        = "23505"
	codeDiskFull      = "53100"
	codeReadOnly      = "25006"
	codeNothing       = "2201E" // of the logarithm of zero; see update.change
)

// damaged are the codes of data that cannot be read.
var damaged = map[string]bool{"XX001": true, "XX002": true}

// away are the codes of errors by which a database says that it is not available for a time.
var away = map[string]bool{"57P01": true, "57P02": true, "57P03": true, "57P05": true, "53300": true, "25P03": true}

// classify turns the failures of PostgreSQL and of the connection into those of store.
func classify(err error) error {
	if err == nil {
		return nil
	}
	var of *pgconn.PgError
	if errors.As(err, &of) {
		return classifyCode(of, err)
	}
	var network net.Error
	var connecting *pgconn.ConnectError
	switch {
	case errors.As(err, &connecting), errors.As(err, &network), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, context.DeadlineExceeded), errors.Is(err, errLost):
		return fmt.Errorf("%w: %w", store.ErrUnreachable, err)
	}
	return err
}

func classifyCode(of *pgconn.PgError, err error) error {
	switch {
	case of.Code == codeNotFree:
		return fmt.Errorf("%w: %w", errInTheWay, err)
	case of.Code == codeDiskFull:
		return fmt.Errorf("%w: the database says: %w", store.ErrFull, err)
	case of.Code == codeReadOnly:
		return fmt.Errorf("%w: %w", errReadOnly, err)
	case damaged[of.Code]:
		return fmt.Errorf("%w: the database says: %w", store.ErrCorrupt, err)
	case away[of.Code], of.Code[:2] == "08":
		return fmt.Errorf("%w: %w", store.ErrUnreachable, err)
	}
	return err
}

var (
	errReadOnly     = errors.New("store: the database can only be read: it is a standby, or default_transaction_read_only is set; name the primary in [store] url, or all servers with target_session_attrs=read-write")
	errOpenedToRead = errors.New("store: opened for reading only")
	errLost         = errors.New("the connection was lost")
	errEarly        = errors.New("more is asked for than came with the claim")
	errStale        = errors.New("the connection had broken while it was idle")
)

// saidCode returns the code of an error of the database; "" of any other error.
func saidCode(err error) string {
	var of *pgconn.PgError
	if errors.As(err, &of) {
		return of.Code
	}
	return ""
}

// passes reports whether a transaction that failed with err may succeed in another run: other
// transactions were in its way, or the connection was lost before the commit was asked for.
func passes(err error) bool {
	if errors.Is(err, errInTheWay) {
		return true
	}
	if code := saidCode(err); code != "" {
		return code == codeSerialization || code == codeDeadlock || code == codeUnique || away[code]
	}
	return errors.Is(err, store.ErrUnreachable)
}

func corrupt(format string, a ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{store.ErrCorrupt}, a...)...)
}

func ofGame(id int64, err error) error { return fmt.Errorf("game %d: %w", id, err) }
