package parts

import (
	"strconv"

	"tiv/tracefeed"
	"tiv/tracefeed/joined"
)

// tableOf makes the table of the processes, and sets the process of each trace. A process that
// has run several programs has the name of the last one. Equal names have the process id, and
// the title that the process has written.
func tableOf(all []*trace) []tracefeed.Process {
	table, latest := make([]tracefeed.Process, 1), map[int64]int{}
	roles := make([]string, 1)
	times := map[int64]int{}
	for i := range all {
		t := all[i]
		if t.place.Process == 0 {
			t.process = tracefeed.ProcessID(len(table))
			id := "p" + strconv.Itoa(len(table))
			table, roles = append(table, tracefeed.Process{ID: id, Name: t.name, Command: t.command}), append(roles, t.role)
			continue
		}
		before, known := latest[t.place.Process]
		if latest[t.place.Process] = i; known && all[before].precedes(t) {
			t.process = all[before].process
			table[t.process].Name, table[t.process].Command = t.name, t.command
			roles[t.process] = t.role
			continue
		}
		id := strconv.FormatInt(t.place.Process, 10)
		if times[t.place.Process]++; times[t.place.Process] > 1 { // a number is used again
			id += "." + strconv.Itoa(times[t.place.Process])
		}
		p := tracefeed.Process{ID: id, Name: t.name, Command: t.command}
		if parent, ok := latest[t.parent]; ok {
			p.Parent = all[parent].process
		}
		table, roles = append(table, p), append(roles, t.role)
		t.process = tracefeed.ProcessID(len(table) - 1)
	}
	count := map[string]int{}
	for _, p := range table {
		count[p.Name]++
	}
	for i := range table {
		if p := &table[i]; count[p.Name] > 1 {
			p.Name += " " + p.ID
			if roles[i] != "" {
				p.Name += ": " + roles[i]
			}
		}
	}
	return table
}

// precedes reports whether a later trace with the same number is of a program that the same
// process has run afterwards (exec). Traces in a list can be of two runs, with two
// processes of the same number; traces of one recording cannot.
func (t *trace) precedes(next *trace) bool { return !t.ended && !next.listed }

// partsOf returns the traces in the form that package joined needs. Time 0 is the first start.
func partsOf(all []*trace) (parts []joined.Part) {
	several := map[tracefeed.ProcessID]bool{}
	for _, t := range all {
		several[t.process] = several[t.process] || t.several
	}
	for _, t := range all {
		parts = append(parts, joined.Part{
			Process: t.process, Several: several[t.process], Sched: t.sched, Clock: t.clock(all[0].born()),
			Start: tracefeed.Time(t.start - all[0].born()), Begin: tracefeed.Time(t.born() - all[0].born()),
			Open: func() (joined.Source, error) { return t.open(true) },
		})
	}
	return parts
}
