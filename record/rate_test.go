package record

import (
	"os"
	"strconv"
	"testing"
	"time"

	"tiv/tracefeed"
	"tiv/tracefeed/gotrace"
)

// TestRate leaves out most of a program that writes too much: the states are unknown there.
// The end is in the trace, with the wait for a lock that began in the part before, and the
// lock's owner.
func TestRate(t *testing.T) {
	const most = 1 << 20
	r := recordWith(t, Options{Command: words("go run ./rate"), MaxRate: most})
	info, err := os.Stat(r.path)
	if err != nil || r.ExitCode != 0 {
		t.Fatalf("exit code %d, %v: %s", r.ExitCode, err, r.stderr)
	}
	source, err := tracefeed.Open(r.path, []tracefeed.Format{gotrace.Format()})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	var last tracefeed.Event // the last wait for the lock
	var gaps []tracefeed.Time
	owner, end := tracefeed.NoThread, tracefeed.Time(0)
	lock := "0x" + strconv.FormatUint(addresses(t, r.stdout)[0], 16)
	for ev, err := range tracefeed.All(source) {
		if err != nil {
			t.Fatal(err)
		}
		end = ev.Time
		of := source.Tables().Monitors[ev.Monitor].ID == lock
		switch {
		case ev.Kind == tracefeed.Lost && ev.Thread == tracefeed.NoThread:
			gaps, owner, last = append(gaps, ev.Time), tracefeed.NoThread, tracefeed.Event{}
		case of && ev.Kind == tracefeed.MonitorWait:
			last = *ev
		case of && ev.Kind == tracefeed.MonitorEnter:
			owner = ev.Thread
		}
	}
	if len(gaps) == 0 || last.Thread == tracefeed.NoThread || owner == tracefeed.NoThread || owner == last.Thread {
		t.Errorf("%d gaps, waiting at the end %v, owner %v", len(gaps), last, owner)
	}
	generation := int64(most) // at most: the last two are written in any case
	if limit := most/4 + int64(time.Duration(end).Minutes()*most) + 2*generation; info.Size() > limit {
		t.Errorf("%d bytes in %v, want at most %d", info.Size(), end, limit)
	}
	if note := source.Header().Note; note == "" {
		t.Error("no note about the gaps")
	}
}
