package recorded_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tiv/attach"
	"tiv/record"
	"tiv/task/definition"
)

// cost is the time of an operation in nanoseconds: of the clock, and of all processors.
type cost struct{ wall, cpu float64 }

// bench runs a load of the program Bench, bare or with a recorder.
func bench(b *testing.B, recorder record.JavaRecorder, load ...string) (c cost) {
	b.Helper()
	return benchTasks(b, recorder, nil, load...)
}

// benchTasks is bench with definitions of tasks, or none.
func benchTasks(b *testing.B, recorder record.JavaRecorder, tasks definition.List, load ...string) (c cost) {
	b.Helper()
	command := append([]string{"java", "-cp", compiled(b), "Bench"}, load...)
	var out strings.Builder
	var err error
	if recorder == "" {
		cmd := exec.CommandContext(b.Context(), command[0], command[1:]...)
		cmd.Stdout = &out
		err = cmd.Run()
	} else {
		o := record.Options{Command: command, Java: recorder, Out: filepath.Join(b.TempDir(), "x.bin"), Stdout: &out}
		if tasks != nil {
			o.Tasks = tasks
		}
		_, err = record.Run(b.Context(), o)
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

// BenchmarkJavaTasks compares the recording of tasks with the bare program, and with a recording
// without tasks, as BenchmarkJava does: jobs of a pool, and the least parts of a fork-join pool.
func BenchmarkJavaTasks(b *testing.B) {
	for _, load := range [][]string{{"jobs", "20000"}, {"forks", "200000"}} {
		b.Run(load[0], func(b *testing.B) {
			var bare, without, with []float64
			for b.Loop() {
				plain := bench(b, "", load...)
				bare = append(bare, plain.cpu)
				without = append(without, bench(b, record.JavaAgent, load...).cpu/plain.cpu)
				with = append(with, benchTasks(b, record.JavaAgent, definition.BuiltIn(), load...).cpu/plain.cpu)
			}
			b.ReportMetric(median(bare), "bare-cpu-ns")
			b.ReportMetric(median(without), "agent-cpu-x")
			b.ReportMetric(median(with), "tasks-cpu-x")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// attachedBench runs a load of the program Bench, attaches to it at its start if o is not nil, and
// returns also how long that took until it recorded.
func attachedBench(b *testing.B, o *attach.Options, load ...string) (c cost, begin time.Duration) {
	b.Helper()
	args := append([]string{"-XX:+EnableDynamicAgentLoading", "-cp", compiled(b), "Bench"}, load...)
	cmd := exec.CommandContext(b.Context(), "java", args...)
	var out strings.Builder
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	if o != nil {
		start := time.Now()
		r, err := attach.Process(cmd.Process.Pid, *o)
		for err != nil || !strings.Contains(r.About[0], "TIV's agent") { // it is just starting
			start = time.Now()
			r, err = attach.Process(cmd.Process.Pid, *o)
		}
		f, err := os.Create(filepath.Join(b.TempDir(), "x.bin"))
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		if _, err := r.Record(b.Context(), f, func(string) { begin = time.Since(start) }); err != nil {
			b.Fatal(err)
		}
	}
	err := cmd.Wait()
	if _, scanErr := fmt.Sscan(out.String(), &c.wall, &c.cpu); err != nil || scanErr != nil {
		b.Fatalf("%v, output %q", err, out.String())
	}
	return c, begin
}

// BenchmarkJavaAttachTasks compares a program that is recorded from soon after its start to its end,
// without and with tasks, with the bare program, as BenchmarkJavaTasks does.
func BenchmarkJavaAttachTasks(b *testing.B) {
	load := []string{"jobs", "100000"}
	var bare, without, with, begin []float64
	for b.Loop() {
		plain, _ := attachedBench(b, nil, load...)
		bare = append(bare, plain.cpu)
		o := attach.Options{Java: record.JavaAgent}
		c, _ := attachedBench(b, &o, load...)
		without = append(without, c.cpu/plain.cpu)
		o.Tasks = definition.BuiltIn()
		c, took := attachedBench(b, &o, load...)
		with, begin = append(with, c.cpu/plain.cpu), append(begin, float64(took.Milliseconds()))
	}
	b.ReportMetric(median(bare), "bare-cpu-ns")
	b.ReportMetric(median(without), "agent-cpu-x")
	b.ReportMetric(median(with), "tasks-cpu-x")
	b.ReportMetric(median(begin), "begin-ms")
	b.ReportMetric(0, "ns/op")
}
