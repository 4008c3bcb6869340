package ui

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/session"
	"tiv/session/lists"
	"tiv/task"
	"tiv/task/sentence"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/menu"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
	"tiv/workspace/find"
)

// finder is the dialog to find things of the trace by name and, with a prefix,
// commands.
type finder struct {
	*panel.Trace
	keys     *keys.Bindings
	messages *session.Messages
	input    *keys.Recorder
	locks    *menu.Lock
	panel.Idle
	run      func(*command.Entry)
	session  *session.Session
	show     bool // at the next frame
	active   bool // the field has the keyboard
	text     string
	shown    *find.Index // that hits are from
	searched string
	tasks    *task.Index // that hits are from
	hits     []find.Hit
	selected int // the hit that Enter chooses
	// typed is the command whose text the query is; nil for none. refused says why the text
	// of a command is none; nil for a query without the name of one.
	typed   *command.Entry
	refused error
}

const (
	finderName = "##finder"
	// maxHits is the largest number of listed hits.
	maxHits = 14
	// commandPrefix is the prefix of a query that matches commands only.
	commandPrefix = command.CommandPrefix
	finderHint    = "thread, lock, function, task 17, cluster, table; " + commandPrefix + " command"
)

// open shows the finder with an initial text.
func (f *finder) open(text string) {
	f.show, f.active, f.text, f.searched = true, false, text, "\x00"
	f.input.ExpectTyping()
}

// LayOut lays the finder out.
func (f *finder) LayOut() {
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
	enter := imgui.InputTextWithHint("##find", finderHint, &f.text,
		imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsCallbackAlways, f.toEnd)
	f.UI.Mark("finder", widget.LastItem())
	widget.Tip("Up and Down move through the results. Enter goes to the result. After " + commandPrefix +
		" it finds commands, or takes the text of one such as set-step 20ms, and Enter runs it.")
	f.search()
	f.step()
	chosen := -1
	for i := range f.hits {
		if f.hitLine(i) {
			chosen = i
		}
	}
	if _, busy := f.Names.Running(); busy && !f.Names.Present {
		f.UI.Faint("Collecting names …")
	} else if len(f.hits) == 0 && f.text != "" {
		f.UI.Faint(f.none())
	}
	if enter && len(f.hits) > 0 {
		chosen = f.selected
	}
	if chosen >= 0 || f.UI.Escaped() {
		imgui.CloseCurrentPopup()
	}
	if chosen >= 0 {
		f.choose(f.hits[chosen])
	}
}

// toEnd lets typing go on after the prefix: a field that gets the keyboard
// selects its text.
func (f *finder) toEnd(field imgui.InputTextCallbackData) int {
	if !f.active {
		f.active = true
		field.ClearSelection()
		field.SetCursorPos(field.BufTextLen())
	}
	return 0
}

// none explains an empty result.
func (f *finder) none() string {
	if n := len(findCommands(strings.TrimSpace(f.text))); n > 0 && !strings.HasPrefix(f.text, commandPrefix) {
		return "Nothing in the trace matches. " + commandPrefix + f.text + " finds " + tracefeed.Plural(n, "command") + "."
	}
	if f.refused != nil {
		return f.refused.Error()
	}
	return "No match."
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
	session.UpdateNames(f.Document)
	names := &f.Names
	if f.shown != names.Value {
		f.shown, f.searched = names.Value, "\x00"
	}
	if x := f.Workspace.Look.Tasks; f.tasks != x {
		f.tasks, f.searched = x, "\x00"
	}
	if f.searched != f.text {
		f.lookUp()
	}
}

// lookUp finds the hits of the query.
func (f *finder) lookUp() {
	f.searched, f.selected = f.text, 0
	f.typed, f.refused = nil, nil
	if text, ok := strings.CutPrefix(f.text, commandPrefix); ok {
		f.hits = findCommands(strings.TrimSpace(text))
		f.readCommand(strings.TrimSpace(text))
	} else {
		f.hits = f.findThings(strings.TrimSpace(f.text))
	}
	f.hits = f.hits[:min(len(f.hits), maxHits)]
}

// readCommand puts the command whose text the query is in front of the hits, if it has
// arguments or no entry is like it.
func (f *finder) readCommand(text string) {
	c, err := command.Parse(text, f.Workspace.Timeline)
	name, _, args := strings.Cut(text, " ")
	switch {
	case err != nil:
		if args && command.IsName(name) {
			f.refused = err
		}
		return
	case len(f.hits) > 0 && !args:
		return
	}
	f.typed = &command.Entry{Label: text, Help: command.KindOf(c).Help, Command: c}
	f.hits = slices.Insert(f.hits, 0, find.Hit{Kind: find.Command, ID: typedCommand, Name: text})
}

// typedCommand is the ID of the hit of finder.typed; those of other commands are their indices.
const typedCommand = -1

// entry returns the entry of a hit that is a command.
func (f *finder) entry(h *find.Hit) *command.Entry {
	if h.ID == typedCommand {
		return f.typed
	}
	return command.Entries()[h.ID]
}

