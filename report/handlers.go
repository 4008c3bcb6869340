package report

import (
	"cmp"
	"context"
	"io"

	"tiv/execution"
	"tiv/handler"
	"tiv/report/table"
)

// handlers writes the functions that process events in the window and the base: callbacks, then handlers,
// those with the most samples first.
func (d *dump) handlers(w io.Writer, format table.Format) error {
	o := d.win.Handlers
	o.From, o.To, o.Within = d.win.From, d.win.To, d.win.Slices.Query(execution.Query{}).Within
	t := d.begin(w, format, "function", "kind", "type", "count")
	if o.From >= o.To { // a To of 0 would be the end of the trace
		return t.Close()
	}
	x := handler.New(context.Background(), d.tl, o)
	for _, f := range x.Find(cmp.Or(d.win.Limits, handler.DefaultThresholds())) {
		t.Str(f.Function).Str(f.Kind()).Str(f.Type.String()).Num(x.InSamples(f.Count)).End()
	}
	return t.Close()
}
