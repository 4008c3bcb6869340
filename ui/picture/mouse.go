// Package picture is about the picture of the scene: the mouse in it, tips about the thing under the
// mouse, hints above it, and the legend of its colours and shapes.
package picture

import (
	"math"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/command"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/workspace"
)

// drag is the effect of moving the mouse while a button is held.
type drag uint8

const (
	noDrag            drag = iota
	panning                // moves the picture
	turning                // orbits the free view
	movingTime             // moves the timeline view through time
	movingHistory          // moves the begin of the history in the timeline view
	scrubbing              // moves the moment in the timeline view
	selectingInterval      // selects an interval in the timeline view
	draggingThreads        // moves threads, or a group
	selectingBox           // draws a rectangle around threads
	selectingLasso         // draws any line around threads
	scrollingTasks         // moves the bar beside the rows of tasks
	selectingTasks         // draws a rectangle around tasks
)

// Mouse turns mouse input in the scene into commands.
type Mouse struct {
	panel.Trace
	prefs   *panel.Preferences
	session *session.Session
	// openContext opens the menu of a thing, at a time of the trace.
	openContext func(shape.PickID, tracefeed.Time)
	editNote    func(index int) // writes the text of a note; below 0 of a new one
	mouse
	tips Tips
}

// mouse is the state of the mouse in the scene. A drag belongs to the view in
// which it began.
type mouse struct {
	drag    drag
	button  imgui.MouseButton
	view    int        // of the press
	pressed mgl32.Vec2 // position of the press
	last    mgl32.Vec2 // position in the last frame
	moved   bool       // far enough to be no click
	at      shape.View // as the view was when the button was pressed
	target  shape.PickID
	held    shape.PickID         // the bar that is carried: the target, or one of the group that it names
	grab    mgl32.Vec2           // from the pointer to the middle of the thread that is carried
	dropAt  mgl32.Vec2           // drop position of that thread
	history tracefeed.Time       // at the press
	lasso   []mgl32.Vec2         // the line drawn
	dragged []tracefeed.ThreadID // sorted
}

// Reset ends a drag, and moves nothing.
func (m *Mouse) Reset() { m.mouse = mouse{} }

// Update translates the mouse input of a frame.
func (m *Mouse) Update() {
	pick := m.OverRow
	m.OverRow = shape.PickID{}
	if m.Frame == nil {
		return
	}
	at := m.Pointer()
	if m.drag != noDrag {
		m.dragOn(at)
		return
	}
	if m.OverScene(at) {
		var view int
		pick, view = m.Frame.At(at[0], at[1])
		if view >= 0 {
			switch v := &m.Frame.Views[view]; {
			case m.grabs(at, pick, v):
				imgui.SetMouseCursor(imgui.MouseCursorResizeAll)
			case onMoment(&m.Trace, v, at), onHistory(&m.Trace, v, at):
				imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
			}
			m.press(at, pick, view)
			m.wheel(at, view)
			if m.drag == noDrag {
				m.tips.show(at, pick, view)
			}
		}
	}
	if pick != m.Workspace.Look.Hovered {
		m.Send(workspace.Hover{Pick: pick})
	}
}

// Pointer returns the position of the mouse in the scene's picture.
func (m *Mouse) Pointer() mgl32.Vec2 {
	io := imgui.CurrentIO()
	at, k := io.MousePos(), io.DisplayFramebufferScale()
	return mgl32.Vec2{at.X*k.X - m.Area.X0, at.Y*k.Y - m.Area.Y0}
}

// OverScene reports whether the mouse is over the scene and no panel takes it.
func (m *Mouse) OverScene(at mgl32.Vec2) bool {
	inside := shape.Rect{X1: m.Area.Width(), Y1: m.Area.Height()}
	return !imgui.CurrentIO().WantCaptureMouse() && inside.Holds(at[0], at[1])
}

