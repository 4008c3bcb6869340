package timeline

func init() {
	partEvents = 100 // so that short traces are shared among goroutines, too
	fewEvents = 0
	manyEvents = 150 // or read again each time
	fewSharers = 2   // and few holders are not listed each time
	fastBits = 6     // and short pages are sorted as long ones are
}
