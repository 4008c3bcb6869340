package interaction

// SetMaxPending sets the size of pages added up at once, so that short traces are
// added up in several steps.
func SetMaxPending(n int) { maxPending = n }

// SetMaxParts sets the number of parts of all threads, so that short traces have
// too many.
func SetMaxParts(n int) { maxParts = n }
