package emit

import "tiv/tracefeed"

// RunLate is Run(0) of a thread that loses its processor after it has read the
// clock, for as long as meanwhile takes.
func (f *Feedlet) RunLate(meanwhile func()) {
	s := slot{f.w.clock.tick(), uint64(tracefeed.Run) | 1<<16}
	meanwhile()
	f.put1(s)
}
