package contents

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/interaction/verdict"
	"tiv/report"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// Finding is something that is wrong, in words.
type Finding struct {
	Folded bool // only its text is visible at first
	// Note says that it is only worth knowing, or dismissed: there is nothing to fix.
	Note                     bool
	Number                   int
	Kind, Severity, Evidence string
	Headline, Text, From, To string
	// Lost is the time lost, with its unit, and Exact the same in nanoseconds; "" for
	// none. Share is its part of all thread time, "" if the finding has none.
	Lost, Exact, Share string
	// Cause is the thread that causes it, and Does its action; "" if there is none.
	Cause, Does string
	// Place is the place in the code to look at first, "" if it is not known; Next is
	// what to look at next, "" if Text says it.
	Place, Next  string
	Slices       string // that have time of it, with that; "" for none
	Threads      []Situation
	Stacks       []Stack // of those threads, each once
	MoreThreads  int
	Also         []Also
	Monitors     []string
	MoreMonitors int
	Sites        []string // the places of waits and of thread starts
	Pictures     []Picture
}

// RankHelp explains the order of findings.
const RankHelp = "Errors and warnings come first, then the largest losses. Time lost is the time in which threads " +
	"could not go on because of it, added up over the threads."

// Title returns the kind, severity and evidence, with the time lost.
func (f *Finding) Title() string {
	if f.Lost == "" {
		return f.Headline
	}
	return f.Headline + " · " + f.Lost + " lost"
}

// Fix returns what somebody needs first who wants to fix it, as far as it is known.
func (f *Finding) Fix() (terms []Term) {
	cause := f.Cause
	if f.Does != "" {
		cause += ", which " + f.Does
	}
	for _, t := range []Term{{"Caused by", cause}, {"In the code", f.Place}, {"Next", f.Next},
		{"Slices", strings.TrimPrefix(f.Slices, "in slices: ")}} {
		if t.Help != "" {
			terms = append(terms, t)
		}
	}
	return terms
}

// When returns the interval and the locks of a finding.
func (f *Finding) When() string {
	s := "from " + f.From
	if f.To == "" {
		s += ", to the end of the trace"
	} else {
		s += " to " + f.To
	}
	if len(f.Monitors) == 0 {
		return s
	}
	s += " · at " + strings.Join(f.Monitors, ", ")
	if f.MoreMonitors > 0 {
		s += fmt.Sprintf(" and %d more", f.MoreMonitors)
	}
	return s
}

// Also is another finding with the same cause.
type Also struct {
	Headline, Text string
	Sites          []string
}

// Situation is the state of a thread at a moment, in words.
type Situation struct {
	Thread, State, Does, Lasting, WaitsFor string
	Waits                                  bool   // for a known or an unknown blocker
	Function, Place                        string // of the innermost call that is the program's own
}

// Blocker returns the thread that it waits for; "" if it waits for none.
func (s *Situation) Blocker() string {
	if s.WaitsFor == "" && s.Waits {
		return "the trace does not say"
	}
	return s.WaitsFor
}

// Stack is the call stack of some threads, the innermost call first.
type Stack struct {
	Threads []string
	Calls   []string
	More    int // calls that are left out
}

// Names returns the threads, in a line.
func (s *Stack) Names() string { return strings.Join(s.Threads, ", ") }

