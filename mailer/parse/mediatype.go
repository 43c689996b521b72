package parse

import (
	"errors"
	"mime"
	"strings"

	"corrd/mailer"
)

// contentType returns the type of a part in lower case, and its parameters. A type that is
// missing or cannot be read is text/plain (RFC 2045, 5.2).
func (w *walk) contentType(h mailer.Fields) (kind string, params map[string]string) {
	values := h.All("Content-Type")
	if len(values) == 0 {
		return "text/plain", nil
	}
	if len(values) > 1 {
		w.addProblem("several Content-Type fields; the first was taken")
	}
	value := withoutComments(values[0])
	kind, params, err := mime.ParseMediaType(value)
	if err == nil && strings.Contains(kind, "/") {
		return kind, params
	}
	if kind = bareType(value); kind == "" {
		w.addProblem("a Content-Type that cannot be read was taken for plain text")
		kind = "text/plain"
	}
	return kind, bareParams(value)
}

// bareType returns the media type at the beginning of a field whose rest is not well
// formed; "" if there is none.
func bareType(value string) string {
	kind := strings.ToLower(value[:strings.IndexAny(value+";", ";, \t")])
	if top, sub, ok := strings.Cut(kind, "/"); !ok || top == "" || sub == "" {
		return ""
	}
	return kind
}

// bareParams picks charset and boundary out of a field whose parameters are not well
// formed.
func bareParams(value string) map[string]string {
	params := map[string]string{}
	for _, p := range strings.Split(value, ";")[1:] {
		name, v, _ := strings.Cut(p, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := params[name]; !twice && (name == "charset" || name == "boundary") {
			params[name] = strings.Trim(v, "\" \t")
		}
	}
	return params
}

// dispositionOf returns the disposition (RFC 2183) of a part in lower case, and the name of
// the file in the part; either may be "".
func dispositionOf(h mailer.Fields, contentType map[string]string) (disposition, file string) {
	disposition, params, err := mime.ParseMediaType(withoutComments(h.Get("Content-Disposition")))
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) {
		disposition = ""
	}
	if file = params["filename"]; file == "" {
		file = contentType["name"]
	}
	return disposition, decodeWords(file)
}

// withoutComments returns the value of a structured field without its comments (RFC 5322,
// 3.2.2), which package mime does not read. A value with a comment that has no end is
// returned unchanged.
func withoutComments(value string) string {
	var out strings.Builder
	for rest, ok := value, true; rest != ""; {
		part := rest[:1]
		switch rest[0] {
		case '"':
			if part, rest, ok = cutQuoted(rest); !ok {
				return value
			}
		case '(':
			if _, rest, ok = cutComment(rest); !ok {
				return value
			}
			part = ""
		default:
			rest = rest[1:]
		}
		out.WriteString(part)
	}
	return strings.TrimSpace(out.String())
}
