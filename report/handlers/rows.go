package handlers

import (
	"fmt"
	"math"

	"tiv/handler"
	"tiv/report/table"
	"tiv/tracefeed"
)

// Row is a function that processes events.
type Row struct {
	handler.Found
	handler.Use
	trie *handler.Trie
}

// Rows returns the functions found in a trie. uses has their calls, as far as they are known.
func Rows(trie *handler.Trie, all []handler.Found, uses map[string]handler.Use) (rows []Row) {
	for _, f := range all {
		rows = append(rows, Row{f, uses[f.Function], trie})
	}
	return rows
}

// patterns are the words for patterns.
var patterns = [...]string{"callback", "wait-calls", "next-waits", "read-calls", "next-reads"}

// Confidence is the lower end of the 95 % interval (Wilson's) of the share that decides. That is the times that a
// handler began in its loop among those at which it was seen, all of them.
//
// By the rules of the paper it is, of a callback, the samples that show it; of a handler, the samples in which it
// runs, or its loop waits or reads, the smaller one.
func (r *Row) Confidence() float64 {
	switch {
	case r.Begins > 0:
		return lower(float64(r.Begins), 1)
	case r.IsCallback():
		return r.lower(r.Count, r.Count)
	}
	class := handler.Wait
	if r.Type == handler.NodeIO {
		class = handler.IO
	}
	// A loop that does not wait itself calls one function that does, and Waits are those of
	// that function.
	loop := r.lower(r.Waits[class], r.Waits.Sum())
	return min(loop, r.lower(r.Runs[handler.Run]+r.Runs[handler.IO], r.Runs.Sum()))
}

// lower returns Wilson's lower bound of a part of an amount.
func (r *Row) lower(part, whole int64) float64 {
	if whole <= 0 {
		return 0
	}
	return lower(float64(whole)/float64(r.trie.Unit), float64(part)/float64(whole))
}

// lower returns Wilson's lower bound of the share p of n samples.
func lower(n, p float64) float64 {
	const z = 1.96
	return max(0, (p+z*z/(2*n)-z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n)))/(1+z*z/n))
}

// Reason says in words why the function was found.
func (r *Row) Reason() string {
	switch {
	case r.Begins > 0 && r.IsCallback():
		return r.calledBy()
	case r.Begins > 0:
		return r.handledBy()
	case r.IsCallback() && r.Loop == "":
		return fmt.Sprintf("the system calls it in %s", r.amount(r.Count))
	case r.IsCallback():
		return fmt.Sprintf("%s, of the system, calls it in %s", r.Loop, r.amount(r.Count))
	}
	runs := fmt.Sprintf("%s runs or does IO in %s", r.Function, r.share(r.Runs[handler.Run]+r.Runs[handler.IO], r.Runs.Sum()))
	waits, next := fmt.Sprintf("waits in %s", r.share(r.Waits[handler.Wait], r.Waits.Sum())), "waits"
	if r.Type == handler.NodeIO {
		waits, next = fmt.Sprintf("does IO in %s", r.share(r.Waits[handler.IO], r.Waits.Sum())), "reads"
	}
	if r.Next == "" {
		return fmt.Sprintf("%s %s and calls it; %s", r.Loop, waits, runs)
	}
	return fmt.Sprintf("%s calls %s, which %s and alone %s, and calls it; %s", r.Loop, r.Next, waits, next, runs)
}

// calledBy is the reason for a callback by the rules that are not those of the paper.
func (r *Row) calledBy() string {
	times := tracefeed.Plural(int(r.Begins), "time")
	if r.Starts {
		return fmt.Sprintf("%s, of the system, calls it%s in a thread that the system starts for it, %s", r.Loop, r.via(), times)
	}
	return fmt.Sprintf("%s, of the system, calls it%s when something has arrived: it was seen to begin %s", r.Loop, r.via(), times)
}