// findings fills in the findings, the worst first, and those that are dismissed last.
func (m *maker) findings(d *Document) error {
	found, judged := m.ws.Report.Findings, workspace.FindingsOf(m.ws)
	x := m.slicing()
	in := x.Findings(m.ctx, m.tl, found)
	counted := m.ws.Report
	counted.Findings = nil
	order := report.Worst(found)
	place := func(i int) int {
		switch {
		case judged.Dismissal(i) != "":
			return 2
		case in.Outside(i):
			return 1
		}
		return 0
	}
	for i := range found {
		if place(i) == 0 {
			counted.Findings = append(counted.Findings, found[i])
		}
	}
	d.Verdict = text(verdict.Text(m.tl, m.ws.Look.Locks, counted, x.FiguresOf(m.ctx, m.tl, m.ws.Look.Locks)), maxText)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(place(a), place(b)) })
	for rank, i := range order {
		if rank == maxFindings {
			d.MoreFindings = len(found) - rank
			break
		}
		f := &found[i]
		goTo := workspace.GoTo{Finding: i, Place: workspace.FindingWhole}
		out := m.finding(f, m.after(goTo).Look.Moment)
		out.Number, out.Folded = rank+1, rank >= maxOpen
		out.aside(judged.Dismissal(i), in.Outside(i), slice.PathTitle(m.ws.Look.Base))
		out.Slices = text(report.SlicesText(in.Of(i, 0)), maxText)
		if m.draws(rank) && place(i) == 0 {
			ws, caption := m.viewOf(f.Threads, goTo)
			var err error
			if out.Pictures, err = m.draw(ws, seen(&ws.Look)+": "+f.Text, caption); err != nil {
				return err
			}
		}
		d.Findings = append(d.Findings, out)
	}
	return nil
}

// aside marks a finding that does not count: it is dismissed for a reason, or outside of the
// base.
func (f *Finding) aside(reason string, outside bool, base string) {
	switch {
	case reason != "":
		f.Headline += text(" · dismissed: "+reason, maxText)
	case outside:
		f.Headline += text(" · outside of the base "+base, maxText)
	default:
		return
	}
	f.Note, f.Folded = true, true
}

// slicing returns the slices of the report, with its base.
func (m *maker) slicing() (x report.Slicing) {
	if s := m.ws.Look.Slicing; s != nil {
		x = report.NewSlicing(s, m.ws.Look.Base)
	}
	return x
}

// finding describes a finding and the states of its threads at a moment.
func (m *maker) finding(f *detect.Finding, moment tracefeed.Time) Finding {
	out := Finding{Kind: f.Kind, Severity: f.Severity.String(), Evidence: f.Evidence.String(), Headline: report.Headline(f),
		Text: text(f.Text, maxText), From: f.Start.String()}
	if f.End < m.tl.End {
		out.To = f.End.String()
	}
	listed := involved(m.tl, f.Threads, moment)
	listed = listed[:min(len(listed), maxThreads)]
	out.MoreThreads = len(f.Threads) - len(listed)
	for _, t := range listed {
		s, stack := m.situation(t, moment)
		out.Threads = append(out.Threads, s)
		out.addStack(s.Thread, stack)
	}
	m.fix(&out, f)
	for i := range f.Also {
		a := &f.Also[i]
		out.Also = append(out.Also, Also{report.Headline(a), text(a.Text, maxText), m.sites(a)})
	}
	out.Sites = m.sites(f)
	seen := map[tracefeed.MonitorID]bool{tracefeed.NoMonitor: true}
	for _, id := range f.Monitors {
		switch {
		case seen[id]:
		case len(out.Monitors) == maxThreads:
			out.MoreMonitors++
		default:
			out.Monitors = append(out.Monitors, text(report.MonitorName(m.tl, m.ws.Look.Locks, id), maxText))
		}
		seen[id] = true
	}
	return out
}

// involved returns the threads of a finding that wait at a moment, and then those that only
// live; if there are none, all. Otherwise they keep their order.
func involved(tl *timeline.Timeline, threads []tracefeed.ThreadID, moment tracefeed.Time) []tracefeed.ThreadID {
	var waiting, living []tracefeed.ThreadID
	for _, t := range threads {
		switch s, _ := tl.Lane(t).At(max(0, moment)); s.State {
		case tracefeed.NotAlive:
		case tracefeed.Blocking, tracefeed.Suspended:
			waiting = append(waiting, t)
		default:
			living = append(living, t)
		}
	}
	if all := append(waiting, living...); len(all) > 0 {
		return all
	}
	return threads
}

