package cli

import (
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
	"tiv/tracefeed/joined"
	"tiv/tracefeed/perfdata"
	"tiv/tracefeed/sched"
)

// addSched joins the scheduler events of a recording with the traces that its programs
// wrote. If none of these can be joined, they become a trace of their own: at path, or, if
// there are other traces, beside it.
func (c *call) addSched(result *record.Result, path string) error {
	if result.Sched == nil {
		return nil
	}
	defer result.Sched.Close()
	any := false
	for _, trace := range result.Traces {
		done, err := c.joinSched(result.Sched, trace)
		if err != nil {
			return err
		}
		any = any || done
	}
	if any {
		return nil
	}
	if len(result.Traces) > 0 {
		ext := filepath.Ext(path)
		path = strings.TrimSuffix(path, ext) + ".sched.bin"
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

// joinSched joins a trace with the scheduler events of its process. done is false if the
// trace does not say which threads of the system it is about.
func (c *call) joinSched(events *os.File, path string) (done bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return false, err
	}
	trace, err := binfeed.Open(f, st.Size())
	if err != nil {
		return false, nil // of another format
	}
	start, err := strconv.ParseUint(trace.Property("clock-start"), 10, 64)
	if err != nil || len(trace.OSThreads()) == 0 {
		return false, nil
	}
	kernel, err := openSched(events, int32(trace.Header().PID))
	if err != nil {
		return false, err
	}
	program, err := binfeed.Format().Open(tracefeed.Input{Name: path, Reader: f, At: f, Size: st.Size()})
	if err != nil {
		return false, err
	}
	both, err := joined.Open(joined.Program{Feed: program, Start: start, OS: trace.OSThreads()}, kernel)
	if err == nil {
		err = c.writeFeed(path, both, filepath.Base(path))
	}
	return err == nil, err
}
