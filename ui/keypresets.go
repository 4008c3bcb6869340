package ui

import (
	"slices"

	"tiv/workspace/prefs"
)

// keyPreset is a set of default keys for all commands.
type keyPreset struct {
	name, tip string
	// keys maps commands, by name, to keys other than those in shortcuts.
	keys map[string]string
}

// keyPresets lists all presets; the first is the default.
var keyPresets = []keyPreset{
	{name: "TIV", tip: "The keys of other trace viewers: W, A, S, D for time, F, M, N, brackets, Space."},
	{name: "Vim", tip: "H and L step through time, J and K through the list of threads, U and Ctrl+R undo and redo, ^ and $ go to the ends.", keys: map[string]string{
		"step back": "Left H", "step on": "Right L", "ten back": "Shift+Left Shift+H", "ten on": "Shift+Right Shift+L",
		"row above": "Up K", "row below": "Down J", "start": "Home ^", "end": "End $ Shift+G",
		"undo": "Ctrl+Z U", "redo": "Ctrl+Shift+Z Ctrl+Y Ctrl+R", "commands": "Ctrl+Shift+P :",
		"hide": "Delete", "hide rest": "Shift+Delete", "show all": "Shift+U", "close look": "Shift+K", "level": "Ctrl+L",
	}},
	{name: "AZERTY", tip: "Z, Q, S, D replace W, A, S, D. Keys that would need AltGr or Shift have a second one.", keys: map[string]string{
		"shorter steps": "Z", "earlier window": "Q", "zoom": "W",
		"view 1": "1 &", "view 2": "2 é", "view 3": "3 \"", "view 4": "4 '", "fit": "0 à",
		"waiter": "[ (", "blocker": "] )", "search": "/ :", "later": ". ;", "graph later": "> !",
	}},
	{name: "QWERTZ", tip: "Keys that need AltGr or Shift on a German keyboard have a second one: Ö and Ä follow waits, # searches.", keys: map[string]string{
		"waiter": "[ Ö", "blocker": "] Ä", "search": "/ #",
	}},
	{name: "Dvorak", tip: "Keys chosen by position are in the same place as on an American keyboard: time on comma, A, O, E.", keys: map[string]string{
		"shorter steps": ",", "longer steps": "O", "later window": "E",
		"in time": "D", "aside": "S", "earlier": "W", "later": "V", "stats": ".",
	}},
}

// keysOf returns the keys of a command in words.
func (p *keyPreset) keysOf(s *shortcut) string {
	if keys, ok := p.keys[s.name]; ok {
		return keys
	}
	return s.keys
}

// usual are the keys of all shortcuts.
func (p *keyPreset) usual() (list []prefs.Usual) {
	for i := range shortcuts {
		keys, err := prefs.ParseChords(p.keysOf(&shortcuts[i]))
		if err != nil {
			panic(err)
		}
		list = append(list, prefs.Usual{Name: shortcuts[i].name, Keys: keys})
	}
	return list
}

// presetNamed returns the index of a preset; -1 if there is none of that name.
func presetNamed(name string) int {
	return slices.IndexFunc(keyPresets, func(p keyPreset) bool { return p.name == name })
}

// chooseKeys switches to the keys of a preset.
func chooseKeys(name string) func(*app) {
	return func(a *app) { a.dialogs.keys.choosePreset(name) }
}

// presetChoices are the shortcuts that choose a preset.
func presetChoices() (list []shortcut) {
	for _, p := range keyPresets {
		list = append(list, shortcut{name: "keys " + p.name, menu: "Keys", does: "Keys: " + p.name, tip: p.tip, do: chooseKeys(p.name),
			on: func(a *app) bool { return a.keys.preset().name == p.name }})
	}
	return list
}
