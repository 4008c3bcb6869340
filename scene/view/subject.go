package view

import (
	"slices"

	"tiv/interaction"
	"tiv/tracefeed"
)

// IsSubject reports whether a thread is in the subject of the picture: the chosen finding, or
// else the story.
func (l *Look) IsSubject(t tracefeed.ThreadID) bool {
	if l.Lit != nil {
		return Has(l.Lit.Threads, t)
	}
	return !l.AllEqual && Has(l.Story.Threads, t)
}

// AboutFinding reports whether the picture is about a finding.
func (l *Look) AboutFinding() bool { return l.Lit != nil || l.Story.Finding != nil && !l.AllEqual }

// subjectMonitors are the locks that the picture is about, sorted.
func (l *Look) subjectMonitors() []tracefeed.MonitorID {
	if l.Lit != nil {
		return l.Lit.Monitors
	}
	return l.Story.Monitors
}

// IsSubjectMonitor reports whether a lock is one that the picture is about.
func (l *Look) IsSubjectMonitor(m tracefeed.MonitorID) bool {
	_, ok := slices.BinarySearch(l.subjectMonitors(), m)
	return ok
}

// Keeps reports whether a thread holds a lock of the story while its finding lasts.
func (l *Look) Keeps(t tracefeed.ThreadID) bool {
	for i := range l.Story.Locks {
		if l.Story.Locks[i].Keeper == t {
			return true
		}
	}
	return false
}

// IsSubjectWait reports whether the picture is about waits at a monitor between threads that
// it is about. NoMonitor is for several ones.
func (l *Look) IsSubjectWait(kind interaction.Kind, m tracefeed.MonitorID) bool {
	return len(l.subjectMonitors()) == 0 || kind == interaction.Lock && (m == tracefeed.NoMonitor || l.IsSubjectMonitor(m))
}

// NameOf returns the name that a picture gives to a thread, or to threads with such names.
func (l *Look) NameOf(name string) string {
	if l.Names == nil {
		return name
	}
	return l.Names.Short(name)
}

// HasSubject reports whether the picture is about some threads.
func (l *Look) HasSubject() bool {
	return l.Lit != nil || l.AnySelected() || len(l.Story.Threads) > 0 && !l.AllEqual
}

// AnySelected reports whether anything is highlighted, so that the rest dims.
func (l *Look) AnySelected() bool { return l.Selected != tracefeed.NoThread || len(l.Selection) > 0 }

// IsSelected reports whether a thread is highlighted.
func (l *Look) IsSelected(t tracefeed.ThreadID) bool {
	return t != tracefeed.NoThread && (t == l.Selected || Has(l.Selection, t))
}
