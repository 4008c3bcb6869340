package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"tiv/report/table"
)

// Threads are added up by process, and processes are in the order of their tree.
func TestProcesses(t *testing.T) {
	t.Parallel()
	tl := load(t, `tiv-text 1
process m id=10 name=make command=make%20-j2
process a id=11 name=cc%2011 parent=m
process b id=12 name=cc%2012 parent=m
thread 10/1 process=m
thread 12/1 process=b
thread 12/2 process=b
thread 11/1 process=a
0s 10/1 start
0s 10/1 suspend-start join
10ns 12/1 start
20ns 12/2 start
20ns 11/1 start
50ns 11/1 end
60ns 12/2 end
90ns 12/1 end
100ns 10/1 end
`)
	want := `process,name,parent,command,threads,start_ns,end_ns,running_ns,runnable_ns,suspended_ns,blocking_ns,io_ns,unknown_ns
10,make,,make -j2,1,0,100,0,0,100,0,0,0
11,cc 11,10,,1,20,50,30,0,0,0,0,0
12,cc 12,10,,2,10,90,120,0,0,0,0,0
`
	var b bytes.Buffer
	if err := Dump(&b, tl, "processes", everything, table.CSV); err != nil || b.String() != want {
		t.Errorf("got  %s\nwant %s (%v)", b.String(), want, err)
	}
	if got := rows(t, tl, "threads", everything)[0]; !slices.Contains(got, "process") {
		t.Errorf("threads have the columns %q", got)
	}
	b.Reset()
	if err := WriteInfo(&b, tl, ""); err != nil || !strings.Contains(b.String(), "processes  3  2 cc, make\n") {
		t.Errorf("summary: %s (%v)", b.String(), err)
	}
}
