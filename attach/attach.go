package attach

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"tiv/attach/pprof"
	"tiv/attach/sample"
	"tiv/record"
	"tiv/tracefeed"
)

// Options choose how a program is recorded.
type Options struct {
	// Sample makes every process be looked at from outside.
	Sample bool
	// Period is the time between two looks; 0 chooses it.
	Period time.Duration
	// Java selects the way to record a Java machine; "" is record.JavaAuto.
	Java record.JavaRecorder
	// Agent is the name of the client in requests.
	Agent string
	// Tasks, if it is not nil, records a Java program with tasks: with the methods that the
	// definitions name, and the jobs of its executors. A Go program that sends its trace writes the
	// tasks that it was built with. For all other programs it is an error.
	Tasks record.Tasks
	// Calls are patterns, as those of record.Options, of further methods of a Java program to record
	// with Tasks; without Tasks they do nothing.
	Calls []string
}

// errTasks says that a program cannot be recorded with tasks while it runs.
var errTasks = errors.New("a program that runs already can be recorded with tasks if it is in Java, or in Go and serves " +
	"net/http/pprof; tiv record --tasks starts others with them")

// Recording is a way to record a running program.
type Recording struct {
	// Name is a short name of the program, for the file of its trace; Extension is the
	// extension of the file.
	Name, Extension string
	// About names the program and the way to record it, with the limits and the cost of
	// the trace.
	About []string
	// run records into a file until ctx is done or the program ends. It calls began
	// once with the first data, and a remark or "".
	run func(ctx context.Context, to *os.File, began func(remark string)) (Result, error)
}

// Result is the end of a recording.
type Result struct {
	// Ended is true if the program has ended, or sends no more.
	Ended bool
	// Remark is about the recording, for the user; "" for none.
	Remark string
}

// Record writes the trace to a file until ctx is done or the program ends. It calls began
// once, with the first data, and a remark for the user or "". After an error the file
// has the trace up to there; it is empty if began was not called.
func (r *Recording) Record(ctx context.Context, to *os.File, began func(remark string)) (Result, error) {
	return r.run(ctx, to, began)
}

// Process returns the recording of a process. The error is sample.ErrNoProcess if there
// is none.
func Process(pid int, o Options) (*Recording, error) {
	p, err := identify(pid)
	if err != nil {
		return nil, err
	}
	why := ""
	switch {
	case o.Sample:
	case p.isJava:
		return p.java(o)
	case p.isGo:
		if url := pprof.Find(pid); url != "" {
			return p.traced(url, o), nil
		}
		why = "It is a Go program that serves net/http/pprof at none of its ports, so its goroutines " +
			"are out of sight: these are the threads of its runtime. If it serves it where TIV cannot connect, name " +
			"the address: tiv attach http://HOST:PORT/debug/pprof"
	}
	if o.Tasks != nil {
		return nil, errTasks
	}
	return p.sampled(o, why), nil
}

// URL returns the recording of a Go program that serves net/http/pprof at a URL.
func URL(url string, o Options) *Recording {
	host := tracefeed.Title(url)
	return goTrace(plain(host), url, "a Go program at "+host, o)
}

// sampled returns the recording by looks from outside; why says why no better one is
// possible.
func (p *program) sampled(o Options, why string) *Recording {
	r := &Recording{Name: p.fileName(), Extension: ".bin", About: []string{fmt.Sprintf(
		"%s: looking at its threads from outside. Waits between two looks are missing; owners are known of mutexes "+
			"of glibc, and of rwlocks with a writer.", p.title())}}
	if why != "" {
		r.About = append(r.About, why)
	}
	r.run = func(ctx context.Context, to *os.File, began func(string)) (Result, error) {
		s, err := sample.Run(ctx, p.pid, to, sample.Options{Period: o.Period, Started: func(s sample.Summary) {
			began(fmt.Sprintf("%s, looked at every %v", threads(s.Threads), s.Period.Round(time.Millisecond/10)))
		}})
		remark := ""
		if s.Rounds > 1 {
			each := s.Busy / time.Duration(s.Rounds)
			remark = fmt.Sprintf("looked %d times at its threads, %v each time: %.1f %% of a processor",
				s.Rounds, each.Round(time.Microsecond), 100*each.Seconds()/s.Period.Seconds())
		}
		return Result{Ended: s.Ended, Remark: remark}, err
	}
	return r
}

func threads(n int) string {
	if n == 1 {
		return "1 thread"
	}
	return fmt.Sprintf("%d threads", n)
}

// traced returns the recording of a Go program by its execution trace.
func (p *program) traced(url string, o Options) *Recording {
	return goTrace(p.fileName(), url, fmt.Sprintf("%s, a Go program that serves %s", p.title(), url), o)
}

func goTrace(name, url, about string, o Options) *Recording {
	r := &Recording{Name: name, Extension: ".trace",
		About: []string{about + ": reading its execution trace, which costs a server about a tenth of its speed. It " +
			"has every wait and who ended it, but not who held a lock meanwhile: tiv record knows that."},
		run: func(ctx context.Context, to *os.File, began func(string)) (Result, error) {
			ended, err := pprof.Record(ctx, url, o.Agent, to, func(seconds string) {
				remark := ""
				if seconds != "" {
					remark = fmt.Sprintf("the program's server allows %s s of trace (its WriteTimeout)", seconds)
				}
				began(remark)
			})
			return Result{Ended: ended}, err
		}}
	if o.Tasks != nil {
		r.About = append(r.About, "A Go program writes the requests and jobs that definitions name only if it was built with "+
			"tiv record --tasks -- go build. Of others the trace has the tasks that they mark themselves (runtime/trace).")
	}
	return r
}
