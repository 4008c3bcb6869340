package ui

import (
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/render"
	"tiv/scene"
	"tiv/workspace"
)

// stage carries out the commands for a trace, and draws its scene.
type stage struct {
	shownTrace
	prefs   *preferences
	jobs    *jobs
	playing bool // a trace plays
}

// paintings draw the scenes of both sides of a comparison; of a single trace, the first does.
type paintings [2]painting

// painting draws one scene, and keeps it.
type painting struct {
	renderer *render.Renderer
	picture  *render.Picture
	kept     bool // the picture holds the scene
}

// open creates the renderer, if there is none. The window's OpenGL context must be current.
func (c *painting) open() (err error) {
	if c.renderer != nil {
		return nil
	}
	if c.renderer, err = render.New(); err == nil {
		c.picture = render.NewPicture()
	}
	return err
}

func (l *paintings) release() {
	for i := range l {
		if c := &l[i]; c.renderer != nil {
			c.picture.Release()
			c.renderer.Release()
		}
	}
}

// carryOut runs the actions queued since the last frame. This is the only place
// where user input changes state.
func (s *stage) carryOut() {
	if len(s.commands) == 0 {
		return
	}
	from := s.motion.camera(s.ws.Look.Camera)
	todo := s.commands
	s.commands = nil
	for _, c := range todo {
		if s.prepare(c) {
			continue
		}
		if c.Info().Effects.Has(workspace.MovesThreads) && s.prefs.eased && s.frame != nil {
			s.startTransition()
		}
		s.ws.Do(c)
		if _, chosen := c.(workspace.SetPalette); chosen {
			s.prefs.Palette = s.ws.Look.Palette.Name
		}
		if !c.Info().Effects.Has(workspace.Passive) {
			s.changed = time.Now()
		}
	}
	s.stale = true
	if s.glides && s.prefs.eased && s.frame != nil {
		s.motion.start(from, s.ws.Look.Camera, s.frame)
	} else if s.ws.Look.Camera != s.motion.to {
		s.motion = motion{}
	}
	s.glides = false
}

// prepare computes the expensive part of a command in a goroutine, and carries
// the command out afterwards. It reports whether it does so; it does nothing for
// a fast command.
func (s *stage) prepare(c workspace.Command) bool {
	find := s.ws.Prepare(c)
	if find == nil {
		return false
	}
	s.jobs.start(s.document, "The "+c.Info().Task, func(w *worker) (message, error) {
		prepared := find(w.ctx)
		w.then = prepared
		return message{text: prepared.Note}, w.ctx.Err()
	})
	return true
}

// moving reports whether the camera or threads are moving to a place.
func (d *document) moving() bool { return d.motion.on() || d.transition.on() }

// advance advances time: playback, motions, and background work. playing is true while
// this trace or the one beside it plays.
func (s *stage) advance(now time.Time, dt time.Duration, playing bool) {
	if s.ws.Advance(dt.Seconds()) || s.moving() {
		s.stale = true
	}
	if s.transition.on() {
		s.builder.Progress = s.transition.part(now)
	}
	s.runFilter()
	s.runSlices()
	s.playing = playing
	s.builder.Animating = playing || s.moving() || imgui.IsMouseDown(imgui.MouseButtonLeft)
	if s.builder.Refine(s.alarm.ring) {
		s.stale = true
	}
}

// draw shows the scene on a painting, in a window of a height. It makes a new frame only after
// changes, and reports whether it did. A sharp scene is never one of a motion.
func (s *stage) draw(c *painting, height int, sharp bool) (changed bool, err error) {
	if isBlank(s.document) {
		s.stale = false
		return false, nil
	}
	w, h := int(s.area.Width()), int(s.area.Height())
	if w < 8 || h < 8 {
		return false, nil
	}
	if err := c.open(); err != nil {
		return false, err
	}
	to := render.Target{X: int(s.area.X0), Y: int(s.area.Y0), Height: height}
	to.Moving = !sharp && (s.playing || s.moving() || imgui.IsMouseDragging(imgui.MouseButtonLeft))
	if s.stale || s.frame == nil || s.frame.Width != w || s.frame.Height != h {
		look := s.ws.Look
		look.Camera = s.motion.camera(look.Camera)
		s.frame = s.builder.Frame(s.ws.Timeline, &look, scene.Canvas{Width: w, Height: h, Scale: s.ui.Scale})
		s.stale, changed, c.kept = false, true, false
	}
	if to.Moving && !c.kept {
		return changed, c.renderer.Draw(s.frame, to)
	}
	if !c.kept {
		if err := c.picture.Draw(c.renderer, s.frame); err != nil {
			return false, err
		}
		c.kept = true
	}
	c.picture.Show(to)
	return changed, nil
}
