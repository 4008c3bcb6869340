package record

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// BenchmarkUntraced compares uncontended locks of a program that can record itself, and
// does not, with those of the bare program: pairs of runs, one after the other. The
// metrics are the median ratios of the time for a pair of Lock and Unlock.
func BenchmarkUntraced(b *testing.B) {
	dir := b.TempDir()
	bare, built := filepath.Join(dir, "bare"), filepath.Join(dir, "built")
	if out, err := exec.Command("go", "build", "-o", bare, "./testdata/pairs").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	recordWith(b, Options{Command: []string{"go", "build", "-o", built, "./pairs"}})
	names := [...]string{"Mutex", "RLock", "RWMutex"}
	var ratios [len(names)][]float64
	for b.Loop() {
		for range 5 {
			plain, overlaid := pairs(b, bare), pairs(b, built)
			for i := range names {
				ratios[i] = append(ratios[i], overlaid[i]/plain[i])
			}
		}
	}
	for i, name := range names {
		slices.Sort(ratios[i])
		b.ReportMetric(ratios[i][len(ratios[i])/2], name+"-ratio")
	}
	b.ReportMetric(0, "ns/op")
}

// pairs runs a program of testdata/pairs without a recording.
func pairs(b *testing.B, program string) (ns [3]float64) {
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "TIV_TRACE=off")
	out, err := cmd.Output()
	if err == nil {
		_, err = fmt.Sscan(string(out), &ns[0], &ns[1], &ns[2])
	}
	if err != nil {
		b.Fatalf("%s: %v: %q", program, err, out)
	}
	return ns
}

// BenchmarkCalls measures what a recorded call costs, and one of a program that was built
// with --calls and is not recorded: the time of a call, less that of a bare one in the
// same run. The metrics are the medians of runs.
func BenchmarkCalls(b *testing.B) {
	dir := b.TempDir()
	built, trace := filepath.Join(dir, "built"), filepath.Join(dir, "x.trace")
	recordWith(b, Options{Command: []string{"go", "build", "-o", built, "./flood"}, Calls: []string{"main.counter.called"}})
	var recorded, off []float64
	for b.Loop() {
		for range 5 {
			recorded = append(recorded, callCost(b, built, trace))
			off = append(off, callCost(b, built, "off"))
		}
	}
	slices.Sort(recorded)
	slices.Sort(off)
	b.ReportMetric(recorded[len(recorded)/2], "ns/recorded-call")
	b.ReportMetric(off[len(off)/2], "ns/call-off")
	b.ReportMetric(0, "ns/op")
}

// callCost runs testdata/flood, with a trace, and returns the nanoseconds that a function
// takes longer if its calls are recorded.
func callCost(b *testing.B, program, trace string) float64 {
	cmd := exec.Command(program, "cost")
	cmd.Env = append(os.Environ(), "TIV_TRACE="+trace)
	out, err := cmd.Output()
	var bare, called float64
	if err == nil {
		_, err = fmt.Sscan(string(out), &bare, &called)
	}
	if err != nil {
		b.Fatalf("%s: %v: %q", program, err, out)
	}
	return called - bare
}

// taskWays are the ways in which benchmarks of tasks run a program: not recorded
// though it could be, recorded without tasks, and with them.
var taskWays = []struct {
	name     string
	tasks    bool
	recorded bool
}{{"off", true, false}, {"plain", false, true}, {"tasks", true, true}}

// BenchmarkItems measures the processor time that an item of a channel takes, divided by that in
// the bare program.
func BenchmarkItems(b *testing.B) {
	compare(b, "relay", noFunctions{}, "one", "buffer", "none")
}

// BenchmarkRequests measures the processor time that a request of net/http takes, with its client,
// likewise.
func BenchmarkRequests(b *testing.B) {
	compare(b, "requests", serverHandler{}, "request")
}

// BenchmarkStreams measures the processor time that a write of 64 bytes and the read of them take,
// likewise.
func BenchmarkStreams(b *testing.B) {
	compare(b, "passed", noFunctions{}, "pipe", "tcp")
}

// serverHandler chooses what serves requests.
type serverHandler struct{}

func (serverHandler) MayChoose(pkg string, _ bool) bool { return pkg == "net/http" }
func (serverHandler) Objects() []string                 { return nil }
func (serverHandler) JavaMethods() []string             { return nil }
func (serverHandler) Choose(names []string, _ string, _ func(string) []string) []bool {
	chosen := make([]bool, len(names))
	for i, name := range names {
		chosen[i] = name == "net/http.serverHandler.ServeHTTP"
	}
	return chosen
}

// compare runs a program of testdata that prints times, in pairs with the bare one. The metrics
// are the medians of runs.
func compare(b *testing.B, name string, tasks Tasks, times ...string) {
	dir := b.TempDir()
	bare, trace := filepath.Join(dir, "bare"), filepath.Join(dir, "x.trace")
	if out, err := exec.Command("go", "build", "-o", bare, "./testdata/"+name).CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for _, way := range taskWays {
		o := Options{Command: []string{"go", "build", "-o", filepath.Join(dir, way.name), "./" + name}}
		if way.tasks {
			o.Tasks = tasks
		}
		recordWith(b, o)
	}
	all := map[string][]float64{}
	for b.Loop() {
		for range 5 {
			plain := printed(b, bare, "off", len(times))
			for i, name := range times {
				all[name+"-bare-ns"] = append(all[name+"-bare-ns"], plain[i])
			}
			for _, way := range taskWays {
				to := "off"
				if way.recorded {
					to = trace
				}
				took := printed(b, filepath.Join(dir, way.name), to, len(times))
				for i, name := range times {
					name += "-" + way.name + "-ratio"
					all[name] = append(all[name], took[i]/plain[i])
				}
			}
		}
	}
	for name, list := range all {
		slices.Sort(list)
		b.ReportMetric(list[len(list)/2], name)
	}
	b.ReportMetric(0, "ns/op")
}

// printed runs a program that prints numbers.
func printed(b *testing.B, program, trace string, n int) []float64 {
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "TIV_TRACE="+trace)
	out, err := cmd.Output()
	numbers := make([]float64, n)
	for i, word := range strings.Fields(string(out)) {
		if err == nil {
			numbers[i], err = strconv.ParseFloat(word, 64)
		}
	}
	if err != nil {
		b.Fatalf("%s: %v: %q", program, err, out)
	}
	return numbers
}
