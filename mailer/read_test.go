package mailer

import (
	"strings"
	"testing"
)

var testSite = Site{Local: "corrd", Domain: "club.example", Delimiter: '+'}

func testOptions() ReadOptions { return ReadOptions{Site: testSite, AuthservID: "mx.club.example"} }

func crlf(s string) []byte { return []byte(strings.ReplaceAll(s, "\n", "\r\n")) }

// ordinary is a letter as people send it: about 2 KB, a reply above its quote.
var ordinary = crlf(`Return-Path: <alice@example.org>
Delivered-To: corrd+g12.w7.abcdefghijklmnopqrstuvwxyz@club.example
Authentication-Results: mx.club.example; dmarc=pass header.from=example.org; spf=pass smtp.mailfrom=example.org
Received: from out.example.org (out.example.org [192.0.2.1])
	by mx.club.example (Postfix) with ESMTPS id 4ABCDEF
	for <corrd+g12.w7.abcdefghijklmnopqrstuvwxyz@club.example>; Fri, 20 Nov 2026 08:00:03 +0000 (UTC)
From: Alice Example <alice@EXAMPLE.org>
To: Club <corrd+g12.w7.abcdefghijklmnopqrstuvwxyz@club.example>
Subject: Re: [corrd 12] 6... B-K2 =?utf-8?q?=E2=80=94?= your turn
Date: Fri, 20 Nov 2026 08:00:00 +0000
Message-ID: <a1@example.org>
In-Reply-To: <g12.e31.alice@club.example>
References: <g12.e1.alice@club.example> <g12.e31.alice@club.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

7. Kt-KB3

A fine game so far.

On Thu, 19 Nov 2026 at 21:14, Club <corrd@club.example> wrote:
` + strings.Repeat("> Black has played 6... B-K2 (in algebraic: Be7).\n>\n", 20) + `
--
Alice Example
4 Queen Street, flat b4
`)

func TestReadOrdinary(t *testing.T) {
	l := Read(ordinary, Envelope{}, testOptions())
	if l.Text != "7. Kt-KB3\n\nA fine game so far." {
		t.Errorf("Text = %q", l.Text)
	}
	if l.From != "alice@example.org" || l.FromName != "Alice Example" || l.Auth != AuthPass || l.Machine != "" {
		t.Errorf("From %q %q, Auth %q, Machine %q", l.From, l.FromName, l.Auth, l.Machine)
	}
	want := Token{Kind: KindGame, Number: 12, Side: 'w', Ply: 7, Key: "abcdefghijklmnopqrstuvwxyz"}
	if l.Token != want || l.Subject != "Re: [corrd 12] 6... B-K2 — your turn" || len(l.Problems) > 0 {
		t.Errorf("Token %+v, Subject %q, Problems %q", l.Token, l.Subject, l.Problems)
	}
}

func BenchmarkRead(b *testing.B) {
	b.SetBytes(int64(len(ordinary)))
	b.ReportAllocs()
	for b.Loop() {
		Read(ordinary, Envelope{}, testOptions())
	}
}
