// Package sim has only tests: corrd as a whole, in time that does not pass by
// itself, with every trouble of mail that can be thought of, and an oracle that
// holds what corrd did against what everybody wrote.
package sim
