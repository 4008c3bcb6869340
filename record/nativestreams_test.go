package record_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tiv/record"
	"tiv/task/definition"
	"tiv/tracefeed"
)

var numbersInNames = regexp.MustCompile(`[0-9./][^ ]*`)

// streamEvents returns the numbers in the events of streams, by their kind and the name of the stream
// without its numbers.
func streamEvents(t *testing.T, path string) map[string]string {
	t.Helper()
	tables, all := events(t, path)
	got := map[string]string{}
	for _, ev := range all {
		if name := tables.Names[ev.Name]; (ev.Kind == tracefeed.Put || ev.Kind == tracefeed.Take) && name != "" {
			got[fmt.Sprint(ev.Kind, " ", numbersInNames.ReplaceAllString(name, "N"))] += fmt.Sprint(" ", ev.Value)
		}
	}
	return got
}

// The positions of bytes are counted over processes and duplicates of descriptors. Both ends of a
// stream give it the same name. What is only looked at is not taken.
func TestStreams(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "socket")
	keep := func(paths []string, _ string) ([]string, error) { return paths, nil }
	run := recordNative(t, record.Options{Command: []string{compiled(t, "streams.c"), path}, Tasks: definition.List{}, Merge: keep})
	const asked, answered = " 10 21 33", " 5 10 15"
	// Who closes a connection says that it takes no more.
	client := map[string]string{"put pipe N": " 0" + asked, "take pipe N": answered}
	server := map[string]string{"put pipe N": " 0" + answered, "take pipe N": asked}
	for name, back := range map[string]string{"pair N > N": "pair N > N", "tcp N > N": "tcp N < N", "unix N > N": "unix N < N"} {
		client["put "+name], client["take "+back] = " 0"+asked, answered
		server["take "+name], server["put "+back] = asked, " 0"+answered
	}
	client["take tcp N < N"] += " 0"
	server["take tcp N > N"] += " 0"
	if len(run.Traces) != 2 {
		t.Fatalf("traces %v", run.Traces)
	}
	names := map[string]int{}
	for _, trace := range run.Traces {
		got, want := streamEvents(t, trace), client
		if got["take tcp N > N"] != "" {
			want = server
		}
		if !maps.Equal(got, want) {
			t.Errorf("%v\nwant %v", got, want)
		}
		waits := 0
		tables, all := events(t, trace)
		used := map[string]bool{}
		for _, ev := range all {
			if ev.Kind == tracefeed.Put {
				used[tables.Names[ev.Name]] = true
			}
			if ev.Kind == tracefeed.Take && ev.Value != 0 {
				used[tables.Names[ev.Name]] = true
			}
			if ev.Kind == tracefeed.IOStart && ev.Name != tracefeed.NoName {
				waits++
			}
		}
		for name := range used {
			names[name]++
		}
		if want[`put tcp N > N`] != "" && waits < 10 {
			t.Errorf("%d waits name the stream that they read", waits)
		}
	}
	for name, n := range names {
		if n != 2 {
			t.Errorf("%s is the name of %d ends", name, n)
		}
	}
	if len(names) != 8 {
		t.Errorf("streams %v, want 8", names)
	}
}

// Bytes that threads write at once belong to none of them: the numbers are negative. After bytes that
// were not seen, nothing is recorded. Without Tasks, no stream is.
func TestStreamsAtOnce(t *testing.T) {
	t.Parallel()
	command := []string{compiled(t, "streams.c")}
	run := recordNative(t, record.Options{Command: command, Tasks: definition.List{}})
	got := streamEvents(t, run.Traces[0])
	if want := " 0 200000 0 -201000 201007"; got["put pipe N"] != want {
		t.Errorf("put%s, want%s", got["put pipe N"], want)
	}
	if takes := got["take pipe N"]; !strings.HasSuffix(takes, " 201000 201007") || strings.Contains(takes, "-") {
		t.Errorf("take%s, want 201000 and 201007 at the end", takes)
	}
	run = recordNative(t, record.Options{Command: command})
	if got := streamEvents(t, run.Traces[0]); len(got) > 0 {
		t.Errorf("without Tasks the trace has %v", got)
	}
}
