package gotrace_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"testing"

	"golang.org/x/exp/trace"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

var benchTrace = flag.String("trace", "", "the Go trace that BenchmarkLoad loads, instead of the largest in testdata")

// BenchmarkLoad compares loading a trace into a model with what cannot be
// avoided: the library's reader alone over the same bytes.
func BenchmarkLoad(b *testing.B) {
	data := sample(b, "go-zoo")
	if *benchTrace != "" {
		var err error
		if data, err = os.ReadFile(*benchTrace); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("reader", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			readBare(b, data)
		}
	})
	b.Run("feed", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			var ev tracefeed.Event
			feed := openBytes(b, data)
			for feed.Next(&ev) == nil {
			}
		}
	})
	b.Run("model", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			load(b, data)
		}
	})
}

func readBare(b *testing.B, data []byte) {
	r, err := trace.NewReader(bytes.NewReader(data))
	if err != nil {
		b.Fatal(err)
	}
	for err == nil {
		_, err = r.ReadEvent()
	}
	if err != io.EOF {
		b.Fatal(err)
	}
}

func openBytes(t testing.TB, data []byte) tracefeed.Feed {
	t.Helper()
	feed, err := gotrace.Format().Open(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { feed.Close() })
	return feed
}

// load reduces a whole trace that must be sound.
func load(t testing.TB, data []byte) *timeline.Timeline {
	t.Helper()
	tl, err := reduce(t, data)
	if err != io.EOF {
		t.Fatal(err)
	}
	return tl
}

// reduce returns the model of a trace and the error that ended it.
func reduce(t testing.TB, data []byte) (*timeline.Timeline, error) {
	t.Helper()
	feed, err := gotrace.Format().Open(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer feed.Close()
	red := timeline.NewReducer(feed)
	var ev tracefeed.Event
	for err = feed.Next(&ev); err == nil; err = feed.Next(&ev) {
		if err := red.Add(&ev); err != nil {
			t.Fatal(err)
		}
	}
	return red.Snapshot(err == io.EOF, err), err
}
