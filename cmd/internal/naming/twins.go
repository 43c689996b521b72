package naming

import "strings"

// twins are letters and digits that are taken for a Latin letter, with that letter. The
// table is a choice: Greek and Cyrillic, in which whole names can be spelt that look
// Latin, Armenian, and the small capitals and stroked letters of Latin itself. The
// letters i and l, the capital I and the digit 1 are one, and so are o and the digit 0.
// A capital that looks like another letter than its small one stands for itself.
var twins = twinsOf(map[string]string{
	"a": "аαɑᴀ", "b": "вьʙΒ", "c": "сᴄϲ", "d": "ԁᴅđð", "e": "еёєεᴇ", "f": "ғꜰ", "g": "ɡɢԍ",
	"h": "нһʜħΗհ", "i": "іїıɩɪιlł1ӏʟǀǃΙ", "j": "јϳᴊ", "k": "кκᴋĸ", "m": "мᴍΜ", "n": "пɴηΝո",
	"o": "оοσø0օᴏө", "p": "рρᴘþ", "q": "ԛզ", "r": "гʀᴦ", "s": "ѕꜱ", "t": "тτᴛŧ",
	"u": "υᴜսц", "v": "νѵᴠ", "w": "ԝωшᴡա", "x": "хχ", "y": "уүγʏΥ", "z": "ᴢΖ",
	"ss": "ß", "ae": "æᴁӕ", "oe": "œɶ",
})

func twinsOf(table map[string]string) map[rune]string {
	all := make(map[rune]string, 128)
	for letter, alike := range table {
		for _, r := range alike {
			all[r] = letter
		}
	}
	return all
}

// pairs are letters that side by side are taken for one.
var pairs = strings.NewReplacer("rn", "m", "vv", "w")