// press begins a drag, which becomes a click if the mouse does not move.
func (m *Mouse) press(at mgl32.Vec2, pick shape.PickID, view int) {
	for _, b := range []imgui.MouseButton{imgui.MouseButtonLeft, imgui.MouseButtonRight, imgui.MouseButtonMiddle} {
		if !imgui.IsMouseClickedBoolV(b, false) {
			continue
		}
		m.prefs.NoteMouse(m.Wake)
		v := m.Frame.Views[view]
		m.mouse = mouse{drag: panning, button: b, view: view, pressed: at, last: at, at: v, target: pick}
		if p, ok := inTasks(&m.Trace, &m.mouse); ok {
			if m.drag = p.drag(&v, b); imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) {
				zoomToTask(m.Document, &m.mouse)
			}
			return
		}
		if b != imgui.MouseButtonLeft {
			return
		}
		selects, ok := selectDrag(&v)
		switch {
		case m.grabs(at, pick, &v) && m.grabThread(&v):
			m.drag = draggingThreads
		case ok:
			m.drag, m.lasso = selects, []mgl32.Vec2{at}
		case v.TimeAxis:
			m.drag = timeDrag(m, &v, at)
		case v.Turns:
			m.drag = turning
		}
		switch {
		case !imgui.IsMouseDoubleClicked(b):
		case zoomToCall(m, at):
		case pick.Kind == shape.PickThread:
			m.Glide(workspace.Select{Thread: tracefeed.ThreadID(pick.Index)}, workspace.Focus{})
		case pick.Kind == shape.PickCluster && int(pick.Index) < len(m.Frame.Clusters):
			session.OpenGroup(m.Document, &m.Frame.Clusters[pick.Index])
		case pick.Kind == shape.PickAlike:
			m.Glide(workspace.SelectMany{Threads: m.Frame.Threads(pick)}, workspace.Focus{})
		case pick.Kind == shape.PickNote:
			m.editNote(int(pick.Index))
		}
		return
	}
}

// PressedAny reports whether a button of the mouse has just been pressed.
func PressedAny() bool {
	return imgui.IsMouseClickedBool(imgui.MouseButtonLeft) || imgui.IsMouseClickedBool(imgui.MouseButtonRight) ||
		imgui.IsMouseClickedBool(imgui.MouseButtonMiddle)
}

// grabs reports whether a drag from a point moves the thread or the group there: they are
// moved by their names or, with other keys, by their bars. Threads that share a name have only that.
func (m *Mouse) grabs(at mgl32.Vec2, pick shape.PickID, v *shape.View) bool {
	if v.TimeAxis || pick.Kind != shape.PickThread && pick.Kind != shape.PickCluster && pick.Kind != shape.PickAlike {
		return false
	}
	_, named := m.Frame.NameAt(at[0], at[1])
	io := imgui.CurrentIO()
	return otherDrag() || named && !io.KeyShift() && !io.KeyCtrl()
}

// otherDrag reports whether the keys for the less common drags are held. Several window managers
// take Alt for themselves.
func otherDrag() bool {
	io := imgui.CurrentIO()
	return io.KeyAlt() || io.KeyCtrl() && io.KeyShift()
}

// grabThread notes how the mouse holds the bar that it was pressed on, or that of a shared name
// which is nearest to the pointer.
func (m *Mouse) grabThread(v *shape.View) bool {
	at, ok := v.OnMoment(m.pressed[0], m.pressed[1])
	if !ok {
		return false
	}
	m.dragged = draggedWith(m.Workspace.Look.Selection, m.Frame.Threads(m.target), m.target)
	m.held = shape.PickID{}
	for i := range v.Bars {
		b := &v.Bars[i]
		is := b.Pick == m.target || m.target.Kind == shape.PickAlike && m.isDragged(b)
		if middle := b.Center.Vec2(); is && (m.held == shape.PickID{} || middle.Sub(at).Len() < m.grab.Len()) {
			m.held, m.dropAt, m.grab = b.Pick, middle, middle.Sub(at)
		}
	}
	return m.held != shape.PickID{}
}

// dragOn continues a drag until the button is released.
func (m *Mouse) dragOn(at mgl32.Vec2) {
	by := at.Sub(m.last)
	m.moved = m.moved || at.Sub(m.pressed).Len() > panel.ClickTolerance*m.UI.Scale
	if m.moved && by.Len() > 0 {
		m.dragBy(at, by)
		m.last = at
	}
	switch {
	case !m.moved:
	case m.drag == draggingThreads:
		m.carry().draw(m)
	case m.drag == movingHistory:
		openTip(&m.Trace, at, shape.Rect{X0: at[0], Y0: at[1], X1: at[0], Y1: at[1]}, panel.HistoryWords(&m.Workspace.Look), nil)
	case m.drag == selectingBox, m.drag == selectingLasso:
		m.drawOutline()
	case m.drag == selectingTasks:
		taskMouse{&m.Trace, m.pressed, m.last}.draw()
	}
	if imgui.IsMouseDown(m.button) {
		return
	}
	switch {
	case !m.moved && m.button == imgui.MouseButtonLeft:
		m.click()
	case !m.moved && m.button == imgui.MouseButtonRight:
		m.openContext(m.target, m.timeUnder(m.pressed))
		clickCall(m)
	case m.drag == draggingThreads:
		m.Send(m.carry().command)
	case m.drag == selectingBox, m.drag == selectingLasso:
		m.selectOutline()
	case m.drag == selectingTasks:
		taskMouse{&m.Trace, m.pressed, m.last}.selectBand()
	}
	m.drag = noDrag
}

