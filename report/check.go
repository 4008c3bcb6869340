package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/interaction/verdict"
	"tiv/timeline"
	"tiv/timeline/caveats"
	"tiv/tracefeed"
)

// Named is a thread or monitor in JSON: the source's own id, and a name for
// people.
type Named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Finding is a finding as the command line's JSON has it.
type Finding struct {
	Kind string `json:"kind"`
	// Identity is the same for the same finding in other runs: see detect.Identity.
	Identity string  `json:"identity"`
	Severity string  `json:"severity"`
	Start    int64   `json:"start_ns"`
	End      int64   `json:"end_ns"`
	Threads  []Named `json:"threads"`
	Monitors []Named `json:"monitors"`
	Evidence string  `json:"evidence"`
	// Cost is the time that threads lose to it, added up over them.
	Cost int64 `json:"cost_ns"`
	// Root is the thread that causes it; null if there is none.
	Root  *Named `json:"root"`
	Text  string `json:"text"`
	Sites []Site `json:"sites"`
	// Also are the other findings with the same cause; they have none themselves.
	Also []Finding `json:"also,omitempty"`
	// Unknown is the time up to the end of the finding for which the states of
	// its threads are unknown, in a trace with lost events; left out if 0.
	Unknown int64 `json:"unknown_ns,omitempty"`
	// Ignored is the reason why the finding does not count; Known says that an earlier
	// check had it. Both are left out of a check that does not judge findings.
	Ignored string `json:"ignored,omitempty"`
	Known   bool   `json:"known,omitempty"`
	// Slices are the slices that have time of the finding; left out if there are none.
	Slices []SliceTime `json:"slices,omitempty"`
	// Outside: nothing of it is in the base, so that it does not count.
	Outside bool `json:"-"`
	// found is the finding that the document is made from.
	found *detect.Finding
}

// Excess is a limit of a budget that a trace does not keep.
type Excess struct {
	Limit string `json:"limit"`
	Value string `json:"value"`
}

// String returns a sentence.
func (e Excess) String() string { return "over the budget " + e.Limit + ": " + e.Value }

