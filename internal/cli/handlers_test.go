package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// queue is a program with a loop that takes jobs from a queue, by samples at 100 instants, and
// a function that a library calls.
func queue() string {
	var b strings.Builder
	b.WriteString(`tiv-text 1 kind=sampled period=10000000
frame loop acme.Worker.loop
frame take java.util.concurrent.Queue.take
frame job acme.Job.handle
frame each acme.Item.compare
frame sort java.util.Arrays.sort
frame start java.lang.Thread.run
stack w take loop start
stack j job loop start
stack c each sort start
`)
	for i := 1; i <= 100; i++ {
		if i%5 == 0 {
			fmt.Fprintf(&b, "%[1]dms A suspend-end\n%[1]dms A run cpu=1\n%[1]dms A sample value=1 stack=j\n", 10*i)
		} else {
			fmt.Fprintf(&b, "%[1]dms A suspend-start wait\n%[1]dms A sample value=1 stack=w\n", 10*i)
		}
		if i%10 == 0 {
			fmt.Fprintf(&b, "%[1]dms C run cpu=2\n%[1]dms C sample value=1 stack=c\n", 10*i)
		}
	}
	return b.String()
}

func TestHandlers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	trace, trie := filepath.Join(dir, "queue.tiv"), filepath.Join(dir, "trie.xml")
	if err := os.WriteFile(trace, []byte(queue()), 0o666); err != nil {
		t.Fatal(err)
	}
	const head = "function,kind,type,count\n"
	const own = `<REACTION>
  <EVENT METHOD="acme.Job@handle" TYPE="NODE_WAIT"/>
</REACTION>
`
	const reaction = `<REACTION>
  <CALLBACK METHOD="acme.Item@compare"/>
  <EVENT METHOD="acme.Job@handle" TYPE="NODE_WAIT"/>
</REACTION>
`
	for args, want := range map[string]string{
		"handlers TRACE --format xml":                own,
		"handlers TRACE --format xml --paper":        reaction,
		"dump TRACE handlers --paper":                head + "acme.Item.compare,callback,,10\nacme.Job.handle,handler,NODE_WAIT,20\n",
		"dump TRACE handlers":                        head + "acme.Job.handle,handler,NODE_WAIT,20\n",
		"dump TRACE handlers --to 500ms --paper":     head + "acme.Item.compare,callback,,4\n",
		"dump TRACE handlers --to 500ms":             head + "acme.Job.handle,handler,NODE_WAIT,9\n",
		"dump TRACE handlers --to 0s":                head,
		"dump TRACE handlers --system acme":          head,
		"dump TRACE handlers --limit own=30 --paper": head + "acme.Item.compare,callback,,10\n",
		"dump TRACE handlers --limit begins=30":      head,
	} {
		r := tiv(t, strings.Fields(strings.Replace(args, "TRACE", trace, 1))...)
		if r.exit != exitOK || r.out != want {
			t.Errorf("%s: exit %d, got\n%s%s", args, r.exit, r.out, r.errors)
		}
	}
	r := tiv(t, "handlers", trace)
	for _, want := range []string{"stacks count as samples: 110 samples of threads at 100 instants\n",
		"acme.Job.handle  handler  NODE_WAIT",
		"acme.Worker.loop waits again and again, and calls it: it was seen to begin 20 times, 20 of them directly after the wait",
		"  returns               3 "} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %q in\n%s%s", want, r.out, r.errors)
		}
	}
	r = tiv(t, "handlers", trace, "--paper")
	for _, want := range []string{"acme.Job.handle    handler   NODE_WAIT",
		"acme.Worker.loop waits in 100.0 % of 80 samples and calls it", "java.util.Arrays.sort, of the system, calls it in 10 samples",
		"  wait               99 %"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %q in\n%s%s", want, r.out, r.errors)
		}
	}
	r = tiv(t, "handlers", trace, "--trie")
	if err := os.WriteFile(trie, []byte(r.out), 0o666); err != nil {
		t.Fatal(err)
	}
	if r = tiv(t, "handlers", trie, "--format", "xml"); r.out != own {
		t.Errorf("from the trie: %s%s", r.out, r.errors)
	}
	if r = tiv(t, "handlers", trie, "--format", "xml", "--paper"); r.out != reaction {
		t.Errorf("from the trie, by the paper: %s%s", r.out, r.errors)
	}
	if err := os.WriteFile(trie, []byte("<REACTIONS>&lol;</REACTIONS>"), 0o666); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		trie:                           "trie.xml:1:",
		trace + " --limit own=none":    "is no number of samples",
		trace + " --trie --format csv": "--trie is XML",
		trace + " --format yaml":       "yaml",
	} {
		if r := tiv(t, append([]string{"handlers"}, strings.Fields(args)...)...); r.exit == exitOK || !strings.Contains(r.errors, want) {
			t.Errorf("%s: exit %d, %s", args, r.exit, r.errors)
		}
	}
	if r := tiv(t, "handlers", fixture("deadlock")); r.exit != exitOK || !strings.Contains(r.errors, "tiv: handlers: ") {
		t.Errorf("a trace without stacks: exit %d, %s%s", r.exit, r.out, r.errors)
	}
}
