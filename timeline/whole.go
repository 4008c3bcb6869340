package timeline

import (
	"io"

	"tiv/tracefeed"
)

// AddAll takes all events of the feed that are left. Its end is no error.
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

// Whole reduces all of a feed at once. Traces of people are read with a Reducer,
// which can show what it has so far.
func Whole(feed tracefeed.Feed) (*Timeline, error) {
	r := NewReducer(feed)
	if err := r.AddAll(); err != nil {
		return nil, err
	}
	return r.Snapshot(true, nil), nil
}
