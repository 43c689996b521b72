package ledger

import (
	"strings"
	"testing"
	"unicode/utf8"

	"corrd/game/terms"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
)

func TestClean(t *testing.T) {
	for _, tc := range []struct{ written, want string }{
		{"Alice Example", "Alice Example"},
		{"  Alice \t Example ", "Alice Example"},
		{"J.R. O'Neill-Smith, Jr.", "J. R. O'Neill-Smith, Jr."},
		{"Alice (2)", "Alice (2)"},
		{"Ａｌｉｃｅ", "Alice"},
		{"Al\u200bi\u202ece\x1b[31m", "Alice 31m"},
		{"see www.spam.example/pills", "see www. spam. example pills"},
		{"call +44 20 7946 0958 now", "call now"},
		{"<b>Bob</b> \"the\" bob@example.org", "b Bob b the bob example. org"},
		{"12 34", ""},
		{"☎ ★", ""},
		{"Мария", "Мария"},
		{"e\u0301\u0302\u0303\u0304\u0305vil", "é\u0302\u0303vil"},
		{strings.Repeat("very ", 20), "very very very very very very very very"},
	} {
		if got := CleanName(tc.written); got != tc.want {
			t.Errorf("%q is the name %q, want %q", tc.written, got, tc.want)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("Alice Example")
	f.Add("a.b.c.d.\u202e1234567")
	f.Fuzz(func(t *testing.T, written string) {
		name := CleanName(written)
		if utf8.RuneCountInString(name) > longestName || strings.ContainsAny(name, "\n\r<>@/:\"") || !utf8.ValidString(name) {
			t.Errorf("%q is the name %q", written, name)
		}
		if again := CleanName(name); again != name {
			t.Errorf("%q is %q, and again %q", written, name, again)
		}
		NameKeys(name)
		reservedName(name, "corrd")
		readableName(name)
	})
}

// alikeNames reports whether two names are taken for one another.
func alikeNames(a, b string) bool {
	ka, kb := NameKeys(a), NameKeys(b)
	return ka[0] == kb[0] || ka[1] == kb[1]
}

func TestLookAlikes(t *testing.T) {
	for _, tc := range []struct{ a, b string }{
		{"Alice", "alice"}, {"Alice", "ALICE"}, {"Alice", "Аlice"}, {"Alice", "AIice"}, {"Alice", "A1ice"}, {"Alice", "Alıce"},
		{"Alice", "Álice"}, {"Alice", "Al\u200dice"}, {"Alice", CleanName("Al\u3164ice")}, {"Rupert", "Ɍʋpert"}, {"Alice", "A lice"}, {"Alice", "A.l.i.c.e"}, {"Alice", "𝐀𝐥𝐢𝐜𝐞"},
		{"Alice", "Ａｌｉｃｅ"}, {"Alice", "ᴀʟɪᴄᴇ"}, {"Bob", "B0b"}, {"Bob", "Вов"}, {"Tom", "Torn"},
		{"Coco", "Сосо"}, {"Νικος", "ΝΙΚΟΣ"}, {"Nina", "Νina"}, {"William", "VVilliam"}, {"Alice Example", "Alice  Examp1e"},
	} {
		if !alikeNames(tc.a, tc.b) {
			t.Errorf("%q passes beside %q", tc.b, tc.a)
		}
	}
	for _, tc := range []struct{ a, b string }{
		{"Alice", "Alicia"}, {"Alice", "Alice (2)"}, {"Alice (2)", "Alice (3)"}, {"Bob", "Rob"}, {"Anna", "Hanna"},
		{"José", "Josef"}, {"Мария", "Марина"}, {"王伟", "王芳"}, {"Smith", "Smyth"},
	} {
		if alikeNames(tc.a, tc.b) {
			t.Errorf("%q is refused beside %q", tc.b, tc.a)
		}
	}
}

func TestReserved(t *testing.T) {
	for _, name := range []string{"corrd", "Corrd", "c0rrd", "соrrd", "ＣＯＲＲＤ", "The Umpire", "Umpire", "UMPlRE", "umpire 2", "Umpire2", "u m p i r e",
		"Bob the Umpire", "mailer-daemon", "MAILER DAEMON", "Mailer Daemоn", "Postmaster", "post master", "abuse", "Secretary", "Secretary of the Club",
		"corrd\u200b", "cörrd", "Club Office", "The Club Office",
		"Arbiter", "The Arbiter", "ARBITER", "Аrbiter", "Ａｒｂｉｔｅｒ", "Chief Arbiter", "Referee", "Rеferee", "Refereе 2", "admin", "Admin", "4 admin", "adrnin", "Admln",
		"A d m i n", "Admin123", "Administrator", "Mail Delivery System", "Mail Delivery Subsystem", "MAIL-DELIVERY-SYSTEM", "Mаil Delivery System", "mail system",
		"Judge", "The Judge", "System", "Support", "Root", "Moderator", "Webmaster", "no-reply", "Do Not Reply", "Tournament Director", "Schiedsrichter", "Turnierleiter",
		"Арбитр", "Администратор", "ａｄｍｉｎ", "ᴀdmin", "Árbitro", "Arbitre principal", "help desk",
		"Security Team", "Director of Play", "The Support Staff", "Chess Director", "Sесurity Tеam", "Account Security", "Games Controller 2", "President of the Club",
		"Your Opponent", "The Committee", "Superuser", "Орропеnt", "Billing Department",
		"Umpires", "The Arbiters", "Referees 2", "Secretariat", "Sekretär", "Secrétaire du club", "Schiedsrichterin", "Scheidsrechter", "Rozhodčí", "裁判", "管理員",
		"ʋmpire", "ɾeferee", "Aɗmin", "Árbitra", "Wettkampfleiter", "裁判員", "심판", "שופט", "الحكم", "Hakem", "White", "The Black", "You", "Tournament Desk", "Automatic Reply"} {
		if !reservedName(name, "Club Office") {
			t.Errorf("%q is free", name)
		}
	}
	for _, name := range []string{"Alice", "Master Post", "Daemon", "Corral", "Empire", "Bob Umpirey", "Office", "Aaron Judge", "Clara Root", "Adam Mincer", "Referendum", "Arbit Erskine", "John Steward", "Mail Baker", "Helena Info",
		"Adminah", "Stewart Captain Smith", "Dieter Mail",
		"Frank Marshal", "Chess Player", "Mail Order", "Grace Security Smith", "Of Chess", "Alice White", "László Bíró", "Anna Richter"} {
		if reservedName(name, "Club Office") {
			t.Errorf("%q is reserved", name)
		}
	}
}

// TestUnreadable: a word of several scripts, digits of another script included, is not a name; nor
// is one with letters that are not seen, or that lengthen others.
func TestUnreadable(t *testing.T) {
	for _, name := range []string{"c๐rrd", "c০rrd", "cဝrrd", "Aliـce", "Al\u02d0ice", "ـ", "\u115f\u115f", "ⲥorrd", "ᥙmpire", "Umpirҽ", "ꓮꓡꓲꓚꓰ", "ᎪᏞᏆᏟᎬ", "Аlice"} {
		if c := CleanName(name); c != "" && readableName(c) {
			t.Errorf("%q is readable", name)
		}
	}
	for _, name := range []string{"Alice 2", "ラーメン", "山田 太郎", "Oʼneill", "সুমন ২", "محمد", "Мария 2", "Jean-Luc", "김철수"} {
		if c := CleanName(name); c == "" || !readableName(c) {
			t.Errorf("%q is not readable", name)
		}
	}
}

// TestHolds: a name that holds the name of an umpire is taken for the umpire's.
func TestHolds(t *testing.T) {
	for _, tc := range []struct {
		name, umpire string
		want         bool
	}{
		{"George Walker", "George Walker", true}, {"george walker", "George Walker", true}, {"Geоrge Walker", "George Walker", true}, {"Ｇｅｏｒｇｅ Ｗａｌｋｅｒ", "George Walker", true},
		{"Mr George Walker", "George Walker", true}, {"George Walker (2)", "George Walker", true}, {"Georgewalker", "George Walker", true}, {"G e o r g e Walker", "George Walker", true},
		{"Bob Walker", "George Walker", false}, {"George Walkers", "George Walker", false}, {"Walker", "walker", true}, {"Bob Walker", "walker", false}, {"Walker2", "walker", false},
	} {
		if got := NameHolds(tc.name, tc.umpire); got != tc.want {
			t.Errorf("%q beside the umpire %q: %v, want %v", tc.name, tc.umpire, got, tc.want)
		}
	}
}

// TestToStranger: a name in a letter to a stranger holds letters and single spaces, and an
// apostrophe or a hyphen between letters.
func TestToStranger(t *testing.T) {
	for name, want := range map[string]string{"Alice Example": "Alice Example", "O’Neill-Smith": "O’Neill-Smith", "José": "José", "R. Smith, 3rd": "R Smith rd",
		"Bob (2)": "Bob", "Your bank. Log in evil(dot)shop, 4711": "Your bank Log in evil dot shop", "'quoted'": "quoted", "a - b": "a b", "王小明": "王小明", "Müller": "Müller",
		"a·b": "a b", "4711": "", "Anna-": "Anna", "d'Arcy": "d'Arcy", "x--y": "x y"} {
		if got := NameToStranger(name); got != want {
			t.Errorf("%q is shown as %q, want %q", name, got, want)
		}
	}
}

func TestReadable(t *testing.T) {
	for name, want := range map[string]bool{"Alice": true, "Мария Smith": true, "王小明": true, "田中 ゆき": true, "O’Neill-Smith": true, "Müller": true, "Αλίκη": true,
		"Аlice": false, "Bоb": false, "ᎪᏞᏆᏟᎬ": false, "Νina": false, "ᴀʟɪᴄᴇ": true} {
		if got := readableName(name); got != want {
			t.Errorf("%q: %v, want %v", name, got, want)
		}
	}
}

// TestUmpireOfTheTermsCanBeWrittenTo: an address that the term umpire takes is one that letters can
// be written to. Package terms has a grammar of its own, because it knows nothing of mail.
func TestUmpireOfTheTermsCanBeWrittenTo(t *testing.T) {
	taken := 0
	for _, local := range []string{"umpire", "the.umpire", "the..umpire", ".umpire", "umpire.", "o'hara+chess", `a\b`, "a[b", "a`b{c}|~^$!#%&*/=?_-", `"a b"`, strings.Repeat("u", 310)} {
		for _, domain := range []string{"example.org", "Example.ORG", "a-b.example", "example..org", "example.org.", ".org", "[192.0.2.1]", "localhost", "x_y.example", "xn--bcher-kva.example"} {
			address := local + "@" + domain
			got, refusal := terms.Parse([]interpret.Term{{Key: "umpire", Value: address}}, terms.Default())
			if refusal != "" {
				continue
			}
			taken++
			if read, ok := mailer.ReadPlain(got.Umpire); !ok || !store.SameAddress(read, address) {
				t.Errorf("%s may be the umpire of a game, and no letter can be written there: %q, %v", address, read, ok)
			}
		}
	}
	if taken < 20 {
		t.Errorf("only %d addresses are taken", taken)
	}
}
