package diff

import (
	"fmt"
	"math"
	"strings"

	"tiv/interaction/compare"
	"tiv/tracefeed"
)

// Summary states the most important change in a sentence: a new problem, else the
// largest change of waits, else a problem that is gone, else that of the durations of
// tasks.
func (d *Document) Summary() string {
	for i := range d.Diff.Findings {
		if r := &d.Diff.Findings[i]; r.Severity.Accuses() && r.Status() == "new" {
			return fmt.Sprintf("New: %s%s. %s", r.Name, d.inRuns(r), quoted(r.Text, 200))
		}
	}
	if r := d.largest(); r != nil {
		return d.sentence(r)
	}
	for i := range d.Diff.Findings {
		if r := &d.Diff.Findings[i]; r.Severity.Accuses() && r.Status() == "gone" {
			return fmt.Sprintf("Gone: %s%s. Before: %s", r.Name, d.inRuns(r), quoted(r.Text, 200))
		}
	}
	if text := d.slower(); text != "" {
		return text
	}
	lost := d.Diff.Total.Time
	switch {
	case lost.Before == 0 && lost.After == 0:
		return "No difference: no thread lost time in either."
	case d.Diff.Tested():
		return fmt.Sprintf("No difference that the runs can show. Time lost: %s %s, before %s.", duration(lost.After), d.each(),
			duration(lost.Before))
	}
	return fmt.Sprintf("No difference above 1 %% of the time lost, which is %s %s, before %s.", duration(lost.After), d.each(),
		duration(lost.Before))
}

// inRuns returns the number of runs with a finding, if there are several.
func (d *Document) inRuns(r *compare.Row) string {
	if !d.Diff.Tested() {
		return ""
	}
	return fmt.Sprintf(" in %d of %d runs, before in %d of %d", r.Runs[1], d.Diff.Runs[1], r.Runs[0], d.Diff.Runs[0])
}

// largest returns the row with the largest change of waits that counts: of a lock, of a
// group's waits for processors, or, if these are less than a tenth of it, of its waits for
// devices, since they can be idle. It is nil if none counts.
func (d *Document) largest() *compare.Row {
	var busy, device *compare.Row
	keep := func(best **compare.Row, r *compare.Row) {
		if *best == nil || math.Abs(r.Change()) > math.Abs((*best).Change()) {
			*best = r
		}
	}
	for _, rows := range [][]compare.Row{d.Diff.Locks, d.Diff.Groups} {
		for i := range rows {
			switch r := &rows[i]; {
			case r.Small || r.Test != nil && !r.Test.Shown():
			case r.Kind == compare.Lock || r.State == tracefeed.Runnable:
				keep(&busy, r)
			case r.State == tracefeed.IO:
				keep(&device, r)
			}
		}
	}
	if busy == nil || device != nil && math.Abs(device.Change()) > 10*math.Abs(busy.Change()) {
		return device
	}
	return busy
}

// sentence states the change of a lock or of a group's state.
func (d *Document) sentence(r *compare.Row) string {
	threads, object := "Threads", ""
	switch {
	case r.Kind == compare.Group:
		threads += " of " + r.Name
		object = map[tracefeed.State]string{tracefeed.Runnable: "a processor", tracefeed.IO: "devices"}[r.State]
	default:
		object = r.Name
		if r.Other != "" {
			threads += " of " + r.Other
		}
	}
	threads += d.growth(r)
	figures := fmt.Sprintf("%s %s, before %s", duration(r.Time.After), d.each(), duration(r.Time.Before))
	switch x := r.Time.After / r.Time.Before; {
	case r.Time.Before == 0:
		return fmt.Sprintf("%s now wait for %s: %s %s, before not at all.", threads, object, duration(r.Time.After), d.each())
	case r.Time.After == 0:
		return fmt.Sprintf("%s no longer wait for %s: before %s %s.", threads, object, duration(r.Time.Before), d.each())
	case x >= 2:
		return fmt.Sprintf("%s wait %s times as long for %s: %s.", threads, times(x), object, figures)
	case x >= 1:
		return fmt.Sprintf("%s wait %.0f %% longer for %s: %s.", threads, 100*(x-1), object, figures)
	default:
		return fmt.Sprintf("%s wait %.0f %% less for %s: %s.", threads, 100*(1-x), object, figures)
	}
}

// growth says that the group of a row has another number of threads than before.
func (d *Document) growth(r *compare.Row) string {
	group := r.Name
	if r.Kind == compare.Lock {
		group = r.Other
	}
	for i := range d.Diff.Groups {
		g := &d.Diff.Groups[i]
		if n := g.Threads; g.Name == group && n.Before != n.After && n.Before > 0 && n.After > 0 {
			return fmt.Sprintf(" (%s, before %s)", number(n.After), number(n.Before))
		}
	}
	return ""
}

// each is the unit after a figure: "a second".
func (d *Document) each() string { return "a " + string(d.Diff.Per) }

// part is a family of tests, and what one of its figures is.
type part struct {
	*compare.Family
	of string
}

func (p *part) counted() string {
	if p.Compared == 1 {
		return "1 " + p.of
	}
	return fmt.Sprintf("%d %s", p.Compared, strings.Replace(p.of, "figure", "figures", 1))
}

// Confidence says how much the numbers of runs can show.
func (d *Document) Confidence() string {
	runs := d.Diff.Runs
	of := []part{{&d.Diff.Tests, "figure"}}
	if d.Diff.TaskTests.Compared > 0 {
		of = append(of, part{&d.Diff.TaskTests, "figure of tasks"})
	}
	if !d.Diff.Tested() {
		return "One run of each: these are differences of two runs. Whether they are more than chance needs several " +
			"runs of each (--base, --head)."
	}
	var compared, cannot []string
	for _, p := range of {
		if p.Provable() {
			compared = append(compared, p.counted())
			continue
		}
		cannot = append(cannot, fmt.Sprintf("%d and %s cannot show a difference in %s: the least possible p is %s. %d runs of each "+
			"can.", runs[0], counted(runs[1], "run"), p.counted(), probability(p.LeastP()), p.Needed()))
	}
	if len(compared) == 0 {
		return strings.Join(cannot, " ") + " Figures are medians of the runs."
	}
	text := fmt.Sprintf("%d and %s, %s compared: medians, with the exact Mann–Whitney U test and Holm's correction. "+
		"~ is no difference that the runs can show (p above 0.05).", runs[0], counted(runs[1], "run"), strings.Join(compared, " and "))
	return strings.Join(append([]string{text}, cannot...), " ")
}

// probability formats a p.
func probability(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return fmt.Sprintf("%.2g", p)
}
