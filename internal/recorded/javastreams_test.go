package recorded_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tiv/record"
	"tiv/task/definition"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// Both ends of a connection have the same name in a trace, and number its bytes alike, however a program
// in Java reads and writes.
func TestJavaStreams(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	result, err := record.Run(t.Context(), record.Options{Command: java(t, "Streams", t.TempDir()),
		Out: filepath.Join(t.TempDir(), "x.bin"), Tasks: definition.List{}, Stdout: &out, Stderr: &out})
	if err != nil || result.ExitCode != 0 || out.Len() > 0 || len(result.Traces) != 1 {
		t.Fatalf("%v, %+v, output %q", err, result, out.String())
	}
	source, err := tracefeed.Open(result.Traces[0], loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	put, taken := map[string]string{}, map[string]string{}
	waits := 0
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatal(err)
		}
		name := source.Tables().Names[ev.Name]
		switch {
		case ev.Kind == tracefeed.Put:
			put[name] += fmt.Sprint(" ", ev.Value)
		case ev.Kind == tracefeed.Take && ev.Value != 0:
			taken[name] += fmt.Sprint(" ", ev.Value)
		case ev.Kind == tracefeed.Take && ev.Object == 0:
			waits++
		}
	}
	var got []string
	for name, numbers := range put {
		kind, _, _ := strings.Cut(name, " ")
		way := ">"
		if strings.Contains(name, " < ") {
			way = "<"
		}
		took := taken[name]
		if numbers == " 0 100 101" && strings.HasSuffix(took, " 101") {
			took = " 101"
		}
		got = append(got, fmt.Sprint(kind, " ", way, " put", numbers, ", taken", took))
		if back := tracefeed.StreamOf(name).Back; numbers != " 0 100 101" && put[back] == "" {
			t.Errorf("%s: no %s", name, back)
		}
	}
	const asks, answers = "> put 0 10 21 33, taken 10 21 33", "< put 0 5 10 15, taken 5 10 15"
	want := []string{"tcp " + asks, "tcp " + asks, "tcp " + asks, "tcp " + answers, "tcp " + answers, "tcp " + answers,
		"unix " + asks, "unix " + answers, "tcp > put 0 100 101, taken 101"}
	slices.Sort(want)
	if slices.Sort(got); !slices.Equal(got, want) || waits < 10 {
		t.Errorf("%d waits,\n%s\nwant\n%s", waits, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
