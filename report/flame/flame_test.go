package flame

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image"
	"image/png"
	"io"
	"maps"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"tiv/assets"
	"tiv/canvas"
	"tiv/execution"
	"tiv/scene/paint"
	"tiv/tracefeed"
)

// graph is the tree of main, which calls work twice, by itself and in parse, and waits there.
func graph() *Graph {
	times := func(running, blocking tracefeed.Time) (t tracefeed.StateTimes) {
		t[tracefeed.Running], t[tracefeed.Blocking] = running, blocking
		return t
	}
	g := New(&execution.Tree{
		Functions: []string{"", "main", "work", "parse[struct{a;b}]"},
		Nodes: []execution.Node{
			{Parent: -1, Self: times(1000, 0)},
			{Parent: 0, Function: 1, Calls: 1, Self: times(10, 0)},
			{Parent: 1, Function: 2, Calls: 2, Self: times(20, 5)},
			{Parent: 1, Function: 3, Calls: 1},
			{Parent: 3, Function: 2, Calls: 1, Evidence: execution.Sampled, Self: times(0, 40)},
			{Parent: 4, Calls: 1, Self: times(3, 0)},
		},
	}, []tracefeed.State{tracefeed.Running, tracefeed.Blocking})
	g.Title = "a <title>"
	return g
}

func TestFolded(t *testing.T) {
	var b bytes.Buffer
	if err := writeFolded(&b, graph()); err != nil {
		t.Fatal(err)
	}
	want := "main 10\nmain;work 25\nmain;parse[struct{a,b}];work 40\nmain;parse[struct{a,b}];work;? 3\n"
	if b.String() != want || !isFolded(b.Bytes()) {
		t.Errorf("got\n%s\nwant\n%s, a file of its kind: %v", b.String(), want, isFolded(b.Bytes()))
	}
	g := New(graph().Tree, []tracefeed.State{tracefeed.Blocking})
	b.Reset()
	if err := writeFolded(&b, g); err != nil || b.String() != "main;work 5\nmain;parse[struct{a,b}];work 40\n" {
		t.Errorf("blocking only: %q, %v", b.String(), err)
	}
	for _, text := range []string{"", "tiv-text 1\n", "package main\n", "main;work 5"} {
		if isFolded([]byte(text)) {
			t.Errorf("%q is taken for folded stacks", text)
		}
	}
}

func TestPprof(t *testing.T) {
	var b bytes.Buffer
	if err := writePprof(&b, graph()); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string][]int64{}
	for _, s := range p.Sample {
		f := s.Location[0].Line[0].Function.Name
		if len(sums[f]) == 0 {
			sums[f] = make([]int64, 3)
		}
		for i, v := range s.Value {
			sums[f][i] += v
		}
		if s.Location[len(s.Location)-1].Line[0].Function.Name != "main" {
			t.Errorf("sample %v is not in main", s)
		}
	}
	if got := sums["work"]; got[0] != 65 || got[1] != 20 || got[2] != 45 {
		t.Errorf("work %v, want 65 ns, 20 of them running, 45 blocking", got)
	}
}

