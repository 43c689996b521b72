package ledger

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"corrd/store"
	"corrd/templates"
	"corrd/templates/texts"
)

// Where the club asks its secretary about newcomers, a registration whose address has confirmed it
// waits until the secretary approves or refuses it. Where the club is closed, nobody registers by
// letter. What the secretary registers is outside both.

// applicants is the setting that lists the registrations that wait for the secretary, by their
// numbers.
const applicants = "applicants"

// Applicants lists the registrations that wait for the secretary, in the order in which they were
// confirmed. A person who has become a player in the meantime is none of them.
func Applicants(v store.View) (all []store.Registration, err error) {
	listed, err := NumbersIn(v, applicants)
	for _, id := range listed {
		r, errOf := v.Registration(id)
		if errOf != nil {
			return nil, errOf
		}
		if _, errOf = v.PlayerAt(r.Address); errors.Is(errOf, store.ErrNotFound) {
			all = append(all, r)
		} else if errOf != nil {
			return nil, errOf
		}
	}
	return all, err
}

func putApplicants(tx store.Tx, all []store.Registration) error {
	ids := make([]int64, len(all))
	for i, r := range all {
		ids[i] = r.ID
	}
	return PutNumbers(tx, applicants, ids)
}

// StandingOfApplicant says what keeps the owner of an address from registering: "closed", "waits"
// (for the secretary) or "refused" (by the secretary), with the registration that waits or was
// refused. It is "" for somebody who may register, or whom the secretary may be asked about.
func StandingOfApplicant(v store.View, l *Ledger, address string) (reason string, r store.Registration, err error) {
	switch l.Registration {
	case ClosedToAll:
		return "closed", r, nil
	case OnApproval:
	default:
		return "", r, nil
	}
	all, err := Applicants(v)
	if i := slices.IndexFunc(all, func(r store.Registration) bool { return store.SameAddress(r.Address, address) }); i >= 0 {
		return "waits", all[i], err
	}
	if err == nil {
		r, err = v.RegistrationAt(address)
	}
	if errors.Is(err, store.ErrNotFound) {
		return "", r, nil
	}
	if err == nil && r.Closed && !r.Confirmed.IsZero() {
		reason = "refused"
	}
	return reason, r, err
}

// PutApplicant has a registration, which its address has confirmed, wait for the secretary, and
// writes to the secretary unless they have had the letter of the day.
func PutApplicant(tx store.Tx, l *Ledger, r *store.Registration) error {
	r.Confirmed = tx.Now()
	if err := tx.PutRegistration(r); err != nil {
		return err
	}
	all, err := Applicants(tx)
	if err != nil {
		return err
	}
	if err := putApplicants(tx, append(all, *r)); err != nil {
		return err
	}
	return askSecretary(tx, l)
}

// AdmitApplicant makes a player of a registration, under its name or under one like it that is
// free, and returns what to tell the player.
func AdmitApplicant(tx store.Tx, server string, r *store.Registration) (p store.Player, told templates.Data, err error) {
	p = store.Player{Name: r.Name, Addresses: []string{r.Address}, Registered: tx.Now()}
	if err := RegisterPlayer(tx, server, &p); err != nil {
		return p, told, err
	}
	told = templates.Data{Topic: templates.Registered, Name: p.Name}
	if p.Name != r.Name {
		told.Words, told.Reason = r.Name, "taken"
	}
	r.Player = p.ID
	if err := tx.PutRegistration(r); err != nil {
		return p, told, err
	}
	return p, told, forgetApplicant(tx, r.ID)
}

// turnAwayApplicant refuses a registration that waits for the secretary, and returns what to tell
// its address.
func turnAwayApplicant(tx store.Tx, r *store.Registration) (templates.Data, error) {
	r.Closed = true
	if err := tx.PutRegistration(r); err != nil {
		return templates.Data{}, err
	}
	return ToldApplicant("refused", *r), forgetApplicant(tx, r.ID)
}

// ApplicantDesists ends a registration that waits for the secretary, because its address wishes it.
func ApplicantDesists(tx store.Tx, r *store.Registration) error {
	if r.Confirmed.IsZero() {
		return nil
	}
	r.Confirmed = time.Time{}
	return forgetApplicant(tx, r.ID)
}

func forgetApplicant(tx store.Tx, id int64) error {
	all, err := Applicants(tx)
	if err != nil {
		return err
	}
	return putApplicants(tx, slices.DeleteFunc(all, func(r store.Registration) bool { return r.ID == id }))
}

