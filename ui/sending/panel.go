// Package sending has the panel of the programs that send their traces to this one.
package sending

import (
	"fmt"
	"slices"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/command"
	"tiv/report"
	"tiv/scene/view"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/tracefeed/live/roster"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Panel lists the programs that send their traces.
type Panel struct {
	panel.Trace
	session *session.Session
	do      panel.Doer
	seen    bool // it was laid out in this frame
	timer   *time.Timer
}

// New returns the panel of a trace.
func New(on panel.Trace, s *panel.Services) Panel {
	return Panel{Trace: on, session: s.Session, do: s.Do}
}

// every is the time between two looks at programs while nothing else changes.
const every = 500 * time.Millisecond

// LayOut lays the panel out.
func (p *Panel) LayOut() {
	p.seen = false
	panel.Closable(p.Document, panel.Programs, func() {
		p.seen = true
		p.parts()
	})
}

// Close ends the looks.
func (p *Panel) Close() {
	if p.timer != nil {
		p.timer.Stop()
	}
}

// Busy reports whether something is being computed.
func (p *Panel) Busy() bool { return false }

// parts lays out what is in the panel.
func (p *Panel) parts() {
	senders := p.session.Opener.Senders(p.Path)
	if senders == nil {
		p.UI.FaintWrapped("Programs are listed here in the window of tiv listen, while they send their traces.")
		return
	}
	all := senders.Programs()
	if len(all) == 0 {
		p.UI.FaintWrapped("No program has sent anything so far. Start one with TIV_TRACE=" + p.Path + ", or by tiv record --to " +
			p.Path + ".")
	} else {
		p.table(all)
	}
	p.Close()
	p.timer = time.AfterFunc(every, p.Wake)
}

// column is a column of the table.
type column struct {
	title, help string
	wide        float32 // in sizes of the text; 0: it shares what is left
	number      bool
	text        func(*roster.Program) string
}

// rateColumn is the place of the rate in columns.
const rateColumn = 5

// columns are the columns after which those with boxes and buttons come.
var columns = []column{
	{"program", "The name of the program", 0, false, func(x *roster.Program) string { return x.Name }},
	{"machine", "The machine on which it runs", 0, false, func(x *roster.Program) string { return x.Host }},
	{"process", "The number of its process", 5, true, func(x *roster.Program) string {
		if x.Number == 0 {
			return ""
		}
		return fmt.Sprint(x.Number)
	}},
	{"language", "What its recorder says", 6, false, func(x *roster.Program) string { return x.Language }},
	{"state", "Connected; silent, and not waited for; away, which can come back; ended, with its whole trace; stopped, by you", 6, false,
		func(x *roster.Program) string { return x.State.String() }},
	{"rate", "Events in a second", 5, true, func(x *roster.Program) string {
		if x.Events < 0 || x.State != roster.Connected {
			return ""
		}
		return fmt.Sprintf("%.0f/s", x.Rate)
	}},
	{"events", "Events that have come so far", 5.5, true, func(x *roster.Program) string {
		if x.Events < 0 {
			return ""
		}
		return fmt.Sprint(x.Events)
	}},
	{"behind", "How long ago the end of its trace was, by the clocks of both machines", 5, true, func(x *roster.Program) string {
		if x.State > roster.Silent {
			return ""
		}
		return tracefeed.Time(x.Delay.Round(time.Millisecond)).String()
	}},
	{"lost", "Events that it could not send, or that were left out while it was muted; the picture shows the gaps", 5, true,
		func(x *roster.Program) string {
			text := ""
			if x.Lost > 0 {
				text = fmt.Sprint(x.Lost)
			}
			if x.Missing > 0 {
				text += fmt.Sprintf(" +%d pieces", x.Missing)
			}
			return text
		}},
	{"clock", "How its clock is compared with that of the first program", 7, false, func(x *roster.Program) string { return x.Clock }},
}

// table lays out the programs.
func (p *Panel) table(all []roster.Program) {
	flags := imgui.TableFlagsScrollY | imgui.TableFlagsRowBg | imgui.TableFlagsBordersInnerV | imgui.TableFlagsNoBordersInBody |
		imgui.TableFlagsResizable | imgui.TableFlagsNoSavedSettings
	if !imgui.BeginTableV("programs", int32(len(columns)+1), imgui.TableFlags(flags), imgui.Vec2{}, 0) {
		return
	}
	defer imgui.EndTable()
	imgui.TableSetupScrollFreeze(0, 1)
	for _, c := range columns {
		widget.SetUpColumn(c.title, c.wide)
	}
	widget.SetUpColumn("##do", 14)
	imgui.TableNextRow()
	for i, c := range columns {
		if imgui.TableSetColumnIndex(int32(i)) {
			panel.Heading(p.UI, panel.Head{Mark: "programs head ", Title: c.title, Help: c.help + ".", Number: c.number})
		}
	}
	for i := range all {
		p.row(&all[i])
	}
}

// row lays out a program.
func (p *Panel) row(x *roster.Program) {
	imgui.TableNextRow()
	imgui.PushIDStr(x.ID)
	defer imgui.PopID()
	for i, c := range columns {
		if !imgui.TableSetColumnIndex(int32(i)) {
			continue
		}
		imgui.AlignTextToFramePadding()
		at, wide := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
		at.Y += imgui.CurrentStyle().FramePadding().Y
		text := report.Safe(c.text(x))
		if i == 0 {
			if imgui.SelectableBoolV("##row", false, 0, imgui.Vec2{}) {
				p.choose(x)
			}
			widget.Tip("Click to select its threads.")
			p.UI.Mark("row "+x.Name, widget.LastItem())
			p.UI.MarkText("program "+x.Name, spoken(x))
		}
		shown := widget.Shorten(text, wide)
		if c.number {
			at.X += max(wide-imgui.CalcTextSize(shown).X-panel.NumberMargin*imgui.FontSize(), 0)
		}
		imgui.WindowDrawList().AddTextVec2(at, widget.Packed(p.UI.Palette.Text), shown)
	}
	if imgui.TableSetColumnIndex(int32(len(columns))) {
		p.controls(x)
	}
}

// spoken says in words how a program is.
func spoken(x *roster.Program) string {
	text := x.State.String()
	if x.Muted {
		text += ", muted"
	}
	if rate := columns[rateColumn].text(x); rate != "" {
		text += ", " + rate
	}
	if x.Lost > 0 {
		text += fmt.Sprintf(", %d lost", x.Lost)
	}
	return text
}

// controls lays out what can be done with a program.
func (p *Panel) controls(x *roster.Program) {
	hidden := slices.Contains(p.Workspace.HiddenProcesses, x.Process)
	imgui.BeginDisabledV(x.Process == "")
	if p.UI.TickBox("hide", &hidden) {
		p.Send(workspace.HideProcess{On: hidden, ID: x.Process})
	}
	imgui.EndDisabled()
	p.UI.Mark("hide "+x.Name, widget.LastItem())
	widget.Tip("Hides its threads in all pictures and lists, also those that are still to come.")
	over := x.State == roster.Ended || x.State == roster.Stopped
	imgui.BeginDisabledV(over)
	imgui.SameLine()
	muted := x.Muted
	if p.UI.TickBox("mute", &muted) {
		p.do(command.MuteProgram{On: muted, ID: x.ID})
	}
	p.UI.Mark("mute "+x.Name, widget.LastItem())
	widget.Tip("Leaves out what it sends until you take the tick away. Its threads are in an unknown state meanwhile.")
	imgui.SameLine()
	if imgui.Button("End") {
		p.do(command.EndProgram{ID: x.ID})
	}
	p.UI.Mark("end "+x.Name, widget.LastItem())
	widget.Tip("Ends its trace here and now, for good. The program itself runs on.")
	imgui.EndDisabled()
}

// choose selects the threads of a program.
func (p *Panel) choose(x *roster.Program) {
	tl := p.Workspace.Timeline
	var threads []tracefeed.ThreadID
	for _, t := range view.ProgramThreads(tl) {
		if of := tl.Threads[t].Process; of != 0 && tl.Processes[of].ID == x.Process {
			threads = append(threads, t)
		}
	}
	if len(threads) > 0 {
		p.Send(workspace.SelectMany{Threads: threads})
	}
}
