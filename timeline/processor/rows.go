package processor

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sort"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Rows are the stretches of each processor in an interval. Time is divided into cells. Stretches
// of threads that lie within one cell are merged; one that crosses the border of a cell is not.
// Rows do not change.
type Rows struct {
	// From and To are the interval that they cover.
	From, To tracefeed.Time
	// Cell is the length of a cell, a power of two. Cells begin at multiples of it.
	Cell tracefeed.Time
	// List is sorted by processor.
	List []Row
}

// Row is a processor.
type Row struct {
	CPU tracefeed.CPU
	// Entries are in order of time. They do not overlap.
	Entries []Entry
	// Unknown are the times in which nothing is known, all of them in rows of a whole trace.
	Unknown []timeline.Interval
}

// Entry is a stretch in which threads were on a processor, or the merged ones of a cell.
type Entry struct {
	// Start and End are those of the stretch, or of the longest of the merged ones, the first
	// of equally long ones; so are Thread and Several.
	Start, End tracefeed.Time
	// Busy is the time of all that are merged.
	Busy   tracefeed.Time
	Thread tracefeed.ThreadID
	// Count is the number of stretches: above 1 if they are merged.
	Count   int32
	Several bool
}

// Extent returns the time of the stretch, or the cell of the merged ones.
func (e *Entry) Extent(cell tracefeed.Time) (from, to tracefeed.Time) {
	if e.Count > 1 {
		from = e.Start - e.Start%cell
		return from, from + cell
	}
	return e.Start, e.End
}

// NewRows returns the rows of an interval. Cells become longer than cell, a power of two, if
// there would be more than most entries; 0 is no limit. The cost grows with the events in the
// interval, the memory with most. Once ctx is done, it returns nil early.
func NewRows(ctx context.Context, tl *timeline.Timeline, from, to, cell tracefeed.Time, most int, progress func(float64)) *Rows {
	b := builder{cell: max(cell, 1), longest: tl.End, most: most, rows: map[tracefeed.CPU]*Row{}}
	end := Each(ctx, tl, from, to, Visitor{Stretch: b.add, progress: progress})
	if ctx.Err() != nil {
		return nil
	}
	r := &Rows{From: from, To: end, Cell: b.cell}
	for _, cpu := range slices.Sorted(maps.Keys(b.rows)) {
		r.List = append(r.List, *b.rows[cpu])
	}
	return r
}

// Of returns the row of a processor; nil if it is not among them.
func (r *Rows) Of(cpu tracefeed.CPU) *Row {
	i, ok := slices.BinarySearchFunc(r.List, cpu, func(row Row, cpu tracefeed.CPU) int { return cmp.Compare(row.CPU, cpu) })
	if !ok {
		return nil
	}
	return &r.List[i]
}

// Between returns the entries that overlap [from, to), merged ones by their cells.
func (r *Rows) Between(row *Row, from, to tracefeed.Time) []Entry {
	bound := func(k int) (tracefeed.Time, tracefeed.Time) { return row.Entries[k].Extent(r.Cell) }
	n := len(row.Entries)
	first := sort.Search(n, func(k int) bool { _, end := bound(k); return end > from })
	last := sort.Search(n, func(k int) bool { start, _ := bound(k); return start >= to })
	return row.Entries[first:max(first, last)]
}

// UnknownBetween returns the unknown times that overlap [from, to).
func (row *Row) UnknownBetween(from, to tracefeed.Time) []timeline.Interval {
	first := sort.Search(len(row.Unknown), func(k int) bool { return row.Unknown[k].End > from })
	last := sort.Search(len(row.Unknown), func(k int) bool { return row.Unknown[k].Start >= to })
	return row.Unknown[first:max(first, last)]
}

// builder builds Rows.
type builder struct {
	cell    tracefeed.Time
	longest tracefeed.Time // from which cells are long enough
	most    int
	rows    map[tracefeed.CPU]*Row
	entries int
}

// add adds a stretch.
func (b *builder) add(s Stretch) {
	row := b.rows[s.CPU]
	if row == nil {
		row = &Row{CPU: s.CPU}
		b.rows[s.CPU] = row
	}
	if s.Kind == Unknown {
		row.Unknown = append(row.Unknown, timeline.Interval{Start: s.Start, End: s.End})
		return
	}
	before := len(row.Entries)
	row.Entries = appendEntry(row.Entries, Entry{s.Start, s.End, s.End - s.Start, s.Thread, 1, s.Kind == Several}, b.cell)
	b.entries += len(row.Entries) - before
	for b.most > 0 && b.entries > b.most && b.cell <= b.longest {
		b.coarsen()
	}
}

// appendEntry appends an entry, or merges it with the last one if both are in one cell.
func appendEntry(list []Entry, e Entry, cell tracefeed.Time) []Entry {
	if len(list) == 0 {
		return append(list, e)
	}
	last := &list[len(list)-1]
	at := e.Start / cell
	if last.Start/cell != at || (last.End-1)/cell != at || (e.End-1)/cell != at {
		return append(list, e)
	}
	busy, count := last.Busy+e.Busy, last.Count+e.Count
	if e.End-e.Start > last.End-last.Start {
		*last = e
	}
	last.Busy, last.Count = busy, count
	return list
}

// coarsen doubles the length of cells.
func (b *builder) coarsen() {
	b.cell *= 2
	b.entries = 0
	for _, row := range b.rows {
		kept := row.Entries[:0]
		for _, e := range row.Entries {
			kept = appendEntry(kept, e, b.cell)
		}
		row.Entries = kept
		b.entries += len(kept)
	}
}
