package cli

import (
	"fmt"
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
		{"--format csv", `type,tasks,open,per_1000s,mean_ns,p50_ns,p95_ns,p99_ns,max_ns,running_ns,runnable_ns,suspended_ns,blocking_ns,io_ns,unknown_ns,queue_ns,gc_ns,defined_by
order,2,0,100000,4500000,2000000,7000000,7000000,7000000,6000000,0,0,0,0,0,3000000,0,definition
(no task),0,0,0,0,0,0,0,0,29000000,0,5000000,0,0,0,0,0,
`},
		{"--format csv --where duration>5ms", `type,tasks,open,per_1000s,mean_ns,p50_ns,p95_ns,p99_ns,max_ns,running_ns,runnable_ns,suspended_ns,blocking_ns,io_ns,unknown_ns,queue_ns,gc_ns,defined_by
order,1,0,50000,7000000,7000000,7000000,7000000,7000000,4000000,0,0,0,0,0,3000000,0,definition
`},
		{"--list --format csv --where queue==0ns", `task,type,parent,start_ns,duration_ns,running_ns,runnable_ns,suspended_ns,blocking_ns,io_ns,unknown_ns,queue_ns,gc_ns,evidence,threads,calls,allocs,alloc_bytes,gcs,object,first_thread,defined_by
2,order,0,12000000,2000000,2000000,0,0,0,0,0,0,0,observed,A,1,0,0,0,1,A,definition
`},
		{"--list --format csv", `task,type,parent,start_ns,duration_ns,running_ns,runnable_ns,suspended_ns,blocking_ns,io_ns,unknown_ns,queue_ns,gc_ns,evidence,threads,calls,allocs,alloc_bytes,gcs,object,first_thread,defined_by
1,order,0,2000000,7000000,4000000,0,0,0,0,0,3000000,0,observed,A;W,2,1,100,0,1,A,definition
2,order,0,12000000,2000000,2000000,0,0,0,0,0,0,0,observed,A,1,0,0,0,1,A,definition
`},
		{"--slowest 1", `task  type           start  duration  running  queue  evidence  threads
   1  order  0.002000000 s      7 ms     4 ms   3 ms  observed  A, W
`},
		{"--task 1", `task 1, order: 7 ms, from 2 ms to 9 ms
  running    4 ms
  queue      3 ms: 43 % of its time no thread worked for it
  calls      2
  allocated  1, 100 bytes; 0 bytes not freed
critical path: running 57.1 %, queue 42.9 %; what its end waited for, from its start on:
       +0 ns       2 ms   28.6 %  A: running; then W has the task from it
       +2 ms       3 ms   42.9 %  queue at object Q, until W takes it
       +5 ms       2 ms   28.6 %  W: running
functions with the most time in themselves:
        2 ms  shop.(*Server).Serve: running 2 ms
        2 ms  shop.(*Order).Pay: running 2 ms
who worked for it, by time:
        2 ms  A, for 2 ms: running 2 ms
        4 ms  nobody, for 3 ms
        7 ms  W, for 2 ms: running 2 ms
`},
		{"--task 1 --format csv", `start_ns,end_ns,thread,what,cause,task,type,lock,holder,holder_task,holder_type,link
2000000,4000000,A,running,,1,order,,,,,handed over
4000000,7000000,W,queue,,,,object Q,,,,
7000000,9000000,W,running,,1,order,,,,,
`},
		{"--path", `of 2 × order, 9 ms on their critical paths: 66.7 % running, 33.3 % queue at object Q

type   what     cause  in part  lock      for  tasks  time   share
order  running                                     2  6 ms  66.7 %
order  queue                    object Q           1  3 ms  33.3 %
`},
		{"--type order --path --format csv", `type,what,cause,part,lock,held_for,tasks,path_ns,share
order,running,,,,,2,6000000,666666
order,queue,,,object Q,,1,3000000,333333
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
		"--task 9":                           "the trace has no task 9",
		"--task-types NONE":                  "NONE",
		"--tasks " + trace:                   "shop.tiv:1:1",
		"--type ordr --tasks " + file:        "order",
		"--type ordr --path --tasks " + file: "order",
		"--task 1":                           "names no tasks",
		"--task 1 --format xml":              "--format xml is for tasks, not for --task",
		"--tracking best --tasks " + file:    "full",
		"--where durration>p95":              `where: column 1: unknown word "durration"; did you mean duration?`,
		"--against slow":                     "against: it needs tasks to compare",
		"--compare slow --waits":             "--waits and --compare show different things",
		"--list --task 1":                    "--list and --task show different things",
		"--waits --format xml":               "--format xml is for tasks, not for --waits",
		"--task 1 --where slow":              "--task explains one task",
		"--compare slow --tasks " + file:     "compare: no task is slow",
	} {
		if r := tiv(t, append([]string{"tasks", trace}, strings.Fields(args)...)...); r.exit == exitOK ||
			!strings.Contains(r.errors, want) {
			t.Errorf("%s: exit %d, %s", args, r.exit, r.errors)
		}
	}
}

// TestTasksExplain explains a request with a part that outlives it, with devices, and with a path of many steps.
func TestTasksExplain(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("tiv-text 1 sched\n0ms A start\n0ms A run\n1ms A task-start req object=1\n1ms A region-start r object=1\n")
	at := 1002
	for range 30 {
		fmt.Fprintf(&b, "%dus A io-start net\n%dus A io-end\n%dus A run\n", at, at+2, at+2)
		fmt.Fprintf(&b, "%dus A region-start q object=2\n%dus A region-end q object=2\n", at+3, at+4)
		at += 10
	}
	fmt.Fprintf(&b, `%[1]dms A task-start query object=2 value=1
%[2]dms A io-start disk
%[3]dms A io-end
%[3]dms A region-end r object=1
%[3]dms A task-end req object=1
%[4]dms A task-end query object=2
`, 2, 50, 60, 65)
	trace := filepath.Join(t.TempDir(), "parts.tiv")
	if err := os.WriteFile(trace, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	for task, wants := range map[string][]string{
		"1": {"IO         10.06 ms: disk 10 ms, net 60 µs\n", "after its end: 5 ms, in part task 2, query\n",
			"… 60 shorter steps, mostly of A: "},
		"2": {"part of task 1, req\n  ends       5 ms after the end of that task\n"},
	} {
		r := tiv(t, "tasks", trace, "--task", task)
		for _, want := range wants {
			if !strings.Contains(r.out, want) {
				t.Errorf("no %q in\n%s%s", want, r.out, r.errors)
			}
		}
	}
}

// TestTasksUnknownPath explains a request of which the trace does not say how it went on.
func TestTasksUnknownPath(t *testing.T) {
	t.Parallel()
	const text = `tiv-text 1
0ms A start
0ms B start
0ms C start
1ms A task-start req object=1
1ms A task-start other object=2
1ms A region-start one object=1
2ms B region-start two object=1
4ms A region-end one object=1
4ms B region-end two object=1
8ms C region-start three object=1
9ms C region-end three object=1
11ms D start
11ms D task-end req object=1
`
	trace := filepath.Join(t.TempDir(), "unknown.tiv")
	if err := os.WriteFile(trace, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	r := tiv(t, "tasks", trace, "--task", "1")
	const want = `critical path: queue 60.0 %, running 20.0 %, several threads 20.0 %; what its end waited for, from its start on:
       +0 ns       1 ms   10.0 %  A: running (the trace does not say how the task went on; only this thread worked for it)
       +1 ms       2 ms   20.0 %  several threads at once; the trace does not say for which of them the rest waited
       +3 ms       4 ms   40.0 %  queue, until C takes it
       +7 ms       1 ms   10.0 %  C: running (the trace does not say how the task went on; only this thread worked for it)
       +8 ms       2 ms   20.0 %  nobody works for it, until D ends it
`
	if !strings.Contains(r.out, want) {
		t.Errorf("got\n%swant\n%s%s", r.out, want, r.errors)
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
	const table = `type,held_for,lock,tasks,blocked_ns,waits
order,report,lock M,1,2000000,1
order,,lock M,1,1000000,1
`
	if r := tiv(t, "tasks", trace, "--waits", "--format", "csv"); r.exit != exitOK || r.out != table || r.errors != "" {
		t.Errorf("exit %d, got\n%swant\n%s%s", r.exit, r.out, table, r.errors)
	}
	const matrix = `waiting, for:  report    (no task)
order          2 ms (1)  1 ms (1)

type   held for   lock    tasks  blocked  waits
order  report     lock M      1     2 ms      1
order  (no task)  lock M      1     1 ms      1
`
	if r := tiv(t, "tasks", trace, "--waits"); r.exit != exitOK || r.out != matrix {
		t.Errorf("exit %d, got\n%swant\n%s%s", r.exit, r.out, matrix, r.errors)
	}
	if r := tiv(t, "tasks", trace, "--waits", "--type", "report", "--format", "csv"); r.out != table[:strings.IndexByte(table, '\n')+1] {
		t.Errorf("waits of reports: %s%s", r.out, r.errors)
	}
	r := tiv(t, "tasks", trace, "--task", "2")
	for _, want := range []string{"blocked for 2 ms at lock M, which B held for task 1, report\n",
		"blocked for 1 ms at lock M, which B held for no task\n",
		"+1 ms       2 ms   33.3 %  A waits for lock M, which B held for task 1, report (meanwhile running 2 ms)\n",
		"+3 ms       1 ms   16.7 %  A waits for lock M, which B held for no task (meanwhile running 1 ms)\n"} {
		if !strings.Contains(r.out, want) {
			t.Errorf("no %q in\n%s%s", want, r.out, r.errors)
		}
	}
}

// queries is 30 queries of 1 ms, of which five wait 40 ms for a report.
func queries() string {
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ms A start name=server-1\n0ms B start name=reporter\n")
	for i := range 30 {
		at := 100 * (i + 1)
		if i%6 == 2 {
			fmt.Fprintf(&b, `%[1]dms B call-enter shop.(*Server).Report
%[1]dms B monitor-enter M
%[1]dms A call-enter shop.(*Server).Serve
%[1]dms A monitor-wait M
%[2]dms B monitor-exit M
%[2]dms A monitor-enter M
%[2]dms A monitor-exit M
%[2]dms B call-exit shop.(*Server).Report
%[3]dms A call-exit shop.(*Server).Serve
`, at, at+40, at+41)
			continue
		}
		fmt.Fprintf(&b, "%dms A call-enter shop.(*Server).Serve\n%dms A call-exit shop.(*Server).Serve\n", at, at+1)
	}
	return b.String()
}

func TestCompareTasks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	trace := filepath.Join(dir, "queries.tiv")
	for path, text := range map[string]string{trace: queries(), filepath.Join(dir, "tiv-tasks.xml"): `<EVENTS>
  <EVENT METHOD="Serve" NAME="order"/> <EVENT METHOD="Report" NAME="report"/> </EVENTS>`} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--compare", "slow"}, `order: the 5 slowest take 40 ms more than the 25 at or below the median: 41 ms in the mean, not 1 ms.
40 ms of it (100 %) are waiting for lock M, held for report (5 times).

in the mean              slow  fast   more    share  tasks   chance
blocking                40 ms  0 ns  40 ms  100.0 %  5 of 5  < 0.1 %
  held for report: M    40 ms  0 ns  40 ms  100.0 %  5 of 5  < 0.1 %
running                  1 ms  1 ms   0 ns    0.0 %  5 of 5
  shop.(*Server).Serve   1 ms  1 ms   0 ns    0.0 %  5 of 5
duration of the task    41 ms  1 ms  40 ms  100.0 %
`},
		{[]string{"--compare", "blocking > 0%", "--format", "csv"}, `type,slow_tasks,fast_tasks,level,kind,factor,function,held_for,slow_ns,fast_ns,` +
			`more_ns,share_ppm,tasks,waits,chance_ppm,inferred_ns,part,threads,collecting
order,5,25,kind,blocking,blocking,,,200000000,0,40000000,1000000,5,5,28,0,,,false
order,5,25,factor,blocking,held for report: lock M,,report,200000000,0,40000000,1000000,5,5,28,0,,server-*,false
order,5,25,kind,running,running,,,5000000,25000000,0,0,5,0,1000000,0,,,false
order,5,25,factor,running,shop.(*Server).Serve,shop.(*Server).Serve,,5000000,25000000,0,0,5,0,1000000,0,,,false
order,5,25,duration,,duration of the task,,,205000000,25000000,40000000,1000000,0,0,1000000,0,,,false
order,5,25,part,,in no part,,,205000000,25000000,40000000,1000000,0,5,1000000,0,,,false
order,5,25,threads,,by server-*,,,205000000,25000000,40000000,1000000,0,5,1000000,0,,,false
order,5,25,collections,,during collections,,,0,0,0,0,0,0,1000000,0,,,false
`},
		{[]string{"--compare", "task == 3", "--type", "order"}, `order: 1 task with task == 3 takes 34.48 ms more than the 29 others: 41 ms in the mean, not 6.517 ms.
1 and 29 tasks are too few to tell a cause from chance, among 2 factors.
`},
		{[]string{"--compare", "duration < 5ms", "--against", "slow"}, `order: 25 tasks with duration < 5ms take no longer than 5 tasks with slow: 1 ms in the mean, and 41 ms.
`},
	} {
		r := tiv(t, append([]string{"tasks", trace}, test.args...)...)
		if r.exit != exitOK || !strings.HasPrefix(r.out, test.want) || r.errors != "" {
			t.Errorf("%s: exit %d, got\n%swant\n%s%s", test.args, r.exit, r.out, test.want, r.errors)
		}
	}
}
