package desk

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"

	"corrd/cmd/internal/ledger"
	"corrd/interpret"
	"corrd/mailer"
	"corrd/store"
	"corrd/templates"
)

// mostConfirmations is the greatest number of letters in a day that ask an address to confirm a
// registration: one letter, and one more after each no from the owner of the address.
const mostConfirmations = 3

// Register takes a request for a name. corrd asks the address to confirm, at most once a day, and
// once more directly after a no from the owner of the address. A person who writes in the owner's
// name without proof therefore uses up only the letter of the day, and the owner can still write.
// An owner who has said no too often is told, once a day, when to write again. A registered
// player asks for another name in the same way.
//
// Without proof anybody could make corrd write to any number of addresses. Therefore the
// confirmations for unproven requests have an hourly limit of their own, as great as the limit of
// answers to strangers. Beyond the limit Register does nothing, and the owner may write again.
func (d *Desk) Register(st interpret.Statement) error {
	if d.Player != nil {
		return d.rename(ledger.CleanName(st.Words))
	}
	if st.Words == "" {
		st.Words = introduced(d.Mail.Text)
	}
	if d.Proven() {
		if kept, err := d.keptOut(d.Mail.From); kept || err != nil {
			return err
		}
	}
	refused, err := d.Tx.Count(ledger.TallyRefusals.At(d.Mail.From, d.Tx.Now()))
	if err != nil {
		return err
	}
	tally, most := ledger.TallyRegistrations.At(d.Mail.From, d.Tx.Now()), min(1+refused, mostConfirmations)
	if !d.Proven() {
		most, tally = 1, ledger.TallyUnprovenRegistrations.At(d.Mail.From, d.Tx.Now())
		if _, declined, err := d.Tx.Seen(declinedAs(0, d.Mail.From)); err != nil || declined {
			if err != nil {
				return err
			}
			return d.End(store.Ignored, "its address has declined to be registered")
		}
		if open, err := d.openThisHour(); err != nil || !open {
			if err != nil {
				return err
			}
			return d.End(store.Ignored, "not asked to confirm; the budget of strangers for the hour is spent")
		}
	}
	within, err := d.AtMost(most, tally)
	switch {
	case err != nil:
		return err
	case !within && (refused == 0 || !d.Proven()): // the question of today still waits for its answer
		return d.End(store.Ignored, "asked to confirm today already")
	case !within:
		data := templates.Data{Topic: templates.AskedToday, Until: ledger.Tomorrow(d.Tx.Now())}
		return d.OnceToday(tally+" held back", data, "asked to confirm today already; told so")
	}
	if !d.Proven() {
		for _, count := range d.unprovenThisHour() {
			if err := d.Tx.AddCount(count, 1); err != nil {
				return err
			}
		}
	}
	return d.askForConsent(&store.Registration{Name: st.Words, Address: d.Mail.From})
}

// unprovenThisHour names the counts of the confirmations of an hour for requests without proof: of
// all, and of those in the name of the sender's domain.
func (d *Desk) unprovenThisHour() [2]string {
	t, now := ledger.TallyUnprovenRegistrations, d.Tx.Now()
	return [2]string{t.InHour(now), t.InHourOf(mailer.DomainOf(d.Mail.From), now)}
}

// openThisHour reports whether the limits of the hour allow one more confirmation for a request
// without proof. One domain has a share, so that requests in its name leave those of others their
// confirmations.
func (d *Desk) openThisHour() (bool, error) {
	most, counts := d.Budgets.ForStrangers(), d.unprovenThisHour()
	if err := d.Tx.Expect(store.Likely{Counts: counts[:]}); err != nil {
		return false, err
	}
	for i, limit := range []int{most, d.Budgets.ShareOfHour(most, mailer.DomainOf(d.Mail.From))} {
		asked, err := d.Tx.Count(counts[i])
		if err != nil {
			return false, err
		}
		if asked >= limit {
			d.Log.Warn("budget spent: no confirmation", "letter", d.Rec.ID, "budget", counts[i])
			return false, nil
		}
	}
	return true, nil
}

