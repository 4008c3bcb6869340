// Package golden compares pictures of whole traces, drawn as a user gets them,
// with pictures that a person has looked at.
package golden

import (
	"flag"
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tiv/internal/pictures"
	"tiv/lod"
	"tiv/render/offscreen"
	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/loader"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

const (
	width, height = 640, 400
	ms            = tracefeed.Millisecond
)

// shot is one picture: a trace and the user's actions.
type shot struct {
	name, trace string
	do          []workspace.Command
}

func in(k *view.Kind) workspace.Command     { return workspace.SetView{Kind: k} }
func at(t tracefeed.Time) workspace.Command { return workspace.SeekTo{Moment: t} }
func level(l lod.Level) workspace.Command   { return workspace.SetLevel{Level: l} }
func history(steps int) workspace.Command   { return workspace.SetHistory{Steps: steps} }
func palette(name string) workspace.Command {
	p, _ := paint.PaletteNamed(name)
	return workspace.SetPalette{Palette: p}
}
func do(c ...workspace.Command) []workspace.Command { return c }

// shots are the pictures in testdata.
func shots() []shot {
	return slices.Concat(views(), variants(), slicedShots(), taskShots(), taskViewShots())
}

// views are those of all ways to look.
func views() []shot {
	const five = "five-philosophers"
	light := palette("light")
	noted := func(text string, at tracefeed.Time, of, waitsFor tracefeed.ThreadID) workspace.Command {
		return workspace.AddNote{Note: view.Note{Text: text, Moment: at, Thread: of, Blocker: waitsFor}}
	}
	wait, eats, ring := noted("nothing to eat", 60*ms, 2, 0), noted("the last who eats", 115*ms, 3, 0),
		noted("this wait closes the ring, and none of them ever lets go again", 180*ms, 5, 1)
	moment := noted("all hungry", 150*ms, 0, 0)
	return []shot{
		{"3d", five, do(at(100*ms), history(100))},
		{"3d-deadlock", five, do()},
		{"3d-deadlock-light", five, do(light)},
		{"timeline", five, do(in(view.Timeline), at(100*ms))},
		{"timeline-deadlock", five, do(in(view.Timeline))},
		{"timeline-light", five, do(in(view.Timeline), light)},
		{"interaction", five, do(in(view.Interaction), at(100*ms), history(100))},
		{"interaction-deadlock", five, do(in(view.Interaction))},
		{"interaction-light", five, do(in(view.Interaction), at(100*ms), history(100), light)},
		{"interaction-signals", "lost-wakeup", do(in(view.Interaction), workspace.SetOption{Option: "signals", On: true}, history(200))},
		{"split", five, do(in(view.Split), at(100*ms), history(100))},
		{"split-light", five, do(in(view.Split), light)},
		{"split-selected", five, do(in(view.Split), workspace.Select{Thread: 3})},
		{"3d-self-deadlock", "self-deadlock", do()},
		{"timeline-mid", five, do(in(view.Timeline), level(lod.Mid))},
		{"timeline-far", five, do(in(view.Timeline), level(lod.Far))},
		{"3d-mid", five, do(level(lod.Mid))},
		{"3d-far", five, do(level(lod.Far))},
		{"timeline-notes", five, do(in(view.Timeline), wait, eats, ring, moment)},
		{"interaction-notes", five, do(in(view.Interaction), wait, eats, ring, moment, history(100))},
		{"execution", "calls", do(in(view.Execution), at(70*ms))},
		{"execution-selected-light", "calls",
			do(in(view.Execution), at(30*ms), light,
				workspace.SelectCall{Call: view.Call{Thread: 2, Function: "main.(*server).update", Depth: 1, Start: 15 * ms,
					End: 62 * ms}})},
		{"execution-state", "calls", do(in(view.Execution), workspace.SetCallColors{By: view.ByState})},
		{"execution-opened", "calls", do(in(view.Execution), at(70*ms), workspace.Select{Thread: 3},
			workspace.SetOpened{On: true}, workspace.Select{})},
		{"execution-split-cvd", "calls", do(in(view.CodeSplit), at(40*ms), palette("cvd"),
			workspace.SetCallColors{By: view.ByPackage})},
		{"3d-lanes", "calls", do(workspace.SetOption{Option: "lanes", On: true}, at(70*ms))},
		{"3d-lanes-selected-light", "calls",
			do(workspace.SetOption{Option: "lanes", On: true}, workspace.SetOption{Option: "after", On: true}, at(50*ms), light,
				workspace.SelectCall{Call: view.Call{Thread: 2, Function: "main.(*server).update", Depth: 1, Start: 15 * ms,
					End: 62 * ms}})},
		{"3d-notes-light", five, do(light, wait, eats, ring, moment, history(50))},
	}
}

// variants are the pictures of levels, palettes, and actions on threads.
func variants() []shot {
	const five = "five-philosophers"
	light, contrast, cvd, cvdLight := palette("light"), palette("contrast"), palette("cvd"), palette("cvd-light")
	together := workspace.MakeCluster{Name: "together", Threads: []tracefeed.ThreadID{1, 2, 3}}
	return []shot{
		{"split-crowd", "readers", do(in(view.Split), level(lod.Crowd), history(200))},
		{"interaction-mid", five, do(in(view.Interaction), level(lod.Mid), at(100*ms), history(100))},
		{"interaction-far", five, do(in(view.Interaction), level(lod.Far), at(100*ms), history(100))},
		{"split-contrast", five, do(in(view.Split), at(100*ms), history(100), contrast)},
		{"split-cvd", five, do(in(view.Split), at(100*ms), history(100), cvd)},
		{"split-mid-contrast", five, do(in(view.Split), level(lod.Mid), contrast)},
		{"split-far-cvd", five, do(in(view.Split), level(lod.Far), cvd)},
		{"split-cvd-light", five, do(in(view.Split), at(100*ms), history(100), cvdLight)},
		{"split-far-cvd-light", five, do(in(view.Split), level(lod.Far), cvdLight)},
		{"split-crowd-light", "readers", do(in(view.Split), level(lod.Crowd), history(200), light)},
		{"split-close", "readers", do(in(view.Split), level(lod.Crowd), history(200),
			workspace.SetDetailed{On: true, Threads: []tracefeed.ThreadID{2}})},
		{"split-cluster", five, do(in(view.Split), together, workspace.ColorCluster{Color: paint.ClusterColors[0]})},
		{"split-folded", five, do(in(view.Split), together, workspace.FoldAll{Folded: true})},
		{"split-filtered", five, do(in(view.Split), workspace.SetFilter{Filter: workspace.Filter{Text: "blocking > 50%"}})},
	}
}

// frame builds the frame as the command line does.
func (s shot) frame(t *testing.T) *scene.Frame {
	t.Helper()
	ws := s.workspace(t)
	ws.Look.Caption = true
	var b scene.Builder
	return b.Frame(ws.Timeline, &ws.Look, shape.Canvas{Width: width, Height: height, Scale: 1})
}

// workspace opens the trace, and does what the user does.
func (s shot) workspace(t *testing.T) *workspace.Workspace {
	t.Helper()
	source, err := tracefeed.Open(filepath.Join("..", "..", "testdata", s.trace+".tiv"), loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	all, err := loader.Start(source, loader.Options{Findings: true}).WaitFindings()
	if err != nil {
		t.Fatal(err)
	}
	ws := workspace.New(s.trace + ".tiv")
	ws.Update(all.Timeline, all.Report)
	for _, c := range s.do {
		ws.Do(c)
	}
	if err := workspace.SlicingOf(ws).Sync(t.Context()); err != nil { // finds tasks, if any are shown
		t.Fatal(err)
	}
	if err := s.slice(ws); err != nil {
		t.Fatal(err)
	}
	return ws
}

// drawer returns a function that draws frames, all on one canvas.
func drawer(t *testing.T) func(*scene.Frame) *image.NRGBA {
	t.Helper()
	c, err := offscreen.New(width, height)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Release)
	return func(f *scene.Frame) *image.NRGBA {
		t.Helper()
		img, err := c.Draw(f)
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
}

func (s shot) path() string { return filepath.Join("testdata", s.name+".png") }

func (s shot) golden(t *testing.T) *image.NRGBA {
	t.Helper()
	img, err := pictures.Load(s.path())
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestGolden(t *testing.T) {
	for _, s := range shots() {
		t.Run(s.name, func(t *testing.T) {
			img := drawer(t)(s.frame(t))
			if *update {
				if err := pictures.Save(s.path(), img); err != nil {
					t.Fatal(err)
				}
			}
			if err := pictures.Differ(img, s.golden(t)); err != nil {
				failed := filepath.Join(os.TempDir(), "tiv-failed-golden-"+s.name+".png")
				t.Errorf("%v: see %s (%v)", err, failed, pictures.Save(failed, img))
			}
		})
	}
}

// There is a picture of each level, and one in each palette.
func TestGoldenPicturesOfAll(t *testing.T) {
	levels, palettes := map[lod.Level]bool{}, map[string]bool{}
	for _, s := range shots() {
		f := s.frame(t)
		levels[f.Level] = true
		palettes[s.palette()] = true
	}
	for l := lod.Near; l <= lod.Crowd; l++ {
		if !levels[l] {
			t.Errorf("there is no picture of level %v", l)
		}
	}
	for _, name := range paint.PaletteNames() {
		if !palettes[name] {
			t.Errorf("there is no picture in the palette %s", name)
		}
	}
}

// palette returns the name of the palette that a picture is in.
func (s shot) palette() string {
	for _, c := range s.do {
		if p, ok := c.(workspace.SetPalette); ok {
			return p.Palette.Name
		}
	}
	return paint.Dark().Name
}

// No two of the pictures are the same: each shows its own subject.
func TestGoldenPicturesDiffer(t *testing.T) {
	all := shots()
	var golden []*image.NRGBA
	for i, a := range all {
		golden = append(golden, a.golden(t))
		for k, b := range all[:i] {
			if pictures.Same(golden[i], golden[k]) {
				t.Errorf("%s and %s are the same", a.name, b.name)
			}
		}
	}
}
