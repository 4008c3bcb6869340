package tasks

import (
	"fmt"
	"io"
	"math"
	"strings"

	"tiv/report"
	"tiv/report/table"
	"tiv/task/slow"
	"tiv/tracefeed"
)

// Comparisons is why some tasks of types are slow.
type Comparisons struct {
	list []slow.Comparison
	// slow and fast are the conditions that chose the tasks.
	slow, fast string
	left       int // types that are not compared
	naming
	short func(tracefeed.MonitorID) string // names a lock, in a few letters
}

// WriteText writes, for each type, what makes the difference in sentences and in a table.
func (c *Comparisons) WriteText(w io.Writer) error {
	for i := range c.list {
		if i > 0 {
			fmt.Fprintln(w)
		}
		x := &c.list[i]
		if _, err := io.WriteString(w, c.sentences(x)+"\n"); err != nil {
			return err
		}
		if err := table.New(c.shown(x), columns(x)).WriteText(w); err != nil {
			return err
		}
	}
	if c.left > 0 {
		_, err := fmt.Fprintf(w, "\nand %s more\n", tracefeed.Plural(c.left, "type"))
		return err
	}
	return nil
}

// Table is a table of all rows of all comparisons, for programs.
func (c *Comparisons) Table() *table.Table {
	var rows []line
	for i := range c.list {
		rows = append(rows, c.lines(&c.list[i], c.lock)...)
	}
	return table.New(rows, columns(nil))
}

// line is a row of a table of comparisons.
type line struct {
	*slow.Row
	of *slow.Comparison
	// level is what the row is one of: the rows of kinds, factors, parts and threads each add
	// up to that of the duration, those of threads with the queue.
	level, factor string
	indent        int
	others        int // factors in this row
}

// lines returns all rows of a comparison, the factors below their kinds. lock names a lock.
func (c *Comparisons) lines(x *slow.Comparison, lock func(tracefeed.MonitorID) string) (rows []line) {
	for i := range x.Kinds {
		k := &x.Kinds[i]
		rows = append(rows, line{k, x, "kind", k.Kind.String(), 0, 0})
		for j := range x.Factors {
			if k.More < 0 {
				j = len(x.Factors) - 1 - j // what is less the most
			}
			if f := &x.Factors[j]; f.Kind == k.Kind {
				rows = append(rows, line{f, x, "factor", c.factor(&f.Factor, lock), 1, 0})
			}
		}
	}
	rows = append(rows, line{&x.Duration, x, "duration", "duration of the task", 0, 0})
	for i := range x.Parts {
		name := "in no part"
		if p := &x.Parts[i]; !p.Own {
			name = "in " + typeName(p.Name)
		}
		rows = append(rows, line{&x.Parts[i], x, "part", name, 1, 0})
	}
	for i := range x.Threads {
		rows = append(rows, line{&x.Threads[i], x, "threads", "by " + report.Safe(x.Threads[i].Name), 1, 0})
	}
	return append(rows, line{&x.Collections, x, "collections", "during collections", 1, 0})
}

const (
	// mostFactors is the number of factors of a kind that a text shows, leastShown the share of
	// the difference from which on it shows more than one.
	mostFactors = 5
	leastShown  = 0.01
	// widest is the number of letters of a factor in a text.
	widest = 42
)