// askForConsent asks the owner of the address of a registration to confirm the registration,
// under a name that is free. An owner whom the club does not take, or not yet, is told so.
func (d *Desk) askForConsent(r *store.Registration) error {
	if kept, err := d.keptOut(r.Address); kept || err != nil {
		return err
	}
	wanted, named := ledger.CleanName(r.Name), d.Mail.FromName
	if !d.Proven() { // the owner of the address may have written none of this
		wanted, named = ledger.NameToStranger(wanted), ledger.NameToStranger(named)
	}
	free, err := ledger.FreeName(d.Tx, d.Name, store.Player{Addresses: []string{r.Address}}, wanted, named, ledger.LocalPart(r.Address))
	if err != nil {
		return err
	}
	r.Name, r.At = free, d.Tx.Now()
	if err := d.Tx.PutRegistration(r); err != nil {
		return err
	}
	data := templates.Data{Topic: templates.ConfirmRegistration, Number: r.ID, Name: free, Again: r.Asked > 0, Final: d.final}
	if first := cmp.Or(wanted, ledger.CleanName(named)); first != "" && free != first {
		data.Reason = "taken"
	}
	return d.Acknowledge("confirm", data, store.Answered, "asked to confirm")
}

// KeyedRegistration takes the answer to a letter that asked to confirm a registration or an
// address, or the answer to a notice of a changed address.
func (d *Desk) KeyedRegistration() (Next, error) {
	r, err := d.Tx.Registration(d.Mail.Token.Number)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return Done, err
	}
	if err != nil {
		return Forgotten, nil
	}
	confirms := d.Keys.Check(d.Mail.Token, ledger.KeyOfConsent) && store.SameAddress(r.Address, d.Mail.From)
	undoes := d.Keys.Check(d.Mail.Token, ledger.KeyOfUndo)
	resigns := d.Keys.Check(d.Mail.Token, ledger.KeyOfResigning)
	leaves := (resigns || d.Keys.Check(d.Mail.Token, ledger.KeyOfLeaving)) && d.Player != nil && d.Player.ID == r.Owner
	secretary, err := d.fromSecretary(r)
	if err != nil {
		return Done, err
	}
	umpires := d.Keys.Check(d.Mail.Token, ledger.KeyOfUmpiring) && d.Player != nil && d.Player.ID == r.Owner
	if admitted, err := d.admits(confirms || undoes || leaves || umpires || secretary); !admitted || err != nil {
		return Done, err
	}
	switch {
	case confirms:
		return d.consents(r)
	case leaves:
		return d.leaves(r, resigns)
	case umpires:
		return Done, d.umpires(r)
	case secretary:
		return Done, d.secretaryAnswers(r)
	}
	return d.undoes(r)
}

// admits reads the statements of a letter if the letter's key is right and the sender's domain
// does not disown the letter. Otherwise it files the letter and returns false.
func (d *Desk) admits(rightKey bool) (admitted bool, err error) {
	switch {
	case !rightKey:
		return false, d.End(store.Ignored, WrongKey)
	case d.IsDisowned():
		return false, d.End(store.Ignored, Disowned)
	}
	return true, d.Read()
}

