package workspace

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/scene/view"
)

// Commands have labels, and a task exactly if they can be prepared.
func TestInfo(t *testing.T) {
	t.Parallel()
	for _, c := range everyCommand {
		info := c.Info()
		if _, slow := c.(preparer); info.label == "" || slow != (info.Task != "") {
			t.Errorf("%T: %+v, can be prepared: %t", c, info, slow)
		}
	}
}

// Commands have no other effects than their Info says, and each of these in some
// workspace.
func TestEffects(t *testing.T) {
	t.Parallel()
	tl := load(t, strings.Replace(story, "0s B start", "0s B start\n1ms B task-start load object=2"+handlingItems(), 1))
	report := detect.Find(context.Background(), tl, nil)
	rng := rand.New(rand.NewPCG(2, 2))
	unseen := map[string]Effects{}
	for _, c := range everyCommand {
		if e := c.Info().Effects &^ (Passive | MovesCamera | ZoomsTime); e != 0 {
			unseen[reflect.TypeOf(c).Name()] = e
		}
	}
	var w *Workspace
	for n := 0; n < 3000 || len(unseen) > 0 && n < 100_000; n++ {
		if n%200 == 0 {
			w = New("story")
			w.Update(tl, report)
			w.Do(named("name 0"))
			w.Do(OpenSpace{"name 0"})
		}
		c := anyCommand(rng)
		name := reflect.TypeOf(c).Name()
		if unseen[name] &^= doneBy(t, w, c); unseen[name] == 0 {
			delete(unseen, name)
		}
	}
	for name, effects := range unseen {
		t.Errorf("%s never had the effects %b", name, effects)
	}
}

// handlingItems is a thread that waits for an item, handles it, and waits again.
func handlingItems() string {
	var b strings.Builder
	b.WriteString("\nframe loop acme.Worker.loop\nframe wait java.lang.Object.wait\nstack w wait loop")
	b.WriteString("\n1ms W start\n1ms W call-enter acme.Worker.loop")
	for n := 10; n < 90; n += 10 {
		fmt.Fprintf(&b, "\n%dms W suspend-start wait stack=w\n%dms W suspend-end", n, n+3)
		fmt.Fprintf(&b, "\n%dms W call-enter acme.Job.handle\n%dms W call-exit acme.Job.handle", n+4, n+5)
	}
	return b.String()
}

// doneBy carries out a command, checks that its Info has all its effects, and
// returns them.
func doneBy(t *testing.T, w *Workspace, c Command) (seen Effects) {
	t.Helper()
	before, has := *w, c.Info().Effects
	w.Do(c)
	for effect, is := range map[Effects]bool{
		Undoable | Navigates | MovesThreads: !before.State.same(&w.State),
		MovesThreads:                        movedThreads(&before.Look, &w.Look),
		MovesCamera | Undoable:              before.Look.Camera != w.Look.Camera,
		Jumps | Scrubs | Navigates:          len(w.visits.past) != len(before.visits.past),
	} {
		if is && !has.Has(effect) {
			t.Fatalf("%+v, a %T, has the effect %b, which its Info %b lacks", c, c, effect, has)
		}
		if is {
			seen |= effect & has
		}
	}
	if w.Look.Camera != before.Look.Camera && !has.Has(MovesCamera) && c.Info().run != "move camera" {
		t.Fatalf("%T moves the camera", c)
	}
	return seen
}

// movedThreads reports whether the order or the places of threads differ, other
// than by a filter that matches other threads at another time, also because another view
// shows another interval.
func movedThreads(a, b *view.Look) bool {
	fromA, toA := a.Window()
	fromB, toB := b.Window()
	if fromA != fromB || toA != toB || a.Moment != b.Moment || a.Step != b.Step || a.Steps != b.Steps ||
		a.History != b.History || a.Ahead != b.Ahead || a.Interval != b.Interval {
		return false
	}
	order := func(l *view.Look) any {
		list := []any{l.Threads, l.Arrangement, l.Targets, l.Level, l.Detailed}
		for _, c := range l.Clusters {
			list = append(list, c.Threads, c.Folded)
		}
		return list
	}
	return !reflect.DeepEqual(order(a), order(b))
}
