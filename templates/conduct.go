package templates

import (
	"corrd/game/codes"
	"corrd/templates/texts"
)

// Settled is how a code settles a matter, in a sentence.
type Settled struct {
	Words string
	Law   codes.Law
}

// conduct tells how a code settles the matters about which codes differ, in the order of
// a game.
func conduct(c *codes.Code) (all []Settled, err error) {
	for _, choice := range c.Conduct() {
		words, err := say(choice.Key, c)
		if err != nil {
			return nil, err
		}
		all = append(all, Settled{words, choice.Law})
	}
	return all, nil
}

// requirements names what the receiver of a false move may require, in the order of the code.
func requirements(c *codes.Code) string {
	choices, _, _ := c.Chosen.Get()
	var all []string
	for _, requirement := range choices {
		all = append(all, texts.Say("requirement "+string(requirement)))
	}
	return texts.Either(all)
}

// Conduct tells how the code of the terms settles what codes settle differently.
func (p *officePage) Conduct() ([]Settled, error) { return conduct(p.Code()) }
