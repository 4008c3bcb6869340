package corpus

import (
	"fmt"
	"strconv"
	"strings"

	"tiv/proof/random"
)

// randomPrefix is the prefix of the names of random programs; their seed follows.
const randomPrefix = "random/"

// Random returns random programs: those of the seeds from one on.
func Random(first, count int) (all []Program) {
	for seed := first; seed < first+count; seed++ {
		all = append(all, randomProgram(uint64(seed)))
	}
	return all
}

func randomProgram(seed uint64) Program {
	return Program{Name: fmt.Sprint(randomPrefix, seed), Random: true, End: "killed", seed: seed,
		run: func(s *Stage) { playRandom(s, random.Generate(seed)) }}
}

// findRandom returns the random program with a name.
func findRandom(name string) (Program, bool) {
	text, ok := strings.CutPrefix(name, randomPrefix)
	seed, err := strconv.ParseUint(text, 10, 64)
	return randomProgram(seed), ok && err == nil
}

// playRandom runs a random program. The truth follows from the operations that its
// threads have finished at the end.
func playRandom(s *Stage, p *random.Program) {
	ids := make([]int64, len(p.Threads))
	run := p.Start(func(t int) {
		s.mu.Lock()
		ids[t] = goroutine()
		s.mu.Unlock()
	})
	s.atEnd = func(truth *Truth) {
		finished := run.Finished()
		o, ok := p.Outcome(finished)
		if !ok {
			truth.Unknown = fmt.Sprint("no outcome of the model has the operations finished: ", finished)
			return
		}
		for kind, threads := range map[string][]int{"deadlock": o.Deadlocked, "stuck": o.Endless, "perhaps": o.Perhaps,
			"unreachable": o.Unreachable} {
			for _, t := range threads {
				truth.Threads[kind] = append(truth.Threads[kind], ids[t])
			}
		}
		names := func(locks []int) (list []string) {
			for _, n := range locks {
				list = append(list, fmt.Sprintf("%#x", run.Locks[n]))
			}
			return list
		}
		truth.Dead = names(o.Locks)
		for _, set := range p.Rings(finished) {
			truth.Rings = append(truth.Rings, names(set))
		}
	}
}
