package ui_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/record/emit"
	"tiv/session"
	"tiv/tracefeed/binfeed"
	"tiv/ui"
)

// attachIn is the folder of the traces of processes.
const attachIn = "TIV_TEST_ATTACH"

// processes are the running programs that tests know.
func processes() []ui.Process {
	return []ui.Process{{PID: 12, Name: "worker", Kind: "native", Command: "./worker --fast"},
		{PID: 13, Name: "refuser", Kind: "Java", Command: "java Refuser"},
		{PID: 14, Name: "server", Kind: "Go", Command: "./server"}}
}

// attachTo records a process: its trace has one thread, and grows until it is stopped.
func attachTo(_ context.Context, pid int, tasks bool) (*session.Recording, error) {
	if pid == 13 {
		return nil, errors.New("it refuses")
	}
	about := "looking at 12"
	if tasks {
		about += " with tasks"
	}
	path := filepath.Join(os.Getenv(attachIn), fmt.Sprint(pid, ".bin"))
	w, err := emit.Create(path, emit.Options{})
	if err != nil {
		return nil, err
	}
	w.Thread("a", "Alpha").Start(nil)
	done := make(chan struct{})
	stop := func() {
		err = w.Close()
		close(done)
	}
	return &session.Recording{Path: path, About: about, Stop: stop, Done: done, Err: func() error { return err }}, w.Flush()
}

// The list of running programs begins to record one, which the window follows. Closing its
// tab ends the recording.
func TestWindowAttaches(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	d := driveAs(t, startPage, t.TempDir(), attachIn+"="+folder)
	d.until("the start page", atStart)
	d.rest()
	d.click(middle(d.widget("start attach")))
	listed := func(want ...string) {
		t.Helper()
		d.until("the programs "+strings.Join(want, ", "), func(s ui.Snapshot) bool {
			var got []string
			for i := range 4 {
				if _, ok := s.Marks[fmt.Sprint("process ", i)]; ok {
					got = append(got, s.Words[fmt.Sprint("process ", i)])
				}
			}
			return slices.Equal(got, want)
		})
	}
	listed("worker 12 native", "refuser 13 Java", "server 14 Go")
	d.rest()
	d.input("type", "REFUSER")
	listed("refuser 13 Java")
	d.key("Return")
	d.until("the reason", func(s ui.Snapshot) bool { return s.Words["attach problem"] == "it refuses" })
	d.rest()
	d.input("type", "er")
	listed("worker 12 native", "refuser 13 Java", "server 14 Go")
	d.click(middle(d.widget("attach tasks")))
	d.click(middle(d.widget("process 0")))
	d.until("the growing trace", func(s ui.Snapshot) bool {
		return s.Growing && s.Following && s.Trace == "12.bin" && slices.Contains(s.Messages, "looking at 12 with tasks")
	})
	d.key("F5") // does not end the recording
	first := d.until("the trace, read again", func(s ui.Snapshot) bool { return s.Growing && s.Trace == "12.bin" && s.End > 0 })
	d.until("growth", func(s ui.Snapshot) bool { return s.Growing && s.End > first.End })
	d.key("ctrl+w")
	d.until("the start page", atStart)
	d.untilScreen("the end of the recording", func() bool { return finished(t, filepath.Join(folder, "12.bin")) })
	quit(t, d)
}

// finished reports whether a file is a whole trace.bin.
func finished(t *testing.T, path string) bool {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	st, err := f.Stat()
	return err == nil && binfeed.Finished(f, st.Size())
}
