package parse

import (
	"strings"
	"testing"

	"corrd/game/reason"
	"corrd/mailer"
)

// newHTML returns the new text of an HTML page.
func newHTML(page string) (text string, unread reason.Reason) {
	plain, unread := htmlText(page, new(int))
	return newText(mailer.Clean(plain)), unread
}

// hiddenForms are ways to put a text, in the place of %, on a page so that its reader does not
// see it.
var hiddenForms = []string{
	`<p style="display:none">%</p>`, `<p style="display: none !important">%</p>`, `<p style="DISPLAY:NONE">%</p>`,
	`<p style="display:none" style="display:block">%</p>`, `<p style="visibility:hidden">%</p>`, `<p style="mso-hide:all">%</p>`,
	`<p style="font-size:0">%</p>`, `<p style="font-size:0.0em">%</p>`, `<p style="height:0;overflow:hidden">%</p>`, `<p style="max-height:0">%</p>`, `<p style="max-width:0px">%</p>`,
	`<style>.x{display:none}</style><p class="a x">%</p>`, `<style>#x{visibility:hidden}</style><p id="x">%</p>`, `<style>i{font-size:0}</style><i>%</i>`,
	`<style>body p.x > span.y { mso-hide : ALL }</style><p class=x><span class="y">%</span></p>`, `<style>@media screen{.x{display:none}}</style><p class="x">%</p>`,
	`<style>@media(min-width:1px){.x{display:none}}</style><p class="x">%</p>`, `<style><!-- a{color:red} .X{max-height:0} --></style><p class="x">%</p>`,
	`<style>x-y{display:none}</style><x-y>%</x-y>`, `<p class="x">%</p><StYlE>.x{display:none}</StYlE>`,
	`<p hidden>%</p>`, `<p aria-hidden="true">%</p>`, `<textarea>%</textarea>`, `<select><option>%</option></select>`, `<noscript>%</noscript>`, `<template>%</template>`,
	`<details><summary>more</summary>%</details>`, `<dialog>%</dialog>`, `<!-- % -->`, `<!--[if mso]><p>%</p><![endif]-->`, `<title>%</title>`, `<bdo dir="rtl">%</bdo>`,
	`<del>%</del>`, `<iframe>%</iframe>`, `<svg><text>%</text></svg>`, `<noframes>%</noframes>`, `<p data-x=1 b=2 style="display:none">%</p>`,
}

// TestHiddenTextNeverActs checks that corrd reads nothing of a hidden text, and all of the text
// beside it.
func TestHiddenTextNeverActs(t *testing.T) {
	page := func(form string) string {
		form = strings.Replace(form, "%", "P-Q4", 1)
		return "<div>7. Kt-KB3</div>" + form + "<div>Yours, Alice</div>"
	}
	for _, form := range hiddenForms {
		if got, _ := newHTML(page(form)); strings.Join(strings.Fields(got), " ") != "7. Kt-KB3 Yours, Alice" {
			t.Errorf("%s: %q", form, got)
		}
	}
}

// TestSeenTextStays checks styles that mail programs write and that hide nothing.
func TestSeenTextStays(t *testing.T) {
	for _, form := range []string{
		`<p style="margin:0;font-size:11pt;color:rgb(0,0,0)">%</p>`, `<p style="font:12px/1.5 Arial, sans-serif">%</p>`, `<p style="height:auto;overflow:hidden">%</p>`,
		`<p style="color:windowtext;background:white">%</p>`, `<body bgcolor="#000000" text="#ffffff"><p>%</p></body>`, `<div style="background:#123456"><p style="color:white">%</p></div>`,
		`<p style="line-height:1;zoom:1;opacity:1">%</p>`, `<p style="font-size:small;text-indent:-18pt;margin-left:36pt">%</p>`, `<p style="color:inherit">%</p>`, `<font color="blue" size="1">%</font>`, `<font color="000080">%</font>`,
		`<style>p.MsoNormal{margin:0cm;font-size:11.0pt;mso-style-priority:99} a:link{color:#0563C1} v\:* {behavior:url(#default#VML);} @font-face{font-family:Wingdings}
			@page WordSection1{size:595.3pt 841.9pt} p:hover{display:none}</style><div class="WordSection1"><p class="MsoNormal">%</p></div>`,
		`<style type="text/css" style="display:none;">P {margin-top:0;margin-bottom:0;}</style><div class="elementToProof">%</div>`,
		`<details open>%</details>`, `<p style="filter:alpha(opacity=100);transform:none;clip:auto">%</p>`, `<p style="max-width:100%;width:100%;overflow-x:auto">%</p>`,
		`<div style="border-left:0px solid black;border-top:1px solid #ccc">%</div>`, `<blockquote></blockquote><div>%</div>`,
		`<table style="background:#fff"><tr><td style="color:#222">%</td></tr></table>`, `<p style="position:relative;left:-2px;top:0">%</p>`,
	} {
		if got, problem := newHTML(strings.Replace(form, "%</", "7. Kt-KB3</", 1)); got != "7. Kt-KB3" || problem != "" {
			t.Errorf("%s: %q, %s", form, got, problem)
		}
	}
}

