package slicing

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/expression"
	"tiv/internal/background"
	"tiv/report"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/widget"
	"tiv/workspace"
)

// Editor is the editor of a slice. The window behind it stays usable.
type Editor struct {
	*panel.Trace
	messages *session.Messages
	input    *keys.Recorder
	add      func(...slice.Definition) // adds slices to the list
	Open     bool                      // the window is shown
	first    bool                      // this is its first frame
	of       *session.Document         // with the slice
	name     string                    // of the slice; "" for a new one
	index    int                       // of the slice; below 0 for a new one
	draft    slice.Definition
	// from and to are the bounds in time, as typed.
	from, to string
	field    widget.Condition
	shares   background.Latest[draftKey, sliceShares]
}

// draftKey is the input of what a draft covers.
type draftKey struct {
	draft  slice.Definition
	front  *slice.Slices // the slices as they are computed
	index  int
	shares sharesKey // without slices
}

func newSliceDialog(s *panel.Services, add func(...slice.Definition)) Editor {
	return Editor{Trace: s.Shown, messages: s.Messages, input: s.Input, add: add,
		field: widget.NewCondition(s.Shown.UI, s.Input.ExpectTyping, nil)}
}

// Busy reports whether the dialog computes what the slice covers.
func (d *Editor) Busy() bool {
	_, running := d.shares.Running()
	return d.Open && running
}

// Close ends all work.
func (d *Editor) Close() { d.shares.Close() }

// Create opens the editor for a new slice.
func (d *Editor) Create(draft slice.Definition) {
	if d.Workspace.Spaces.Room(d.Workspace.Shown) == 0 {
		d.messages.Say(fmt.Sprintf("There is room for %d slices.", slice.Max))
		return
	}
	d.show("", draft)
}

// change opens the editor for a slice of the list.
func (d *Editor) change(i int) {
	if i >= 0 && i < len(d.Workspace.Look.Slices) {
		d.show(d.Workspace.Look.Slices[i].Name, d.Workspace.Look.Slices[i])
	}
}

func (d *Editor) show(name string, draft slice.Definition) {
	d.Open, d.first, d.of, d.name, d.draft = true, true, d.Document, name, draft
	d.field.Text, d.from, d.to = draft.Where, timeText(draft.From), timeText(draft.To)
	d.input.ExpectTyping()
}

// timeText spells a time so that it is read as it is; "" for 0.
func timeText(t tracefeed.Time) string {
	if t == 0 {
		return ""
	}
	s := fmt.Sprintf("%d.%09d", t/tracefeed.Second, t%tracefeed.Second)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".") + "s"
}

const sliceDialogTitle = "Slice"

// LayOut lays the editor out, over everything else.
func (d *Editor) LayOut() {
	d.index = slice.Find(d.Workspace.Look.Slices, d.name)
	if d.Open = d.Open && d.of == d.Document && (d.index >= 0 || d.name == ""); !d.Open {
		d.shares.Pause()
		return
	}
	em := imgui.FontSize()
	imgui.SetNextWindowPosV(imgui.MainViewport().WorkCenter(), imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(40*em, 0.95*imgui.MainViewport().WorkSize().X)}, imgui.CondAlways)
	flags := imgui.WindowFlagsNoCollapse | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoResize
	if imgui.BeginV(sliceDialogTitle, &d.Open, imgui.WindowFlags(flags)) {
		d.fields()
	}
	imgui.End()
}

