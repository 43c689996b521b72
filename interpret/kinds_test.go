package interpret

import "testing"

// TestEveryKindHasARow: each kind has a name of its own, and is addressed to somebody.
func TestEveryKindHasARow(t *testing.T) {
	named := map[string]Kind{}
	for _, k := range Kinds() {
		row := k.Row()
		if other, taken := named[row.Name]; taken || row.Name == "" {
			t.Errorf("kind %d has the name %q of kind %d", k, row.Name, other)
		}
		named[row.Name] = k
		if row.To == 0 {
			t.Errorf("%s is addressed to nobody", row.Name)
		}
		if !k.Acts() && (row.Order != OrderLast || row.NeedsNoCarrier || row.Lapses || row.StopsClock || row.AfterEnd) {
			t.Errorf("%s acts in no game, and its row says how it does: %+v", row.Name, row)
		}
	}
}
