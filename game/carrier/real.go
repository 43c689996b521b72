package carrier

import "time"

// Real returns the journey of a card that somebody wrote by hand and the post has really carried: the postmark stands on
// the card, and the card arrives when it comes to the office.
func Real(c Communication, postmark, arrived time.Time) Journey {
	return Journey{Collected: postmark, Delivered: arrived, Carried: c.Moves}
}

// ToReal returns the journey of a communication whose receiver has no mailbox: the communication is put out as a card
// when it is collected, and the post really carries the card from there on.
func (j Journey) ToReal() Journey {
	j.Delivered = j.Collected
	return j
}
