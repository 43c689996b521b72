package templates

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// harmless are the features of HTML and CSS that some mail program does not have, or has in
// part, and what is seen where it is missing. A letter uses no other such feature.
var harmless = map[string]string{
	"css-at-media":                      "headings stay as large as on a wide screen",
	"css-at-media-prefers-color-scheme": "links keep the colour that is for light; programs without it turn dark by themselves or stay light",
	"css-border":                        "hairlines are missing, or as wide as Word draws them; nothing is told by them",
	"html-align":                        "left is all that is asked for, and the default",
	"css-color-scheme":                  "the program's own colours stand, for letters name none",
	"css-display":                       "the men stand above the picture, as they are read, and links without a frame: the groups of a table and inline blocks are all else that is asked for",
	"css-font-size":                     "Word takes px, and no other unit is used",
	"css-font-weight":                   "a heading is bold as its program has it; normal is all that is asked for",
	"css-height":                        "the picture's own proportion stands; auto is all that is asked for",
	"css-important":                     "it stands in the style sheet alone, which is not needed",
	"css-line-height":                   "lines stand closer or wider",
	"css-margin":                        "no negative margins and no auto are asked for, which is what is missing",
	"css-max-width":                     "Word does not have it on a div, and takes the width of the table that is for it alone",
	"css-outline":                       "nothing is outlined without it either",
	"css-overflow-wrap":                 "a long word makes the letter wider",
	"css-padding":                       "text stands nearer to the margin",
	"css-selector-type":                 "it stands in the style sheet alone, which is not needed",
	"css-text-size-adjust":              "a telephone that is turned may set text larger",
	"css-text-decoration":               "links have a line below them in their frame",
	"css-width":                         "the picture has its width as an attribute beside it",
	"css-word-break":                    "a long word makes the letter wider",
	"html-aria-hidden":                  "dashes before the items of a list are read aloud",
	"html-aria-label":                   "the table of moves has no name when it is read aloud; its heads say what it is",
	"html-body":                         "the letter stands in the program's own page, and asks nothing of the body but its margin",
	"html-doctype":                      "the letter is laid out by the old rules, which tables hold under",
	"html-lang":                         "it is read aloud in the program's own language",
	"html-nowrap":                       "a short cell of a table is broken in two lines",
	"html-meta-color-scheme":            "the program's own colours stand, for letters name none",
	"html-role":                         "tables of layout are read aloud as tables",
	"html-style":                        "links have the program's colour, and headings one size on every screen",
	"html-width":                        "Word takes pixels as points on a screen of many dots, and percents as they are",
	"html-mailto-links":                 "the answer is written by hand: the sentences of the letter say how",
}

// timeless are the elements and attributes that every mail program has, and of which the
// data therefore say nothing.
var timeless = []string{"html-html", "html-head", "html-meta", "html-title", "html-br", "html-a", "html-charset", "html-content", "html-name", "html-scope", "html-src", "html-alt", "html-border", "css-color"}

// family gives the feature of the data that an element, an attribute or a property is of.
var family = map[string]string{
	"html-h1": "html-h1-h6", "html-h2": "html-h1-h6", "html-tr": "html-table", "html-td": "html-table", "html-th": "html-table", "html-tbody": "html-table",
	"css-font-family": "css-font", "css-padding-left": "css-padding", "css-border-top": "css-border", "css-border-bottom": "css-border", "css-border-left": "css-border", "css--webkit-text-size-adjust": "css-text-size-adjust",
	"css-supported-color-schemes": "css-color-scheme", "html-class": "css-selector-class",
}

// programs reads the data: the programs, and what each makes of a feature.
func programs(t *testing.T) (names []string, does map[string]string) {
	t.Helper()
	raw, err := os.ReadFile("testdata/caniemail.txt")
	if err != nil {
		t.Fatal(err)
	}
	does = map[string]string{}
	for line := range strings.Lines(string(raw)) {
		fields := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "#"):
		case fields[0] == "programs:":
			names = fields[1:]
		case len(fields) != 2 || len(fields[1]) != len(names):
			t.Fatalf("a bad row: %q", line)
		default:
			does[fields[0]] = fields[1]
		}
	}
	if len(names) < 10 || len(does) < 250 {
		t.Fatalf("%d programs, %d features", len(names), len(does))
	}
	return names, does
}

