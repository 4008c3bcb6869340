package block

import (
	"slices"

	"tiv/tracefeed"
)

// Mark is a position between the events of a builder.
type Mark struct{ log, monitors, others, stacks, cpus, names, objects, amounts int }

// Mark returns the position after the events so far. The events after it can be
// made into a block without those before. Its cost follows the events since the
// last mark.
func (b *Builder) Mark() Mark {
	for _, v := range b.monitors[b.marked:] {
		b.last[v.thread] = tracefeed.NoMonitor
	}
	b.marked = len(b.monitors)
	return Mark{len(b.log), b.marked, len(b.others), len(b.stacks), len(b.cpus), len(b.names), len(b.objects), len(b.amounts)}
}

// View makes v a builder of the events of b from a mark on; the zero Mark is
// before all. Only its Block may be called, in any goroutine, while b gets more
// events; b must not be reset before. The memory of an earlier view is reused.
func (b *Builder) View(from Mark, v *Builder) {
	*v = Builder{
		next:     v.next,
		log:      slices.Clip(b.log[from.log:]),
		monitors: slices.Clip(b.monitors[from.monitors:]),
		others:   slices.Clip(b.others[from.others:]),
		stacks:   slices.Clip(b.stacks[from.stacks:]),
		cpus:     slices.Clip(b.cpus[from.cpus:]),
		names:    slices.Clip(b.names[from.names:]),
		objects:  slices.Clip(b.objects[from.objects:]),
		amounts:  slices.Clip(b.amounts[from.amounts:]),
		table:    slices.Clip(b.table),
	}
}
