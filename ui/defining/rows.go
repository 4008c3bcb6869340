package defining

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report"
	"tiv/ui/widget"
	"tiv/workspace"
	"tiv/workspace/tasking"
)

// list is the lists of an editor.
type list struct{ on *Editor }

// problems lists the errors of the text. A click goes to the place.
func (d list) problems(size imgui.Vec2) {
	if imgui.BeginChildStrV("problems", size, 0, 0) {
		if d.on.read.other != nil {
			widget.TintedWrapped(d.on.UI.Palette.Warning, report.Safe(d.on.read.other.Error()))
		}
		for i, e := range d.on.read.errors {
			imgui.PushIDInt(int32(i))
			said := fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, report.Safe(e.Text))
			shown, tip := widget.Shorten(said, imgui.ContentRegionAvail().X), "Click to go there."
			if shown != said {
				tip = said + "\n" + tip
			}
			imgui.PushStyleColorVec4(imgui.ColText, widget.Vec(d.on.UI.Palette.Warning))
			clicked := imgui.SelectableBool(shown + "###problem")
			imgui.PopStyleColor()
			d.on.UI.MarkText(fmt.Sprint("definitions problem ", i), said)
			widget.Tip(tip)
			if clicked {
				d.on.field.GoTo(d.on.field.Offset(e.Line, e.Column))
			}
			imgui.PopID()
		}
	}
	imgui.EndChild()
}

// columns are the headings of the table of definitions, with their widths in sizes of the text; 0
// takes what is left.
var columns = []struct {
	name string
	wide float32
	help string
}{
	{"Line", 3, "The line of the definition. Click to go there."},
	{"Name", 11, "The name of its tasks, which is their type."},
	{"Type", 6, "The word by which it is switched on and off."},
	{"Functions", 5, "The functions of the trace whose calls begin its tasks: those that no definition in front of it matches."},
	{"Tasks", 5, "The tasks that it finds in the whole trace."},
	{"", 0, ""},
}

// rows lists the definitions of the text with what they find.
func (d list) rows(size imgui.Vec2) {
	flags := imgui.TableFlagsScrollY | imgui.TableFlagsRowBg | imgui.TableFlagsBordersOuterH
	if !imgui.BeginTableV("definitions", int32(len(columns)), imgui.TableFlags(flags), size, 0) {
		return
	}
	defer imgui.EndTable()
	imgui.TableSetupScrollFreeze(0, 1)
	for _, c := range columns {
		widget.SetUpColumn(c.name, c.wide)
	}
	imgui.TableNextRow()
	for i, c := range columns {
		if imgui.TableSetColumnIndex(int32(i)); c.name != "" {
			d.on.UI.Faint(c.name)
			widget.Tip(c.help)
		}
	}
	found, tasks := d.on.search.results()
	clip := imgui.NewListClipper()
	defer clip.Destroy()
	clip.Begin(int32(len(d.on.read.list)))
	for clip.Step() {
		for i := int(clip.DisplayStart()); i < int(clip.DisplayEnd()); i++ {
			imgui.PushIDInt(int32(i))
			d.row(i, tasking.Own(d.on.search.draft, found), tasking.Own(d.on.search.draft, tasks))
			imgui.PopID()
		}
	}
}

// row lists a definition.
func (d list) row(i int, found []tasking.Found, tasks []int) {
	of, p := &d.on.read.list[i], d.on.UI.Palette
	imgui.TableNextRow()
	imgui.TableSetColumnIndex(0)
	if imgui.SelectableBoolV(strconv.Itoa(of.Line), false, imgui.SelectableFlagsSpanAllColumns, imgui.Vec2{}) {
		d.on.field.GoTo(d.on.field.Offset(of.Line, 1))
	}
	d.on.UI.Mark(fmt.Sprint("definition ", i), widget.LastItem())
	hint, functions, counted := "", "…", "…"
	if found != nil {
		functions, hint = strconv.Itoa(found[i].Functions), found[i].Hint
	}
	if tasks != nil {
		counted = strconv.Itoa(tasks[i])
	}
	off := !d.on.Workspace.Tasking.IsOn(of.Type)
	switch {
	case off:
		counted, hint = "off", ""
	case hint == "" && found != nil && found[i].Functions == 0:
		hint = "no name of the trace is near"
	}
	widget.Tip(report.Safe(strings.TrimSpace(of.String() + "\n" + hint)))
	for k, text := range []string{of.Name, of.Type, functions, counted, hint} {
		imgui.TableSetColumnIndex(int32(k + 1))
		color := p.Text
		switch {
		case off || text == "…":
			color = p.Faint
		case k == 4 || text == "0":
			color = p.Warning
		}
		widget.Tinted(color, widget.Shorten(report.Safe(text), imgui.ContentRegionAvail().X))
	}
	d.on.UI.MarkText(fmt.Sprint("definition row ", i), strings.TrimSpace(fmt.Sprint(functions, " ", counted, " ", hint)))
}

// types has a box for each type of definitions: first those that find something here, or are the project's.
func (d list) types(size imgui.Vec2) {
	if imgui.BeginChildStrV("types", size, 0, 0) && d.on.search.draft != nil {
		found, tasks := d.on.search.results()
		var without []string
		d.on.UI.Label("Types")
		first := true
		for _, t := range d.on.search.draft.Types(found, tasks) {
			if t.Functions == 0 && !t.Own && t.On {
				without = append(without, t.Name)
				continue
			}
			label := t.Name + " "
			if label += plural(tasks != nil, t.Tasks, "task"); !t.On {
				label = t.Name + " " + plural(found != nil, t.Functions, "function")
			}
			if !first {
				widget.SameLineIfWide(imgui.CalcTextSize(label).X+imgui.FrameHeight()+imgui.FontSize(), imgui.FontSize())
			}
			first = false
			if on := t.On; d.on.UI.TickBox(report.Safe(label)+"###type "+t.Name, &on) {
				d.on.Send(workspace.SetTaskType{Type: t.Name, On: on})
			}
			d.on.UI.MarkText("definitions type "+t.Name, label)
			widget.Tip(fmt.Sprintf("Definitions of this type find tasks, or not, at once. Undo takes that back.\nIt has %s, for %s and %s.",
				plural(true, t.Definitions, "definition"), plural(found != nil, t.Functions, "function"),
				plural(tasks != nil, t.Tasks, "task")))
		}
		if len(without) > 0 && found != nil {
			d.on.UI.FaintWrapped("Without a function in this trace: " + strings.Join(without, ", ") + ".")
		}
	}
	imgui.EndChild()
}
