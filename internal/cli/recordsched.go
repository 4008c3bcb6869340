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
	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
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
	defer result.Sched.Close()
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
		err = c.writeFeed(path, feed, "scheduler")
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
func (c *call) writeFeed(path string, feed tracefeed.Feed, name string) error {
	return replace.File(path, func(f *os.File) error {
		_, err := convert.Bin(f, &tracefeed.Source{Feed: feed, Name: name}, convert.Options{Memory: c.memory.bounded()})
		return err
	})
}

// joinSched joins a trace with the scheduler events of its process, and returns the path of
// the joined one: "" if the trace does not say which threads of the system it is about.
func (c *call) joinSched(result *record.Result, path string) (to string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	program, process, err := openJoinable(f, result)
	if program == nil || err != nil {
		return "", err
	}
	kernel, err := openSched(result.Sched, process)
	if err != nil {
		return "", err
	}
	both, err := joined.Open(*program, kernel)
	if err != nil {
		return "", err
	}
	if to = path; process == result.JavaProcesses[path] {
		to = schedPath(path)
	}
	return to, c.writeFeed(to, both, filepath.Base(path))
}

// openJoinable opens a trace that can be joined with the events of its process; nil if it
// can't.
func openJoinable(f *os.File, result *record.Result) (p *joined.Program, process int32, err error) {
	st, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	if process := result.JavaProcesses[f.Name()]; process != 0 && result.Wall != 0 {
		r := jfr.Read(f)
		if r.Start == 0 {
			return nil, 0, nil
		}
		return &joined.Program{Feed: r, Start: uint64(r.Start - int64(result.Wall)), OS: r.OS}, process, nil
	}
	trace, err := binfeed.Open(f, st.Size())
	if err != nil {
		return nil, 0, nil // of another format
	}
	start, err := strconv.ParseUint(trace.Property("clock-start"), 10, 64)
	if err != nil || len(trace.OSThreads()) == 0 {
		return nil, 0, nil
	}
	feed, err := binfeed.Format().Open(tracefeed.Input{Name: f.Name(), Reader: f, At: f, Size: st.Size()})
	return &joined.Program{Feed: feed, Start: start, OS: trace.OSThreads()}, int32(trace.Header().PID), err
}
