package dossier

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"corrd/game"
	"corrd/store"
)

// contrast says how events of the log differ from what the laws decide.
func contrast(log, again []game.Event) string {
	for i, e := range log {
		if i >= len(again) {
			break
		}
		if one := contrastOne(e, again[i]); one != "" {
			return one
		}
	}
	return fmt.Sprintf("the log says %s; decided again it is %s", said(log), said(again))
}

// contrastOne says which members of an event differ; "" if none does, or if the events are
// not of one kind.
func contrastOne(log, again game.Event) string {
	if reflect.TypeOf(log.Fact) != reflect.TypeOf(again.Fact) {
		return ""
	}
	was, is := members(log), members(again)
	var all []string
	for _, name := range sortedKeys(was) {
		if was[name] != is[name] {
			all = append(all, fmt.Sprintf("%s is %s in the log, and %s decided again", name, brief(was[name]), brief(is[name])))
		}
		delete(is, name)
	}
	for _, name := range sortedKeys(is) {
		all = append(all, fmt.Sprintf("%s is not in the log, and %s decided again", name, brief(is[name])))
	}
	if len(all) == 0 {
		return ""
	}
	kind, _ := store.KindOf(log.Fact)
	return kind + ": " + strings.Join(all, "; ")
}

// members returns what an event says, by names.
func members(e game.Event) map[string]string {
	all := map[string]string{"at": e.At.Format(time.RFC3339), "by": e.By.String(), "law": string(e.Law), "letter": fmt.Sprint(e.Letter)}
	data, _ := json.Marshal(e.Fact)
	var raw map[string]json.RawMessage
	json.Unmarshal(data, &raw)
	for name, value := range raw {
		all[name] = string(value)
	}
	return all
}

// said tells events in a few words.
func said(events []game.Event) string {
	if len(events) == 0 {
		return "nothing"
	}
	const most = 4
	var all []string
	for _, e := range events[:min(len(events), most)] {
		kind, _ := store.KindOf(e.Fact)
		all = append(all, strings.TrimSpace(kind+" by "+e.By.String()+", "+string(e.Law)))
	}
	if more := len(events) - most; more > 0 {
		all = append(all, fmt.Sprintf("%d more", more))
	}
	return strings.Join(all, "; ")
}

// brief is the beginning of what a member of an event says.
func brief(value string) string {
	const most = 100
	if text := []rune(value); len(text) > most {
		return string(text[:most-1]) + "…"
	}
	return value
}
