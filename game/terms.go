package game

// Terms are what two sides have agreed on before play (SPEC of the challenge);
// a term is the agreement the codes allow. They are kept in the Started event.
type Terms struct {
	Code         string      `json:"code"`
	Time         TimeControl `json:"time"`
	Notation     []string    `json:"notation"`
	Errors       string      `json:"errors"`       // "law", "courteous-first", "courteous"
	Assistance   string      `json:"assistance"`   // "law", "any-means", "bound"
	Conditionals string      `json:"conditionals"` // "shown", "sealed"
	Leave        string      `json:"leave"`        // "30 days a year", "none"
	Colour       string      `json:"colour"`       // of the challenger: "lot", "white", "black"
	First        string      `json:"first_move"`   // "law", "white", "black"
	Board        string      `json:"board"`        // "diagram", "blindfold"
	Medium       string      `json:"medium"`       // "email"
	Odds         Odds        `json:"odds"`
	Games        int         `json:"games"`
	Position     string      `json:"position,omitempty"` // a FEN; "" is the array
	Late         string      `json:"late,omitempty"`     // what follows a flag: "fine", "umpire"; "": it forfeits the game
	Umpire       string      `json:"umpire,omitempty"`   // an address; "": whoever keeps the server is the umpire
}

// Blindfold reports whether no position may be sent to the players.
func (t Terms) Blindfold() bool { return t.Board == blindfold }

// Sealed reports whether a side's conditional moves are hidden from the other
// until they are arrived at.
func (t Terms) Sealed() bool { return t.Conditionals == sealed }
