package languages

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
)

var update = flag.Bool("update", false, "write the table of docs/recording.md")

// facts are the kinds of information that the traces of a source have.
type facts struct {
	mu   sync.Mutex
	told map[string]bool
}

// rows are the rows of the table in docs/recording.md.
var rows = []string{
	"a thread runs, or waits for a processor", "it is suspended", "it waits for a lock", "it waits for a device",
	"the thread that ended a suspension",
	"the owner of a lock, while others wait", "the owner is observed, not inferred", "the readers of a lock, while a writer waits",
	"acquisitions without a wait", "proof that a wait never ends",
	"stacks of waits", "samples of running code", "calls", "objects", "tasks", "collections",
}

// byState and byKind are the rows that a state and an event show.
var (
	byState = map[tracefeed.State]string{tracefeed.Runnable: rows[0], tracefeed.Suspended: rows[1], tracefeed.Blocking: rows[2],
		tracefeed.IO: rows[3]}
	byKind = map[tracefeed.Kind]string{tracefeed.MonitorEnter: rows[8], tracefeed.Sample: rows[11], tracefeed.CallEnter: rows[12],
		tracefeed.Alloc: rows[13], tracefeed.TaskStart: rows[14], tracefeed.GCStart: rows[15]}
)

// add adds what a trace has.
func (f *facts) add(p *picture) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.told == nil {
		f.told = map[string]bool{}
	}
	for state, time := range p.tl.Totals() {
		if row := byState[tracefeed.State(state)]; row != "" && time > 0 {
			f.told[row] = true
		}
	}
	f.told[rows[4]] = f.told[rows[4]] || len(p.signals()) > 0
	for _, w := range interaction.At(p.tl, p.tl.End-1) {
		if span := p.tl.Lane(w.Thread).Since(p.tl.End - 1); len(p.tl.Stacks[span.Stack]) > 0 {
			f.told[rows[10]] = true
		}
		if len(w.Blockers) == 0 {
			continue
		}
		f.told[rows[5]] = true
		f.told[rows[6]] = f.told[rows[6]] || w.Evidence == interaction.Observed
		f.told[rows[7]] = f.told[rows[7]] || p.thread(w.Thread) == "writer"
	}
	f.addEvents(p.tl)
}

// addEvents adds the kinds of events.
func (f *facts) addEvents(tl *timeline.Timeline) {
	waits := map[tracefeed.ThreadID]bool{}
	tl.EachPage(context.Background(), 0, tl.End, func(page *timeline.Page) {
		for g := range page.Groups {
			events := page.Events(g)
			var ev tracefeed.Event
			for _, ok := events.Next(&ev); ok; _, ok = events.Next(&ev) {
				f.told[rows[9]] = f.told[rows[9]] || ev.Forever
				row := byKind[ev.Kind]
				if ev.Kind == tracefeed.MonitorEnter && waits[ev.Thread] {
					row = ""
				}
				if row != "" {
					f.told[row] = true
				}
				waits[ev.Thread] = ev.Kind == tracefeed.MonitorWait
			}
		}
	})
	f.told[rows[15]] = f.told[rows[15]] || len(tl.GC) > 0
}

// table returns the table.
func table(sources []source) string {
	var b strings.Builder
	b.WriteString("| |")
	for i := range sources {
		b.WriteString(" " + sources[i].title + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(sources)) + "\n")
	for _, row := range rows {
		b.WriteString("| " + row + " |")
		for i := range sources {
			cell := "–"
			if sources[i].has.told[row] {
				cell = "yes"
			}
			b.WriteString(" " + cell + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// compareTable compares the table of docs/recording.md, or writes it.
func compareTable(t *testing.T, sources []source) {
	const path, begin, end = "../../docs/recording.md", "<!-- sources: begin -->\n", "<!-- sources: end -->\n"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), begin)
	old, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s: no table of sources", path)
	}
	now := table(sources)
	if old == now {
		return
	}
	if !*update {
		t.Fatalf("%s: the traces have\n%s\ngo test ./proof/languages -update writes it", path, now)
	}
	if err := os.WriteFile(path, []byte(fmt.Sprint(before, begin, now, end, after)), 0o666); err != nil {
		t.Fatal(err)
	}
}
