package cli

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"tiv/convert"
	"tiv/internal/replace"
	"tiv/record"
	"tiv/tracefeed"
	"tiv/tracefeed/perfdata"
)

// addSched makes a trace of the scheduler events of a recording: at path, or, if there is
// another trace of the program, beside it.
func (c *call) addSched(result *record.Result, path string) error {
	if result.Sched == nil {
		return nil
	}
	defer result.Sched.Close()
	if len(result.Traces) > 0 {
		ext := filepath.Ext(path)
		path = strings.TrimSuffix(path, ext) + ".sched.bin"
	}
	st, err := result.Sched.Stat()
	if err != nil {
		return err
	}
	feed, err := perfdata.Open(tracefeed.Input{Reader: io.NewSectionReader(result.Sched, 0, st.Size()), At: result.Sched, Size: st.Size()}, true)
	if err != nil {
		return err
	}
	err = replace.File(path, func(f *os.File) error {
		_, err := convert.Bin(f, &tracefeed.Source{Feed: feed, Name: "scheduler"}, convert.Options{Memory: c.memory.bounded()})
		return err
	})
	if err == nil {
		result.Traces = append(result.Traces, path)
	}
	return err
}
