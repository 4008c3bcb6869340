package report

import (
	"io"
	"maps"
	"slices"

	"tiv/report/table"
	"tiv/tracefeed"
)

// types writes a row for each direct supertype of each type, by the names of the types. The
// supertypes of one are in the order of the trace.
func (d *dump) types(w io.Writer, format table.Format) error {
	t := d.begin(w, format, "type", "supertype")
	supertypes := tracefeed.Supertypes(d.tl.Types, d.tl.Names)
	for _, name := range slices.Sorted(maps.Keys(supertypes)) {
		for _, super := range supertypes[name] {
			t.Str(name).Str(super).End()
		}
	}
	return t.Close()
}
