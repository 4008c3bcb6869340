// Package input says which key gives which command of the window: the keys of a
// preset, and those that the user has chosen. It knows no window.
package input

import (
	"slices"

	"tiv/workspace/prefs"
)

// Preset is a set of default keys for all commands.
type Preset struct {
	// Name is for the user's settings and for people, Help a sentence about the
	// keys.
	Name, Help string
	// Keys maps commands, by name, to keys other than those of the first preset.
	Keys map[string]string
}

// Presets lists all presets; the first is the default.
var Presets = []Preset{
	{Name: "TIV", Help: "The keys of other trace viewers: W, A, S, D for time, F, M, N, brackets, Space."},
	{Name: "Vim", Help: "H and L step through time, J and K through the list of threads, U and Ctrl+R undo and redo, " +
		"^ and $ go to the ends.", Keys: map[string]string{
		"step back": "Left H", "step on": "Right L", "ten back": "Shift+Left Shift+H", "ten on": "Shift+Right Shift+L",
		"row above": "Up K", "row below": "Down J", "start": "Home ^", "end": "End $ Shift+G",
		"undo": "Ctrl+Z U", "redo": "Ctrl+Shift+Z Ctrl+Y Ctrl+R", "commands": "Ctrl+Shift+P :",
		"hide": "Delete", "hide rest": "Shift+Delete", "show all": "Shift+U", "close look": "Shift+K", "level": "Ctrl+L",
		"next call": "Ctrl+J", "previous call": "Ctrl+Shift+J", "open rows": "Ctrl+Shift+K",
	}},
	{Name: "AZERTY", Help: "Z, Q, S, D replace W, A, S, D. Keys that would need AltGr or Shift have a second one.", Keys: map[string]string{
		"shorter steps": "Z", "earlier window": "Q", "zoom": "W", "call colors": "A",
		"view 3d": "1 &", "view timeline": "2 é", "view interaction": "3 \"", "view split": "4 '", "fit": "0 à",
		"waiter": "[ (", "blocker": "] )", "search": "/ :", "later": ". ;", "graph later": "> !",
	}},
	{Name: "QWERTZ", Help: "Keys that need AltGr or Shift on a German keyboard have a second one: Ö and Ä follow waits, " +
		"# searches.", Keys: map[string]string{
		"waiter": "[ Ö", "blocker": "] Ä", "search": "/ #",
	}},
	{Name: "Dvorak", Help: "Keys chosen by position are in the same place as on an American keyboard: time on comma, A, O, E.",
		Keys: map[string]string{
			"shorter steps": ",", "longer steps": "O", "later window": "E",
			"in time": "D", "aside": "S", "earlier": "W", "later": "V", "stats": ".",
		}},
}

// Default is a command by name, and its keys in the first preset, in words.
type Default struct{ Command, Keys string }

// keysOf returns the keys of a command in words.
func (p *Preset) keysOf(d Default) string {
	if keys, ok := p.Keys[d.Command]; ok {
		return keys
	}
	return d.Keys
}

// usual returns the keys of all commands. It panics if they cannot be parsed.
func (p *Preset) usual(defaults []Default) (list []prefs.Usual) {
	for _, d := range defaults {
		keys, err := prefs.ParseChords(p.keysOf(d))
		if err != nil {
			panic(err)
		}
		list = append(list, prefs.Usual{Name: d.Command, Keys: keys})
	}
	return list
}

// presetNamed returns the index of a preset; -1 if there is none of that name.
func presetNamed(name string) int {
	return slices.IndexFunc(Presets, func(p Preset) bool { return p.Name == name })
}
