package ui

import (
	"time"

	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/render"
	"tiv/scene/shape"
	"tiv/session"
	"tiv/ui/panel"
)

// stage draws the scene of a trace.
type stage struct {
	panel.Trace
	session *session.Session
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

// draw shows the scene on a painting, in a window of a height. It makes a new frame only after
// changes, and reports whether it did. A sharp scene is never one of a motion.
func (s *stage) draw(c *painting, height int, sharp bool) (changed bool, err error) {
	if session.IsBlank(s.Document) {
		s.Stale = false
		return false, nil
	}
	w, h := int(s.Area.Width()), int(s.Area.Height())
	if w < 8 || h < 8 {
		return false, nil
	}
	if err := c.open(); err != nil {
		return false, err
	}
	to := render.Target{X: int(s.Area.X0), Y: int(s.Area.Y0), Height: height}
	to.Moving = !sharp && (s.session.Playing || s.Moving() || imgui.IsMouseDragging(imgui.MouseButtonLeft))
	if session.Build(shape.Canvas{Width: w, Height: h, Scale: s.UI.Scale}, time.Now(), s.Document) {
		changed, c.kept = true, false
	}
	if to.Moving && !c.kept {
		return changed, c.renderer.Draw(s.Frame, to)
	}
	if !c.kept {
		if err := c.picture.Draw(c.renderer, s.Frame); err != nil {
			return false, err
		}
		c.kept = true
	}
	c.picture.Show(to)
	return changed, nil
}
