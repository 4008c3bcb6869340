package viewer

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/scene/view"
	"tiv/task/measure"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
)

// requests is a feed in which threads serve one request after the other: a task of a type, part of which is a query, for
// which its thread waits. Tasks take from 0.5 to 100 % of a round of all threads.
type requests struct {
	tables        *tracefeed.Tables
	rng           *rand.Rand
	kinds         []tracefeed.NameID
	threads, left int
	last          int64
	at            tracefeed.Time
}

// round is the time in which each thread serves a request.
const round = 400 * tracefeed.Microsecond

func newRequests(threads, tasks int) *requests {
	r := &requests{tables: tracefeed.NewTables(), rng: rand.New(rand.NewPCG(4, 2)), threads: threads, left: tasks}
	for i := range threads {
		r.tables.AddThread(tracefeed.Thread{ID: fmt.Sprint(i), Name: fmt.Sprint("worker ", i)})
	}
	for _, name := range []string{"query", "GET /item", "GET /list", "POST /order", "PUT /item", "GET /report"} {
		r.kinds = append(r.kinds, r.tables.AddName(name))
	}
	return r
}

// Header and the methods after it make it a feed.
func (r *requests) Header() tracefeed.Header  { return tracefeed.Header{Format: "requests"} }
func (r *requests) Tables() *tracefeed.Tables { return r.tables }
func (r *requests) Close() error              { return nil }
func (r *requests) Batch(used []tracefeed.Event) ([]tracefeed.Event, error) {
	if r.left == 0 {
		return nil, io.EOF
	}
	list := used[:0]
	for t := 1; t <= r.threads && r.left > 0; t++ {
		list = r.serve(list, tracefeed.ThreadID(t))
	}
	slices.SortStableFunc(list, func(a, b tracefeed.Event) int { return cmp.Compare(a.Time, b.Time) })
	r.at += round
	return list, nil
}

// serve adds the events of a request of a thread in the round.
func (r *requests) serve(list []tracefeed.Event, t tracefeed.ThreadID) []tracefeed.Event {
	long := tracefeed.Time(float64(round) * 0.9 * math.Pow(200, -r.rng.Float64()))
	start := r.at + tracefeed.Time(r.rng.Int64N(int64(round-long)))
	add := func(parts int64, of int64, kind tracefeed.Kind, name tracefeed.NameID) {
		list = append(list, tracefeed.Event{Time: start + long*tracefeed.Time(parts)/10, Thread: t, Kind: kind, Name: name, Object: of})
	}
	kind, whole, part := r.kinds[1+r.rng.IntN(len(r.kinds)-1)], r.last+1, r.last+2
	add(0, whole, tracefeed.TaskStart, kind)
	if r.left -= 2; r.left >= 0 {
		add(2, part, tracefeed.TaskStart, r.kinds[0])
		list[len(list)-1].Value = whole
	}
	add(3, 0, tracefeed.IOStart, 0)
	add(5, 0, tracefeed.IOEnd, 0)
	if r.left >= 0 {
		add(6, part, tracefeed.TaskEnd, r.kinds[0])
	}
	add(10, whole, tracefeed.TaskEnd, kind)
	r.last, r.left = part, max(r.left, 0)
	return list
}

// BenchmarkTasks makes and draws frames of the views of a million tasks: of half of the trace ("move") and a hundredth of it
// ("near"), which move on from frame to frame, and of all of it. There the mouse goes from task to task ("hover"), the spiral
// turns and rows scroll ("camera"), and half of the tasks are selected and released ("band"). "height", "colour" and "order"
// change what tasks are plotted, coloured and sorted by: ms-median is the time to the first picture, which may be a draft,
// ms-done that to the exact one. cpu-ms is the processor time of all threads, ms-cpu-frame that of the drawing thread.
func BenchmarkTasks(b *testing.B) {
	tl, err := reduced.Timeline(newRequests(40, 1_000_000), timeline.Tuning{})
	if err != nil {
		b.Fatal(err)
	}
	ws := workspace.New("benchmark")
	ws.Update(tl, detect.Report{})
	ws.Tasking.Ask()
	if err := workspace.SlicingOf(ws).Sync(b.Context()); err != nil {
		b.Fatal(err)
	}
	for _, kind := range []*view.Kind{view.EventPlot, view.Spiral, view.Tasks} {
		run := func(name string, f func(*testing.B, *viewer)) {
			b.Run(fmt.Sprint(kind, "/", name), func(b *testing.B) {
				v := openWorkspace(b, screen, ws, workspace.SetView{Kind: kind}, workspace.ShowRange{From: 0, To: tl.End})
				defer v.builder.Stop()
				f(b, v)
			})
		}
		run("move", func(b *testing.B, v *viewer) { v.pan(b, tl.End/2) })
		run("near", func(b *testing.B, v *viewer) { v.pan(b, tl.End/100) })
		run("hover", func(b *testing.B, v *viewer) { v.hover(b) })
		run("camera", func(b *testing.B, v *viewer) { v.turn(b) })
		run("band", func(b *testing.B, v *viewer) { v.band(b) })
		if kind == view.Tasks {
			run("order", func(b *testing.B, v *viewer) {
				v.change(b, workspace.SortTasks{By: named(b, "io")}, workspace.SortTasks{})
			})
			continue
		}
		run("height", func(b *testing.B, v *viewer) {
			v.change(b, workspace.SetTaskHeight{Of: named(b, "running")}, workspace.SetTaskHeight{})
		})
		run("colour", func(b *testing.B, v *viewer) {
			v.change(b, workspace.SetTaskColors{By: named(b, "io")}, workspace.SetTaskColors{})
		})
	}
}

