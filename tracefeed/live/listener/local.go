package listener

import (
	"bytes"
	"errors"
	"io"

	"tiv/tracefeed/live/wire"
)

// Open makes a feed that this program receives in another way. Each Write is a piece of the feed,
// and Close its end.
func (l *Listener) Open(h wire.Hello) (io.WriteCloser, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byID[h.Feed] != nil {
		return nil, errors.New("another feed has the same number")
	}
	f, err := l.create(h)
	if err != nil {
		return nil, err
	}
	f.local, f.state.Connected = true, true
	return &local{f}, nil
}

// local is a feed that this program receives in another way.
type local struct{ feed *Feed }

func (c *local) Write(p []byte) (int, error) {
	f := c.feed
	f.turn.Lock()
	defer f.turn.Unlock()
	if err := f.receive(bytes.NewReader(p), f.Status().Next, int64(len(p))); err != nil {
		return 0, err
	}
	return len(p), f.save()
}

func (c *local) Close() error {
	c.feed.end()
	return nil
}
