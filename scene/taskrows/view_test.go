package taskrows

import (
	"fmt"
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/task"
	"tiv/timeline"
	"tiv/tracefeed"
)

// many is a trace with 200 tasks of one type, three of another, and a part of the last of them.
func many(t *testing.T) (*timeline.Timeline, *task.Index) {
	t.Helper()
	var b strings.Builder
	b.WriteString("tiv-text 1\n0ms A start\n0ms B start\n")
	for i := 1; i <= 200; i++ {
		fmt.Fprintf(&b, "%dms A task-start get object=%d\n%dms A task-end get object=%d\n", i*10, i, i*10+i%7+1, i)
	}
	b.WriteString("3000ms B task-start put object=501\n3001ms B task-end put object=501\n")
	b.WriteString("3100ms B task-start put object=502\n3102ms B task-end put object=502\n")
	b.WriteString("3200ms B task-start put object=503\n3201ms B task-start query object=504 value=503\n")
	b.WriteString("3250ms B task-end query object=504\n3300ms B task-end put object=503\n4000ms A end\n4000ms B end\n")
	tl := reduced.Story(t, b.String())
	x, err := task.Build(t.Context(), tl, task.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tl, x
}

// shown lists the rows of a view: types, and numbers of tasks.
func shown(v *View) string {
	var list []string
	for i := range v.Rows {
		r := &v.Rows[i]
		name := r.Type
		if r.Task != None {
			name = strings.Repeat(">", r.Depth) + fmt.Sprint(v.Task(r).Number)
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

// Types with few tasks are unfolded as far as there is room, and those of the user; the chosen task has a row.
func TestRows(t *testing.T) {
	t.Parallel()
	tl, x := many(t)
	var c Cache
	look := lookAt(tl, x)
	rows := func(want string) *View {
		t.Helper()
		v, _ := pictureOf(&c, tl, look, 1000, 220)
		if got := shown(v); got != want {
			t.Errorf("rows %s, want %s", got, want)
		}
		return v
	}
	rows("get put 501 502 503 query 504")
	look.Task = task.ID{Number: 17, Start: 170 * tracefeed.Millisecond}
	rows("get 17 put 501 502 503 query 504")
	look.Task = task.ID{}
	look.TaskRows.Types = map[string]bool{"put": false}
	rows("get put query 504")
	look.TaskRows.Types = map[string]bool{"query": false}
	look.TaskRows.Parts = []task.ID{{Number: 503, Start: 3200 * tracefeed.Millisecond}}
	rows("get put 501 502 503 >504 query")
	look.TaskOrder = "duration"
	rows("get put 503 >504 502 501 query")
	look.TaskRows.Types = map[string]bool{"get": true}
	look.TaskOrder = ""
	rows("get 1 2 3 4 5 6 7 8 9 10 11 12")
	look.TaskTop = view.TaskPlace{Task: task.ID{Number: 100, Start: 1000 * tracefeed.Millisecond}, Above: 2}
	v := rows("get 98 99 100 101 102 103 104 105 106 107 108 109 110 111")
	look.TaskTop = v.Scrolled(-3 * v.row)
	rows("get 95 96 97 98 99 100 101 102 103 104 105 106 107 108")
	look.TaskTop = v.Scrolled(1e6)
	if v, _ := pictureOf(&c, tl, look, 1000, 220); v.Rows[len(v.Rows)-1].Bottom > v.Rect.Y1+1 || v.Rows[len(v.Rows)-1].Type != "query" {
		t.Errorf("scrolled to the end, the rows are %s", shown(v))
	}
	look.Step, look.Steps, look.Moment, look.Ahead = tracefeed.Millisecond, 30, 1005*tracefeed.Millisecond, 0.5
	look.TaskRows.Types, look.TaskTop = nil, view.TaskPlace{}
	rows("get 99 100 101") // types without tasks in the time shown have no row
}

// A row at a pixel can be picked, and its place holds it where it is.
func TestRowAt(t *testing.T) {
	t.Parallel()
	tl, x := many(t)
	var c Cache
	look := lookAt(tl, x)
	look.TaskRows.Types = map[string]bool{"get": true}
	look.TaskTop = view.TaskPlace{Task: task.ID{Number: 100, Start: 1000 * tracefeed.Millisecond}, Above: 5}
	v, _ := pictureOf(&c, tl, look, 1000, 400)
	for i := range v.Rows {
		r := v.Rows[i]
		if r.pinned || r.Top < v.free(&r) {
			continue
		}
		y := (r.Top + r.Bottom) / 2
		if got, name, _, ok := v.RowAt(500, y); !ok || name || got.Task != r.Task || v.RowOf(got.Pick()).Task != r.Task {
			t.Fatalf("row %d is not at its place", i)
		}
		if _, name, _, ok := v.RowAt(150, y); !ok || !name {
			t.Fatalf("the name of row %d is not at its place", i)
		}
		again := *look
		again.TaskTop = v.PlaceOf(&r)
		w, _ := pictureOf(new(Cache), tl, &again, 1000, 400)
		if got, _, _, _ := w.RowAt(500, y); got == nil || got.Task != r.Task {
			t.Fatalf("row %d moves", i)
		}
	}
	if _, _, _, ok := v.RowAt(500, 401); ok {
		t.Error("there is a row below all")
	}
}

// A frame with a limit of events is a draft, until a goroutine has read what it lacks; then it is that without a limit.
func TestRefine(t *testing.T) {
	t.Parallel()
	tl, x := many(t)
	look := lookAt(tl, x)
	in := inputOf(tl, look, 1000, 400)
	want := new(Cache).Arrange(in).Draw(in)
	var c Cache
	defer c.Stop()
	in.MaxEvents = 1
	woken := make(chan struct{}, 100)
	v := c.Arrange(in)
	if v.Draw(in); !v.Pending {
		t.Fatal("the first frame is no draft")
	}
	for v.Pending {
		if !c.Refine(func() { woken <- struct{}{} }) {
			<-woken
		}
		v = c.Arrange(in)
	}
	got := v.Draw(in)
	for i := range want.Pixels {
		if got.Pixels[i] != want.Pixels[i] {
			t.Fatalf("pixel %d is %v, want %v", i, got.Pixels[i], want.Pixels[i])
		}
	}
}

// Very many rows can be scrolled to the last one, whatever their height.
func TestManyRows(t *testing.T) {
	t.Parallel()
	const n = 300_000
	v := View{Rect: shape.Rect{X1: 800, Y1: 600}, row: 16.9, head: 30.3, em: 14, cache: &Cache{}}
	v.lines = &lines{list: make([]line, n), heads: []int{0, 100_000}}
	for _, i := range v.lines.heads {
		v.lines.list[i].task = none
	}
	v.total = v.top(n)
	if want := 2*float64(v.head) + (n-2)*float64(v.row); v.total != want {
		t.Errorf("the rows are %v high, want %v", v.total, want)
	}
	v.offset = v.total - float64(v.Rect.Height())
	first := v.at(v.offset)
	if y := v.top(first) - v.offset; y > 0 || y <= -float64(v.row) {
		t.Errorf("line %d at %v is the first in view", first, y)
	}
	if v.at(0) != 0 || v.at(v.top(100_000)) != 100_000 || v.at(v.total-1) != n-1 {
		t.Error("other lines are at the top of others and at the end")
	}
}