func named(b *testing.B, name string) *measure.Measure {
	b.Helper()
	m, ok := measure.Parse(name)
	if !ok {
		b.Fatalf("no measure %q", name)
	}
	return m
}

// pan shows an interval of a length, each frame a little later.
func (v *viewer) pan(b *testing.B, length tracefeed.Time) {
	v.ws.Do(workspace.ShowRange{From: 0, To: length})
	v.settle(b)
	v.builder.Animating = true
	n := 0
	v.each(b, func() {
		n++
		from := length / 1000 * tracefeed.Time(n%100)
		v.ws.Do(workspace.ShowRange{From: from, To: from + length})
	})
}

// hover moves the mouse along a line through the picture.
func (v *viewer) hover(b *testing.B) {
	n := 0
	v.each(b, func() {
		n++
		pick, _ := v.last.At(float32(n*37%v.canvas.Width), float32(v.canvas.Height)/2)
		v.ws.Do(workspace.Hover{Pick: pick})
	})
	v.ws.Do(workspace.Hover{})
}

// turn moves the camera of the spiral, and the rows of tasks.
func (v *viewer) turn(b *testing.B) {
	n, tasks := 0, v.ws.Look.Tasks.Tasks
	if v.last.Tasks != nil {
		v.ws.Do(workspace.FoldTasks{Type: "query"})
	}
	v.each(b, func() {
		n++
		v.ws.Do(workspace.Orbit{Yaw: 0.01})
		if v.last.Tasks != nil {
			v.ws.Do(workspace.ScrollTasks{TaskPlace: view.TaskPlace{Task: tasks[n*389%len(tasks)].ID()}})
		}
	})
}

// band selects half of the tasks, or those in half of the picture, and releases them.
func (v *viewer) band(b *testing.B) {
	n := 0
	v.each(b, func() {
		if n++; n%2 == 0 {
			v.ws.Do(workspace.SelectTasks{})
			return
		}
		if s := v.last.Spiral(); s != nil {
			columns, _ := s.Within(mgl32.Vec2{}, mgl32.Vec2{float32(v.canvas.Width) / 2, float32(v.canvas.Height)})
			v.ws.Do(workspace.SelectTasks{Tasks: s.Tasks(columns)})
			return
		}
		v.ws.Do(workspace.SelectTaskRange{Range: measure.Range{To: v.ws.Timeline.End / 2}})
	})
	v.ws.Do(workspace.SelectTasks{})
}

// each measures frames, before each of which something is done.
func (v *viewer) each(b *testing.B, do func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all, making, drawing, own spent
	b.ResetTimer()
	before := cpuTime()
	for b.Loop() {
		start, worked := time.Now(), threadTime()
		do()
		m, d := v.frame(b)
		all, making, drawing = append(all, time.Since(start)), append(making, m), append(drawing, d)
		own = append(own, threadTime()-worked)
		v.builder.Refine(func() {})
	}
	reportCPU(b, before)
	all.report(b, "median")
	making.report(b, "making")
	drawing.report(b, "drawing")
	all.slowest(b)
	own.report(b, "cpu-frame")
}

// change gives two commands in turns, each followed by frames until the picture is exact.
func (v *viewer) change(b *testing.B, there, andBack workspace.Command) {
	var frames, first, done spent
	before := cpuTime()
	for n := 0; b.Loop(); n++ {
		start := time.Now()
		v.ws.Do([]workspace.Command{there, andBack}[n%2])
		v.frame(b)
		first = append(first, time.Since(start))
		frames = append(append(frames, first[len(first)-1]), v.refine(b)...)
		done = append(done, time.Since(start))
	}
	reportCPU(b, before)
	first.report(b, "median")
	done.report(b, "done")
	frames.slowest(b)
}
