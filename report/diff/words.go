package diff

import (
	"fmt"
	"math"
	"strings"

	"tiv/interaction/compare"
	"tiv/report/table"
	"tiv/tracefeed"
)

// factor is the size of a change: ×2.4, +23 %, −60 %, new or gone; ~ if the runs do not
// show a difference.
func factor(r *compare.Row) string {
	if r.Test != nil && !r.Test.Shown() {
		return "~"
	}
	if s := r.Status(); s == "new" || s == "gone" {
		return s
	}
	return ratio(r.Time)
}

func ratio(f compare.Figures) string {
	switch x := f.After / f.Before; {
	case f.Before == f.After:
		return "same"
	case f.Before == 0:
		return "from 0"
	case x >= 2:
		return "×" + times(x)
	case math.Abs(x-1) < 0.005:
		return "±0 %"
	case x >= 1:
		return fmt.Sprintf("+%.0f %%", 100*(x-1))
	default:
		return fmt.Sprintf("−%.0f %%", 100*(1-x))
	}
}

// times formats a factor.
func times(x float64) string {
	if x >= 100 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.1f", x)
}

// share formats a share.
func share(x float64) string {
	switch {
	case x == 0:
		return "0 %"
	case x < 0.001:
		return "< 0.1 %"
	}
	return fmt.Sprintf("%.1f %%", 100*x)
}

// number formats a median of counts.
func number(x float64) string {
	if x >= 100 || x == math.Trunc(x) {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.2g", x)
}

// rate formats a number of waits a unit.
func rate(x float64) string {
	switch {
	case x >= 1e6:
		return fmt.Sprintf("%.3g M", x/1e6)
	case x >= 1e4:
		return fmt.Sprintf("%.3g k", x/1e3)
	}
	return number(x)
}

// both formats a figure of both sides, as one if they are equal; 0 is a dash.
func both(f compare.Figures, format func(float64) string) string {
	before, after := dashed(f.Before, format), dashed(f.After, format)
	if before == after {
		return after
	}
	return before + " → " + after
}

func dashed(x float64, format func(float64) string) string {
	if x == 0 {
		return "–"
	}
	return format(x)
}

func duration(ns float64) string { return tracefeed.Time(math.Round(ns)).String() }

// scale is the unit of a column of times.
type scale struct {
	table.Scale
	longest float64
}

// scaleOf returns the scale of the times of rows.
func scaleOf(rows []compare.Row) scale {
	most := 0.0
	for i := range rows {
		if !rows[i].IsRate() {
			most = max(most, rows[i].Time.Before, rows[i].Time.After)
		}
	}
	return scale{table.ScaleOf(tracefeed.Time(math.Round(most))), most}
}

// of formats a time in the scale, or in its own unit if it is much shorter.
func (s scale) of(ns float64) string {
	if ns != 0 && ns < s.longest/10 {
		return duration(ns)
	}
	return s.Of(tracefeed.Time(math.Round(ns)))
}

// signed formats a change in the scale.
func (s scale) signed(ns float64) string {
	switch {
	case math.Round(ns) > 0:
		return "+" + s.of(ns)
	case math.Round(ns) < 0:
		return "−" + s.of(-ns)
	}
	return s.of(0)
}

// signedRate formats a change of a rate.
func signedRate(x float64) string {
	switch {
	case x > 0:
		return "+" + rate(x)
	case x < 0:
		return "−" + rate(-x)
	}
	return rate(x)
}

// lockName names the locks of a row.
func lockName(r *compare.Row) string {
	name := r.Name
	switch {
	case r.More == 1:
		name += " and 1 other place"
	case r.More > 1:
		name += fmt.Sprintf(" and %d other places", r.More)
	}
	if r.Was != "" {
		name += ", before " + r.Was
	}
	return name
}

// counted returns a number of things.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// quoted is the first sentences of a text, shortened.
func quoted(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > most {
		return strings.TrimSpace(string(runes[:most-1])) + "…"
	}
	return string(runes)
}