// fix fills in what somebody needs first who wants to fix a finding.
func (m *maker) fix(out *Finding, f *detect.Finding) {
	out.Note, out.Next = f.Severity == detect.Note, f.Advice()
	if f.Lost > 0 {
		out.Lost, out.Exact = f.Lost.String(), f.Lost.Exact()
	}
	if f.Share > 0 {
		out.Share = tracefeed.Percent(tracefeed.Time(f.Share*1e9), 1e9)
	}
	if t := f.Culprit(); t != tracefeed.NoThread {
		out.Cause = text(report.ThreadName(m.tl, t), maxText)
	} else if r, ok := f.Facts.(*detect.Ring); ok && !r.MayOpen && !r.Releasable {
		out.Cause = m.ring(f.Rings())
	}
	var s detect.Site
	if len(f.Sites) > 0 {
		s = f.Sites[0]
	}
	switch h := f.CostliestHold(); {
	case h != nil:
		s = h.Site
		if out.Cause != "" {
			out.Does = fmt.Sprintf("held %s for %v from %v", text(m.ws.Look.Locks.Full(f.Blame().Monitor), maxText), h.End-h.Start, h.Start)
		}
	case f.Root != nil && f.Root.Site.Func != "":
		s = f.Root.Site
	}
	if s.Func != "" {
		out.Place = call(tracefeed.Frame{Func: s.Func, File: s.File, Line: int32(s.Line)})
	} else if i := slices.IndexFunc(out.Threads, func(s Situation) bool { return s.Waits && s.Function != "" }); i >= 0 {
		out.Place = strings.TrimSpace(out.Threads[i].Function + " " + out.Threads[i].Place)
	}
}

// ring names the threads of the first ring of a deadlock.
func (m *maker) ring(rings []detect.ClosedRing) string {
	const most = 3
	threads := rings[0].Threads
	var names []string
	for _, t := range threads[:min(len(threads), most)] {
		names = append(names, text(report.ThreadName(m.tl, t), maxText))
	}
	s := strings.Join(names, ", ")
	if n := len(threads) - len(names); n > 0 {
		s += fmt.Sprintf(" and %d more", n)
	}
	if n := len(rings) - 1; n > 0 {
		s += fmt.Sprintf(", and the threads of %s", tracefeed.Plural(n, "more ring"))
	}
	return s
}

// sites describes the places of a finding.
func (m *maker) sites(f *detect.Finding) (list []string) {
	for i := range f.Sites {
		list = append(list, text(report.SiteText(m.tl, m.ws.Look.Locks, &f.Sites[i]), maxText))
	}
	return list
}

// addStack adds the stack of a thread.
func (f *Finding) addStack(thread string, stack []tracefeed.Frame) {
	if len(stack) == 0 {
		return
	}
	n := min(len(stack), maxFrames)
	s := Stack{Threads: []string{thread}, More: len(stack) - n}
	for _, f := range stack[:n] {
		s.Calls = append(s.Calls, call(f))
	}
	for i := range f.Stacks {
		if o := &f.Stacks[i]; o.More == s.More && slices.Equal(o.Calls, s.Calls) {
			o.Threads = append(o.Threads, thread)
			return
		}
	}
	f.Stacks = append(f.Stacks, s)
}

// situation describes the state of a thread at a moment, and returns its stack.
func (m *maker) situation(t tracefeed.ThreadID, moment tracefeed.Time) (s Situation, stack []tracefeed.Frame) {
	d := report.Span(m.tl, t, moment)
	s = Situation{Thread: text(report.ThreadName(m.tl, t), maxText), State: d.State.String(),
		Does: line(d.Doing(m.ws.Look.Locks)), Lasting: d.Lasting(),
		WaitsFor: text(strings.TrimPrefix(d.WaitsFor(m.tl), "waits for "), maxText)}
	s.Waits = s.WaitsFor != "" || d.State == tracefeed.Blocking || d.State == tracefeed.Suspended
	if f, ok := report.Place(d.Stack); ok {
		s.Function, s.Place = line(f.Func), place(f, path.Base)
	}
	return s, d.Stack
}

// call returns a function and its place.
func call(f tracefeed.Frame) string {
	return strings.TrimSpace(line(f.Func) + " " + place(f, func(path string) string { return path }))
}

// place returns the place of a function; "" if it is unknown.
func place(f tracefeed.Frame, of func(path string) string) string {
	if f.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", line(of(f.File)), f.Line)
}
