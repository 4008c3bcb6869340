package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/workspace/prefs"
)

// dispatchKeys carries out the keys pressed and typed since the last frame, unless a
// field takes them.
func (a *app) dispatchKeys() {
	in := a.Input
	if a.Keys.Stale() {
		a.dialogs.keys.Apply()
	}
	if a.dialogs.keys.TakeKey() {
		return
	}
	pressed := in.Pressed
	in.Pressed = nil
	if a.dialogs.writes() {
		pressed = nil // Ctrl+Z and the like are about the text
	}
	busy := imgui.CurrentIO().WantTextInput() || a.dialogs.all().Asking()
	for _, p := range pressed {
		if e := a.Keys.EntryFor(p.Chord); e != nil && (e.Repeats || !p.Repeat) && (!busy || e.WhileTyping) &&
			!a.focus.takes(p.Chord) && (busy || !a.dialogs.tour.takes(p.Chord)) {
			a.hints.NoteKey(e.Name)
			a.run(e)
		}
	}
	if imgui.CurrentIO().WantTextInput() {
		in.Patience = 0
		for _, c := range in.Typed {
			imgui.CurrentIO().AddInputCharacter(uint32(c))
		}
		in.Typed = nil
	}
	for len(in.Typed) > 0 && in.Patience == 0 {
		c := in.Typed[0]
		in.Typed = in.Typed[1:]
		if e := a.Keys.EntryFor(prefs.Typed(c)); e != nil && !busy {
			a.hints.NoteKey(e.Name)
			a.run(e)
		}
	}
}
