package workspace

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"tiv/interaction/detect"
	"tiv/scene"
)

// Commands have labels, and a task exactly if they can be prepared.
func TestInfo(t *testing.T) {
	for _, c := range everyCommand {
		info := c.Info()
		if _, slow := c.(preparer); info.Label == "" || slow != (info.Task != "") {
			t.Errorf("%T: %+v, can be prepared: %t", c, info, slow)
		}
	}
}

// Commands have no other effects than their Info says, and each of those sooner or
// later.
func TestEffects(t *testing.T) {
	tl := load(t, story)
	report := detect.Find(context.Background(), tl, nil)
	rng := rand.New(rand.NewPCG(2, 2))
	seen := map[string]Effects{}
	w := New("story")
	w.Update(tl, report)
	const enough, most = 4000, 40_000
	for n := 0; n < enough || n < most && unseen(seen) != nil; n++ {
		c := anyCommand(rng)
		before, has := *w, c.Info().Effects
		before.undo.past = before.undo.past[:len(before.undo.past):len(before.undo.past)]
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
				seen[reflect.TypeOf(c).Name()] |= effect & has
			}
		}
		if w.Look.Camera != before.Look.Camera && !has.Has(MovesCamera) && c.Info().Run != "move camera" {
			t.Fatalf("%T moves the camera", c)
		}
	}
	if c := unseen(seen); c != nil {
		t.Errorf("%T never had one of its effects %b, only %b", c, c.Info().Effects, seen[reflect.TypeOf(c).Name()])
	}
}

// unseen returns a command that did not have all of its effects; nil if there is
// none.
func unseen(seen map[string]Effects) Command {
	for _, c := range everyCommand {
		if c.Info().Effects&^(seen[reflect.TypeOf(c).Name()]|Passive|MovesCamera) != 0 {
			return c
		}
	}
	return nil
}

// movedThreads reports whether the order or the places of threads differ, other
// than by a filter that matches other threads at another time.
func movedThreads(a, b *scene.Look) bool {
	if a.Moment != b.Moment || a.Step != b.Step || a.Steps != b.Steps || a.History != b.History {
		return false
	}
	order := func(l *scene.Look) any {
		list := []any{l.Threads, l.Arrangement, l.Targets, l.Level, l.Detailed}
		for _, c := range l.Clusters {
			list = append(list, c.Threads, c.Folded)
		}
		return list
	}
	return !reflect.DeepEqual(order(a), order(b))
}

// Each action has the name, texts and menu that menus need; its command does
// something to some workspace.
func TestActions(t *testing.T) {
	names := map[string]bool{}
	for _, a := range Actions() {
		if a.Name == "" || names[a.Name] || a.Menu == "" || a.Label == "" || a.Help == "" {
			t.Errorf("%+v: a part is missing, or the name is that of another", a)
		}
		names[a.Name] = true
		if got := ActionNamed(a.Name); got == nil || got.Label != a.Label {
			t.Errorf("%q gives %+v", a.Name, got)
		}
	}
	if ActionNamed("none") != nil {
		t.Error("there is an action called none")
	}
}

// After the action of an option, the option is on; toggles switch it off again.
func TestOptions(t *testing.T) {
	options := 0
	for _, a := range Actions() {
		w := opened(t)
		c := a.Command(w)
		if _, ok := c.(option); !ok {
			continue
		}
		options++
		was := a.IsOn(w)
		w.Do(c)
		if name := reflect.TypeOf(c).Name(); name[:3] == "Set" || name == "Arrange" {
			if !w.IsOn(c) {
				t.Errorf("%s: chosen, and not on", a.Name)
			}
		} else if a.IsOn(w) == was {
			t.Errorf("%s: switched, and still %t", a.Name, was)
		}
	}
	if options < 20 {
		t.Errorf("only %d options", options)
	}
	if w := opened(t); w.IsOn(Hide{}) || !w.IsOn(SetView{scene.Free}) || w.IsOn(SetView{scene.Split}) {
		t.Error("the free view is not the only view")
	}
}
