package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/assets"
	"tiv/internal/background"
	"tiv/report"
	"tiv/scene"
	"tiv/scene/lane"
	"tiv/scene/place"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/session"
	"tiv/task/sentence"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// Tips describes what is under the mouse in the scene.
type Tips struct {
	panel.Trace
	// since is the time at which the mouse came to rest on a thing, shown the last
	// time at which there was a tooltip, in seconds of Dear ImGui; at is the place
	// of the mouse.
	since, shown float64
	at           mgl32.Vec2
	sums         background.Latest[panel.CallKey, report.CallSums] // of the call under the mouse
}

// show shows a tooltip for the thing under the mouse once it rests there, or at
// once if there was a tooltip just now. The depth of a point of a bar is marked
// all the time.
func (s *Tips) show(at mgl32.Vec2, pick shape.PickID, view int) {
	s.mark(at)
	if call, _ := callUnder(s.Document, at); call.Thread != tracefeed.NoThread && pick.Kind != shape.PickNote {
		s.outlineCall(&call)
	}
	now, v := imgui.Time(), &s.Frame.Views[view]
	_, onBin := s.Frame.Plot().BinAt(at[0], at[1])
	nothing := pick.Kind == shape.PickNothing && !onHistory(&s.Trace, v, at) && !onBin
	if at != s.at && now-s.shown > widget.TipGrace || nothing {
		s.since = now
	}
	s.at = at
	if nothing || now-s.since < widget.TipDelay {
		return
	}
	head, body, ok := taskWords(s.Document, at, pick, s.pixel())
	if !ok {
		head, body = s.describe(at, pick, v)
	}
	if head == "" {
		return
	}
	s.shown = now
	thing, _ := v.Bounds(s.Frame.Shares, pick)
	openTip(&s.Trace, at, thing, head, body)
}

// openTip shows a tooltip beside the pointer and the thing under it.
func openTip(s *panel.Trace, at mgl32.Vec2, thing shape.Rect, head string, body []string) {
	text := strings.Join(append([]string{head}, body...), "\n")
	size := widget.TipSize(text)
	size[1] += imgui.CurrentStyle().ItemSpacing().Y * float32(len(body))
	size[0] *= 1.08 // the head is bold
	pointer := s.InWindow(at)
	place := widget.BesidePointer(size, mgl32.Vec2{pointer.X, pointer.Y}, s.RectInWindow(thing),
		s.RectInWindow(shape.Rect{X1: s.Area.Width(), Y1: s.Area.Height()}), imgui.FontSize())
	if !widget.BeginTip(place) {
		return
	}
	imgui.PushTextWrapPosV(widget.TipWidth * imgui.FontSize())
	s.UI.Bold(head)
	s.UI.MarkText("text of tip", text)
	imgui.PopTextWrapPos()
	for _, line := range body {
		widget.Text(widget.Folded(line, widget.TipWidth*imgui.FontSize()))
	}
	imgui.EndTooltip()
}

// mark marks the depth of the point of a bar under the mouse: on the bar and on
// the ground, with its time.
func (s *Tips) mark(at mgl32.Vec2) {
	m, ok := s.Frame.DepthMark(at[0], at[1])
	if !ok {
		return
	}
	list, color := imgui.BackgroundDrawList(), widget.Packed(s.UI.Palette.Moment)
	for _, l := range m.Lines {
		list.AddLineV(s.InWindow(l[0]), s.InWindow(l[1]), color, 1.5*s.UI.Scale)
	}
	look := &s.Workspace.Look
	name, pad := look.Clock().Name(m.Time, look.Step), 0.3*imgui.FontSize()
	size, from, to := imgui.CalcTextSize(name), s.InWindow(m.Name), s.InWindow(mgl32.Vec2{s.Area.Width(), s.Area.Height()})
	place := imgui.Vec2{X: min(from.X+pad, to.X-size.X-pad), Y: min(from.Y, to.Y-size.Y)}
	if moment := s.InWindow(m.Moment).Y; from.Y <= moment {
		place.Y = min(place.Y, moment-size.Y) // clear of the moment's name
	}
	if beside := s.besideTexts(shape.Rect{X0: place.X - pad, Y0: place.Y, X1: place.X + size.X + pad,
		Y1: place.Y + size.Y}); beside+size.X+2*pad <= to.X {
		place.X = beside + pad
	}
	widget.Fill(list, shape.Rect{X0: place.X - pad, Y0: place.Y, X1: place.X + size.X + pad, Y1: place.Y + size.Y}, s.UI.Palette.Ground)
	list.AddTextVec2(place, color, name)
}