// shown returns the rows of a comparison for people: small factors are together, and parts and
// threads are left out where there is one.
func (c *Comparisons) shown(x *slow.Comparison) (rows []line) {
	factors := map[slow.Kind]int{}
	for _, r := range c.lines(x, c.short) {
		switch r.level {
		case "factor":
			if single(r.Kind) {
				continue
			}
			factors[r.Kind]++
			small := x.Duration.More > 0 && max(r.Share, -r.Share) < leastShown
			last := &rows[len(rows)-1]
			switch {
			case last.level == "others":
				last.join(&r)
				continue
			case factors[r.Kind] > mostFactors, factors[r.Kind] > 1 && small:
				first := r
				r = line{&slow.Row{P: 1}, x, "others", r.factor, 1, 0}
				r.join(&first)
			}
		case "part":
			if len(x.Parts) < 2 {
				continue
			}
		case "threads":
			if len(x.Threads) < 2 {
				continue
			}
		case "collections":
			if r.Slow == 0 && r.Fast == 0 {
				continue
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// join adds a factor to the others. The first one has its own name.
func (l *line) join(r *line) {
	l.Slow, l.Fast, l.More, l.Share = l.Slow+r.Slow, l.Fast+r.Fast, l.More+r.More, l.Share+r.Share
	l.Tasks = r.Tasks // shown of one only
	if l.others++; l.others > 1 {
		l.factor = fmt.Sprintf("%d others", l.others)
	}
}

// single reports whether a kind has one factor.
func single(k slow.Kind) bool {
	return k == slow.Runnable || k == slow.Collector || k == slow.Unknown || k == slow.Queue
}

// columns are those of a table of comparisons: of one for people, or of all for programs.
func columns(one *slow.Comparison) []table.Column[line] {
	mean := func(sum tracefeed.Time, n int) int64 { return int64(sum) / int64(max(1, n)) }
	number := func(name, title string, kind table.Kind, get func(*line) int64) table.Column[line] {
		return table.Column[line]{Head: table.Head{Name: name, Title: title, Kind: kind}, Number: get}
	}
	if one != nil {
		return []table.Column[line]{
			text("", "in the mean", func(r *line) string { return cut(strings.Repeat("  ", r.indent) + r.factor) }),
			number("", "slow", table.Duration, func(r *line) int64 { return mean(r.Slow, len(one.Slow)) }),
			number("", "fast", table.Duration, func(r *line) int64 { return mean(r.Fast, len(one.Fast)) }),
			number("", "more", table.Duration, func(r *line) int64 { return int64(r.More) }),
			number("", "share", table.Share, func(r *line) int64 { return int64(math.Round(1e3*r.Share)) * 1e3 }), // no -0.0 %
			text("", "tasks", func(r *line) string {
				if r.level != "kind" && r.level != "factor" && r.others != 1 {
					return ""
				}
				return fmt.Sprintf("%d of %d", r.Tasks, len(one.Slow))
			}),
			text("", "chance", chance),
		}
	}
	return []table.Column[line]{
		text("type", "", func(r *line) string { return r.of.Type }),
		number("slow_tasks", "", table.Count, func(r *line) int64 { return int64(len(r.of.Slow)) }),
		number("fast_tasks", "", table.Count, func(r *line) int64 { return int64(len(r.of.Fast)) }),
		text("level", "", func(r *line) string { return r.level }),
		text("kind", "", func(r *line) string {
			if r.level == "kind" || r.level == "factor" {
				return r.Kind.String()
			}
			return ""
		}),
		text("factor", "", func(r *line) string { return r.factor }),
		text("function", "", func(r *line) string { return r.Function }),
		text("held_for", "", func(r *line) string { return r.Holder }),
		number("slow_ns", "", table.Duration, func(r *line) int64 { return int64(r.Slow) }),
		number("fast_ns", "", table.Duration, func(r *line) int64 { return int64(r.Fast) }),
		number("more_ns", "", table.Duration, func(r *line) int64 { return int64(r.More) }),
		number("share_ppm", "", table.Share, func(r *line) int64 { return int64(1e6 * r.Share) }),
		number("tasks", "", table.Count, func(r *line) int64 { return int64(r.Tasks) }),
		number("waits", "", table.Count, func(r *line) int64 { return int64(r.Waits) }),
		number("chance_ppm", "", table.Share, func(r *line) int64 { return int64(1e6 * r.P) }),
		number("inferred_ns", "", table.Duration, func(r *line) int64 { return int64(r.Inferred) }),
		text("part", "", func(r *line) string { return r.Part }),
		text("threads", "", func(r *line) string { return r.Threads }),
		number("collecting", "", table.Truth, func(r *line) int64 {
			if r.Collecting {
				return 1
			}
			return 0
		}),
	}
}

// chance says how probable a row is by chance, if that was tested.
func chance(r *line) string {
	if r.level != "kind" && r.level != "factor" || r.More <= 0 || r.Share < slow.LeastShare {
		return ""
	}
	return tracefeed.PercentOf(r.P)
}

// percent writes a share of the difference.
func percent(s float64) string { return fmt.Sprintf("%.0f %%", 100*s) }

// cut shortens a factor.
func cut(s string) string {
	if r := []rune(s); len(r) > widest {
		return string(r[:widest-1]) + "…"
	}
	return s
}
