package ui

import (
	"cmp"
	"fmt"
	"image"
	"log"
	"os"
	"strings"
	"sync/atomic"

	"github.com/AllenDang/cimgui-go/imgui"
	imglfw "github.com/AllenDang/cimgui-go/impl/glfw"
	imgl "github.com/AllenDang/cimgui-go/impl/opengl3"
	"github.com/go-gl/glfw/v3.3/glfw"

	"tiv/render"
	"tiv/tracefeed"
	"tiv/ui/keys"
)

// window is GLFW's window with Dear ImGui in it.
type window struct {
	glfw *glfw.Window
	// touched is set by every event that can change the picture.
	touched bool
	input   *keys.Recorder
	// windowed is the place and the size before full screen.
	windowed struct{ x, y, wide, high int }
}

// alarm wakes a window that waits for events. Any goroutine may ring it, even
// before the window exists.
type alarm struct{ set, ready atomic.Bool }

func (a *alarm) ring() {
	a.set.Store(true)
	if a.ready.Load() {
		glfw.PostEmptyEvent()
	}
}

// A smaller window has no room for its panels.
const minWidth, minHeight = 640, 400

// newWindow opens a window with an OpenGL 4.1 context, which becomes current.
// It records input.
func newWindow(o Options, in *keys.Recorder) (*window, error) {
	if err := startGLFW(); err != nil {
		return nil, fmt.Errorf("open window: %w", err)
	}
	glfw.WindowHint(glfw.ContextVersionMajor, 4)
	glfw.WindowHint(glfw.ContextVersionMinor, 1)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	glfw.WindowHint(glfw.ScaleToMonitor, glfw.True)
	glfw.WindowHintString(glfw.X11ClassName, "tiv")
	if o.GLDebug {
		glfw.WindowHint(glfw.OpenGLDebugContext, glfw.True)
	}
	width, height := size()
	title := windowTitle("")
	if o.Path != "" {
		title = windowTitle(tracefeed.Title(o.Path))
	}
	g, err := glfw.CreateWindow(width, height, title, nil, nil)
	if err != nil {
		glfw.Terminate()
		return nil, fmt.Errorf("open window: %w (OpenGL 4.1 is needed)", err)
	}
	g.SetSizeLimits(minWidth, minHeight, glfw.DontCare, glfw.DontCare)
	g.MakeContextCurrent()
	glfw.SwapInterval(1)
	w := &window{glfw: g, input: in}
	if err := render.Load(glfw.GetProcAddress); err != nil {
		glfw.Terminate()
		return nil, err
	}
	w.listen()
	w.startImgui()
	return w, nil
}

// windowTitle returns the title of the window for a trace; "" for no trace.
func windowTitle(trace string) string {
	if trace == "" {
		return "TIV"
	}
	return trace + " · TIV"
}

// startGLFW connects to the display. If there is none, glfw.Init logs the cause
// and reports no error, and all later calls panic.
func startGLFW() (err error) {
	var cause strings.Builder
	before := log.Writer()
	log.SetOutput(&cause)
	defer func() {
		log.SetOutput(before)
		if p := recover(); p != nil {
			_, why, _ := strings.Cut(strings.TrimSpace(cause.String()), "PlatformError: ")
			err = fmt.Errorf("there is no display: %s; tiv check, snapshot and report need none", cmp.Or(why, fmt.Sprint(p)))
		}
	}()
	if err := glfw.Init(); err != nil {
		return err
	}
	glfw.DefaultWindowHints()
	return nil
}

// size returns the initial size of a window.
func size() (width, height int) {
	width, height = 1600, 1000
	if m := glfw.GetPrimaryMonitor(); m != nil {
		_, _, w, h := m.GetWorkarea()
		// The window will be larger than requested by the scale of the screen.
		x, y := m.GetContentScale()
		if w > 0 && h > 0 && x > 0 && y > 0 {
			width, height = min(width, int(float32(w)/x)), min(height, int(float32(h)/y))
		}
	}
	return width, height
}

// listen records every event. Dear ImGui's own callbacks, which are set later,
// call these first.
func (w *window) listen() {
	touch := func() { w.touched = true }
	g := w.glfw
	g.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, code int, does glfw.Action, mods glfw.ModifierKey) {
		touch()
		if does == glfw.Release && isModifier(key) {
			separateRelease()
		}
		if c, ok := keys.ChordOf(key, code, mods); ok && does != glfw.Release {
			w.input.Pressed = append(w.input.Pressed, keys.Press{Chord: c, Repeat: does == glfw.Repeat})
		}
	})
	g.SetMouseButtonCallback(func(*glfw.Window, glfw.MouseButton, glfw.Action, glfw.ModifierKey) { touch() })
	g.SetCursorPosCallback(func(*glfw.Window, float64, float64) { touch() })
	g.SetCursorEnterCallback(func(*glfw.Window, bool) { touch() })
	g.SetScrollCallback(func(*glfw.Window, float64, float64) { touch() })
	g.SetFocusCallback(func(*glfw.Window, bool) { touch() })
	g.SetRefreshCallback(func(*glfw.Window) { touch() })
	g.SetFramebufferSizeCallback(func(*glfw.Window, int, int) { touch() })
	g.SetContentScaleCallback(func(*glfw.Window, float32, float32) { touch() })
	g.SetCloseCallback(func(*glfw.Window) { touch() })
	g.SetDropCallback(func(_ *glfw.Window, paths []string) { touch(); w.input.Dropped = append(w.input.Dropped, paths...) })
}

