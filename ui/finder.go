package ui

import (
	"context"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/find"
)

// finder is the dialog to find threads, monitors, functions and commands by
// name.
type finder struct {
	*host
	run      func(*shortcut)
	show     bool // at the next frame
	text     string
	shown    *find.Index // that hits are from
	searched string
	hits     []find.Hit
	selected int // the hit that Enter chooses
}

const (
	finderName = "##finder"
	// maxHits is the largest number of listed hits.
	maxHits = 14
	// commandPrefix is the prefix of a query that matches commands only.
	commandPrefix = ">"
)

// openFinder opens the finder with an initial text.
func openFinder(text string) func(*app) {
	return func(a *app) {
		f := &a.dialogs.finder
		f.show, f.text, f.searched = true, text, "\x00"
		a.expectTyping()
	}
}

// layOut lays the finder out.
func (f *finder) layOut() {
	if f.show {
		imgui.OpenPopupStr(finderName)
	}
	view := imgui.MainViewport()
	at := view.WorkPos()
	wide := min(38*imgui.FontSize(), 0.8*view.WorkSize().X)
	imgui.SetNextWindowPosV(imgui.Vec2{X: at.X + (view.WorkSize().X-wide)/2, Y: at.Y + 3*imgui.FontSize()}, imgui.CondAlways, imgui.Vec2{})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: wide}, imgui.CondAlways)
	if !imgui.BeginPopup(finderName) {
		return
	}
	defer imgui.EndPopup()
	if f.show {
		f.show = false
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(-1)
	enter := imgui.InputTextWithHint("##find", "a thread, monitor or function; "+commandPrefix+" for commands", &f.text, imgui.InputTextFlagsEnterReturnsTrue, nil)
	f.ui.mark("finder", lastItem())
	tip("Up and Down move through the results. Enter goes to the result, or runs the command.")
	f.search()
	f.step()
	chosen := -1
	for i := range f.hits {
		if f.hitLine(i) {
			chosen = i
		}
	}
	if _, busy := f.index.Running(); busy && !f.index.Present {
		f.ui.faint("collecting names …")
	} else if len(f.hits) == 0 && f.text != "" {
		f.ui.faint("no match")
	}
	if enter && len(f.hits) > 0 {
		chosen = f.selected
	}
	if chosen >= 0 || f.ui.escaped() {
		imgui.CloseCurrentPopup()
	}
	if chosen >= 0 {
		f.choose(f.hits[chosen])
	}
}

// step moves the current hit with the arrow keys.
func (f *finder) step() {
	switch {
	case imgui.IsKeyPressedBool(imgui.KeyDownArrow):
		f.selected++
	case imgui.IsKeyPressedBool(imgui.KeyUpArrow):
		f.selected--
	}
	f.selected = min(max(f.selected, 0), max(len(f.hits)-1, 0))
}

// search runs the query if its text has changed.
func (f *finder) search() {
	tl := f.ws.Timeline
	names := &f.index
	names.Update(tl, func(context.Context, func(float64)) (*find.Index, error) {
		return find.NewIndex(tl, commandNames()), nil
	}, f.alarm.ring)
	if names.Value == nil { // commands at least
		names.Value = find.NewIndex(&timeline.Timeline{}, commandNames())
	}
	if f.shown != names.Value {
		f.shown, f.searched = names.Value, "\x00"
	}
	if f.searched == f.text {
		return
	}
	f.searched, f.selected = f.text, 0
	text, only := strings.CutPrefix(f.text, commandPrefix)
	f.hits = f.shown.Search(strings.TrimSpace(text), 100)
	if only && strings.TrimSpace(text) == "" {
		f.hits = nil
		for i, name := range commandNames() {
			f.hits = append(f.hits, find.Hit{Kind: find.Command, ID: i, Name: name})
		}
	}
	if only {
		f.hits = slices.DeleteFunc(f.hits, func(h find.Hit) bool { return h.Kind != find.Command })
	}
	f.hits = f.hits[:min(len(f.hits), maxHits)]
}

