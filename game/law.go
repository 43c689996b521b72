package game

// Law names the provision a value, an event or a letter comes from: "III.3",
// "II.11(e)" for the printed codes, "terms:time" for an
// agreement, "house:2" for a rule of the server (`corrctl law --house`).
// "" means that the code is silent.
type Law string

// Cited is a value and the provision it comes from.
type Cited[T any] struct {
	Law Law
	Is  T
}

// Silent reports that the code has no provision on the matter, which is then
// one for the umpire.
func (c Cited[T]) Silent() bool { return c.Law == "" }
