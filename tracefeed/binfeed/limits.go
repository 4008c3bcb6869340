package binfeed

import (
	"fmt"

	"tiv/tracefeed"
)

// limits are the lengths of the tables: ids in a block are below them.
type limits struct {
	threads, monitors, stacks, names int
}

func limitsOf(t *tracefeed.Tables) limits {
	return limits{len(t.Threads), len(t.Monitors), len(t.Stacks), len(t.Names)}
}

// errNoName is the error for an id that has no record.
type errNoName struct {
	kind string
	id   uint64
}

func (e *errNoName) Error() string { return fmt.Sprintf("%s %d has no name", e.kind, e.id) }

// below checks that all ids are in a table of some length.
func below[T ~int32](kind string, ids []T, length int) error {
	most := uint32(0)
	for _, id := range ids {
		most = max(most, uint32(id))
	}
	if len(ids) > 0 && uint64(most) >= uint64(length) {
		return &errNoName{kind, uint64(most)}
	}
	return nil
}

// below reports whether all of these ids are in tables of these lengths.
func (l limits) below(lengths limits) bool {
	return l.threads < lengths.threads && l.monitors < lengths.monitors && l.stacks < lengths.stacks && l.names < lengths.names
}
