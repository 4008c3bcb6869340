package handlers

import (
	"bufio"
	"fmt"
	"io"

	"tiv/handler"
	"tiv/tracefeed"
)

// WriteText writes what was found for people: a table, the reasons, and the limits of the rules that were used.
func WriteText(w io.Writer, x *handler.Trace, th handler.Thresholds, rows []Row) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s\n", Measure(x.Trie))
	if len(rows) > 0 {
		fmt.Fprintln(out)
		if err := Table(rows).WriteText(out); err != nil {
			return err
		}
		fmt.Fprintln(out, "\nwhy:")
		for i := range rows {
			fmt.Fprintf(out, "  %s\n    %s\n", rows[i].Function, rows[i].Reason())
		}
	}
	fmt.Fprintln(out, "\nlimits (--limit NAME=VALUE):")
	for _, l := range handler.Limits() {
		if l.Paper != x.ByPaper() {
			continue
		}
		fmt.Fprintf(out, "  %-13s  %8s  %s\n", l.Name, l.Text(&th), l.Label)
	}
	return out.Flush()
}

// Measure says in which unit stacks count.
func Measure(t *handler.Trie) string {
	if !t.InTime() {
		return fmt.Sprintf("stacks count as samples: %s of threads at %s", tracefeed.Plural(int(t.Samples), "sample"),
			tracefeed.Plural(int(t.Instants), "instant"))
	}
	return fmt.Sprintf("stacks count with their time: %v of threads in %v; %v are a sample", tracefeed.Time(t.Samples),
		tracefeed.Time(t.Instants), tracefeed.Time(t.Unit))
}

// Doubts returns sentences about stacks that are missing, and about a trie in which nothing
// was found.
func Doubts(t *handler.Trie, found []handler.Found) (sentences []string) {
	var class handler.Counts
	for i := range t.Nodes {
		class.Add(&t.Nodes[i].Counts)
	}
	known := class.Sum()
	switch {
	case t.Samples == 0:
		return append(sentences, "it has no stacks of threads, so nothing can be found; docs/handlers.md")
	case known == 0 && t.Aside > 0 && !t.InTime():
		sentences = append(sentences, "its samples have no states of threads, so only callbacks can be found")
	case known == 0:
		sentences = append(sentences, "its stacks have no function of the user; --user PATTERN chooses some")
	case class[handler.Run] == 0:
		sentences = append(sentences, "no stack is of a thread that runs, so handlers that never wait are not found")
	case class[handler.Run] < t.Aside && t.InTime():
		sentences = append(sentences, fmt.Sprintf("for %v of the time in which threads could run their calls are not known: samples "+
			"or --calls would tell; docs/handlers.md", tracefeed.Time(t.Aside)))
	case t.Aside > t.Samples/10 && !t.InTime():
		sentences = append(sentences, tracefeed.Percent(tracefeed.Time(t.Aside), tracefeed.Time(t.Samples))+
			" of the samples have no state: they count for callbacks only")
	}
	if len(found) == 0 && len(sentences) == 0 {
		sentences = append(sentences, "no function is called by the system, or by a loop that waits or reads")
	}
	return sentences
}
