package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"tiv/timeline"
	"tiv/timeline/caveats"
	"tiv/tracefeed"
)

// Info is a summary of a trace in numbers.
type Info struct {
	Format   string `json:"format"`
	Duration int64  `json:"duration_ns"`
	// Threads counts the program's threads, without the runtime's own.
	Threads int `json:"threads"`
	// Processes is left out for a source that does not distinguish processes.
	Processes int   `json:"processes,omitempty"`
	Monitors  int   `json:"monitors"`
	Events    int64 `json:"events"`
	// Lost is the number of events that the recorder lost, if the trace has it.
	Lost int64 `json:"lost"`
	// State is the time that the program's threads spent in each state.
	State StateTimes `json:"state_ns"`
	// Gaps is the number of places with lost events, and Ignored the number of
	// events that contradict others. They are left out if 0.
	Gaps    int64 `json:"gaps,omitempty"`
	Ignored int64 `json:"ignored,omitempty"`
	// Omitted is the number of lock operations that the recorder left out
	// because no thread waited. It is left out if 0.
	Omitted int64 `json:"omitted,omitempty"`
	// Types is the number of types with known supertypes. It is left out if 0.
	Types int `json:"types,omitempty"`
}

// StateTimes are times in nanoseconds by state.
type StateTimes struct {
	Running   int64 `json:"running"`
	Runnable  int64 `json:"runnable"`
	Suspended int64 `json:"suspended"`
	Blocking  int64 `json:"blocking"`
	IO        int64 `json:"io"`
	Unknown   int64 `json:"unknown"`
}

// InfoOf sums a timeline up.
func InfoOf(tl *timeline.Timeline) Info {
	shown := 0
	for _, t := range tl.Threads[1:] {
		if !t.System {
			shown++
		}
	}
	b := tl.Totals()
	return Info{
		Format: tl.Header.Format, Duration: int64(tl.End), Threads: shown, Processes: max(0, len(tl.Processes)-1),
		Monitors: len(tl.Monitors) - 1,
		Events:   tl.Counts.Events, Lost: tl.Counts.Lost, Gaps: tl.Counts.Gaps, Ignored: tl.Counts.Dropped,
		Omitted: tl.Header.Recorder.OmittedLocks, Types: len(tracefeed.Supertypes(tl.Types, tl.Names)),
		State: StateTimes{Running: int64(b[tracefeed.Running]), Runnable: int64(b[tracefeed.Runnable]),
			Suspended: int64(b[tracefeed.Suspended]), Blocking: int64(b[tracefeed.Blocking]),
			IO: int64(b[tracefeed.IO]), Unknown: int64(b[tracefeed.Unknown])},
	}
}

// WriteJSON writes a value as one line of JSON. The error is that of w, or says
// that v has no form in JSON.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// Fact is a line about a trace: a name, a value, and a remark.
type Fact struct{ Name, Value, Remark string }

// Facts returns the facts about a trace: its format, then its losses, then the
// rest. notes is a further remark.
func Facts(tl *timeline.Timeline, notes string) []Fact {
	i := InfoOf(tl)
	facts := []Fact{
		{"format", i.Format, ""},
		{"lost", cmp.Or(caveats.Losses(tl), "nothing"), ""},
		{"duration", tl.End.String(), ""},
		{"threads", tracefeed.Count(i.Threads), runtimeThreads(len(tl.Threads) - 1 - i.Threads)},
		{"locks", tracefeed.Count(i.Monitors), ""},
		{"events", tracefeed.Count(int(i.Events)), ""},
	}
	if len(tl.Processes) > 0 {
		facts = slices.Insert(facts, 3, processesFact(tl))
	}
	if i.Ignored > 0 {
		facts = append(facts, Fact{"skipped", fmt.Sprint(i.Ignored), "inconsistent events"})
	}
	if i.Omitted > 0 {
		facts = append(facts, Fact{"omitted", tracefeed.Count(int(i.Omitted)), "uncontended lock operations that were not recorded"})
	}
	if i.Types > 0 {
		facts = append(facts, Fact{"types", tracefeed.Count(i.Types), "with known supertypes"})
	}
	if n := len(tl.GC); n > 0 {
		var sum tracefeed.Time
		for _, g := range tl.GC {
			sum += g.End - g.Start
		}
		facts = append(facts, Fact{"collections", fmt.Sprint(n), fmt.Sprintf("%v in total", sum)})
	}
	b := tl.Totals()
	alive := max(1, b.Alive())
	for _, s := range StateOrder {
		facts = append(facts, Fact{s.Word(), b[s].String(), fmt.Sprintf("%.1f %%", 100*float64(b[s])/float64(alive))})
	}
	if notes != "" {
		facts = append(facts, Fact{"note", notes, ""})
	}
	return facts
}

// runtimeThreads counts the threads of the language's runtime in words; "" for none.
func runtimeThreads(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("and %d of the runtime", n)
}

// WriteInfo writes the facts about a trace as text. The error is that of w.
func WriteInfo(w io.Writer, tl *timeline.Timeline, notes string) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range Facts(tl, notes) {
		fmt.Fprintf(tw, "%s\t%s", f.Name, f.Value)
		if f.Remark != "" {
			fmt.Fprintf(tw, "\t%s", f.Remark)
		}
		fmt.Fprintln(tw)
	}
	return tw.Flush()
}
