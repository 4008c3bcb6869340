package convert_test

import (
	"strings"
	"testing"

	"tiv/tracefeed"
)

// What a trace is stays with it in every format of TIV's, and is not deduced from the names
// of regions and tasks.
func TestKind(t *testing.T) {
	t.Parallel()
	named := "0s A start\n1ms - counter waiting value=1\n"
	for _, name := range []string{tracefeed.DumpedThreads, tracefeed.SamplingPeriod, tracefeed.OmittedLocks,
		"left out: 3 of 10 threads", "program too short to search for leaks"} {
		name = strings.ReplaceAll(name, " ", "%20")
		named += "2ms A region-start " + name + " value=5\n2ms A task-start " + name + " object=7\n"
	}
	unread := tracefeed.Recorder{Unread: tracefeed.Unread{Count: 3, Of: 10}}
	for _, c := range []struct {
		text string
		want tracefeed.Header
	}{
		{"tiv-text 1\n" + named, tracefeed.Header{}},
		{"tiv-text 1 kind=dump unread=3/10\n" + named, tracefeed.Header{Kind: tracefeed.Dump, Recorder: unread}},
		{"tiv-text 1\n" + named + "trace kind=sampled period=5\ntrace period=7\n", tracefeed.Header{Kind: tracefeed.Sampled, Period: 7}},
		{"tiv-text 1\n" + named + "trace leak-search=no-collector\n",
			tracefeed.Header{Recorder: tracefeed.Recorder{LeakSearch: tracefeed.LeakSearchOff}}},
		{"tiv-text 1\n0s A start\n1ms - counter threads%20in%20the%20dump value=1\n", tracefeed.Header{Kind: tracefeed.Dump}}, // as before
	} {
		data := []byte(c.text)
		for _, to := range []func(*tracefeed.Source) ([]byte, error){toText, toBin, toBin, toText, toBin} {
			var err error
			if data, err = convertBytes(data, to); err != nil {
				t.Fatalf("%s: %v", c.text, err)
			}
		}
		_, tl, _ := reopen(t, data)
		got := tl.Header
		got.Format = ""
		if got != c.want || tl.Header.OfDump() != (c.want.Kind == tracefeed.Dump) ||
			(tl.Header.Kind == tracefeed.Sampled) != (c.want.Kind == tracefeed.Sampled) {
			t.Errorf("%s\nis %+v, not %+v", c.text, got, c.want)
		}
	}
}
