package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// drag is the effect of moving the mouse while a button is held.
type drag uint8

const (
	noDrag   drag = iota
	panning       // moves the picture
	turning       // orbits the free view
	winding       // moves the moment in the timeline view
	carrying      // moves threads
	banding       // draws a rectangle around threads
	lassoing      // draws any line around threads
)

// mouse is the state of the mouse in the scene. A drag belongs to the view in
// which it began.
type mouse struct {
	does     drag
	button   imgui.MouseButton
	view     int        // of the press
	pressed  mgl32.Vec2 // position of the press
	last     mgl32.Vec2 // position in the last frame
	moved    bool       // far enough to be no click
	at       scene.View // as the view was when the button was pressed
	under    scene.PickID
	grab     mgl32.Vec2           // from the pointer to the middle of the thread that is carried
	place    mgl32.Vec2           // drop position of that thread
	overRow  tracefeed.ThreadID   // of a table
	loopFrom tracefeed.Time       // the begin of a Shift+drag in the scrub bar
	path     []mgl32.Vec2         // of a lasso
	carries  []tracefeed.ThreadID // sorted
}

// clickReach is the largest movement of the mouse in a click, in pixels.
const clickReach = 4

// sceneMouse translates mouse input in the scene to commands.
func (a *app) sceneMouse() {
	m := &a.mouse
	row := m.overRow
	m.overRow = tracefeed.NoThread
	if a.frame == nil {
		return
	}
	at := a.pointer()
	if m.does != noDrag {
		a.dragOn(at)
		return
	}
	pick := scene.PickID{}
	if row != tracefeed.NoThread {
		pick = scene.PickID{Kind: scene.PickThread, Index: int32(row)}
	}
	if a.notes.over > 0 {
		pick = scene.PickID{Kind: scene.PickNote, Index: int32(a.notes.over - 1)}
	}
	if a.overScene(at) {
		var view int
		pick, view = a.frame.At(at[0], at[1])
		if view >= 0 {
			a.press(at, pick, view)
			a.wheel(at, view)
			a.sceneTip(at, pick, view)
		}
	}
	if pick != a.ws.Look.Hovered {
		a.send(workspace.Hover{Pick: pick})
	}
}

// pointer returns the position of the mouse in the scene's picture.
func (a *app) pointer() mgl32.Vec2 {
	io := imgui.CurrentIO()
	at, k := io.MousePos(), io.DisplayFramebufferScale()
	return mgl32.Vec2{at.X*k.X - a.area.X0, at.Y*k.Y - a.area.Y0}
}

// inWindow converts a pixel of the scene's picture to window coordinates. It is
// the inverse of pointer.
func (a *app) inWindow(p mgl32.Vec2) imgui.Vec2 {
	k := imgui.CurrentIO().DisplayFramebufferScale()
	return imgui.Vec2{X: (p[0] + a.area.X0) / k.X, Y: (p[1] + a.area.Y0) / k.Y}
}

// overScene reports whether the mouse is over the scene and no panel takes it.
func (a *app) overScene(at mgl32.Vec2) bool {
	inside := scene.Rect{X1: a.area.Width(), Y1: a.area.Height()}
	return !imgui.CurrentIO().WantCaptureMouse() && inside.Holds(at[0], at[1])
}

// press begins a drag, which becomes a click if the mouse does not move.
func (a *app) press(at mgl32.Vec2, pick scene.PickID, view int) {
	m := &a.mouse
	for _, b := range []imgui.MouseButton{imgui.MouseButtonLeft, imgui.MouseButtonRight, imgui.MouseButtonMiddle} {
		if !imgui.IsMouseClickedBoolV(b, false) {
			continue
		}
		v := a.frame.Views[view]
		*m = mouse{does: panning, button: b, view: view, pressed: at, last: at, at: v, under: pick}
		if b != imgui.MouseButtonLeft {
			return
		}
		selects, ok := a.selectDrag(&v)
		switch {
		case !isTimeline(&v) && pick.Kind == scene.PickThread && a.grabThread(&v):
			m.does, m.carries = carrying, a.carried(tracefeed.ThreadID(pick.Index))
		case ok:
			m.does, m.path = selects, []mgl32.Vec2{at}
		case isTimeline(&v):
			m.does = winding
		case a.ws.Look.Kind == scene.Free:
			m.does = turning
		}
		switch {
		case !imgui.IsMouseDoubleClicked(b):
		case pick.Kind == scene.PickThread:
			a.glide(workspace.Select{Thread: tracefeed.ThreadID(pick.Index)}, workspaceFocus)
		case pick.Kind == scene.PickNote:
			a.editNote(int(pick.Index))
		}
		return
	}
}

// isTimeline reports whether a view shows time along x.
func isTimeline(v *scene.View) bool { return v.Time.Width() > 0 }

// grabThread notes how the mouse holds the bar that it was pressed on.
func (a *app) grabThread(v *scene.View) bool {
	m := &a.mouse
	at, ok := v.OnMoment(m.pressed[0], m.pressed[1])
	for i := range v.Bars {
		if v.Bars[i].Pick == m.under && ok {
			m.grab = v.Bars[i].Center.Vec2().Sub(at)
			return true
		}
	}
	return false
}

