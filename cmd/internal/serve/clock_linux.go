package serve

import "syscall"

// clockDisciplined tells whether the kernel says that the clock is kept right; known is false where
// the kernel cannot be asked.
func clockDisciplined() (disciplined, known bool) {
	const unsynchronised = 0x40 // STA_UNSYNC of adjtimex(2)
	var t syscall.Timex
	if _, err := syscall.Adjtimex(&t); err != nil {
		return false, false
	}
	return t.Status&unsynchronised == 0, true
}