// fields lays out the parts of the slice, and the buttons.
func (d *Editor) fields() {
	d.UI.Label("Name")
	if d.draft.Colour != 0 {
		d.draft.Colour, _ = d.UI.ColourButton("draft colour", d.draft.Colour)
		imgui.SameLine()
	}
	if d.first {
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(-1)
	enter := imgui.InputTextWithHint("##name", "Name", &d.draft.Name,
		imgui.InputTextFlagsEnterReturnsTrue|imgui.InputTextFlagsAutoSelectAll, nil)
	d.UI.Mark("slice name", widget.LastItem())
	widget.Tip("The name of the slice. Conditions of slices below it can use it.")
	d.first = false
	d.kind()
	enter = elements(d.UI, &d.field, d.Document, "slice", d.draft.Of, d.front()) || enter
	d.extent()
	bounds := d.bounds()
	d.draft.Where = strings.TrimSpace(d.field.Text)
	err := errors.Join(d.wrong(), bounds)
	d.covers(err)
	imgui.BeginDisabledV(err != nil)
	save := imgui.Button("Save")
	imgui.EndDisabled()
	d.UI.Mark("slice save", widget.LastItem())
	widget.Tip("Saves the slice (Enter).")
	imgui.SameLine()
	if imgui.Button("Cancel") {
		d.Open = false
	}
	d.UI.Mark("slice cancel", widget.LastItem())
	widget.Tip(widget.CancelTip)
	if (save || enter) && err == nil {
		d.save()
	}
}

// wrong returns why the draft cannot be saved.
func (d *Editor) wrong() error {
	check := d.draft
	if check.Name == "" {
		check.Name = "slice"
	}
	return check.Check()
}

// save adds or changes the slice.
func (d *Editor) save() {
	d.Open = false
	if d.draft.Name == "" {
		d.draft.Name = widget.Shorten(definitionText(&d.draft), 20*imgui.FontSize())
	}
	if d.index < 0 {
		d.add(d.draft)
		return
	}
	d.Send(workspace.SetSlice{Index: d.index, Definition: d.draft})
}

// kindHelp describes the kinds of slices.
var kindHelp = map[slice.Kind]string{
	slice.Calls:        "Calls of functions, measured or from stacks.",
	slice.Spans:        "Intervals in which a thread is in one state: waits, IO, running.",
	slice.Threads:      "Whole threads.",
	slice.Locks:        "Locks: the waits for them, and the time of their owners meanwhile.",
	slice.Regions:      "Regions of threads, those of tasks among them.",
	slice.Objects:      "Objects, by type, size and age: the calls on them.",
	slice.Tasks:        "Tasks, such as requests: the regions of threads that work on them.",
	slice.Combinations: "Combinations of the slices above in the list, with && for and, || for or, ! for not.",
}

// kind chooses the kind of the elements.
func (d *Editor) kind() {
	d.UI.Label("Of")
	imgui.SetNextItemWidth(10 * imgui.FontSize())
	if imgui.BeginCombo("##kind", d.draft.Of.String()) {
		for _, k := range slice.Kinds() {
			if imgui.SelectableBoolV(k.String(), k == d.draft.Of, 0, imgui.Vec2{}) {
				d.draft.Of, d.draft.Extent = k, k.Extents()[0]
			}
			d.UI.Mark("slice kind "+k.String(), widget.LastItem())
			widget.Tip(kindHelp[k])
		}
		imgui.EndCombo()
	}
	d.UI.Mark("slice kind", widget.LastItem())
	widget.Tip("The kind of elements that the slice is made of. " + kindHelp[d.draft.Of])
	imgui.SameLine()
	d.UI.Faint(widget.Shorten(kindHelp[d.draft.Of], imgui.ContentRegionAvail().X))
}

// elements lays out the field for a condition on the elements of a slice, which sees the
// slices in front. It reports whether Enter was pressed.
func elements(w *widget.Kit, f *widget.Condition, d *session.Document, mark string, of slice.Kind, front []slice.Definition) (enter bool) {
	language := of.Language()
	f.Complete = func(text string, at int) (int, []expression.Completion) {
		return language.Complete(text, at, map[string][]string{"slice": panel.SliceNames(front),
			"lock": panel.LockNames(d.Workspace.Look.Locks)})
	}
	w.Label("Where")
	imgui.SetNextItemWidth(-2.5 * imgui.FontSize())
	hint := "all; for example " + language.Words[0].Example
	_, enter = f.Edit("##where", hint, "Only elements for which this condition is true. A plain text is searched for.")
	w.Mark(mark+" where", f.Place)
	w.WordsHelp(mark, "Explains conditions.", "A condition about "+of.String()+", such as "+language.Words[0].Example+".\n"+
		"&& is and, || is or, ! is not; ~ matches a pattern. Empty: all.", language.Words)
	return enter
}

// front returns the slices that the condition sees.
func (d *Editor) front() []slice.Definition {
	if d.index >= 0 {
		return d.Workspace.Look.Slices[:min(d.index, len(d.Workspace.Look.Slices))]
	}
	return d.Workspace.Look.Slices
}

// extentHelp describes the extents.
var extentHelp = map[slice.Extent]string{
	slice.Callees:       "The calls, and everything that they call.",
	slice.Self:          "The calls themselves, without those that they make.",
	slice.Callers:       "The calls themselves, and those that led to them.",
	slice.WaitsAndHolds: "The waits for the locks, and the time of their owners meanwhile.",
	slice.Waits:         "The waits for the locks.",
	slice.Holds:         "The time of the owners while others waited.",
	slice.Work:          "The regions in the tasks, and in the tasks that are parts of them.",
	slice.OwnWork:       "The regions in the tasks themselves.",
	slice.Life:          "From start to end of the tasks, in the threads that worked on them.",
}

// extent chooses the extent, if there is a choice.
func (d *Editor) extent() {
	extents := d.draft.Of.Extents()
	if len(extents) < 2 {
		return
	}
	d.UI.Label("Covers")
	for i, e := range extents {
		if i > 0 {
			imgui.SameLine()
		}
		if d.UI.Radio(e.String(), e == d.draft.Extent) {
			d.draft.Extent = e
		}
		d.UI.Mark("slice extent "+e.String(), widget.LastItem())
		widget.Tip(extentHelp[e])
	}
}

// bounds lays out the bounds in time.
func (d *Editor) bounds() (wrong error) {
	d.UI.Label("From")
	d.draft.From, wrong = d.moment("from", &d.from)
	imgui.SameLine()
	d.UI.Faint("to")
	imgui.SameLine()
	to, err := d.moment("to", &d.to)
	d.draft.To = to
	interval := d.Workspace.Look.Interval
	imgui.SameLine()
	imgui.BeginDisabledV(interval.Start >= interval.End)
	if imgui.Button("Selected interval") {
		d.from, d.to = timeText(interval.Start), timeText(interval.End)
	}
	imgui.EndDisabled()
	d.UI.Mark("slice interval", widget.LastItem())
	widget.Tip("Bounds the slice by the selected interval. Shift+drag in the overview selects one.")
	return errors.Join(wrong, err)
}

// moment lays out a field for a time.
func (d *Editor) moment(name string, typed *string) (t tracefeed.Time, err error) {
	imgui.SetNextItemWidth(8 * imgui.FontSize())
	imgui.InputTextWithHint("##"+name, "the whole trace", typed, widget.SelectAll, nil)
	d.UI.Mark("slice "+name, widget.LastItem())
	widget.Tip("A time such as 1.5s or 20ms since the start of the trace. Empty: no bound.")
	if s := strings.TrimSpace(*typed); s != "" {
		return tracefeed.ParseTime(s)
	}
	return 0, nil
}

// covers shows what the draft covers, or what is wrong with it.
func (d *Editor) covers(err error) {
	color, said := d.field.Locate(err)
	if said != nil {
		widget.TintedWrapped(color, report.Safe(said.Error()))
		d.UI.MarkText("slice error", said.Error())
		return
	}
	s, wrong := d.refresh()
	line := "…"
	switch {
	case wrong != nil:
		line = wrong.Error()
	case s != nil && s.times[0].Alive() == 0:
		line = "Covers nothing in the " + strings.ToLower(panel.TimeCounted.Name(d.Workspace)) + "."
	case s != nil:
		line = fmt.Sprintf("Covers %s of the %s: %v of %s", panel.Percent(float32(s.share(0))),
			strings.ToLower(panel.TimeCounted.Name(d.Workspace)), s.times[0].Alive(), tracefeed.Plural(s.threads[0], "thread"))
	}
	d.UI.FaintWrapped(line)
	d.UI.MarkText("slice covers", line)
}

// refresh requests what the draft covers, and returns the last result; nil if there is
// none yet.
func (d *Editor) refresh() (*sliceShares, error) {
	from, to := panel.TimeCounted.Interval(d.Workspace)
	key := draftKey{draft: d.draft, front: d.Workspace.Look.Slicing, index: d.index,
		shares: sharesOf(d.Workspace.Timeline, &d.Workspace.Look, nil, from, to)}
	key.draft.Name, key.draft.Colour, key.shares.base = "", 0, d.base()
	if wanted, running := d.shares.Running(); running && wanted.draft == key.draft &&
		(d.Workspace.Playback.Playing || !key.shares.tl.Complete) {
		key = wanted
	}
	q, threads := workspace.SlicingOf(d.Workspace).Draft(d.index, d.draft), d.Workspace.Look.Threads
	d.shares.Update(key, func(ctx context.Context, _ func(float64)) (sliceShares, error) {
		computed, err := q.Run(ctx)
		if err != nil {
			return sliceShares{}, err
		}
		k, last := key.shares, len(computed.Sets)-1
		if err := computed.Errors[last]; err != nil {
			return sliceShares{wrong: err}, nil
		}
		k.slices = &slice.Slices{Definitions: computed.Definitions[last:], Sets: computed.Sets[last:]}
		k.slices.Definitions, k.slices.Sets = withBases(k.slices.Definitions, k.slices.Sets, key)
		return k.sum(ctx, threads)
	}, d.Wake)
	if !d.shares.Present {
		return nil, nil
	}
	return &d.shares.Value, d.shares.Value.wrong
}

// base returns the path of the bases that count for the draft: those above it.
func (d *Editor) base() string {
	if d.index < 0 {
		return d.Workspace.Look.Base
	}
	return slice.Above(d.Workspace.Look.Base, d.Workspace.Look.Slices[d.index].Name)
}

// withBases appends the computed slices that are the bases of a draft.
func withBases(list []slice.Definition, sets []*slice.Set, key draftKey) ([]slice.Definition, []*slice.Set) {
	if key.front == nil {
		return list, sets
	}
	for i, d := range key.front.Definitions {
		if slice.OnPath(key.shares.base, d.Name) {
			list, sets = append(list, d), append(sets, key.front.Sets[i])
		}
	}
	return list, sets
}