// ToldApplicant returns what to tell a newcomer of their standing (StandingOfApplicant).
func ToldApplicant(standing string, r store.Registration) templates.Data {
	return templates.Data{Topic: templates.Admission, Number: r.ID, Name: r.Name, Reason: standing}
}

// DecideApplicant approves or refuses a registration that waits for the secretary, and writes to
// its address.
func DecideApplicant(out *Notices, server string, r *store.Registration, approved bool) error {
	told, err := templates.Data{}, error(nil)
	if approved {
		_, told, err = AdmitApplicant(out.Tx, server, r)
	} else {
		told, err = turnAwayApplicant(out.Tx, r)
	}
	if err != nil {
		return err
	}
	return out.Notify("office", r.Address, told)
}

// courtesies may stand behind the name of a newcomer.
var courtesies = []string{" please", " thanks", " thank you", " pls"}

// between parts the names of several newcomers.
var between = regexp.MustCompile(`(?i)\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+`)

// mostParts is how many parts of a list one name may have: "Hay, Bob" has two.
const mostParts = 3

// ApplicantsNamed finds those who wait by what the secretary calls them: a name, an address, names
// with commas or "and" between them, or "all", which is everybody whom the secretary has been
// shown. It finds nobody where a part of the list is nobody's. A line of a letter may be long, so
// ApplicantsNamed looks at each part only a few times.
func ApplicantsNamed(all, shown []store.Registration, called string) (named []store.Registration) {
	known := make(map[string]store.Registration, 2*len(all))
	for _, r := range slices.Backward(all) {
		known[NameKeys(r.Name)[0]], known[store.FoldAddress(r.Address)] = r, r
	}
	find := func(called string) (found []store.Registration) {
		if called = withoutCourtesies(called); called == "" {
			return nil
		}
		for _, key := range []string{NameKeys(CleanName(called))[0], store.FoldAddress(called)} {
			if r, ok := known[key]; ok {
				return []store.Registration{r}
			}
		}
		if strings.EqualFold(called, "all") {
			return shown
		}
		return nil
	}
	if named = find(called); named != nil {
		return named
	}
	called = withoutCourtesies(called)
	starts, ends := []int{0}, []int{}
	for _, gap := range between.FindAllStringIndex(called, -1) {
		starts, ends = append(starts, gap[1]), append(ends, gap[0])
	}
	ends = append(ends, len(called))
	for from := 0; from < len(starts); {
		var found []store.Registration
		to := min(from+mostParts, len(starts))
		for ; to > from && len(found) == 0; to-- {
			found = find(called[starts[from]:ends[to-1]])
		}
		if len(found) == 0 {
			return nil
		}
		named, from = append(named, found...), to+1
	}
	return named
}

// withoutCourtesies returns what is left of a name when signs and courtesies behind it are taken
// away.
func withoutCourtesies(called string) string {
	called = strings.TrimSpace(called)
	for _, end := range courtesies {
		called = strings.TrimRight(called, " .,;:!")
		if cut := len(called) - len(end); cut > 0 && strings.EqualFold(called[cut:], end) {
			called = called[:cut]
		}
	}
	return strings.TrimRight(called, " .,;:!")
}

// Secretary returns the secretary of the club, who is the player with the address that the
// configuration names; ok is false where there is no such player.
func Secretary(v store.View, l *Ledger) (p store.Player, ok bool, err error) {
	if l.Secretary == "" {
		return p, false, nil
	}
	p, err = v.PlayerAt(l.Secretary)
	if errors.Is(err, store.ErrNotFound) {
		return p, false, nil
	}
	return p, err == nil && !p.OnCards(), err
}

// secretaryTally is the tally of the letters about newcomers that the secretary has had on the day
// of a time.
func secretaryTally(at time.Time) string {
	return "secretary/" + Day(at)
}

// SecretaryDue reports whether the secretary has a letter to get: newcomers wait of whom they have
// not heard today, or names are withdrawn from the public pages.
func SecretaryDue(v store.View, l *Ledger) (bool, error) {
	asks, err := asksDue(v, l)
	if asks || err != nil {
		return asks, err
	}
	return uploadDue(v, l)
}

// TellSecretary writes the letters that are due to the secretary.
func TellSecretary(tx store.Tx, l *Ledger) error {
	return cmp.Or(askSecretary(tx, l), tellUpload(tx, l))
}

