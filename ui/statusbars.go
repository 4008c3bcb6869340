package ui

import (
	"fmt"
	"strings"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction"
	"tiv/scene"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/ui/keys"
	"tiv/ui/panel"
	"tiv/ui/playback"
	"tiv/ui/widget"
	"tiv/workspace"
)

// statusBars are the banner of warnings and the line at the bottom.
type statusBars struct {
	*panel.Trace
	keys  *keys.Bindings
	prefs *panel.Preferences
	pace  *pace
}

// banner shows warnings about the trace or the opened picture, across the
// window.
func (b *statusBars) banner() {
	p := b.UI.Palette
	ground := p.Alarm()
	var lines []string
	tl := b.Workspace.Timeline
	if cut, ok := tracefeed.CutOff(tl.Damage, tl.End); ok {
		lines = append(lines, strings.ToUpper(cut[:1])+cut[1:]+".")
		if b.Warning == "" {
			ground = p.Shade(paint.PanelShade)
		}
	} else if tl.Damage != nil {
		lines = append(lines, fmt.Sprintf("The trace is damaged: %v. It could be read up to %v.", tl.Damage, tl.End))
	}
	if b.Warning != "" {
		lines = append(lines, b.Warning+".")
	}
	if len(lines) == 0 {
		return
	}
	widget.SideBar("banner", imgui.DirUp, ground, func() {
		s := strings.Join(lines, " ")
		widget.Tinted(p.Text, widget.Shorten(s, imgui.ContentRegionAvail().X))
		widget.Tip(s)
		at, size := imgui.WindowPos(), imgui.WindowSize()
		b.UI.Mark("banner", shape.Rect{X0: at.X, Y0: at.Y, X1: at.X + size.X, Y1: at.Y + size.Y})
	})
}

// The words of the line at the bottom that need an explanation.
const (
	shownHelp  = "Shown: the length of the visible range, around the moment; W and S change it."
	detailHelp = "Detail: the states that bars distinguish: near all, mid and far fewer, crowd one bar for many threads."
	waitsHelp  = "Waits: those of the history, the time before the moment that the triangles between threads add up."
)

// statusHelp returns the tip of the line at the bottom, of which so much is shown: the text if that
// is cut, and what its words mean.
func statusHelp(text, shown string) string {
	var lines []string
	if shown != text {
		lines = append(lines, text)
	}
	for part := range strings.SplitSeq(text, " · ") {
		switch {
		case strings.Contains(part, "wait shown"), strings.Contains(part, "waits shown"):
			lines = append(lines, waitsHelp)
		case strings.HasSuffix(part, " shown"):
			lines = append(lines, shownHelp)
		case strings.HasPrefix(part, "detail "):
			lines = append(lines, detailHelp)
		}
	}
	return strings.Join(lines, "\n")
}

// status is the line at the bottom.
func (b *statusBars) status() {
	p := b.UI.Palette
	widget.SideBar("status", imgui.DirDown, p.Shade(paint.PanelShade), func() {
		speed := b.speed()
		wide := imgui.CalcTextSize(speed).X
		if tl := b.Workspace.Timeline; !tl.Complete && !b.Workspace.Growing() {
			imgui.ProgressBarV(float32(b.Loader.Progress()), imgui.Vec2{X: 9 * imgui.FontSize(), Y: 0.8 * imgui.FontSize()}, "")
			imgui.SameLine()
		}
		s := b.statusText()
		shown := widget.Shorten(s, imgui.ContentRegionAvail().X-wide-imgui.FontSize())
		b.UI.Faint(shown)
		b.UI.Mark("status", widget.LastItem())
		tipAbove(statusHelp(s, shown))
		if speed != "" {
			widget.AlignRight(wide + 0.3*imgui.FontSize())
			b.UI.Faint(speed)
			widget.Tip(fmt.Sprintf("The time to draw the last frame, without waiting for the screen. %d frames drawn, %d of the scene.",
				b.pace.drawn, b.pace.built))
		}
	})
}

// tipAbove completes the text of a bar at the bottom: it shows a tooltip above the bar, as wide as the
// window, so that it covers little of the panel above.
func tipAbove(s string) {
	if s == "" || !widget.HasRested() {
		return
	}
	bar := widget.ThisPanel()
	if widget.BeginTipAbove(imgui.MousePos().X, bar.Y0-imgui.FontSize()/4, bar) {
		widget.Text(widget.Folded(s, bar.Width()-2*imgui.FontSize()))
		imgui.EndTooltip()
	}
}

