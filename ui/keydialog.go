package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/workspace/prefs"
)

// keyDialog is the dialog to change the keys of commands.
type keyDialog struct {
	show  bool // at the next frame
	open  bool
	find  string // lists only commands whose names contain this
	asked string // the command whose new key is going to be pressed; "" for none
	said  string // the commands that lost keys in the last change
}

const keyDialogName = "Change keys"

// keyDialogWindow lays the dialog out.
func (a *app) keyDialogWindow() {
	d := &a.keyDialog
	if d.show {
		*d = keyDialog{open: true}
		a.help = false
		a.expect()
		imgui.OpenPopupStr(keyDialogName)
	}
	view := imgui.MainViewport()
	size := view.WorkSize()
	imgui.SetNextWindowPosV(view.WorkCenter(), imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(44*imgui.FontSize(), 0.95*size.X), Y: min(40*imgui.FontSize(), 0.92*size.Y)}, imgui.CondAlways)
	flags := imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoResize
	if d.open = imgui.BeginPopupModalV(keyDialogName, nil, imgui.WindowFlags(flags)); !d.open {
		d.asked = ""
		return
	}
	defer imgui.EndPopup()
	a.presetCombo()
	imgui.SameLine()
	imgui.SetNextItemWidth(-1)
	if imgui.IsWindowAppearing() {
		imgui.SetKeyboardFocusHere()
	}
	imgui.InputTextWithHint("##find", "a part of a command's name or its key", &d.find, imgui.InputTextFlagsAutoSelectAll, nil)
	a.mark("find command", lastItem())
	tip("List only commands whose name, menu or key has this.")
	foot := 2*imgui.TextLineHeightWithSpacing() + imgui.FrameHeightWithSpacing()
	table := imgui.TableFlagsScrollY | imgui.TableFlagsBordersInnerV | imgui.TableFlagsNoSavedSettings
	if imgui.BeginTableV("keys", 3, imgui.TableFlags(table), imgui.Vec2{X: 0, Y: -foot}, 0) {
		a.keyRows()
		imgui.EndTable()
	}
	wrapped(a.keyHelp())
	imgui.SetCursorPosY(imgui.WindowHeight() - imgui.FrameHeightWithSpacing() - imgui.CurrentStyle().WindowPadding().Y)
	a.keyButtons()
}

// presetCombo chooses the default keys of all commands.
func (a *app) presetCombo() {
	imgui.SetNextItemWidth(10 * imgui.FontSize())
	if imgui.BeginCombo("##preset", "keys: "+a.keyPreset().name) {
		for i := range keyPresets {
			p := &keyPresets[i]
			if imgui.SelectableBoolV(p.name, p == a.keyPreset(), 0, imgui.Vec2{}) {
				chooseKeys(p.name)(a)
			}
			a.mark("keys "+p.name, lastItem())
			tip(p.tip)
		}
		imgui.EndCombo()
	}
	a.mark("key preset", lastItem())
	tip("The keys that commands have unless you give them others, which stay whatever is chosen here.")
}

// keyHelp returns the next step for the user.
func (a *app) keyHelp() string {
	d := &a.keyDialog
	switch {
	case d.asked != "":
		return fmt.Sprintf("Press the new key of “%s”. Backspace: no key. Esc: as it is.", doesOf(d.asked))
	case d.said != "":
		return d.said
	}
	return "Click a command, or press Enter on it, and then its new key."
}

// keyRows lists the commands.
func (a *app) keyRows() {
	d := &a.keyDialog
	imgui.TableSetupScrollFreeze(0, 1)
	imgui.TableSetupColumnV("command", imgui.TableColumnFlagsWidthStretch, 5, 0)
	imgui.TableSetupColumnV("key", imgui.TableColumnFlagsWidthStretch, 3.5, 1)
	imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthFixed, imgui.CalcTextSize("as it was").X+imgui.FontSize(), 2)
	imgui.TableHeadersRow()
	menu := ""
	for i := range shortcuts {
		s := &shortcuts[i]
		if want := strings.ToLower(d.find); !strings.Contains(strings.ToLower(s.menu+": "+s.does+" "+a.keysOf(s.name)), want) {
			continue
		}
		if s.menu != menu {
			menu = s.menu
			imgui.TableNextRow()
			imgui.TableSetColumnIndex(0)
			a.bold(menu)
		}
		imgui.PushIDInt(int32(i))
		a.keyRow(s)
		imgui.PopID()
	}
}

