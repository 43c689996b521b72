package codes

// Choice is how a code settles a matter about which codes differ: the key of the sentences that tell of the choice,
// which stand in package templates, and the provision of the choice.
type Choice struct {
	Key string // the matter and the choice: "doubt receiver adopts"
	Law Law
}

// Conduct returns the choices of the code, in the order of a game. A matter about which the code is silent has the key of
// the matter with "silent", and the rule of the house about silence. The requirements for a false move are listed for a
// code that lets the receiver choose among them.
func (c *Code) Conduct() []Choice {
	all := []Choice{
		choice("first", c.First), choice("odds first", c.OddsFirst), choice("rookless", c.Rookless), choice("record", c.Record), choice("promotion", c.Promotion),
		choice("check", c.Check), choice("doubt", c.Doubtful), choice("several", c.Multiple),
	}
	if _, law, provided := c.Chosen.Get(); provided {
		all = append(all, Choice{"chosen", law})
	}
	all = append(all, choice("answer", c.Answered), choice("arrived", c.Arrived), choice("match", c.InTurn), choice("pawn mate", c.MatePawn),
		choice("checkmate", c.Checkmate), choice("stalemate", c.Stalemate), choice("dead", c.Dead))
	for _, ground := range Grounds {
		d, _ := c.Draw(ground)
		all = append(all, choice(string(ground), d.By))
	}
	return all
}

// choice returns the choice that a rule makes about a matter.
func choice[T ~string](matter string, r Rule[T]) Choice {
	is, law, provided := r.Get()
	if !provided {
		return Choice{matter + " silent", Silence}
	}
	return Choice{matter + " " + string(is), law}
}
