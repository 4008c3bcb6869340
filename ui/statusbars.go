package ui

import (
	"fmt"
	"strings"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction"
	"tiv/scene"
)

// statusBars are the banner of warnings and the line at the bottom.
type statusBars struct {
	*host
	pace *pace
}

// banner shows warnings about the trace or the opened picture, across the
// window.
func (b *statusBars) banner() {
	var lines []string
	if tl := b.ws.Timeline; tl.Damage != nil {
		lines = append(lines, fmt.Sprintf("The trace is damaged: %v. It could be read up to %v.", tl.Damage, tl.End))
	}
	if b.warning != "" {
		lines = append(lines, b.warning+".")
	}
	if len(lines) == 0 {
		return
	}
	p := b.ui.palette
	ground := p.Alarm()
	sideBar("banner", imgui.DirUp, ground, func() {
		s := strings.Join(lines, " ")
		tinted(p.Text, shorten(s, imgui.ContentRegionAvail().X))
		tip(s)
		at, size := imgui.WindowPos(), imgui.WindowSize()
		b.ui.mark("banner", scene.Rect{X0: at.X, Y0: at.Y, X1: at.X + size.X, Y1: at.Y + size.Y})
	})
}

// status is the line at the bottom.
func (b *statusBars) status() {
	p := b.ui.palette
	sideBar("status", imgui.DirDown, p.Shade(scene.PanelShade), func() {
		speed := fmt.Sprintf("%.1f ms", b.pace.spent.Seconds()*1000)
		if b.ws.Playback.Playing {
			speed = fmt.Sprintf("%.0f fps · %s", b.pace.rate, speed)
		}
		wide := imgui.CalcTextSize("999 fps · 9999.9 ms").X
		if tl := b.ws.Timeline; !tl.Complete && !b.ws.Growing() {
			imgui.ProgressBarV(float32(b.loader.Progress()), imgui.Vec2{X: 9 * imgui.FontSize(), Y: 0.8 * imgui.FontSize()}, "")
			imgui.SameLine()
		}
		s := b.statusText()
		shown := shorten(s, imgui.ContentRegionAvail().X-wide-imgui.FontSize())
		b.ui.faint(shown)
		tip(s)
		alignRight(imgui.CalcTextSize(speed).X + 0.3*imgui.FontSize())
		b.ui.faint(speed)
		tip(fmt.Sprintf("The time to draw the last frame, without waiting for the screen. %d frames drawn, %d of the scene.", b.pace.drawn, b.pace.built))
	})
}

// edgesText counts the edges between threads.
func edgesText(f *scene.Frame) string {
	inferred := 0
	for _, l := range f.Links {
		if l.Kind == interaction.Lock && l.Evidence != interaction.Observed {
			inferred++
		}
	}
	s := plural(len(f.Links), "edge")
	if inferred > 0 {
		s += fmt.Sprintf(", %d inferred", inferred)
	}
	if f.LinksOmitted > 0 {
		s += fmt.Sprintf(", %d weaker edges with %s of the waiting not drawn", f.LinksOmitted, perCent(f.OmittedShare))
	}
	return s
}

// statusText returns the caveats of the picture.
func (b *statusBars) statusText() string {
	tl := b.ws.Timeline
	var parts []string
	if b.ws.Look.Caveats != "" {
		parts = append(parts, b.ws.Look.Caveats)
	}
	if live := b.liveState(time.Now()); live != "" {
		parts = append(parts, live)
	}
	if b.ws.Growing() {
		parts = append(parts, "findings are preliminary")
	} else if !tl.Complete {
		parts = append(parts, fmt.Sprintf("reading, %.0f %%", 100*b.loader.Progress()))
	} else if !b.searched() {
		parts = append(parts, "looking for problems")
	}
	if f := b.frame; f != nil {
		if b.ws.Look.FilterPending {
			parts = append(parts, scene.LateNote)
		}
		if f.Approximate {
			parts = append(parts, scene.ApproximateNote)
		}
		parts = append(parts, "level "+f.Level.String())
		if b.ws.Look.Kind.Moment {
			parts = append(parts, edgesText(f))
			if f.LinksNote != "" {
				parts = append(parts, "waits of "+f.LinksNote)
			}
		}
	}
	if f := b.frame; f != nil && f.NotesOmitted > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s not in view", f.NotesOmitted, plural(len(b.ws.Look.Notes), "note")))
	}
	if b.ws.Look.Caveats == "" && tl.Complete {
		parts = append(parts, "nothing lost")
	}
	return strings.Join(parts, " · ")
}
