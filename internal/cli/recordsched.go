package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tiv/convert"
	"tiv/internal/cli/memory"
	"tiv/internal/replace"
	"tiv/record"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/parts"
)

// addSched joins the scheduler events of a recording with the traces that its programs
// wrote. A trace.bin is replaced; of another format, the joined trace is beside it and comes
// first. If none can be joined, the scheduler events become a trace of their own: at path,
// or, if there are other traces, beside it.
func addSched(result *record.Result, path string, limit memory.Limit) error {
	if result.Sched == nil {
		return nil
	}
	defer result.Close()
	var added []string
	any := false
	for _, trace := range result.Traces {
		to, err := joinSched(result, trace, limit)
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
		fmt.Fprintln(os.Stderr, "tiv: record: the scheduler events are in a trace of their own: they cannot be "+
			"joined with this recording (docs/kernel.md)")
	}
	feed, err := parts.OpenScheduler(result.Sched)
	if err == nil {
		err = writeFeed(path, feed, "scheduler", limit.Bounded())
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

// writeFeed writes a trace.bin.
func writeFeed(path string, feed tracefeed.Feed, name string, memory *timeline.Memory) error {
	return replace.File(path, func(f *os.File) error {
		_, err := convert.Bin(f, &tracefeed.Source{Feed: feed, Name: name}, convert.Options{Memory: memory})
		return err
	})
}

// joinSched joins a trace with the scheduler events of its process, and returns the path of
// the joined one: "" if the trace cannot be joined.
func joinSched(result *record.Result, path string, limit memory.Limit) (to string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	program, err := parts.OpenProgram(f, parts.Recorded{Process: result.Processes[path], Wall: result.Wall})
	if program == nil || err != nil {
		return "", err
	}
	both, err := program.Join(result.Sched)
	if err != nil {
		return "", err
	}
	if to = path; !program.Own {
		to = schedPath(path)
	}
	return to, writeFeed(to, both, filepath.Base(path), limit.Bounded())
}
