package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shop is a program that serves two requests: the second waits in a queue.
const shop = `tiv-text 1 sched
0ms A start
0ms W start
0ms A run
0ms W run
1ms W suspend-start channel monitor=Q
2ms A call-enter shop.(*Server).Serve object=1 value=9
3ms A alloc object=7 value=100 what=shop.Order
4ms A call-exit shop.(*Server).Serve
6ms A wake W
6ms W suspend-end
6ms W run
7ms W call-enter shop.(*Order).Pay object=7
9ms W call-exit shop.(*Order).Pay
10ms W free object=7
12ms A call-enter shop.(*Server).Serve object=1
14ms A call-exit shop.(*Server).Serve
20ms A end
`

const shopTasks = `<EVENTS>
  <EVENT METHOD="Serve" CLASS="shop.(*Server)" NAME="order" TYPE="SHOP"/>
  <EVENT METHOD="Sreve" NAME="typo" TYPE="SHOP"/>
</EVENTS>`

func TestTasks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	trace, file := filepath.Join(dir, "shop.tiv"), filepath.Join(dir, "my.xml")
	for path, text := range map[string]string{trace: shop, file: shopTasks} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ args, want string }{
		{"--format csv", `type,tasks,open,per_1000s,mean_ns,p50_ns,p95_ns,p99_ns,max_ns,running_ns,runnable_ns,suspended_ns,blocking_ns,io_ns,unknown_ns,queue_ns,gc_ns
order,2,0,100000,4500000,2000000,7000000,7000000,7000000,6000000,0,0,0,0,0,3000000,0
`},
		{"--list --format csv", `task,type,parent,start_ns,duration_ns,running_ns,runnable_ns,suspended_ns,blocking_ns,io_ns,unknown_ns,queue_ns,gc_ns,evidence,threads
1,order,0,2000000,7000000,4000000,0,0,0,0,0,3000000,0,observed,A;W
2,order,0,12000000,2000000,2000000,0,0,0,0,0,0,0,observed,A
`},
		{"--slowest 1", `task  type   parent          start  duration  running  runnable  suspended  blocking    IO  unknown  queue  collector  evidence  threads
   1  order       0  0.002000000 s      7 ms     4 ms      0 ns       0 ns      0 ns  0 ns     0 ns   3 ms       0 ns  observed  A, W
`},
		{"--task 1", `task 1, order: 7 ms, from 2 ms to 9 ms
  running    4 ms
  queue      3 ms: 43 % of its time no thread worked for it
  calls      2
  allocated  1, 100 bytes; 0 bytes not freed
        2 ms  A, for 2 ms: running 2 ms
        4 ms  nobody, for 3 ms
        7 ms  W, for 2 ms: running 2 ms
`},
		{"--format xml --slowest 1", `<EVENTS>
<EVENT OBJECT='X1' START='2000000' END='9000000' NAME='order'>
  <STATS CALLS='2'
    TOTAL='4000000' TOTALA='2000000' TOTALD='0'
    REAL='4000000' REALA='2000000' REALD='0'
    ALLOCS='1' ALLOCSA='0.5' ALLOCSD='0.5'
    ASIZE='100' ASIZEA='50' ASIZED='50' />
</EVENT>
</EVENTS>
`},
	} {
		r := tiv(t, append([]string{"tasks", trace, "--tasks", file}, strings.Fields(test.args)...)...)
		if r.exit != exitOK || r.out != test.want {
			t.Errorf("%s: exit %d, got\n%swant\n%s%s", test.args, r.exit, r.out, test.want, r.errors)
		}
		if !strings.Contains(r.errors, "my.xml:3: typo matches no function of the trace") || !strings.Contains(r.errors, "near it are") {
			t.Errorf("%s: messages %q", test.args, r.errors)
		}
	}
	r := tiv(t, "dump", trace, "tasks", "--tasks", file, "--tracking", "paper")
	if _, rows, _ := strings.Cut(r.out, "\n"); rows != `1,order,0,2000000,9000000,A;W,1,2,4000000,4000000,1,100,0,0,0,0,3000000,observed
2,order,0,12000000,14000000,A,1,1,2000000,2000000,0,0,0,0,0,0,0,observed
` {
		t.Errorf("dump: %s%s", r.out, r.errors)
	}
	for args, want := range map[string]string{
		"--task 9":                        "the trace has no task 9",
		"--task-types NONE":               "NONE",
		"--tasks " + trace:                "shop.tiv:1:1",
		"--type ordr --tasks " + file:     "order",
		"--tracking best --tasks " + file: "full",
	} {
		if r := tiv(t, append([]string{"tasks", trace}, strings.Fields(args)...)...); r.exit == exitOK ||
			!strings.Contains(r.errors, want) {
			t.Errorf("%s: exit %d, %s", args, r.exit, r.errors)
		}
	}
}

// clash is two requests at one lock, of which a report has it first.
const clash = `tiv-text 1
0ms A start
0ms B start
1ms B call-enter shop.(*Server).Report
2ms B monitor-enter M
3ms A call-enter shop.(*Server).Serve
4ms A monitor-wait M
6ms B call-exit shop.(*Server).Report
7ms B monitor-exit M
7ms A monitor-enter M
8ms A monitor-exit M
9ms A call-exit shop.(*Server).Serve
`

func TestTasksWait(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	trace := filepath.Join(dir, "clash.tiv")
	for path, text := range map[string]string{trace: clash, filepath.Join(dir, "tiv-tasks.xml"): `<EVENTS>
  <EVENT METHOD="Serve" NAME="order"/> <EVENT METHOD="Report" NAME="report"/> </EVENTS>`} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const table = `type,held_for,lock,tasks,blocked_ns
order,report,lock M,1,2000000
order,,lock M,1,1000000
`
	if r := tiv(t, "tasks", trace, "--waits", "--format", "csv"); r.exit != exitOK || r.out != table || r.errors != "" {
		t.Errorf("exit %d, got\n%swant\n%s%s", r.exit, r.out, table, r.errors)
	}
	r := tiv(t, "tasks", trace, "--task", "2")
	for _, want := range []string{"blocked for 2 ms at lock M, which B held for task 1, report\n",
		"blocked for 1 ms at lock M, which B held for no task\n"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %q in\n%s%s", want, r.out, r.errors)
		}
	}
}
