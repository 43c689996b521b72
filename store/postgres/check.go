package postgres

import (
	"fmt"

	"corrd/store"
)

// Check is not here yet.
func (d *db) Check(found func(fault string)) (v store.Verified, err error) { return v, nil }

// Patrol is not here yet.
func (d *db) Patrol(rest func() error, found func(fault string)) error { return fmt.Errorf("none") }
