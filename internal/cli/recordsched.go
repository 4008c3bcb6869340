package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"tiv/convert"
	"tiv/internal/replace"
	"tiv/record"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/jfr"
	"tiv/tracefeed/joined"
	"tiv/tracefeed/perfdata"
	"tiv/tracefeed/sched"
)

// addSched joins the scheduler events of a recording with the traces that its programs
// wrote. A trace.bin is replaced; of another format, the joined trace is beside it and comes
// first. If none can be joined, the scheduler events become a trace of their own: at path,
// or, if there are other traces, beside it.
func (c *call) addSched(result *record.Result, path string) error {
	if result.Sched == nil {
		return nil
	}
	defer result.Close()
	var added []string
	any := false
	for _, trace := range result.Traces {
		to, err := c.joinSched(result, trace)
		if err != nil {
			return err
		}
		any = any || to != ""
		if to != "" && to != trace {
			added = append(added, to)
		}
	}
	result.Traces = append(added, result.Traces...)
	if any {
		return nil
	}
	if len(result.Traces) > 0 {
		path = schedPath(path)
		fmt.Fprintln(os.Stderr, "tiv: record: the scheduler events are in a trace of their own: they cannot be joined with this recording (docs/kernel.md)")
	}
	feed, err := openSched(result.Sched, 0)
	if err == nil {
		err = writeFeed(path, feed, "scheduler", c.memory.bounded())
	}
	if err == nil {
		result.Traces = append(result.Traces, path)
	}
	return err
}

// schedPath returns the path of the trace with scheduler events beside another one.
func schedPath(path string) string {
	return strings.TrimSuffix(path, filepath.Ext(path)) + ".sched.bin"
}

// openSched opens the scheduler events of a process, or of all that were recorded for 0.
func openSched(f *os.File, process int32) (*perfdata.Feed, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	in := tracefeed.Input{Name: f.Name(), Reader: io.NewSectionReader(f, 0, st.Size()), At: f, Size: st.Size()}
	return perfdata.Open(in, sched.Filter{Named: true, Process: process})
}

// writeFeed writes a trace.bin.
func writeFeed(path string, feed tracefeed.Feed, name string, memory *timeline.Memory) error {
	return replace.File(path, func(f *os.File) error {
		_, err := convert.Bin(f, &tracefeed.Source{Feed: feed, Name: name}, convert.Options{Memory: memory})
		return err
	})
}

// joinSched joins a trace with the scheduler events of its process, and returns the path of
// the joined one: "" if the trace cannot be joined.
func (c *call) joinSched(result *record.Result, path string) (to string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	program, err := openJoinable(f, result)
	if program == nil || err != nil {
		return "", err
	}
	kernel, err := openSched(result.Sched, program.process)
	if err != nil {
		return "", err
	}
	both, err := program.join(kernel)
	if err != nil {
		return "", err
	}
	if to = path; !program.replaced {
		to = schedPath(path)
	}
	return to, writeFeed(to, both, filepath.Base(path), c.memory.bounded())
}

// joinable is a trace that can be joined with the events of its process.
type joinable struct {
	process int32
	// replaced: the joined trace takes its place.
	replaced bool
	join     func(joined.Kernel) (tracefeed.Feed, error)
}

// openJoinable opens a trace that can be joined; nil if it can't.
func openJoinable(f *os.File, result *record.Result) (*joinable, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	in := tracefeed.Input{Name: f.Name(), Reader: io.NewSectionReader(f, 0, st.Size()), At: f, Size: st.Size()}
	head := make([]byte, 16)
	f.ReadAt(head, 0) // a shorter one is none of Go
	switch process := result.Processes[f.Name()]; {
	case process == 0:
		return openBin(in)
	case gotrace.Format().Sniff(head):
		return openGo(in, process), nil
	case result.Wall == 0:
		return nil, nil
	default:
		r := jfr.Read(f)
		if r.Start == 0 {
			return nil, nil
		}
		return joinProgram(joined.Program{Feed: r, Start: uint64(r.Start - int64(result.Wall)), OS: r.OS}, process), nil
	}
}

// openGo opens a trace of a Go program.
func openGo(in tracefeed.Input, process int32) *joinable {
	feed, err := gotrace.OpenCarried(in)
	if err != nil {
		return nil
	}
	return &joinable{process: process, join: func(k joined.Kernel) (tracefeed.Feed, error) { return joined.OpenGo(feed, k) }}
}

// openBin opens a trace that a program wrote with our library, in C or Go.
func openBin(in tracefeed.Input) (*joinable, error) {
	trace, err := binfeed.Open(in.At, in.Size)
	if err != nil {
		return nil, nil // of another format
	}
	start, err := strconv.ParseUint(trace.Property("clock-start"), 10, 64)
	if err != nil || len(trace.OSThreads()) == 0 {
		return nil, nil
	}
	feed, err := binfeed.Format().Open(in)
	if err != nil {
		return nil, err
	}
	j := joinProgram(joined.Program{Feed: feed, Start: start, OS: trace.OSThreads()}, int32(trace.Header().PID))
	j.replaced = true
	return j, nil
}

func joinProgram(p joined.Program, process int32) *joinable {
	return &joinable{process: process, join: func(k joined.Kernel) (tracefeed.Feed, error) { return joined.Open(p, k) }}
}
