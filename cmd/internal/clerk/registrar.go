package clerk

import (
	"errors"
	"slices"

	"corrd/cmd/internal/budget"
	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/naming"
	"corrd/cmd/internal/players"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

func forRegistrar(k interpret.Kind) bool {
	switch k {
	case interpret.KindRegister, interpret.KindChallenge, interpret.KindWithdrawChallenge, interpret.KindAccept, interpret.KindDecline:
		return true
	}
	return false
}

// mostConfirmations is how many letters a day ask an address to confirm its wish to be
// registered: one, and one more after each no of its owner's.
const mostConfirmations = 3

// register takes a wish to be registered. The address is asked to confirm the wish, with
// one letter a day, and at once again after their own no: who writes in its name without
// proof has one letter of their own, and so keeps nobody from theirs. Beyond that an owner
// who has said no is told, once a day, when to write again. A registered player asks for another name.
func (d *desk) register(st interpret.Statement) error {
	if d.player != nil {
		return d.rename(naming.Clean(st.Words))
	}
	refused, err := d.tx.Count(budget.Refusals.At(d.mail.From, d.tx.Now()))
	if err != nil {
		return err
	}
	tally, most := budget.Registrations.At(d.mail.From, d.tx.Now()), min(1+refused, mostConfirmations)
	if !d.proven() {
		most, tally = 1, budget.UnprovenRegistrations.At(d.mail.From, d.tx.Now())
		if _, declined, err := d.tx.Seen(declinedAs(0, d.mail.From)); err != nil || declined {
			if err != nil {
				return err
			}
			return d.end(store.Ignored, "its address has declined to be registered")
		}
	}
	within, err := d.atMost(most, tally)
	switch {
	case err != nil:
		return err
	case !within && (refused == 0 || !d.proven()): // the question of today waits for its answer
		return d.end(store.Ignored, "asked to confirm today already")
	case !within:
		data := templates.Data{Topic: templates.AskedToday, Until: budget.Tomorrow(d.tx.Now())}
		return d.onceToday(tally+" held back", data, "asked to confirm today already; told so")
	}
	return d.askForConsent(&store.Registration{Name: st.Words, Address: d.mail.From})
}

// askForConsent asks whoever has the address of a registration to confirm it, under a
// name that is free.
func (d *desk) askForConsent(r *store.Registration) error {
	wanted := naming.Clean(r.Name)
	free, err := players.FreeName(d.tx, d.cfg.Name, 0, wanted, d.mail.FromName, players.LocalPart(r.Address))
	if err != nil {
		return err
	}
	r.Name, r.At = free, d.tx.Now()
	if err := d.tx.PutRegistration(r); err != nil {
		return err
	}
	data := templates.Data{Topic: templates.ConfirmRegistration, Number: r.ID, Name: free, Again: r.Asked > 0}
	if wanted != "" && free != wanted {
		data.Reason = "taken"
	}
	return d.acknowledge("confirm", data, store.Answered, "asked to confirm")
}

// keyedRegistration takes the answer to a letter that asked to confirm a registration
// or an address, or to a notice of a changed address.
func (d *desk) keyedRegistration() error {
	r, err := d.tx.Registration(d.mail.Token.Number)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err != nil {
		return d.forgotten()
	}
	confirms := d.keys.Check(d.mail.Token, ledger.KeyOfConsent) && store.SameAddress(r.Address, d.mail.From)
	undoes := d.keys.Check(d.mail.Token, ledger.KeyOfUndo)
	resigns := d.keys.Check(d.mail.Token, ledger.KeyOfResigning)
	leaves := (resigns || d.keys.Check(d.mail.Token, ledger.KeyOfLeaving)) && d.player != nil && d.player.ID == r.Owner
	switch {
	case !confirms && !undoes && !leaves:
		return d.end(store.Ignored, wrongKey)
	case d.mail.Auth == mailer.AuthFail:
		return d.end(store.Ignored, disowned)
	}
	if err := d.read(); err != nil {
		return err
	}
	switch {
	case confirms:
		return d.consents(r)
	case leaves:
		return d.leaves(r, resigns)
	}
	return d.undoes(r)
}

// wrongKey is the verdict on a letter whose key is none of corrd's, or another's.
const wrongKey = "wrong key"

// disowned is the verdict on a letter that fails DMARC.
const disowned = "its sender's domain disowns it (DMARC)"

// consents takes the answer of an address that was asked to confirm. Only yes, or the
// name that is to be registered, confirms; no ends the matter.
func (d *desk) consents(r store.Registration) error {
	answer := d.consent()
	if r.Owner == 0 && answer == unclear && d.saysName(r.Name) {
		answer = yes
	}
	switch {
	case r.Closed && r.Owner == 0 && d.player == nil && d.asksForName() != "":
		return d.register(d.page.Statements[slices.IndexFunc(d.page.Statements, registers)])
	case r.Player != 0, r.Closed:
		return d.spentKey(d.registrationOver(r))
	case answer == no:
		r.Closed = true
		if err := d.tx.PutRegistration(&r); err != nil {
			return err
		}
		if err := d.tx.MarkSeen(declinedAs(r.Owner, r.Address), d.rec.ID); err != nil {
			return err
		}
		if err := d.tx.AddCount(budget.Refusals.At(r.Address, d.tx.Now()), 1); err != nil {
			return err
		}
		return d.acknowledge("office", d.registrationOver(r), store.Acted, "not confirmed")
	case answer == yes && r.Owner != 0:
		return d.addressConfirmed(r)
	case answer == yes:
		return d.registered(r)
	}
	return d.askAgain(r)
}

// declinedAs marks an address that has declined to be another of a player's or, where
// the player is 0, to be registered.
func declinedAs(player int64, address string) store.Key {
	return ledger.Digest("declined", ledger.Octets(player), []byte(store.FoldAddress(address)))
}

// registrationOver tells what has become of a registration that has its answer.
func (d *desk) registrationOver(r store.Registration) templates.Data {
	if r.Closed {
		if r.Owner != 0 {
			return templates.Data{Topic: templates.NotRegistered, Name: r.Name, Place: 1}
		}
		return templates.Data{Topic: templates.NotRegistered, Number: r.ID, Name: r.Name}
	}
	data := templates.Data{Topic: templates.Registered, Name: r.Name}
	if d.player != nil {
		data.Name = d.player.Name
	}
	return data
}

// askAgain asks an address once more to confirm, that has answered neither yes nor no,
// and then no more; another name that it asks for may be asked a few times.
func (d *desk) askAgain(r store.Registration) error {
	limit := 1
	if wanted := d.asksForName(); wanted != "" && r.Owner == 0 {
		r.Name, limit = wanted, 3
	}
	if r.Asked >= limit {
		return d.end(store.Ignored, "neither yes nor no, and asked again already")
	}
	r.Asked++
	if r.Owner == 0 {
		return d.askForConsent(&r)
	}
	question := templates.Data{Topic: templates.ConfirmAddress, Number: r.ID, Name: r.Name, Again: true}
	if err := d.tx.PutRegistration(&r); err != nil {
		return err
	}
	if err := d.out.Notify("confirm", r.Address, question); err != nil {
		return err
	}
	return d.end(store.Answered, "asked again to confirm")
}

// registered makes a player of a registration that is confirmed.
func (d *desk) registered(r store.Registration) error {
	if d.player != nil { // by accepting a challenge meanwhile
		r.Player = d.player.ID
		if err := d.tx.PutRegistration(&r); err != nil {
			return err
		}
		return d.acknowledge("office", d.registrationOver(r), store.Answered, "registered already")
	}
	p := store.Player{Name: r.Name, Addresses: []string{r.Address}, Registered: d.tx.Now()}
	if err := players.Register(d.tx, d.cfg.Name, &p); err != nil {
		return err
	}
	r.Player, d.rec.Player, d.player = p.ID, p.ID, &p
	data := templates.Data{Topic: templates.Registered, Name: p.Name}
	if p.Name != r.Name {
		data.Words, data.Reason = r.Name, "taken"
	}
	if err := d.tx.PutRegistration(&r); err != nil {
		return err
	}
	return d.acknowledge("office", data, store.Acted, "registered")
}

// rename gives a registered player another name, and tells them so at every address.
func (d *desk) rename(name string) error {
	p := *d.player
	data := templates.Data{Topic: templates.Renamed, Name: p.Name, Words: name}
	switch {
	case name == "" || name == p.Name:
		return d.reply("office", templates.Data{Topic: templates.Registered, Name: p.Name, Reason: "kept"}, store.Answered, "registered already")
	case !d.proven():
		data.Reason = "identity"
		return d.reply("refused", data, store.Returned, "name: identity")
	}
	free, err := players.FreeName(d.tx, d.cfg.Name, p.ID, name)
	if err != nil {
		return err
	}
	if free != name {
		data.Reason, data.Lines = "taken", []string{free}
		return d.reply("refused", data, store.Returned, "name: taken")
	}
	if within, err := d.atMost(d.cfg.Budgets.Renames, budget.Renames.By(p.ID, d.tx.Now())); err != nil || !within {
		data.Reason = "often"
		if err != nil {
			return err
		}
		return d.reply("refused", data, store.Returned, "name: often")
	}
	p.Name = name
	if err := players.PutName(d.tx, &p); err != nil {
		return err
	}
	d.player = &p
	data.Left, data.Rekeyed = d.left, d.shown != nil
	if err := d.out.NotifyAll("office", p.Addresses, data); err != nil {
		return err
	}
	return d.end(store.Acted, "renamed")
}

// spentKey answers a registrar's key that has done its work: once, and then no more.
func (d *desk) spentKey(data templates.Data) error {
	token := d.mail.Token
	if !d.question.IsZero() {
		token = d.question
	}
	key := ledger.Digest("spent", []byte(token.String()))
	_, told, err := d.tx.Seen(key)
	if err != nil {
		return err
	}
	if told {
		return d.end(store.Ignored, "spent key")
	}
	if err := d.reply("office", data, store.Answered, "spent key"); err != nil || d.silent {
		return err
	}
	return d.tx.MarkSeen(key, d.rec.ID)
}
