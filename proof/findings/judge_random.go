package main

import (
	"errors"
	"slices"

	"tiv/interaction/detect"
	"tiv/proof/corpus"
)

// ofRandom marks the kinds of random programs in the table.
const ofRandom = ", random programs"

// judgeRandom compares the claims about a random program with the truth of its run:
//
//   - A deadlock names exactly the threads in rings.
//   - Threads in a hang cannot go on.
//   - Stuck and leaked threads cannot go on. Those without a reference from a thread
//     that can go on must be found.
//   - An inversion has a set of locks with which the threads can come to a ring. All
//     sets must be found that have no other one within them, and did not come to a
//     deadlock.
//
// Threads for which the model does not know it may be named or not.
func (r *result) judgeRandom(truth corpus.Truth, all []claim) {
	if truth.Unknown != "" {
		r.failed = errors.New(truth.Unknown)
		return
	}
	named := map[string][]int64{}
	var rings [][]string
	endless := slices.Concat(truth.Threads["deadlock"], truth.Threads["stuck"])
	for _, c := range all {
		if c.kind == detect.Leak {
			c.kind = detect.Stuck
		}
		kind := c.kind
		named[kind] = append(named[kind], c.threads...)
		may := func(t int64) bool {
			return slices.Contains(truth.Threads[kind], t) || slices.Contains(truth.Threads["perhaps"], t)
		}
		slices.Sort(c.monitors)
		switch kind {
		case corpus.Hang:
			if !allOf(c.threads, func(t int64) bool { return may(t) || slices.Contains(endless, t) }) {
				r.wrong = append(r.wrong, c)
			}
		case detect.Deadlock, detect.Stuck:
			if !allOf(c.threads, may) {
				r.wrong = append(r.wrong, c)
			}
		case detect.LockOrderInversion:
			rings = append(rings, c.monitors)
			if !slices.ContainsFunc(truth.Rings, func(ring []string) bool { return sameSet(ring, c.monitors) }) {
				r.wrong = append(r.wrong, c)
			}
		}
	}
	r.decide(detect.Deadlock, truth.Threads["deadlock"], named[detect.Deadlock])
	r.decide(detect.Stuck, truth.Threads["unreachable"], named[detect.Stuck])
	r.decide(corpus.Hang, nil, nil)
	d := decision{kind: detect.LockOrderInversion + ofRandom, found: true}
	for _, ring := range truth.Rings {
		smaller := func(o []string) bool { return len(o) < len(ring) && within(o, ring) }
		if within(ring, truth.Dead) || slices.ContainsFunc(truth.Rings, smaller) {
			continue
		}
		d.present = true
		d.found = d.found && slices.ContainsFunc(rings, func(o []string) bool { return sameSet(o, ring) })
	}
	r.cases = append(r.cases, d)
}

// decide adds the decision about threads that findings of a kind must name.
func (r *result) decide(kind string, must, named []int64) {
	r.cases = append(r.cases, decision{kind: kind + ofRandom, present: len(must) > 0,
		found: allOf(must, func(t int64) bool { return slices.Contains(named, t) })})
}

func sameSet(a, b []string) bool { return within(a, b) && within(b, a) }

// within reports whether all members of a set are in another one.
func within(small, large []string) bool {
	return !slices.ContainsFunc(small, func(s string) bool { return !slices.Contains(large, s) })
}
