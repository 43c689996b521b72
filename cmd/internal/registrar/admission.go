package registrar

import (
	"cmp"
	"slices"
	"strings"

	"corrd/cmd/internal/ledger"
	"corrd/cmd/internal/players"
	"corrd/interpret"
	"corrd/store"
	"corrd/templates/texts"
)

// keptOut reports whether the club does not take the owner of an address, or has asked the secretary
// about them, and then tells the sender of the letter so, once a day.
func (d Registrar) keptOut(address string) (bool, error) {
	standing, r, err := players.Standing(d.Tx, d.Ledger, address)
	if standing == "" || err != nil {
		return false, err
	}
	r.Name = cmp.Or(r.Name, address)
	return true, d.OnceToday(players.TallyStandings.At(address, d.Tx.Now()), players.Told(standing, r), "registration: "+standing)
}

// mayJoin reports whether the owner of an address, who has confirmed a registration, becomes a
// player at once. Otherwise mayJoin ends the letter: the secretary is asked, or the newcomer is told
// that the club takes nobody.
func (d Registrar) mayJoin(r *store.Registration) (bool, error) {
	if kept, err := d.keptOut(r.Address); kept || err != nil {
		return false, err
	}
	if d.Ledger.Registration != ledger.OnApproval {
		return true, nil
	}
	if err := players.Apply(d.Tx, d.Ledger, r); err != nil {
		return false, err
	}
	return false, d.Acknowledge("office", players.Told("waits", *r), store.Acted, "waits for the secretary")
}

// acceptsAsNewcomer takes the acceptance of somebody who is not registered, and reports whether they
// become a player by it.
func (d Registrar) acceptsAsNewcomer() (bool, error) {
	if d.Player != nil {
		return true, nil
	}
	name, err := players.FreeName(d.Tx, d.Name, store.Player{Addresses: []string{d.Mail.From}}, d.Mail.FromName, players.LocalPart(d.Mail.From))
	if err != nil {
		return false, err
	}
	return d.mayJoin(&store.Registration{Name: name, Address: d.Mail.From, At: d.Tx.Now()})
}

// fromSecretary reports whether a letter with the key of a question to the secretary is from who is
// secretary now.
func (d Registrar) fromSecretary(question store.Registration) (bool, error) {
	if d.Player == nil || d.Player.ID != question.Owner || !d.Keys.Check(d.Mail.Token, ledger.KeyOfSecretary) {
		return false, nil
	}
	p, ok, err := players.Secretary(d.Tx, d.Ledger)
	return ok && p.ID == d.Player.ID, err
}

// secretaryAnswers takes the answer of the secretary to a letter that asks about newcomers. An
// answer that decides about somebody spends its key, and the next letter names who still waits.
func (d Registrar) secretaryAnswers(question store.Registration) error {
	all, err := players.Applicants(d.Tx)
	if err != nil {
		return err
	}
	var done, unclear []string
	if !question.Closed {
		var orders []admission
		orders, unclear = d.admissions(question, all)
		for _, o := range orders {
			line, err := d.decide(o)
			if err != nil {
				return err
			}
			done = append(done, line)
		}
		question.Closed = len(done) > 0
	}
	data, err := players.AboutApplicants(d.Tx, d.Ledger, *d.Player)
	if err != nil {
		return err
	}
	data.Open, data.Refused = done, unclear
	switch {
	case len(done) > 0:
		if err := d.Tx.PutRegistration(&question); err != nil {
			return err
		}
		return d.Acknowledge("office", data, store.Acted, "newcomers: "+strings.Join(done, "; "))
	case question.Closed:
		data.Again = true
		return d.SpentKey(d.Mail.Token, data)
	}
	data.Again = true
	return d.AskAgain("asked", data, "newcomers: nothing decided")
}

// admission is what the secretary orders about one registration.
type admission struct {
	of       store.Registration
	approved bool
}

// decide approves or refuses a newcomer, tells them, and gives what to tell the secretary.
func (d Registrar) decide(o admission) (string, error) {
	verb := map[bool]string{true: "applicant approved", false: "applicant refused"}[o.approved]
	return texts.Say(verb, o.of.Name), players.Decide(&d.Out, d.Name, &o.of, o.approved)
}

// admits are the words with which the secretary approves or refuses a newcomer.
var admits = map[string]bool{"approve": true, "admit": true, "accept": true, "refuse": false, "reject": false, "decline": false}

// admissions reads the orders of the secretary in a letter: lines that begin with approve or refuse
// and name newcomers who wait, and yes or no where one waits. What names nobody, such as "approve
// all", is about those whom the question has named. admissions also gives the lines that begin so
// and name nobody who waits.
func (d Registrar) admissions(question store.Registration, all []store.Registration) (orders []admission, unclear []string) {
	shown := slices.DeleteFunc(slices.Clone(all), func(r store.Registration) bool { return r.Confirmed.After(question.At) })
	for line := range strings.Lines(d.Mail.Text) {
		line = unquoted(strings.TrimSpace(line))
		verb, names, _ := strings.Cut(line, " ")
		approves, ordered := admits[strings.ToLower(strings.Trim(verb, ":"))]
		if !ordered {
			continue
		}
		named := players.ApplicantsNamed(all, shown, names)
		if len(named) == 0 {
			unclear = append(unclear, line)
		}
		for _, r := range named {
			if !slices.ContainsFunc(orders, func(o admission) bool { return o.of.ID == r.ID }) {
				orders = append(orders, admission{r, approves})
			}
		}
	}
	if answer := d.Page.Answer(); len(orders)+len(unclear) == 0 && len(shown) == 1 && answer != interpret.Unclear {
		orders = []admission{{shown[0], answer == interpret.Yes}}
	}
	return orders, unclear
}

// unquoted takes away quotation marks around a whole line.
func unquoted(line string) string {
	if inner, ok := strings.CutPrefix(line, `"`); ok && strings.HasSuffix(inner, `"`) {
		return strings.TrimSuffix(inner, `"`)
	}
	return line
}
