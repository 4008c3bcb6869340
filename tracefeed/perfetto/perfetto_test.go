package perfetto

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// read returns the events of a file as text, the header, and the error at the end.
func read(t testing.TB, file []byte) (string, tracefeed.Header, error) {
	t.Helper()
	f, err := Format().Open(tracefeed.Input{Reader: bytes.NewReader(file)})
	if err != nil {
		t.Fatal(err)
	}
	text, err := reduced.Text(t, f)
	return text, f.Header(), err
}

// stories are files, and their events.
var stories = []struct {
	name string
	file []byte
	want string
}{
	{"slices, an instant, names by number, a counter of half values", join(
		threadTrack(10, 1, 7, "main"),
		pkt(msg(packetTrack, v(trackUUID, 20), text(trackName, "load"), msg(trackCounter))),
		pkt(v(packetSequence, 1), v(packetFlags, flagCleared),
			msg(packetInterned, msg(internedName, v(entryID, 5), text(entryName, "outer")))),
		event(1000, typeSliceBegin, 10, v(eventNameID, 5)),
		event(1500, typeInstant, 10, text(eventName, "here")),
		event(1200, typeSliceBegin, 10, text(eventName, "inner")),
		event(1400, typeSliceEnd, 10),
		event(2000, typeSliceEnd, 10),
		event(1100, typeCounter, 20, v(eventCounter, 7)),
		event(1300, typeCounter, 20, fixed(eventDoubleCounter, math.Float64bits(0.5)))), `
thread 7 name=main
0s 7 run
0s 7 call-enter outer
name here
name inner
100ns - counter load%20(thousandths) value=7000
200ns 7 call-enter inner
300ns - counter load%20(thousandths) value=500
400ns 7 call-exit inner
500ns 7 region-start here
500ns 7 region-end here
1us 7 call-exit outer
1us 7 unknown
1us - none
`},
	{"clocks: defaults, differences, another unit", join(
		pkt(v(packetSequence, 1), v(packetFlags, flagCleared), msg(packetClocks,
			msg(snapshotClock, v(clockID, 6), v(clockTimestamp, 5_000_000)),
			msg(snapshotClock, v(clockID, 3), v(clockTimestamp, 1_000_000)),
			msg(snapshotClock, v(clockID, 64), v(clockTimestamp, 2000), v(clockIsDelta, 1), v(clockUnit, 1000)))),
		pkt(v(packetSequence, 1), msg(packetDefaults, v(defaultsClockID, 64), msg(defaultsTrackEvent, v(eventTrack, 10)))),
		threadTrack(10, 1, 7, "main"),
		pkt(v(packetSequence, 1), v(packetTimestamp, 3),
			msg(packetTrackEvent, v(eventType, typeSliceBegin), text(eventName, "at 5003 us"))),
		pkt(v(packetSequence, 1), v(packetTimestamp, 4), msg(packetTrackEvent, v(eventType, typeSliceEnd))),
		pkt(v(packetSequence, 2), v(packetTimestamp, 1_001_000), v(packetClockID, 3), msg(packetTrackEvent, v(eventType, typeInstant), v(eventTrack, 10), text(eventName, "at 5001 us")))), `
thread 7 name=main
name at%205003%20us
0s 7 region-start at%205001%20us
0s 7 region-end at%205001%20us
2us 7 run
2us 7 call-enter at%205003%20us
6us 7 call-exit at%205003%20us
6us 7 unknown
6us - none
`},
	{"processor time", join(
		threadTrack(10, 1, 7, "main"),
		pkt(msg(packetTrack, v(trackUUID, 11), v(trackParent, 10),
			msg(trackCounter, v(counterType, counterIsThreadTime), v(counterUnit, 1000), v(counterIsDelta, 1)))),
		event(0, typeSliceBegin, 10, text(eventName, "half"), v(eventExtraTracks, 11), v(eventExtraValues, 5)),
		event(100_000, typeSliceEnd, 10, v(eventExtraTracks, 11), v(eventExtraValues, 50))), `
thread 7 name=main
0s 7 run
0s 7 call-enter half
50us 7 unknown
100us 7 call-exit half
100us - none
`},
	{"tracks without a thread, flows", join(
		threadTrack(10, 1, 7, "main"), threadTrack(12, 1, 8, "worker"),
		pkt(msg(packetTrack, v(trackUUID, 11), v(trackParent, 10), text(trackName, "requests"))),
		event(0, typeSliceBegin, 11, text(eventName, "request")),
		event(5, typeSliceBegin, 11, text(eventName, "part")),
		event(8, typeSliceEnd, 11), event(9, typeSliceEnd, 11),
		event(10, typeSliceBegin, 10, text(eventName, "send"), fixed(eventFlow, 99)), event(11, typeSliceEnd, 10),
		event(12, typeSliceBegin, 12, text(eventName, "receive"), fixed(eventLastFlow, 99)), event(13, typeSliceEnd, 12)), `
thread 7 name=main
0s 7 task-start request object=1
5ns 7 task-start part object=2 value=1
8ns 7 task-end part object=2
9ns 7 task-end request object=1
10ns 7 run
10ns 7 call-enter send
11ns 7 call-exit send
11ns 7 unknown
thread 8 name=worker
12ns 8 run
12ns 8 call-enter receive
13ns 8 call-exit receive
13ns 8 unknown
13ns - none
`},
	{"the kernel: switches, who wakes whom, the life of a thread", join(
		ftrace(0, switchTo(100, 0, 0, 7, "main"),
			kevent(110, 7, kernelNewTask, v(newTaskPID, 8), text(newTaskComm, "main"), v(newTaskFlags, 0x10000)),
			kevent(120, 7, kernelRename, v(renamePID, 8), text(renameComm, "worker")), switchTo(200, 7, 1, 0, "swapper"),
			switchTo(400, 0, 0, 7, "main"), switchTo(450, 7, 2, 0, ""), switchTo(500, 0, 0, 7, ""), switchTo(510, 7, 256, 0, "")),
		ftrace(1, switchTo(150, 0, 0, 8, "worker"), kevent(300, 8, kernelWaking, text(wakingComm, "main"), v(wakingPID, 7)),
			kevent(305, 8, kernelWakeup, v(wakingPID, 7)),
			kevent(600, 8, kernelProcessExit, text(1, "worker"), v(exitPID, 8)), switchTo(610, 8, 16, 0, "")),
		pkt(msg(packetProcessTree, msg(treeProcess, v(treePID, 7), text(treeCmd, "/usr/bin/main")), msg(treeThread, v(treeTID, 8), v(treeTGID, 7))))), `
thread 7 name=main
0s 7 run cpu=0
10ns 8 start name=worker by=7
50ns 8 run cpu=1
100ns 7 suspend-start
200ns - wake 7 by=8
200ns 7 ready
300ns 7 run cpu=0
350ns 7 io-start disk
400ns 7 run cpu=0
410ns 7 ready
500ns 8 end
510ns - none
`},
	{"the kernel: compact events, a waker in an interrupt, a loss, lines of programs", join(
		ftrace(0, msg(bundleSched, text(schedComms, "a"), text(schedComms, "b"), packed(schedSwitchTime, 100, 50, 50),
			packed(schedSwitchState, 0, 1, 2),
			packed(schedSwitchPID, 7, 8, 0), packed(schedSwitchComm, 0, 1, 0),
			packed(schedWakingTime, 160, 50), packed(schedWakingPID, 7, 8), packed(schedWakingComm, 0, 1), packed(schedWakingFlags, 1, 8))),
		ftrace(0, v(bundleLost, 1), switchTo(300, 0, 0, 7, "a"), kevent(310, 7, kernelPrint, text(printText, "B|7|draw|all\n")),
			kevent(330, 7, kernelPrint, text(printText, "E|7\n")),
			kevent(320, 7, kernelPrint, text(printText, "C|7|queue|3\n")),
			kevent(340, 7, kernelPrint, text(printText, "G|7|net|get|5\n")), kevent(350, 7, kernelPrint, text(printText, "I|7|now\n")), kevent(360, 7, kernelPrint, text(printText, "H|7|net|5\n")))), `
thread 7 name=a
0s 7 run cpu=0
50ns 7 suspend-start
thread 8 name=b
50ns 8 run cpu=0
60ns - wake 7 by=8
60ns 7 ready
100ns 8 io-start disk
110ns 8 ready
200ns - lost
200ns 7 run cpu=0
210ns 7 call-enter draw|all
name get
name now
220ns - counter queue value=3
230ns 7 call-exit draw|all
240ns 7 task-start get object=1
250ns 7 region-start now
250ns 7 region-end now
260ns 7 task-end get object=1
260ns - none
`},
	{"lost packets, names that are not known any more", join(
		threadTrack(10, 1, 7, "main"),
		pkt(v(packetSequence, 1), v(packetDropped, 1), v(packetFlags, flagCleared),
			msg(packetDefaults, msg(defaultsTrackEvent, v(eventTrack, 10)))),
		event(10, typeSliceBegin, 10, text(eventName, "before")),
		pkt(v(packetSequence, 1), v(packetTimestamp, 20), v(packetDropped, 1), v(packetFlags, flagNeeds),
			msg(packetTrackEvent, v(eventType, typeSliceBegin), v(eventNameID, 9))),
		pkt(v(packetSequence, 1), v(packetTimestamp, 30), v(packetFlags, flagCleared),
			msg(packetTrackEvent, v(eventType, typeSliceBegin), v(eventTrack, 10), text(eventName, "after"))),
		event(40, typeSliceEnd, 10)), `
thread 7 name=main
0s 7 run
0s 7 call-enter before
10ns 7 lost
20ns 7 run
20ns 7 call-enter after
30ns 7 call-exit after
30ns 7 unknown
30ns - none
`},
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
		if !sniff(s.file[:min(len(s.file), tracefeed.SniffLen)]) {
			t.Errorf("%s: not recognized", s.name)
		}
	}
}