// besideTexts returns the left end of a box of the window, moved to the right until it
// covers no text of the picture.
func (s *Tips) besideTexts(box shape.Rect) float32 {
	for {
		end := box.X0
		for _, t := range s.Frame.Overlay.Texts {
			r := s.RectInWindow(shape.Rect{X0: t.X, Y0: t.Y - t.Size, X1: t.X + assets.TextWidth(t.Text, t.Size, t.Bold),
				Y1: t.Y + 0.3*t.Size})
			if r.Meets(box) {
				end = max(end, r.X1)
			}
		}
		if end == box.X0 {
			return end
		}
		box.X0, box.X1 = end, end+box.Width()
	}
}

// describe describes a thing in the picture.
func (s *Tips) describe(at mgl32.Vec2, pick shape.PickID, v *shape.View) (head string, body []string) {
	i := int(pick.Index)
	t, ok := s.Frame.TimeAt(at[0], at[1])
	if !ok {
		t = s.Workspace.Look.Moment
	}
	if onHistory(&s.Trace, v, at) {
		return panel.HistoryWords(&s.Workspace.Look), []string{panel.HistoryHelp}
	}
	if spot, ok := s.Frame.Processors.At(at[0], at[1]); ok {
		return processorTip(&spot, s.Document, s.pixel())
	}
	switch pick.Kind {
	case shape.PickThread:
		if call, merged := callUnder(s.Document, at); call.Thread != tracefeed.NoThread {
			body = panel.DescribeCall(s.Document, &call, merged, panel.SumCall(s.Document, &s.sums, call, s.Wake))
			return report.Safe(cmp.Or(call.Function, lane.NoName)), append(body, "thread "+s.ThreadName(call.Thread))
		}
		head, body = s.thread(tracefeed.ThreadID(i), t)
		body = append(body, workTip(tracefeed.ThreadID(i), t, s.Document)...)
		body = append(body, s.slices(tracefeed.ThreadID(i), t)...)
		body = append(body, s.shares(v, pick, t)...)
		if chain := s.Workspace.Look.Chain; len(chain) > 1 && slices.Index(chain, tracefeed.ThreadID(i)) == len(chain)-1 {
			body = append(body, fmt.Sprintf("The waits that begin at %s end here.", s.ThreadName(chain[0])))
		}
		return head, body
	case shape.PickEdge:
		if i < len(s.Frame.Links) {
			return s.Link(&s.Frame.Links[i])
		}
	case shape.PickLock:
		if i < len(s.Frame.Locks) {
			if t, ok := s.Frame.TurnsAt(at[0], at[1]); ok {
				return plateTip(&s.Frame.Locks[i], &t, s.Document)
			}
			return lockTip(&s.Frame.Locks[i], s.Document)
		}
	case shape.PickDebt:
		if i < len(s.Frame.Debts) {
			return debtTip(&s.Frame.Debts[i], s.Document)
		}
	case shape.PickNote:
		return s.note(i)
	case shape.PickAlike:
		if i < len(s.Frame.Alike) {
			return report.Safe(s.Frame.Alike[i].Title()), []string{"Threads with one name, in the line around them."}
		}
	case shape.PickCluster:
		if i < len(s.Frame.Clusters) {
			c := &s.Frame.Clusters[i]
			body = append(s.shares(v, pick, t), "Bar height: peak number of live threads.")
			return report.Safe(c.Title()), body
		}
	}
	return "", nil
}

// shares returns the state times of a bar in the step of a time; nothing if the
// thing is no bar.
func (s *Tips) shares(v *shape.View, pick shape.PickID, t tracefeed.Time) []string {
	i := slices.IndexFunc(v.Bars, func(b shape.Bar) bool { return b.Pick == pick })
	if i < 0 {
		return nil
	}
	list, from, to := s.Frame.PartsAt(v, &v.Bars[i], t)
	var parts []string
	for _, p := range list {
		parts = append(parts, panel.Percent(p.Share)+" "+report.Safe(p.Name))
	}
	if parts == nil {
		parts = []string{"no thread is alive"}
	}
	step := "step " + s.Workspace.Look.Clock().Span(from, to)
	if to == t && !v.TimeAxis { // a front
		step = "last " + view.StepName(to-from)
	}
	return []string{step + ": " + strings.Join(parts, ", ")}
}

