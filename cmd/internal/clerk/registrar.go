package clerk

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

func forRegistrar(k interpret.Kind) bool {
	switch k {
	case interpret.KindRegister, interpret.KindChallenge, interpret.KindAccept, interpret.KindDecline:
		return true
	}
	return false
}

// reply answers the letter's own sender with an office letter, and ends it.
func (d *desk) reply(kind string, data templates.Data, state store.LetterState, verdict string) error {
	to := d.mail.From
	if d.player != nil {
		to = d.player.Addresses[0]
	}
	data.Left, data.Rekeyed = d.left, d.shown != nil
	return firstError(d.answer(kind, to, data), d.end(state, verdict))
}

// register answers a wish to be registered with one letter to the address a
// day, which any answer from that address confirms.
func (d *desk) register(st interpret.Statement) error {
	if d.player != nil {
		data := templates.Data{Topic: templates.Registered, Name: d.player.Name}
		if asked := cleanName(st.Words); asked != "" && asked != d.player.Name {
			data.Words, data.Reason = asked, "kept"
		}
		return d.reply("office", data, store.Answered, "registered already")
	}
	name := cleanName(cmp.Or(st.Words, d.mail.FromName, localPart(d.mail.From)))
	r, err := d.tx.RegistrationAt(d.mail.From)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err == nil && day(r.At) == day(d.tx.Now()) && r.Player == 0 {
		return d.end(store.Ignored, "asked to confirm today already")
	}
	r = store.Registration{ID: r.ID, Name: name, Address: d.mail.From, At: d.tx.Now()}
	if err := d.tx.PutRegistration(&r); err != nil {
		return err
	}
	return d.reply("confirm", templates.Data{Topic: templates.ConfirmRegistration, Number: r.ID, Name: name}, store.Answered, "asked to confirm")
}

// keyedRegistration takes the answer to a confirmation letter.
func (d *desk) keyedRegistration() error {
	r, err := d.tx.Registration(d.mail.Token.Number)
	if errors.Is(err, store.ErrNotFound) || err == nil && (!d.keys.Check(d.mail.Token, 0) || !store.SameAddress(r.Address, d.mail.From)) {
		return d.end(store.Ignored, "wrong key")
	}
	switch {
	case err != nil:
		return err
	case d.mail.Auth == mailer.AuthFail:
		return d.end(store.Ignored, "its sender's domain disowns it (DMARC)")
	case r.Player != 0:
		return d.spentKey(templates.Data{Topic: templates.Registered, Name: r.Name})
	case r.Owner != 0:
		return d.addressConfirmed(r)
	}
	if d.player != nil { // by accepting a challenge meanwhile
		r.Player = d.player.ID
		return firstError(d.tx.PutRegistration(&r),
			d.reply("office", templates.Data{Topic: templates.Registered, Name: d.player.Name}, store.Answered, "registered already"))
	}
	p := store.Player{Name: r.Name, Addresses: []string{r.Address}, Registered: d.tx.Now()}
	if err := d.putNewPlayer(d.tx, &p); err != nil {
		return err
	}
	r.Player, d.rec.Player, d.player = p.ID, p.ID, &p
	data := templates.Data{Topic: templates.Registered, Name: p.Name}
	if p.Name != r.Name {
		data.Words, data.Reason = r.Name, "taken"
	}
	return firstError(d.tx.PutRegistration(&r), d.reply("office", data, store.Acted, "registered"))
}

// putNewPlayer registers a player. Where another has his name, or it is corrd's
// own or the umpire's, it gets a number: nobody is to be taken for somebody else.
func (c *Clerk) putNewPlayer(tx store.Tx, p *store.Player) error {
	wanted := p.Name
	for n := 2; ; n++ {
		taken, err := c.nameTaken(tx, p.Name)
		if err != nil {
			return err
		}
		if !taken {
			break
		}
		p.Name = fmt.Sprintf("%s (%d)", wanted, n)
	}
	if err := tx.PutPlayer(p); err != nil {
		return err
	}
	return tx.SetSetting(nameSetting(p.Name), itoa(p.ID))
}

func (c *Clerk) nameTaken(v store.View, name string) (bool, error) {
	for _, ours := range []string{"corrd", "umpire", "the umpire", c.cfg.Name} {
		if strings.EqualFold(ours, name) {
			return true, nil
		}
	}
	_, taken, err := v.Setting(nameSetting(name))
	return taken, err
}

// nameSetting is the setting that keeps whose a name is, in whatever case.
func nameSetting(name string) string { return "name/" + strings.ToLower(name) }

// spentKey answers a registrar's key that has done its work: once, and then no more.
func (d *desk) spentKey(data templates.Data) error {
	key := digest("spent", []byte(d.mail.Token.String()))
	_, told, err := d.tx.Seen(key)
	if err != nil {
		return err
	}
	if told {
		return d.end(store.Ignored, "spent key")
	}
	return firstError(d.tx.MarkSeen(key, d.rec.ID), d.reply("office", data, store.Answered, "spent key"))
}

// cleanName makes one short line of a name: no control characters, no angle
// brackets, at most 60 characters.
func cleanName(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune("<>\"@\x7f", r) {
			return ' '
		}
		return r
	}, s)
	runes := []rune(strings.Join(strings.Fields(s), " "))
	return string(runes[:min(len(runes), 60)])
}

func localPart(address string) string {
	local, _, _ := strings.Cut(address, "@")
	return local
}
