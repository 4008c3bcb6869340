package workspace

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/task"
	"tiv/task/measure"
	"tiv/tracefeed"
)

// everyCommand has one value of each type of command but Prepared, which only Prepare makes;
// TestEveryCommand compares it with the source.
var everyCommand = func() (all []Command) {
	for _, k := range Kinds() {
		all = append(all, k.Command)
	}
	return append(all, Hover{}, MarkChanges{}, MarkHandlers{}, MatchView{})
}()

// everyCommand lists the types with a method apply, without exception.
func TestEveryCommand(t *testing.T) {
	t.Parallel()
	want := []string{}
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil && f.Name.Name == "apply" {
				want = append(want, f.Recv.List[0].Type.(*ast.Ident).Name)
			}
		}
	}
	got := []string{"Prepared"}
	for _, c := range everyCommand {
		got = append(got, reflect.TypeOf(c).Name())
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the commands are\n%s, the list has\n%s", strings.Join(want, " "), strings.Join(got, " "))
	}
}

// anyCommand returns a random command with random fields, sensible or not.
func anyCommand(rng *rand.Rand) Command {
	c := reflect.New(reflect.TypeOf(everyCommand[rng.IntN(len(everyCommand))])).Elem()
	randomize(rng, c)
	return c.Interface().(Command)
}

// someFilters are texts of filters: valid ones, an invalid one, and none.
var someFilters = []string{"name 1", "blocking > 50%", "((", ""}

// randomize sets v, which is settable, to a random value of its type.
func randomize(rng *rand.Rand, v reflect.Value) {
	set := func(x any) { v.Set(reflect.ValueOf(x)) }
	switch v.Interface().(type) {
	case DefineTasks:
		set(DefineTasks{[]string{"<EVENTS/>", `<EVENTS><EVENT METHOD="f"/></EVENTS>`, "<EVENTS>", ""}[rng.IntN(4)]})
	case *view.Kind:
		set(view.Kinds[rng.IntN(len(view.Kinds))])
	case lod.Level:
		set(lod.Level(rng.IntN(5)))
	case view.Option:
		all := view.Switches()
		set(all[rng.IntN(len(all))])
	case view.CallColors:
		set(view.CallColors(rng.IntN(view.NumCallColors)))
	case FindingPlace:
		set(FindingPlace(rng.IntN(5)))
	case view.Arrangement:
		set(view.Arrangement(rng.IntN(4)))
	case Proposal:
		set(Proposal(rng.IntN(4)))
	case SelectMode:
		set(SelectMode(rng.IntN(3)))
	case *paint.Palette:
		set(paint.Palettes()[rng.IntN(2)])
	case paint.Color:
		set(paint.Color{R: uint8(rng.IntN(256)), A: 255}) // the window has no others
	case shape.PickID:
		set(shape.PickID{Kind: shape.PickThread, Index: int32(rng.IntN(4))})
	case *view.Functions:
		set([]*view.Functions{nil, {"f": true}}[rng.IntN(2)])
	case SetHandlerLimit:
		set(SetHandlerLimit{[]string{"own", "wait", "none"}[rng.IntN(3)], 20 * rng.Float64()})
	case SetLimit:
		some := detect.Thresholds()
		set(SetLimit{some[rng.IntN(len(some))].Name, 20 * rng.Float64()})
	case slice.Definition:
		of, extent := slice.Kind(rng.IntN(8)), slice.Extent(rng.IntN(8))
		if int(of) < len(slice.Kinds()) && rng.IntN(4) > 0 {
			extent = of.Extents()[0]
		}
		d := slice.Definition{Name: fmt.Sprint("name ", rng.IntN(3)), Of: of, Where: someFilters[rng.IntN(len(someFilters))],
			Extent: extent, From: tracefeed.Time(rng.IntN(4)-1) * s, Colour: uint32(rng.IntN(1<<24)) * uint32(rng.IntN(2))}
		set(d)
	case Filter:
		set(Filter{someFilters[rng.IntN(len(someFilters))], rng.IntN(2) == 0})
	case *measure.Measure:
		if n := rng.IntN(len(measure.Measures) + 1); n > 0 {
			set(measure.Measures[n-1])
		}
	case measure.Amount:
		set(measure.Amount(rng.Int64N(3)))
	case view.Turn:
		set(view.Turn(rng.Int64N(5) - 2))
	case task.ID:
		set(task.ID{Number: int64(rng.IntN(4)), Start: tracefeed.Time(rng.IntN(4)-1) * s})
	case tracefeed.ThreadID:
		set(tracefeed.ThreadID(rng.IntN(6) - 1))
	case tracefeed.Time:
		set(tracefeed.Time(rng.IntN(14)-2) * s)
	case tracefeed.MonitorID:
		set(tracefeed.MonitorID(rng.IntN(4) - 1))
	case map[tracefeed.ThreadID]mgl32.Vec2:
		set(at(tracefeed.ThreadID(rng.IntN(6)-1), rng.Float32(), 2))
	case map[string]mgl32.Vec2:
		set(map[string]mgl32.Vec2{fmt.Sprint("name ", rng.IntN(3)): {rng.Float32(), 2}})
	case map[tracefeed.ThreadID]view.Change:
		set(map[tracefeed.ThreadID]view.Change{tracefeed.ThreadID(rng.IntN(6) - 1): view.Longer})
	default:
		randomizeKind(rng, v)
	}
}

// randomizeKind is randomize for types without rules of their own.
func randomizeKind(rng *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(rng.IntN(2) == 0)
	case reflect.Int:
		v.SetInt(int64([]int{rng.IntN(4) - 1, rng.IntN(6) - 1, rng.IntN(300)}[rng.IntN(3)]))
	case reflect.Uint8:
		v.SetUint(uint64(rng.IntN(256)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(rng.Float64() + 0.5)
	case reflect.String:
		v.SetString(fmt.Sprint("name ", rng.IntN(3)))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), rng.IntN(4), 4))
		for i := range v.Len() {
			randomize(rng, v.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			randomize(rng, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			randomize(rng, v.Field(i))
		}
	default:
		panic("no random " + v.Type().String())
	}
}
