package convert

import (
	"io"
	"os"
	"strconv"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/binfeed"
	"tiv/tracefeed/gotrace"
	"tiv/tracefeed/jfr"
	"tiv/tracefeed/joined"
	"tiv/tracefeed/perfdata"
	"tiv/tracefeed/sched"
)

// Recorded is what the recorder of a program knows besides its trace.
type Recorded struct {
	// Process is the process of a trace that does not have it: of Go, or of Flight Recorder;
	// 0 for other traces.
	Process int32
	// Wall is the time of the wall clock less that of the scheduler events; 0 if unknown.
	Wall time.Duration
}

// Joinable is a trace that can be joined with the scheduler events of its process.
type Joinable struct {
	// Own: the trace is of TIV's own format, and the joined one can take its place.
	Own     bool
	process int32
	join    func(joined.Kernel) (tracefeed.Feed, error)
}

// Join joins the trace with the events of its process in a recording of the scheduler.
func (j *Joinable) Join(scheduler *os.File) (tracefeed.Feed, error) {
	kernel, err := OpenSched(scheduler, j.process)
	if err != nil {
		return nil, err
	}
	return j.join(kernel)
}

// OpenSched opens the scheduler events of a process, or of all that were recorded for 0.
func OpenSched(f *os.File, process int32) (*perfdata.Feed, error) {
	in, err := inputOf(f)
	if err != nil {
		return nil, err
	}
	return perfdata.Open(in, sched.Filter{Named: true, Process: process})
}

func inputOf(f *os.File) (tracefeed.Input, error) {
	st, err := f.Stat()
	if err != nil {
		return tracefeed.Input{}, err
	}
	return tracefeed.Input{Name: f.Name(), Reader: io.NewSectionReader(f, 0, st.Size()), At: f, Size: st.Size()}, nil
}

// OpenJoinable opens a trace that can be joined. It returns nil if the process of the trace or
// the start of its clock is not known.
func OpenJoinable(f *os.File, r Recorded) (*Joinable, error) {
	in, err := inputOf(f)
	if err != nil {
		return nil, err
	}
	head := make([]byte, tracefeed.SniffLen)
	n, _ := f.ReadAt(head, 0) // a shorter file is no trace of Go
	switch {
	case r.Process == 0:
		return openOwn(in)
	case gotrace.Format().Sniff(head[:n]):
		return openGo(in, r.Process), nil
	case r.Wall == 0:
		return nil, nil
	default:
		recording := jfr.Read(f)
		if recording.Start == 0 {
			return nil, nil
		}
		start := uint64(recording.Start - int64(r.Wall))
		return joinProgram(joined.Program{Feed: recording, Start: start, OS: recording.OS}, r.Process), nil
	}
}

// openGo opens a trace of a Go program.
func openGo(in tracefeed.Input, process int32) *Joinable {
	feed, err := gotrace.OpenCarried(in)
	if err != nil {
		return nil
	}
	return &Joinable{process: process, join: func(k joined.Kernel) (tracefeed.Feed, error) { return joined.OpenGo(feed, k) }}
}

// openOwn opens a trace that a program wrote with our library, in C or Go.
func openOwn(in tracefeed.Input) (*Joinable, error) {
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
	j.Own = true
	return j, nil
}

func joinProgram(p joined.Program, process int32) *Joinable {
	return &Joinable{process: process, join: func(k joined.Kernel) (tracefeed.Feed, error) { return joined.Open(p, k) }}
}
