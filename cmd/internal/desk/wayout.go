package desk

import (
	"errors"
	"slices"

	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates"
)

// Stop ends the letters that come to a player unasked: reminders, challenges, circulars, the weekly
// sheet, and letters about games whose players name them as umpire. Moves, questions and results
// still come.
func (d *Desk) Stop(p store.Player) error {
	if !d.Proven() {
		return d.UnprovenWish()
	}
	if err := d.quiet(&p); err != nil {
		return err
	}
	d.Player = &p
	return d.Acknowledge("office", templates.Data{Topic: templates.Stopped, Name: p.Name}, store.Acted, "stopped")
}

// StopNews ends the circulars of the club, and nothing else.
func (d *Desk) StopNews(p store.Player) error {
	return d.stopOne(p, ledger.News, templates.NewsStopped, "circulars stopped")
}

// stopOne ends the letters of one setting.
func (d *Desk) stopOne(p store.Player, setting string, topic templates.Topic, verdict string) error {
	if !d.Proven() {
		return d.UnprovenWish()
	}
	ledger.ChangeSetting(&p, setting, ledger.SettingOff)
	if setting == ledger.News {
		ledger.ChangeSetting(&p, ledger.Watching, "")
	}
	if err := d.Tx.PutPlayer(&p); err != nil {
		return err
	}
	d.Player = &p
	return d.Acknowledge("office", templates.Data{Topic: topic, Name: p.Name}, store.Acted, verdict)
}

// quiet changes the player's settings as Stop does.
func (d *Desk) quiet(p *store.Player) error {
	ledger.ChangeSetting(p, ledger.Reminders, ledger.SettingOff)
	ledger.ChangeSetting(p, ledger.Challenges, ledger.SettingOff)
	ledger.ChangeSetting(p, ledger.News, ledger.SettingOff)
	ledger.ChangeSetting(p, ledger.Sheet, "")
	ledger.ChangeSetting(p, ledger.Watching, "")
	ledger.ChangeSetting(p, ledger.Umpiring, ledger.Declines)
	return d.Tx.PutPlayer(p)
}

// KeyedStop takes a letter to the address in List-Unsubscribe. The key alone counts, because mail
// programs send such letters by themselves, with any words or none, and from any address. over is
// false for a letter with the other key of the player, which is in letters about the player: such
// a letter is like any other letter of the player.
func (d *Desk) KeyedStop() (over bool, err error) {
	p, err := d.Tx.Player(d.Mail.Token.Number)
	switch {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return true, err
	case err == nil && d.Keys.Check(d.Mail.Token, ledger.KeyOfOwn(p)) && d.Player != nil && d.Player.ID == p.ID:
		return false, nil
	case err == nil && d.Keys.Check(d.Mail.Token, ledger.KeyOfNews(p)):
		return true, d.keyedStopOne(p, interpret.KindStopNews, ledger.News, d.StopNews)
	case err == nil && d.Keys.Check(d.Mail.Token, ledger.KeyOfSheet(p)):
		return true, d.keyedStopOne(p, interpret.KindSet, ledger.Sheet, func(p store.Player) error {
			return d.stopOne(p, ledger.Sheet, templates.SheetStopped, "sheet stopped")
		})
	case err != nil || !d.Keys.Check(d.Mail.Token, ledger.KeyOfStop(p)):
		return true, d.End(store.Ignored, WrongKey)
	}
	d.Rec.Player, d.Rec.Kind = p.ID, interpret.KindStop.String()
	if ledger.Mailbox(p) == "" || ledger.Stops(p, ledger.Reminders) && ledger.Stops(p, ledger.Challenges) && ledger.Stops(p, ledger.Umpiring) {
		return true, d.End(store.Answered, "stopped already")
	}
	if err := d.quiet(&p); err != nil {
		return true, err
	}
	d.Player = &p
	return true, d.Acknowledge("office", templates.Data{Topic: templates.Stopped, Name: p.Name}, store.Acted, "stopped")
}

// keyedStopOne takes a letter to the address in List-Unsubscribe of letters that one setting ends,
// as stop does.
func (d *Desk) keyedStopOne(p store.Player, kind interpret.Kind, setting string, stop func(store.Player) error) error {
	d.Rec.Player, d.Rec.Kind = p.ID, kind.String()
	if ledger.Mailbox(p) == "" || ledger.Stops(p, setting) && (setting != ledger.News || p.Settings[ledger.Watching] == "") {
		return d.End(store.Answered, "stopped already")
	}
	d.Player = &p
	return stop(p)
}

// umpires takes the answer to the question whether a player will be umpire of games whose players
// name them. One answer spends the key.
func (d *Desk) umpires(r store.Registration) error {
	p := *d.Player
	data := templates.Data{Topic: templates.UmpiringSet, Name: p.Name, Reason: ledger.Declines}
	answer := d.Page.Answer()
	switch {
	case r.Closed:
		if p.Settings[ledger.Umpiring] == ledger.Consents {
			data.Reason = ledger.Consents
		}
		return d.SpentKey(d.Mail.Token, data)
	case answer == interpret.Unclear:
		return d.AskAgain("confirm", templates.Data{Topic: templates.ConfirmUmpiring, Number: r.ID, Place: ledger.KeyOfUmpiring, Name: p.Name, Again: true}, "neither yes nor no")
	case answer == interpret.Yes:
		data.Reason = ledger.Consents
	}
	r.Closed = true
	if err := d.Tx.PutRegistration(&r); err != nil {
		return err
	}
	ledger.ChangeSetting(&p, ledger.Umpiring, data.Reason)
	if err := d.Tx.PutPlayer(&p); err != nil {
		return err
	}
	d.Player = &p
	return d.Acknowledge("office", data, store.Acted, "umpiring "+data.Reason)
}

