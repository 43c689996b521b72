package notation

import "strings"

// A slip of the hand on the keys of a machine leaves what nobody can have meant.

// shifted are the figures of the signs that stand above them on the keys.
const shifted, figures = "@#$%^&", "234567"

// StruckAmiss returns what words can be of which one key was struck twice or with the shift, each
// once: "P-Q33", "P-QQ3", "P-Q#", or one move written twice without a space, "d3d3".
func StruckAmiss(text string) (meant []string) {
	text = strings.TrimRight(Fold(text), ".! ")
	seen := map[string]bool{text: true}
	add := func(one string) {
		if !seen[one] {
			seen[one] = true
			meant = append(meant, one)
		}
	}
	if len(text) > maxWords {
		return nil
	}
	if half := len(text) / 2; len(text)%2 == 0 && text[:half] == text[half:] && half > 1 {
		add(text[:half])
	}
	for i := 1; i < len(text); i++ {
		if text[i] == text[i-1] && (isLetter(text[i]) || text[i] >= '1' && text[i] <= '8') {
			add(text[:i] + text[i+1:])
		}
	}
	last := len(text) - 1
	if last > 0 && isLetter(text[last-1]) {
		if at := strings.IndexByte(shifted, text[last]); at >= 0 {
			add(text[:last] + figures[at:at+1])
		}
	}
	return meant
}
