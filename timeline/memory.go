package timeline

import (
	"math"
	"sync"
)

// Memory is how much timelines may keep of what they can read again from
// files. Several can share one. The zero value keeps everything.
type Memory struct {
	mu    sync.Mutex
	limit int64
	used  int64
	// kept are in no order; hand goes round, as in the clock algorithm (F. J.
	// Corbató, 1968): what was used since it last came by stays.
	entries []cacheEntry
	hand    int

	heap heapLimit
}

type cacheEntry struct {
	evictable
	bytes int64
}

// keeper is something that can be read again.
type evictable interface {
	// drop forgets it, unless it was used since drop was last called.
	evict() bool
}

// NewMemory returns a Memory of some bytes.
func NewMemory(limit int64) *Memory { return &Memory{limit: limit} }

// keep notes that k takes some bytes from now on, and makes room for them.
func (m *Memory) add(k evictable, bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries = append(m.entries, cacheEntry{k, bytes})
	m.used += bytes
	m.shrink(k)
}

// shrink drops things until the rest is within the limit. It keeps one thing
// that was added just now.
func (m *Memory) shrink(added evictable) {
	limit := m.limit
	if limit == 0 {
		limit = math.MaxInt64
	}
	for n := 2 * len(m.entries); m.used > limit && n > 0; n-- {
		if m.hand >= len(m.entries) {
			m.hand = 0
		}
		old := m.entries[m.hand]
		if old.evictable == added || !old.evict() {
			m.hand++
			continue
		}
		m.used -= old.bytes
		last := len(m.entries) - 1
		m.entries[m.hand], m.entries[last] = m.entries[last], cacheEntry{}
		m.entries = m.entries[:last]
	}
}
