//go:build !unix

package office

import (
	"fmt"
	"os"
)

// lockFile only opens the file: where there is no flock, two offices on one
// folder are not prevented.
func lockFile(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("office: %w", err)
	}
	return file, nil
}

// syncFolder does nothing where a folder cannot be synced.
func syncFolder(string) error { return nil }