// quotingForms are the ways in which mail programs quote a text, in the place of %, in HTML.
var quotingForms = map[string]string{
	"Gmail":                    `<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Monday Bob wrote:<br></div><blockquote class="gmail_quote">%</blockquote></div>`,
	"Gmail without blockquote": `<div class="gmail_quote"><div class="gmail_attr">---- Bob:<br></div>%</div>`,
	"Gmail, nothing announced": `<div class="gmail_quote">%</div>`,
	"Gmail, a quote in it":     `<div class="gmail_quote gmail_quote_container"><p>He said</p><blockquote>x</blockquote>%</div>`,
	"Gmail seen by Outlook":    `<div class="x_gmail_quote"><div class="x_gmail_attr">Bob:<br></div>%</div>`,
	"Thunderbird":              `<div class="moz-cite-prefix">Am Montag hat Bob dies von sich gegeben<br></div><blockquote type="cite">%</blockquote>`,
	"Thunderbird, unmarked":    `<div class="moz-cite-prefix">Am Montag hat Bob dies von sich gegeben<br></div><div>%</div>`,
	"Thunderbird forward":      `<div class="moz-forward-container">%</div>`,
	"Outlook web":              `<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>Od:</b> Bob</div><div>%</div>`,
	"Outlook web, twice":       `<div id="x_x_divRplyFwdMsg"><b>Bob</b></div><div>%</div>`,
	"Outlook":                  `<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p><b>Xyz:</b> Bob</p></div></div><p>%</p>`,
	"Outlook with a line":      `<div style='border:none;border-left:solid blue 1.5pt;padding:0cm 0cm 0cm 4.0pt'><p>%</p></div>`,
	"Outlook mobile":           `<div id="mail-editor-reference-message-container"><div>%</div></div>`,
	"Yahoo":                    `<div id="yahoo_quoted_123" class="yahoo_quoted"><div>%</div></div>`,
	"Yahoo, new":               `<div id="ydp1234yahoo_quoted_77" class="ydp1234yahoo_quoted"><div>%</div></div>`,
	"Apple":                    `<blockquote type="cite"><div>On 19 Nov 2026, at 21:14, Club wrote:</div><br class="Apple-interchange-newline"><div>%</div></blockquote>`,
	"Proton":                   `<div class="protonmail_quote">On Monday, Bob wrote:<br><blockquote class="protonmail_quote" type="cite">%</blockquote></div>`,
	"Zoho":                     `<div class="zmail_extra">%</div>`,
	"GMX":                      `<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div><b>Gesendet:</b> Montag</div><div name="quoted-content">%</div></div>`,
	"Roundcube":                `<p id="reply-intro">On Monday Bob wrote:</p><blockquote type="cite">%</blockquote>`,
	"Zimbra":                   `<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__HEADERS__"><b>Od: </b>Bob</div><div data-marker="__QUOTED_TEXT__">%</div>`,
	"Tutanota":                 `<blockquote class="tutanota_quote">%</blockquote>`,
	"Spark":                    `<div name="messageReplySection">Bob, Monday<br>%</div>`,
}

func TestQuotingInHTML(t *testing.T) {
	for program, form := range quotingForms {
		for _, quoted := range []string{"P-Q4", "<div>P-Q4</div><p>P-QB4</p>", "<pre>P-Q4\nP-QB4</pre>"} {
			if got, _ := newHTML("<div>7. Kt-KB3</div>" + strings.Replace(form, "%", quoted, 1)); got != "7. Kt-KB3" {
				t.Errorf("%s, %s: %q", program, quoted, got)
			}
		}
	}
}

// TestAnswersBetweenQuotesInHTML checks that answers between quotes are new text, though Gmail
// leaves them inside its container.
func TestAnswersBetweenQuotesInHTML(t *testing.T) {
	got, _ := newHTML(`<div class="gmail_quote"><div class="gmail_attr">On Monday Bob wrote:<br></div><blockquote class="gmail_quote">P-Q4</blockquote>` +
		`<div>7. Kt-KB3</div><blockquote class="gmail_quote">P-Q3</blockquote><div>Yours</div></div>`)
	if got != "7. Kt-KB3\n\nYours" {
		t.Errorf("%q", got)
	}
}
