package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/workspace/prefs"
)

// recorder has the input that the window has recorded since the last frame.
type recorder struct {
	// Keys are recorded with their modifiers, because Dear ImGui merges events
	// whose order matters. Typed text stays until it is consumed.
	pressed []press
	typed   []rune
	dropped []string // paths of files dropped on the window
	// patience is the number of frames for which typed text is kept for a field
	// that is about to have the keyboard.
	patience int
}

// expectTyping keeps typed text, for some frames, for a field that is about to get
// the keyboard focus.
func (r *recorder) expectTyping() { r.patience = 10 }

// dispatchKeys carries out the keys pressed and typed since the last frame, unless a
// field takes them.
func (a *app) dispatchKeys() {
	in := a.input
	if a.keys.Stale() {
		a.dialogs.keys.apply()
	}
	if a.dialogs.keys.takeKey() {
		return
	}
	pressed := in.pressed
	in.pressed = nil
	if a.dialogs.note.open {
		pressed = nil // Ctrl+Z and the like are about its text
	}
	busy := imgui.CurrentIO().WantTextInput() || a.dialogs.asking()
	for _, p := range pressed {
		if e := a.keys.entryFor(p.Chord); e != nil && (e.Repeats || !p.repeat) && (!busy || e.WhileTyping) &&
			!a.focus.takes(p.Chord) && (busy || !a.dialogs.tour.takes(p.Chord)) {
			a.run(e)
		}
	}
	if imgui.CurrentIO().WantTextInput() {
		in.patience = 0
		for _, c := range in.typed {
			imgui.CurrentIO().AddInputCharacter(uint32(c))
		}
		in.typed = nil
	}
	for len(in.typed) > 0 && in.patience == 0 {
		c := in.typed[0]
		in.typed = in.typed[1:]
		if e := a.keys.entryFor(prefs.Typed(c)); e != nil && !busy {
			a.run(e)
		}
	}
}
