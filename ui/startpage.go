package ui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/command"
	"tiv/internal/background"
	"tiv/report"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// startPage fills a window without a trace: traces to open, a program to
// record, and keys.
type startPage struct {
	ui      *widget.Kit
	keys    *keys.Bindings
	do      panel.Doer
	prefs   *panel.Preferences
	wake    func() // wakes the window
	demos   []session.Demo
	open    func(paths ...string) // in tabs
	ask     func()                // shows the dialog to open a trace
	attach  func()                // shows the running programs
	recent  []recentTrace
	look    *background.Job[[]recentTrace] // for recent traces on the disk; nil if none runs
	program string                         // the command line of the program to record
}

// recentTrace is a trace that was opened before.
type recentTrace struct {
	path string
	gone bool // there is no such file any more
}

// maxRecentShown is the largest number of recent traces on the page.
const maxRecentShown = 10

// refresh lists the recent traces, and looks for them on the disk in the background:
// it can be one of a network that does not answer.
func (p *startPage) refresh() {
	p.recent = nil
	for _, path := range p.prefs.Recent[:min(len(p.prefs.Recent), maxRecentShown)] {
		p.recent = append(p.recent, recentTrace{path: path})
	}
	all := slices.Clone(p.recent)
	p.look.Stop()
	p.look = background.Start(func(ctx context.Context, _ func(float64)) ([]recentTrace, error) {
		return background.Detach(ctx, func() ([]recentTrace, error) {
			for i := range all {
				_, err := os.Stat(all[i].path)
				all[i].gone = err != nil && !tracefeed.IsDemo(all[i].path)
			}
			return all, nil
		}, nil)
	}, p.wake)
}

// serve shows which recent traces are gone, once that is known.
func (p *startPage) serve() {
	if p.look != nil && p.look.Done() {
		if all, err := p.look.Result(); err == nil {
			p.recent = all
		}
		p.look = nil
	}
}

// layOutStart lays out a window without a trace.
func layOutStart(a *app) {
	a.focus.update(a.dialogs.keys.Waiting())
	a.menus.layOutStart()
	view := imgui.MainViewport()
	if a.dock.laidOut { // or the panels would leave their places
		class := imgui.NewWindowClass()
		defer class.Destroy()
		// without a window of its own, which would hide the page
		imgui.DockSpaceV(dockID, imgui.Vec2{}, imgui.DockNodeFlagsKeepAliveOnly, class)
	}
	at, size, k := view.WorkPos(), view.WorkSize(), imgui.CurrentIO().DisplayFramebufferScale()
	a.Area = shape.Rect{X0: at.X * k.X, Y0: at.Y * k.Y, X1: (at.X + size.X) * k.X, Y1: (at.Y + size.Y) * k.Y}
	a.start.layOut(at, size)
	a.progress.layOut()
	a.messageList.layOut(a.Area, at.Y+imgui.FontSize()) // below the progress
	a.dispatchKeys()
	a.dialogs.files.Open.OpenDropped()
	a.dialogs.ofWindow().LayOut()
	a.UI.NotePopups()
}

// layOutStart lays out the menus of a window without a trace.
func (m *menus) layOutStart() {
	if !imgui.BeginMainMenuBar() {
		return
	}
	defer imgui.EndMainMenuBar()
	m.submenu("File", func() {
		m.item(command.EntryNamed("open"), "Open…")
		m.items("attach")
		m.recentMenu()
		imgui.Separator()
		m.item(command.EntryNamed("quit"), "Quit")
	})
	m.submenu("Help", func() {
		m.items("documentation", "help", "change keys", "about")
	})
}

