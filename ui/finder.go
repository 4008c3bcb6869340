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

// nameFinder is the dialog to find threads, monitors, functions and commands by
// name.
type nameFinder struct {
	show  bool // at the next frame
	text  string
	index *find.Index // that hits are from
	asked string
	hits  []find.Hit
	at    int // the hit that Enter chooses
}

const (
	finderName = "##finder"
	// mostHits is the largest number of listed hits.
	mostHits = 14
	// commandMark is the prefix of a query that matches commands only.
	commandMark = ">"
)

// openFinder opens the finder with an initial text.
func openFinder(text string) func(*app) {
	return func(a *app) {
		a.finder.show, a.finder.text, a.finder.asked = true, text, "\x00"
		a.expect()
	}
}

// finderWindow lays the finder out.
func (a *app) finderWindow() {
	f := &a.finder
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
	enter := imgui.InputTextWithHint("##find", "a thread, monitor or function; "+commandMark+" for commands", &f.text, imgui.InputTextFlagsEnterReturnsTrue, nil)
	a.mark("finder", lastItem())
	tip("Up and Down choose, Enter goes there or does it.")
	f.search(a)
	f.step()
	chosen := -1
	for i := range f.hits {
		if a.hitLine(i) {
			chosen = i
		}
	}
	if _, busy := a.index.Running(); busy && !a.index.Present {
		a.faint("names are being collected …")
	} else if len(f.hits) == 0 && f.text != "" {
		a.faint("nothing of that name")
	}
	if enter && len(f.hits) > 0 {
		chosen = f.at
	}
	if chosen >= 0 {
		imgui.CloseCurrentPopup()
		a.choose(f.hits[chosen])
	}
}

// step moves the current hit with the arrow keys.
func (f *nameFinder) step() {
	switch {
	case imgui.IsKeyPressedBool(imgui.KeyDownArrow):
		f.at++
	case imgui.IsKeyPressedBool(imgui.KeyUpArrow):
		f.at--
	}
	f.at = min(max(f.at, 0), max(len(f.hits)-1, 0))
}

// search runs the query if its text has changed.
func (f *nameFinder) search(a *app) {
	tl := a.ws.Timeline
	names := &a.index
	names.Update(tl, func(context.Context, func(float64)) (*find.Index, error) {
		return find.NewIndex(tl, commandNames()), nil
	}, a.alarm.ring)
	if names.Value == nil { // commands at least
		names.Value = find.NewIndex(&timeline.Timeline{}, commandNames())
	}
	if f.index != names.Value {
		f.index, f.asked = names.Value, "\x00"
	}
	if f.asked == f.text {
		return
	}
	f.asked, f.at = f.text, 0
	text, only := strings.CutPrefix(f.text, commandMark)
	f.hits = f.index.Search(strings.TrimSpace(text), 100)
	if only && strings.TrimSpace(text) == "" {
		f.hits = nil
		for i, name := range commandNames() {
			f.hits = append(f.hits, find.Hit{Kind: find.Command, ID: i, Name: name})
		}
	}
	if only {
		f.hits = slices.DeleteFunc(f.hits, func(h find.Hit) bool { return h.Kind != find.Command })
	}
	f.hits = f.hits[:min(len(f.hits), mostHits)]
}

// hitLine lays out a hit and reports whether it was clicked.
func (a *app) hitLine(i int) (clicked bool) {
	h := &a.finder.hits[i]
	imgui.PushIDInt(int32(i))
	defer imgui.PopID()
	at := imgui.CursorScreenPos()
	wide := imgui.ContentRegionAvail().X
	clicked = imgui.SelectableBoolV("##hit", i == a.finder.at, 0, imgui.Vec2{})
	a.mark("hit "+h.Name, lastItem())
	p := a.ws.Look.Palette
	kind := h.Kind.String()
	if h.Kind == find.Command {
		kind = a.keysOf(shortcuts[h.ID].name)
		tip(shortcuts[h.ID].tip)
	}
	list := imgui.WindowDrawList()
	side := imgui.CalcTextSize(kind)
	list.AddTextVec2(imgui.Vec2{X: at.X + wide - side.X, Y: at.Y}, packed(p.Faint), kind)
	a.marked(list, at, h, wide-side.X-imgui.FontSize())
	return clicked
}

// marked draws a hit's name, with the matching parts highlighted by colour and
// a line below.
func (a *app) marked(list *imgui.DrawList, at imgui.Vec2, h *find.Hit, wide float32) {
	p := a.ws.Look.Palette
	name := cut(tame(h.Name), wide)
	list.AddTextVec2(at, packed(p.Text), name)
	if name != h.Name {
		return // its parts are elsewhere now
	}
	for _, r := range h.Ranges {
		x0 := at.X + imgui.CalcTextSize(name[:r.From]).X
		x1 := at.X + imgui.CalcTextSize(name[:r.To]).X
		y := at.Y + imgui.TextLineHeight()
		list.AddLineV(imgui.Vec2{X: x0, Y: y}, imgui.Vec2{X: x1, Y: y}, packed(p.Select), 1.5*a.scale())
	}
}

// choose carries out the action of a hit.
func (a *app) choose(h find.Hit) {
	switch h.Kind {
	case find.Command:
		shortcuts[h.ID].do(a)
	case find.Thread:
		a.glide(workspace.Select{Thread: tracefeed.ThreadID(h.ID)}, workspaceFocus)
	case find.Monitor:
		a.selectThose(a.at(tracefeed.MonitorID(h.ID)), "At this moment, nobody holds "+tame(h.Name)+" or waits for it.")
	case find.Function:
		a.selectThose(a.in(h.Name), "At this moment, nobody waits in "+tame(h.Name)+".")
	}
}

func (a *app) selectThose(threads []tracefeed.ThreadID, none string) {
	if len(threads) == 0 {
		a.messages.say(none)
		return
	}
	a.send(workspace.SelectMany{Threads: threads})
}

// at returns the holders and waiters of a monitor at the moment.
func (a *app) at(m tracefeed.MonitorID) []tracefeed.ThreadID {
	tl, moment := a.ws.Timeline, a.ws.Look.Moment
	threads := slices.Clone(tl.Holds(m).At(moment))
	for _, t := range a.ws.Look.Threads {
		if s := tl.Lane(t).Since(moment); s.State == tracefeed.Blocking && s.Monitor == m {
			threads = append(threads, t)
		}
	}
	return threads
}

// in returns the threads with a function on their stack at the moment.
func (a *app) in(function string) (threads []tracefeed.ThreadID) {
	tl, moment := a.ws.Timeline, a.ws.Look.Moment
	for _, t := range a.ws.Look.Threads {
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
		names[i] = shortcuts[i].does
	}
	return names
}
