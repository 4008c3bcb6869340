package report

import (
	"fmt"
	"io"

	"tiv/interaction"
	"tiv/timeline"
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
	Kind     string  `json:"kind"`
	Severity string  `json:"severity"`
	Start    int64   `json:"start_ns"`
	End      int64   `json:"end_ns"`
	Threads  []Named `json:"threads"`
	Monitors []Named `json:"monitors"`
	Evidence string  `json:"evidence"`
	Text     string  `json:"text"`
}

// Findings is what `tiv check --json` writes.
type Findings struct {
	Findings []Finding `json:"findings"`
}

// FindingsOf puts findings into the words of the trace.
func FindingsOf(tl *timeline.Timeline, found []interaction.Finding) Findings {
	all := Findings{Findings: []Finding{}}
	for _, f := range found {
		out := Finding{Kind: f.Kind, Severity: f.Severity.String(), Start: int64(f.Start), End: int64(f.End),
			Threads: []Named{}, Monitors: []Named{}, Evidence: f.Evidence.String(), Text: f.Text}
		for _, t := range f.Threads {
			out.Threads = append(out.Threads, Named{tl.Threads[t].ID, tl.Threads[t].Name})
		}
		for _, m := range f.Monitors {
			if m != tracefeed.NoMonitor {
				out.Monitors = append(out.Monitors, Named{tl.Monitors[m].ID, tl.Monitors[m].Name})
			}
		}
		all.Findings = append(all.Findings, out)
	}
	return all
}

// WriteFindings writes findings for people.
func WriteFindings(w io.Writer, found []interaction.Finding) {
	if len(found) == 0 {
		fmt.Fprintln(w, "nothing found")
	}
	for _, f := range found {
		fmt.Fprintf(w, "%s (%s, %s): %s\n", f.Kind, f.Severity, f.Evidence, f.Text)
	}
}