// layOut lays out the page in the middle of a rectangle of the window.
func (p *startPage) layOut(at, size imgui.Vec2) {
	em := imgui.FontSize()
	wide := min(size.X-2*em, 68*em)
	imgui.SetNextWindowPosV(imgui.Vec2{X: at.X + (size.X-wide)/2, Y: at.Y}, imgui.CondAlways, imgui.Vec2{})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: wide, Y: size.Y}, imgui.CondAlways)
	flags := imgui.WindowFlagsNoDecoration | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings |
		imgui.WindowFlagsNoMove | imgui.WindowFlagsNoBringToFrontOnFocus | imgui.WindowFlagsNoBackground
	flags &^= imgui.WindowFlagsNoScrollbar
	imgui.PushStyleVarFloat(imgui.StyleVarWindowBorderSize, 0)
	imgui.BeginV("##start", nil, imgui.WindowFlags(flags))
	imgui.PopStyleVar()
	imgui.Dummy(imgui.Vec2{X: 1, Y: min(4*em, max(0.5*em, (size.Y-44*em)/3))})
	p.heading()
	if imgui.BeginTableV("##traces", 2, imgui.TableFlagsSizingStretchProp, imgui.Vec2{}, 0) {
		imgui.TableSetupColumnV("recent", imgui.TableColumnFlagsWidthStretch, 0.8, 0)
		imgui.TableSetupColumnV("demos", imgui.TableColumnFlagsWidthStretch, 1.2, 1) // with longer texts
		imgui.TableNextColumn()
		p.recentTraces()
		imgui.TableNextColumn()
		p.demoTraces()
		imgui.EndTable()
	}
	p.section("Record a program")
	p.recording()
	p.section("Keys")
	p.keyLines()
	imgui.End()
}

// heading says what the program does, and how a trace is opened.
func (p *startPage) heading() {
	p.ui.PushBold(2 * widget.TextSize)
	widget.Text("TIV")
	imgui.PopFont()
	p.ui.Faint("Why do the threads of a program wait?")
	imgui.Dummy(imgui.Vec2{X: 1, Y: 0.4 * imgui.FontSize()})
	if imgui.Button("Open trace…") {
		p.ask()
	}
	p.ui.Mark("start open", widget.LastItem())
	p.keys.CommandTip("open")
	imgui.SameLine()
	imgui.AlignTextToFramePadding()
	p.ui.Faint("or drop traces here: of Go (trace.out), of Java (*.jfr), trace.bin, thread dumps, pictures saved by TIV")
	p.ui.Mark("start page", widget.LastItem())
}

func (p *startPage) section(title string) {
	imgui.Dummy(imgui.Vec2{X: 1, Y: 0.6 * imgui.FontSize()})
	p.ui.Bold(title)
	imgui.Separator()
}

// recentTraces lists the traces that were open last, as names with folders.
func (p *startPage) recentTraces() {
	p.serve()
	p.section("Recent traces")
	if len(p.recent) == 0 {
		p.ui.FaintWrapped("None yet. Open a trace, record a program, or look at a demo.")
	}
	var names []string
	for _, r := range p.recent {
		names = append(names, report.Safe(tracefeed.Title(r.path)))
	}
	wide := nameColumn(names)
	for i, r := range p.recent {
		about := report.Safe(panel.FolderText(filepath.Dir(r.path)))
		switch {
		case tracefeed.IsDemo(r.path):
			about = "demo"
		case r.gone:
			about = "not there any more: " + about
		}
		p.row(fmt.Sprint("recent ", i), names[i], wide, about, r.path, func() { widget.Tip("Opens " + report.Safe(r.path) + ".") })
	}
}

// nameColumn returns the width of the column of some names in rows, with its margin.
func nameColumn(names []string) (wide float32) {
	em := imgui.FontSize()
	for _, name := range names {
		wide = max(wide, imgui.CalcTextSize(name).X)
	}
	return max(min(wide, 0.6*imgui.ContentRegionAvail().X), 8.5*em) + em
}

func (p *startPage) demoTraces() {
	p.section("Demos")
	var names []string
	for _, d := range p.demos {
		names = append(names, strings.TrimPrefix(d.Path, tracefeed.DemoPrefix))
	}
	wide := nameColumn(names)
	for i, d := range p.demos {
		p.row(fmt.Sprint("demo ", i), names[i], wide, d.Name, d.Path, func() { tipLeft(d.Story) })
	}
}

