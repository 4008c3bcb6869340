// Package subject says what a picture of one moment is about: its subject, the threads and
// locks that the eye shall find first, and a sentence that says what goes on.
//
// The subject is the chosen finding, else the gravest finding in progress at the moment, else a
// long wait of which it is not known whether it ends, else the selected threads. A sentence
// counts what is true at the moment: who waits, how long, for whom, and what that thread does.
// It changes with the moment, but its subject does not while the finding lasts, so a sentence
// stays while the trace plays. Where nothing was found, it says so, and what could not be: people
// who were shown pictures without a sentence did not know whether all was well or not read.
package subject

import (
	"cmp"
	"slices"

	"tiv/interaction/detect"
	"tiv/interaction/lockname"
	"tiv/interaction/threadname"
	"tiv/interaction/verdict"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Story is what a picture of a moment is about. The zero Story is about nothing.
type Story struct {
	// Finding is the finding that it tells; nil for none.
	Finding *detect.Finding
	// Threads are the threads of the subject, sorted; Culprit, the one that the others wait
	// for, is among them. It is NoThread if none is known.
	Threads []tracefeed.ThreadID
	Culprit tracefeed.ThreadID
	// Monitors are those that they wait for, sorted; empty if they wait for none. Locks are
	// the same, as a picture draws them.
	Monitors []tracefeed.MonitorID
	Locks    []Lock
	// Sentence says what goes on; "" before the trace was searched. Others name the other findings
	// of the moment, shorter in each text. Calm says that no finding is in progress.
	Sentence string
	Others   []string
	// Details say more about the subject, shorter in each text.
	Details []string
	Calm    bool
}

// Lock is a lock of a story, or many locks that are taken at one place in the code.
type Lock struct {
	Monitors []tracefeed.MonitorID
	// Place is the function that takes them; "" for one lock.
	Place string
	// Threads are those that the whole finding names, sorted. They do not depend on the moment.
	Threads []tracefeed.ThreadID
	// Keeper is the thread that holds the lock while the finding lasts; NoThread if the lock
	// changes hands, or if that is not known. Ring says that it does so in a deadlock.
	Keeper tracefeed.ThreadID
	Ring   bool
}

// Teller tells the story of any moment of a trace.
type Teller struct {
	Timeline *timeline.Timeline
	// Report has the findings of the trace, which may have grown since, without those that the user
	// dismissed. A story refers to their elements.
	Report    detect.Report
	Dismissed int
	Locks     *lockname.Names
	Names     *threadname.Names

	// quiet is the story of all moments at which no finding is in progress, figures are those of the
	// trace, said is the verdict on it; nil until they are needed. costs has the details of costs,
	// which are the same at all moments.
	quiet   *Story
	figures *verdict.Figures
	said    *string
	costs   map[*detect.Finding][]string
}

// At returns the story of a moment. chosen is the finding that the user chose, nil for none;
// selected are the selected threads, sorted. Its cost is bounded, whatever the findings.
func (t *Teller) At(moment tracefeed.Time, chosen *detect.Finding, selected []tracefeed.ThreadID) Story {
	now, long := t.inProgress(moment, accusesOrCosts), t.inProgress(moment, lasts)
	if len(now) == 0 {
		now, long = long, nil
	}
	f := chosen
	if f == nil && len(now) > 0 {
		f = now[0]
	}
	if f == nil {
		if t.quiet == nil {
			t.quiet = &Story{Calm: true}
			t.quiet.Sentence, t.quiet.Details, t.quiet.Others = t.calm()
		}
		s := *t.quiet
		s.Threads = selected
		return s
	}
	w := t.waiting(f, moment)
	s := Story{Finding: f, Culprit: f.Culprit(), Sentence: t.sentence(f, &w, moment), Details: t.details(f, &w, moment)}
	s.add(f, w.threads)
	s.Locks = t.locks(f, moment)
	if chosen == nil {
		for _, o := range now {
			if rivals(f, o) {
				other := t.waiting(o, moment)
				s.add(o, other.threads)
				s.Locks = append(s.Locks, t.locks(o, moment)...)
			}
		}
	}
	n := threadsOf(long)
	waits := longWaits(n)
	if n > len(w.threads) && f.Severity.Accuses() { // a picture shows them more than its subject
		s.Details = beside(s.Details, "Besides, "+waits+".")
		waits = ""
	}
	s.Others = t.others(slices.DeleteFunc(now, func(o *detect.Finding) bool { return o == f }), waits)
	return s
}

// rivals reports whether a picture is about another finding as much as about the gravest one:
// whether it is of the same kind and, if it is a cost, costs at least half as much.
func rivals(gravest, other *detect.Finding) bool {
	return other != gravest && other.Kind == gravest.Kind && (other.Severity.Accuses() || 2*other.Lost >= gravest.Lost)
}

func accusesOrCosts(f *detect.Finding) bool { return f.Severity > detect.Note }

// lasts reports whether a note is about threads that wait, perhaps for ever.
func lasts(f *detect.Finding) bool { return f.Kind == detect.LongWait || f.Kind == detect.Cycle }

// inProgress returns the findings of some kinds that say what is wrong at a moment, the gravest
// first: those that accuse, then costs, the dearest first, then those about more threads.
func (t *Teller) inProgress(moment tracefeed.Time, tells func(*detect.Finding) bool) (now []*detect.Finding) {
	for i := range t.Report.Findings {
		f := &t.Report.Findings[i]
		if tells(f) && f.InProgress(t.Timeline, moment, t.Report.End) {
			now = append(now, f)
		}
	}
	slices.SortStableFunc(now, func(a, b *detect.Finding) int {
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), cmp.Compare(b.Lost, a.Lost), cmp.Compare(len(b.Threads), len(a.Threads)))
	})
	return now
}

// add makes a finding a part of the story: the threads that wait at the moment, or else all of
// it, the threads that they wait for, and the locks.
func (s *Story) add(f *detect.Finding, waiting []tracefeed.ThreadID) {
	if len(waiting) == 0 || !f.Severity.Accuses() {
		waiting = f.Threads
	}
	s.Threads = append(append(s.Threads, waiting...), f.Others()...)
	s.Monitors = append(s.Monitors, f.Known()...)
	slices.Sort(s.Threads)
	slices.Sort(s.Monitors)
	s.Threads, s.Monitors = slices.Compact(s.Threads), slices.Compact(s.Monitors)
}
