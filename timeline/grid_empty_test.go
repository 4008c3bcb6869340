package timeline

import (
	"context"
	"testing"

	"tiv/tracefeed"
)

// The empty timeline, shown until a trace is read, has no buckets.
func TestEachBucketOfNothing(t *testing.T) {
	t.Parallel()
	(&Timeline{}).EachBucket(context.Background(), nil, 0, 1000, 1, func(int, int, *tracefeed.StateTimes) {
		t.Error("a bucket of no thread")
	})
}