var (
	atRule   = regexp.MustCompile(`@media \(([a-z-]+)`)
	ruleSet  = regexp.MustCompile(`([^{}()]+)\{([^{}]*)\}`)
	unitUsed = regexp.MustCompile(`[0-9](px|em|rem|ch|vw|vh|pt|%)`)
)

// properties returns the features that some declarations of CSS use.
func properties(css string) (used []string) {
	for declaration := range strings.SplitSeq(css, ";") {
		name, value, ok := strings.Cut(declaration, ":")
		if !ok {
			continue
		}
		used = append(used, "css-"+strings.TrimSpace(name))
		for _, unit := range unitUsed.FindAllStringSubmatch(value, -1) {
			used = append(used, "css-unit-"+strings.ReplaceAll(unit[1], "%", "percent"))
		}
		if strings.Contains(value, "!important") {
			used = append(used, "css-important")
		}
		if strings.HasPrefix(strings.TrimSpace(value), "-") {
			used = append(used, "a negative "+name)
		}
	}
	return used
}

// features are what the HTML of a letter uses, by the names of the data.
func features(t *testing.T, page string) map[string]bool {
	t.Helper()
	used := map[string]bool{}
	add := func(names ...string) {
		for _, name := range names {
			if of, ok := family[name]; ok {
				name = of
			}
			used[name] = true
		}
	}
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range doc.Descendants() {
		switch {
		case n.Type == html.DoctypeNode:
			add("html-doctype")
		case n.Type == html.CommentNode:
			add("html-comments")
		case n.Type == html.TextNode && n.Parent.Data == "style":
			for _, rule := range atRule.FindAllStringSubmatch(n.Data, -1) {
				add("css-at-media")
				if rule[1] != "max-width" {
					add("css-at-media-" + rule[1])
				}
			}
			for _, rule := range ruleSet.FindAllStringSubmatch(n.Data, -1) {
				if add("css-selector-type"); strings.ContainsAny(rule[1], ".#>+~*[") {
					add("a selector " + rule[1])
				}
				add(properties(rule[2])...)
			}
		case n.Type == html.ElementNode:
			add("html-" + n.Data)
			for _, a := range n.Attr {
				switch {
				case a.Key == "style":
					add(properties(a.Val)...)
				case a.Key == "href" && strings.HasPrefix(a.Val, "mailto:"):
					add("html-mailto-links")
				case a.Key == "name" && a.Val == "color-scheme":
					add("html-meta-color-scheme")
				case a.Key == "src" && !strings.HasPrefix(a.Val, "cid:"):
					add("a picture from " + a.Val)
				default:
					add("html-" + a.Key)
				}
			}
		}
	}
	return used
}

// TestLettersAreForEveryMailProgram: the HTML of a letter uses what every mail program of
// the data has, or what nobody misses, and every feature named as harmless is used and
// missing somewhere.
func TestLettersAreForEveryMailProgram(t *testing.T) {
	names, does := programs(t)
	used := map[string]bool{}
	for _, p := range pages(t) {
		maps.Copy(used, features(t, p.HTML))
	}
	for _, feature := range slices.Sorted(maps.Keys(used)) {
		answers, known := does[feature]
		var without []string
		for i, answer := range answers {
			if !strings.ContainsRune("yu.", answer) {
				without = append(without, names[i])
			}
		}
		_, excused := harmless[feature]
		switch {
		case excused && known && len(without) == 0:
			t.Errorf("%s is named as harmless, and every mail program has it", feature)
		case excused || slices.Contains(timeless, feature):
		case !known:
			t.Errorf("the data know nothing of %s", feature)
		case len(without) > 0:
			t.Errorf("%s is missing in %v", feature, without)
		}
	}
	for feature := range harmless {
		if !used[feature] {
			t.Errorf("%s is named as harmless, and no letter uses it", feature)
		}
	}
	for _, feature := range timeless {
		if !used[feature] || does[feature] != "" {
			t.Errorf("%s is named as timeless, and no letter uses it, or the data know of it", feature)
		}
	}
}
