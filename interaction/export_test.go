package interaction

// SetManyTaken sets how much of pages is added up at once, for tests: short
// traces are then added up in several parts.
func SetManyTaken(n int) { manyTaken = n }

// SetManyParts sets how many parts all threads may have, for tests: short traces
// then have too many.
func SetManyParts(n int) { manyParts = n }
