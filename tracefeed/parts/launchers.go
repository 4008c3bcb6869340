package parts

import "slices"

// withoutPrologue leaves out the programs with one thread that a process ran before it became
// the first program with several, and the processes that had ended then: the wrapper of a language's
// versions runs dozens of programs to find the one that it then becomes.
func withoutPrologue(all []*trace) []*trace {
	first := slices.IndexFunc(all, func(t *trace) bool { return t.several })
	if first < 0 || !slices.ContainsFunc(all[:first], func(t *trace) bool { return t.place.Process == all[first].place.Process }) {
		return all
	}
	program := all[first]
	before := slices.DeleteFunc(slices.Clone(all[:first]), func(t *trace) bool {
		return t.place.Process == program.place.Process || t.start+t.length <= program.start
	})
	return append(before, all[first:]...)
}

// withoutLaunchers leaves out the processes with one thread that only start a program with
// several, such as a shell: from the first process on, as long as each starts only one.
func withoutLaunchers(all []*trace) []*trace {
	for i := range all {
		if all[i].several {
			return all[i:]
		}
		children := map[int64]bool{}
		for _, t := range all[i+1:] {
			if t.place.Process != all[i].place.Process && t.parent == all[i].place.Process {
				children[t.place.Process] = true
			}
		}
		if len(children) > 1 {
			return all
		}
	}
	return all
}
