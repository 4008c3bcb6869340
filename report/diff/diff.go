// Package diff writes a comparison of runs as text, as Markdown and as JSON
// (docs/diff.md).
//
// Rows of package compare go in, words and numbers come out. Matching, testing and
// reading traces are not part of it.
package diff

import (
	"bytes"
	"strings"

	"tiv/interaction/compare"
	"tiv/interaction/patterns"
	"tiv/internal/replace"
	"tiv/timeline"
	"tiv/timeline/caveats"
	"tiv/tracefeed"
)

// Kind is the kind of files with a comparison by TIV, in any of the forms.
var Kind = replace.Kind{Name: "a comparison by TIV", Text: true, Has: func(start []byte) bool {
	for _, begin := range []string{textBegin, markdownBegin, jsonBegin} {
		if bytes.HasPrefix(start, []byte(begin)) {
			return true
		}
	}
	return false
}}

// The beginnings of all forms.
const (
	textBegin     = "Changes from "
	markdownBegin = "<!-- tiv diff -->\n"
	jsonBegin     = `{"format":"tiv-diff",`
)

// Trace is the facts about one trace.
type Trace struct {
	Name    string         `json:"name"`
	Length  tracefeed.Time `json:"duration_ns"`
	Threads int            `json:"threads"`
	Events  int64          `json:"events"`
	// Tasks is the number of tasks with --per task.
	Tasks int `json:"tasks,omitempty"`
	// Collecting is the time with a garbage collection, left out if there is none.
	Collecting tracefeed.Time `json:"gc_ns,omitempty"`
	// Patterns are the shares of the trace in which waits have a pattern, by its words with hyphens.
	Patterns map[string]float64 `json:"pattern_shares,omitempty"`
	// Lost and Gaps are those of report.Info. They are left out if 0.
	Lost int64 `json:"lost,omitempty"`
	Gaps int64 `json:"gaps,omitempty"`
	// Unnamed is the share of the waiting for locks that is for locks that the trace does
	// not name, Guessed the share that is charged to the thread that ended the wait. They
	// are 0 if they are less than 1 % of the time lost.
	Unnamed float64 `json:"unnamed_share,omitempty"`
	Guessed float64 `json:"guessed_share,omitempty"`
	// Notes say what is lost or damaged.
	Notes []string `json:"notes,omitempty"`
}

// wordOf is the name of a pattern in JSON.
func wordOf(k patterns.Kind) string { return strings.ReplaceAll(k.String(), " ", "-") }

// TraceOf returns the facts about a trace.
func TraceOf(name string, tl *timeline.Timeline, r *compare.Run) Trace {
	t := Trace{Name: name, Length: tl.End, Threads: r.Threads, Tasks: r.Tasks, Events: tl.Counts.Events, Lost: tl.Counts.Lost,
		Gaps: tl.Counts.Gaps}
	for _, gc := range tl.GC {
		t.Collecting += gc.End - gc.Start
	}
	for kind, share := range r.Patterns {
		if share > 0 {
			if t.Patterns == nil {
				t.Patterns = map[string]float64{}
			}
			t.Patterns[wordOf(patterns.Kind(kind))] = share
		}
	}
	for _, note := range []string{caveats.Losses(tl), caveats.Remarks(tl)} {
		if note != "" {
			t.Notes = append(t.Notes, note)
		}
	}
	// Uncertainty is said where it is more than a trifle of the time lost.
	waiting, least := float64(r.States[tracefeed.Blocking]), compare.Small*float64(r.Lost())
	if unnamed := float64(r.Unnamed); unnamed > least {
		t.Unnamed = unnamed / waiting
	}
	if guessed := float64(r.Guessed); guessed > least {
		t.Guessed = guessed / waiting
	}
	return t
}

// Document is a comparison with the traces of both sides.
type Document struct {
	Diff          *compare.Diff
	Before, After []Trace
}
