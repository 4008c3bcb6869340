package filter

// SetLimit sets the number of intervals cached for the names of a filter.
func (m *Memory) SetLimit(n int) { m.limit = n }
