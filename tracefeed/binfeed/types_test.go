package binfeed

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tiv/block"
	"tiv/tracefeed"
)

// writeRecords writes a trace with a META chunk of some records, and two blocks with the names
// of some tables.
func writeRecords(t *testing.T, tables *tracefeed.Tables, fill func(*records)) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, Header{})
	if err != nil {
		t.Fatal(err)
	}
	r := records{writer: w}
	fill(&r)
	if err := w.meta(&r); err != nil {
		t.Fatal(err)
	}
	for at := range tracefeed.Time(2) {
		var builder block.Builder
		builder.Add(&tracefeed.Event{Time: at}, tracefeed.Unspecified)
		b := builder.Block()
		b.Start, b.End = at, at
		if err := w.Block(b, tables, 0); err != nil {
			t.Fatal(err)
		}
	}
	return file.Bytes()
}

// Records of types may come in any order, again, and before those of their names; ids that are
// out of proportion are damage.
func TestTypeRecords(t *testing.T) {
	t.Parallel()
	data := writeRecords(t, tracefeed.NewTables(), func(r *records) {
		r.typeOf(2, &tracefeed.Type{Name: 1, Supertypes: []tracefeed.NameID{3, 2}})
		r.typeOf(1, &tracefeed.Type{Name: 2, Supertypes: []tracefeed.NameID{2}})
		r.name(3, "c")
		r.typeOf(1, &tracefeed.Type{Name: 3})
	})
	f := open(t, data)
	want := []tracefeed.Type{{}, {Name: 3}, {Name: 1, Supertypes: []tracefeed.NameID{3, 2}}}
	if got := f.Tables(); !slices.EqualFunc(got.Types, want, tracefeed.Type.Equal) ||
		!slices.Equal(got.Names, []string{"", "?1", "?2", "c"}) {
		t.Errorf("types %v, names %q", got.Types, got.Names)
	}
	for what, is := range map[string]tracefeed.Type{"name": {Name: 1 << 20}, "supertype": {Supertypes: []tracefeed.NameID{1 << 20}}} {
		data := writeRecords(t, tracefeed.NewTables(), func(r *records) {
			r.name(1, "a")
			r.typeOf(1, &is)
		})
		f := open(t, data)
		if got := f.Tables(); !strings.Contains(fmt.Sprint(f.Damage()), "id 1048576 comes after only 1 records") || len(got.Names) != 2 ||
			len(got.Types) > 2 {
			t.Errorf("a large %s: damage %v, %d names, %d types", what, f.Damage(), len(got.Names), len(got.Types))
		}
	}
}

// A type is written once before the list of all names.
func TestTypesOnce(t *testing.T) {
	t.Parallel()
	tables := tracefeed.NewTables()
	tables.AddName("a")
	tables.AddType(tracefeed.Type{Name: 1})
	f := open(t, writeRecords(t, tables, func(*records) {}))
	if n := f.names.records[recordType]; n != 1 || len(f.Tables().Types) != 2 {
		t.Errorf("%d records, types %v", n, f.Tables().Types)
	}
}
