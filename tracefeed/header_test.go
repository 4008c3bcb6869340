package tracefeed

import "testing"

// A header read from its statements is the same.
func TestStatements(t *testing.T) {
	t.Parallel()
	for _, h := range []Header{
		{}, {Kind: Dump, Recorder: Recorder{Unread: Unread{3, 10}}}, {Kind: Sampled, Period: 10 * Millisecond}, {Kind: Profile},
		{Recorder: Recorder{OmittedLocks: 9, LeakSearch: LeakSearchTooShort}}, {Recorder: Recorder{LeakSearch: LeakSearchOff}},
	} {
		var got Header
		for _, s := range h.Statements() {
			if !got.Accept(s) {
				t.Errorf("%v is not accepted", s)
			}
		}
		if got != h {
			t.Errorf("%+v became %+v", h, got)
		}
	}
}

// Statements that are not known change nothing.
func TestUnknownStatements(t *testing.T) {
	t.Parallel()
	for _, s := range []Statement{{"kind", "film"}, {"kind", ""}, {"leak-search", ""}, {"period", "-1"}, {"period", "1ms"},
		{"omitted-locks", "99999999999999999999"}, {"unread", "3"}, {"unread", "-3/4"}, {"unread", "3/4 "}, {"host", "here"}} {
		var h Header
		if h.Accept(s) || h != (Header{}) {
			t.Errorf("%v became %+v", s, h)
		}
	}
}

// In the old form only counters of the whole program say what a trace is.
func TestOldForm(t *testing.T) {
	t.Parallel()
	names := []string{"", DumpedThreads, SamplingPeriod, OmittedLocks, "left out: 3 of 10 threads", "program too short to search for leaks",
		"no search for leaks without garbage collector", "left out: 3 of 10 threads or so"}
	want := []Header{{}, {Kind: Dump}, {Kind: Sampled, Period: 7}, {Recorder: Recorder{OmittedLocks: 7}},
		{Recorder: Recorder{Unread: Unread{3, 10}}},
		{Recorder: Recorder{LeakSearch: LeakSearchTooShort}}, {Recorder: Recorder{LeakSearch: LeakSearchOff}}, {}}
	for i := range names {
		var old OldForm
		old.Read([]Event{{Kind: RegionStart, Name: NameID(i), Thread: 1}, {Kind: Counter, Name: NameID(i), Thread: 1},
			{Kind: Counter, Name: 99}}, names)
		if old.Header != (Header{}) {
			t.Errorf("a region %q says %+v", names[i], old.Header)
		}
		if old.Read([]Event{{Kind: Counter, Name: NameID(i), Value: 7}}, names); old.Header != want[i] {
			t.Errorf("a counter %q says %+v, not %+v", names[i], old.Header, want[i])
		}
	}
}
