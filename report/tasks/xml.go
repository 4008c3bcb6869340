package tasks

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"tiv/internal/xmltext"
	"tiv/task"
)

// WriteXML writes tasks in the form of figure 5 of Reiss 2003. Times are in nanoseconds, those
// of calls without the calls in them, so that each moment counts once. What nothing is known of
// is left out, as there: allocations of a program without any, and so on.
func WriteXML(w io.Writer, rows []Row) error {
	out := bufio.NewWriter(w)
	out.WriteString("<EVENTS>\n")
	for i := range rows {
		r := &rows[i]
		out.WriteString("<EVENT")
		if r.Object != 0 {
			attribute(out, "OBJECT", "X"+strconv.FormatInt(r.Object, 10))
		}
		attribute(out, "START", strconv.FormatInt(int64(r.Start), 10))
		attribute(out, "END", strconv.FormatInt(int64(r.End), 10))
		attribute(out, "NAME", r.Type)
		out.WriteString(">\n  <STATS")
		attribute(out, "CALLS", strconv.FormatInt(r.Bill.Calls, 10))
		calls := r.PerCall()
		for _, s := range []struct {
			name string
			of   task.Spread
			has  bool
		}{
			{"TOTAL", calls.Running, true}, {"REAL", calls.Real, true},
			{"ALLOCS", calls.Allocs, r.Bill.Allocs > 0}, {"ASIZE", calls.Bytes, r.Bill.Allocs > 0},
			{"UNFREES", calls.Unfreed, r.Bill.Unfreed > 0}, {"UFSIZE", calls.UnfreedBytes, r.Bill.Unfreed > 0},
		} {
			if s.has {
				out.WriteString("\n   ")
				attribute(out, s.name, strconv.FormatInt(s.of.Sum, 10))
				attribute(out, s.name+"A", strconv.FormatFloat(s.of.Mean, 'f', -1, 64))
				attribute(out, s.name+"D", strconv.FormatFloat(s.of.Deviation, 'g', 6, 64))
			}
		}
		if r.Bill.Collections > 0 {
			out.WriteString("\n   ")
			attribute(out, "GC", strconv.Itoa(r.Bill.Collections))
			attribute(out, "GCTIME", strconv.FormatInt(int64(r.Bill.CollectionTime), 10))
		}
		out.WriteString(" />\n</EVENT>\n")
	}
	out.WriteString("</EVENTS>\n")
	return out.Flush()
}

// attribute writes an attribute, with a space before it.
func attribute(w io.Writer, name, value string) {
	fmt.Fprintf(w, " %s='%s'", name, xmltext.Escape(value))
}
