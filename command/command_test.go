package command

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/task"
	"tiv/task/measure"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/saved"
)

// someTexts are values that need quotes, or look like other parts of a text.
var someTexts = []string{"name 1", "name 2", "blocking > 50%", "((", "", `a "quoted" \ one`, "a,b", "key=value", "größe\n\t", "=", "\xff"}

// anyCommand returns a random command of any kind, with random arguments.
func anyCommand(rng *rand.Rand, tl *timeline.Timeline, of func(*Kind) bool) Command {
	all := Kinds()
	k := all[rng.IntN(len(all))]
	for !of(k) {
		k = all[rng.IntN(len(all))]
	}
	v := reflect.New(k.zero.Type()).Elem()
	v.Set(k.zero)
	for _, a := range k.args {
		randomize(rng, v.FieldByIndex(a.index), tl)
	}
	return v.Interface()
}

// randomize sets v to a random value of its type.
func randomize(rng *rand.Rand, v reflect.Value, tl *timeline.Timeline) {
	set := func(x any) { v.Set(reflect.ValueOf(x)) }
	switch v.Interface().(type) {
	case *view.Kind:
		set(view.Kinds[rng.IntN(len(view.Kinds))])
	case *paint.Palette:
		set(paint.Palettes()[rng.IntN(2)])
	case paint.Color:
		set(paint.Color{R: uint8(rng.IntN(256)), A: 255})
	case slice.Definition:
		of := slice.Kinds()[rng.IntN(len(slice.Kinds()))]
		set(slice.Definition{Name: fmt.Sprint("name ", rng.IntN(3)), Of: of, Where: someTexts[rng.IntN(4)], Extent: of.Extents()[0], To: 5,
			Colour: uint32(rng.IntN(1 << 24))})
	case Size:
		if set(Size{Width: 1 + rng.IntN(9), Height: 1 + rng.IntN(9)}); rng.IntN(2) == 0 {
			set(Size{Percent: 1 + rng.IntN(maxPercent)})
		}
	case task.ID:
		if n := rng.Int64N(4) - 1; n != 0 {
			set(task.ID{Number: n, Start: tracefeed.Time(rng.Int64N(3_000_000_000) - 1)})
		}
	case *measure.Measure:
		if n := rng.IntN(len(measure.Measures) + 1); n > 0 {
			set(measure.Measures[n-1])
		}
	case measure.Amount:
		set(measure.Amount(rng.Int64N(3_000_000)))
	case view.Turn:
		set(view.Turn(rng.Int64N(4) - 1))
	case tracefeed.ThreadID:
		set(tracefeed.ThreadID(rng.IntN(len(tl.Threads))))
	case tracefeed.MonitorID:
		set(tracefeed.MonitorID(rng.IntN(len(tl.Monitors))))
	case tracefeed.Time:
		set(tracefeed.Time(rng.Int64N(14_000_000_000) - 2_000_000_000))
	case mgl32.Vec2:
		set(mgl32.Vec2{rng.Float32(), -rng.Float32()})
	case map[tracefeed.ThreadID]mgl32.Vec2:
		set(map[tracefeed.ThreadID]mgl32.Vec2{1: {rng.Float32(), 2}, 2: {0, -1e-7}})
	case map[string]mgl32.Vec2:
		set(map[string]mgl32.Vec2{someTexts[rng.IntN(4)]: {rng.Float32(), 2}})
	default:
		randomizeKind(rng, v, tl)
	}
}

func randomizeKind(rng *rand.Rand, v reflect.Value, tl *timeline.Timeline) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 0)
	case reflect.Int:
		v.SetInt(int64([]int{rng.IntN(4) - 1, rng.IntN(6) - 1, rng.IntN(300)}[rng.IntN(3)]))
	case reflect.Uint8: // an enumeration
		c, _ := codecOf(v.Type())
		names := strings.Split(c.hint, "|")
		if err := c.parse([]string{names[rng.IntN(len(names))]}, v, nil); err != nil {
			panic(err)
		}
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(float32(rng.Float64()*3 - 0.5)))
	case reflect.String:
		v.SetString(someTexts[rng.IntN(len(someTexts))])
	case reflect.Slice:
		if n := rng.IntN(4); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := range v.Len() {
			randomize(rng, v.Index(i), tl)
		}
	default:
		panic("no random " + v.Type().String())
	}
}

// Every command is read as it was printed.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	tl := story(t)
	rng := rand.New(rand.NewPCG(1, 1))
	seen := map[string]bool{}
	for range 20_000 {
		c := anyCommand(rng, tl, func(*Kind) bool { return true })
		text := Print(c, tl)
		seen[KindOf(c).Name] = true
		got, err := Parse(text, tl)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !reflect.DeepEqual(got, c) {
			t.Fatalf("%s is read as %+v, and was %+v", text, got, c)
		}
	}
	if len(seen) != len(Kinds()) {
		t.Errorf("%d of %d commands were printed", len(seen), len(Kinds()))
	}
}

// A thousand commands as texts give the same state and the same picture in another workspace
// as the commands themselves.
func TestReplay(t *testing.T) {
	t.Parallel()
	tl := story(t)
	found := detect.Find(t.Context(), tl, nil)
	open := func() *workspace.Workspace {
		w := workspace.New("story")
		w.Update(tl, found)
		return w
	}
	for seed := range uint64(1) {
		rng := rand.New(rand.NewPCG(seed, 2))
		w, again := open(), open()
		for i := range 1000 {
			c := anyCommand(rng, tl, func(k *Kind) bool { return !k.Window }).(workspace.Command)
			text := Print(c, tl)
			read, err := Parse(text, tl)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			w.Do(c)
			again.Do(read.(workspace.Command))
			if i%20 > 0 {
				continue
			}
			if a, b := string(w.Save(saved.Identity{})), string(again.Save(saved.Identity{})); a != b {
				t.Fatalf("%d: after %s: %s", i, text, firstDifference(b, a))
			}
		}
		if !reflect.DeepEqual(w.State, again.State) || w.Playback != again.Playback {
			t.Errorf("state %+v, want %+v", again.State, w.State)
		}
		if a, b := drawn(t, w), drawn(t, again); a != b {
			t.Errorf("the pictures differ: %s", firstDifference(b, a))
		}
	}
}

