package slice

import (
	"slices"

	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// TaskTypes are the types of the tasks for which threads worked, as sets of their time.
type TaskTypes struct {
	// Names are those of the types with a set of their own: the ones for which threads worked
	// longest, the first most.
	Names []string
	// Sets has a set for each name. If there are further types, one more has their time.
	Sets []*Set
	// Others is the number of further types.
	Others int
}

// ByTaskType returns what threads did for tasks of each type, of at most some types apart. At
// each moment the innermost task of a thread counts. The cost grows with the work of the index.
func ByTaskType(x *task.Index, most int) (types TaskTypes) {
	sums := map[string]tracefeed.Time{}
	threads := 0
	x.EachWork(func(w *task.Work) {
		sums[x.Tasks[w.Task].Type] += w.End - w.Start
		threads = max(threads, int(w.Thread)+1)
	})
	types.Names = slices.DeleteFunc(x.Types(), func(name string) bool { return sums[name] == 0 })
	if n := len(types.Names); n > most {
		types.Names, types.Others = types.Names[:most:most], n-most
	}
	part := map[string]int{}
	for i, name := range types.Names {
		part[name] = i
		types.Sets = append(types.Sets, &Set{threads: make([][]timeline.Interval, threads)})
	}
	if types.Others > 0 {
		types.Sets = append(types.Sets, &Set{threads: make([][]timeline.Interval, threads)})
	}
	x.EachWork(func(w *task.Work) {
		i, apart := part[x.Tasks[w.Task].Type]
		if !apart {
			i = len(types.Names)
		}
		of := types.Sets[i].threads
		of[w.Thread] = extend(of[w.Thread], w.Start, w.End)
	})
	return types
}
