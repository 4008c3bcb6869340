package slice_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tiv/execution/slice"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// A base is exactly the time that all slices of its path cover; it is kept.
func TestBase(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(200) {
		rng := rand.New(rand.NewPCG(seed, 7))
		s := &slice.Slices{}
		var models [][threads + 1][length]bool
		for i := range 4 {
			set, m := randomSet(rng)
			s.Definitions, s.Sets = append(s.Definitions, slice.Definition{Name: fmt.Sprint("s", i)}), append(s.Sets, set)
			models = append(models, m)
		}
		order := rng.Perm(4)[:rng.IntN(5)]
		path := ""
		for _, i := range order {
			path = slice.Within(path, s.Definitions[i].Name)
		}
		base := s.Base(path)
		if path == "" {
			if base != nil {
				t.Fatal("all time is limited")
			}
			continue
		}
		for th := range tracefeed.ThreadID(threads + 1) {
			for at := range tracefeed.Time(length) {
				want := !slices.ContainsFunc(order, func(i int) bool { return !models[i][th][at] })
				if base.Contains(th, at) != want {
					t.Fatalf("seed %d, path %q, thread %d at %d: covered %t", seed, path, th, at, !want)
				}
			}
		}
		if s.Base(path) != base {
			t.Error("the same base is computed again")
		}
		if gone := s.Base(slice.Within(path, "gone")); gone == nil || !gone.Empty() ||
			slice.MissingBase(s.Definitions, slice.Within(path, "gone")) != "gone" {
			t.Errorf("a missing base covers %v", gone)
		}
		last := s.Definitions[order[len(order)-1]].Name
		if above := slice.Above(path, last); slice.OnPath(above, last) || len(order) > 1 && slice.Within(above, last) != path ||
			slice.MissingBase(s.Definitions, path) != "" {
			t.Errorf("above %s: %q of %q", last, above, path)
		}
		if strings.Count(slice.PathTitle(path), "›") != len(order)-1 {
			t.Errorf("the title %q", slice.PathTitle(path))
		}
	}
}

// Conditions see the slices in front of theirs, and none behind.
func TestSlicesInFront(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, "tiv-text 1\n0ns 1 start\n1ns 1 call-enter f object=0x10\n2ns 1 alloc object=0x10 value=1 "+
		"what=x\n3ns 1 call-enter g object=0x10\n4ns 1 call-exit g\n5ns 1 call-exit f\n9ns 1 end\n")
	other := slice.Definition{Name: "other", Of: slice.Threads, Extent: slice.Whole}
	for _, of := range []slice.Kind{slice.Calls, slice.Spans, slice.Threads, slice.Objects, slice.Combinations} {
		x := slice.Definition{Name: "x", Of: of, Where: `slice == "other"`, Extent: of.Extents()[0]}
		for _, list := range [][]slice.Definition{{x, other}, {other, x}} {
			s, err := slice.Compute(t.Context(), slice.Input{Timeline: tl}, list, nil)
			if err != nil {
				t.Fatal(err)
			}
			i := slice.Find(list, "x")
			if got, want := s.Sets[i].Empty(), i == 0; got != want || s.Errors[i] != nil {
				t.Errorf("slice %d of %v: empty %t; want %t; %v", i, of, got, want, s.Errors[i])
			}
		}
	}
}
