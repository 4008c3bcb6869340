// Command bench measures whole processes: loading a Go trace with tiv against
// the bare reader of golang.org/x/exp/trace over the same file, in turns, so
// that both see the same machine.
//
//	go run ./internal/bench ./tiv TRACE …
//
// With -memory it measures the additional memory of a long trace over a short
// one, while all of it is counted into buckets.
//
//	go run ./internal/bench -memory ./tiv FOLDER
//
// With -window it measures the memory of the window beside that of tiv info,
// which is nearly all model; this needs a display.
//
//	go run ./internal/bench -window ./tiv TRACE …
//
// The benchmarks of this package measure large generated traces.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/exp/trace"

	"tiv/internal/peak"
)

// turns is the number of runs of each side; the medians are printed.
const turns = 11

func main() {
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == "-bare":
		err = readBare(os.Args[2])
	case len(os.Args) == 4 && os.Args[1] == "-memory":
		err = compareMemory(os.Args[2], os.Args[3])
	case len(os.Args) >= 4 && os.Args[1] == "-window":
		err = compareWindow(os.Args[2], os.Args[3:])
	case len(os.Args) < 3:
		err = fmt.Errorf("usage: bench TIV TRACE …, bench -memory TIV FOLDER, or bench -window TIV TRACE …")
	default:
		for _, path := range os.Args[2:] {
			if err = compare(os.Args[1], path); err != nil {
				break
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// readBare reads all events of a trace and drops them.
func readBare(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := trace.NewReader(bufio.NewReaderSize(f, 1<<16))
	for err == nil {
		_, err = r.ReadEvent()
	}
	if err == io.EOF {
		return nil
	}
	return err
}

// run is the time and memory of one process.
type run struct {
	wall, cpu time.Duration
	rss       int64 // kB
}

func measure(name string, args ...string) (run, error) {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return run{}, fmt.Errorf("%s %v: %w", name, args, err)
	}
	r := run{wall: time.Since(start), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	r.rss = peak.Memory(cmd.ProcessState)
	return r, nil
}

func compare(tiv, path string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	var walls, cpus []float64
	var mine, bare run
	for range turns {
		if bare, err = measure(self, "-bare", path); err != nil {
			return err
		}
		if mine, err = measure(tiv, "info", path); err != nil {
			return err
		}
		walls = append(walls, float64(mine.wall)/float64(bare.wall))
		cpus = append(cpus, float64(mine.cpu)/float64(bare.cpu))
	}
	fmt.Printf("%s: tiv info / bare reader, median of %d: wall ×%.2f, CPU ×%.2f; last: %v / %v, memory %d / %d MB\n",
		path, turns, median(walls), median(cpus), mine.wall.Round(time.Millisecond), bare.wall.Round(time.Millisecond),
		mine.rss/1024, bare.rss/1024)
	return nil
}

// compareMemory generates a long trace and a short one in a folder, and dumps
// the buckets of both.
func compareMemory(tiv, folder string) error {
	const threads, long, short = "236", "20000000", "10000"
	var used [2]run
	for i, events := range []string{short, long} {
		path := filepath.Join(folder, "memory-"+events+".bin")
		if _, err := measure(tiv, "generate", "pool", "-o", path, "--threads", threads, "--events", events, "--quiet"); err != nil {
			return err
		}
		var err error
		if used[i], err = measure(tiv, "dump", path, "buckets", "--step", "10ms", "--memory", "64M"); err != nil {
			return err
		}
	}
	fmt.Printf("%s events of %s threads into buckets: %d MB, %s events: %d MB\n", short, threads, used[0].rss/1024, long, used[1].rss/1024)
	return nil
}

// compareWindow opens traces in a window, and runs tiv info on them.
func compareWindow(tiv string, traces []string) error {
	for _, trace := range append([]string{"demo:deadlock"}, traces...) {
		window, err := measure(tiv, trace, "--exit-after-load")
		if err != nil {
			return err
		}
		info, err := measure(tiv, "info", trace)
		if err != nil {
			return err
		}
		fmt.Printf("%s: window %d MB, tiv info %d MB\n", filepath.Base(trace), window.rss/1024, info.rss/1024)
	}
	return nil
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}
