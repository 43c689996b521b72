package codes

// american1897 is the American Chess Code, Manhattan Chess Club, 1897: the British text but for the
// words of II.8(c), which lead to the same count.
var american1897 = amend(british1899, func(c *Code) {
	c.ID = "american-1897"
	c.Title = "The American Chess Code, Manhattan Chess Club, 1897"
	c.Equity = Rule[Provided]{}
	c.texts = []string{"american-1897", "british-1899"}
})

// amend returns a copy of a code with some of its provisions changed.
func amend(c Code, changes func(*Code)) Code {
	changes(&c)
	return c
}
