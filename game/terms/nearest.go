package terms

import "strings"

// Nearest returns the one of the known names that is most like a name: the fewest
// letters to insert, drop or change, and of several the one that agrees with it
// the longest. Case does not count; "" if none is known.
func Nearest[S ~string](name S, known []S) (nearest S) {
	word := strings.ToLower(string(name))
	least := 0
	for i, k := range known {
		other := strings.ToLower(string(k))
		if d := 100*Distance(word, other) - alike(word, other); i == 0 || d < least {
			nearest, least = k, d
		}
	}
	return nearest
}

// alike counts the letters two words begin with in common.
func alike(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Distance counts the letters to insert, drop or change between two words.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
