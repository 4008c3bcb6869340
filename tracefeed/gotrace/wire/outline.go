package wire

import "bufio"

// Outline is what the heads of a trace's batches tell, without its events.
type Outline struct {
	// Threads are the runtime's numbers of the threads that have events.
	Threads map[uint64]bool
	// Unit is the unit of the trace's clock in nanoseconds; 0 if it is not the same in the
	// whole trace.
	Unit float64
}

// ReadOutline reads a trace after its header, of a version from Version, up to its end or
// to its first damage.
func ReadOutline(r *bufio.Reader, version int) Outline {
	o := Outline{Threads: map[uint64]bool{}}
	in := &input{r: r, at: HeaderLen}
	slab := make([]byte, slabBytes) // enough for each batch
	for units := 0; ; {
		in.slab = slab
		b, err := in.batch()
		if err != nil {
			return o
		}
		unit, clock := b.unit(version)
		switch first := b.first(); {
		case clock:
			if units++; units > 1 && unit != o.Unit {
				unit = 0
			}
			o.Unit = unit
		case b.kind == evEventBatch && first != evStrings && first != evStacks && first != evCPUSamples:
			o.Threads[b.m] = true
		}
	}
}

// unit returns the unit of the clock, of a batch that tells it.
func (b *batch) unit(version int) (unit float64, told bool) {
	data, ok := b.clock(version)
	if !ok {
		return 0, false
	}
	var g generation
	if g.readClock(data, version) != nil {
		return 0, true
	}
	return g.unit, true
}
