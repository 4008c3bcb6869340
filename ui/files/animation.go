package files

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report/shot"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/widget"
)

// Animation is the dialog for an animation's interval, speed and path.
type Animation struct {
	fileDialog
	from, to      string         // as shown or typed
	first, last   tracefeed.Time // the interval that was offered, shown in fewer digits
	seconds, rate float32
	size          int // of animationSizes
}

const animationTitle = "Record animation"

// animationSizes are the sizes of animations.
var animationSizes = [...]extent{scene("Half size", 50), {"As in the window", session.AnimationSize}, scene("Double size", 200),
	slide, square}

// Ask asks for the file of an animation of the selected interval, or else of the visible range.
func (d *Animation) Ask() {
	from, to := d.Workspace.Look.Counted()
	if d.rate == 0 {
		d.seconds, d.rate, d.size = shot.AnimationSeconds, shot.AnimationRate, 1
	}
	d.first, d.last = from, to
	d.from, d.to = readable(from, to-from), readable(to, to-from)
	d.fileDialog.Ask(session.PictureName(d.Workspace.Name, from, to))
}

// readable formats an end of an interval in a unit for people, rounded to a
// thousandth of the interval's length or less.
func readable(t, length tracefeed.Time) string {
	digit := tracefeed.Time(1)
	for digit <= length/10000 {
		digit *= 10
	}
	t = tracefeed.Time(time.Duration(t).Round(time.Duration(digit)))
	for _, unit := range []struct {
		size tracefeed.Time
		name string
	}{{tracefeed.Second, "s"}, {tracefeed.Millisecond, "ms"}, {tracefeed.Microsecond, "us"}} {
		if t >= unit.size || t == 0 {
			whole, part := t/unit.size, strings.TrimRight(fmt.Sprintf("%0*d", len(fmt.Sprint(int64(unit.size)))-1, t%unit.size), "0")
			return strings.TrimSuffix(fmt.Sprintf("%d.%s", whole, part), ".") + " " + unit.name
		}
	}
	return fmt.Sprintf("%d ns", int64(t))
}

// LayOut lays the dialog out, if it is open.
func (d *Animation) LayOut() {
	if !d.begin(animationTitle) {
		return
	}
	defer imgui.EndPopup()
	d.fields()
	imgui.Separator()
	enter := d.pathField("animation")
	if d.ext = ".png"; strings.EqualFold(filepath.Ext(d.path), ".gif") {
		d.ext = ".gif"
	}
	animation, err := d.animation(d.Workspace.Timeline.End)
	if err != nil {
		d.problem = err.Error()
	} else {
		d.UI.FaintWrapped(fmt.Sprintf("%d frames; each second shows %v of the trace. The file is an animated PNG, which "+
			"browsers play; *.gif is a GIF, for chats, without the view.",
			animation.Frames(), tracefeed.Time(float64(animation.To-animation.From)/animation.Seconds)))
	}
	d.showError()
	save := imgui.Button("Record")
	d.UI.Mark("animation save", widget.LastItem())
	widget.Tip("Records the animation in the background and saves it to the file.")
	imgui.SameLine()
	if d.UI.Cancelled("animation") {
		d.dismiss()
	}
	if (save || enter) && err == nil {
		d.check(shot.KindOf(d.path))
	}
	if path := d.checked(); path != "" && err == nil {
		d.exporter.Animation(path, animation, animationSizes[d.size].Size)
		d.dismiss()
	}
}

// fields lays out the fields for an animation's interval, length and size.
func (d *Animation) fields() {
	wide := 9 * imgui.FontSize()
	moment := func(name, label, help string, value *string) {
		imgui.AlignTextToFramePadding()
		widget.Text(label)
		imgui.SameLine()
		imgui.SetNextItemWidth(wide)
		imgui.InputTextWithHint("##"+name, "For example 1.5 s", value, widget.SelectAll, nil)
		d.UI.Mark("animation "+name, widget.LastItem())
		widget.Tip(help)
	}
	moment("from", "From", "The start of the animation, as a time of the trace.", &d.from)
	imgui.SameLine()
	moment("to", "to", "The end of the animation, as a time of the trace.", &d.to)
	number := func(name, label, help string, value *float32) {
		imgui.SetNextItemWidth(wide)
		imgui.InputFloatV(label, value, 0, 0, "%.4g", widget.SelectAll)
		d.UI.Mark("animation "+name, widget.LastItem())
		widget.Tip(help)
	}
	number("seconds", "Seconds", "The duration of the animation.", &d.seconds)
	number("rate", "Frames per second", "More frames are smoother and make the file larger.", &d.rate)
	for i := range animationSizes {
		c := d.exporter.Canvas(animationSizes[i].Size)
		if d.UI.Radio(fmt.Sprintf("%s (%d×%d)", animationSizes[i].name, c.Width, c.Height), d.size == i) {
			d.size = i
		}
		widget.Tip("The size of the animation in pixels.")
	}
}

// animation returns the animation with the dialog's values, of a trace that ends at some
// time.
func (d *Animation) animation(end tracefeed.Time) (shot.Animation, error) {
	a := shot.Animation{Seconds: float64(d.seconds), Rate: float64(d.rate)}
	for _, x := range []struct {
		word    string
		offered tracefeed.Time
		time    *tracefeed.Time
	}{{d.from, d.first, &a.From}, {d.to, d.last, &a.To}} {
		if x.word == readable(x.offered, d.last-d.first) {
			*x.time = x.offered
			continue
		}
		t, err := tracefeed.ParseTime(strings.ReplaceAll(x.word, " ", ""))
		if err != nil {
			return a, err
		}
		*x.time = t
	}
	return a, a.Check(end)
}
