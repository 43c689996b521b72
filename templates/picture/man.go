package picture

import "corrd/game/board"

// Outline is a man as a font has it: closed lines of straight and quadratic steps, in parts of an em, from
// the left of the base line, downward.
type Outline struct {
	Em, Advance int
	Contours    [][]Step
}

// Step is one step of an outline: 'M', 'L' or 'Q', the last with a control point.
type Step struct {
	Op          byte
	Control, To [2]float64
}

// ManOutline returns the outline of a man: White's men are drawn in lines, Black's are filled.
func ManOutline(side board.Side, kind board.Kind) Outline {
	g := glyphs['♔'+rune(6*side)+rune(board.King-kind)]
	o := Outline{Em: em, Advance: g.advance}
	for _, contour := range g.contours() {
		var steps []Step
		for _, s := range contour {
			last := s.args[len(s.args)-1]
			step := Step{Op: s.op, To: [2]float64{float64(last.x), float64(last.y)}}
			if s.op == 'Q' {
				step.Control = [2]float64{float64(s.args[0].x), float64(s.args[0].y)}
			}
			steps = append(steps, step)
		}
		o.Contours = append(o.Contours, steps)
	}
	return o
}
