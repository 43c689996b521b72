//go:build !unix

package office

import (
	"fmt"
	"os"
)

// lockFile only opens the file: without flock, nothing prevents two offices on one folder.
func lockFile(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("office: %w", err)
	}
	return file, nil
}

// syncFolder does nothing on a system that cannot sync a folder.
func syncFolder(string) error { return nil }