// Site is a place in the code related to a finding: the wait of Thread (role
// "waits"), its start by By ("started"), or its acquisition of Monitor ("acquires";
// "then-acquires" while it held the monitor of the site before).
type Site struct {
	Role    string `json:"role"`
	Thread  Named  `json:"thread"`
	By      *Named `json:"by,omitempty"`
	Monitor *Named `json:"monitor,omitempty"`
	// Stack is the call stack of an acquisition, the outermost function first,
	// separated by semicolons.
	Stack    string `json:"stack,omitempty"`
	Function string `json:"function"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
}

// Findings is the JSON document of `tiv check --json`.
type Findings struct {
	Findings []Finding `json:"findings"`
	// Lost and Gaps are as in Info: lost events can hide findings and cause
	// false ones. They are left out if 0.
	Lost int64 `json:"lost,omitempty"`
	Gaps int64 `json:"gaps,omitempty"`
	// Unchecked is the number of lock orders that were left out because there are
	// too many; left out if 0.
	Unchecked int `json:"unchecked_orders,omitempty"`
	// Outside is the number of findings outside of the base, which are not listed; left out
	// if 0.
	Outside int `json:"outside_base,omitempty"`
	// Unread is verdict.Unread of the trace: without it, a trace without findings has none.
	Unread string `json:"unread,omitempty"`
	// Remark is unsearched of the trace.
	Remark string `json:"remark,omitempty"`
	// Budget lists the limits of a budget that the trace does not keep.
	Budget []Excess `json:"budget,omitempty"`
}

// FindingsOf converts findings to the JSON document, with the trace's own ids, and with
// their time in slices, which may be nil.
func FindingsOf(tl *timeline.Timeline, found detect.Report, in *SlicedFindings) Findings {
	named := naming{tl, lockname.New(tl.Monitors, found.Locks, nil), found.Identifier(tl)}
	all := Findings{Findings: []Finding{}, Lost: tl.Counts.Lost, Gaps: tl.Counts.Gaps, Unchecked: found.Unchecked,
		Unread: verdict.Unread(tl), Remark: unsearched(tl)}
	for i := range found.Findings {
		f := named.finding(&found.Findings[i])
		f.Outside, f.Slices = in.Outside(i), in.Of(i, 0)
		for k := range f.Also {
			f.Also[k].Slices = in.Of(i, k+1)
		}
		all.Findings = append(all.Findings, f)
	}
	return all
}

// LeaveOut removes the findings outside of the base, and counts them.
func (all *Findings) LeaveOut() {
	listed := len(all.Findings)
	all.Findings = slices.DeleteFunc(all.Findings, func(f Finding) bool { return f.Outside })
	all.Outside = listed - len(all.Findings)
}

// listed returns a report of a trace with only the findings of the document.
func (all *Findings) listed(r detect.Report) detect.Report {
	r.Findings = nil
	for i := range all.Findings {
		r.Findings = append(r.Findings, *all.Findings[i].found)
	}
	return r
}

// naming has the names of the findings of a trace.
type naming struct {
	tl    *timeline.Timeline
	locks *lockname.Names
	ids   detect.Identifier
}

func (n *naming) finding(f *detect.Finding) Finding {
	tl, locks := n.tl, n.locks
	out := Finding{Kind: f.Kind, Identity: n.ids.Of(f), Severity: f.Severity.String(), Start: int64(f.Start), End: int64(f.End),
		Threads: []Named{}, Monitors: []Named{}, Evidence: f.Evidence.String(), Cost: int64(f.Lost), Text: f.Text, Sites: []Site{},
		Unknown: int64(unknownOf(tl, f)), found: f}
	if t := f.Culprit(); t != tracefeed.NoThread {
		root := threadNamed(tl, t)
		out.Root = &root
	}
	for _, t := range f.Threads {
		out.Threads = append(out.Threads, threadNamed(tl, t))
	}
	for i := range f.Sites {
		out.Sites = append(out.Sites, siteOf(tl, locks, &f.Sites[i]))
	}
	for _, m := range f.Monitors {
		if m != tracefeed.NoMonitor {
			out.Monitors = append(out.Monitors, Named{tl.Monitors[m].ID, locks.Full(m)})
		}
	}
	for i := range f.Also {
		out.Also = append(out.Also, n.finding(&f.Also[i]))
	}
	return out
}

func siteOf(tl *timeline.Timeline, locks *lockname.Names, s *detect.Site) Site {
	site := Site{Role: string(s.Role), Thread: threadNamed(tl, s.Thread), Function: s.Func, File: s.File, Line: s.Line}
	if s.By != tracefeed.NoThread {
		by := threadNamed(tl, s.By)
		site.By = &by
	}
	if s.Monitor != tracefeed.NoMonitor {
		site.Monitor = &Named{tl.Monitors[s.Monitor].ID, locks.Full(s.Monitor)}
	}
	for _, f := range slices.Backward(tl.Stacks[s.Stack]) {
		if site.Stack != "" {
			site.Stack += ";"
		}
		site.Stack += tl.Frames[f].Func
	}
	return site
}

func threadNamed(tl *timeline.Timeline, t tracefeed.ThreadID) Named {
	return Named{tl.Threads[t].ID, tl.Threads[t].Name}
}

// unknownOf returns the Unknown time of a finding.
func unknownOf(tl *timeline.Timeline, f *detect.Finding) (sum tracefeed.Time) {
	if tl.Counts.Gaps == 0 {
		return 0
	}
	threads := slices.Sorted(slices.Values(f.Threads))
	tl.EachSum(slices.Compact(threads), 0, min(f.End, tl.End), func(_ int, b *tracefeed.StateTimes) { sum += b[tracefeed.Unknown] })
	return sum
}

// Worst returns the order in which people are shown findings: the most severe first,
// of those the one with the most time lost, or with the most threads.
func Worst(found []detect.Finding) []int {
	order := make([]int, len(found))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return worse(&found[x], &found[y]) })
	return order
}

func worse(a, b *detect.Finding) int {
	return cmp.Or(-cmp.Compare(a.Severity, b.Severity), -cmp.Compare(a.Lost, b.Lost),
		-cmp.Compare(len(a.Threads), len(b.Threads)), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Start, b.Start))
}

// Headline returns the kind, the severity and the evidence of a finding.
func Headline(f *detect.Finding) string {
	return fmt.Sprintf("%s (%s, %s)", f.Kind, f.Severity, f.Evidence)
}

// WriteText writes the document of a report as text, after the losses of the trace. mark
// returns the headline of a finding as it is to be written.
func (all *Findings) WriteText(w io.Writer, tl *timeline.Timeline, report detect.Report, figures verdict.Figures,
	mark func(s detect.Severity, headline string) string) {
	if lost := caveats.Losses(tl); lost != "" {
		fmt.Fprintf(w, "%s. Findings may be missing or wrong.\n", lost)
	}
	if all.Unchecked > 0 {
		fmt.Fprintf(w, "%d lock orders were not compared, because there are too many. Inversions may be missing.\n", all.Unchecked)
	}
	locks := lockname.New(tl.Monitors, report.Locks, nil)
	if text := verdict.Text(tl, locks, all.listed(report), figures); text != "" {
		fmt.Fprintln(w, text)
	}
	sorted := slices.Clone(all.Findings)
	slices.SortStableFunc(sorted, func(a, b Finding) int { return worse(a.found, b.found) })
	out := findingWriter{w, tl, locks, mark}
	for i := range sorted {
		out.write(&sorted[i], "")
	}
	if n := all.Outside; n == 1 {
		fmt.Fprintf(w, "1 finding outside of the base %q\n", figures.Base)
	} else if n > 1 {
		fmt.Fprintf(w, "%d findings outside of the base %q\n", n, figures.Base)
	}
	if all.Remark != "" {
		fmt.Fprintln(w, all.Remark)
	}
	for _, x := range all.Budget {
		fmt.Fprintln(w, x)
	}
}

// findingWriter writes findings as text.
type findingWriter struct {
	io.Writer
	tl    *timeline.Timeline
	locks *lockname.Names
	mark  func(s detect.Severity, headline string) string
}

// write writes a finding with its places and slices, and those below it.
func (w *findingWriter) write(f *Finding, indent string) {
	fmt.Fprint(w, indent)
	if f.Ignored != "" {
		fmt.Fprintf(w, "ignored, %s: ", f.Ignored)
	} else if f.Known {
		fmt.Fprint(w, "known: ")
	}
	fmt.Fprintf(w, "%s: %s", w.mark(f.found.Severity, Headline(f.found)), f.Text)
	if f.Unknown > 0 {
		fmt.Fprintf(w, " What these threads did before is unknown for %v.", tracefeed.Time(f.Unknown))
	}
	fmt.Fprintln(w)
	for i := range f.found.Sites {
		fmt.Fprintf(w, "%s    %s\n", indent, SiteText(w.tl, w.locks, &f.found.Sites[i]))
	}
	if text := SlicesText(f.Slices); text != "" {
		fmt.Fprintf(w, "%s    %s\n", indent, text)
	}
	for k := range f.Also {
		w.write(&f.Also[k], indent+"    ")
	}
}

// SlicesText lists the slices that have time of a finding; "" for none.
func SlicesText(in []SliceTime) string {
	var parts []string
	for _, s := range in {
		parts = append(parts, fmt.Sprintf("%s %v", s.Name, s.Time))
	}
	if parts == nil {
		return ""
	}
	return "in slices: " + strings.Join(parts, ", ")
}

// SiteText returns the operation at a site and its full location.
func SiteText(tl *timeline.Timeline, locks *lockname.Names, s *detect.Site) string {
	place := s.Func
	if s.File != "" {
		place = fmt.Sprintf("%s at %s:%d", s.Func, s.File, s.Line)
	}
	name := tl.Threads[s.Thread].Name
	switch {
	case s.Role == detect.Waits:
		return name + " waits in " + place
	case s.Role == detect.Acquires:
		return name + " acquired " + locks.Full(s.Monitor) + " in " + place
	case s.Role == detect.ThenAcquires:
		return name + " then acquired " + locks.Full(s.Monitor) + " in " + place
	case s.By == tracefeed.NoThread:
		return name + " was started in " + place
	}
	return name + " was started by " + tl.Threads[s.By].Name + " in " + place
}
