package tracefeed

import "testing"

func TestWaitSums(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"1 2 3 4 5":                   "",
		"-1 0 0 0 0 0":                "",
		"0 0 x 0 0 0":                 "",
		"9999999 0 1000000000 0 0 0":  "",
		"10000000 0 1000000000 0 0 0": "threads waited 10 ms unseen by the recorder: their state is unknown then",
		"10000000 20000000 1000000000 0 0 0": "threads waited 10 ms unseen by the recorder: their state is unknown " +
			"then, and 20 ms more, which counts as running",
		"10000000 0 1000000001000 0 0 0": "",
		"0 0 1000000000 90000000 10000000 0": "threads waited 10 ms for processors, 10 % of the time for which they " +
			"could run; it counts as running, or as the end of a wait",
		"0 0 1000000000 100000000 10000000 0": "",
		"0 0 1000000000 0 0 1": "threads waited unseen by the recorder, which counts as running: " +
			"/proc does not show their times",
		"1000000000 0 2000000000 0 20000000 0": "threads waited 1 s unseen by the recorder: their state is unknown then; " +
			"and 20 ms for processors, 100 % of the time for which they could run; it counts as running, or as the end of a wait",
	} {
		if got := ParseWaitSums(text).String(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	s := ParseWaitSums("10000000 0 100000000 0 0 0")
	s.add(ParseWaitSums("5000000 0 100000000 9223372036854775807 0 0"))
	s.add(ParseWaitSums("0 0 0 1 0 1"))
	if want := (WaitSums{15 * Millisecond, 0, 200 * Millisecond, 1<<63 - 1, 0, true}); s != want {
		t.Errorf("sum %+v, want %+v", s, want)
	}
}