// asksDue reports whether newcomers wait of whom the secretary has not heard today.
func asksDue(v store.View, l *Ledger) (bool, error) {
	_, ok, err := Secretary(v, l)
	if !ok || err != nil {
		return false, err
	}
	if sent, err := v.Count(secretaryTally(v.Now())); sent > 0 || err != nil {
		return false, err
	}
	all, err := Applicants(v)
	return len(all) > 0, err
}

// askSecretary writes to the secretary once a day about the newcomers who wait. The letter has a
// key of its own, which one answer spends.
func askSecretary(tx store.Tx, l *Ledger) error {
	due, err := asksDue(tx, l)
	if !due || err != nil {
		return err
	}
	p, _, err := Secretary(tx, l)
	if err != nil {
		return err
	}
	if err := tx.AddCount(secretaryTally(tx.Now()), 1); err != nil {
		return err
	}
	asked, err := AboutApplicants(tx, l, p)
	if err != nil {
		return err
	}
	return l.NoticesOf(tx, p.ID).Notify("confirm", Mailbox(p), asked)
}

// AboutApplicants returns what a letter asks the secretary about those who wait, under a new key;
// no key where nobody waits.
func AboutApplicants(tx store.Tx, l *Ledger, secretary store.Player) (templates.Data, error) {
	data := templates.Data{Topic: templates.Admissions, Name: secretary.Name}
	all, err := Applicants(tx)
	if err != nil || len(all) == 0 {
		return data, err
	}
	for _, r := range all {
		data.Lines = append(data.Lines, r.Name, texts.Say("applicant", r.Address, templates.Instant(r.Confirmed, l.ZoneOf(secretary))))
	}
	question := store.Registration{Name: secretary.Name, Address: Mailbox(secretary), At: tx.Now(), Owner: secretary.ID, Player: secretary.ID}
	if err := tx.PutRegistration(&question); err != nil {
		return data, err
	}
	data.Number, data.Place = question.ID, KeyOfSecretary
	return data, nil
}

// Where the club has a reading room, its pages lie on a server that corrd does not know. When a
// player wants to be named there no more, or is erased, the pages are built anew, and the secretary
// is told by letter, once a day at most, that they must be uploaded anew. The letter names nobody.

// The settings that say that a reading room has been built, and that names in it are withdrawn of
// which the secretary has not been told.
const (
	roomBuilt  = "site/built"
	roomBehind = "site/behind"
)

// RoomBuilt notes that pages are made of the games.
func RoomBuilt(s store.Store) error {
	noted := false
	err := s.View(func(v store.View) (err error) { _, noted, err = v.Setting(roomBuilt); return err })
	if noted || err != nil {
		return err
	}
	return s.Update(func(tx store.Tx) error { return tx.SetSetting(roomBuilt, "yes") })
}

// Unlisted notes that a player is named on no page any more, and tells the secretary of it.
func Unlisted(tx store.Tx, l *Ledger) error {
	_, built, err := tx.Setting(roomBuilt)
	if !built || err != nil {
		return err
	}
	return cmp.Or(tx.SetSetting(roomBehind, "yes"), tellUpload(tx, l))
}

// uploadTally is the tally of the letters about the pages on the day of a time.
func uploadTally(at time.Time) string { return "upload/" + Day(at) }

// uploadDue reports whether names are withdrawn about which the secretary has not heard, and has
// had no letter about others today.
func uploadDue(v store.View, l *Ledger) (bool, error) {
	behind, _, err := v.Setting(roomBehind)
	if behind == "" || err != nil {
		return false, err
	}
	if _, ok, err := Secretary(v, l); !ok || err != nil {
		return false, err
	}
	sent, err := v.Count(uploadTally(v.Now()))
	return sent == 0, err
}

// tellUpload writes to the secretary once a day that the pages must be uploaded anew.
func tellUpload(tx store.Tx, l *Ledger) error {
	due, err := uploadDue(tx, l)
	if !due || err != nil {
		return err
	}
	p, _, err := Secretary(tx, l)
	if err := cmp.Or(err, tx.AddCount(uploadTally(tx.Now()), 1), tx.SetSetting(roomBehind, "")); err != nil {
		return err
	}
	return l.NoticesOf(tx, p.ID).Notify("office", Mailbox(p), templates.Data{Topic: templates.UploadAnew, Name: p.Name})
}
