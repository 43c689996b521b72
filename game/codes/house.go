package codes

// Silence is the rule of the house for matters of which a code says nothing: the
// umpire decides them.
const Silence Law = "house:27"
