package detect

import (
	"slices"

	"tiv/interaction"
	"tiv/interaction/detect/idling"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Facts are the data of a finding that depend on its rule. Each detector has its own types
// of facts. They are pointers, and do not change after the search.
type Facts interface {
	// reason is the name of the rule in saved reports, and a key of forms.
	reason() string
	// text describes a finding with these facts in a few sentences.
	text(f *Finding, w wording) string
	// fits reports whether a saved finding with these facts has everything that its text
	// needs, and the timeline everything that the facts refer to.
	fits(f *Finding, in extent) bool
}

// accusing are facts that know the cause of their finding: a thread other than its Root.
type accusing interface {
	accused(f *Finding) tracefeed.ThreadID
}

// owed are facts that can know who owed the answer for which a thread waits.
type owed interface{ debt() Debt }

// about are facts about open waits of the threads of their finding.
type about interface{ waiting() *Waiting }

// resting are facts about threads some of which may have been idle.
type resting interface {
	rest(f *Finding, x *idling.Threads)
}

// nameIdle says of the threads of findings that wait, and of roots, which are idle. Without another
// reason, a program whose threads are all idle is no finding: it has nothing to do.
func nameIdle(found []Finding, x *idling.Threads) []Finding {
	for i := range found {
		f := &found[i]
		if a, ok := f.Facts.(about); ok {
			a.waiting().Idle = x.Loops(f.Threads)
		}
		if r, ok := f.Facts.(resting); ok {
			r.rest(f, x)
		}
		if f.Root != nil && f.Root.State != tracefeed.NotAlive && !f.Root.Deadlocked {
			f.Root.Idle = x.AtEnd(f.Root.Thread)
		}
		f.Also = nameIdle(f.Also, x)
	}
	return slices.DeleteFunc(found, func(f Finding) bool {
		s, ok := f.Facts.(*Still)
		return ok && !f.Severity.Accuses() && s.Waiting.allIdle(&f)
	})
}

// identifying are facts that set the identity of their finding, which otherwise consists of
// the places of waits, the monitors and the threads.
type identifying interface {
	identify(f *Finding, id *Identity)
}

// advising are facts with advice.
type advising interface {
	advice(f *Finding) string
}

// Advice returns what to look at next for a finding, in a sentence or two; "" if its text
// already says it.
func (f *Finding) Advice() string {
	if a, ok := f.Facts.(advising); ok {
		return a.advice(f)
	}
	return ""
}

// Stated are the facts of a finding about tasks, in words. They are not saved with a report.
type Stated struct {
	// About says in all runs of the program what the finding is about.
	About []string `json:"-"`
	// Lost is the time that tasks lose, where Finding.Lost, the time of threads, does not say it.
	Lost tracefeed.Time `json:"-"`
	// Say returns the text, Short a few words for a picture, with the name of a lock.
	Say, Short func(lock func(tracefeed.MonitorID) string) string `json:"-"`
}

func (s *Stated) reason() string { return "stated" }

func (s *Stated) fits(*Finding, extent) bool { return true }

func (s *Stated) text(_ *Finding, w wording) string { return s.Say(w.locks.Full) }

func (s *Stated) brief(_ *Finding, w wording) string { return s.Short(w.locks.Brief) }

func (s *Stated) identify(_ *Finding, id *Identity) { id.Functions = s.About }

// WithTasks returns the report with findings about the tasks of its timeline, in place of those
// that it has.
func (r Report) WithTasks(tl *timeline.Timeline, found []Finding) Report {
	of := func(f Finding) bool { _, stated := f.Facts.(*Stated); return stated }
	if len(found) == 0 && !slices.ContainsFunc(r.Findings, of) {
		return r
	}
	r.Findings = slices.Concat(slices.DeleteFunc(slices.Clone(r.Findings), of), found)
	r.describe(r.wording(tl, nil))
	return r
}

// extent is the timeline that a saved finding must fit.
type extent struct{ tl *timeline.Timeline }

// thread reports whether the timeline has a thread, or the thread is none.
func (x extent) thread(t tracefeed.ThreadID) bool {
	return tracefeed.NoThread <= t && int(t) < len(x.tl.Threads)
}

// monitor reports whether the timeline has a monitor, or the monitor is none.
func (x extent) monitor(m tracefeed.MonitorID) bool {
	return tracefeed.NoMonitor <= m && int(m) < len(x.tl.Monitors)
}

// stack reports whether the timeline has a stack, or the stack is none.
func (x extent) stack(s tracefeed.StackID) bool {
	return tracefeed.NoStack <= s && int(s) < max(len(x.tl.Stacks), 1)
}

// interval reports whether an interval is within the timeline.
func (x extent) interval(start, end tracefeed.Time) bool {
	return 0 <= start && start <= end && end <= x.tl.End
}

// fits reports whether the timeline has everything that the finding refers to, and
// whether the finding has everything that its text needs.
func (f *Finding) fits(in extent) bool {
	noThread := func(t tracefeed.ThreadID) bool { return t == tracefeed.NoThread || !in.thread(t) }
	noMonitor := func(m tracefeed.MonitorID) bool { return !in.monitor(m) }
	noSite := func(s Site) bool { return !s.fits(in) }
	noOther := func(a Finding) bool { return len(a.Also) > 0 || !a.fits(in) }
	return len(f.Threads) > 0 && !slices.ContainsFunc(f.Threads, noThread) && !slices.ContainsFunc(f.Monitors, noMonitor) &&
		!slices.ContainsFunc(f.Sites, noSite) && (f.Root == nil || f.Root.fits(in)) && !slices.ContainsFunc(f.Also, noOther) &&
		in.interval(f.Start, f.End) && f.Lost >= 0 && f.Severity <= Error && f.Evidence <= interaction.Statistical &&
		f.Facts != nil && f.Facts.fits(f, in)
}

func (s *Site) fits(in extent) bool {
	return in.thread(s.Thread) && in.thread(s.By) && in.monitor(s.Monitor) && in.stack(s.Stack)
}

func (r *Root) fits(in extent) bool {
	return in.thread(r.Thread) && in.monitor(r.Holds)
}
