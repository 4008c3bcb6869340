package perfetto

import (
	"strings"
	"testing"
)

// forms are files in rarer forms, with their events and a part of their note.
var forms = []struct {
	name       string
	file       []byte
	want, note string
}{
	{"tracks without a thread: nested and open slices, an instant", join(
		threadTrack(10, 1, 7, "main"),
		pkt(msg(packetTrack, v(trackUUID, 20), text(trackName, "requests"))),
		pkt(msg(packetTrack, v(trackUUID, 21), v(trackParent, 20))),
		event(0, typeSliceBegin, 10, text(eventName, "f")), event(50, typeSliceEnd, 10),
		event(10, typeSliceBegin, 20, text(eventName, "outer")), event(11, typeSliceBegin, 20, text(eventName, "inner")),
		event(12, typeSliceEnd, 20), event(13, typeSliceEnd, 20), event(14, typeSliceEnd, 20),
		event(20, typeInstant, 21, text(eventName, "here")), event(30, typeSliceBegin, 21, text(eventName, "open"))), `
thread 7 name=main
0s 7 run
0s 7 call-enter f
10ns track%2020 start name=requests
10ns track%2020 unknown
10ns track%2020 task-start outer object=1
10ns track%2020 region-start outer object=1
11ns track%2020 task-start inner object=2 value=1
11ns track%2020 region-start inner object=2
12ns track%2020 region-end inner object=2
12ns track%2020 task-end inner object=2
13ns track%2020 region-end outer object=1
13ns track%2020 task-end outer object=1
13ns track%2020 end
20ns track%2021 start name=requests
20ns track%2021 unknown
20ns track%2021 region-start here
20ns track%2021 region-end here
20ns track%2021 end
30ns track%2021 start name=requests
30ns track%2021 unknown
30ns track%2021 task-start open object=3
30ns track%2021 region-start open object=3
50ns 7 call-exit f
50ns 7 unknown
50ns - none
`, "1 unmatched task end left out"},
	{"the older form: asynchronous slices by category, local ids, another thread", join(
		threadTrack(10, 1, 7, "main"), threadTrack(12, 2, 8, "other"),
		event(0, 0, 10, text(eventCategory, "x"), text(eventName, "a"), legacy('b', v(legacyID, 1))),
		event(1, 0, 10, text(eventCategory, "y"), text(eventName, "a"), legacy('e', v(legacyID, 1))),
		event(2, 0, 12, text(eventCategory, "x"), text(eventName, "a"), legacy('e', v(legacyID, 1))),
		event(3, 0, 10, text(eventCategory, "x"), text(eventName, "l"), legacy('b', v(legacyLocalID, 2))),
		event(4, 0, 12, text(eventCategory, "x"), text(eventName, "l"), legacy('e', v(legacyLocalID, 2))),
		event(5, 0, 10, text(eventCategory, "x"), text(eventName, "l"), legacy('e', v(legacyLocalID, 2))),
		event(6, 0, 10, text(eventName, "p"), legacy('n', v(legacyID, 3))),
		event(7, 0, 10, text(eventName, "x"), legacy('X', v(legacyDuration, 1), v(legacyPID, 2), v(legacyTID, 8))),
		event(8, 0, 10, text(eventName, "m"), legacy('O', v(legacyID, 3)))), `
thread 1/7 name=1/main
0s 1/7 task-start a object=1
thread 2/8 name=2/other
2ns 2/8 task-end a object=1
3ns 1/7 task-start l object=2
5ns 1/7 task-end l object=2
6ns 1/7 task-start p object=3
6ns 1/7 task-end p object=3
7ns 2/8 run
7ns 2/8 call-enter x
1007ns 2/8 call-exit x
1007ns 2/8 unknown
1007ns - none
name m
`, "2 unmatched task ends, 1 event of phase 'O' left out"},
	{"why a thread waits in the state D", ftrace(0,
		switchTo(0, 0, 0, 7, "a"), switchTo(10, 7, 2, 0, ""), kevent(11, 0, kernelBlocked, v(blockedPID, 7), v(blockedIOWait, 0)),
		switchTo(20, 0, 0, 7, "a"), switchTo(30, 7, 2, 0, ""), kevent(31, 0, kernelBlocked, v(blockedPID, 7), v(blockedIOWait, 1)),
		switchTo(40, 0, 0, 7, "a"), switchTo(50, 7, 2, 0, "")), `
thread 7 name=a
0s 7 run cpu=0
10ns 7 suspend-start
20ns 7 run cpu=0
30ns 7 io-start disk
40ns 7 run cpu=0
50ns 7 io-start disk
50ns - none
`, ""},
	{"packets of other kinds", join(threadTrack(10, 1, 7, "main"), event(0, typeInstant, 10, text(eventName, "i")),
		pkt(v(packetTimestamp, 1), msg(39)), pkt(v(packetTimestamp, 1), msg(39)), pkt(v(packetTimestamp, 1), msg(7))), `
thread 7 name=main
0s 7 region-start i
0s 7 region-end i
0s - none
`, "2 Android log packets, 1 system statistic left out"},
}

// legacy is the field of an event in the older form.
func legacy(phase byte, fields ...[]byte) []byte {
	return msg(eventLegacy, append([][]byte{v(legacyPhase, int64(phase))}, fields...)...)
}

func TestForms(t *testing.T) {
	t.Parallel()
	for _, c := range forms {
		got, h, err := read(t, c.file)
		if want := strings.TrimLeft(c.want, "\n"); err != nil || got != want {
			t.Errorf("%s: %v, got\n%s\nwant\n%s", c.name, err, got, want)
		}
		if !strings.Contains(h.Note, c.note) {
			t.Errorf("%s: the note %q lacks %q", c.name, h.Note, c.note)
		}
	}
}