// keyRow lays out one command, its keys, and the button to reset them.
func (a *app) keyRow(s *shortcut) {
	d, p := &a.keyDialog, a.ws.Look.Palette
	imgui.TableNextRow()
	imgui.TableSetColumnIndex(0)
	a.askLine("command", s.name, cut(s.does, imgui.ContentRegionAvail().X-imgui.FontSize()))
	a.mark("key of "+s.name, lastItem())
	imgui.TableSetColumnIndex(1)
	keys := a.keysOf(s.name)
	if d.asked == s.name {
		keys = "press a key …"
		a.mark("new key of "+s.name, lastItem())
	}
	a.askLine("key", s.name, keys)
	if lost := a.keymap.Lost(s.name); len(lost) > 0 {
		tinted(p.Warning, prefs.Words(lost)+" is taken")
		tip("Taken by “" + doesOf(a.keymap.Command(lost[0])) + "”.")
	}
	imgui.TableSetColumnIndex(2)
	if _, own := a.prefs.Keys[s.name]; own {
		if imgui.SmallButton("as it was") {
			keys, _ := prefs.ParseChords(a.keyPreset().keysOf(s))
			a.setKeys(s.name, keys)
		}
		a.mark("usual key of "+s.name, lastItem())
		tip(withKey("The key that it has in "+a.keyPreset().name, a.keyPreset().keysOf(s)))
	}
}

// askLine is a clickable text that starts the choice of a new key.
func (a *app) askLine(id, name, s string) {
	d := &a.keyDialog
	at := imgui.CursorScreenPos()
	if imgui.SelectableBoolV("##"+id, d.asked == name, 0, imgui.Vec2{}) {
		d.asked, d.said = name, ""
		a.window.typed = nil
	}
	tip(shortcutNamed(name).tip + "\nClick, then press the new key.")
	imgui.WindowDrawList().AddTextVec2(imgui.Vec2{X: at.X + 0.5*imgui.FontSize(), Y: at.Y}, packed(a.ws.Look.Palette.Text), s)
}

func (a *app) keyButtons() {
	imgui.BeginDisabledV(len(a.prefs.Keys) == 0)
	if imgui.Button("All as they were") {
		a.prefs.Keys = nil
		a.keysChanged()
	}
	imgui.EndDisabled()
	tip("Give all commands the keys that they have in " + a.keyPreset().name + ".")
	imgui.SameLine()
	if imgui.Button("Close") || a.keyDialog.asked == "" && imgui.IsKeyPressedBoolV(imgui.KeyEscape, false) {
		imgui.CloseCurrentPopup()
	}
	a.mark("close keys", lastItem())
	tip("Changed keys are saved already.")
}

// doesOf returns the effect of a command.
func doesOf(name string) string {
	if s := shortcutNamed(name); s != nil {
		return s.does
	}
	return name
}

// setKeys sets a command's keys, and notes the commands that lose them.
func (a *app) setKeys(name string, keys []prefs.Chord) {
	a.keyDialog.said = ""
	for _, c := range keys {
		if by := a.keymap.Command(c); by != "" && by != name && slices.Contains(a.keymap.Of(by), c) {
			a.keyDialog.said = fmt.Sprintf("%v was “%s”, which has it no longer.", c, doesOf(by))
		}
	}
	a.prefs.SetKeys(a.keyPreset().usual(), name, keys)
	a.keysChanged()
}

// keysChanged rebuilds the keymap and saves the keys.
func (a *app) keysChanged() {
	a.makeKeymap()
	a.savePrefs()
}

// takeKey assigns a pressed or typed key to the command waiting for one. It
// reports whether there is one.
func (a *app) takeKey() bool {
	d := &a.keyDialog
	if d.asked == "" {
		return false
	}
	var c prefs.Chord
	if len(a.window.typed) > 0 {
		c = prefs.Typed(a.window.typed[0])
	}
	for _, p := range a.window.pressed {
		if !p.repeat {
			c = p.Chord
		}
	}
	a.window.typed, a.window.pressed = nil, nil
	if c.Key == "" {
		return true
	}
	name := d.asked
	d.asked = ""
	switch c {
	case prefs.Chord{Key: "Esc"}:
	case prefs.Chord{Key: "Backspace"}:
		a.setKeys(name, nil)
	default:
		a.setKeys(name, []prefs.Chord{c})
	}
	return true
}
