package mailer

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// isBlock tells elements whose text stands on lines of its own.
func isBlock(tag atom.Atom) bool {
	switch tag {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Center, atom.Dd, atom.Div, atom.Dl, atom.Dt,
		atom.Fieldset, atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Header,
		atom.Hr, atom.Li, atom.Main, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Section, atom.Table, atom.Tbody, atom.Thead,
		atom.Tfoot, atom.Tr, atom.Ul, atom.Option, atom.Select, atom.Textarea, atom.Caption:
		return true
	}
	return false
}

// isVoid tells elements that hold nothing and have no end tag.
func isVoid(tag atom.Atom) bool {
	switch tag {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Param,
		atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// isQuotation tells elements in which mail programs put what they quote.
func isQuotation(tag atom.Atom, attrs map[string]string) bool {
	return tag == atom.Blockquote || hasClass(attrs, "yahoo_quoted", "protonmail_quote", "tutanota_quote", "zmail_extra", "moz-forward-container")
}

// startsReply tells the elements after which everything is quoted, by the marks
// that Outlook puts on them.
func startsReply(attrs map[string]string) bool {
	switch strings.TrimPrefix(attrs["id"], "x_") {
	case "divRplyFwdMsg", "appendonsend", "mail-editor-reference-message-container", "OLK_SRC_BODY_SECTION":
		return true
	}
	return hasClass(attrs, "OutlookMessageHeader")
}

// isSilent tells elements that hold nothing for readers, and signatures, which
// mail programs mark.
func isSilent(tag atom.Atom, attrs map[string]string) bool {
	switch tag {
	case atom.Script, atom.Style, atom.Title, atom.Template, atom.Noscript, atom.Object, atom.Iframe:
		return true
	}
	return hasClass(attrs, "gmail_signature", "moz-signature")
}

// isHidden tells elements whose text no reader sees, or sees struck out.
func isHidden(tag atom.Atom, attrs map[string]string) bool {
	if tag == atom.S || tag == atom.Strike || tag == atom.Del {
		return true
	}
	_, hidden := attrs["hidden"]
	return hidden || hidesByStyle(attrs["style"])
}

// hidesByStyle tells a style attribute that makes text invisible.
func hidesByStyle(style string) bool {
	if style == "" {
		return false
	}
	compact := strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, strings.ToLower(style))
	for _, declaration := range strings.Split(compact, ";") {
		switch strings.TrimSuffix(declaration, "!important") {
		case "display:none", "visibility:hidden", "mso-hide:all", "opacity:0", "font-size:0", "font-size:0px", "font-size:0pt",
			"max-height:0", "max-height:0px", "text-decoration:line-through", "text-decoration-line:line-through":
			return true
		}
	}
	return false
}

func hasClass(attrs map[string]string, names ...string) bool {
	for class := range strings.FieldsSeq(attrs["class"]) {
		class = strings.TrimPrefix(class, "x_")
		for _, name := range names {
			if class == name {
				return true
			}
		}
	}
	return false
}
