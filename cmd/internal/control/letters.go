package control

import (
	"context"
	"errors"
	"strings"

	"corrd/store"
)

// OneLetter names a letter that came in or a letter that went out.
type OneLetter struct {
	ID  int64 `json:"id,omitempty"`
	Out bool  `json:"out,omitempty"`
}

// LetterDetail is a letter that came in or went out, with its bytes and its text.
type LetterDetail struct {
	LetterView
	Game    *int64 `json:"game"`
	From    string `json:"from"`
	To      string `json:"to"`
	Subject string `json:"subject"`
	Gone    string `json:"gone"` // why the store has no bytes of the letter
	Raw     []byte `json:"raw,omitempty"`
}

// LetterShow returns any letter that ever came in or went out.
func (r *Room) LetterShow(_ context.Context, a OneLetter) (LetterDetail, error) {
	return view(r, func(v store.View) (LetterDetail, error) {
		name := namer(v)
		if a.Out {
			row, err := v.Row(a.ID)
			if errors.Is(err, store.ErrNotFound) {
				err = refuse("no letter o%d has gone out or waits; corrctl game letters lists those of a game", a.ID)
			}
			if err != nil {
				return LetterDetail{}, err
			}
			signed, err := v.Signed(a.ID)
			d := LetterDetail{LetterView: viewLetterOut(row, name(row.Player)), Game: gameOrNull(row.Game), From: r.Ledger.Site.Address(), To: row.To, Raw: signed}
			if len(signed) == 0 {
				d.Gone = "the letter has not been written yet"
				if row.Erased != 0 {
					d.Gone = "its words have been erased by an order"
				}
			}
			return d, err
		}
		l, err := v.Letter(a.ID)
		if errors.Is(err, store.ErrNotFound) {
			err = refuse("no letter %d has come in; o%d is one that went out", a.ID, a.ID)
		}
		if err != nil {
			return LetterDetail{}, err
		}
		d := LetterDetail{LetterView: viewLetterIn(l, name(l.Player)), Game: gameOrNull(l.Game), From: l.From, To: strings.Join(l.To, ", "), Subject: l.Subject}
		if d.Raw, err = v.Raw(a.ID); errors.Is(err, store.ErrPurged) {
			d.Gone, err = "the bytes of the letter are not kept any more", nil
		}
		return d, err
	})
}

func gameOrNull(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}
