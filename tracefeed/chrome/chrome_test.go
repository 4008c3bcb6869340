package chrome

import (
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// read returns the events of a file as text, the header, and the error at the end.
func read(t testing.TB, file string) (string, tracefeed.Header, error) {
	t.Helper()
	f, err := Format().Open(tracefeed.Input{Reader: strings.NewReader(file)})
	if err != nil {
		t.Fatal(err)
	}
	text, err := reduced.Text(t, f)
	return text, f.Header(), err
}

// stories are files, and their events.
var stories = []struct{ name, file, want string }{
	{"slices in any order, fractions of microseconds", `[
{"ph":"X","pid":1,"tid":7,"ts":10.5,"dur":4.25,"name":"inner"},
{"ph":"X","pid":1,"tid":7,"ts":10.001,"dur":9.999,"name":"outer \"quoted\" \u00e9"},
{"ph":"E","pid":1,"tid":8,"ts":12},
{"ph":"B","pid":1,"tid":8,"ts":11,"name":"b"},
{"ph":"M","pid":1,"tid":7,"name":"thread_name","args":{"name":"main"}}]`, `
thread 7 name=main
0s 7 run
name inner
0s 7 call-enter outer%20"quoted"%20é
499ns 7 call-enter inner
999ns 8 run
999ns 8 call-enter b
1999ns 8 call-exit b
1999ns 8 unknown
4749ns 7 call-exit inner
9999ns 7 call-exit outer%20"quoted"%20é
9999ns 7 unknown
9999ns - none
`},
	{"an end without a begin, a begin without an end, a slice that overlaps", `{"displayTimeUnit":"ns","traceEvents":[
{"ph":"E","tid":1,"ts":1,"name":"before"},
{"ph":"X","tid":1,"ts":2,"dur":4,"name":"a"},
{"ph":"X","tid":1,"ts":4,"dur":4,"name":"overlaps"},
{"ph":"B","tid":1,"ts":9,"name":"open"}]}`, `
0s 1 call-exit before
1us 1 run
1us 1 call-enter a
3us 1 region-start overlaps
5us 1 call-exit a
7us 1 region-end overlaps
7us 1 unknown
8us 1 run
8us 1 call-enter open
8us - none
`},
	{"processor time", `[
{"ph":"X","tid":1,"ts":0,"dur":100,"tts":1000,"tdur":100,"name":"all of it"},
{"ph":"X","tid":1,"ts":200,"dur":100,"tts":1100,"tdur":40,"name":"a part"},
{"ph":"X","tid":1,"ts":300,"dur":100,"tts":1140,"tdur":0,"name":"none"}]`, `
0s 1 call-enter all%20of%20it
0s 1 run
100us 1 call-exit all%20of%20it
100us 1 unknown
200us 1 call-enter a%20part
200us 1 run
240us 1 unknown
300us 1 call-exit a%20part
300us 1 call-enter none
400us 1 call-exit none
400us - none
`},
	{"processes and threads with words and order", `[
{"ph":"M","pid":"db","name":"process_sort_index","args":{"sort_index":-1}},
{"ph":"M","pid":2,"name":"process_name","args":{"name":"server"}},
{"ph":"M","pid":2,"tid":5,"name":"thread_sort_index","args":{"sort_index":9}},
{"ph":"i","pid":2,"tid":5,"ts":3,"name":"mark","s":"t"},
{"ph":"i","pid":2,"tid":6,"ts":3,"name":"mark"},
{"ph":"i","pid":3,"tid":0,"ts":3,"name":"of all","s":"g"},
{"ph":"i","pid":"db","tid":"main","ts":3,"name":"mark","s":"t"}]`, `
thread db/main
thread 2/6 name=server/6
thread 2/5 name=server/5
0s 2/5 region-start mark
0s 2/5 region-end mark
0s 2/6 region-start mark
0s 2/6 region-end mark
0s db/main region-start mark
0s db/main region-end mark
0s - none
`},
	{"counters", `[
{"ph":"C","pid":1,"ts":1,"name":"load","args":{"user":0.25,"system":3}},
{"ph":"C","pid":1,"ts":2,"name":"bytes","args":{"value":4096}},
{"ph":"C","pid":1,"ts":3,"name":"load","args":{"user":-1e3,"system":"x"}}]`, `
0s - counter load%20user%20(thousandths) value=250
0s - counter load%20system value=3
1us - counter bytes value=4096
2us - counter load%20user%20(thousandths) value=-1000000
2us - none
`},
	{"tasks: nested, local to a process, of the older form", `[
{"ph":"b","cat":"c","pid":1,"tid":1,"ts":1,"id":"0x1","name":"outer"},
{"ph":"b","cat":"c","pid":1,"tid":2,"ts":2,"id":"0x1","name":"inner"},
{"ph":"e","cat":"c","pid":1,"tid":2,"ts":3,"id":"0x1","name":"inner"},
{"ph":"e","cat":"c","pid":1,"tid":1,"ts":4,"id":"0x1","name":"outer"},
{"ph":"b","cat":"c","pid":1,"tid":1,"ts":5,"id2":{"local":"0x9"},"name":"mine"},
{"ph":"e","cat":"c","pid":2,"tid":3,"ts":6,"id2":{"local":"0x9"},"name":"other"},
{"ph":"S","cat":"c","pid":1,"tid":1,"ts":7,"id":7,"name":"old"},
{"ph":"F","cat":"c","pid":1,"tid":1,"ts":8,"id":7,"name":"old"}]`, `
0s 1/1 task-start outer object=1
1us 1/2 task-start inner object=2 value=1
2us 1/2 task-end inner object=2
3us 1/1 task-end outer object=1
4us 1/1 task-start mine object=3
name other
6us 1/1 task-start old object=4
7us 1/1 task-end old object=4
7us - none
thread 2/3
`},
	{"states of a converted trace, and the flow that ends a wait", `[
{"ph":"X","cat":"tiv.state","tid":1,"ts":0,"dur":5,"name":"running"},
{"ph":"X","cat":"tiv.state","tid":2,"ts":1,"dur":3,"name":"blocking: mutex A"},
{"ph":"X","cat":"tiv.state","tid":2,"ts":4,"dur":1,"name":"suspended: channel"},
{"ph":"X","cat":"tiv.state","tid":1,"ts":5,"dur":5,"name":"io: disk"},
{"ph":"X","cat":"tiv.state","tid":2,"ts":5,"dur":3,"name":"runnable"},
{"ph":"s","cat":"tiv.wake","tid":1,"ts":5,"id":1,"name":"wake"},
{"ph":"f","cat":"tiv.wake","tid":2,"ts":5,"id":1,"name":"wake","bp":"e"},
{"ph":"B","cat":"tiv.region","tid":1,"ts":6,"name":"r"},
{"ph":"E","cat":"tiv.region","tid":1,"ts":7,"name":"r"}]`, `
0s 1 run
1us 2 start
1us 2 monitor-wait mutex%20A
4us 2 run
4us 2 suspend-start channel
5us - wake 2 by=1
5us 1 io-start disk
5us 2 ready
6us 1 region-start r
7us 1 region-end r
8us 2 end
10us - none
`},
	{"the scheduler's events of the kernel, with another clock", `{"traceEvents":[
{"ph":"X","pid":7,"tid":12,"ts":1000000.25,"dur":30,"name":"f"},
{"ph":"M","pid":7,"tid":12,"name":"thread_name","args":{"name":"worker"}}],
"systemTraceEvents":"# tracer: nop\n#\n a b-12 [000] d..2 400.000000: sched_switch: prev_comm=a b prev_pid=12 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n          \u003c...>-13    (   13) [001] d..2   400.000010: sched_waking: comm=a b pid=12 prio=120 target_cpu=000\n <idle>-0 [000] d..2 400.000015: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=a b next_pid=12 next_prio=120\n x-13 (   13) [001] ...1 400.000020: tracing_mark_write: trace_event_clock_sync: parent_ts=1.000020\n"}`, `
thread 12 name=worker
0s 12 suspend-start
250ns 12 call-enter f
10us 12 ready
15us 12 run cpu=0
30250ns 12 call-exit f
30250ns - none
`},
	{"the same number in another process", `{"systemTraceEvents":"a-12 (   13) [000] d..2 1.0: sched_switch: prev_comm=a prev_pid=12 prev_prio=120 prev_state=R+ ==> next_comm=b next_pid=14 next_prio=1\nx-1 [000] d..1 0.000001: tracing_mark_write: trace_event_clock_sync: parent_ts=0",
"traceEvents":[{"ph":"i","pid":7,"tid":12,"ts":1000000,"name":"m"}]}`, `
thread 0/14 name=0/b
0s 7/12 region-start m
0s 7/12 region-end m
thread 13/12 name=13/a
0s 13/12 ready
0s 0/14 run cpu=0
0s - none
`},
}

// TestSystemUnread checks that the scheduler's events are left out, with a remark, where their
// clock is not known.
func TestSystemUnread(t *testing.T) {
	t.Parallel()
	const event = `a-12 [000] d..2 1.0: sched_switch: prev_comm=a prev_pid=12 prev_prio=120 prev_state=R ==> next_comm=b next_pid=14 next_prio=1`
	for text, want := range map[string]string{
		`"` + event + `"`:         "they do not say",
		`"TraceRPC,1,2\n3"`:       "no text of ftrace",
		`{"a":["` + event + `"]}`: "not read",
	} {
		_, h, err := read(t, `{"traceEvents":[{"ph":"i","tid":12,"ts":1,"name":"m"}],"systemTraceEvents":`+text+`}`)
		if err != nil || !strings.Contains(h.Note, "systemTraceEvents not read") || !strings.Contains(h.Note, want) {
			t.Errorf("%s: %q, %v", text, h.Note, err)
		}
	}
	for _, cut := range []string{`"a`, `"\`, `"\u00`, `"\x"`, `"\u00zz"`} {
		if _, _, err := read(t, `{"traceEvents":[{"ph":"i","tid":12,"ts":1,"name":"m"}],"systemTraceEvents":`+cut); err == nil {
			t.Errorf("%s: no error", cut)
		}
	}
}

func TestStories(t *testing.T) {
	t.Parallel()
	for _, s := range stories {
		got, _, err := read(t, s.file)
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		if want := strings.TrimLeft(s.want, "\n"); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", s.name, got, want)
		}
		if !sniff([]byte(s.file)) {
			t.Errorf("%s: not recognized", s.name)
		}
	}
}
