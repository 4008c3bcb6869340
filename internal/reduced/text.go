package reduced

import (
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// Text returns the remaining events of a feed as a text trace, without its first line, and
// the error that ends the feed, nil for io.EOF. It ends the test if times go back.
func Text(t testing.TB, feed tracefeed.Feed) (string, error) {
	t.Helper()
	var text strings.Builder
	var enc *textfeed.Encoder
	var now tracefeed.Time
	for ev, err := range tracefeed.All(feed) {
		if err != nil {
			return events(t, &text, enc), err
		}
		if ev.Time < now {
			t.Fatalf("an event at %v follows one at %v", ev.Time, now)
		}
		now = ev.Time
		if enc == nil {
			enc = textfeed.NewEncoder(&text, feed.Header(), feed.Tables())
		}
		if err := enc.Encode(ev); err != nil {
			t.Fatal(err)
		}
	}
	return events(t, &text, enc), nil
}

// events returns what an encoder has written, without the first line.
func events(t testing.TB, text *strings.Builder, enc *textfeed.Encoder) string {
	if enc == nil {
		return ""
	}
	if err := enc.Flush(); err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(text.String(), "\n")
	return rest
}
