package joined_test

import (
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/joined"
)

// What the recorder of one part cannot tell, the join cannot tell either: it has the limits of all
// parts, in any order of them.
func TestHeader(t *testing.T) {
	t.Parallel()
	const whole, looked = "0ns 1 start\n9ns 1 end\n", "trace kind=sampled period=5\n0ns 1 start\n9ns 1 end\n"
	dump := "trace kind=dump unread=1/3 leak-search=too-short omitted-locks=4\n0ns 1 start\n"
	var limits = tracefeed.Recorder{OmittedLocks: 4, Unread: tracefeed.Unread{Count: 1, Of: 3}, LeakSearch: tracefeed.LeakSearchTooShort}
	for _, c := range []struct {
		parts [2]string
		want  tracefeed.Header
	}{
		{[2]string{whole, whole}, tracefeed.Header{}},
		{[2]string{whole, looked}, tracefeed.Header{Kind: tracefeed.Sampled, Period: 5}},
		{[2]string{dump, whole}, tracefeed.Header{Kind: tracefeed.Sampled, Recorder: limits}},
		{[2]string{whole, dump}, tracefeed.Header{Kind: tracefeed.Sampled, Recorder: limits}},
		{[2]string{whole, "trace kind=profile\n0ns 1 start\n"}, tracefeed.Header{Kind: tracefeed.Sampled}},
	} {
		f := joined.OpenProcesses([]tracefeed.Process{{}, {ID: "40", Name: "a"}, {ID: "41", Name: "b"}}, []joined.Part{
			part(t, 1, 0, 40, false, c.parts[0]), part(t, 2, 3, 41, false, c.parts[1]),
		})
		for _, err := range tracefeed.All(f) {
			if err != nil {
				t.Fatal(err)
			}
		}
		got := f.Header()
		got.Format, got.Note = "", ""
		if got != c.want {
			t.Errorf("%q: header %+v, want %+v", c.parts, got, c.want)
		}
	}
}
