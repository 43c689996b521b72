package store

import "strings"

// dictionary is what letters have in common with each other: lines of their
// headers, and of corrd's own letters as they are sent and as mail programs
// quote them. What is most common comes last. It never changes: what was
// compressed with it can only be read with it.
var dictionary = strings.ReplaceAll(`Content-Type: multipart/alternative; boundary="=_
Content-Type: multipart/mixed; boundary="----=_Part_
Content-Type: text/html; charset="UTF-8"
<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body><div dir="ltr"><br></div><div class="gmail_quote"><blockquote type="cite"></body></html>
Content-Disposition: inline
User-Agent: Mozilla Thunderbird
X-Mailer: Apple Mail iPhone Mail Microsoft Outlook
Content-Language: en-GB
Accept-Language: en-US
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=gmail.com; s=selector1; h=from:to:subject:date:message-id:in-reply-to:references:mime-version:content-type; bh=; b=
Authentication-Results: mx; dkim=pass header.d=; spf=pass smtp.mailfrom=; dmarc=pass header.from=
Received-SPF: pass
Return-Path: <
Delivered-To:
Received: by with SMTP id
Received: from mail. (localhost [127.0.0.1]) by mail. with ESMTPS (TLS1.3) id for <corrd+g; Mon, Tue, Wed, Thu, Fri, Sat, Sun, Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec 2026 2027 2028 +0000 (UTC)
Auto-Submitted: auto-replied
List-Id: <g.corrd.>
Corrd-Game: 
Corrd-Turn: white black
Corrd-Letter: adopted
Corrd-Letter: move
Corrd-Moves: 
Corrd-Position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
Corrd-Law: I.13.C
Corrd-Chain: 
Corrd-Assistance: any-means; until 2026-
On wrote:
Am schrieb:
Le a écrit :
-----Original Message-----
> The law, I.13.C: A communicated move must be a record of the move,
> unless otherwise agreed. Whatever is not needed may be left out, and
> nothing is read as an illegal move that can be read as a legal one.
> | Game The British Chess Code, revised edition, 1899
> | White one move used 1 hour left 29 days 23 hours
> | Black no moves used no time left 30 days
> The moves so far, or the last of them:
> |    White  Black
> | White: King K1; Queen Q1; Rooks QR1, KR1; Bishops QB1, KB1;
> | Knights QKt1, KKt1; Pawns QR2, QKt2, QB2, Q2, K2, KB2, KKt2, KR2.
> You may consult books and use any other means, but you may not ask
> another player for help (III.2(a)).
> |     QR  QKt QB  Q   K   KB  KKt KR
> |   +--------------------------------+
> | 8 | r   kt  b   q   k   b   kt  r  | 1
> | 7 | p   p   p   p   p   p   p   p  | 2
> | 6 | .   .   .   .   .   .   .   .  | 3
> | 5 | .   .   .   .   .   .   .   .  | 4
> | 2 | P   P   P   P   P   P   P   P  | 7
> | 1 | R   Kt  B   Q   K   B   Kt  R  | 8
> To answer, write one of these on a line of its own above this letter:
> | I offer a draw  offers one, alone or beside a move
> | resign          gives up the game
> | help            everything you can write
> In words: Pawn to King's fourth square. The full record is P(
> It is your turn: move for White. You have 30 days for the next
> 10 moves; your flag falls on 2026-
> White has played 
> Black has played 
Content-Transfer-Encoding: quoted-printable
Content-Transfer-Encoding: 7bit
References: <g.e
In-Reply-To: <g.e
@club.example>
Message-ID: <@mail.gmail.com>
From: A Player <p@example.org>
To: corrd+g
Subject: Re: [corrd ] your turn
Date: Thu, 01 Jan 2026 00:00:00 +0000
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

P-K4 Kt-KB3 Kt-QB3 B-Kt5 B-B4 P-Q4 PxP Castles
`, "\n", "\r\n")
