package timeline

// Tuning sets the sizes at which a timeline changes its methods. They affect time
// and memory, never results. A field that is 0 has the value that suits programs;
// tests use others, to reach with short traces what needs long ones.
type Tuning struct {
	// PageEvents is the number of events in a page. By default it follows from the
	// number of threads alive.
	PageEvents int
}
