// Package store keeps what corrd knows: the players, the challenges, the games, every letter
// that came in with its raw bytes, and the letters that are to go out. A game is kept as the
// log of its events. Package store itself holds the interface Store and the encoding of
// events; store/bolt implements Store on a bbolt file, store/postgres implements Store on a
// PostgreSQL database, and store/storetest is the suite that every Store must pass.
//
// A Store knows how its records refer to one another. A Store knows nothing of mail, of
// templates, or of who is allowed to do what.
//
// # The log of a game, and what stands beside the log
//
// An event is one line of JSON. The hash of an event is the SHA-256 of 32 octets and the
// line; the 32 octets are the hash of the event before, or zeros for the first event.
// Therefore the hash of the last event, which stands in letters as Corrd-Chain, vouches for
// the whole log. The lines of a log never change.
//
// What somebody wrote and their address must nevertheless be erasable, and the plain hash of
// a text hides nothing: there are few ways to write P-K4, and a reader could try them all.
// Therefore a line of event format 2 holds, in the place of each text, the hash of a random
// salt and the text. The salt and the text stand beside the line. When the salt and the text
// are dropped, the line is unchanged, the chain still verifies, and nobody can find out what
// the text was.
//
//	{"format":2,"seq":2,…,"letter":7,"raw":"<hash>","kind":"played","data":{"ply":1,"move":"e2e4","words":"<hash>",…}}
//
// Each of these hashes is SHA-256(salt ‖ text) in hexadecimal, and a salt has 16 octets. The
// text of the field raw is the letter that brought the event about, byte for byte. The text
// of any other field is the JSON of the value that the hash replaces, such as "P-K4" with its
// quotation marks. The texts are the values of the fields words, with, otherwise, ground,
// remarks, reason, text, umpire, drawn and beside anywhere in the data, and of the fields if
// and then in a conditional series. A line names players by their numbers only.
//
// The first event of an act has a field act before its data in the plain line, an object that tells which
// letter, alarm or order it was, in numbers, times and names; lines of before acts were noted have none.
// No hash covers the act: when letters are taken again, after a backup was put back, the same events may
// follow from other acts, and the letters that name their hashes must stay the same.
//
// A line of event format 1 holds the texts themselves. Such a line stays as it is, byte for
// byte, and lines of format 2 continue the chain from its hash. When a text of a line of
// format 1 is erased, the store drops the line's text and keeps the line's hash. The chain
// then continues from the kept hash, which nobody can recompute, and Check counts the event
// among the Unprovable.
//
// The salts of a game are derived from a key that lies beside the game's log (SaltKey).
// Therefore a store that was put back from a backup makes the same lines again for the events
// that the backup had not yet seen.
package store