// tipLeft completes the last widget: it shows a tooltip to the left of it, where it covers neither the
// widgets above nor those below, if there is room.
func tipLeft(s string) {
	size, item, gap := widget.TipSize(s), widget.LastItem(), imgui.FontSize()/2
	if item.X0-gap-size[0] < 0 {
		widget.Tip(s)
		return
	}
	if s != "" && widget.HasRested() && widget.BeginTip(mgl32.Vec2{item.X0 - gap - size[0], item.Y0}) {
		widget.Text(widget.Folded(s, imgui.FontSize()*widget.TipWidth))
		imgui.EndTooltip()
	}
}

// row lays out a trace that a click opens: its name in a column of some width, and a few
// words about it. tip shows its tooltip.
func (p *startPage) row(mark, name string, column float32, about, path string, tip func()) {
	em := imgui.FontSize()
	imgui.PushIDStr(mark)
	defer imgui.PopID()
	wide := imgui.ContentRegionAvail().X - em
	if imgui.SelectableBoolV("##row", false, 0, imgui.Vec2{X: wide}) {
		p.open(path)
	}
	at := widget.LastItem()
	p.ui.Mark("start "+mark, at)
	tip()
	list := imgui.WindowDrawList()
	list.AddTextVec2(imgui.Vec2{X: at.X0, Y: at.Y0}, widget.Packed(p.ui.Palette.LockEdge), widget.Shorten(name, column-em))
	x := at.X0 + column
	list.AddTextVec2(imgui.Vec2{X: x, Y: at.Y0}, widget.Packed(p.ui.Palette.Faint), widget.Shorten(about, at.X1-x))
}

// recording runs and records a program, or makes the command for that.
func (p *startPage) recording() {
	imgui.SetNextItemWidth(30 * imgui.FontSize())
	enter := imgui.InputTextWithHint("##program", "Command line of a program, such as ./server --port 80", &p.program,
		imgui.InputTextFlags(imgui.InputTextFlagsEnterReturnsTrue), nil)
	p.ui.Mark("start program", widget.LastItem())
	widget.Tip("The command line that runs the program, its tests or its benchmarks. Enter records it.")
	imgui.SameLine()
	if imgui.Button("Record") || enter {
		p.do(command.Record{Command: p.program})
	}
	p.ui.Mark("start record", widget.LastItem())
	folder, _ := os.Getwd()
	widget.Tip("Runs the program in " + report.Safe(panel.FolderText(folder)) + ", records it, and opens the trace when it ends.")
	imgui.SameLine()
	if imgui.Button("Copy command") {
		p.do(command.CopyRecording{Program: p.program})
	}
	p.ui.Mark("start copy", widget.LastItem())
	widget.Tip("Copies " + report.Safe(session.RecordingOf(p.program)) + ", for a terminal: it does the same there.")
	p.ui.FaintWrapped("For programs in Go, Java, C, C++, Rust and Python: go run ./cmd/server, go test ./..., java -jar app.jar, ./server.")
	if imgui.Button("Attach to a process…") {
		p.attach()
	}
	p.ui.Mark("start attach", widget.LastItem())
	p.keys.CommandTip("attach")
	imgui.SameLine()
	imgui.AlignTextToFramePadding()
	p.ui.Faint("for a program that runs already")
}

// startKeys are the commands whose keys matter most.
var startKeys = []struct{ command, does string }{
	{"open", "open a trace"}, {"view 3d", "3D view"}, {"next", "next finding"},
	{"play", "play, pause"}, {"view timeline", "timeline"}, {"search", "find a thread, lock or function"},
	{"help", "all keys and the mouse"}, {"view interaction", "interaction"}, {"quit", "quit"},
}

// keyLines lists the keys that matter most.
func (p *startPage) keyLines() {
	if !imgui.BeginTableV("##keys", 3, imgui.TableFlagsSizingStretchSame, imgui.Vec2{}, 0) {
		return
	}
	defer imgui.EndTable()
	wide := 4.5 * imgui.FontSize()
	for _, k := range startKeys {
		wide = max(wide, imgui.CalcTextSize(p.keys.Keys(k.command)).X)
	}
	for _, k := range startKeys {
		imgui.TableNextColumn()
		widget.Text(p.keys.Keys(k.command))
		imgui.SameLineV(wide+imgui.FontSize(), 0)
		p.ui.Faint(k.does)
	}
}
