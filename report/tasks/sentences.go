package tasks

import (
	"fmt"
	"strings"

	"tiv/internal/ranktest"
	"tiv/report"
	"tiv/task/slow"
	"tiv/timeline"
	"tiv/tracefeed"
)

const (
	// leastNamed is the share of the difference from which on a sentence names a factor.
	leastNamed = 0.1
	// mostNamed is the number of factors that it names.
	mostNamed = 3
	// mostOfKind is the share of a kind that its largest factor must have to stand for it.
	mostOfKind = 0.5
)

// WhySlow says in sentences what makes the slowest tasks of a type slower than those at or below the
// median, as far as it is certain. lock names a lock.
func WhySlow(tl *timeline.Timeline, x *slow.Comparison, lock func(tracefeed.MonitorID) string) string {
	c := Comparisons{slow: slow.Slowest, fast: slow.Faster, naming: naming{tl, lock}}
	return strings.ReplaceAll(strings.TrimSpace(c.sentences(x)), "\n", " ")
}

// sentences says what makes the difference, as far as it is certain.
func (c *Comparisons) sentences(x *slow.Comparison) string {
	var b strings.Builder
	all := &x.Duration
	mean := func(sum tracefeed.Time, n int) tracefeed.Time { return sum / tracefeed.Time(max(1, n)) }
	slowMean, fastMean := mean(all.Slow, len(x.Slow)), mean(all.Fast, len(x.Fast))
	who, others := chosen(c.slow, len(x.Slow), true), chosen(c.fast, len(x.Fast), false)
	s := "" // of the verb
	if len(x.Slow) == 1 {
		s = "s"
	}
	if all.More <= 0 {
		fmt.Fprintf(&b, "%s: %s take%s no longer than %s: %v in the mean, and %v.\n", typeName(x.Type), who, s, others, slowMean, fastMean)
		return b.String()
	}
	fmt.Fprintf(&b, "%s: %s take%s %v more than %s: %v in the mean, not %v.\n", typeName(x.Type), who, s, tracefeed.Time(all.More), others,
		slowMean, fastMean)
	causes := c.causes(x)
	for _, cause := range causes {
		fmt.Fprintf(&b, "%s.\n", cause)
	}
	if len(causes) == 0 {
		b.WriteString(noCause(x))
	}
	return b.String()
}

// chosen names the tasks that a condition chose.
func chosen(condition string, n int, isSlow bool) string {
	about := condition == slow.Slowest || strings.HasPrefix(condition, "duration >")
	switch {
	case isSlow && about && n == 1:
		return "the slowest"
	case isSlow && about:
		return fmt.Sprintf("the %d slowest", n)
	case condition == slow.Faster:
		return fmt.Sprintf("the %d at or below the median", n)
	case condition == "":
		return fmt.Sprintf("the %d others", n)
	}
	return tracefeed.Plural(n, "task") + " with " + condition
}

// noCause says why no factor is named.
func noCause(x *slow.Comparison) string {
	if n, m := min(len(x.Slow), ranktest.MaxSample), min(len(x.Fast), ranktest.MaxSample); ranktest.LeastP(n, m)*
		float64(len(x.Factors)) > ranktest.Alpha {
		return fmt.Sprintf("%d and %d tasks are too few to tell a cause from chance, among %s.\n", len(x.Slow), len(x.Fast),
			tracefeed.Plural(len(x.Factors), "factor"))
	}
	return fmt.Sprintf("No factor has %.0f %% of it and differs by more than chance.\n", 100*leastNamed)
}

// causes returns the factors that are certain, those with more of the difference first. Where
// none stands for its kind, that is named.
func (c *Comparisons) causes(x *slow.Comparison) (list []string) {
	for i := range x.Kinds {
		k := &x.Kinds[i]
		if !isNamed(k) || len(list) == mostNamed {
			continue
		}
		var factors []*slow.Row
		covered := 0.0
		for j := range x.Factors {
			if f := &x.Factors[j]; f.Kind == k.Kind && isNamed(f) {
				factors = append(factors, f)
				covered += f.More
			}
		}
		if covered < mostOfKind*k.More {
			list = append(list, c.spread(x, k))
			continue
		}
		for _, f := range factors[:min(len(factors), mostNamed-len(list))] {
			list = append(list, c.cause(x, f))
		}
	}
	return list
}

// isNamed reports whether a sentence names a factor.
func isNamed(r *slow.Row) bool { return r.Certain() && r.Share >= leastNamed }

// cause says how much of the difference a factor is.
func (c *Comparisons) cause(x *slow.Comparison, f *slow.Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v of it (%s) %s", tracefeed.Time(f.More), percent(f.Share), c.clause(&f.Factor))
	if f.Waits > 0 {
		fmt.Fprintf(&b, " (%s)", times(f.Waits))
	}
	if f.Part != "" {
		fmt.Fprintf(&b, ", in the part %s", typeName(f.Part))
	}
	if f.Threads != "" && !mostly(x, f.Threads) {
		fmt.Fprintf(&b, ", on %s", report.Safe(f.Threads))
	}
	if f.Collecting && f.Kind != slow.Collector {
		b.WriteString(", during collections")
	}
	if f.Inferred > f.Slow/20 {
		b.WriteString(" (partly inferred)")
	}
	return b.String()
}

// mostly reports whether threads do most of the work for the fast tasks, too: to name them tells
// nothing.
func mostly(x *slow.Comparison, threads string) bool {
	const most = 0.8
	for i := range x.Threads {
		if t := &x.Threads[i]; t.Name == threads {
			return float64(t.Fast) >= most*float64(x.Duration.Fast)
		}
	}
	return false
}

// spread says how much of the difference a kind is, of which no factor has half.
func (c *Comparisons) spread(x *slow.Comparison, k *slow.Row) string {
	n := 0
	var first *slow.Row
	for i := range x.Factors {
		if f := &x.Factors[i]; f.Kind == k.Kind && f.Slow > 0 {
			if n++; first == nil {
				first = f
			}
		}
	}
	what := map[slow.Kind]string{slow.Running: "are running", slow.Suspended: "are suspended",
		slow.Blocking: "are waiting for locks", slow.IO: "are waiting for devices"}[k.Kind]
	if what == "" || n < 2 {
		return c.cause(x, k)
	}
	return fmt.Sprintf("%v of it (%s) %s, with %d causes, none of them half of that; the first: %s", tracefeed.Time(k.More),
		percent(k.Share), what, n, c.factor(&first.Factor, c.lock))
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
