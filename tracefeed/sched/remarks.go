package sched

import "fmt"

// Remarks returns remarks on the trace so far: what the recording lacks, and the numbers of
// events that are left out.
func (m *Mapper) Remarks() (list []string) {
	if m.has.switches && !m.has.wide && !m.has.ins && !m.only.Named {
		list = append(list, "the recording lacks the switches to its threads, so their states are partly unknown; perf record -a has them")
	}
	if n := m.has.idleSamples; n > 0 {
		list = append(list, counted(n, "sample")+" of idle processors left out")
	}
	if n := m.marks.repeated; n > 0 {
		list = append(list, counted(n, "begin")+" of asynchronous slices that were open left out")
	}
	return list
}

// counted returns a number of things.
func counted(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
