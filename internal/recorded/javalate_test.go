package recorded_test

import (
	"bufio"
	"io"
	"maps"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"tiv/attach"
	"tiv/task"
	"tiv/task/definition"
)

// lateTasks defines the tasks of record/testdata/java/Late.java.
const lateTasks = `<EVENTS>
<EVENT METHOD="one" CLASS="Late" NAME="One"/>
<EVENT METHOD="two" CLASS="Late" NAME="Two"/>
</EVENTS>`

// talking is a running program that does something for each byte it reads, and then prints a line.
type talking struct {
	t    *testing.T
	pid  int
	in   io.Writer
	said *bufio.Reader
}

// talk starts a program, which is killed at the end of the test.
func talk(t *testing.T, args ...string) *talking {
	t.Helper()
	command := java(t, args...)
	cmd := exec.Command(command[0], append([]string{"-XX:+EnableDynamicAgentLoading"}, command[1:]...)...)
	var complaints strings.Builder
	cmd.Stderr = &complaints
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		if complaints.Len() > 0 {
			t.Errorf("the program has printed %s", complaints.String())
		}
	})
	return &talking{t, cmd.Process.Pid, in, bufio.NewReader(out)}
}

// waitFor waits for a line.
func (p *talking) waitFor(want string) {
	p.t.Helper()
	if line, err := p.said.ReadString('\n'); line != want+"\n" {
		p.t.Fatalf("the program printed %q, %v", line, err)
	}
}

// next lets the program do the next part.
func (p *talking) next(want string) {
	p.t.Helper()
	if _, err := p.in.Write([]byte{0}); err != nil {
		p.t.Fatal(err)
	}
	p.waitFor(want)
}

// A program that runs is recorded with tasks: its calls, and what its executors run for them. Jobs that
// were queued before, in threads that have run before, and calls that were open, are for none. Then
// nothing is left of it, and it can be recorded again.
func TestJavaAttachTasks(t *testing.T) {
	t.Parallel()
	list, err := definition.Read("late.xml", strings.NewReader(lateTasks))
	if err != nil {
		t.Fatal(err)
	}
	list = append(list, definition.BuiltIn()...)
	p := talk(t, "Late")
	p.waitFor("ready")
	calls := []string{"Late.for*", "Late.busy"}
	for _, want := range []map[string]int{
		{"One One": 24, "Two Two": 9, "None none": 13, "None executor job": 1},
		{"One One": 24, "Two Two": 9, "None executor job": 1},
	} {
		trace := attachedWith(t, p.pid, attach.Options{Tasks: list, Calls: calls}, func() { p.next("done") })
		tl, _ := find(t, trace)
		index, err := task.Build(t.Context(), tl, task.Options{Definitions: list})
		if err != nil {
			t.Fatal(err)
		}
		if got := workedFor(t, trace, "Late.for", index); !maps.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		p.next("busy")
		for range 3 {
			stacks, err := exec.Command("jstack", strconv.Itoa(p.pid)).Output()
			if err != nil || !strings.Contains(string(stacks), "Late.") || strings.Contains(string(stacks), "tiv.Calls") {
				t.Errorf("%v: after the recording, the program still calls the agent:\n%s", err, stacks)
			}
		}
		calls = calls[:1] // the thread of before calls this without end
	}
}