// handledBy is the reason for a handler by the rules that are not those of the paper.
func (r *Row) handledBy() string {
	waits, calls := "waits", "calls it"
	if r.Type == handler.NodeIO {
		waits = "reads"
	}
	if r.Next != "" {
		waits = fmt.Sprintf("calls %s, which %s,", r.Next, waits)
	}
	if r.Starts {
		calls = "starts a thread for it"
	}
	return fmt.Sprintf("%s %s again and again, and %s%s: it was seen to begin %s, %d of them directly after the wait",
		r.Loop, waits, calls, r.via(), tracefeed.Plural(int(r.Begins), "time"), r.After)
}

// via names the generated function by which the function is called.
func (r *Row) via() string {
	if r.Via == "" {
		return ""
	}
	return fmt.Sprintf(" (by %s, which is generated)", r.Via)
}

// share returns a part of an amount: "99.8 % of 10882 samples".
func (r *Row) share(part, whole int64) string {
	return fmt.Sprintf("%s of %s", tracefeed.Percent(tracefeed.Time(part), tracefeed.Time(whole)), r.amount(whole))
}

// amount returns an amount with its unit.
func (r *Row) amount(n int64) string {
	if r.trie.InTime() {
		return tracefeed.Time(n).String()
	}
	return tracefeed.Plural(int(n), "sample")
}

// Table returns a table of the rows. In texts, columns without a number in any row are left out.
func Table(rows []Row) *table.Table {
	type row = Row
	word := func(name, help string, f func(*row) string) table.Column[row] {
		return table.Column[row]{Head: table.Head{Name: name, Title: name, Help: help}, Text: f}
	}
	aside := func(c table.Column[row]) table.Column[row] {
		c.Aside = true
		return c
	}
	number := func(name, title string, kind table.Kind, help string, f func(*row) int64) table.Column[row] {
		c := table.Column[row]{Head: table.Head{Name: name, Title: title, Kind: kind, Help: help, Aside: true}, Number: f}
		for i := range rows {
			c.Aside = c.Aside && f(&rows[i]) == 0
		}
		return c
	}
	return table.New(rows, []table.Column[row]{
		word("function", "Function that processes events.", func(r *row) string { return r.Function }),
		word("kind", "callback: the system calls it. handler: a loop calls it after it waited or read.",
			func(r *row) string { return r.Kind() }),
		word("type", "Of a handler: NODE_WAIT for events that are waited for, NODE_IO for those that are read.",
			func(r *row) string { return r.Type.String() }),
		aside(word("pattern", "Pattern of the loop and what it calls.", func(r *row) string { return patterns[r.Pattern] })),
		word("loop", "Function that calls it.", func(r *row) string { return r.Loop }),
		aside(word("next", "Function that waits or reads for the loop, if that is another one.",
			func(r *row) string { return r.Next })),
		number("count", "samples", table.Count, "Samples with it on a stack: of a callback all, of a handler those below its loops.",
			func(r *row) int64 { return r.trie.InSamples(r.Count) }),
		number("begins", "begins", table.Count, "Times that it was seen to begin in its loop.",
			func(r *row) int64 { return r.Begins }),
		aside(number("after", "after", table.Count, "Of a handler: those directly after a wait of its loop.",
			func(r *row) int64 { return r.After })),
		number("calls", "calls", table.Count, "Calls of the function, from wherever. Of those that follow from stacks, "+
			"short ones are not seen.",
			func(r *row) int64 { return r.Calls }),
		number("time_ns", "time", table.Duration, "Time with the function on a stack, from wherever, added up over threads.",
			func(r *row) int64 { return int64(r.Time) }),
		number("threads", "threads", table.Count, "Threads that called the function.", func(r *row) int64 { return int64(r.Threads) }),
		aside(word("via", "Generated function by which it is called, if there is one.", func(r *row) string { return r.Via })),
		number("confidence", "confidence", table.Share, "Lower end of the 95 % interval of the share that decides.",
			func(r *row) int64 { return int64(r.Confidence() * 1e6) }),
		aside(word("reason", "Why it was found.", func(r *row) string { return r.Reason() })),
	})
}