// isModifier reports whether a key is a modifier.
func isModifier(key glfw.Key) bool { return key >= glfw.KeyLeftShift && key <= glfw.KeyRightSuper }

// separateRelease makes Dear ImGui handle a pressed key before the release of its
// modifier: it merges both if they come in one frame, and a field would get an
// A instead of Ctrl+A. Merging stops at a key that changes twice; this key is
// on no keyboard.
func separateRelease() {
	io := imgui.CurrentIO()
	io.AddKeyEvent(imgui.KeyF24, true)
	io.AddKeyEvent(imgui.KeyF24, false)
}

func (w *window) startImgui() {
	imgui.CreateContext()
	io := imgui.CurrentIO()
	io.SetIniFilename("")
	io.SetConfigFlags(imgui.ConfigFlagsDockingEnable)
	io.SetConfigWindowsMoveFromTitleBarOnly(true)
	disableImguiShortcuts()
	imglfw.InitForOpenGL(rawWindow(w.glfw), true)
	// Replaces Dear ImGui's own callback: text typed before a field has the
	// keyboard focus must not be lost, nor be taken for a command.
	w.glfw.SetCharCallback(func(_ *glfw.Window, c rune) {
		w.touched = true
		if io := imgui.CurrentIO(); io.WantTextInput() && len(w.input.Typed) == 0 {
			io.AddInputCharacter(uint32(c))
		} else {
			w.input.Typed = append(w.input.Typed, c)
		}
	})
	imgl.InitV("#version 410")
}

// close ends Dear ImGui and the window.
func (w *window) close() {
	imgl.Shutdown()
	imglfw.Shutdown()
	imgui.DestroyContext()
	w.glfw.Destroy()
	glfw.Terminate()
}

// scale returns the scale of the screen relative to a common one.
func (w *window) scale() float32 {
	x, _ := w.glfw.GetContentScale()
	return max(x, 0.5)
}

// FramebufferSize returns the size in pixels.
func (w *window) FramebufferSize() (wide, high int) { return w.glfw.GetFramebufferSize() }

// FullScreen reports whether the window fills a screen.
func (w *window) FullScreen() bool { return w.glfw.GetMonitor() != nil }

// SetFullScreen makes the window fill the screen with its middle, or puts it back. It stays full
// while another window has the keyboard, as that of the speaker's notes.
func (w *window) SetFullScreen(on bool) {
	if on == w.FullScreen() {
		return
	}
	old := &w.windowed
	if !on {
		w.glfw.SetMonitor(nil, old.x, old.y, old.wide, old.high, glfw.DontCare)
		return
	}
	old.x, old.y = w.glfw.GetPos()
	old.wide, old.high = w.glfw.GetSize()
	to := glfw.GetPrimaryMonitor()
	for _, m := range glfw.GetMonitors() {
		x, y := m.GetPos()
		if v, at := m.GetVideoMode(), (image.Point{X: old.x + old.wide/2, Y: old.y + old.high/2}); v != nil &&
			at.In(image.Rect(x, y, x+v.Width, y+v.Height)) {
			to = m
		}
	}
	if to == nil {
		return
	}
	if v := to.GetVideoMode(); v != nil {
		w.glfw.SetAttrib(glfw.AutoIconify, glfw.False)
		w.glfw.SetMonitor(to, 0, 0, v.Width, v.Height, v.RefreshRate)
	}
}

// Capture returns the image drawn since the last swap.
func (w *window) Capture() *image.NRGBA {
	wide, high := w.FramebufferSize()
	return render.Read(0, wide, high)
}

// refreshRate returns the frames a second that the screen can show.
func refreshRate() float64 {
	if m := glfw.GetPrimaryMonitor(); m != nil {
		if mode := m.GetVideoMode(); mode != nil && mode.RefreshRate > 0 {
			return float64(mode.RefreshRate)
		}
	}
	return 60
}

// logf prints a line for developers.
func logf(format string, args ...any) { fmt.Fprintf(os.Stderr, "tiv: "+format+"\n", args...) }

// rawWindow converts GLFW's window for Dear ImGui, which was built against the
// same GLFW header but without Go's bindings.
func rawWindow(w *glfw.Window) *imglfw.GLFWwindow {
	return imglfw.NewGLFWwindowFromC(w.Handle())
}
