package ui

import (
	"context"
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/compare"
	"tiv/interaction/detect"
	"tiv/internal/task"
	"tiv/report/diff"
	"tiv/scene"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// differencesPanel lists the differences of the two traces of a comparison, in the words of
// tiv diff.
type differencesPanel struct {
	ui         *widget.Kit
	alarm      *alarm // wakes the window
	comparison *comparison
	latest     task.Latest[[2]*timeline.Timeline, *differences]
	marked     *compare.Diff // whose threads are marked
	current    *compare.Row  // that was gone to; nil for none
}

// differences are the result of a comparison, or the reason why there is none.
type differences struct {
	doc      *diff.Document
	sections []diff.Section
	wrong    error
}

// close stops the computation, and forgets its result.
func (p *differencesPanel) close() {
	p.latest.Close()
	p.latest.Reset()
	p.marked, p.current = nil, nil
}

// busy reports whether the differences are not known yet.
func (p *differencesPanel) busy() bool { return !p.latest.Present }

// diff returns the comparison; nil while it is not known.
func (p *differencesPanel) diff() *compare.Diff {
	if !p.latest.Present || p.latest.Value.wrong != nil {
		return nil
	}
	return p.latest.Value.doc.Diff
}

// update computes the differences in the background, and marks threads once they are
// known.
func (p *differencesPanel) update() {
	sides, of := &p.comparison.sides, [2]sideOfDiff{}
	for i, t := range sides {
		if !t.searched() || t.ws.Growing() {
			return
		}
		of[i] = sideOfDiff{t.ws.Name, t.ws.Timeline, t.ws.Report}
	}
	p.latest.Update([2]*timeline.Timeline{of[0].tl, of[1].tl}, differ(of), p.alarm.ring)
	d := p.diff()
	if d == nil || d == p.marked {
		return
	}
	p.marked, p.current = d, nil
	for side, t := range sides {
		t.ws.Do(workspace.MarkChanges{Of: changesOf(d, side)})
		t.stale = true
	}
}

// sideOfDiff is a trace to compare, with its findings.
type sideOfDiff struct {
	name   string
	tl     *timeline.Timeline
	report detect.Report
}

// differ returns the function that compares two traces.
func differ(sides [2]sideOfDiff) task.Func[*differences] {
	return func(ctx context.Context, progress func(float64)) (*differences, error) {
		var runs [2][]*compare.Run
		var facts [2][]diff.Trace
		for i, s := range sides {
			run, err := compare.NewRun(ctx, s.tl, s.report, compare.Second)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err != nil {
				return &differences{wrong: fmt.Errorf("%s: %w", s.name, err)}, nil
			}
			runs[i], facts[i] = []*compare.Run{run}, []diff.Trace{diff.TraceOf(s.name, s.tl, run)}
			progress(float64(i+1) / 2)
		}
		d, err := compare.Of(runs[0], runs[1], compare.Second)
		if err != nil {
			return &differences{wrong: err}, nil
		}
		doc := &diff.Document{Diff: d, Before: facts[0], After: facts[1]}
		return &differences{doc: doc, sections: doc.Sections()}, nil
	}
}

// changesOf returns the marks of the threads of a side: by the largest change of their
// group's waits for locks or processors.
func changesOf(d *compare.Diff, side int) map[tracefeed.ThreadID]scene.Change {
	changes := map[tracefeed.ThreadID]scene.Change{}
	for i := range d.Groups { // the largest change of a group first
		r, change := &d.Groups[i], scene.Unchanged
		switch status := r.Status(); {
		case status == "new" && side == 1, status == "gone" && side == 0:
			change = scene.OnlyHere
		case r.Small || r.State != tracefeed.Blocking && r.State != tracefeed.Runnable:
		case (status == "longer") == (side == 1):
			change = scene.Longer
		default:
			change = scene.Shorter
		}
		if change == scene.Unchanged {
			continue
		}
		for _, t := range d.Threads(side, r) {
			if changes[t] == scene.Unchanged {
				changes[t] = change
			}
		}
	}
	return changes
}

// goTo selects the threads of a row on both sides, and goes to its moment on each. If both
// have one, the sides are coupled there.
func (p *differencesPanel) goTo(r *compare.Row) {
	c, d := p.comparison, p.diff()
	p.current = r
	var at [2]tracefeed.Time
	var has [2]bool
	for side := range c.sides {
		at[side], has[side] = d.Moment(side, r)
	}
	for side, t := range c.sides {
		if has[side] {
			t.send(workspace.SeekTo{Moment: at[side]}, workspace.SelectMany{Threads: d.Threads(side, r)})
		}
	}
	if c.placed = has[0] && has[1]; c.placed && !c.off {
		c.by, c.marks = byMarks, at
	}
}

func (p *differencesPanel) layOut() {
	panel(differencesName, 0, func() {
		switch {
		case !p.comparison.ready:
			p.ui.Faint("Differences appear once both traces have been read and searched.")
		case !p.latest.Present:
			p.ui.Faint("Comparing …")
		case p.latest.Value.wrong != nil:
			widget.Tinted(p.ui.Palette.Warning, widget.OneLine(p.latest.Value.wrong.Error()))
		default:
			p.list(p.latest.Value)
		}
	})
}

// list lays out the summary, the caveats, and the tables.
func (p *differencesPanel) list(of *differences) {
	p.ui.PushBold(0)
	widget.Wrapped(widget.OneLine(of.doc.Summary()))
	imgui.PopFont()
	p.ui.MarkText("summary", of.doc.Summary())
	widget.Wrapped(of.doc.Confidence())
	p.ui.MarkText("confidence", of.doc.Confidence())
	widget.Tip("A comparison of several runs tests each difference: tiv diff --base a1 a2 a3 … --head b1 b2 b3 …")
	for _, note := range of.doc.Notes() {
		p.ui.FaintWrapped(widget.OneLine(note))
	}
	for i := range of.sections {
		p.section(&of.sections[i])
	}
}

// section lays out a table.
func (p *differencesPanel) section(s *diff.Section) {
	imgui.Dummy(imgui.Vec2{X: 1, Y: 0.3 * imgui.FontSize()})
	p.ui.Bold(s.Title)
	help := s.Help
	if len(s.Rows) == 0 {
		help = s.Nothing()
	}
	if help != "" {
		imgui.SameLine()
		p.ui.Faint(help)
	}
	if len(s.Rows) == 0 {
		return
	}
	flags := imgui.TableFlagsNoSavedSettings | imgui.TableFlagsSizingFixedFit | imgui.TableFlagsNoBordersInBody
	imgui.PushStyleVarVec2(imgui.StyleVarCellPadding, imgui.Vec2{X: 0.5 * imgui.FontSize(), Y: imgui.CurrentStyle().CellPadding().Y / 2})
	defer imgui.PopStyleVar()
	if imgui.BeginTableV(s.Title, int32(len(s.Heads)), imgui.TableFlags(flags), imgui.Vec2{}, 0) {
		imgui.TableNextRow()
		for i, head := range s.Heads {
			p.cell(s, i, head, p.ui.Palette.Faint)
		}
		for n := range s.Rows {
			p.row(s, n)
		}
		imgui.EndTable()
	}
	if s.More != "" {
		p.ui.Faint("and " + s.More)
	}
}

// row lays out a row of a table: a click goes to the difference.
func (p *differencesPanel) row(s *diff.Section, n int) {
	imgui.TableNextRow()
	imgui.TableSetColumnIndex(0)
	imgui.PushIDInt(int32(n))
	at := imgui.CursorPos()
	flags := imgui.SelectableFlagsSpanAllColumns
	if imgui.SelectableBoolV("##difference", s.Of[n] == p.current, imgui.SelectableFlags(flags), imgui.Vec2{}) {
		p.goTo(s.Of[n])
	}
	p.ui.Mark(fmt.Sprintf("difference %s %d", s.Title, n), widget.LastItem())
	help := "Click to select its threads on both sides, and to go to the longest wait of each."
	if s.Below != nil {
		help = widget.OneLine(s.Of[n].Text) + "\nClick to select its threads, and to go to its moment."
	}
	widget.Tip(help)
	imgui.PopID()
	imgui.SetCursorPos(at)
	for i, text := range s.Rows[n] {
		p.cell(s, i, widget.OneLine(text), p.ui.Palette.Text)
	}
}

// cell writes a text into a column: numbers to the right.
func (p *differencesPanel) cell(s *diff.Section, i int, words string, color scene.Color) {
	if !imgui.TableSetColumnIndex(int32(i)) {
		return
	}
	if i < len(s.Heads)-s.Left {
		if left := imgui.ContentRegionAvail().X - imgui.CalcTextSize(words).X; left > 0 {
			imgui.SetCursorPosX(imgui.CursorPosX() + left)
		}
	}
	widget.Tinted(color, words)
}
