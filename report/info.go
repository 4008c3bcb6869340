package report

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Info is what a trace is about, in numbers.
type Info struct {
	Format   string `json:"format"`
	Duration int64  `json:"duration_ns"`
	// Threads are those of the program, without the runtime's own.
	Threads  int   `json:"threads"`
	Monitors int   `json:"monitors"`
	Events   int64 `json:"events"`
	// Lost are the events that contradicted what was known and were ignored.
	Lost int64 `json:"lost"`
	// State is the time that the program's threads spent in each state.
	State StateTimes `json:"state_ns"`
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
		Format: tl.Header.Format, Duration: int64(tl.End), Threads: shown, Monitors: len(tl.Monitors) - 1,
		Events: tl.Counts.Events, Lost: tl.Counts.Dropped,
		State: StateTimes{Running: int64(b[timeline.Running]), Runnable: int64(b[timeline.Runnable]),
			Suspended: int64(b[timeline.Suspended]), Blocking: int64(b[timeline.Blocking]),
			IO: int64(b[timeline.IO]), Unknown: int64(b[timeline.Unknown])},
	}
}

// WriteJSON writes anything as one line of JSON.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// WriteInfo writes what a trace is about for people.
func WriteInfo(w io.Writer, tl *timeline.Timeline, notes string) error {
	i := InfoOf(tl)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "format\t%s\n", i.Format)
	fmt.Fprintf(tw, "duration\t%v\n", tl.End)
	fmt.Fprintf(tw, "threads\t%d\tand %d of the runtime\n", i.Threads, len(tl.Threads)-1-i.Threads)
	fmt.Fprintf(tw, "monitors\t%d\n", i.Monitors)
	fmt.Fprintf(tw, "events\t%d\n", i.Events)
	fmt.Fprintf(tw, "lost\t%d\tevents that contradict what was known\n", i.Lost)
	if n := len(tl.GC); n > 0 {
		var sum tracefeed.Time
		for _, g := range tl.GC {
			sum += g.End - g.Start
		}
		fmt.Fprintf(tw, "collections\t%d\t%v in total\n", n, sum)
	}
	b := tl.Totals()
	alive := max(1, b.Alive())
	for _, s := range StateOrder {
		fmt.Fprintf(tw, "%s\t%v\t%.1f %%\n", s, b[s], 100*float64(b[s])/float64(alive))
	}
	if notes != "" {
		fmt.Fprintf(tw, "note\t%s\n", notes)
	}
	return tw.Flush()
}