func (m *Mouse) dragBy(at, by mgl32.Vec2) {
	const perPixel = 0.007 // radians
	switch m.drag {
	case panning:
		m.Send(lensOf(m.Document, &m.at).pan(by))
	case turning:
		m.Send(workspace.Orbit{Yaw: -perPixel * by[0] / m.UI.Scale, Pitch: perPixel * by[1] / m.UI.Scale})
	case movingTime, movingHistory, scrubbing, selectingInterval:
		dragTime(m, at, by)
	case draggingThreads:
		if w, ok := m.at.OnMoment(at[0], at[1]); ok {
			m.dropAt = w.Add(m.grab)
		}
	case scrollingTasks:
		m.Send(workspace.ScrollTasks{TaskPlace: m.Frame.Tasks.Dragged(by[1])})
	case selectingLasso:
		if len(m.lasso) < maxLassoPoints {
			m.lasso = append(m.lasso, at)
		}
	}
}

// click selects the thing under the mouse.
func (m *Mouse) click() {
	if m.target.Kind == shape.PickNote {
		m.session.Do(command.SelectNote{Index: int(m.target.Index)})
		return
	}
	if v := m.Frame.Tasks; v != nil {
		m.Send(taskClick(v, m.pressed, m.timeUnder(m.pressed))...)
		return
	}
	if p, ok := inTasks(&m.Trace, &m.mouse); ok {
		p.click(m.target)
		return
	}
	threads := m.Frame.Threads(m.target)
	if kind := m.target.Kind; (kind == shape.PickEdge || kind == shape.PickDebt) && len(threads) > 0 {
		threads = threads[:1] // the waiting one
	}
	if t, ok := m.Frame.TurnsAt(m.pressed[0], m.pressed[1]); ok && m.target.Kind == shape.PickLock {
		threads = t.Threads()
	}
	mode := panel.SelectMode()
	if len(threads) == 0 && mode != workspace.SelectOnly {
		return // a slip while many are being selected
	}
	m.Send(workspace.SelectMany{Threads: threads, Mode: mode})
	if mode == workspace.SelectOnly {
		clickCall(m)
		clickRun(m.Document, m.pressed, m.timeUnder(m.pressed))
	}
}

// timeUnder returns the time at a pixel that shows one, and else the moment.
func (m *Mouse) timeUnder(at mgl32.Vec2) tracefeed.Time {
	if t, ok := m.Frame.TimeAt(at[0], at[1]); ok {
		return min(max(t, 0), m.Workspace.Timeline.End)
	}
	return m.Workspace.Look.Moment
}

// wheel zooms at the pointer: in time with Ctrl or by the user's choice without
// it, see panel.ZoomTime. With Shift it moves through time.
func (m *Mouse) wheel(at mgl32.Vec2, view int) {
	io := imgui.CurrentIO()
	notches := io.MouseWheel() + io.MouseWheelH()
	if notches == 0 {
		return
	}
	m.prefs.NoteMouse(m.Wake)
	if io.KeyShift() {
		m.Send(panel.PanTimeBy(m.Workspace, -notches))
		return
	}
	if io.KeyCtrl() != m.prefs.WheelTime {
		m.Send(panel.ZoomTime(m.Workspace, &m.Frame.Views[view], at[0], float64(notches)))
		return
	}
	if v := m.Frame.Tasks; v != nil {
		m.Send(workspace.ScrollTasks{TaskPlace: v.Scrolled(-notches * wheelRows * shape.Em(m.Frame.Scale))})
		return
	}
	factor := float32(math.Pow(workspace.ZoomNotch, float64(notches)))
	m.Send(lensOf(m.Document, &m.Frame.Views[view]).zoomAt(at, mgl32.Clamp(factor, 0.5, 2))...)
}

// NewMouse returns the mouse in the scene of a trace. openContext opens the menu of a thing at a time
// of the trace, editNote writes the text of a note; below 0, of a new one.
func NewMouse(on panel.Trace, s *panel.Services, openContext func(shape.PickID, tracefeed.Time), editNote func(int)) Mouse {
	return Mouse{Trace: on, prefs: s.Prefs, session: s.Session, tips: Tips{Trace: on}, openContext: openContext, editNote: editNote}
}

// Dragging reports whether a drag goes on.
func (m *Mouse) Dragging() bool { return m.drag != noDrag }

// Close ends all work.
func (m *Mouse) Close() { m.tips.sums.Close() }