// UnprovenWish answers a letter that asks for something only the owner of the address may ask
// for, when nothing proves that the owner wrote the letter.
func (d *Desk) UnprovenWish() error {
	return d.Reply("refused", templates.Data{Topic: templates.NotProven}, store.Returned, "identity")
}

// StrangerStops stops every invitation and question to an address, until the owner of the address
// writes again and the owner's domain vouches for the letter.
func (d *Desk) StrangerStops() error {
	if err := d.Tx.MarkSeen(invited(d.Mail.From), d.Rec.ID); err != nil {
		return err
	}
	if err := d.Tx.MarkSeen(declinedAs(0, d.Mail.From), d.Rec.ID); err != nil {
		return err
	}
	return d.End(store.Acted, "stopped: nothing more goes to an address that is not registered")
}

// Block stops the challenges and the prose of another player to a player, or lets them come
// again. A game between the two goes on.
func (d *Desk) Block(p store.Player, st interpret.Statement) error {
	if !d.Proven() {
		return d.UnprovenWish()
	}
	data := templates.Data{Topic: templates.Blocked, Name: st.Words}
	other, err := ledger.PlayerNamed(d.Tx, st.Words)
	switch {
	case errors.Is(err, store.ErrNotFound):
		data.Reason = "nobody"
	case err != nil:
		return err
	case other.ID == p.ID:
		data.Reason = "yourself"
	}
	if data.Reason != "" {
		return d.Reply("refused", data, store.Returned, "block: "+data.Reason)
	}
	data.Name = other.Name
	p.Blocked = slices.DeleteFunc(slices.Clone(p.Blocked), func(id int64) bool { return id == other.ID })
	if st.Kind == interpret.KindUnblock {
		data.Reason = "unblocked"
	} else {
		p.Blocked = append(p.Blocked, other.ID)
	}
	if err := d.Tx.PutPlayer(&p); err != nil {
		return err
	}
	return d.Reply("office", data, store.Acted, st.Kind.String()+"ed")
}

// Unregister begins, delays or ends the leaving of a player.
func (d *Desk) Unregister(p store.Player, st interpret.Statement) error {
	if !d.Proven() {
		return d.UnprovenWish()
	}
	running, err := ledger.Running(d.Tx, p.ID)
	if err != nil {
		return err
	}
	data := templates.Data{Topic: templates.Leaving, Name: p.Name, Games: running}
	switch {
	case st.Words == "cancel":
		ledger.ChangeSetting(&p, ledger.Leaving, "")
		data.Reason = "cancelled"
		if err := d.Tx.PutPlayer(&p); err != nil {
			return err
		}
		return d.Reply("office", data, store.Acted, "stays")
	case st.Words == "wait" && len(running) > 0:
		if err := ledger.LeaveLater(&d.Out, &p); err != nil {
			return err
		}
		data.Reason = "waits"
		return d.Acknowledge("office", data, store.Acted, "leaves when the last game is over")
	case st.Words == "resign" && len(running) > 0:
		return d.askToLeave(p, data, ledger.KeyOfResigning)
	case len(running) > 0:
		data.Reason = "plays"
		return d.Reply("asked", data, store.Returned, "which: wait, or resign?")
	}
	return d.askToLeave(p, data, ledger.KeyOfLeaving)
}

// askToLeave asks a player to confirm that they leave. key is the generation of the key in the
// question, which says whether the player also resigns their games by confirming.
func (d *Desk) askToLeave(p store.Player, data templates.Data, key int) error {
	r := store.Registration{Name: p.Name, Address: ledger.Mailbox(p), At: d.Tx.Now(), Owner: p.ID, Player: p.ID}
	if err := d.Tx.PutRegistration(&r); err != nil {
		return err
	}
	data.Topic, data.Number, data.Place = templates.ConfirmLeaving, r.ID, key
	return d.Reply("confirm", data, store.Answered, "asked to confirm")
}

// leaves takes the answer to the question whether a player leaves. Only yes makes the player
// leave.
func (d *Desk) leaves(r store.Registration, resigning bool) (Next, error) {
	stays := templates.Data{Topic: templates.Leaving, Name: d.Player.Name, Reason: "cancelled"}
	switch answer := d.Page.Answer(); {
	case r.Closed:
		return Done, d.SpentKey(d.Mail.Token, stays)
	case answer == interpret.No:
		r.Closed = true
		if err := d.Tx.PutRegistration(&r); err != nil {
			return Done, err
		}
		return Done, d.Acknowledge("office", stays, store.Answered, "stays")
	case answer == interpret.Unclear:
		return Unkeyed, nil
	}
	r.Closed = true
	if err := d.Tx.PutRegistration(&r); err != nil {
		return Done, err
	}
	if resigning {
		return Resigns, nil
	}
	return Done, d.Leave()
}

// Leave removes the letter's sender, who has confirmed that they leave. While games of the player
// still run, because they have begun meanwhile or because others play on the same side, Leave
// only notes that the player leaves when these games are over.
func (d *Desk) Leave() error {
	p := *d.Player
	running, err := ledger.Running(d.Tx, p.ID)
	if err != nil {
		return err
	}
	if len(running) > 0 {
		if err := ledger.LeaveLater(&d.Out, &p); err != nil {
			return err
		}
		data := templates.Data{Topic: templates.Leaving, Name: p.Name, Games: running, Reason: "waits"}
		return d.Acknowledge("office", data, store.Acted, "leaves when the last game is over")
	}
	d.Player = nil
	if err := ledger.RemovePlayer(&d.Out, &p); err != nil {
		return err
	}
	return d.End(store.Acted, "not registered any more")
}
