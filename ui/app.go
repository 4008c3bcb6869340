package ui

import (
	"fmt"
	"time"

	"tiv/internal/task"
	"tiv/render"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
	"tiv/workspace/prefs"
)

// app is one window: the open traces, the renderers, and the state of panels
// that is common to all traces.
type app struct {
	options Options
	window  *window
	alarm   alarm

	*tab        // the tab shown
	tabs []*tab // all, in order

	renderer *render.Renderer
	picture  *render.Picture
	area     scene.Rect // the scene's rectangle, in pixels of the framebuffer

	pace    pace
	fonts   fonts
	theme   theme
	marks   map[string]scene.Rect // rectangles of widgets, for tests
	closing bool

	prefs    prefs.Prefs
	settings settings
	// settingsSaver writes prefs.
	settingsSaver task.Saver
	tidying       *task.Task[struct{}] // returns memory to the system; nil before the first time
	shots         shots
	messages      messages
	dialog        openDialog
	finder        nameFinder
	keymap        *prefs.Keymap
	keymapOf      string // the preset of the keymap
	keyDialog     keyDialog
	tour          tour
	panelKeys     panelKeys

	shotDialog   shotDialog
	filmDialog   filmDialog
	reportDialog fileDialog
	noteField    noteField
	help         bool
	expects      int  // until this frame, a field is about to have the keyboard
	context      bool // the menu of the selected threads is to be opened
	laidOut      bool
	squeeze      squeeze
}

func newApp(o Options) *app {
	a := &app{options: o, settings: settings{scale: 1, eased: true}, shots: shots{scale: 1}}
	a.loadPrefs()
	return a
}

// build creates the renderers and fonts of the window.
func (a *app) build(w *window) (err error) {
	a.window = w
	a.alarm.ready.Store(true)
	if a.renderer, err = render.New(); err != nil {
		return err
	}
	a.picture = render.NewPicture()
	if a.options.GLDebug {
		say("drawn by %s", render.Driver())
	}
	a.fonts = loadFonts()
	a.loadPanels()
	return nil
}

func (a *app) release() {
	a.picture.Release()
	a.renderer.Release()
}

// send queues commands for the start of the next frame.
func (a *app) send(c ...workspace.Command) { a.todo = append(a.todo, c...) }

// glide is send for commands after which the camera moves gently.
func (a *app) glide(c ...workspace.Command) {
	a.send(c...)
	a.jump = true
}

// pickThread selects a thread.
func (a *app) pickThread(t tracefeed.ThreadID) { a.send(workspace.Select{Thread: t}) }

// carryOut runs the actions queued since the last frame. This is the only place
// where user input changes state.
func (a *app) carryOut() {
	if len(a.todo) == 0 {
		return
	}
	from := a.motion.camera(a.ws.Look.Camera)
	todo := a.todo
	a.todo = nil
	for _, c := range todo {
		if a.prepare(c) {
			continue
		}
		if c.Info().Effects.Has(workspace.MovesThreads) && a.settings.eased && a.frame != nil {
			a.depart()
		}
		a.ws.Do(c)
		if _, chosen := c.(workspace.SetPalette); chosen {
			a.prefs.Palette = a.ws.Look.Palette.Name
		}
		if !c.Info().Effects.Has(workspace.Passive) {
			a.changed = time.Now()
		}
	}
	a.stale = true
	if a.jump && a.settings.eased && a.frame != nil {
		a.motion.start(from, a.ws.Look.Camera, a.frame)
	} else if a.ws.Look.Camera != a.motion.to {
		a.motion = motion{}
	}
	a.jump = false
}

// takeIn shows the loader's latest snapshot.
func (a *app) takeIn() error {
	now := a.loader.Current()
	if now == nil || now == a.seen {
		return nil
	}
	first := a.seen == nil
	a.seen = now
	a.ws.Update(now.Timeline, now.Report)
	a.stale = true
	if !now.Searched {
		return nil
	}
	if now.Timeline.Counts.Events == 0 {
		_, err := a.loader.Wait()
		if first && a.pace.drawn == 0 {
			return fmt.Errorf("%w (%s)", err, a.ws.Name)
		}
		a.dialog.fail(err)
	}
	a.send(a.options.Setup...)
	a.options.Setup = nil
	return nil
}

// mark records the rectangle of a widget, for tests.
func (a *app) mark(name string, r scene.Rect) {
	if a.options.Observe != nil {
		a.marks[name] = r
	}
}
