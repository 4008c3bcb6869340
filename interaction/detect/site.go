package detect

import (
	"fmt"
	"path"
	"slices"

	"tiv/interaction/detect/ending"
	"tiv/interaction/detect/place"
	"tiv/timeline"
	"tiv/tracefeed"
)

// Role is the operation at a site.
type Role string

const (
	// Waits: Thread waits there.
	Waits Role = "waits"
	// Started: another thread started Thread there.
	Started Role = "started"
	// Acquires: Thread acquires Monitor there.
	Acquires Role = "acquires"
	// ThenAcquires: Thread acquires Monitor there while it holds the monitor of the
	// site before.
	ThenAcquires Role = "then-acquires"
)

// Site is a place in the code that belongs to a finding.
type Site struct {
	Role   Role
	Thread tracefeed.ThreadID
	// Monitor is the monitor acquired (Acquires, ThenAcquires).
	Monitor tracefeed.MonitorID `json:",omitempty"`
	// Stack is the call stack of the acquisition.
	Stack tracefeed.StackID `json:",omitempty"`
	// By is the thread that started Thread (Started); NoThread if unknown.
	By tracefeed.ThreadID
	// Func, File and Line are the place; Line is 0 if the trace has none.
	Func string
	File string
	Line int
}

// String returns the function with file and line, such as "main.serve (server.go:20)".
func (s Site) String() string {
	if s.File == "" {
		return s.Func
	}
	return fmt.Sprintf("%s (%s:%d)", s.Func, path.Base(s.File), s.Line)
}

// same reports whether another site has the same role and place.
func (s Site) same(o Site) bool {
	return o.Role == s.Role && o.Func == s.Func && o.File == s.File && o.Line == s.Line
}

// waitPlaces returns the places at which threads wait.
func waitPlaces(sites []Site) (places []string) {
	for _, s := range sites {
		if s.Role == Waits && !slices.Contains(places, s.String()) {
			places = append(places, s.String())
		}
	}
	return places
}

// siteOf returns the place of a stack in the program's own code; ok is false if the
// stack is empty.
func siteOf(tl *timeline.Timeline, id tracefeed.StackID) (s Site, ok bool) {
	stack := tl.Stacks[id]
	if len(stack) == 0 {
		return s, false
	}
	f := tl.Frames[stack[place.UserCall(tl, stack)]]
	return Site{Func: f.Func, File: f.File, Line: int(f.Line)}, true
}

// maxSites is the number of threads with their places listed in a finding.
const maxSites = 16

// waitSites returns the places where threads wait at the end of the trace, and
// where they were started. Threads with the same places share the sites of the
// first.
func waitSites(tl *timeline.Timeline, threads []tracefeed.ThreadID) []Site {
	var sites []Site
	add := func(s Site) {
		if !slices.ContainsFunc(sites, s.same) {
			sites = append(sites, s)
		}
	}
	for _, t := range threads[:min(len(threads), maxSites)] {
		lane := tl.Lane(t)
		span, _ := ending.LastKnown(tl, t)
		if s, ok := siteOf(tl, span.Stack); ok {
			s.Role, s.Thread = Waits, t
			add(s)
		}
		by, stack := lane.Origin()
		if s, ok := siteOf(tl, stack); ok {
			s.Role, s.Thread, s.By = Started, t, by
			add(s)
		}
	}
	return sites
}
