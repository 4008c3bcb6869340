package timeline

import (
	"context"
	"fmt"
	"runtime/metrics"
	"sync"
	"time"
)

// heapLimit bounds the live heap of the process: cached timeline data, the tables
// of threads and names, and the work of readers.
type heapLimit struct {
	// total is the memory limit of the process, heap the part that the collector
	// manages, in bytes; 0 is no limit.
	total, heap int64

	mu    sync.Mutex
	cycle uint64 // the last collection seen by Check
	err   error
}

// MemoryError reports that a trace needs more memory than allowed.
type MemoryError struct {
	// needs is a lower bound on the memory needed, in bytes.
	needs int64
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("this trace needs at least %d MB of memory", e.needs>>20)
}

// Within bounds the memory of the whole process to total bytes, of which heap bytes
// are the collector's: see Check. It must be called before the Memory is used.
func (m *Memory) Within(total, heap int64) *Memory {
	m.heap.total, m.heap.heap = total, heap
	return m
}

// The collector needs room to work in: with less than a seventh of the limit it
// takes most of the time.
const (
	mostLive  = 6 // of liveParts
	liveParts = 7
)

// Check returns a *MemoryError once the live heap leaves the collector too little
// room. Before that it evicts data that can be read again. It is cheap and may be
// called from any goroutine.
func (m *Memory) Check() error {
	h := &m.heap
	if h.heap == 0 {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	samples := [...]metrics.Sample{{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples[:])
	cycle, live := samples[0].Value.Uint64(), int64(samples[1].Value.Uint64())
	if h.err != nil || cycle == h.cycle {
		return h.err
	}
	h.cycle = cycle
	over := live - h.heap/liveParts*mostLive
	if over <= 0 || m.lower(over) {
		return nil
	}
	needs := h.total + over + over/4
	const unit = 10 << 20
	h.err = &MemoryError{needs: (needs + unit - 1) / unit * unit}
	return h.err
}

// lower lowers the limit to some bytes below the current use. It returns false if
// fewer bytes are in use.
func (m *Memory) lower(bytes int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.used < bytes {
		return false
	}
	m.limit = max(1, m.used-bytes)
	m.shrink(nil)
	return true
}

// Watch returns a context that is cancelled with ctx, or when Check fails; the
// error of Check is then its cause. The caller must call stop when its work is
// done.
func (m *Memory) Watch(ctx context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		const every = 50 * time.Millisecond
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if err := m.Check(); err != nil {
					cancel(err)
					return
				}
			}
		}
	}()
	return ctx, func() {
		cancel(nil)
		<-ended
	}
}
