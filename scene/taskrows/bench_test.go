package taskrows

import (
	"fmt"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/scene/view"
	"tiv/task"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"

	"tiv/timeline"
)

// BenchmarkFrame draws frames of 100 000 tasks that are scrolled, with the limit of a window.
func BenchmarkFrame(b *testing.B) {
	var text strings.Builder
	text.WriteString("tiv-text 1\n0us A start\n0us B start\n")
	for i := 1; i <= 100_000; i++ {
		fmt.Fprintf(&text, "%dus A task-start get object=%d\n%dus A io-start net\n", i*10, i, i*10+2)
		fmt.Fprintf(&text, "%dus A io-end\n%dus A task-end get object=%d\n",
			i*10+4, i*10+6, i)
	}
	feed, err := textfeed.Format().Open(tracefeed.Input{Reader: strings.NewReader(text.String())})
	if err != nil {
		b.Fatal(err)
	}
	tl, err := reduced.Timeline(feed, timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	x, err := task.Build(b.Context(), tl, task.Options{})
	if err != nil {
		b.Fatal(err)
	}
	look := lookAt(tl, x)
	look.TaskRows.Types = map[string]bool{"get": true}
	var c Cache
	defer c.Stop()
	in := inputOf(tl, look, 2560, 1440)
	in.MaxEvents = 1_000_000
	v := c.Arrange(in)
	for v == nil {
		c.Refine(func() {})
		v = c.Arrange(in)
	}
	b.ResetTimer()
	for i := range b.N {
		look.TaskTop = view.TaskPlace{Task: x.Tasks[i*3%len(x.Tasks)].ID()}
		c.Refine(func() {})
		v = c.Arrange(in)
		v.Draw(in)
		in.Overlay.Texts = in.Overlay.Texts[:0]
		v.Write(in)
	}
}