// dragOn continues a drag until the button is released.
func (a *app) dragOn(at mgl32.Vec2) {
	m := &a.mouse
	by := at.Sub(m.last)
	m.moved = m.moved || at.Sub(m.pressed).Len() > clickReach*a.scale()
	if m.moved && by.Len() > 0 {
		a.dragBy(at, by)
		m.last = at
	}
	switch {
	case !m.moved:
	case m.does == carrying:
		a.ghosts()
	case m.does == banding, m.does == lassoing:
		a.drawOutline()
	}
	if imgui.IsMouseDown(m.button) {
		return
	}
	switch {
	case !m.moved && m.button == imgui.MouseButtonLeft:
		a.click()
	case !m.moved && m.button == imgui.MouseButtonRight:
		a.rightClick()
	case m.does == carrying:
		a.put()
	case m.does == banding, m.does == lassoing:
		a.selectOutline()
	}
	m.does = noDrag
}

func (a *app) dragBy(at, by mgl32.Vec2) {
	const perPixel = 0.007 // radians
	m := &a.mouse
	switch m.does {
	case panning:
		a.send(a.pan(&m.at, by))
	case turning:
		a.send(workspace.Orbit{Yaw: -perPixel * by[0] / a.scale(), Pitch: perPixel * by[1] / a.scale()})
	case winding:
		from, to := a.ws.Look.Window()
		wide := max(m.at.Time.Width(), 1)
		a.send(workspace.SeekTo{Moment: a.ws.Look.Moment - tracefeed.Time(float64(to-from)*float64(by[0]/wide))})
		a.send(a.pan(&m.at, mgl32.Vec2{0, by[1]}))
	case carrying:
		if w, ok := m.at.OnMoment(at[0], at[1]); ok {
			m.place = w.Add(m.grab)
		}
	case lassoing:
		if len(m.path) < mostPath {
			m.path = append(m.path, at)
		}
	}
}

// click selects the thing under the mouse.
func (a *app) click() {
	if a.mouse.under.Kind == scene.PickNote {
		a.selectNote(int(a.mouse.under.Index))
		return
	}
	threads := a.frame.Threads(a.mouse.under)
	if a.mouse.under.Kind == scene.PickEdge && len(threads) > 0 {
		threads = threads[:1] // the waiting one
	}
	mode := selectMode()
	if len(threads) == 0 && mode != workspace.SelectOnly {
		return // a slip while many are being selected
	}
	a.send(workspace.SelectMany{Threads: threads, Mode: mode})
}

// put drops the dragged threads at their present place.
func (a *app) put() {
	m := &a.mouse
	places := map[tracefeed.ThreadID]mgl32.Vec2{}
	by := a.carriedBy()
	for i := range m.at.Bars {
		if b := &m.at.Bars[i]; a.isCarried(b) {
			places[tracefeed.ThreadID(b.Pick.Index)] = a.frame.Part(b.Center.Vec2().Add(by))
		}
	}
	a.send(workspace.Place{Places: places})
}

// isCarried reports whether a bar is moved by the drag.
func (a *app) isCarried(b *scene.Bar) bool {
	return b.Pick.Kind == scene.PickThread && scene.Has(a.mouse.carries, tracefeed.ThreadID(b.Pick.Index))
}

// carriedBy returns the distance by which the drag moves threads.
func (a *app) carriedBy() mgl32.Vec2 {
	m := &a.mouse
	for i := range m.at.Bars {
		if b := &m.at.Bars[i]; b.Pick == m.under {
			return m.place.Sub(b.Center.Vec2())
		}
	}
	return mgl32.Vec2{}
}

// ghosts outlines the places where the dragged threads would be dropped.
func (a *app) ghosts() {
	m := &a.mouse
	by := a.carriedBy()
	list := imgui.ForegroundDrawListViewportPtr()
	for i := range m.at.Bars {
		b := &m.at.Bars[i]
		if !a.isCarried(b) {
			continue
		}
		var corners [4]imgui.Vec2
		for c, s := range [4]mgl32.Vec2{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			w := b.Center.Vec2().Add(by).Add(mgl32.Vec2{s[0] * b.HalfWidth, s[1] * b.HalfHeight})
			p, _ := m.at.Project(w.Vec3(0))
			corners[c] = a.inWindow(p)
		}
		list.AddQuadFilled(corners[0], corners[1], corners[2], corners[3], packed(a.ws.Look.Palette.Select.Alpha(0.15)))
		list.AddQuadV(corners[0], corners[1], corners[2], corners[3], packed(a.ws.Look.Palette.Select), 2*a.scale())
	}
}

// wheel zooms at the pointer, or in time.
func (a *app) wheel(at mgl32.Vec2, view int) {
	io := imgui.CurrentIO()
	notches := io.MouseWheel()
	if notches == 0 {
		return
	}
	if io.KeyCtrl() {
		if notches > 0 {
			a.send(workspace.ZoomTime{Notches: 1})
		} else {
			a.send(workspace.ZoomTime{Notches: -1})
		}
		return
	}
	a.zoomAt(&a.frame.Views[view], at, mgl32.Clamp(1+0.15*notches, 0.5, 2))
}
