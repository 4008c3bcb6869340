package loader_test

import (
	"bytes"
	"io"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"tiv/interaction/detect"
	"tiv/internal/generate"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// The findings of a growing trace are at any time those of a search from its start.
func TestFindingsOfGrowingTrace(t *testing.T) {
	t.Parallel()
	feed, err := generate.Pool(30, 150_000)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	enc := textfeed.NewEncoder(&text, feed.Header(), feed.Tables())
	for ev := range tracefeed.All(feed) {
		if err := enc.Encode(ev); err != nil {
			t.Fatal(err)
		}
	}
	if err := enc.Flush(); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		r, w := io.Pipe()
		l := opened(r)
		defer l.Close()
		const parts = 8
		first, settled, size := true, 0, text.Len()/parts+1
		for text.Len() > 0 {
			if _, err := w.Write(text.Next(size)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Second)
			synctest.Wait()
			now := l.Current()
			if first {
				first = false
				continue // it is not known yet that the trace grows
			}
			want := detect.Find(t.Context(), now.Timeline, nil).AfterPreview(now.Timeline, now.Report)
			if len(want.Findings) == 0 || !reflect.DeepEqual(now.Report, want) {
				t.Fatalf("at %v: found\n%+v\nnot\n%+v", now.Timeline.End, now.Report, want)
			}
			settled = now.Timeline.Settled
		}
		if settled < 2 {
			t.Errorf("only %d pages are settled", settled)
		}
		w.Close()
		all, err := l.WaitFindings()
		if err != nil {
			t.Fatal(err)
		}
		if want := detect.Find(t.Context(), all.Timeline, nil); !reflect.DeepEqual(all.Report, want) {
			t.Errorf("at the end: found\n%+v\nnot\n%+v", all.Report, want)
		}
	})
}