// consents takes the answer of an address that was asked to confirm. Only yes, or asking to be
// registered, confirms; no ends the matter. A letter that asks to register another name confirms
// that name, if it is free.
func (d *Desk) consents(r store.Registration) (Next, error) {
	answer := d.Page.Reply(interpret.OfRegistration)
	wanted := d.nameWanted(r, answer)
	if answer == interpret.Unclear && r.Owner == 0 && (wanted == r.Name || d.isName(r.Name) || wanted == "" && slices.ContainsFunc(d.Page.Statements, registersOnly) && !d.Page.LeavesOpen(interpret.OfRegistration)) {
		answer = interpret.Yes
	}
	switch {
	case r.Closed && r.Owner == 0 && d.Player == nil && wanted != "":
		return Done, d.Register(interpret.Statement{Kind: interpret.KindRegister, Words: wanted})
	case r.Player != 0, r.Closed:
		return Done, d.SpentKey(d.Mail.Token, d.registrationOver(r))
	case answer == interpret.No && (wanted == "" || r.Owner != 0):
		r.Closed = true
		if err := errors.Join(ledger.ApplicantDesists(d.Tx, &r), d.Tx.PutRegistration(&r)); err != nil {
			return Done, err
		}
		if err := d.Tx.MarkSeen(declinedAs(r.Owner, r.Address), d.Rec.ID); err != nil {
			return Done, err
		}
		if err := d.Tx.AddCount(ledger.TallyRefusals.At(r.Address, d.Tx.Now()), 1); err != nil {
			return Done, err
		}
		return Done, d.Acknowledge("office", d.registrationOver(r), store.Acted, "not confirmed")
	case !r.Confirmed.IsZero() && d.Player == nil:
		return Done, d.SpentKey(d.Mail.Token, d.registrationOver(r))
	}
	d.leaveBesideYes()
	switch {
	case answer == interpret.Yes && r.Owner != 0:
		return Done, d.addressConfirmed(r)
	case wanted != "" && wanted != r.Name && r.Owner == 0 && d.Player == nil:
		return Done, d.registeredAs(r, wanted)
	case answer == interpret.Yes, wanted != "" && r.Owner == 0:
		return Done, d.registered(r)
	}
	return Done, d.confirmAgain(r)
}

// leaveBesideYes adds to d.Left what a letter states beside its consent to be registered.
func (d *Desk) leaveBesideYes() {
	for _, st := range WithoutWords(d.Page.Statements) {
		if !st.Kind.IsAnswer() && st.Kind != interpret.KindRegister {
			d.Left = append(d.Left, st.Text)
		}
	}
}

// declinedAs is the mark of an address that has refused to become an address of a player, or with
// player 0 has refused to be registered.
func declinedAs(player int64, address string) store.Key {
	return ledger.Digest("declined", ledger.Octets(player), []byte(store.FoldAddress(address)))
}

// registrationOver tells what became of a registration whose question has been answered.
func (d *Desk) registrationOver(r store.Registration) templates.Data {
	switch {
	case r.Confirmed.IsZero() || r.Player != 0 || d.Player != nil:
	case r.Closed:
		return ledger.ToldApplicant("refused", r)
	default:
		return ledger.ToldApplicant("waits", r)
	}
	if r.Closed {
		if r.Owner != 0 {
			return templates.Data{Topic: templates.NotRegistered, Name: r.Name, Place: 1}
		}
		return templates.Data{Topic: templates.NotRegistered, Number: r.ID, Name: r.Name}
	}
	data := templates.Data{Topic: templates.Registered, Name: r.Name}
	if d.Player != nil {
		data.Name = d.Player.Name
	}
	return data
}

// registeredAs makes a player of a registration under another name than the one that was asked
// about. If the name cannot be had, the address is asked about one that can.
func (d *Desk) registeredAs(r store.Registration, name string) error {
	free, err := ledger.FreeName(d.Tx, d.Name, store.Player{Addresses: []string{r.Address}}, name, d.Mail.FromName, ledger.LocalPart(r.Address))
	if err != nil {
		return err
	}
	r.Name = name
	if free != name {
		return d.confirmAgain(r)
	}
	return d.registered(r)
}

// confirmAgain asks an address to confirm once more after an answer that is neither yes nor no.
func (d *Desk) confirmAgain(r store.Registration) error {
	before, err := d.askedAgain("neither yes nor no")
	if before || err != nil {
		return err
	}
	r.Asked++
	if r.Owner == 0 {
		return d.askForConsent(&r)
	}
	question := templates.Data{Topic: templates.ConfirmAddress, Number: r.ID, Name: ledger.NameToStranger(r.Name), Again: true, Final: d.final}
	if err := d.Tx.PutRegistration(&r); err != nil {
		return err
	}
	if err := d.Out.Notify("confirm", r.Address, question); err != nil {
		return err
	}
	return d.End(store.Answered, "asked again to confirm")
}

