package carrier

import "time"

// Real is the journey of a card that somebody wrote by hand and the post has really carried: its
// postmark is read off the card, and it arrives when it came to the office.
func Real(c Communication, postmark, arrived time.Time) Journey {
	return Journey{Collected: postmark, Delivered: arrived, Carried: c.Moves}
}

// ToReal is the journey of a communication whose receiver has no mailbox: it is put out as a card when
// it is collected, and from there on the post really carries it.
func (j Journey) ToReal() Journey {
	j.Delivered = j.Collected
	return j
}
