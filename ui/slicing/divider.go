package slicing

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/expression"
	"tiv/interaction/lockname"
	"tiv/internal/background"
	"tiv/report"
	"tiv/session"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/ui/widget"
)

// Divider makes slices of ranges of an attribute. The window behind it stays usable.
type Divider struct {
	*panel.Trace
	add   func(...slice.Definition) // adds slices to the list
	Open  bool                      // the window is shown
	of    *session.Document
	draft slice.Definition // of all elements
	field widget.Condition // with its condition
	by    slice.Attribute
	// ranges and into choose the limits, unless own is set: then they are the user's.
	ranges slice.Division
	into   int32
	own    bool
	// limits is the text with the limits, which all else follows.
	limits widget.Condition
	plot   divideChart
	values background.Latest[measureKey, measurement]
	breaks background.Latest[breaksKey, []int64]
	taken  breaksKey // whose limits are in the text
	made   madeRanges
}

// measureKey is the input of the values.
type measureKey struct {
	tl    *timeline.Timeline
	locks *lockname.Names
	front *slice.Slices // if the condition is about slices
	draft slice.Definition
	by    slice.Attribute
}

// measurement is values, or the reason why there are none.
type measurement struct {
	slice.Values
	wrong error
}

// breaksKey is the input of limits that are chosen.
type breaksKey struct {
	values measureKey
	ranges slice.Division
	into   int32
}

func newDivideDialog(s *panel.Services, add func(...slice.Definition)) Divider {
	nothing := func(string, int) (int, []expression.Completion) { return 0, nil }
	return Divider{Trace: s.Shown, add: add, plot: divideChart{drag: -1},
		field:  widget.NewCondition(s.Shown.UI, s.Input.ExpectTyping, nil),
		limits: widget.NewCondition(s.Shown.UI, s.Input.ExpectTyping, nothing)}
}

// Show opens the dialog for the elements of a definition.
func (d *Divider) Show(draft slice.Definition) {
	d.Open, d.of, d.draft, d.field.Text = true, d.Document, draft, draft.Where
	d.ranges, d.into = slice.Natural, 3
	d.choose(slice.Duration)
}

// ofSlice opens the dialog for the elements of a slice, or for the states of the threads that
// it covers, if these elements have no attributes.
func (d *Divider) ofSlice(of slice.Definition) {
	if len(of.Of.Attributes()) == 0 {
		of.Of, of.Extent, of.Where = slice.Spans, slice.Whole, "slice == "+expression.Quote(of.Name)
	}
	d.Show(of)
}

// choose takes an attribute, and an axis that suits it.
func (d *Divider) choose(by slice.Attribute) {
	d.by, d.limits.Text, d.own, d.taken = by, "", false, breaksKey{}
	d.plot.axis.linear = by == slice.Start || !by.IsTime()
}

// Busy reports whether the values or the limits are being computed.
func (d *Divider) Busy() bool {
	_, values := d.values.Running()
	_, breaks := d.breaks.Running()
	return d.Open && (values || breaks)
}

// Close ends all work.
func (d *Divider) Close() {
	d.values.Close()
	d.breaks.Close()
}

// LayOut lays the dialog out, over everything else.
func (d *Divider) LayOut() {
	if d.Open = d.Open && d.of == d.Document; !d.Open {
		d.values.Reset()
		d.breaks.Reset()
		return
	}
	em, view := imgui.FontSize(), imgui.MainViewport()
	imgui.SetNextWindowPosV(view.WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(48*em, 0.95*view.WorkSize().X)}, imgui.CondAlways)
	flags := imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoResize
	if imgui.BeginV("Divide into slices", &d.Open, imgui.WindowFlags(flags)) {
		d.fields()
	}
	imgui.End()
}

// fields lays out the parts of the dialog.
func (d *Divider) fields() {
	d.nameField()
	d.kindField()
	elements(d.UI, &d.field, d.Document, "divide", d.draft.Of, d.Workspace.Look.Slices)
	d.draft.Where = strings.TrimSpace(d.field.Text)
	d.attributeField()
	d.rangesField()
	wrong := d.draftError()
	if color, said := d.field.Locate(wrong); said != nil {
		widget.TintedWrapped(color, report.Safe(said.Error()))
		d.UI.MarkText("divide error", said.Error())
	}
	values := d.refresh(wrong == nil)
	limits, err := d.limitsField()
	if values != nil && err == nil {
		d.made.update(d, limits)
		limits = d.chart(values, limits)
		d.list(values, limits)
	} else {
		d.empty(wrong == nil && values == nil)
	}
	d.buttons(values != nil && values.Elements > 0, errors.Join(wrong, err))
}

// draftError returns why the elements cannot be found.
func (d *Divider) draftError() error {
	check := d.draft
	check.Name = "elements"
	return check.Check()
}

// refresh requests the values, and the limits that the dialog chooses. It returns the
// values; nil if they are not there yet.
func (d *Divider) refresh(valid bool) *measurement {
	if !valid {
		d.values.Pause()
		return nil
	}
	key := measureKey{tl: d.Workspace.Timeline, locks: d.Workspace.Look.Locks, draft: d.draft, by: d.by}
	key.draft.Name, key.draft.Colour = "", 0
	if p, err := d.draft.Of.Language().Parse(d.draft.Where); err == nil && p.Uses("slice") {
		key.front = d.Workspace.Look.Slicing
	}
	if wanted, running := d.values.Running(); running && !key.tl.Complete && wanted.draft == key.draft && wanted.by == key.by {
		key = wanted // it would never be finished
	}
	in := slice.Input{Timeline: key.tl, Locks: key.locks.Terms, Tasks: d.Workspace.Tasking.Finder()}
	d.values.Update(key, func(ctx context.Context, _ func(float64)) (m measurement, err error) {
		m.Values, m.wrong = slice.Measure(ctx, in, key.front, key.draft, key.by)
		return m, ctx.Err()
	}, d.Wake)
	if !d.values.Present || d.values.Key.draft != key.draft || d.values.Key.by != key.by {
		return nil
	}
	d.chooseLimits()
	return &d.values.Value
}

// chooseLimits requests limits for the values, and takes them over.
func (d *Divider) chooseLimits() {
	key := breaksKey{d.values.Key, d.ranges, d.into}
	if d.own || d.taken == key {
		return
	}
	list := d.values.Value.List
	d.breaks.Update(key, func(context.Context, func(float64)) ([]int64, error) {
		return slice.Breaks(list, key.ranges, int(key.into)), nil
	}, d.Wake)
	if d.breaks.Present && d.breaks.Key == key {
		d.taken = key
		d.spell(d.breaks.Value)
	}
}

// spell writes limits into their field.
func (d *Divider) spell(limits []int64) {
	var words []string
	for _, v := range limits {
		words = append(words, d.by.Spell(v))
	}
	d.limits.Text = strings.Join(words, " ")
}

// buttons lays out the buttons.
func (d *Divider) buttons(some bool, err error) {
	n := len(d.made.list)
	imgui.BeginDisabledV(!some || err != nil || d.made.wrong != nil)
	create := imgui.Button("Create")
	imgui.EndDisabled()
	d.UI.Mark("divide create", widget.LastItem())
	widget.Tip(fmt.Sprintf("Adds %s to the end of the list. Undo takes them back.", tracefeed.Plural(n, "slice")))
	imgui.SameLine()
	if d.UI.Cancelled("divide") {
		d.Open = false
	}
	if create {
		d.Open = false
		d.add(d.made.ranges...)
	}
}
