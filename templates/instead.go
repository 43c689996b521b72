package templates

import (
	"corrd/game"
	"corrd/game/codes"
	"corrd/interpret"
)

// Instead says what the code of the game has instead of a right that only another code
// gives; "" where the code has nothing of the kind.
func (t *told) Instead() (string, error) {
	refused, _ := t.Fact.(game.Refused)
	stated := interpret.Parse(refused.Words).Statements
	if len(stated) == 0 {
		return "", nil
	}
	law, has := instead(t.code, stated[0].Kind)
	if !has {
		return "", nil
	}
	return say("instead "+stated[0].Kind.String(), law)
}

// instead returns the provision by which a code settles what a statement of another code
// is about.
func instead(c *codes.Code, k interpret.Kind) (law codes.Law, has bool) {
	switch k {
	case interpret.KindDemandFifty:
		draw, _ := c.Draw(codes.FiftyMoves)
		by, law, _ := draw.By.Get()
		return law, by == codes.MovesMade
	case interpret.KindRetract:
		_, law, has = c.Recall.Get()
	case interpret.KindIntend:
		how, law, _ := c.Doubtful.Get()
		return law, how == codes.ReceiverAdopts
	case interpret.KindRecommence, interpret.KindProceed:
		_, law, has = c.WrongSetUp.Get()
	case interpret.KindCheck:
		_, _, announced := c.Check.Get()
		return "", !announced
	}
	return law, has
}
