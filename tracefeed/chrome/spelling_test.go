package chrome

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tiv/tracefeed"
)

// numbers are spellings of whole numbers, nothings those of a field that is missing, and gaps
// what can be between two fields or events.
var (
	spellings = []string{"%d", `"%d"`, "%d.0", "%d.000", `"%d.0"`, "%de0"}
	nothings  = []string{"", `"args":null,`, `"args":{"a":NaN,"b":[-Infinity,{"c":"]}\"{["}]},`, `"id":null,"s":null,`,
		`"unknown":{"pid":9},`}
	gaps = []string{"", " ", "\r\n", "\t\n "}
)

// spelled writes slices of two threads, one after the other, in a random spelling.
func spelled(r *rand.Rand) string {
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	number := func(n int) string { return fmt.Sprintf(pick(spellings), n) }
	var b strings.Builder
	b.WriteString(pick([]string{"[", "\ufeff[", "\r\n[", `{"metadata":{"x":[1]},"traceEvents":[`,
		`{"displayTimeUnit":"ns","traceEvents":[`}))
	object := strings.Contains(b.String(), "{")
	for i := range 4 {
		fmt.Fprintf(&b, `{%s"ph":"X",%s"pid":%s,%s"tid":%s,"name":"f%d",%s"ts":%s,"dur":%s%s}`, pick(gaps), pick(nothings),
			number(7), pick(gaps),
			number(7+i%2), i, pick(nothings), number(10*i), number(5), pick([]string{"", ",", " , "}))
		if i < 3 || r.IntN(2) == 0 {
			b.WriteString(pick(gaps) + "," + pick(gaps))
		}
	}
	if object {
		return b.String() + "]" + pick([]string{"}", "}\n", `,"otherData":{}}`, ",}"})
	}
	return b.String() + pick([]string{"", "]", "]\r\n", "],"})
}

// TestSpellings checks that a trace is the same in all spellings of JSON, and in some that are none.
func TestSpellings(t *testing.T) {
	t.Parallel()
	const want = `0s 7 run
0s 7 call-enter f0
5us 7 call-exit f0
5us 7 unknown
10us 8 run
10us 8 call-enter f1
15us 8 call-exit f1
15us 8 unknown
20us 7 run
20us 7 call-enter f2
25us 7 call-exit f2
25us 7 unknown
30us 8 run
30us 8 call-enter f3
35us 8 call-exit f3
35us 8 unknown
35us - none
`
	for seed := range uint64(300) {
		file := spelled(rand.New(rand.NewPCG(seed, 24)))
		got, h, err := read(t, file)
		if got = strings.TrimLeft(got, "\n"); err != nil || got != want || strings.Contains(h.Note, "left out") ||
			strings.Contains(h.Note, "not read") {
			t.Errorf("seed %d: %v, %q\n%s\n%s", seed, err, h.Note, file, got)
			break
		}
		if !sniff([]byte(file)) {
			t.Errorf("seed %d: not recognized: %s", seed, file)
		}
	}
}

// TestEarlyKeys checks that a file is recognized whose list of events is far from its start.
func TestEarlyKeys(t *testing.T) {
	t.Parallel()
	long := strings.Repeat(`{"id":0},`, tracefeed.SniffFar/8)
	for _, key := range earlyKeys {
		file := "{\n \"" + key + `":[` + long + `{}],"traceEvents":[{"ph":"i","ts":1,"name":"a"}]}`
		if !sniff([]byte(file[:tracefeed.SniffFar])) {
			t.Errorf("%s: not recognized", key)
		}
		if sniff([]byte(file[:tracefeed.SniffLen])) {
			t.Errorf("%s: recognized by %q", key, file[:tracefeed.SniffLen])
		}
	}
	if sniff([]byte(`{"log":[` + long)) {
		t.Error("any object is a trace")
	}
}