// registered makes a player of a confirmed registration, or asks the secretary about it.
func (d *Desk) registered(r store.Registration) error {
	if d.Player != nil { // the person has become a player by accepting a challenge meanwhile
		r.Player = d.Player.ID
		if err := d.Tx.PutRegistration(&r); err != nil {
			return err
		}
		return d.Acknowledge("office", d.registrationOver(r), store.Answered, "registered already")
	}
	if may, err := d.mayJoin(&r); !may || err != nil {
		return err
	}
	p, data, err := ledger.AdmitApplicant(d.Tx, d.Name, &r)
	if err != nil {
		return err
	}
	d.Rec.Player, d.Player = p.ID, &p
	return d.Acknowledge("office", data, store.Acted, "registered")
}

// rename gives a registered player another name, and tells the player at every address.
func (d *Desk) rename(name string) error {
	p := *d.Player
	data := templates.Data{Topic: templates.Renamed, Name: p.Name, Words: name}
	switch {
	case name == "" || name == p.Name:
		return d.Reply("office", templates.Data{Topic: templates.Registered, Name: p.Name, Reason: "kept"}, store.Answered, "registered already")
	case !d.Proven():
		data.Reason = "identity"
		return d.Reply("refused", data, store.Returned, "name: identity")
	}
	free, err := ledger.FreeName(d.Tx, d.Name, p, name)
	if err != nil {
		return err
	}
	if free != name {
		data.Reason, data.Lines = "taken", []string{free}
		return d.Reply("refused", data, store.Returned, "name: taken")
	}
	if within, err := d.AtMost(d.Budgets.Renames, ledger.TallyRenames.Proved(d.proof()).By(p.ID, d.Tx.Now())); err != nil || !within {
		data.Reason = "often"
		if err != nil {
			return err
		}
		return d.Reply("refused", data, store.Returned, "name: often")
	}
	p.Name = name
	if err := ledger.PutName(d.Tx, &p); err != nil {
		return err
	}
	d.Player = &p
	data.Left, data.Rekeyed = d.Left, d.Shown != nil
	if err := d.Out.NotifyAll("office", p.Addresses, data); err != nil {
		return err
	}
	return d.End(store.Acted, "renamed")
}

// disagrees reports whether the letter contains the statement no and not the statement yes.
func (d *Desk) disagrees() bool {
	says := func(k interpret.Kind) bool {
		return slices.ContainsFunc(d.Page.Statements, func(st interpret.Statement) bool { return st.Kind == k })
	}
	return says(interpret.KindNo) && !says(interpret.KindYes)
}

// nameWanted returns the name under which the letter of somebody who was asked to confirm one asks
// to be registered, "" if it names none. Who says no, and gives a name that has no word of the one
// that was asked about, may be another person.
func (d *Desk) nameWanted(r store.Registration, answer interpret.Answer) string {
	if r.Owner != 0 {
		return ""
	}
	for _, s := range d.Page.Statements {
		alone := interpret.PlainWords(d.Page.Whole) == interpret.PlainWords("register "+s.Words)
		if s.Kind == interpret.KindRegister && s.Firm() && (alone || strings.IndexFunc(s.Words, unicode.IsUpper) >= 0) { // not "yes, register away"
			return ledger.CleanName(s.Words)
		}
	}
	if name := interpret.WeighedName(d.Mail.Text, r.Name); answer != interpret.No || sharesWord(name, r.Name) {
		return ledger.CleanName(name)
	}
	return ""
}

// registersOnly reports whether a statement asks to be registered, and gives no name.
func registersOnly(s interpret.Statement) bool {
	return s.Kind == interpret.KindRegister && s.Words == ""
}

// isName reports whether the letter begins with a line that holds only the name to be confirmed.
func (d *Desk) isName(name string) bool {
	return interpret.PlainWords(firstLine(d.Page.Note)) == interpret.PlainWords(name) && len(d.Page.Statements) == 0
}

// firstLine returns the first line of a text that is not blank.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
