package ui

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/internal/background"
	"tiv/report"
	"tiv/session"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// Process is a running program.
type Process struct {
	PID     int
	Name    string
	Kind    string // Go, Java or native
	Command string // with its arguments
}

// attachDialog is the list of running programs, to record one of them.
type attachDialog struct {
	ui        *widget.Kit
	messages  *session.Messages
	input     *keys.Recorder
	wake      func()                                                   // wakes the window
	processes func() []Process                                         // nil if none can be recorded
	record    func(name string, pid int, tasks bool, then func(error)) // in a tab
	show      bool                                                     // at the next frame
	shown     bool
	query     string
	listed    []Process
	look      *background.Job[[]Process] // nil before the first
	folder    string                     // for the trace
	problem   string
	tasks     bool // to record, too
}

const attachDialogName = "Attach to a process"

// Busy reports whether the programs are being listed.
func (d *attachDialog) Busy() bool { return d.shown && d.look != nil }

// Asking reports whether the dialog is open.
func (d *attachDialog) Asking() bool { return d.shown }

// Close ends all work.
func (d *attachDialog) Close() { d.look.Stop() }

// ask shows the dialog in the next frame, with the programs that run now.
func (d *attachDialog) ask() {
	if d.processes == nil {
		d.messages.Say(session.NoAttaching)
		return
	}
	d.show, d.query, d.problem = true, "", ""
	d.folder, _ = os.Getwd()
	d.refresh()
	d.input.ExpectTyping()
}

// refresh lists the running programs in the background.
func (d *attachDialog) refresh() {
	d.look.Stop()
	d.look = background.Start(func(ctx context.Context, _ func(float64)) ([]Process, error) {
		return background.Detach(ctx, func() ([]Process, error) { return d.processes(), nil }, nil)
	}, d.wake)
}

// LayOut lays the dialog out.
func (d *attachDialog) LayOut() {
	if d.look != nil && d.look.Done() {
		if list, err := d.look.Result(); err == nil {
			d.listed = list
		}
		d.look = nil
	}
	if d.show {
		d.show = false
		imgui.OpenPopupStr(attachDialogName)
	}
	em, view := imgui.FontSize(), imgui.MainViewport()
	size := view.WorkSize()
	imgui.SetNextWindowPosV(view.WorkCenter(), imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(56*em, 0.95*size.X), Y: min(36*em, 0.92*size.Y)}, imgui.CondAlways)
	flags := imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoResize
	if d.shown = imgui.BeginPopupModalV(attachDialogName, nil, imgui.WindowFlags(flags)); !d.shown {
		return
	}
	defer imgui.EndPopup()
	if p := d.body(); p.PID != 0 {
		d.attach(p)
		imgui.CloseCurrentPopup()
	}
}

// body lays out the filter, the list and the buttons. It returns the chosen program.
func (d *attachDialog) body() (chosen Process) {
	imgui.SetNextItemWidth(-1)
	if imgui.IsWindowAppearing() {
		imgui.SetKeyboardFocusHere()
	}
	enter := imgui.InputTextWithHint("##find", "Find a program by its name, number or command line…", &d.query,
		widget.SelectAll|imgui.InputTextFlags(imgui.InputTextFlagsEnterReturnsTrue), nil)
	if imgui.IsItemEdited() && d.look == nil {
		d.refresh()
	}
	d.ui.Mark("find process", widget.LastItem())
	widget.Tip("Lists only programs with this text. Enter takes the only one that is left.")
	found := matching(d.listed, d.query)
	wide := imgui.ContentRegionAvail().X
	foot := imgui.FrameHeightWithSpacing() + imgui.CalcTextSizeV(d.remark(), false, wide).Y + imgui.CurrentStyle().ItemSpacing().Y
	table := imgui.TableFlagsScrollY | imgui.TableFlagsBordersInnerV | imgui.TableFlagsNoSavedSettings
	if imgui.BeginTableV("processes", 4, imgui.TableFlags(table), imgui.Vec2{Y: -foot}, 0) {
		chosen = d.rows(found)
		imgui.EndTable()
	}
	if enter && len(found) == 1 {
		chosen = found[0]
	}
	if d.problem != "" {
		imgui.PushTextWrapPosV(0)
		widget.Tinted(d.ui.Palette.Warning, d.remark())
		imgui.PopTextWrapPos()
		d.ui.Mark("attach problem", widget.LastItem())
		d.ui.MarkText("attach problem", d.problem)
	} else {
		d.ui.FaintWrapped(d.remark())
	}
	if imgui.Button("Refresh") {
		d.refresh()
	}
	widget.Tip("Lists the programs that run now.")
	imgui.SameLine()
	d.ui.TickBox("tasks", &d.tasks)
	d.ui.Mark("attach tasks", widget.LastItem())
	widget.Tip(attachTasksTip)
	imgui.SameLine()
	if d.ui.Cancelled("attach") {
		imgui.CloseCurrentPopup()
	}
	return chosen
}