// hitLine lays out a hit and reports whether it was clicked.
func (f *finder) hitLine(i int) (clicked bool) {
	h := &f.hits[i]
	imgui.PushIDInt(int32(i))
	defer imgui.PopID()
	at := imgui.CursorScreenPos()
	wide := imgui.ContentRegionAvail().X
	clicked = imgui.SelectableBoolV("##hit", i == f.selected, 0, imgui.Vec2{})
	f.ui.mark("hit "+h.Name, lastItem())
	palette := f.ui.palette
	kind := h.Kind.String()
	if h.Kind == find.Command {
		kind = f.keys.Keys(shortcuts[h.ID].name)
		tip(shortcuts[h.ID].tip)
	}
	list := imgui.WindowDrawList()
	side := imgui.CalcTextSize(kind)
	list.AddTextVec2(imgui.Vec2{X: at.X + wide - side.X, Y: at.Y}, packed(palette.Faint), kind)
	f.drawHit(list, at, h, wide-side.X-imgui.FontSize())
	return clicked
}

// drawHit draws a hit's name, with the matching parts highlighted by colour and
// a line below.
func (f *finder) drawHit(list *imgui.DrawList, at imgui.Vec2, h *find.Hit, wide float32) {
	palette := f.ui.palette
	name := shorten(sanitize(h.Name), wide)
	list.AddTextVec2(at, packed(palette.Text), name)
	if name != h.Name {
		return // its parts are elsewhere now
	}
	for _, r := range h.Ranges {
		x0 := at.X + imgui.CalcTextSize(name[:r.From]).X
		x1 := at.X + imgui.CalcTextSize(name[:r.To]).X
		y := at.Y + imgui.TextLineHeight()
		list.AddLineV(imgui.Vec2{X: x0, Y: y}, imgui.Vec2{X: x1, Y: y}, packed(palette.Select), 1.5*f.ui.scale)
	}
}

// choose carries out the action of a hit.
func (f *finder) choose(h find.Hit) {
	switch h.Kind {
	case find.Command:
		f.run(&shortcuts[h.ID])
	case find.Thread:
		f.glide(workspace.Select{Thread: tracefeed.ThreadID(h.ID)}, workspaceFocus)
	case find.Monitor:
		f.selectOr(f.users(tracefeed.MonitorID(h.ID)), "No thread owns "+sanitize(h.Name)+" or waits for it at this moment.")
	case find.Function:
		f.selectOr(f.threadsIn(h.Name), "No thread waits in "+sanitize(h.Name)+" at this moment.")
	}
}

func (f *finder) selectOr(threads []tracefeed.ThreadID, none string) {
	if len(threads) == 0 {
		f.messages.say(none)
		return
	}
	f.send(workspace.SelectMany{Threads: threads})
}

// users returns the holders and waiters of a monitor at the moment.
func (f *finder) users(m tracefeed.MonitorID) []tracefeed.ThreadID {
	tl, moment := f.ws.Timeline, f.ws.Look.Moment
	threads := slices.Clone(tl.Holds(m).At(moment))
	for _, t := range f.ws.Look.Threads {
		if s := tl.Lane(t).Since(moment); s.State == tracefeed.Blocking && s.Monitor == m {
			threads = append(threads, t)
		}
	}
	return threads
}

// threadsIn returns the threads with a function on their stack at the moment.
func (f *finder) threadsIn(function string) (threads []tracefeed.ThreadID) {
	tl, moment := f.ws.Timeline, f.ws.Look.Moment
	for _, t := range f.ws.Look.Threads {
		s := tl.Lane(t).Since(moment)
		for _, f := range tl.Stacks[s.Stack] {
			if tl.Frames[f].Func == function {
				threads = append(threads, t)
				break
			}
		}
	}
	return threads
}

// commandNames returns the names of the shortcuts.
func commandNames() []string {
	names := make([]string, len(shortcuts))
	for i := range shortcuts {
		names[i] = shortcuts[i].label
	}
	return names
}
