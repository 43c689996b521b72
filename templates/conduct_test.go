package templates

import (
	"reflect"
	"strings"
	"testing"

	"corrd/game/codes"
	"corrd/game/terms"
	"corrd/interpret"
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

// TestConductNamesEveryChoice: every rule by which codes choose has a place in the list.
func TestConductNamesEveryChoice(t *testing.T) {
	chosen := map[string]bool{}
	staunton, _ := codes.ByID("staunton-1871")
	for _, choice := range staunton.Conduct() {
		chosen[string(choice.Law)] = true
	}
	v := reflect.ValueOf(*staunton)
	for i := range v.NumField() {
		field := v.Type().Field(i)
		get := v.Field(i).MethodByName("Get")
		if !field.IsExported() || !get.IsValid() || get.Type().Out(0).Kind() != reflect.String && get.Type().Out(0) != reflect.TypeFor[codes.Choices]() {
			continue
		}
		law := v.Field(i).MethodByName("Cite").Call(nil)[0].String()
		if !chosen[law] && field.Name != "Resignation" {
			t.Errorf("the choice of %s (%s) is told nowhere", field.Name, law)
		}
	}
}

// TestCarriageIsTold: the way of each carrier is told in one sentence, with all that is
// agreed on, and no setting of a carrier beside the sentence.
func TestCarriageIsTold(t *testing.T) {
	for medium, words := range map[string][]string{
		"post":      {"collected at 09:00 and 17:00, 1\u00a0day to 4\u00a0days on the way, delivered at 08:00", "Sundays", "lost: 0.1"},
		"telegraph": {"takes them at 08:00-20:00, 20\u00a0minutes on the wire, tariff inland"},
	} {
		agreed, refusal := terms.Parse([]interpret.Term{{Key: "medium", Value: medium}, {Key: "post.transit", Value: "1d..4d"}, {Key: "post.loss", Value: "0.1"}}, terms.Default())
		told := strings.Join(mainTerms(agreed), "\n")
		for _, w := range words {
			if refusal != "" || !strings.Contains(told, w) || strings.Contains(told, medium+".") || strings.Contains(told, "%!") {
				t.Errorf("%s: %q is not in %q %s", medium, w, told, refusal)
			}
		}
	}
}
