package ui

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"
	imglfw "github.com/AllenDang/cimgui-go/impl/glfw"
	imgl "github.com/AllenDang/cimgui-go/impl/opengl3"
	"github.com/go-gl/glfw/v3.3/glfw"

	"tiv/internal/background"
	"tiv/render"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/session"
)

// pace decides when a frame is worth drawing, and measures frames.
type pace struct {
	last    time.Time     // start of the last frame
	spent   time.Duration // by the last frame, without waiting for the screen
	settled time.Time     // until then, hovered or opened widgets may still change
	// settling is the number of frames that must follow the last event: where frames
	// are slow, time alone would not let a tooltip come.
	settling int
	again    int // frames to draw unconditionally
	drawn    int
	built    int
	tidied   int           // the value of drawn when memory was last returned
	took     time.Duration // by the last frame, all in all
	// synced counts the presses of Pause that have reached the panels. Pause has
	// no other effect: it shows tests that all input before it has arrived.
	synced int
	rate   float64 // frames a second, during continuous drawing
}

const (
	// settleTime is the longest delay of tooltips after the last event, settleEvery
	// the interval of frames until then, in seconds, and settleFrames the least
	// number of these.
	settleTime   = 700 * time.Millisecond
	settleEvery  = 0.1
	settleFrames = 8
	// afterEvent is the number of frames that Dear ImGui needs to react to an
	// event.
	afterEvent = 3
	// blinkEvery is the interval of drawing a text cursor, in seconds.
	blinkEvery = 0.5
	// progressEvery is the interval of updating progress, in seconds.
	progressEvery = 0.2
	// tidyAfter is the idle time before memory is returned, in seconds.
	tidyAfter = 3.0
	// slowFrame is the duration from which a frame is reported to developers.
	slowFrame = 50 * time.Millisecond
)

// loop draws frames until the window is closed.
func (a *app) loop() error {
	a.pace.again = afterEvent
	for !a.window.glfw.ShouldClose() && !a.Session.Ended && !isClosed(a.options.Quit) {
		a.Messages.Fail(a.Prefs.Saver.Poll(a.alarm.ring))
		a.Messages.Fail(a.Launcher.Failed())
		a.Session.Save()
		a.Prefs.KeepChanges(a.alarm.ring)
		if !a.wait() {
			continue
		}
		start := time.Now()
		if err := a.draw(); err != nil {
			return err
		}
		if a.options.ExitAfterLoad && a.ready() {
			return a.writeShot(a.options.Shot)
		}
		a.window.glfw.SwapBuffers()
		a.pace.took = time.Since(start)
		if a.options.Observe != nil {
			a.options.Observe(a.snapshot())
		}
	}
	return nil
}

// ready reports whether all of the trace is on the screen.
func (a *app) ready() bool {
	ready := a.pace.drawn > 10 && !a.busy()
	a.comparison.Each(func(t *session.Trace) { ready = ready && t.Searched() })
	return ready
}

// busy reports whether any part of the window, or a trace that is shown, has pending work.
func (a *app) busy() bool {
	return a.Session.Busy() || a.panels().all().Busy() || a.dialogs.all().Busy()
}

// wait waits until a frame is worth drawing; it returns false when it is not.
func (a *app) wait() bool {
	vanishing, passing := a.Messages.Passing()
	frame := time.Duration(float64(time.Second) / refreshRate())
	moving := a.changing()
	switch {
	case moving || a.pace.again > 0 || a.options.ExitAfterLoad:
		if left := frame - time.Since(a.pace.last); left > time.Millisecond && moving {
			glfw.WaitEventsTimeout(left.Seconds())
			return time.Since(a.pace.last) >= frame-time.Millisecond
		}
		glfw.PollEvents()
	case time.Now().Before(a.pace.settled) || a.pace.settling > 0:
		glfw.WaitEventsTimeout(settleEvery)
		a.pace.again = 1
	case !a.Searched():
		glfw.WaitEventsTimeout(progressEvery)
		a.pace.again = 1
	case a.busy():
		glfw.WaitEventsTimeout(progressEvery)
		a.pace.again = 1
	case !a.Changed.IsZero():
		glfw.WaitEventsTimeout(session.SaveAfter.Seconds())
	case passing:
		glfw.WaitEventsTimeout(vanishing.Seconds())
		a.pace.again = 1
	case imgui.CurrentIO().WantTextInput():
		glfw.WaitEventsTimeout(blinkEvery)
		a.pace.again = 1
	case a.pace.tidied != a.pace.drawn:
		glfw.WaitEventsTimeout(tidyAfter)
		a.freeMemory()
	default:
		glfw.WaitEvents()
	}
	a.recordEvents()
	return a.pace.again > 0 || moving || a.options.ExitAfterLoad
}

