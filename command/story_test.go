package command

import (
	"strings"
	"testing"

	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/loader"
)

// story returns a trace with a deadlock, of a thread A, two that are called worker, and C.
func story(t testing.TB) *timeline.Timeline {
	t.Helper()
	const text = `tiv-text 1
0s A start
0s 1 start name=worker
0s 2 start name=worker
1s A monitor-enter M
1s 1 monitor-enter N
2s A monitor-wait N
3s 1 monitor-wait M
3s C start
9s 2 monitor-wait M
10s C end
`
	in := tracefeed.Input{Name: "story", Reader: strings.NewReader(text), Size: int64(len(text))}
	source, err := tracefeed.OpenInput(in, loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	all, err := loader.Start(source, loader.Options{}).Wait()
	if err != nil || all.Timeline.Damage != nil {
		t.Fatal(err, all.Timeline.Damage)
	}
	return all.Timeline
}
