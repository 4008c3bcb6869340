package timeline

import (
	"math"
	"sync"
)

// Memory is a bounded cache of timeline data that can be read again from files.
// Several timelines can share one. The zero value keeps everything.
type Memory struct {
	mu    sync.Mutex
	limit int64
	used  int64
	// entries are in no order. hand is the position of the clock algorithm (F. J.
	// Corbató, 1968): an entry used since the hand last passed is kept.
	entries []cacheEntry
	hand    int

	heap heapLimit
}

type cacheEntry struct {
	evictable
	bytes int64
}

// evictable is cached data that can be read again.
type evictable interface {
	// evict drops the data, unless it was used since evict was last called. It
	// returns whether it did.
	evict() bool
}

// NewMemory returns a Memory with a limit in bytes.
func NewMemory(limit int64) *Memory { return &Memory{limit: limit} }

// add adds an entry of some bytes and evicts others to make room.
func (m *Memory) add(k evictable, bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.entries = append(m.entries, cacheEntry{k, bytes})
	m.used += bytes
	m.shrink(k)
}

// shrink evicts entries until the others fit into the limit. It keeps added.
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
