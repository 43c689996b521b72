package control

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"corrd/store"
)

// backupPath is the path of the verb that is answered with the bytes of a store and not with
// JSON.
const backupPath = "/backup"

// sendBackup writes a consistent copy of the store. When writing fails, sendBackup cuts the
// connection, so that the client does not take a part for the whole.
func (r *Room) sendBackup(rw http.ResponseWriter, req *http.Request) {
	var file Named
	if json.NewDecoder(req.Body).Decode(&file) == nil {
		if err := r.noteBackup(file.Name); err != nil {
			r.Log.Error("backup", "error", err)
		}
	}
	w := r.hastened(rw) // while a backup is written, the store cannot use freed space again
	w.Header().Set("Content-Type", "application/octet-stream")
	n, err := r.Store.Backup(w)
	if err != nil {
		r.Log.Error("backup", "written", n, "error", err)
		panic(http.ErrAbortHandler)
	}
	r.Log.Info("backup", "bytes", n)
}

// Faults is what `corrctl check` prints.
type Faults struct {
	store.Verified
	Faults []string `json:"faults"`
	// what the store keeps beside the logs of games and the logs do not lead to; the daemon puts it
	// right when it starts, and on its daily round
	Stale []string `json:"reckoned_otherwise,omitempty"`
	// the games that go by rules of a newer corrd, which alone can play them on
	Beyond []string `json:"newer_rules,omitempty"`
	// the games whose events come to another state here than in the corrd that wrote them
	Otherwise []int64 `json:"folds_otherwise,omitempty"`

	// orders to erase players who still play, in a store that was put back from a backup
	Waiting []store.Order `json:"erasures_waiting,omitempty"`
}

// Add lists what a check has found.
func (f *Faults) Add(found store.Fault) {
	switch {
	case found.Stale != 0:
		f.Stale = append(f.Stale, found.Words)
	case found.Beyond != 0:
		f.Beyond = append(f.Beyond, found.Words)
	case found.Otherwise != 0:
		f.Otherwise = append(f.Otherwise, found.Otherwise)
	default:
		f.Faults = append(f.Faults, found.Words)
	}
}

// Check verifies the whole store, and gives the faults.
func (r *Room) Check(context.Context, None) (f Faults, err error) {
	f.Faults = []string{}
	f.Verified, err = r.Store.Check(f.Add)
	f.Waiting = r.Erasures.Waiting()
	return f, err
}

// backedUpSetting is the key of the setting that keeps when the last backup was made that is whole
// and on the disk; RFC 3339.
const backedUpSetting = "backed_up"

// BackupDone notes that a backup which somebody has asked for is whole and on the disk.
func (r *Room) BackupDone(_ context.Context, file Named) (None, error) {
	return None{}, r.Store.Update(func(tx store.Tx) error {
		made, err := backupsMade(tx)
		if err != nil {
			return err
		}
		for _, b := range slices.Backward(made) {
			if b.File == file.Name {
				return tx.SetSetting(backedUpSetting, b.At.UTC().Format(time.RFC3339))
			}
		}
		return refuse("no backup %q has been asked for", file.Name)
	})
}

// LastBackup returns when the last backup was made that is whole; zero where none is.
func LastBackup(v store.View) (at time.Time, err error) {
	text, found, err := v.Setting(backedUpSetting)
	if err == nil && found {
		at, err = time.Parse(time.RFC3339, text)
	}
	return at, err
}

// BackupView is a backup that somebody has asked for.
type BackupView struct {
	At   time.Time `json:"at"`
	File string    `json:"file"`
}

// backupsSetting is the key of the setting that lists the backups asked for.
const backupsSetting = "backups"

// mostBackups is how many backups the setting lists, the newest ones.
const mostBackups = 1000

// backupsMade lists the backups that somebody has asked for, the newest last.
func backupsMade(v store.View) (made []BackupView, err error) {
	made = []BackupView{}
	text, _, err := v.Setting(backupsSetting)
	if err == nil && text != "" {
		if err = json.Unmarshal([]byte(text), &made); err != nil {
			err = fmt.Errorf("the backups that were made: %w", err)
		}
	}
	return made, err
}

// noteBackup notes a backup under the name of the backup's file.
func (r *Room) noteBackup(file string) error {
	if file == "" {
		return nil
	}
	return r.Store.Update(func(tx store.Tx) error {
		made, err := backupsMade(tx)
		if err != nil {
			return err
		}
		made = append(made, BackupView{tx.Now(), file})
		list, err := json.Marshal(made[max(0, len(made)-mostBackups):])
		if err != nil {
			return err
		}
		return tx.SetSetting(backupsSetting, string(list))
	})
}
