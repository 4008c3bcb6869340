package cli

import (
	"errors"
	"fmt"
	"image"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"tiv/render/offscreen"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/scene/shape"
	"tiv/tracefeed"
	"tiv/workspace"
)

// camera draws pictures of a workspace without a display.
type camera struct {
	ws      *workspace.Workspace
	canvas  shape.Canvas
	gl      *offscreen.Canvas
	builder scene.Builder
}

// shoot draws the workspace as it is.
func (c *camera) shoot() (*image.NRGBA, error) {
	return c.gl.Draw(c.builder.Frame(c.ws.Timeline, &c.ws.Look, c.canvas))
}

// animation writes an animation of the playback, in the format of the name. envelope returns the view of its
// first frame; counter shows the progress.
func (c *camera) animation(w io.Writer, name string, animation shot.Animation,
	envelope func(*workspace.Workspace, shape.Canvas) *shot.Envelope, counter *counter) error {
	defer counter.clear()
	var to shot.Encoder
	for i := range animation.Frames() {
		c.ws.Do(workspace.SeekTo{Moment: animation.Moment(i)})
		if i == 0 {
			var err error
			if to, err = shot.NewEncoder(w, name, animation.Frames(), envelope(c.ws, c.canvas)); err != nil {
				return err
			}
		}
		img, err := c.shoot()
		if err == nil {
			err = to.Add(img, animation.Shown())
		}
		if err != nil {
			return err
		}
		counter.tell("frame", i+1, animation.Frames())
	}
	return to.Close()
}

// animationFlags are the flags of an animation.
type animationFlags struct {
	span          string
	seconds, rate float64
}

// flags adds the flags of an animation.
func (f *animationFlags) flags(fs *pflag.FlagSet) {
	fs.StringVar(&f.span, "animate", "", "Draw an animation (APNG, or GIF if -o is *.gif) of the interval `FROM..TO`")
	fs.Float64Var(&f.seconds, "seconds", 0, fmt.Sprintf("Length of the animation: `N` seconds (default %v)", shot.AnimationSeconds))
	fs.Float64Var(&f.rate, "fps", 0, fmt.Sprintf("Frames of the animation: `N` a second (default %v)", shot.AnimationRate))
}

// of returns the animation of a workspace; nil for a still picture. at reports that the
// moment of a still picture is given, which is an error for an animation.
func (f *animationFlags) of(ws *workspace.Workspace, at bool) (*shot.Animation, error) {
	switch {
	case f.span == "" && (f.seconds != 0 || f.rate != 0):
		return nil, errors.New("--seconds and --fps need --animate FROM..TO")
	case f.span == "":
		return nil, nil
	case at:
		return nil, errors.New("--at and --animate exclude each other")
	}
	animation := shot.Animation{To: ws.Timeline.End, Seconds: shot.AnimationSeconds, Rate: shot.AnimationRate}
	from, to, ok := strings.Cut(f.span, "..")
	if !ok {
		return nil, fmt.Errorf(
			"--animate %q: want FROM..TO, such as 1s..2.5s; FROM defaults to the start of the trace, TO to its end", f.span)
	}
	for _, end := range []struct {
		word string
		time *tracefeed.Time
	}{{from, &animation.From}, {to, &animation.To}} {
		if end.word == "" {
			continue
		}
		t, err := tracefeed.ParseTime(end.word)
		if err != nil {
			return nil, fmt.Errorf("--animate: %w", err)
		}
		*end.time = t
	}
	if f.seconds != 0 {
		animation.Seconds = f.seconds
	}
	if f.rate != 0 {
		animation.Rate = f.rate
	}
	if err := animation.Check(ws.Timeline.End); err != nil {
		return nil, fmt.Errorf("--animate: %w", err)
	}
	return &animation, nil
}