const attachTasksTip = "Records for which task each thread works: a request, a query, a job, what your tiv-tasks.xml names. " +
	"This is possible for Java and, if they were built with tiv record --tasks, for Go programs that serve net/http/pprof."

// remark is the text below the list: an error, or what happens next.
func (d *attachDialog) remark() string {
	if d.problem != "" {
		return panel.SafeLines(d.problem)
	}
	return "The program goes on unharmed. Closing its tab ends the recording. The trace is saved in " +
		report.Safe(panel.FolderText(d.folder)) + "."
}

// kindTips say how programs are recorded.
var kindTips = map[string]string{
	"Go":     "Its execution trace is read if it serves net/http/pprof; else its threads are looked at from outside.",
	"Java":   "It records itself with Java Flight Recorder.",
	"native": "Its threads are looked at from outside, every few milliseconds.",
}

// rows lists programs. It returns the one that was clicked.
func (d *attachDialog) rows(found []Process) (chosen Process) {
	imgui.TableSetupScrollFreeze(0, 1)
	em := imgui.FontSize()
	imgui.TableSetupColumnV("program", imgui.TableColumnFlagsWidthFixed, 12*em, 0)
	imgui.TableSetupColumnV("number", imgui.TableColumnFlagsWidthFixed, 5*em, 1)
	imgui.TableSetupColumnV("kind", imgui.TableColumnFlagsWidthFixed, 4*em, 2)
	imgui.TableSetupColumnV("command line", imgui.TableColumnFlagsWidthStretch, 1, 3)
	imgui.TableHeadersRow()
	for i, p := range found {
		imgui.PushIDInt(int32(p.PID))
		imgui.TableNextRow()
		imgui.TableNextColumn()
		at := imgui.CursorScreenPos()
		if imgui.SelectableBoolV("##row", false, imgui.SelectableFlagsSpanAllColumns|imgui.SelectableFlagsNoAutoClosePopups, imgui.Vec2{}) {
			chosen = p
		}
		d.ui.Mark(fmt.Sprint("process ", i), widget.LastItem())
		d.ui.MarkText(fmt.Sprint("process ", i), p.Name+" "+strconv.Itoa(p.PID)+" "+p.Kind)
		widget.Tip(widget.Shorten(report.Safe(p.Command), 50*em) + "\n" + kindTips[p.Kind])
		imgui.WindowDrawList().AddTextVec2(at, widget.Packed(d.ui.Palette.LockEdge), widget.Shorten(report.Safe(p.Name), 11.5*em))
		for _, cell := range []string{strconv.Itoa(p.PID), p.Kind, report.Safe(p.Command)} {
			imgui.TableNextColumn()
			widget.Text(widget.Shorten(cell, imgui.ContentRegionAvail().X))
		}
		imgui.PopID()
	}
	if len(found) == 0 && d.look == nil {
		imgui.TableNextRow()
		imgui.TableNextColumn()
		d.ui.Faint("No such program of yours runs.")
	}
	return chosen
}

// matching returns the programs with a text in their name, number, kind or command line.
func matching(all []Process, query string) (found []Process) {
	want := strings.ToLower(strings.TrimSpace(query))
	for _, p := range all {
		if strings.Contains(strings.ToLower(fmt.Sprintln(p.Name, p.PID, p.Kind, p.Command)), want) {
			found = append(found, p)
		}
	}
	return found
}

// attach records a program, in a tab that follows it.
func (d *attachDialog) attach(p Process) {
	d.record(p.Name, p.PID, d.tasks, func(err error) {
		if err != nil {
			d.show, d.problem = true, err.Error()
			d.refresh()
		}
	})
}
