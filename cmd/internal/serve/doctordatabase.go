package serve

import (
	"errors"

	"corrd/cmd/internal/clerk"
	"corrd/mailer"
	"corrd/store"
	"corrd/store/postgres"
)

// database looks at a store in PostgreSQL, and whether the secret of the keys is the one the store
// was made with.
func (d *doctor) database() Finding {
	at := postgres.Describe(d.Store.URL)
	db, err := postgres.Open(d.Store.URL, postgres.Options{ReadOnly: true, Password: d.Config.database().Password})
	switch {
	case errors.Is(err, postgres.ErrEmpty):
		return ok("%s answers; the tables will be made when corrd first runs", at)
	case errors.Is(err, store.ErrOlder):
		return ok("%s answers; its tables will be brought up when corrd next starts", at)
	case errors.Is(err, store.ErrNewer):
		return fails(err, "use the corrd that wrote it")
	case err != nil:
		return fails(err, "see that the database runs and lets corrd's role in, and to store.url and password_file")
	}
	defer db.Close()
	if err := clerk.CheckKeys(db, d.Identity.SecretFile); errors.Is(err, mailer.ErrSecret) {
		return fails(err, "the database is another corrd's, or the secret of this one must be put back")
	} else if err != nil {
		return fails(err, "see with corrctl check what is damaged")
	}
	return ok("%s answers, and knows the secret; corrctl check verifies what it holds", at)
}
