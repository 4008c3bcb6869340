package record

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// streamsIn returns the numbers in the events of streams of a Go trace, by the name of the stream, the
// puts before the takes.
func streamsIn(t *testing.T, path string) map[string][2]string {
	t.Helper()
	src, err := tracefeed.Open(path, []tracefeed.Format{gotrace.Format()})
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	got := map[string][2]string{}
	for ev, err := range tracefeed.All(src) {
		if err != nil {
			t.Fatal(err)
		}
		if ev.Kind != tracefeed.Put && ev.Kind != tracefeed.Take || ev.Object != 0 {
			continue
		}
		all := got[src.Tables().Names[ev.Name]]
		side := 0
		if ev.Kind == tracefeed.Take {
			side = 1
		}
		all[side] += fmt.Sprint(" ", ev.Value)
		got[src.Tables().Names[ev.Name]] = all
	}
	return got
}

// without0 leaves the waits out: how often a goroutine waits depends on the others.
func without0(numbers string) string {
	words := slices.DeleteFunc(strings.Fields(numbers), func(w string) bool { return w == "0" })
	return " " + strings.Join(words, " ") + " "
}

// recordStreams records one of the ways of testdata/streamed.
func recordStreams(t *testing.T, way string) map[string][2]string {
	t.Helper()
	command := append(words("go run ./streamed "+way), filepath.Join(t.TempDir(), "s"))
	return streamsIn(t, recordWith(t, Options{Command: command, Tasks: noFunctions{}}).path)
}

// Both ends of a stream have the same name in a trace, and number its bytes alike.
func TestStreamsOfGo(t *testing.T) {
	const asked, answered, oneByOne = " 10 21 33 ", " 5 10 15 ", " 2 5 7 10 12 15 "
	kinds := map[string]int{}
	got := recordStreams(t, "kinds")
	for name, numbers := range got {
		kind, _, _ := strings.Cut(name, " ")
		kinds[kind]++
		put, taken := numbers[0]+" ", without0(numbers[1])
		switch {
		case name == "": // a wait for any
		case kind == "pipe" && put == " 0"+oneByOne && strings.HasSuffix(taken, answered): // without writev
		case strings.Contains(name, " < ") && put == " 0"+answered && taken == answered:
		case put == " 0"+asked && taken == asked:
		default:
			t.Errorf("%s: put%s, taken%s", name, put, taken)
		}
		if back := tracefeed.StreamOf(name).Back; back != "" && got[back] == [2]string{} {
			t.Errorf("%s: no %s", name, back)
		}
	}
	if kinds["tcp"] != 4 || kinds["unix"] != 2 || kinds["pipe"] != 2 {
		t.Errorf("streams %v of %v", kinds, got)
	}
}

// Bytes are counted whatever system call moves them. Nothing is known of a connection once others can
// have its descriptor.
func TestWaysOfStreamsOfGo(t *testing.T) {
	for way, want := range map[string]map[string][2]string{
		"ways":   {"tcp": {" 0 100 101", " 100 101 "}, "unix": {" 0 100 107", " 100 107 "}},
		"unseen": {"tcp": {" 0 3", " 12 "}},
	} {
		n := 0
		for name, numbers := range recordStreams(t, way) {
			kind, _, _ := strings.Cut(name, " ")
			if w, ok := want[kind]; ok && numbers[0] != "" { // else it is only closed
				n++
				if taken := without0(numbers[1]); numbers[0] != w[0] || !strings.HasSuffix(taken, w[1]) {
					t.Errorf("%s: %s: put%s, taken%s; want%s, taken%s", way, name, numbers[0], taken, w[0], w[1])
				}
			}
		}
		if n != len(want) {
			t.Errorf("%s: %d streams", way, n)
		}
	}
}
