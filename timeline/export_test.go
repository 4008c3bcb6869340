package timeline

func init() {
	partEvents = 100 // so that short traces are shared among goroutines, too
	maxSequentialEvents = 0
	maxCachedEvents = 150 // or read again each time
	maxListedHolders = 2  // and few holders are not listed each time
	twoPassBits = 6       // and short pages are sorted as long ones are
}
