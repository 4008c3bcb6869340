package parts

import (
	"fmt"
	"path/filepath"

	"tiv/tracefeed"
	"tiv/tracefeed/clock"
)

// sameBoot is the greatest change of the wall clock of a running machine, in nanoseconds: if
// two traces differ by more in the time from the start of the
// machine's clock, they are of two machines.
const sameBoot = 10e9

// maxOffset is the greatest offset of a part, 73 years: sums of times do not overflow.
const maxOffset = 1 << 61

// between returns the time from the start of one trace to the start of another. wall: by the
// wall clock; it is not exact.
func between(from, to tracefeed.Place) (d int64, wall, ok bool) {
	walls := from.Wall != 0 && to.Wall != 0
	if from.Monotonic != 0 && to.Monotonic != 0 {
		d = to.Monotonic - from.Monotonic
		if off := to.Wall - from.Wall - d; !walls || off < sameBoot && off > -sameBoot {
			return d, false, true
		}
	}
	return to.Wall - from.Wall, true, walls
}

// align sets the starts and the machines of all traces, so that the first one starts at 0. The
// clock of a trace can be known from any other one that has a start. If that is the wall clock, the trace
// is of another machine.
func align(all []*trace) error {
	placed := []*trace{all[0]}
	left := all[1:]
	machines := clock.Machine(1)
	for _, t := range all {
		for _, by := range []tracefeed.Time{t.offset, t.shift} {
			if by > maxOffset || by < -maxOffset {
				return t.damage(fmt.Errorf("the offset %v is too great", by))
			}
		}
	}
	for len(left) > 0 {
		var unknown []*trace
		for _, t := range left {
			if !t.align(all[0], placed) {
				unknown = append(unknown, t)
				continue
			}
			placed = append(placed, t)
			if t.byWall {
				t.machine = machines
				machines++
			}
		}
		if len(unknown) == len(left) {
			t := unknown[0]
			if !t.shifted {
				return t.damage(fmt.Errorf("its clock cannot be compared with that of %s; offset=TIME in the list, or --offset, "+
					"says by how much it starts later", filepath.Base(all[0].Path)))
			}
			t.start = all[0].start
			placed, unknown = append(placed, t), unknown[1:]
		}
		left = unknown
	}
	return nil
}

// align sets the start of a trace by the first one, or by one that has a start.
func (t *trace) align(first *trace, placed []*trace) bool {
	if t.timed {
		t.start = first.start + int64(t.offset)
		return true
	}
	for _, exact := range []bool{true, false} {
		for _, from := range placed {
			if d, wall, ok := between(from.place, t.place); ok && wall != exact {
				t.start, t.byWall, t.machine = from.start+d, wall, from.machine
				return true
			}
		}
	}
	return false
}

// shift moves the traces that the user has moved. The remark names them.
func shift(all []*trace) (remark string) {
	for _, t := range all {
		if t.shift == 0 {
			continue
		}
		if t.corrected == nil {
			t.start += int64(t.shift)
		} else {
			t.corrected.shift = t.shift
			t.start = int64(t.corrected.At(0))
		}
		way, by := "later", t.shift
		if by < 0 {
			way, by = "earlier", -by
		}
		remark = tracefeed.JoinNotes(remark, fmt.Sprintf("%s: moved by hand, %v %s", filepath.Base(t.Path), by, way))
	}
	return remark
}
