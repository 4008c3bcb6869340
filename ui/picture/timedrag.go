package picture

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/workspace"
)

// timeDrag returns the effect of a drag in a view with a time axis: with other keys it
// selects an interval, at the line of the moment it moves the moment, at the begin of
// the history that, and else it moves through time.
func timeDrag(m *Mouse, v *shape.View, at mgl32.Vec2) drag {
	switch {
	case otherDrag():
		return selectingInterval
	case onMoment(&m.Trace, v, at):
		return scrubbing
	case onHistory(&m.Trace, v, at):
		from, to := m.Workspace.Look.Past()
		m.history = to - from
		return movingHistory
	}
	return movingTime
}

// onMoment reports whether a pixel of a timeline is on the line of the moment.
func onMoment(m *panel.Trace, v *shape.View, at mgl32.Vec2) bool {
	if !v.TimeAxis || !m.Workspace.Look.MomentShown() {
		return false
	}
	return mgl32.Abs(at[0]-column(m, v, m.Workspace.Look.Moment)) <= panel.ClickTolerance*m.UI.Scale
}

// onHistory reports whether a pixel of a timeline is on the begin of the history.
func onHistory(m *panel.Trace, v *shape.View, at mgl32.Vec2) bool {
	start, end, ok := m.Workspace.Look.HistoryPart()
	from, _ := m.Workspace.Look.Past()
	return ok && v.TimeAxis && start == from && panel.OnHistoryStart(at[0], column(m, v, start), column(m, v, end), m.UI.Scale)
}

// column returns the pixel column of a time in a view with a time axis.
func column(m *panel.Trace, v *shape.View, t tracefeed.Time) float32 {
	from, to := m.Workspace.Look.Window()
	return v.Time.X0 + v.Time.Width()*float32(float64(t-from)/float64(max(to-from, 1)))
}

// dragTime continues a drag in a timeline to a pixel.
func dragTime(m *Mouse, at, by mgl32.Vec2) {
	switch m.drag {
	case scrubbing:
		m.Send(workspace.SeekTo{Moment: panel.TimeAt(m.Workspace, &m.at, at[0])})
	case movingHistory:
		by := panel.TimeAt(m.Workspace, &m.at, at[0]) - panel.TimeAt(m.Workspace, &m.at, m.pressed[0])
		m.Send(panel.HistoryOf(&m.Workspace.Look, m.history-by))
	case selectingInterval:
		a, b := panel.TimeAt(m.Workspace, &m.at, m.pressed[0]), panel.TimeAt(m.Workspace, &m.at, at[0])
		m.Send(workspace.SelectInterval{From: min(a, b), To: max(a, b)})
	case movingTime:
		from, to := m.Workspace.Look.Window()
		m.Send(workspace.PanTime{By: -tracefeed.Time(float64(to-from) * float64(by[0]/max(m.at.Time.Width(), 1)))})
		if m.Frame.Tasks != nil {
			m.Send(workspace.ScrollTasks{TaskPlace: m.Frame.Tasks.Scrolled(-by[1])})
			return
		}
		m.Send(lensOf(m.Document, &m.at).pan(mgl32.Vec2{0, by[1]}))
	}
}
