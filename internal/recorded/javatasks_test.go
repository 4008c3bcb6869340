package recorded_test

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"tiv/record"
	"tiv/task"
	"tiv/task/definition"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// jobTasks defines the tasks of record/testdata/java/Jobs.java.
const jobTasks = `<EVENTS>
<EVENT METHOD="one" CLASS="Jobs" SIGN="()V" NAME="One"/>
<EVENT METHOD="two" CLASS="Jobs" NAME="Two"/>
<EVENT METHOD="give" CLASS="Jobs" NAME="Give"/>
<EVENT METHOD="giveOther" CLASS="Jobs" NAME="GiveOther"/>
</EVENTS>`

// workedFor returns, by functions whose names begin with a text, for tasks of which types their calls
// were, and how often.
func workedFor(t *testing.T, trace, prefix string, index *task.Index) map[string]int {
	t.Helper()
	source, err := tracefeed.Open(trace, loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	found := map[string]int{}
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatal(err)
		}
		name, ok := strings.CutPrefix(source.Tables().Names[ev.Name], prefix)
		if ev.Kind != tracefeed.CallEnter || !ok {
			continue
		}
		whose := "none"
		for _, w := range index.Work(ev.Thread) {
			if w.Start <= ev.Time && ev.Time < w.End {
				whose = index.Tasks[w.Task].Type
			}
		}
		found[name+" "+whose]++
	}
	return found
}

// What jobs do in executors is work for the task that has put them there, whichever way they go. A
// job that nothing says for whom it is, is for none.
func TestJavaTasks(t *testing.T) {
	t.Parallel()
	list, err := definition.Read("jobs.xml", strings.NewReader(jobTasks))
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, definition.BuiltIn()...)
	var out strings.Builder
	result, err := record.Run(t.Context(), record.Options{Command: java(t, "Jobs"), Out: filepath.Join(t.TempDir(), "x.bin"),
		Tasks: list, Calls: []string{"Jobs.for*"}, Stdout: &out, Stderr: &out})
	if err != nil || result.ExitCode != 0 || out.Len() > 0 || len(result.Traces) != 1 {
		t.Fatalf("%v, %+v, output %q", err, result, out.String())
	}
	tl, _ := find(t, result.Traces[0])
	index, err := task.Build(t.Context(), tl, task.Options{Definitions: list})
	if err != nil {
		t.Fatal(err)
	}
	got := workedFor(t, result.Traces[0], "Jobs.for", index)
	// Jobs that are given away outside of a task are tasks.
	want := map[string]int{"One One": 32, "Two Two": 1, "Request HTTP request": 6, "None none": 4, "None executor job": 3,
		"Give Give": 3, "Other GiveOther": 2}
	if !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
