package command

import (
	"reflect"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/workspace"
)

// Each entry has a name and a label of its own, a command of a registered kind, and a sentence
// that says more than the label.
func TestEntries(t *testing.T) {
	t.Parallel()
	names, labels := map[string]bool{}, map[string]bool{}
	for _, e := range Entries() {
		if e.Name == "" || names[e.Name] || e.Label == "" || labels[e.Label] || e.Menu == "" || (e.Command == nil) == (e.next == nil) {
			t.Errorf("%q: name, words, menu or command are missing or those of another entry", e.Name)
		}
		names[e.Name], labels[e.Label] = true, true
		if len(e.Help) < 20 || !strings.HasSuffix(e.Help, ".") || strings.EqualFold(strings.TrimSuffix(e.Help, "."), e.Label) {
			t.Errorf("%q: %q does not say what it does", e.Name, e.Help)
		}
		for _, c := range []Command{e.Command, e.Off} {
			if c != nil {
				KindOf(c)
			}
		}
	}
}

// Each kind has a sentence of help, and a name that no other kind has.
func TestKinds(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for _, k := range Kinds() {
		if names[k.Name] || len(k.Help) < 15 || !strings.HasSuffix(k.Help, ".") {
			t.Errorf("%s: %q", k.Name, k.Help)
		}
		names[k.Name] = true
		args := map[string]bool{}
		for _, a := range k.args {
			if args[a.name] {
				t.Errorf("%s has two arguments %s", k.Name, a.name)
			}
			args[a.name] = true
		}
	}
}

// Every choice of a view that is on or off has an entry, and the two commands of the entry
// switch it on and off.
func TestOptions(t *testing.T) {
	t.Parallel()
	for _, o := range view.Switches() {
		on, found := workspace.SetOption{Option: o, On: true}, false
		for _, e := range Entries() {
			found = found || reflect.DeepEqual(e.Command, on) || reflect.DeepEqual(e.Off, on)
		}
		if !found || o.Label() == "" {
			t.Errorf("%s has no entry, or no label", o)
		}
	}
	tl := story(t)
	for _, e := range Entries() {
		w := workspace.New("story")
		w.Update(tl, detect.Find(t.Context(), tl, nil))
		w.Do(workspace.Select{Thread: 1})
		isOn := func(c Command) bool { return w.IsOn(c.(workspace.Command)) }
		c, ok := e.Command.(workspace.Command)
		if !ok || e.Off == nil {
			continue
		}
		was := w.IsOn(c)
		for i := range 2 {
			done := e.Do(w, isOn).(workspace.Command)
			w.Do(done)
			w.Do(done) // once more changes nothing
			if w.IsOn(c) == (was == (i == 0)) {
				t.Errorf("%s: switched %d times, and on is %t as before", e.Name, i+1, w.IsOn(c))
			}
		}
	}
}

// The choice of several options that an entry makes is on then.
func TestChoices(t *testing.T) {
	t.Parallel()
	tl, n := story(t), 0
	for _, e := range Entries() {
		c, ok := e.Command.(workspace.Command)
		if !ok || !e.said || e.Off != nil {
			continue
		}
		w := workspace.New("story")
		w.Update(tl, detect.Report{})
		if w.Do(c); !w.IsOn(c) || Message(c) == "" {
			t.Errorf("%s: chosen, and not on, or nothing is said", e.Name)
		}
		n++
	}
	if n < 20 {
		t.Errorf("only %d choices", n)
	}
}

func TestMessages(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]Command{
		"View: Timeline":         workspace.SetView{Kind: view.Timeline},
		"Palette: light":         workspace.SetPalette{Palette: paint.Light()},
		"Calls on bars: on":      workspace.SetOption{Option: "lanes", On: true},
		"Calls on bars: off":     workspace.SetOption{Option: "lanes"},
		"Patterns: off":          workspace.SetOption{Option: "plain", On: true},
		"Level of detail: crowd": workspace.SetLevel{Level: 4},
		"":                       workspace.Hide{},
	} {
		if got := Message(c); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}

// Every entry is in one menu, and no menu is longer than a glance.
func TestMenus(t *testing.T) {
	t.Parallel()
	listed := map[string]int{}
	var count func(m *Menu, most int)
	count = func(m *Menu, most int) {
		if n := len(m.Entries()) + len(m.Below); n == 0 || n > most {
			t.Errorf("the menu %s has %d entries, want 1 to %d", m.Name, n, most)
		}
		for _, e := range m.Entries() {
			listed[e.Name]++
		}
		for i := range m.Below {
			count(&m.Below[i], 12)
		}
	}
	for i := range Menus {
		count(&Menus[i], 9)
	}
	for _, e := range Entries() {
		if listed[e.Name] != 1 {
			t.Errorf("%q, of the menu %q, is in %d menus", e.Name, e.Menu, listed[e.Name])
		}
	}
}

// withoutEntry are the commands that no menu has, by the reason.
var withoutEntry = map[string][]string{
	"it needs a number, a time or a place, which a drag, the wheel, a slider or a field gives": {
		"set-step", "set-steps", "set-history", "zoom-time-at", "pan-time", "show-range", "stretch-range", "set-speed", "place",
		"regroup", "set-limit", "set-handler-limit"},
	"it is about one of many things, which a click, a link or a list gives": {
		"select", "select-many", "follow", "go-to", "dismiss", "reinstate", "join-cluster", "name-cluster", "color-cluster",
		"fold-cluster", "ungroup", "select-call", "select-task", "select-task-range", "begin-tasks", "set-task-type",
		"set-system-code", "go-to-function", "open-function",
		"fold-tasks",
		"fold-parts", "scroll-tasks",
		"edit-note", "delete-note", "go-to-note", "select-note", "copy-note", "name-lock",
		"copy-lock", "slice-lock", "select-at-lock", "slice-finding", "slice-task-type",
		"set-slice", "remove-slice", "move-slice", "open-space", "show-space", "close-space", "show-space-beside",
		"list-group", "go-to-row", "go-to-difference", "show-trace", "answer-message", "open-saved"},
	"it needs a text or a definition": {
		"add-note", "define-tasks", "add-slices", "add-from-gallery", "keep-in-gallery", "drop-from-gallery", "copy-text", "set-editor",
		"set-keys", "record"},
	"an entry gives another command, which has the usual arguments or asks for them": {
		"set-bookmark", "go-to-bookmark", "make-cluster", "show-flame-graph"},
	"Esc does it where it has an effect":          {"highlight", "find-calls"},
	"the panel of handlers has a button":          {"reset-handlers"},
	"the panel of programs has a box or a button": {"hide-process", "mute-program", "end-program"},
	"the window of the tour has buttons":          {"next-tour-step", "end-tour"},
}

// Every command is in a menu, or there is a reason why not.
func TestEveryCommandHasAPlace(t *testing.T) {
	t.Parallel()
	reasons := map[string]string{}
	for why, names := range withoutEntry {
		for _, name := range names {
			if reasons[name] != "" || !IsName(name) {
				t.Errorf("%s: %q and %q, or no such command", name, why, reasons[name])
			}
			reasons[name] = why
		}
	}
	for _, k := range Kinds() {
		if in := len(k.entries()) > 0; in == (reasons[k.Name] != "") {
			t.Errorf("%s is in a menu: %t, and the reason why not is %q", k.Name, in, reasons[k.Name])
		}
	}
}
