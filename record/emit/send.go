package emit

import (
	"context"
	"io"
	"os"
	"time"

	"tiv/tracefeed/live/sender"
)

// closeTime is the time that Close waits for a listener to acknowledge the end of the trace.
const closeTime = time.Second

// open opens the file at a path, or the way to a listener.
func (w *Writer) open(path string) (io.WriteCloser, error) {
	if !sender.IsAddress(path) {
		return os.Create(path)
	}
	hello := sender.Here(time.Since(w.clock.start))
	hello.Feed, hello.Language, hello.Wall = w.header.ID, "go", w.header.Wall
	s, err := sender.New(context.Background(), path, hello, sender.Options{})
	if err != nil {
		return nil, err
	}
	return &sent{sender.Trace{Sender: s}}, nil
}

// sent is a trace that is sent to a listener.
type sent struct{ sender.Trace }

func (s *sent) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	return s.Sender.Close(ctx)
}
