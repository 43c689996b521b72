package serve

import (
	"errors"
	"fmt"
	"strings"
)

// wrongKey says what is wrong with a key of the configuration, "post.transit".
type wrongKey struct{ key, what string }

// Error returns what is wrong.
func (w wrongKey) Error() string { return w.what }

// located puts the number of the line on which a wrong key stands in a configuration before
// what is wrong with the key. Any other error stays as it is.
func located(text string, err error) error {
	var wrong wrongKey
	if !errors.As(err, &wrong) {
		return err
	}
	section, number := "", 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			name, _, _ := strings.Cut(line[1:], "]")
			section = strings.TrimSpace(name) + "."
			if section == wrong.key+"." { // a section that corrd does not know
				return fmt.Errorf("line %d: %w", number, err)
			}
		}
		if key, _, ok := strings.Cut(line, "="); ok && section+strings.TrimSpace(key) == wrong.key {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	return err
}