// speed returns the frame times, if the user wants to see them.
func (b *statusBars) speed() string {
	switch {
	case !b.prefs.FrameTimes:
		return ""
	case b.Workspace.Playback.Playing:
		return fmt.Sprintf("%.0f fps · %.1f ms", b.pace.rate, b.pace.spent.Seconds()*1000)
	}
	return fmt.Sprintf("%.1f ms", b.pace.spent.Seconds()*1000)
}

// viewText says when the picture is, and which threads it is about.
func (b *statusBars) viewText() string {
	l := &b.Workspace.Look
	parts := l.When()
	switch n := len(l.Selection); {
	case n == 1:
		parts = append(parts, widget.Shorten(b.ThreadName(l.Selected), 14*imgui.FontSize())+" selected")
	case n > 1:
		parts = append(parts, tracefeed.Plural(n, "thread")+" selected")
	}
	if b.Workspace.Filter.Text != "" {
		s := workspace.FilteringOf(b.Workspace).Status()
		parts = append(parts, "filter "+tracefeed.Count(s.Matching)+" of "+tracefeed.Count(s.All))
	}
	return strings.Join(parts, " · ")
}

// edgesText counts the edges between threads.
func edgesText(f *scene.Frame) string {
	inferred := 0
	for _, l := range f.Links {
		if l.Kind == interaction.Lock && l.Evidence != interaction.Observed {
			inferred++
		}
	}
	s := tracefeed.Plural(len(f.Links), "wait") + " shown"
	if inferred > 0 {
		s += fmt.Sprintf(", %d outlined: holder inferred", inferred)
	}
	if f.Faint > 0 {
		s += fmt.Sprintf(", %s faint", tracefeed.Count(f.Faint))
	}
	if f.LinksOmitted > 0 {
		s += fmt.Sprintf(", %d weaker hidden (%s of the waiting)", f.LinksOmitted, panel.Percent(f.OmittedShare))
	}
	return s
}

// statusText describes the view, and the caveats of the picture.
func (b *statusBars) statusText() string {
	tl := b.Workspace.Timeline
	parts := []string{b.viewText()}
	if why := b.Workspace.Opening.Shown(b.Workspace.Look.Moment); why != "" {
		if keys := b.keys.Keys("end"); keys != "" && b.Workspace.Look.Moment < tl.End {
			why += " (" + keys + ": end of the trace)"
		}
		parts = append(parts, "opened "+why)
	}
	if b.Workspace.Look.Caveats != "" {
		parts = append(parts, b.Workspace.Look.Caveats)
	}
	if r := &b.Workspace.Report; tl.Header.Format == "go" && r.Loser != tracefeed.NoThread && !r.Owners {
		parts = append(parts, "holders of locks unknown: tiv record names them")
	}
	if live := playback.LiveState(b.Document, time.Now()); live != "" {
		parts = append(parts, live)
	}
	if b.Workspace.Growing() {
		parts = append(parts, "findings are preliminary")
	} else if !tl.Complete {
		parts = append(parts, fmt.Sprintf("reading, %.0f %%", 100*b.Loader.Progress()))
	} else if !b.Searched() {
		parts = append(parts, "looking for problems")
	}
	if f := b.Frame; f != nil {
		if b.Workspace.Look.FilterPending {
			parts = append(parts, scene.LateNote)
		}
		if f.Approximate {
			parts = append(parts, scene.ApproximateNote)
		}
		if !b.Workspace.Look.Kind.Tasks {
			parts = append(parts, "detail "+f.Level.String())
		}
		parts = append(parts, f.Calls.Facts()...)
		if b.Workspace.Look.Kind.Moment {
			parts = append(parts, edgesText(f))
			if f.LinksNote != "" {
				parts = append(parts, "waits of "+f.LinksNote)
			}
		}
	}
	if f := b.Frame; f != nil && f.NotesOmitted > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s not in view", f.NotesOmitted, tracefeed.Plural(len(b.Workspace.Look.Notes), "note")))
	}
	return strings.Join(parts, " · ")
}
