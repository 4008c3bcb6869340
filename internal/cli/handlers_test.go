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
	const callback = `<REACTION>
  <CALLBACK METHOD="acme.Item@compare"/>
</REACTION>
`
	const none = "<REACTION>\n</REACTION>\n"
	sliceFile := filepath.Join(dir, "slices.json")
	if err := os.WriteFile(sliceFile, []byte(`{"tiv_slices": 1, "slices": [{"name": "A", "of": "threads", "where": "id == \"A\""},
		{"name": "C", "of": "threads", "where": "id == \"C\""}, {"name": "early", "of": "threads", "to": "120ms"}]}`), 0o666); err != nil {
		t.Fatal(err)
	}
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

		// Bases end before the last sample.
		"handlers TRACE --format xml --from 500ms --to 1s --paper":             reaction,
		"handlers TRACE --format xml --to 120ms":                               none,
		"handlers TRACE --format xml --slices SLICES --base C --paper":         callback,
		"handlers TRACE --format xml --slices SLICES --base A":                 own,
		"handlers TRACE --format xml --slices SLICES --base A --base early":    none,
		"dump TRACE handlers --slices SLICES --base C --paper":                 head + "acme.Item.compare,callback,,9\n",
		"dump TRACE handlers --slices SLICES --base A":                         head + "acme.Job.handle,handler,NODE_WAIT,19\n",
		"dump TRACE handlers --slices SLICES --base C --from 500ms --to 750ms": head,
	} {
		r := tiv(t, strings.Fields(strings.NewReplacer("TRACE", trace, "SLICES", sliceFile).Replace(args))...)
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

		trace + " --from 2s":                               "--from 2s: the trace ends at",
		trace + " --from 0.5s --to 0.5s":                   "--from 500ms is not before --to 500ms",
		trace + " --slices " + sliceFile:                   "--slices needs --base NAME",
		trace + " --base A":                                "--base needs --slices FILE",
		trace + " --slices " + sliceFile + " --base other": "other",
	} {
		if r := tiv(t, append([]string{"handlers"}, strings.Fields(args)...)...); r.exit == exitOK || !strings.Contains(r.errors, want) {
			t.Errorf("%s: exit %d, %s", args, r.exit, r.errors)
		}
	}
	if err := os.WriteFile(trie, []byte("<REACTIONS></REACTIONS>"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := tiv(t, "handlers", trie, "--from", "1s"); r.exit == exitOK || !strings.Contains(r.errors, "--from needs a trace") {
		t.Errorf("a part of a trie: exit %d, %s%s", r.exit, r.out, r.errors)
	}
	if r := tiv(t, "handlers", fixture("deadlock")); r.exit != exitOK || !strings.Contains(r.errors, "tiv: handlers: ") {
		t.Errorf("a trace without stacks: exit %d, %s%s", r.exit, r.out, r.errors)
	}
}
