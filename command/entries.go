package command

import (
	"cmp"
	"reflect"
	"slices"
	"sync"

	"tiv/timeline"
	"tiv/workspace"
)

// Entry is a command in a form that needs no further input: an entry of a menu and of the
// palette, a line of the key sheet and of the key dialog, and the effect of a key.
type Entry struct {
	// Name identifies the entry in the user's settings; Renamed has names of older versions.
	Name string
	// Menu is the menu with the entry. Line says that it begins a group there.
	Menu string
	Line bool
	// Label is the text of the entry, short the one within its menu, if that differs; Help a
	// sentence about the effect.
	Label, short, Help string
	// Keys are the default keys, in words. Repeats says that the command repeats while a key
	// is held; typed signs always do. Keys that are WhileTyping work even while a field has
	// the keyboard.
	Keys                 string
	Repeats, WhileTyping bool
	// Selection says that the command is about the selected threads and does nothing without
	// any. Traceless commands need no trace.
	Selection, Traceless bool
	// Lacks says why the command has no effect in a trace, as a sentence; "" if it has one, as in
	// all traces if Lacks is nil.
	Lacks func(*timeline.Timeline) string
	// Command is the command. If it is one that switches something on, Off switches it off
	// again. Next returns a workspace's command that depends on its state, in place of both.
	Command, Off Command
	next         func(*workspace.Workspace) workspace.Command
	// said says that the window confirms the command with message, or with the label.
	said    bool
	message string
}

// Entries lists all entries, grouped by menu. Callers must not change the list.
var Entries = sync.OnceValue(func() []*Entry {
	all := slices.Concat(fileEntries, views(), viewEntries, detailEntries, levels(), waitEntries, paletteEntries, palettes(),
		playEntries, rangeEntries, goEntries, callEntries, callColors(), taskEntries, taskOrders(), taskHeights(), taskColors(),
		taskTurns(), noteEntries, bookmarks(),
		selectEntries, listEntries, threadOrders(), hideEntries, clusterEntries, proposals(), layouts(), sliceEntries,
		tableEntries, tables(), groupedTables(), groupedTasks(), windowEntries, shownPanels(), fileDialogs(), keyPresets(), helpEntries)
	list, first := make([]*Entry, len(all)), map[string]int{}
	for i := range all {
		list[i] = &all[i]
		if _, ok := first[all[i].Menu]; !ok {
			first[all[i].Menu] = i
		}
	}
	slices.SortStableFunc(list, func(a, b *Entry) int { return cmp.Compare(first[a.Menu], first[b.Menu]) })
	return list
})

// EntryNamed returns the entry of a name; nil if there is none.
func EntryNamed(name string) *Entry {
	all := Entries()
	if i := slices.IndexFunc(all, func(e *Entry) bool { return e.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// MenuLabel returns the text of the entry in its menu.
func (e *Entry) MenuLabel() string { return cmp.Or(e.short, e.Label) }

// Do returns the command to carry out, for the state of a workspace. isOn reports whether the
// option of a command is on.
func (e *Entry) Do(w *workspace.Workspace, isOn func(Command) bool) Command {
	switch {
	case e.next != nil:
		return e.next(w)
	case e.Off != nil && isOn(e.Command):
		return e.Off
	}
	return e.Command
}

// Message returns the confirmation of a command that an entry has given; "" for none.
func Message(c Command) string {
	for _, e := range Entries() {
		if !e.said {
			continue
		}
		on, off := reflect.DeepEqual(c, e.Command), e.Off != nil && reflect.DeepEqual(c, e.Off)
		switch text := cmp.Or(e.message, e.Label); {
		case off:
			return text + ": off"
		case on && e.Off != nil:
			return text + ": on"
		case on:
			return text
		}
	}
	return ""
}

// entries returns the entries that give commands of a kind.
func (k *Kind) entries() (list []*Entry) {
	for _, e := range Entries() {
		if e.Command != nil && KindOf(e.Command) == k || e.Off != nil && KindOf(e.Off) == k {
			list = append(list, e)
		}
	}
	return list
}

// renamed has the names that older versions saved keys under.
var renamed = map[string]string{
	"view 1": "view 3d", "view 2": "view timeline", "view 3": "view interaction",
	"view 4": "view split", "view 5": "view execution", "view 6": "view execution-split",
}

// Renamed returns keys by the names of entries, given by the names of any version.
func Renamed(keys map[string]string) map[string]string {
	for before, now := range renamed {
		if k, ok := keys[before]; ok {
			delete(keys, before)
			if _, is := keys[now]; !is {
				keys[now] = k
			}
		}
	}
	return keys
}
