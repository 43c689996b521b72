package board

import (
	"encoding/json"
	"testing"
)

// texts is one of each type that is stored and printed as text.
type texts struct {
	Square Square
	Move   Move
	Side   Side
}

func TestTextRoundTrip(t *testing.T) {
	for _, c := range []struct {
		value texts
		want  string
	}{
		{texts{At(4, 3), NewMove(At(4, 6), At(4, 7), Queen), Black}, `{"Square":"e4","Move":"e7e8q","Side":"black"}`},
		{texts{NoSquare, Pass, White}, `{"Square":"","Move":"0000","Side":"white"}`},
	} {
		got, err := json.Marshal(c.value)
		if err != nil || string(got) != c.want {
			t.Errorf("%s, %v, not %s", got, err, c.want)
		}
		var back texts
		if err := json.Unmarshal(got, &back); err != nil || back != c.value {
			t.Errorf("%s read back is %v, %v", got, back, err)
		}
	}
}

func TestTextThatIsNone(t *testing.T) {
	for _, bad := range []string{`{"Square":"e9"}`, `{"Move":"e2"}`, `{"Move":""}`, `{"Side":"red"}`} {
		if err := json.Unmarshal([]byte(bad), new(texts)); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}
