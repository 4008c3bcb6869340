package timeline

import (
	"context"
	"errors"
	"runtime"
	"testing"
)

// droppedPage is an evictable that records its eviction.
type droppedPage struct{ dropped bool }

func (d *droppedPage) evict() bool {
	d.dropped = true
	return true
}

// Cached data is evicted before Check returns an error.
func TestHeapLimit(t *testing.T) {
	m := NewMemory(1<<40).Within(100<<20, 7)
	page := &droppedPage{}
	m.add(page, 1<<40)
	runtime.GC()
	if err := m.Check(); err != nil || !page.dropped {
		t.Errorf("%v; the page was dropped: %v", err, page.dropped)
	}
	runtime.GC()
	short := new(MemoryError)
	if err := m.Check(); !errors.As(err, &short) || short.needs <= 100<<20 {
		t.Errorf("with 7 bytes of heap: %v", err)
	}
	ctx, stop := m.Watch(context.Background())
	<-ctx.Done()
	if err := context.Cause(ctx); !errors.As(err, &short) {
		t.Errorf("watched with 7 bytes of heap: %v", err)
	}
	stop()
}

func TestNoHeapLimit(t *testing.T) {
	for _, m := range []*Memory{{}, NewMemory(1), NewMemory(1).Within(1<<40, 1<<40)} {
		runtime.GC()
		if err := m.Check(); err != nil {
			t.Error(err)
		}
		ctx, stop := m.Watch(context.Background())
		if stop(); context.Cause(ctx) != context.Canceled {
			t.Errorf("after stop: %v", context.Cause(ctx))
		}
	}
}
