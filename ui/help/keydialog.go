package help

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/session"
	"tiv/ui/input"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace/prefs"
)

// KeyDialog is the dialog to change the keys of commands.
type KeyDialog struct {
	ui       *widget.Kit
	keys     *keys.Bindings
	messages *session.Messages
	prefs    *panel.Preferences
	input    *keys.Recorder
	wake     func() // wakes the window
	panel.Idle
	show    bool // at the next frame
	open    bool
	query   string // lists only commands whose names contain this
	pending string // the command whose new key is going to be pressed; "" for none
	notice  string // the commands that lost keys in the last change
	escaped bool   // Esc was the answer to pending, and does not close the dialog
}

const keyDialogName = "Change keys"

// Asking reports whether the dialog is open.
func (d *KeyDialog) Asking() bool { return d.open }

// Ask shows the dialog in the next frame.
func (d *KeyDialog) Ask() { d.show = true }

// LayOut lays the dialog out.
func (d *KeyDialog) LayOut() {
	if d.show {
		*d = KeyDialog{ui: d.ui, keys: d.keys, messages: d.messages, prefs: d.prefs, input: d.input, wake: d.wake, open: true}
		d.input.ExpectTyping()
		imgui.OpenPopupStr(keyDialogName)
	}
	view := imgui.MainViewport()
	size := view.WorkSize()
	imgui.SetNextWindowPosV(view.WorkCenter(), imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(44*imgui.FontSize(), 0.95*size.X), Y: min(40*imgui.FontSize(), 0.92*size.Y)},
		imgui.CondAlways)
	flags := imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoResize
	if d.open = imgui.BeginPopupModalV(keyDialogName, nil, imgui.WindowFlags(flags)); !d.open {
		d.pending = ""
		return
	}
	defer imgui.EndPopup()
	d.presetCombo()
	imgui.SameLine()
	imgui.SetNextItemWidth(-1)
	if imgui.IsWindowAppearing() {
		imgui.SetKeyboardFocusHere()
	}
	imgui.InputTextWithHint("##find", "Find a command or key…", &d.query, imgui.InputTextFlagsAutoSelectAll, nil)
	d.ui.Mark("find command", widget.LastItem())
	widget.Tip("Lists only commands whose name, menu or key contains this text.")
	foot := 2*imgui.TextLineHeightWithSpacing() + imgui.FrameHeightWithSpacing()
	table := imgui.TableFlagsScrollY | imgui.TableFlagsBordersInnerV | imgui.TableFlagsNoSavedSettings
	if imgui.BeginTableV("keys", 3, imgui.TableFlags(table), imgui.Vec2{X: 0, Y: -foot}, 0) {
		d.rows()
		imgui.EndTable()
	}
	widget.Wrapped(d.help())
	imgui.SetCursorPosY(imgui.WindowHeight() - imgui.FrameHeightWithSpacing() - imgui.CurrentStyle().WindowPadding().Y)
	d.buttons()
}

// presetCombo chooses the default keys of all commands.
func (d *KeyDialog) presetCombo() {
	imgui.SetNextItemWidth(10 * imgui.FontSize())
	if imgui.BeginCombo("##preset", "Keys: "+d.keys.Preset().Name) {
		for i := range input.Presets {
			p := &input.Presets[i]
			if imgui.SelectableBoolV(p.Name, p == d.keys.Preset(), 0, imgui.Vec2{}) {
				d.ChoosePreset(p.Name)
			}
			d.ui.Mark("keys "+p.Name, widget.LastItem())
			widget.Tip(p.Help)
		}
		imgui.EndCombo()
	}
	d.ui.Mark("key preset", widget.LastItem())
	widget.Tip("The default keys of all commands. Keys that you have changed stay as they are.")
}

// ChoosePreset switches to the keys of a preset from the next frame on; the
// user's own keys stay.
func (d *KeyDialog) ChoosePreset(name string) {
	d.prefs.KeyPreset = name
	d.notice, d.pending = "", ""
}

// help returns the next step for the user.
func (d *KeyDialog) help() string {
	switch {
	case d.pending != "":
		return fmt.Sprintf("Press the new key of “%s”. Backspace removes the key, Esc cancels.", keys.LabelOf(d.pending))
	case d.notice != "":
		return d.notice
	}
	return "Click a command, or press Enter on it, then press its new key."
}

// rows lists the commands.
func (d *KeyDialog) rows() {
	imgui.TableSetupScrollFreeze(0, 1)
	imgui.TableSetupColumnV("command", imgui.TableColumnFlagsWidthStretch, 5, 0)
	imgui.TableSetupColumnV("key", imgui.TableColumnFlagsWidthStretch, 3.5, 1)
	imgui.TableSetupColumnV("", imgui.TableColumnFlagsWidthFixed, imgui.CalcTextSize("Reset").X+imgui.FontSize(), 2)
	imgui.TableHeadersRow()
	menu := ""
	for i, e := range command.Entries() {
		if want := strings.ToLower(d.query); !strings.Contains(strings.ToLower(e.Menu+": "+e.Label+" "+d.keys.Keys(e.Name)), want) {
			continue
		}
		if e.Menu != menu {
			menu = e.Menu
			imgui.TableNextRow()
			imgui.TableSetColumnIndex(0)
			d.ui.Bold(menu)
		}
		imgui.PushIDInt(int32(i))
		d.row(e)
		imgui.PopID()
	}
}

