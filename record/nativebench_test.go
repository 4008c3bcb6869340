package record_test

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/record"
)

// nativeCost is the time of an operation in nanoseconds: of the clock, and of all
// processors.
type nativeCost struct{ wall, cpu float64 }

// costOf runs a load of the program bench: bare, or recorded with a choice of locks.
func costOf(b *testing.B, program string, locks record.Locks, load []string) (c nativeCost) {
	b.Helper()
	command := append([]string{program}, load...)
	var out strings.Builder
	var err error
	if locks == "" {
		cmd := exec.CommandContext(b.Context(), program, load...)
		cmd.Stdout = &out
		err = cmd.Run()
	} else {
		_, err = record.Run(context.Background(),
			record.Options{Command: command, Locks: locks, Out: filepath.Join(b.TempDir(), "x.bin"), Stdout: &out})
	}
	if _, scanErr := fmt.Sscan(out.String(), &c.wall, &c.cpu); err != nil || scanErr != nil {
		b.Fatalf("%v, output %q", err, out.String())
	}
	return c
}

// BenchmarkNative compares a recorded C program with the bare one, in alternating runs:
// nanoseconds of a bare operation, those that recording adds, and the ratio of processor
// time; medians. An iteration takes seconds; use -benchtime 5x.
func BenchmarkNative(b *testing.B) {
	program := compiled(b, "bench.c")
	for _, load := range [][]string{
		{"uncontended", "20000000"}, {"rwlock", "20000000"}, {"held", "40000"}, {"hand-over", "200000"},
	} {
		b.Run(load[0], func(b *testing.B) {
			var bare []float64
			added, ratios := map[record.Locks][]float64{}, map[record.Locks][]float64{}
			for b.Loop() {
				plain := costOf(b, program, "", load)
				bare = append(bare, plain.wall)
				for _, locks := range []record.Locks{record.LocksAuto, record.LocksAll} {
					c := costOf(b, program, locks, load)
					added[locks] = append(added[locks], c.wall-plain.wall)
					ratios[locks] = append(ratios[locks], c.cpu/plain.cpu)
				}
			}
			middle := func(list []float64) float64 {
				slices.Sort(list)
				return list[len(list)/2]
			}
			b.ReportMetric(middle(bare), "bare-ns")
			for locks := range added {
				b.ReportMetric(middle(added[locks]), string(locks)+"-added-ns")
				b.ReportMetric(middle(ratios[locks]), string(locks)+"-cpu-x")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkNativeCalls measures what calls of a C program that is compiled with
// -finstrument-functions cost, in alternating runs: those of a recorded function, and those of
// another one, in nanoseconds of the processor more than in a run without a recording;
// medians.
func BenchmarkNativeCalls(b *testing.B) {
	program := compiled(b, "callbench.c", "-finstrument-functions")
	run := func(calls []string) (chosen, other float64) {
		var out strings.Builder
		command := []string{program, "3000000"}
		if calls == nil {
			cmd := exec.CommandContext(b.Context(), command[0], command[1:]...)
			cmd.Stdout = &out
			if err := cmd.Run(); err != nil {
				b.Fatal(err)
			}
		} else if _, err := record.Run(b.Context(),
			record.Options{Command: command, Calls: calls, Out: filepath.Join(b.TempDir(), "x.bin"), Stdout: &out}); err != nil {
			b.Fatal(err)
		}
		if _, err := fmt.Sscan(out.String(), &chosen, &other); err != nil {
			b.Fatalf("%v, output %q", err, out.String())
		}
		return chosen, other
	}
	var bare, recorded, left []float64
	for b.Loop() {
		plain, plainOther := run(nil)
		chosen, other := run([]string{"chosen"})
		bare, recorded, left = append(bare, plain), append(recorded, chosen-plain), append(left, other-plainOther)
	}
	for unit, list := range map[string][]float64{"ns/bare-call": bare, "ns-more/recorded-call": recorded, "ns-more/other-call": left} {
		slices.Sort(list)
		b.ReportMetric(list[len(list)/2], unit)
	}
	b.ReportMetric(0, "ns/op")
}
