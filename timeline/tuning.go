package timeline

import "tiv/timeline/ownerjoin"

// Tuning sets the sizes at which a timeline changes its methods. They affect time
// and memory, never results. A field that is 0 has the value that suits programs;
// tests use others, to reach with short traces the cases of long ones.
type Tuning struct {
	// PageEvents is the number of events in a page. By default it follows from the
	// number of threads alive.
	PageEvents int
	// PartEvents is the number of events worth a goroutine.
	PartEvents int
	// SequentialEvents is the number of events up to which pages are joined by one
	// goroutine.
	SequentialEvents int
	// CachedEvents is the number of events up to which a query caches the pages
	// that it reads.
	CachedEvents int
	// TailEvents is the number of events of the unfinished page that each snapshot
	// sorts again, at most. By default it follows from the number of threads alive
	// and of events in the page.
	TailEvents int
	// Join is the tuning of the join of waits and owners.
	Join ownerjoin.Tuning
}

// withDefaults returns t with the values of programs for fields that are 0. PageEvents
// and TailEvents stay 0.
func (t Tuning) withDefaults() Tuning {
	const (
		partEvents       = 1 << 17
		sequentialEvents = 1 << 20
		cachedEvents     = 2 << 20
	)
	for _, x := range []struct {
		field *int
		value int
	}{{&t.PartEvents, partEvents}, {&t.SequentialEvents, sequentialEvents}, {&t.CachedEvents, cachedEvents}} {
		if *x.field == 0 {
			*x.field = x.value
		}
	}
	return t
}
