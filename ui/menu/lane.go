package menu

import (
	"context"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/interaction/turns"
	"tiv/internal/background"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/panel"
	"tiv/workspace"
)

// Lane shows who held a lock along the visible range, and how many threads waited for it. A click goes to a time. The
// zero value is ready.
type Lane struct {
	made background.Latest[laneKey, timedLane]
	// seen says that it has been laid out in this frame, begun is when it was computed last.
	seen  bool
	begun time.Time
}

// timedLane is a lane and the time that it took.
type timedLane struct {
	turns.Lane
	took time.Duration
}

// laneKey is the input of a lane.
type laneKey struct {
	document *session.Document
	tl       *timeline.Timeline
	lock     tracefeed.MonitorID
	grid     turns.Grid
}

// Busy reports whether a lane that is shown is being computed.
func (l *Lane) Busy() bool { _, running := l.made.Running(); return running && l.seen }

// Close ends all work.
func (l *Lane) Close() { l.made.Close() }

// Keep lays out a panel or a menu, and ends the work of the lane if it is not in there.
func (l *Lane) Keep(layOut func()) {
	l.seen = false
	if layOut(); !l.seen {
		l.made.Reset()
	}
}

// laneEvery is the least time between two computations in playback: frames need the processors.
const laneEvery = 200 * time.Millisecond

// The heights of a lane, in lines of text: of its owners, and of the longest queue above them.
const railLines, queueLines = 1.1, 1.6

// LayOut lays the lane of a lock out, as wide as there is room.
func (l *Lane) LayOut(t *panel.Trace, lock tracefeed.MonitorID) {
	l.seen = true
	look, wide := &t.Workspace.Look, imgui.ContentRegionAvail().X
	from, to := look.Window()
	from = max(from, 0)
	if wide < 4*imgui.FontSize() || from >= to {
		return
	}
	l.update(t, lock, from, to, int(wide/t.UI.Scale))
	v := laneView{Trace: t, from: from, to: to}
	if key := &l.made.Key; l.made.Present && key.document == t.Document && key.lock == lock {
		v.use(&l.made.Value.Lane, lock)
	}
	v.caption()
	at, line := imgui.CursorScreenPos(), imgui.TextLineHeight()
	clicked := imgui.InvisibleButton("lane", imgui.Vec2{X: wide, Y: (railLines + queueLines) * line})
	v.area = shape.Rect{X0: at.X, Y0: at.Y, X1: at.X + wide, Y1: at.Y + (railLines+queueLines)*line}
	v.rail = v.area.Y1 - railLines*line
	v.draw(imgui.WindowDrawList())
	t.UI.Mark("lock lane", v.area)
	if mouse := imgui.MousePos().X; clicked {
		t.Send(workspace.SeekTo{Moment: v.timeAt(mouse)})
	} else if imgui.IsItemHovered() {
		v.tip(mouse)
	}
}

// update computes the lane of an interval in a number of columns. While that changes in each frame, one is finished
// before the next begins.
func (l *Lane) update(t *panel.Trace, lock tracefeed.MonitorID, from, to tracefeed.Time, columns int) {
	step := (to - from + tracefeed.Time(columns) - 1) / tracefeed.Time(columns)
	tl := t.Workspace.Timeline
	key := laneKey{t.Document, tl, lock, turns.Grid{From: from, Step: step, Steps: int((to - from + step - 1) / step)}}
	same := func(k laneKey) bool { return k.document == key.document && k.lock == key.lock }
	if wanted, busy := l.made.Running(); busy && same(wanted) {
		key = wanted
	} else if moves := t.Workspace.Playback.Playing || !tl.Complete; moves && l.made.Present && same(l.made.Key) &&
		time.Since(l.begun) < laneEvery+4*l.made.Value.took {
		key = l.made.Key
	}
	if l.made.Update(key, func(ctx context.Context, _ func(float64)) (timedLane, error) {
		begun := time.Now()
		lane := turns.LaneOf(ctx, key.tl, lock, key.grid)
		return background.OrCanceled(timedLane{lane, time.Since(begun)}, ctx.Err() == nil)
	}, t.Wake) {
		l.begun = time.Now()
	}
}
