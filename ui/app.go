package ui

import (
	"fmt"
	"path/filepath"

	"tiv/render"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

// app is one window at work: the workspace that it shows, what it has drawn of
// it, and what its panels remember.
type app struct {
	options Options
	path    string // of the trace
	warning string // about the picture that was opened
	window  *window
	alarm   alarm

	ws     *workspace.Workspace
	loader *workspace.Loader
	seen   *workspace.Loaded // what the workspace has taken in

	renderer *render.Renderer
	picture  *render.Picture
	builder  scene.Builder
	frame    *scene.Frame // the last that was built
	stale    bool         // the frame must be built again
	area     scene.Rect   // where the scene is, in pixels of the framebuffer

	todo    []workspace.Command // for the start of the next frame
	jump    bool                // the camera glides to where todo takes it
	motion  motion
	pace    pace
	fonts   fonts
	theme   theme
	marks   map[string]scene.Rect // where widgets are, for tests
	closing bool

	mouse    mouse
	threads  threadsPanel
	chosen   selectionPanel
	findings findingsPanel
	settings settings
	overview overview
	dialog   openDialog
	help     bool
	laidOut  bool
}

func newApp(o Options) *app {
	return &app{options: o, builder: scene.Builder{MostEvents: scene.MostEvents}, settings: settings{scale: 1, eased: true}, findings: findingsPanel{current: -1}}
}

// open starts to read a trace, and shows it instead of what was shown before.
// It may be a picture: then it shows what that shows, of the trace at trace,
// which is looked for if that is "".
func (a *app) open(path, trace string) error {
	picture, err := shot.Open(path, trace)
	if err != nil {
		return err
	}
	if picture != nil {
		path = picture.At
	}
	name := filepath.Base(path)
	l, err := a.options.Open(path, a.alarm.ring)
	if err != nil {
		return err
	}
	if a.loader != nil {
		a.builder.Stop() // it reads the trace
		if err := a.loader.Close(); err != nil {
			say("close trace: %v", err)
		}
	}
	a.loader, a.seen = l, nil
	palette := scene.Dark()
	if a.ws != nil {
		palette = a.ws.Look.Palette
	}
	a.ws = workspace.New(tame(name))
	a.ws.Look.Palette = palette
	a.path, a.warning = path, ""
	if picture != nil {
		a.warning = picture.Warning()
		if err := picture.Show(a.ws); err != nil {
			a.warning = err.Error()
		}
	}
	a.stale, a.motion = true, motion{}
	a.findings.current, a.mouse = -1, mouse{}
	if a.window != nil {
		a.window.glfw.SetTitle(name + " · TIV")
	}
	return nil
}

// build makes what draws in the window.
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
	return nil
}

func (a *app) release() {
	a.builder.Stop()
	a.picture.Release()
	a.renderer.Release()
}

// send lets a command be carried out at the start of the next frame.
func (a *app) send(c ...workspace.Command) { a.todo = append(a.todo, c...) }

// glide is send for commands after which the camera moves gently.
func (a *app) glide(c ...workspace.Command) {
	a.send(c...)
	a.jump = true
}

// pickThread selects a thread.
func (a *app) pickThread(t tracefeed.ThreadID) { a.send(workspace.Select{Thread: t}) }

// carryOut does what was asked for since the last frame. This is the one place
// where the user's wishes change anything.
func (a *app) carryOut() {
	if len(a.todo) == 0 {
		return
	}
	from := a.motion.camera(a.ws.Look.Camera)
	todo := a.todo
	a.todo = nil
	for _, c := range todo {
		a.ws.Do(c)
	}
	a.stale = true
	if a.jump && a.settings.eased && a.frame != nil {
		a.motion.start(from, a.ws.Look.Camera, a.frame)
	} else if a.ws.Look.Camera != a.motion.to {
		a.motion = motion{}
	}
	a.jump = false
}

// takeIn shows what the loader has read meanwhile.
func (a *app) takeIn() error {
	now := a.loader.Current()
	if now == nil || now == a.seen {
		return nil
	}
	first := a.seen == nil
	a.seen = now
	a.ws.Update(now.Timeline, now.Report)
	a.stale = true
	if !now.Timeline.Complete {
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

// mark remembers where a widget is.
func (a *app) mark(name string, r scene.Rect) {
	if a.options.Observe != nil {
		a.marks[name] = r
	}
}