// freeMemory returns unused memory to the system, once after a drawn frame:
// background work allocates much for a short time.
func (a *app) freeMemory() {
	busy := a.freeing != nil && !a.freeing.Done()
	if !busy && !a.window.touched && !a.alarm.set.Load() {
		a.pace.tidied = a.pace.drawn
		a.freeing = background.Start(func(context.Context, func(float64)) (struct{}, error) {
			debug.FreeOSMemory()
			return struct{}{}, nil
		}, func() {})
	}
}

// changing reports whether the picture changes by itself.
func (a *app) changing() bool {
	on := a.panels().playback.Changing() || len(a.Input.Typed) > 0
	a.comparison.Each(func(t *session.Trace) { on = on || t.Workspace.Playback.Playing || t.Moves() })
	return on
}

func (a *app) recordEvents() {
	if a.alarm.set.Swap(false) {
		a.pace.again = max(a.pace.again, 2)
	}
	if a.window.touched {
		a.window.touched = false
		a.pace.again = afterEvent
		a.pace.settled, a.pace.settling = time.Now().Add(settleTime), settleFrames
	}
}

// begin starts a frame. It returns the time since the last frame, which is
// limited after a pause.
func (p *pace) begin(now time.Time) time.Duration {
	const most = 100 * time.Millisecond
	dt := now.Sub(p.last)
	p.last = now
	p.again, p.settling = max(0, p.again-1), max(0, p.settling-1)
	if dt < most && dt > 0 {
		p.rate += (1/dt.Seconds() - p.rate) / 10
	}
	return min(dt, most)
}

// draw draws one frame: it runs queued actions, lays out the panels, and draws
// the scene in the space that they leave, with the panels on top.
func (a *app) draw() error {
	start := time.Now()
	dt := a.pace.begin(start)
	if err := a.update(); err != nil {
		return err
	}
	a.Session.Serve()
	a.Session.Advance(start, dt, imgui.IsMouseDown(imgui.MouseButtonLeft))
	a.beginPanels()
	a.layOut()
	imgui.Render()
	changed, err := a.drawScenes()
	if err != nil {
		return fmt.Errorf("draw window: %w", err)
	}
	if changed {
		a.pace.built++
		a.pace.again = max(a.pace.again, 1) // panels show data of the frame
	}
	imgl.RenderDrawData(imgui.CurrentDrawData())
	if a.options.GLDebug {
		if err := render.Check(); err != nil {
			logf("panels: %v", err)
		}
	}
	if a.exporter.Waiting() {
		a.pace.again = max(a.pace.again, 1)
		a.exporter.TakePending(a.Moving())
	}
	if imgui.CurrentContext().InputEventsQueue().Size > 0 {
		a.pace.again = afterEvent // Dear ImGui takes fast input bit by bit
	}
	a.pace.drawn++
	a.Input.Patience = max(0, a.Input.Patience-1)
	if a.pace.spent = time.Since(start); a.options.GLDebug && a.pace.spent > slowFrame {
		logf("frame %d took %v", a.pace.drawn, a.pace.spent.Round(time.Millisecond))
	}
	return nil
}

// drawScenes draws the scene, or both of a comparison. It reports whether one has changed.
func (a *app) drawScenes() (changed bool, err error) {
	width, height := a.window.FramebufferSize()
	ground := a.UI.Palette.Shade(paint.PanelShade)
	if session.IsBlank(a.Document) {
		ground = a.UI.Palette.Ground
	}
	render.Clear(width, height, ground)
	a.comparison.Each(func(t *session.Trace) {
		fresh, wrong := a.tabs.of(t).stage.draw(&a.paintings[a.comparison.SideOf(t)], height, a.exporter.Waiting())
		changed, err = changed || fresh, errors.Join(err, wrong)
	})
	return changed, err
}

// beginPanels starts a frame of Dear ImGui, in the style that commands and
// settings ask for.
func (a *app) beginPanels() {
	if a.options.Observe != nil {
		a.UI.Marks, a.UI.Words = map[string]shape.Rect{}, map[string]string{}
	}
	a.panels().playback.Begin()
	a.UI.Plain = a.Workspace.Look.Plain
	if a.UI.Restyle(a.Workspace.Look.Palette, a.shows.Scale(a.window.scale()*a.Prefs.TextScale)) {
		a.exporter.Scale = a.UI.Scale
		a.Stale = true
	}
	imgui.CurrentIO().SetMouseDoubleClickTime(doubleClick(a.pace.took))
	imgl.NewFrame()
	imglfw.NewFrame()
	imgui.NewFrame()
	if imgui.IsKeyPressedBoolV(imgui.KeyPause, false) {
		a.pace.synced++
	}
}

// doubleClick returns the longest time between the two clicks of a double
// click, in seconds. Dear ImGui handles a click in two frames and measures the
// time of frames, not of mouse events: slow frames need more time.
func doubleClick(frame time.Duration) float32 {
	const usual, most = 300 * time.Millisecond, 1500 * time.Millisecond
	return float32(min(usual+3*frame, most).Seconds())
}
