package loader_test

import (
	"sync/atomic"
	"testing"

	"tiv/internal/testtrace"
	"tiv/workspace/loader"
)

// A trace of any format that this program writes is followed to its end, and is then
// the trace that is read in one go.
func TestFollowWriting(t *testing.T) {
	for name, x := range map[string]struct {
		path  string
		start float64 // the part that is written at first
	}{
		"read in order": {"../../tracefeed/textfeed/testdata/sched.tiv", 0.6},
		"read whole":    {"../../tracefeed/jfr/testdata/mixed.jfr.gz", 1},
	} {
		t.Run(name, func(t *testing.T) {
			data := testtrace.File(t, x.path)
			bubble(t, func(t *testing.T) {
				f := newFile(t)
				n := int(x.start * float64(len(data)))
				f.write(data[:n])
				var writing atomic.Bool
				writing.Store(true)
				l := follow(t, f.path, loader.Options{Writing: writing.Load})
				settle()
				now := l.Current()
				if now == nil || !now.Growing || now.Searched || now.Timeline.Counts.Events == 0 || now.Timeline.Damage != nil {
					t.Fatalf("while it grows: %+v", now)
				}
				f.write(data[n:])
				writing.Store(false)
				all, err := l.WaitFindings()
				if err != nil || all.Growing || !all.Searched {
					t.Fatalf("in the end: %+v, %v", all, err)
				}
				if got, want := dump(t, all), whole(t, f.path); got != want {
					t.Errorf("followed:\n%s\nread in one go:\n%s", got, want)
				}
				if err := l.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// A loader can be closed while a trace is read again and again.
func TestCloseWhileWriting(t *testing.T) {
	data := testtrace.File(t, "../../tracefeed/jfr/testdata/mixed.jfr.gz")
	bubble(t, func(t *testing.T) {
		f := newFile(t)
		f.write(data)
		l := follow(t, f.path, loader.Options{Writing: func() bool { return true }})
		settle()
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		if _, err := l.Wait(); err == nil {
			t.Error("the trace counts as read")
		}
	})
}
