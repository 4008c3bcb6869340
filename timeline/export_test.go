package timeline

func init() { partEvents = 100 } // so that short traces are shared among goroutines, too
