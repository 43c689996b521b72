package codes

import (
	"maps"
	"reflect"
	"slices"
)

// annexes holds, by the ids of a code and of its annex, each code that takes an annex joined with
// each annex that it may take.
var annexes = func() map[[2]string]*Code {
	all := map[[2]string]*Code{}
	for _, c := range All {
		ids, _, _ := c.Annexes.Get()
		for _, id := range ids {
			if annex, ok := ByID(id); ok {
				all[[2]string{c.ID, id}] = c.with(annex)
			}
		}
	}
	return all
}()

// annexed returns the code with the annex of an id or, where the code may not take that annex, with
// its first; a code that takes no annex is given as it stands.
func (c *Code) annexed(id string) *Code {
	ids, _, annexed := c.Annexes.Get()
	if !annexed || len(ids) == 0 {
		return c
	}
	if !slices.Contains(ids, id) {
		id = ids[0]
	}
	if whole, ok := annexes[[2]string{c.ID, id}]; ok {
		return whole
	}
	annex, ok := ByID(id)
	if !ok {
		return c
	}
	return c.with(annex)
}

// with returns the code with the rules of another where the code is silent: a rule that the code
// has counts, whatever the other says of the same matter.
func (c *Code) with(annex *Code) *Code {
	whole := *c
	v, other := reflect.ValueOf(&whole).Elem(), reflect.ValueOf(annex).Elem()
	for i := range v.NumField() {
		if field := v.Field(i); field.CanSet() && field.IsZero() && field.Kind() == reflect.Struct {
			field.Set(other.Field(i))
		}
	}
	if _, _, own := c.Check.Get(); own { // rules that belong to another rule come from the same code as that rule
		whole.FalseCheck, whole.Misled, whole.Met = c.FalseCheck, c.Misled, c.Met
	}
	if _, _, own := c.Fault.Get(); own {
		whole.Chosen = c.Chosen
	}
	if _, _, own := c.Count.Get(); own {
		whole.CountElse = annex.Count
	}
	if _, _, submits := whole.Submit.Get(); !submits { // what neither code says goes to the umpire
		whole.Submit = Under(Silence, Provided{})
	}
	whole.Title = c.Title + ", " + annex.Name + " annexed"
	whole.texts = append(slices.Clone(c.texts), annex.texts...)
	whole.Breaches = maps.Clone(annex.Breaches)
	maps.Copy(whole.Breaches, c.Breaches)
	whole.Draws = slices.Clone(c.Draws)
	for _, d := range annex.Draws {
		if _, _, counts := c.Count.Get(); counts && d.Ground == FiftyMoves {
			continue
		}
		if !slices.ContainsFunc(c.Draws, func(own Draw) bool { return own.Ground == d.Ground }) {
			whole.Draws = append(whole.Draws, d)
		}
	}
	return &whole
}
