package groups_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tiv/interaction/groups"
)

func TestByName(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ names, want string }{
		{"main", "main: 1"},
		{"worker-1 main worker-2", "worker-*: 1 3; main: 2"},
		{"worker-1 worker-1", "worker-1: 1 2"},
		{"worker worker-1", "worker: 1; worker-1: 2"},
		{"pool-1-thread-1 pool-1-thread-2 pool-1-thread-30", "pool-1-thread-*: 1 2 3"},
		{"pool-1-thread-1 pool-2-thread-1 pool-1-thread-2 pool-2-thread-2", "pool-1-thread-*: 1 3; pool-2-thread-*: 2 4"},
		{"pool-1-a-1 x pool-2-a-1 pool-1-a-2 pool-2-a-2", "pool-1-a-*: 1 4; x: 2; pool-2-a-*: 3 5"},
		{"pool-1-thread-1 pool-2-thread-1 pool-3-thread-1", "pool-*-thread-1: 1 2 3"},
		{"pool-1-thread-4 pool-2-thread-5 pool-3-thread-6", "pool-*-thread-*: 1 2 3"},
		{"worker_#7_(blue) worker_#8_(blue) worker_#9_(red)", "worker_#*_(blue): 1 2; worker_#9_(red): 3"},
		{"a.func1_5 a.func2_6 a.func1_7", "a.func1_*: 1 3; a.func2_6: 2"},
		{"http2_1 http2_2 x86", "http2_*: 1 2; x86: 3"},
		{"t1 t2 t3", "t*: 1 2 3"},
		{"conn7-reader conn8-reader conn7-writer", "conn*-reader: 1 2; conn7-writer: 3"},
		{"at-0x7f3a at-0x1b at-12", "at-*: 1 2 3"},
		{"10.0.0.1:80 10.0.0.2:80", "10.0.0.1:80: 1; 10.0.0.2:80: 2"},
		{"17 18", "17: 1; 18: 2"},
		{"ü1 ü2", "ü*: 1 2"},
		{"a\x00 a1 a2", "a\x00: 1; a*: 2 3"},
		{"kworker/0:1 kworker/0:2 kworker/1:1 kworker/1:2-events", "kworker/*:*: 1 2 3; kworker/1:2-events: 4"},
	} {
		names := strings.Fields(x.names)
		for i := range names {
			names[i] = strings.ReplaceAll(names[i], "_", " ")
		}
		tl, ids := named(names...)
		if got := say(groups.ByName(tl, ids)); got != strings.ReplaceAll(x.want, "_", " ") {
			t.Errorf("%s:\n got %s\nwant %s", x.names, got, x.want)
		}
	}
}

// randomName is a name of few words and small numbers, so that many are alike.
func randomName(rng *rand.Rand) string {
	var b strings.Builder
	for range 1 + rng.IntN(4) {
		b.WriteString([]string{"a", "pool", " ", "-", "#", "0x", "ü", "", "\x00"}[rng.IntN(9)])
		if rng.IntN(3) > 0 {
			fmt.Fprint(&b, rng.IntN(12))
		}
	}
	if b.Len() == 0 {
		return "-"
	}
	return b.String()
}

func FuzzByName(f *testing.F) {
	f.Add("pool-1-thread-1,pool-1-thread-2,main")
	f.Add("0x,0x1,0xg,a0,,a")
	f.Fuzz(func(t *testing.T, text string) {
		names := strings.Split(text, ",")
		for i := range names {
			names[i] = "n" + names[i]
		}
		tl, ids := named(names...)
		checkPartition(t, groups.ByName(tl, ids), ids, true)
	})
}

// A pattern does not depend on the other threads of a trace.
func TestPattern(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"main": "main", "worker-1": "worker-*", "pool-1-thread-30": "pool-*-thread-*", "main.work.func1 42": "main.work.func1 *",
		"17": "*", "": "*", "at-0x7f3a": "at-*", "10.0.0.1:80": "10.0.0.1:80", "T7": "T*",
	} {
		if got := groups.Pattern(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
