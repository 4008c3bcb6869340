package interaction

import (
	"context"

	"tiv/timeline"
	"tiv/tracefeed"
)

// FrugalPairs is Pairs with little memory: each page is added up by itself, and no
// more than a number of parts are kept besides the two longest of each pair.
func FrugalPairs(tl *timeline.Timeline, from, to tracefeed.Time, parts int) []Pair {
	return pairs(context.Background(), tl, from, to, limits{pending: 0, parts: parts})
}
