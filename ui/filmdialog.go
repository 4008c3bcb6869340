package ui

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/report/shot"
	"tiv/tracefeed"
)

// filmDialog is the dialog for a film's interval, speed and path.
type filmDialog struct {
	fileDialog
	from, to      string
	seconds, rate float32
	factor        int // of filmFactors
}

const filmTitle = "Record a film"

// selectAll makes typed text replace the contents of a field.
const selectAll = imgui.InputTextFlags(imgui.InputTextFlagsAutoSelectAll)

// filmFactors are the sizes of films relative to the scene in the window.
var filmFactors = []struct {
	name   string
	factor float32
}{{"half size", 0.5}, {"size of the scene", 1}, {"double size", 2}}

// askFilm opens the dialog for a film of the selected interval, or else of the visible range.
func askFilm(a *app) {
	d := &a.dialogs.film
	from, to := a.ws.Look.Counted()
	if d.rate == 0 {
		d.seconds, d.rate, d.factor = shot.FilmSeconds, shot.FilmRate, 1
	}
	d.from, d.to = formatTime(from), formatTime(to)
	d.ask(a.exporter.picturePath(from, to))
}

// formatTime formats a time as a user would type it, to the nanosecond.
func formatTime(t tracefeed.Time) string {
	seconds := fmt.Sprintf("%d.%09d", t/tracefeed.Second, t%tracefeed.Second)
	seconds = strings.TrimSuffix(strings.TrimRight(seconds, "0"), ".") + "s"
	if exact := t.Exact(); len(exact) < len(seconds) {
		return exact
	}
	return seconds
}

func (d *filmDialog) layOut() {
	if !d.begin(filmTitle) {
		return
	}
	defer imgui.EndPopup()
	d.fields()
	imgui.Separator()
	enter := d.pathField("film")
	film, err := d.film(d.ws.Timeline.End)
	if err != nil {
		d.problem = err.Error()
	} else {
		d.ui.faint(fmt.Sprintf("%d frames; each second shows %v of the trace. The file is an animated PNG, which browsers play.",
			film.Frames(), tracefeed.Time(float64(film.To-film.From)/film.Seconds)))
	}
	d.showError()
	save := imgui.Button("Record")
	d.ui.mark("film save", lastItem())
	tip("Records the film in the background and saves it to the file.")
	imgui.SameLine()
	if d.ui.cancelled("film") {
		d.close()
	}
	if (save || enter) && err == nil {
		if path := d.confirmedPath(shot.Kind); path != "" {
			d.exporter.film(path, film, filmFactors[d.factor].factor)
			d.close()
		}
	}
}

// filmFields lays out the fields for a film's interval, length and size.
func (d *filmDialog) fields() {
	wide := 9 * imgui.FontSize()
	moment := func(name, help string, value *string) {
		imgui.AlignTextToFramePadding()
		text(name)
		imgui.SameLine()
		imgui.SetNextItemWidth(wide)
		imgui.InputTextWithHint("##"+name, "for example 1.5s", value, selectAll, nil)
		d.ui.mark("film "+name, lastItem())
		tip(help)
	}
	moment("from", "The start of the film, as a time of the trace.", &d.from)
	imgui.SameLine()
	moment("to", "The end of the film, as a time of the trace.", &d.to)
	number := func(name, label, help string, value *float32) {
		imgui.SetNextItemWidth(wide)
		imgui.InputFloatV(label, value, 0, 0, "%.4g", selectAll)
		d.ui.mark("film "+name, lastItem())
		tip(help)
	}
	number("seconds", "seconds", "The duration of the film.", &d.seconds)
	number("rate", "frames per second", "More frames are smoother and make the file larger.", &d.rate)
	for i, f := range filmFactors {
		c := d.exporter.canvas(f.factor)
		if imgui.RadioButtonBool(fmt.Sprintf("%s (%d×%d)", f.name, c.Width, c.Height), d.factor == i) {
			d.factor = i
		}
		tip("The size of the film in pixels.")
	}
}

// film returns the film with the dialog's values, of a trace that ends at some
// time.
func (d *filmDialog) film(end tracefeed.Time) (shot.Film, error) {
	f := shot.Film{Seconds: float64(d.seconds), Rate: float64(d.rate)}
	for _, x := range []struct {
		word string
		time *tracefeed.Time
	}{{d.from, &f.From}, {d.to, &f.To}} {
		t, err := tracefeed.ParseTime(strings.ReplaceAll(x.word, " ", ""))
		if err != nil {
			return f, err
		}
		*x.time = t
	}
	return f, f.Check(end)
}