func TestSVG(t *testing.T) {
	g := graph()
	// A path deeper than the picture, and a name longer than any line.
	g.Tree.Functions = append(g.Tree.Functions, strings.Repeat("é", 1<<20))
	for range 5000 {
		g.Tree.Nodes = append(g.Tree.Nodes,
			execution.Node{Parent: int32(len(g.Tree.Nodes) - 1), Function: 4, Self: tracefeed.StateTimes{tracefeed.Running: 1}})
	}
	g = New(g.Tree, g.states)
	g.Title = "a <title>"
	var b bytes.Buffer
	if err := writeSVG(&b, g); err != nil {
		t.Fatal(err)
	}
	if size := b.Len(); size > 8<<20 || !svgKind.Has(b.Bytes()[:512]) {
		t.Errorf("%d bytes", size)
	}
	rects, texts := 0, ""
	for d := xml.NewDecoder(&b); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch x := token.(type) {
		case xml.StartElement:
			if x.Name.Local == "rect" {
				rects++
			}
		case xml.CharData:
			texts += string(x[:min(len(x), 100)]) + "|"
		}
	}
	for _, want := range []string{"a <title>", "running 99.1 %", "work\n25 ns, 0.5 %; 25 ns in itself; 2 calls, " +
		"measured\nrunning 20 ns, 80.0 %\nblocking 5 ns, 20.0 %"} {
		if !strings.Contains(texts, want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if rects < 1000 || rects > 3*maxDepth+30 {
		t.Errorf("%d rectangles", rects)
	}
	b.Reset()
	if err := writeSVG(&b, New(&execution.Tree{Functions: []string{""}, Nodes: []execution.Node{{Parent: -1}}}, nil)); err != nil {
		t.Error(err)
	}
}

// A PNG has twice the size of the sheet, unless that is too much; a PDF has its size.
func TestPixelsAndPages(t *testing.T) {
	t.Parallel()
	high := graph().Tree
	for range 250 {
		high.Nodes = append(high.Nodes, execution.Node{Parent: int32(len(high.Nodes) - 1), Function: 2,
			Self: tracefeed.StateTimes{tracefeed.Running: 1 << 40}})
	}
	for _, x := range []struct {
		tree          *execution.Tree
		width, height int
		page          string
	}{
		{graph().Tree, 2400, 318, "[0 0 900.00 119.25]"},
		{high, 1200, 5376, "[0 0 900.00 4032.00]"},
	} {
		g := New(x.tree, []tracefeed.State{tracefeed.Running, tracefeed.Blocking})
		var b bytes.Buffer
		if err := writePNG(&b, g); err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(&b)
		if err != nil || img.Bounds() != image.Rect(0, 0, x.width, x.height) {
			t.Errorf("%v: %v, want %d x %d", err, img.Bounds(), x.width, x.height)
		}
		b.Reset()
		if err := writePDF(&b, g); err != nil || !strings.Contains(b.String(), "/MediaBox "+x.page) {
			t.Errorf("%v: no page of %s", err, x.page)
		}
	}
}

// places returns the rows and widths of the boxes of a picture, by name.
func places(g *Graph, root int32) map[string]string {
	style := Style{Palette: paint.Dark(), Scale: 1, Text: 13 / assets.LineHeight} // rows of 20 pixels
	all := map[string]string{}
	p := NewPicture(g, root, canvas.Point{X: 100, Y: 40}, 1078, style)
	for _, b := range p.Boxes {
		all[g.Tree.Functions[b.Graph.Paths[b.Path].Node.Function]] += fmt.Sprintf("row %.0f, %.0f from %.0f;", (b.Y0-40)/20,
			b.Width(), b.X0-100)
	}
	return all
}

func TestPicture(t *testing.T) {
	t.Parallel()
	states := []tracefeed.State{tracefeed.Running, tracefeed.Blocking}
	// 1078 pixels are 78 ns, and 1000 ns without a function, which have no box.
	whole := graph().Tree
	whole.Nodes[0].Self = tracefeed.StateTimes{}
	for name, x := range map[string]struct {
		g    *Graph
		root int32
		want map[string]string
	}{
		"all": {New(whole, states), 0, map[string]string{"main": "row 0, 1078 from 0;", "work": "row 1, 346 from 594;row 2, 594 from 0;",
			"parse[struct{a;b}]": "row 1, 594 from 0;", "": "row 3, 41 from 0;"}},
		"zoomed": {New(whole, states), 2, map[string]string{"main": "row 0, 1078 from 0;", "work": "row 1, 1078 from 0;"}},
		"around": {NewAround(whole, 2, states), 0, map[string]string{"main": "row 1, 396 from 682;row 0, 682 from 0;",
			"parse[struct{a;b}]": "row 1, 682 from 0;", "work": "row 2, 682 from 0;row 2, 396 from 682;", "": "row 3, 48 from 0;"}},
	} {
		if got := places(x.g, x.root); !maps.Equal(got, x.want) {
			t.Errorf("%s: got\n%v\nwant\n%v", name, got, x.want)
		}
	}
}

// Calls have the colours of their functions in the execution view or, if slices decide the
// colours, of the slice with most of their time: also callers and callees.
func TestColors(t *testing.T) {
	t.Parallel()
	tree := graph().Tree
	tree.Nodes[2].In = []tracefeed.Time{25, 0} // work in main
	tree.Nodes[4].In = []tracefeed.Time{0, 40} // work in parse
	style := Style{Palette: paint.Dark()}
	slices := []paint.Color{{R: 200, A: 255}, {G: 200, A: 255}}
	none := style.Palette.NoSlice()
	states := []tracefeed.State{tracefeed.Running, tracefeed.Blocking}
	for name, x := range map[string]struct {
		g    *Graph
		want []paint.Color // by path, from 1 on
	}{
		"all":     {New(tree, states), []paint.Color{slices[1], slices[0], slices[1], slices[1], none}},
		"callees": {NewAround(tree, 2, states), []paint.Color{slices[0], slices[1], none}},
		"callers": {NewAround(tree, 2, states).above, nil},
	} {
		for i := 1; i < len(x.g.Paths); i++ {
			path := &x.g.Paths[i]
			style.Slices = nil
			if got, want := style.color(x.g, path), style.Palette.CallColor(tree.Functions[path.Node.Function]); got != want {
				t.Errorf("%s, path %d: the colour is %v; want that of the function, %v", name, i, got, want)
			}
			if style.Slices = slices; x.want == nil {
				if got := style.color(x.g, path); path.in != nil && got == none {
					t.Errorf("%s, path %d: a path in slices has no colour of theirs", name, i)
				}
			} else if got := style.color(x.g, path); got != x.want[i-1] {
				t.Errorf("%s, path %d: %v; want %v", name, i, got, x.want[i-1])
			}
		}
	}
	style.Found = make([]bool, len(tree.Functions))
	if g := New(tree, states); style.color(g, &g.Paths[1]) == slices[1] {
		t.Error("a function that is not found is not faint")
	}
}