// drawn returns all that a workspace's picture is drawn from, as a text.
func drawn(t *testing.T, w *workspace.Workspace) string {
	t.Helper()
	f := new(scene.Builder).Frame(w.Timeline, &w.Look, shape.Canvas{Width: 640, Height: 360, Scale: 1})
	data, err := json.MarshalIndent(f, "", " ")
	if err != nil || len(data) < 1000 { // as of a view of tasks without any
		t.Fatalf("%d bytes, %v", len(data), err)
	}
	return versions.ReplaceAllString(string(data), "") // they count all pictures of the program
}

var versions = regexp.MustCompile(`"(Cut)?Version": \d+`)

// firstDifference shows where two texts begin to differ.
func firstDifference(a, b string) string {
	other := strings.Split(b, "\n")
	for i, line := range strings.Split(a, "\n") {
		if i >= len(other) || line != other[i] {
			return fmt.Sprintf("line %d is %q", i+1, line)
		}
	}
	return "the second is longer"
}

// Texts that people write.
func TestParse(t *testing.T) {
	t.Parallel()
	tl := story(t)
	for text, want := range map[string]Command{
		"set-step 20ms":                        workspace.SetStep{Step: 20 * tracefeed.Millisecond},
		`select thread="worker 1"`:             workspace.Select{Thread: 2},
		"select A":                             workspace.Select{Thread: 1},
		"  select\t":                           workspace.Select{},
		"set-lanes on":                         workspace.SetOption{Option: "lanes", On: true},
		"set-lanes off":                        workspace.SetOption{Option: "lanes"},
		"open trace.bin":                       Open{Path: "trace.bin"},
		"open":                                 Open{},
		`open "a trace, of=two.bin"`:           Open{Path: "a trace, of=two.bin"},
		"save-picture hang.png size=3840x2160": SavePicture{Path: "hang.png", Size: Size{Width: 3840, Height: 2160}},
		"save-picture size=200% window=on":     SavePicture{Size: Size{Percent: 200}, Window: true},
		"save-animation a.gif to=2s seconds=5": SaveAnimation{Path: "a.gif", To: 2 * tracefeed.Second, Seconds: 5},
		"attach 4711":                          Attach{PID: 4711},
		"show-flame-graph waiting find=lock":   ShowFlameGraph{FlameGraph{States: FlameWaiting, Find: "lock"}},
		"set-view timeline":                    workspace.SetView{Kind: view.Timeline},
		`hide A,"worker 1"`:                    workspace.Hide{Threads: []tracefeed.ThreadID{1, 2}},
		"select-many A,C mode=also":            workspace.SelectMany{Threads: []tracefeed.ThreadID{1, 4}, Mode: workspace.SelectAlso},
		`set-filter "blocking > 50%" hide=on`:  workspace.SetFilter{Filter: workspace.Filter{Text: "blocking > 50%", Hide: true}},
		"place A,0.5:-1":                       workspace.Place{Places: map[tracefeed.ThreadID]mgl32.Vec2{1: {0.5, -1}}},
		"step-by -10":                          workspace.StepBy{Steps: -10},
		`add-note "it waits" moment=1s thread="A"`: workspace.AddNote{Note: view.Note{Text: "it waits",
			Moment: tracefeed.Second, Thread: 1}},
	} {
		if got, err := Parse(text, tl); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", text, got, err, want)
		}
	}
}

// What is wrong is named.
func TestParseErrors(t *testing.T) {
	t.Parallel()
	tl := story(t)
	for text, want := range map[string]string{
		"":                         "no command",
		"fly":                      `no command "fly"`,
		"set-step":                 "set-step needs step: set-step TIME",
		"set-step soon":            `invalid time "soon"`,
		"set-lanes maybe":          `"maybe" is neither on nor off`,
		"set-view sideways":        `"sideways" is none of 3d|timeline`,
		"select nobody":            `no thread has the name "nobody"`,
		"select worker":            `2 threads have the name "worker"; write the id behind it, as in "worker 1"`,
		"select A colour=red":      `select has no argument "colour": select [THREAD]`,
		"select A C":               `select has no argument for "C"`,
		"select thread=A thread=C": "thread is there twice",
		`open "half`:               "a quote is not closed",
		`open a"b"`:                "needs double quotes around all of it",
		"zoom-by NaN":              `"NaN" is no number`,
		"place A":                  "the last key has no value",
		"save-picture x size=9":    `"9" is no size`,
		"color-cluster 1 color=re": `"re" is no colour`,
		`add-slices "{"`:           "no slice in the form of a file of slices",
	} {
		if got, err := Parse(text, tl); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v, want %s", text, got, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, k := range Kinds() {
		f.Add(k.Name + ` 1 "a",b key=2s`)
	}
	tl := story(f)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text, tl)
		if err != nil {
			return
		}
		printed := Print(c, tl)
		if again, err := Parse(printed, tl); err != nil || Print(again, tl) != printed {
			t.Fatalf("%q is %+v, printed as %q, and read as %+v, %v", text, c, printed, again, err)
		}
	})
}
