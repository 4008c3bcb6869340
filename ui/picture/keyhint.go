package picture

import (
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/scene/shape"
	"tiv/ui/widget"
)

// usefulKeys are the entries whose keys are worth knowing first, with short words for their effects.
var usefulKeys = []struct{ entry, effect string }{
	{"play", "play"}, {"next", "next finding"}, {"blocker", "follow the wait"}, {"fit", "fit all"}, {"focus", "focus"},
	{"zoom", "zoom to selection"}, {"search", "find"}, {"help", "all keys"},
}

// shownKeys is the number of keys in the line, and enoughKeys the number of used keys that ends it.
const shownKeys, enoughKeys = 5, 5

// NoteKey notes that the user has used the key of an entry.
func (h *Hints) NoteKey(entry string) {
	for _, k := range usefulKeys {
		if k.entry == entry {
			h.prefs.NoteKey(entry, h.Wake)
		}
	}
}

// keyLine shows useful keys that the user has not used yet, at a height, and returns the height of the next
// line. It comes after the hint about the mouse, and only to users whose settings are kept.
func (h *Hints) keyLine(y float32) (next float32) {
	p := h.prefs
	if p.NoKeyHints || p.Folder == "" || !p.MouseUsed || len(p.KeysUsed) >= enoughKeys {
		return y
	}
	var parts []string
	for _, k := range usefulKeys {
		key, _, _ := strings.Cut(h.keys.Keys(k.entry), " ")
		if key != "" && !slices.Contains(p.KeysUsed, k.entry) {
			parts = append(parts, key+": "+k.effect)
		}
	}
	if more := len(parts) - shownKeys; more > 0 { // the last leads to all others
		parts = slices.Delete(parts, shownKeys-1, shownKeys-1+more)
	}
	const room = "     " // for the button
	for len(parts) > 1 && !h.fits(strings.Join(parts, " · ")+room) {
		parts = slices.Delete(parts, len(parts)-2, len(parts)-1)
	}
	box, next := h.line("key hint", strings.Join(parts, " · ")+room, y)
	if box.Width() > 0 {
		h.hideButton(box)
	}
	return next
}

// hideButton is the button at the end of the line of keys.
func (h *Hints) hideButton(box shape.Rect) {
	imgui.SetNextWindowPosV(imgui.Vec2{X: box.X1, Y: (box.Y0 + box.Y1) / 2}, imgui.CondAlways, imgui.Vec2{X: 1, Y: 0.5})
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: 0.25 * imgui.FontSize()})
	flags := imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoNav |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoBackground
	if imgui.BeginV("key hint", nil, imgui.WindowFlags(flags)) {
		if imgui.SmallButton("×") {
			h.hideKeys()
		}
		h.UI.Mark("hide key hint", widget.LastItem())
		widget.Tip("Hides this line for good. The panel Settings has it back.")
	}
	imgui.End()
	imgui.PopStyleVar()
}
