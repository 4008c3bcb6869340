package detect

import (
	"regexp"
	"slices"
	"strings"

	"tiv/interaction/groups"
	"tiv/interaction/lockname"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Identity is the part of a finding that stays the same in other runs of the program:
// its kind, and the functions, monitors or threads that it is about. All lists are empty
// for a finding about the whole program.
type Identity struct {
	// Kind is the kind, stuck for a leak: with fewer threads it is stuck.
	Kind string
	// Functions are the functions in which threads wait, or acquire monitors.
	Functions []string
	// Monitors and Threads identify a finding without Functions.
	Monitors []tracefeed.MonitorID
	Threads  []tracefeed.ThreadID
}

// Identity returns the identity.
func (f *Finding) Identity() Identity {
	id := Identity{Kind: f.Kind, Monitors: f.Monitors, Threads: f.Threads}
	if id.Kind == Leak {
		id.Kind = Stuck
	}
	for i := range f.Sites {
		if s := &f.Sites[i]; s.Role != Started && s.Func != "" {
			id.Functions = append(id.Functions, string(s.Role)+" "+s.Func)
		}
	}
	if x, ok := f.Facts.(identifying); ok {
		x.identify(f, &id)
	}
	return id
}

// Text returns the identity as a text: the kind, a colon, and the first list that is not
// empty of functions, names of the monitors, and names of the threads. The names must be
// the same in other runs.
func (id *Identity) Text(monitors, threads []string) string {
	for _, names := range [][]string{id.Functions, monitors, threads} {
		if names = slices.DeleteFunc(slices.Sorted(slices.Values(names)), func(n string) bool { return n == "" }); len(names) > 0 {
			return id.Kind + ": " + strings.Join(slices.Compact(names), ", ")
		}
	}
	return id.Kind + ": *"
}

// Identifier writes the identities of the findings of one trace.
type Identifier struct {
	threads []tracefeed.Thread
	locks   *lockname.Names
}

// Identifier returns the identifier of the report's findings in tl. Names by the
// user are not used.
func (r *Report) Identifier(tl *timeline.Timeline) Identifier {
	return Identifier{tl.Threads, lockname.New(tl.Monitors, r.Locks, nil)}
}

// Of returns the identity of a finding as a text: names of monitors without letters and
// lines, names of threads as patterns.
func (i Identifier) Of(f *Finding) string {
	id := f.Identity()
	var monitors, threads []string
	for _, m := range id.Monitors {
		if kind, place, _ := i.locks.Site(m); place != "" {
			monitors = append(monitors, kind.String()+" "+varying.ReplaceAllString(place, "*"))
		}
	}
	for _, t := range id.Threads {
		threads = append(threads, groups.Pattern(i.threads[t].Name))
	}
	return id.Text(monitors, threads)
}

// varying matches the numbers in the name of a monitor: addresses, lines, indices.
var varying = regexp.MustCompile(`(@|0x)[0-9a-fA-F]+|\d+`)