// row lays out one command, its keys, and the button to reset them.
func (d *KeyDialog) row(e *command.Entry) {
	palette := d.ui.Palette
	imgui.TableNextRow()
	imgui.TableSetColumnIndex(0)
	d.choiceLine("command", e.Name, widget.Shorten(e.Label, imgui.ContentRegionAvail().X-imgui.FontSize()))
	d.ui.Mark("key of "+e.Name, widget.LastItem())
	imgui.TableSetColumnIndex(1)
	now := d.keys.Keys(e.Name)
	if d.pending == e.Name {
		now = "Press a key…"
		d.ui.Mark("new key of "+e.Name, widget.LastItem())
	}
	d.choiceLine("key", e.Name, now)
	if lost := d.keys.Lost(e.Name); len(lost) > 0 {
		widget.Tinted(palette.Warning, prefs.Words(lost)+" is taken")
		widget.Tip("Used by “" + keys.LabelOf(d.keys.Command(lost[0])) + "”.")
	}
	imgui.TableSetColumnIndex(2)
	if _, own := d.prefs.Keys[e.Name]; own {
		if imgui.SmallButton("Reset") {
			d.reset(e.Name)
		}
		d.ui.Mark("usual key of "+e.Name, widget.LastItem())
		widget.Tip(keys.WithKey("Restores the key of the preset "+d.keys.Preset().Name, d.keys.PresetKeys(e.Name)))
	}
}

// choiceLine is a clickable text that starts the choice of a new key.
func (d *KeyDialog) choiceLine(id, name, s string) {
	at := imgui.CursorScreenPos()
	if imgui.SelectableBoolV("##"+id, d.pending == name, 0, imgui.Vec2{}) {
		d.pending, d.notice = name, ""
		d.input.Typed = nil
	}
	widget.Tip(command.EntryNamed(name).Help + "\nClick, then press the new key.")
	imgui.WindowDrawList().AddTextVec2(imgui.Vec2{X: at.X + 0.5*imgui.FontSize(), Y: at.Y}, widget.Packed(d.ui.Palette.Text), s)
}

func (d *KeyDialog) buttons() {
	imgui.BeginDisabledV(len(d.prefs.Keys) == 0)
	if imgui.Button("Reset all") {
		d.reset("")
	}
	imgui.EndDisabled()
	widget.Tip("Restores all keys of the preset " + d.keys.Preset().Name + ".")
	imgui.SameLine()
	if imgui.Button("Close") || d.pending == "" && d.ui.Escaped() && !d.escaped {
		imgui.CloseCurrentPopup()
	}
	d.ui.Mark("close keys", widget.LastItem())
	d.escaped = false
	widget.Tip("Closes the dialog. Changes are saved already.")
}

// Apply applies the keys in the settings, and saves them.
func (d *KeyDialog) Apply() {
	d.messages.Fail(d.keys.Rebuild())
	d.prefs.Keep(d.wake)
}

// Give gives an entry of the registry some keys, with blanks between them.
func (d *KeyDialog) Give(entry, text string) error {
	if command.EntryNamed(entry) == nil {
		return fmt.Errorf("set keys: no entry of the menus has the name %q", entry)
	}
	list, err := prefs.ParseChords(text)
	if err != nil {
		return fmt.Errorf("set keys: %w", err)
	}
	d.changed(d.keys.Set(entry, list))
	return nil
}

// Reset gives an entry the keys of the preset again, or all entries without a name.
func (d *KeyDialog) Reset(entry string) error {
	if entry != "" && command.EntryNamed(entry) == nil {
		return fmt.Errorf("reset keys: no entry of the menus has the name %q", entry)
	}
	d.reset(entry)
	return nil
}

func (d *KeyDialog) reset(entry string) {
	if entry != "" {
		d.changed(d.keys.Reset(entry))
		return
	}
	d.prefs.Keys = nil
	d.Apply()
}

// changed applies changed keys, and notes the command that has lost a key.
func (d *KeyDialog) changed(loser string, key prefs.Chord) {
	if d.notice = ""; loser != "" {
		d.notice = fmt.Sprintf("%v is no longer the key of “%s”.", key, keys.LabelOf(loser))
	}
	d.Apply()
}

// TakeKey assigns a pressed or typed key to the command waiting for one. It
// reports whether there is one.
func (d *KeyDialog) TakeKey() bool {
	if d.pending == "" {
		return false
	}
	var c prefs.Chord
	if len(d.input.Typed) > 0 {
		c = prefs.Typed(d.input.Typed[0])
	}
	for _, p := range d.input.Pressed {
		if !p.Repeat {
			c = p.Chord
		}
	}
	d.input.Typed, d.input.Pressed = nil, nil
	if c.Key == "" {
		return true
	}
	name := d.pending
	d.pending = ""
	switch c {
	case prefs.Chord{Key: "Esc"}:
		d.escaped = true
	case prefs.Chord{Key: "Backspace"}:
		d.changed(d.keys.Set(name, nil))
	default:
		d.changed(d.keys.Set(name, []prefs.Chord{c}))
	}
	return true
}

// NewKeyDialog returns the dialog of a window.
func NewKeyDialog(s *panel.Services) KeyDialog {
	return KeyDialog{ui: s.Shown.UI, keys: s.Keys, messages: s.Messages, prefs: s.Prefs, input: s.Input, wake: s.Wake}
}

// Waiting reports whether the next key is the new one of a command.
func (d *KeyDialog) Waiting() bool { return d.pending != "" }
