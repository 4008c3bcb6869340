// Package largest selects the largest of many things, as numbers, without sorting all.
package largest

import "slices"

// Of returns the n largest of the numbers below all for which wanted is
// true, largest last, and how many wanted selects. It takes little longer than
// one pass over all numbers.
func Of(all, n int, wanted func(int32) bool, order func(a, b int32) int) (best []int32, count int) {
	least := int32(-1) // n numbers are at least as large
	for i := range int32(all) {
		if !wanted(i) {
			continue
		}
		if count++; least >= 0 && order(i, least) < 0 {
			continue
		}
		if best = append(best, i); len(best) == 2*n {
			slices.SortFunc(best, order)
			best = best[:copy(best, best[n:])]
			least = best[0]
		}
	}
	slices.SortFunc(best, order)
	return best[max(0, len(best)-n):], count
}
