package timeline

import (
	"io"

	"tiv/tracefeed"
)

// AddAll adds all remaining events of the feed. The end of the feed is no error.
func (r *Reducer) AddAll() error {
	for ev := new(tracefeed.Event); ; {
		switch err := r.feed.Next(ev); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		if err := r.Add(ev); err != nil {
			return err
		}
	}
}

// Whole reduces a complete feed. The programs use a Reducer instead, which can show
// a partial result.
func Whole(feed tracefeed.Feed) (*Timeline, error) {
	r := NewReducer(feed)
	if err := r.AddAll(); err != nil {
		return nil, err
	}
	return r.Snapshot(true, nil), nil
}
