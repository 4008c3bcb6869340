// Package reduced makes timelines of complete feeds, for tests and benchmarks. The
// program itself reduces feeds in batches, with progress and cancellation.
package reduced

import (
	"io"

	"tiv/timeline"
	"tiv/tracefeed"
)

// Timeline reduces a feed to its end. Errors are from AddAll.
func Timeline(feed tracefeed.Feed, tuning timeline.Tuning) (*timeline.Timeline, error) {
	r := timeline.NewReducer(feed, tuning)
	if err := AddAll(r, feed); err != nil {
		return nil, err
	}
	return r.Snapshot(true, nil), nil
}

// AddAll adds the remaining events of a feed to a reducer. The error is from the
// feed, unless it is io.EOF, or from the reducer.
func AddAll(r *timeline.Reducer, feed tracefeed.Feed) error {
	for batch := []tracefeed.Event(nil); ; {
		var err error
		if batch, err = feed.Batch(batch); err == io.EOF {
			return nil
		}
		if err == nil {
			err = r.Add(batch)
		}
		if err != nil {
			return err
		}
	}
}
