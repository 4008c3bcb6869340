package loader

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"tiv/timeline"
	"tiv/workspace/cache"
)

// A trace that does not fit is given up with an error that names a remedy, and
// leaves nothing in the cache.
func TestTooLittleMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.tiv")
	if err := os.WriteFile(path, quarrel(), 0o600); err != nil {
		t.Fatal(err)
	}
	c := cache.New(t.TempDir(), 1<<30)
	runtime.GC()
	open := func(heap int64) *Loader {
		l, err := Open(path, Options{Memory: timeline.NewMemory(1).Within(1<<30, heap), Cache: c, Findings: true})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	l := open(1)
	for _, wait := range []func() (*Loaded, error){l.Wait, l.WaitFindings} {
		if all, err := wait(); all != nil || !errors.As(err, new(*timeline.MemoryError)) {
			t.Errorf("read with a heap of one byte: %v", err)
		}
	}
	if now := l.Current(); now.Timeline.Damage == nil || !now.Searched {
		t.Errorf("the part that was read: damage %v, final %v", now.Timeline.Damage, now.Searched)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(c.Dir()); err != nil || len(left) > 0 {
		t.Errorf("%v is left in the cache, %v", left, err)
	}
	l = open(1 << 30)
	if _, err := l.WaitFindings(); err != nil {
		t.Error(err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

// The part of a stream that was read before the memory was used up stays visible.
func TestStreamInTooLittleMemory(t *testing.T) {
	runtime.GC()
	l := OpenStream(io.NopCloser(bytes.NewReader(quarrel())), "x", Options{Memory: timeline.NewMemory(1).Within(1<<30, 1)})
	if all, err := l.Wait(); all != nil || !errors.As(err, new(*timeline.MemoryError)) {
		t.Errorf("read with a heap of one byte: %v", err)
	}
	if now := l.Current(); now.Timeline.Damage == nil || !now.Searched {
		t.Errorf("the part that was read: damage %v, final %v", now.Timeline.Damage, now.Searched)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
