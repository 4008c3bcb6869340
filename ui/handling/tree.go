package handling

import (
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/handler"
	"tiv/report"
	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// tree is the stacks, by call path: rows that unfold. What is unfolded is kept by the names of the functions, so
// it stays when the stacks are added up again.
type tree struct {
	open  map[callPath]bool
	rows  []treeRow
	of    *found // of rows; nil if they are to be made
	shown string // the function to which the rows are scrolled in the next frame; "" for none
}

// callPath is a hash of the functions from the outermost call on.
type callPath uint64

// below returns the path of a call of a function.
func (p callPath) below(function string) callPath {
	h := fnv.New64a()
	fmt.Fprintf(h, "%x %s", uint64(p), function)
	return callPath(h.Sum64())
}

// treeRow is a node in the tree.
type treeRow struct {
	node  int32
	depth int
	path  callPath
	open  bool
}

// maxUnfolded is the largest number of nodes that are unfolded at once.
const maxUnfolded = 1000

// fold folds all nodes.
func (t *tree) fold() { t.open, t.of = nil, nil }

// toggle folds or unfolds a node.
func (t *tree) toggle(p callPath) {
	if t.open == nil {
		t.open = map[callPath]bool{}
	}
	t.open[p], t.of = !t.open[p], nil
}

// unfold unfolds what leads to calls of some functions.
func (t *tree) unfold(f *found, is func(function string) bool) {
	s := f.of.stacks
	leads := make([]bool, len(s.Nodes)) // a node below it is such a call
	for i := len(s.Nodes) - 1; i >= 0; i-- {
		if parent := s.Nodes[i].Parent; parent >= 0 && (leads[i] || is(s.name(int32(i)))) {
			leads[parent] = true
		}
	}
	paths, n := make([]callPath, len(s.Nodes)), 0
	for i := range s.Nodes {
		if parent := s.Nodes[i].Parent; parent >= 0 {
			paths[i] = paths[parent]
		}
		if paths[i] = paths[i].below(s.name(int32(i))); leads[i] && !t.open[paths[i]] && n < maxUnfolded {
			t.toggle(paths[i])
			n++
		}
	}
}

// show unfolds the tree down to a function, and scrolls to it.
func (t *tree) show(f *found, function string) {
	t.unfold(f, func(name string) bool { return name == function })
	t.shown = function
}

// list makes the rows, if they are others.
func (t *tree) list(f *found) {
	if t.of == f {
		return
	}
	s := f.of.stacks
	t.of, t.rows = f, t.rows[:0]
	var waiting []treeRow // the next one last
	add := func(parent int32, depth int, in callPath) {
		for _, node := range slices.Backward(s.children[parent]) {
			p := in.below(s.name(node))
			waiting = append(waiting, treeRow{node, depth, p, t.open[p]})
		}
	}
	add(int32(len(s.Nodes)), 0, 0)
	for len(waiting) > 0 {
		r := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if t.rows = append(t.rows, r); r.open {
			add(r.node, r.depth+1, r.path)
		}
	}
}

// treeColumns are the columns with their widths in sizes of the text; 0 takes what is left.
var treeColumns = []struct {
	name string
	wide float32
	// number says that it has numbers.
	number bool
	help   string
}{
	{"Calls", 0, false, "Functions, each called by the one above it. Those with a bar in front were found."},
	{"Wait, IO, run", 8, false, "What the threads did there and in all calls below: wait, IO, or run."},
	{"Label", 4, false, "What the limits make of it: WAIT, IO, RUN, MIXED, or ANY if there are too few samples."},
	{"Found", 5, false, "callback: the system calls the function. handler: a loop calls it after it waited or read."},
	{"Own", 5.5, true, "Samples or time with the function as the innermost one of the user."},
	{"All", 5.5, true, "Samples or time of it and all calls below."},
}

// layOut lays the tree out. Only rows in view cost anything.
func (t *tree) layOut(p *Panel, high float32) {
	f := p.search.found.Value
	t.list(f)
	flags := imgui.TableFlagsScrollY | imgui.TableFlagsRowBg | imgui.TableFlagsBordersInnerV | imgui.TableFlagsNoBordersInBody |
		imgui.TableFlagsResizable | imgui.TableFlagsNoSavedSettings
	if !imgui.BeginTableV("stacks", int32(len(treeColumns)), imgui.TableFlags(flags), imgui.Vec2{Y: high}, 0) {
		return
	}
	defer imgui.EndTable()
	imgui.TableSetupScrollFreeze(0, 1)
	for _, c := range treeColumns {
		widget.SetUpColumn(c.name, c.wide)
	}
	imgui.TableNextRow()
	for i, c := range treeColumns {
		if imgui.TableSetColumnIndex(int32(i)) {
			panel.Heading(p.UI, panel.Head{Mark: "stacks head ", Title: c.name, Help: c.help, Number: c.number})
		}
	}
	if i := slices.IndexFunc(t.rows, func(r treeRow) bool { return t.shown != "" && f.of.stacks.name(r.node) == t.shown }); i >= 0 {
		imgui.SetScrollYFloat(max(float32(i)-1, 0) * widget.RowHeight())
	} else {
		widget.SnapToRow(widget.RowHeight())
	}
	t.shown = ""
	clip := imgui.NewListClipper()
	defer clip.Destroy()
	clip.Begin(int32(len(t.rows)))
	for clip.Step() {
		for i := int(clip.DisplayStart()); i < min(int(clip.DisplayEnd()), len(t.rows)); i++ {
			treeView{p, f}.row(t.rows[i])
		}
	}
}

// treeView draws the rows of a tree.
type treeView struct {
	p *Panel
	f *found
}

// row lays out a row.
func (v treeView) row(r treeRow) {
	s := v.f.of.stacks
	n := &s.Nodes[r.node]
	name := s.name(r.node)
	imgui.TableNextRow()
	imgui.PushIDInt(r.node)
	defer imgui.PopID()
	imgui.TableSetColumnIndex(0)
	v.call(r, name, s.Functions[n.Function].System)
	own, all := n.Counts, s.subtrees[r.node]
	if imgui.TableSetColumnIndex(1) {
		v.bar(&all)
	}
	label := v.f.labels[r.node]
	for i, text := range []string{label.String(), v.f.kinds[name], v.amount(own.Sum()), v.amount(all.Sum())} {
		if !imgui.TableSetColumnIndex(int32(i + 2)) {
			continue
		}
		color := v.p.UI.Palette.Text
		if i == 0 && label == handler.Any || text == "0" {
			color = v.p.UI.Palette.Faint
		}
		if i >= 2 {
			imgui.SetCursorPosX(imgui.CursorPosX() + max(imgui.ContentRegionAvail().X-imgui.CalcTextSize(text).X-
				panel.NumberMargin*imgui.FontSize(), 0))
		}
		widget.Tinted(color, text)
	}
	v.p.UI.MarkText("stack row "+name, fmt.Sprintf("%s %s %s", label, v.amount(own.Sum()), v.amount(all.Sum())))
}

// call lays out the name of a function, which folds and unfolds, and takes clicks.
func (v treeView) call(r treeRow, name string, system bool) {
	p, inner := v.p, len(v.f.of.stacks.children[r.node]) > 0
	indent := float32(r.depth) * 0.8 * imgui.FontSize()
	if indent > 0 {
		imgui.IndentV(indent)
		defer imgui.UnindentV(indent)
	}
	flags := imgui.TreeNodeFlagsNoTreePushOnOpen | imgui.TreeNodeFlagsOpenOnArrow | imgui.TreeNodeFlagsSpanAllColumns
	if !inner {
		flags |= imgui.TreeNodeFlagsLeaf
	}
	if p.chosen == name {
		flags |= imgui.TreeNodeFlagsSelected
	}
	imgui.SetNextItemOpen(r.open)
	at := imgui.CursorScreenPos()
	shown := widget.Shorten(report.Safe(name), imgui.ContentRegionAvail().X-imgui.TreeNodeToLabelSpacing())
	color := p.UI.Palette.Text
	if system {
		color = p.UI.Palette.Faint
	}
	imgui.PushStyleColorVec4(imgui.ColText, widget.Vec(color))
	imgui.TreeNodeExStrV(shown+"###call", imgui.TreeNodeFlags(flags))
	imgui.PopStyleColor()
	p.UI.Mark("stack "+name, widget.LastItem())
	p.UI.Mark("stack arrow "+name, shape.Rect{X0: at.X, Y0: at.Y, X1: at.X + imgui.FontSize(), Y1: at.Y + imgui.TextLineHeight()})
	toggled := imgui.IsItemToggledOpen()
	if toggled {
		p.tree.toggle(r.path)
	}
	if v.f.kinds[name] != "" {
		x := at.X + imgui.TreeNodeToLabelSpacing() - 0.4*imgui.FontSize()
		imgui.WindowDrawList().AddRectFilled(imgui.Vec2{X: x, Y: at.Y}, imgui.Vec2{X: x + 3*p.UI.Scale, Y: at.Y + imgui.TextLineHeight()},
			widget.Packed(p.UI.Palette.Select))
	}
	p.click(name, imgui.IsItemClicked() && !toggled)
	of := "the user"
	if system {
		of = "the system"
	}
	widget.Tip(report.Safe(fmt.Sprintf("%s, of %s\n%s\n", name, of, v.shares(r.node))) + rowTip)
}

// classes are the words for classes, and the states whose colours they have.
var classes = [...]struct {
	word  string
	state tracefeed.State
}{handler.Wait: {"waits", tracefeed.Suspended}, handler.IO: {"does IO", tracefeed.IO}, handler.Run: {"runs", tracefeed.Running}}

// bar draws the shares of the classes.
func (v treeView) bar(c *handler.Counts) {
	at, wide, sum := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X, c.Sum()
	if sum == 0 {
		return
	}
	x, high := at.X, imgui.TextLineHeight()
	for class := range c {
		next := x + wide*float32(float64(c[class])/float64(sum))
		if next > x {
			v.p.UI.Patterned(imgui.Vec2{X: x, Y: at.Y + 0.1*high}, imgui.Vec2{X: next, Y: at.Y + 0.9*high},
				v.p.UI.Palette.Layers[classes[class].state.Word()])
		}
		x = next
	}
}

// amount writes an amount: samples, or a time.
func (v treeView) amount(n int64) string {
	switch {
	case n == 0:
		return "0"
	case v.f.of.stacks.InTime():
		return tracefeed.Time(n).String()
	}
	return fmt.Sprint(n)
}

// shares says in words what threads did in a node and below.
func (v treeView) shares(node int32) (said string) {
	c := &v.f.of.stacks.subtrees[node]
	for class, n := range c {
		if said += classes[class].word + " in " + tracefeed.Percent(tracefeed.Time(n), tracefeed.Time(c.Sum())); class < len(c)-1 {
			said += ", "
		}
	}
	return said
}
