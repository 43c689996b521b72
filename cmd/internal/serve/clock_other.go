//go:build !linux

package serve

// clockDisciplined cannot be told here.
func clockDisciplined() (disciplined, known bool) { return false, false }
