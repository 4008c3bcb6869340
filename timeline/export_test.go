package timeline

// SetPageLen makes pages of so many events, so that short traces have many.
func (r *Reducer) SetPageLen(n int) { r.pageLen = n }

func init() { partEvents = 100 } // so that short traces are shared among goroutines, too