// findThings searches for things of the trace. Clusters and tables are few, and
// clusters change, so they are not in the index.
func (f *finder) findThings(text string) []find.Hit {
	clusters, tables := find.List{Kind: find.Cluster}, find.List{Kind: find.Table, Names: lists.Names()}
	for _, c := range f.Workspace.Look.Clusters {
		clusters.Names = append(clusters.Names, c.Name)
	}
	hits := find.NewListIndex(clusters, tables).Search(text, maxHits)
	if t, ok := findTask(text, f.Workspace); ok {
		hits = append(hits, t)
	}
	if f.Names.Value != nil {
		hits = append(f.Names.Value.Search(text, maxHits), hits...)
	}
	slices.SortStableFunc(hits, func(a, b find.Hit) int { return cmp.Compare(b.Score, a.Score) })
	return hits
}

// findTask finds a task by its number: "task 17".
func findTask(text string, w *workspace.Workspace) (h find.Hit, ok bool) {
	digits, ok := strings.CutPrefix(strings.ToLower(text), find.Task.String())
	if !ok {
		return h, false
	}
	w.Tasking.Ask()
	number, err := strconv.Atoi(strings.TrimSpace(digits))
	x := w.Look.Tasks
	if err != nil || x == nil {
		return h, false
	}
	i := x.Find(int64(number), w.Look.Moment)
	if i < 0 {
		return h, false
	}
	return find.Hit{Kind: find.Task, ID: number, Name: sentence.Name(&x.Tasks[i]), Score: math.MaxUint8}, true
}

// findCommands searches for commands; without a text it returns all, in the
// order of the menus.
func findCommands(text string) (hits []find.Hit) {
	if text != "" {
		return commandIndex().Search(text, maxHits)
	}
	for i, e := range command.Entries() {
		hits = append(hits, find.Hit{Kind: find.Command, ID: i, Name: e.Label})
	}
	return hits
}

// commandIndex is the index of all commands.
var commandIndex = sync.OnceValue(func() *find.Index {
	var names []string
	for _, e := range command.Entries() {
		names = append(names, e.Label)
	}
	return find.NewListIndex(find.List{Kind: find.Command, Names: names})
})

// hitLine lays out a hit and reports whether it was clicked.
func (f *finder) hitLine(i int) (clicked bool) {
	h := &f.hits[i]
	imgui.PushIDInt(int32(i))
	defer imgui.PopID()
	at := imgui.CursorScreenPos()
	wide := imgui.ContentRegionAvail().X
	clicked = imgui.SelectableBoolV("##hit", i == f.selected, 0, imgui.Vec2{})
	f.UI.Mark("hit "+h.Name, widget.LastItem())
	palette := f.UI.Palette
	kind := h.Kind.String()
	if h.Kind == find.Command {
		e := f.entry(h)
		kind = f.keys.Keys(e.Name)
		widget.Tip(e.Help)
	}
	list := imgui.WindowDrawList()
	side := imgui.CalcTextSize(kind)
	list.AddTextVec2(imgui.Vec2{X: at.X + wide - side.X, Y: at.Y}, widget.Packed(palette.Faint), kind)
	f.drawHit(list, at, h, wide-side.X-imgui.FontSize())
	return clicked
}

// drawHit draws a hit's name, with the matching parts highlighted by colour and
// a line below.
func (f *finder) drawHit(list *imgui.DrawList, at imgui.Vec2, h *find.Hit, wide float32) {
	palette := f.UI.Palette
	name := widget.Shorten(report.Safe(h.Name), wide)
	list.AddTextVec2(at, widget.Packed(palette.Text), name)
	if name != h.Name {
		return // its parts are elsewhere now
	}
	for _, r := range h.Ranges {
		x0 := at.X + imgui.CalcTextSize(name[:r.From]).X
		x1 := at.X + imgui.CalcTextSize(name[:r.To]).X
		y := at.Y + imgui.TextLineHeight()
		list.AddLineV(imgui.Vec2{X: x0, Y: y}, imgui.Vec2{X: x1, Y: y}, widget.Packed(palette.Select), 1.5*f.UI.Scale)
	}
}

// choose carries out the action of a hit.
func (f *finder) choose(h find.Hit) {
	switch h.Kind {
	case find.Command:
		f.run(f.entry(&h))
	case find.Thread:
		f.Glide(workspace.Select{Thread: tracefeed.ThreadID(h.ID)}, workspace.Focus{})
	case find.Lock:
		f.session.Do(command.SelectAtLock{Lock: tracefeed.MonitorID(h.ID)})
	case find.Task:
		f.Glide(workspace.ShowTask{Task: task.ID{Number: int64(h.ID), Start: task.AnyStart}})
	case find.Cluster:
		if all := f.Workspace.Look.Clusters; h.ID < len(all) { // a proposal may have replaced them
			f.Send(workspace.SelectMany{Threads: all[h.ID].Threads})
		}
	case find.Table:
		f.session.Do(command.ShowTable{Table: h.Name})
	case find.Function:
		threads, lit := f.threadsIn(h.Name), f.Frame != nil && f.Frame.Calls.Shown
		f.Send(workspace.FindCalls{Function: h.Name})
		switch {
		case len(threads) == 0 && lit: // its calls can be seen
			return
		case len(threads) == 0:
			f.messages.Say("No thread is in " + report.Safe(h.Name) + " at this moment.")
			return
		}
		f.Send(workspace.SelectMany{Threads: threads})
	}
}

// threadsIn returns the threads with a function on their stack at the moment.
func (f *finder) threadsIn(function string) (threads []tracefeed.ThreadID) {
	tl, moment := f.Workspace.Timeline, f.Workspace.Look.Moment
	for _, t := range f.Workspace.Look.Threads {
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