// pixel returns the time that a pixel of a time axis shows, or else a step.
func (s *Tips) pixel() tracefeed.Time {
	if s.Frame != nil {
		from, to := s.Workspace.Look.Window()
		for i := range s.Frame.Views {
			if v := &s.Frame.Views[i]; v.TimeAxis {
				return max((to-from)/tracefeed.Time(max(v.Time.Width(), 1)), 1)
			}
		}
	}
	return s.Workspace.Look.Step
}

// workTip says for which task a thread works at a moment, and how that is known; nothing without tasks.
func workTip(t tracefeed.ThreadID, moment tracefeed.Time, s *session.Document) []string {
	s.Workspace.Tasking.AskOnceComplete()
	x := s.Workspace.Look.Tasks
	if x == nil || len(x.Tasks) == 0 {
		return nil
	}
	w, ok := x.At(t, moment)
	if !ok {
		return []string{"for no task"}
	}
	return []string{"for " + report.Safe(sentence.Hint(&x.Tasks[w.Task])), report.Safe(sentence.How(&w, s.ThreadName))}
}

// slices lists the slices that cover a thread at a moment; nothing without slices.
func (s *Tips) slices(t tracefeed.ThreadID, moment tracefeed.Time) []string {
	if x := s.Workspace.Look.Slicing; x != nil && s.Workspace.Look.SliceColours {
		if names := x.Names(t, moment); len(names) > 0 {
			return []string{"in " + report.Safe(strings.Join(names, ", "))}
		}
		return []string{"in no slice"}
	}
	return nil
}

// thread describes a thread at a moment.
func (s *Tips) thread(t tracefeed.ThreadID, moment tracefeed.Time) (head string, body []string) {
	tl, look, clock := s.Workspace.Timeline, &s.Workspace.Look, s.Workspace.Look.Clock()
	d := report.Span(tl, t, moment)
	body = []string{fmt.Sprintf("at %s: %s", clock.Name(moment, s.pixel()), report.Safe(d.Doing(look.Locks))), d.Lasting()}
	if end := place.EndOf(tl, []tracefeed.ThreadID{t}, look.Moment); end > moment {
		body = append(body, "ended at "+clock.Name(end, s.pixel()))
	}
	if len(d.Blockers) > 0 {
		word := "waits for "
		if d.State == tracefeed.Suspended {
			word = "signalled by "
		}
		body = append(body, word+names(d.Blockers, s.Document)+" ("+d.Evidence.String()+")")
	}
	if f, ok := report.Place(d.Stack); ok {
		body = append(body, "in "+report.Safe(f.Func))
	}
	if idle := report.Idle(tl, look.Idle, t, moment); idle != "" {
		body = append(body, report.Safe(idle))
	}
	return s.ThreadName(t), body
}

// names lists the first threads of a list.
func names(threads []tracefeed.ThreadID, d *session.Document) string {
	const most = 3
	var first []string
	for _, t := range threads[:min(len(threads), most)] {
		first = append(first, d.ThreadName(t))
	}
	list := strings.Join(first, ", ")
	if left := len(threads) - most; left > 0 {
		list += fmt.Sprintf(" and %d more", left)
	}
	return list
}

// note describes a note.
func (s *Tips) note(i int) (head string, body []string) {
	if i >= len(s.Workspace.Look.Notes) {
		return "", nil
	}
	n := &s.Workspace.Look.Notes[i]
	return fmt.Sprintf("note %d · %s", i+1, session.NotePlace(s.Document, n)), []string{panel.SafeLines(n.Text)}
}

// debtTip describes an answer that never came by the text of its finding.
func debtTip(d *scene.Debt, doc *session.Document) (head string, body []string) {
	head = fmt.Sprintf("%s waits for an answer, perhaps of %s", doc.ThreadName(d.Waiter), doc.ThreadName(d.Gone))
	return head, []string{panel.SafeLines(d.Finding.Text), "Dashed: that one owed it the answer is inferred, and no proof."}
}
