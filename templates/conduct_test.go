package templates

import (
	"reflect"
	"strings"
	"testing"

	"corrd/game/codes"
)

// TestConduct finds the sentence of every choice that a code makes, and of the silence
// of a code that makes none.
func TestConduct(t *testing.T) {
	for _, c := range append([]*codes.Code{{ID: "silent"}}, codes.All...) {
		settled, err := conduct(c)
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		for _, s := range settled {
			if !strings.HasSuffix(s.Words, ".") || s.Law == "" {
				t.Errorf("%s: %+v", c.ID, s)
			}
		}
	}
}

// TestConductNamesEveryChoice: a rule by which codes choose has its place in the list.
func TestConductNamesEveryChoice(t *testing.T) {
	chosen := map[string]bool{}
	british, _ := codes.ByID("british-1899")
	for _, choice := range british.Conduct() {
		chosen[string(choice.Law)] = true
	}
	v := reflect.ValueOf(*british)
	for i := range v.NumField() {
		field := v.Type().Field(i)
		get := v.Field(i).MethodByName("Get")
		if !field.IsExported() || !get.IsValid() || get.Type().Out(0).Kind() != reflect.String {
			continue
		}
		law := v.Field(i).MethodByName("Cite").Call(nil)[0].String()
		if !chosen[law] && field.Name != "Resignation" {
			t.Errorf("the choice of %s (%s) is told nowhere", field.Name, law)
		}
	}
}
