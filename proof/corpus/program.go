// Package corpus has programs with problems known by construction, to measure the
// findings in their traces: for each kind of finding, programs that have it and
// healthy ones that look alike.
//
// A shape is one program, written once; its variants differ in the number of
// threads, the timing, the other activity beside it, and the end of the program.
// Nothing here knows how a program is recorded or checked.
package corpus

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Program is one variant of a shape.
type Program struct {
	// Name is the kind, the shape and the number of the variant, such as
	// "deadlock/ring-2". "/healthy-" is before the shape of a healthy program.
	Name string
	// Kind is the kind of finding that the program has, or that it looks like.
	Kind string
	// Present is true if it has it.
	Present bool
	// Source is the address of the issue that the program is rebuilt from, "" if it
	// is no rebuilt bug.
	Source string
	// Beyond is the reason why docs/proof.md leaves the program out, "" for most:
	// a problem that the definition cannot see, or a healthy program that it accuses.
	Beyond string
	// Alone is true if the result depends on the load of the machine.
	Alone bool
	// Own is true if the program writes its trace itself, with package emit.
	Own bool
	// Random is true for a random program. It has no kind: its problems follow from
	// the run.
	Random bool
	// Noise lists the traffic beside the program; End is how the program ends.
	Noise []string
	End   string

	run     func(*Stage)
	threads int
	unit    time.Duration
	part    float64
	seed    uint64
}

// Length returns how long the program runs, as a part of the usual time.
func (p *Program) Length(usual time.Duration) time.Duration {
	switch {
	case p.part > 0:
		return time.Duration(p.part * float64(usual))
	case p.Alone || p.Random:
		return usual / 2
	}
	return usual
}

// Shape returns the name without the number of the variant.
func (p *Program) Shape() string { return p.Name[:strings.LastIndexByte(p.Name, '-')] }

// shape is a program without its variation. Its name may begin with "healthy-".
type shape struct {
	kind, name string
	run        func(*Stage)
	source     string
	beyond     string
	alone      bool
	own        bool
}

// variant is the variation of a shape.
type variant struct {
	threads int
	unit    time.Duration
	noise   []string
	end     string
	part    float64 // of the usual length of a run; 0 for all of it
}

// variants are the variations of most shapes: more and more threads, and more and
// more activity beside them.
var variants = []variant{
	{2, 2 * time.Millisecond, nil, "returns", 0},
	{3, 500 * time.Microsecond, []string{"pipe"}, "stopped", 0},
	{5, time.Millisecond, []string{"wire"}, "killed", 0},
	{12, 3 * time.Millisecond, []string{"web", "pipe"}, "exits", 0},
}

func (s *shape) variants() []variant {
	if s.kind == Hang {
		return hangVariants
	}
	return variants
}

// All returns all programs of shapes, in order.
func All() []Program {
	var all []Program
	lists := [][]shape{deadlocks, stuck, leaks, inversions, cycles, longWaits, pileUps, lockCosts, starving, convoys, ioWaits,
		wakeups, processors, issues, hangs}
	for _, list := range lists {
		for _, s := range list {
			for n, v := range s.variants() {
				p := Program{Name: fmt.Sprintf("%s/%s-%d", s.kind, s.name, n+1), Kind: s.kind,
					Present: !strings.HasPrefix(s.name, "healthy-"),
					Source:  s.source, Beyond: s.beyond, Alone: s.alone, Own: s.own, Noise: v.noise, End: v.end,
					run: s.run, threads: v.threads, unit: v.unit, part: v.part, seed: uint64(n)}
				if p.Present && (v.end == "returns" || v.end == "exits") {
					p.End = "stopped" // so that the recorder looks for leaks at the end
				}
				all = append(all, p)
			}
		}
	}
	return all
}

// Find returns the program with a name.
func Find(name string) (Program, bool) {
	if p, ok := findRandom(name); ok {
		return p, true
	}
	all := All()
	n := slices.IndexFunc(all, func(p Program) bool { return p.Name == name })
	if n < 0 {
		return Program{}, false
	}
	return all[n], true
}
