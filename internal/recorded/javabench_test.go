package recorded_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/record"
)

// cost is the time of an operation in nanoseconds: of the clock, and of all processors.
type cost struct{ wall, cpu float64 }

// bench runs a load of the program Bench, bare or with a recorder.
func bench(b *testing.B, recorder record.JavaRecorder, load ...string) (c cost) {
	b.Helper()
	command := append([]string{"java", "-cp", compiled(b), "Bench"}, load...)
	var out strings.Builder
	var err error
	if recorder == "" {
		cmd := exec.CommandContext(b.Context(), command[0], command[1:]...)
		cmd.Stdout = &out
		err = cmd.Run()
	} else {
		_, err = record.Run(b.Context(), record.Options{Command: command, Java: recorder,
			Out: filepath.Join(b.TempDir(), "x.bin"), Stdout: &out})
	}
	if _, scanErr := fmt.Sscan(out.String(), &c.wall, &c.cpu); err != nil || scanErr != nil {
		b.Fatalf("%v, output %q", err, out.String())
	}
	return c
}

// median returns the middle of a list of numbers.
func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// BenchmarkJava compares programs with both recorders with the bare programs, in
// alternating runs: nanoseconds of a bare operation, and medians of ratios, by the clock
// and by the time of processors. An iteration takes seconds; use -benchtime 5x.
func BenchmarkJava(b *testing.B) {
	for _, load := range [][]string{
		{"uncontended", "100000000"}, {"tiny", "20000000"}, {"held", "20000"}, {"locked", "20000"},
		{"ping-pong", "100000"}, {"echo", "100000"},
	} {
		b.Run(load[0], func(b *testing.B) {
			var bare []float64
			ratios := map[string][]float64{}
			for b.Loop() {
				plain := bench(b, "", load...)
				bare = append(bare, plain.wall)
				for _, recorder := range []record.JavaRecorder{record.JavaAgent, record.JavaJFR} {
					c := bench(b, recorder, load...)
					ratios[string(recorder)+"-x"] = append(ratios[string(recorder)+"-x"], c.wall/plain.wall)
					ratios[string(recorder)+"-cpu-x"] = append(ratios[string(recorder)+"-cpu-x"], c.cpu/plain.cpu)
				}
			}
			b.ReportMetric(median(bare), "bare-ns")
			for name, list := range ratios {
				b.ReportMetric(median(list), name)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}
