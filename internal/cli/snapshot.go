package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tiv/internal/cli/usage"
	"tiv/render/offscreen"
	"tiv/report/shot"
	"tiv/report/storyboard"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline/caveats"
	"tiv/workspace"
	"tiv/workspace/loader"
)

// The words of flags, as scene and lod parse them.
var (
	levels  = []string{"near", "mid", "far", "crowd", "auto"}
	layouts = []string{"rows", "grid", "ring", "force"}
	// colourings are the meanings of the colours of bars.
	colourings = []string{"state", "slice", "task"}
)

// snapshotCommand draws a picture of a trace without a display. Flags change the view of a new
// window, of the given picture, or of the saved workspace.
type snapshotCommand struct {
	of                                 subject
	out                                target
	view, level, size, palette, layout string
	at                                 momentFlag
	step                               usage.Time
	history, steps                     int
	scale                              float64
	signals, inTime, lanes, processors bool
	plates                             bool
	tasks                              taskLook
	task, colourBy                     string
	choice                             choice
	slicing                            slicing
	animation                          animationFlags
	storyboard                         storyboardFlag
}

func (s *snapshotCommand) describe() *cobra.Command {
	s.step = -1
	cmd := &cobra.Command{
		Use:   "snapshot TRACE|PICTURE.png -o FILE.png|FOLDER",
		Short: "Draw a picture of a trace without a display",
		Long: `Draw a picture of a trace, or the view of PICTURE.png again. No display is needed.
The picture contains its view: tiv FILE.png opens the window with it.
`,
		Example: `tiv snapshot trace.out -o hang.png
tiv snapshot trace.out -o hang.png --at 2.5s --view interaction
tiv snapshot hang.png -o large.png --size 3840x2160
tiv snapshot trace.out -o hang.png --animate 2s..3s
`,
	}
	s.flags(cmd.Flags())
	return cmd
}

func (s *snapshotCommand) run(e *environment, _ *cobra.Command, words []string) error {
	if err := s.draw(e, words[0]); err != nil {
		return err
	}
	s.out.written(e.out)
	return nil
}

// draw draws a picture of the trace or the picture at path.
func (s *snapshotCommand) draw(e *environment, path string) error {
	if err := s.of.find(path); err != nil {
		return err
	}
	if err := s.checkTarget(path); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	all, done, err := e.load(loading{command: "snapshot", out: &s.out, path: s.of.path, findings: true})
	if err != nil {
		return err
	}
	defer done()
	warnOfLosses("snapshot", s.of.path, caveats.Losses(all.Timeline))
	if err := s.write(all); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	return nil
}

func (s *snapshotCommand) flags(fs *pflag.FlagSet) {
	s.out.flags(fs)
	usage.AddWords(fs, &s.view, "view", "view", view.Names(), "View to draw")
	fs.Var(&s.at, "at", "Moment to show (a time T, start, end, or finding:N); default: the most telling moment")
	fs.Var(&s.step, "step", "Length of a step")
	usage.AddCount(fs, &s.steps, "steps", workspace.MaxSteps, "Show `N` steps")
	usage.AddCount(fs, &s.history, "history", workspace.MaxHistory, "Add up waits over the last `N` steps")
	usage.AddWords(fs, &s.level, "lod", "level", levels, "Level of detail; more than 4096 threads are always drawn in groups")
	usage.AddWords(fs, &s.layout, "layout", "layout", layouts,
		"Arrangement of threads; ring and force place threads near those they wait for")
	fs.StringVar(&s.size, "size", "", "Size: `WxH` pixels, such as 1920x1080")
	fs.Float64Var(&s.scale, "scale", 0, "Enlarge texts and lines by a factor `F`; default: with the size, 1.5 at 1920x1080")
	usage.AddWords(fs, &s.palette, "palette", "palette", paint.PaletteNames(), "Colours (docs/accessibility.md)")
	fs.BoolVar(&s.signals, "signals", false, "Also draw signal edges: waits for conditions, channels and joins")
	fs.BoolVar(&s.inTime, "in-time", false, "In 3D, draw each wait at its own depth in time")
	fs.BoolVar(&s.lanes, "lanes", false, "In 3D, draw the calls of threads on their bars")
	fs.BoolVar(&s.plates, "plates", false, "In 3D, draw the past of locks as plates along time")
	fs.BoolVar(&s.processors, "processors", false, "Draw which thread ran on which processor above a timeline")
	fs.StringVar(&s.task, "task", "", "Follow the task with the number `N`: show its time, and who worked for it (docs/tasks.md)")
	usage.AddWords(fs, &s.colourBy, "colour-by", "meaning", colourings, "Colour bars by states, slices, or types of tasks")
	fs.BoolVar(&s.storyboard.on, "storyboard", false, "Draw a sheet of key moments, with sentences; with -o FOLDER also each alone")
	s.tasks.flags(fs)
	s.choice.flags(fs)
	s.slicing.add(fs)
	s.animation.flags(fs)
	s.of.flags(fs)
	for _, name := range []string{"force", "layout", "palette", "steps", "scale", "signals", "in-time", "lanes", "plates", "processors",
		"task-height", "task-colors", "task-linear", "turn", "task", "colour-by",
		"close", "hide", "propose", "fold", "base", "seconds", "fps", "workspace", "trace"} {
		_ = fs.SetAnnotation(name, usage.Rare, nil) // only an unknown flag is an error
	}
}

// write draws and writes the picture.
func (s *snapshotCommand) write(all *loader.Loaded) error {
	ws, err := s.of.open(all)
	if err != nil {
		return err
	}
	canvas, err := s.canvas()
	if err != nil {
		return err
	}
	if err := s.look(ws); err != nil {
		return err
	}
	chosen, err := s.choose(ws)
	if err != nil {
		return err
	}
	if err := s.slicing.show(s.of.path, ws, func(text string) { warnOfLosses("snapshot", s.of.path, text) }); err != nil {
		return err
	}
	if err := s.follow(ws, chosen); err != nil {
		return err
	}
	if err := workspace.SlicingOf(ws).SyncPicture(context.Background()); err != nil {
		return err
	}
	if s.storyboard.on {
		return s.tellStory(ws, canvas)
	}
	animation, err := s.animation.of(ws, s.at.word != "")
	if err != nil {
		return err
	}
	gl, err := offscreen.New(canvas.Width, canvas.Height)
	if err != nil {
		return err
	}
	defer gl.Release()
	c := camera{ws: ws, canvas: canvas, gl: gl}
	return s.out.write(func(f *os.File) error {
		if animation != nil {
			return c.animation(f, s.out.path, *animation, s.envelope, newCounter("snapshot", s.out.name()))
		}
		img, err := c.shoot()
		if err != nil {
			return err
		}
		return shot.Encode(f, img, s.envelope(ws, canvas))
	})
}

// checkTarget returns an error if the output must not be written, or has another format. path is the
// argument of the command.
func (s *snapshotCommand) checkTarget(path string) error {
	if err := s.storyboard.refuse(s); err != nil {
		return err
	}
	if s.storyboard.folder(&s.out) {
		return s.storyboard.check(s.out, s.of.sources(path)...)
	}
	if err := s.out.check(shot.KindOf(s.out.path), s.of.sources(path)...); err != nil {
		return err
	}
	return s.checkExtension()
}

// checkExtension returns an error if the name of the file belongs to another format
// than that of the picture.
func (s *snapshotCommand) checkExtension() error {
	if s.out.streams() {
		return nil
	}
	switch ext := strings.ToLower(filepath.Ext(s.out.path)); {
	case ext == ".png" || (ext == ".apng" || ext == ".gif") && s.animation.span != "":
		return nil
	case ext == ".apng" || ext == ".gif":
		return fmt.Errorf("%s: this is the name of an animation; add --animate FROM..TO, or name it *.png", s.out.path)
	case ext == "":
		return fmt.Errorf("%s: the name of a picture needs its format: *.png, or *.apng or *.gif with --animate", s.out.path)
	default:
		return fmt.Errorf("%s: unknown picture format %q; known: .png, and .apng and .gif with --animate", s.out.path, ext)
	}
}

// envelope returns the view that the picture carries.
func (s *snapshotCommand) envelope(ws *workspace.Workspace, canvas shape.Canvas) *shot.Envelope {
	return shot.Of(ws, shot.TraceAt(s.of.path, s.out.path), canvas.Scale, version)
}

// mostPixels is the most pixels on a side of a picture.
const mostPixels = 16384

// The sizes of texts and lines in pictures, relative to a common screen.
const leastScale, mostScale = 0.25, 8

// canvas returns the canvas of the picture. The size decides on the scale; a picture that is
// drawn again keeps what its own is more or less.
func (s *snapshotCommand) canvas() (shape.Canvas, error) {
	c, enlarged := shape.CanvasOf(1920, 1080), float32(1)
	if s.animation.span != "" { // it has many frames
		c = shape.CanvasOf(1280, 720)
	}
	if s.storyboard.on {
		c = shape.CanvasOf(storyboard.Width, storyboard.Height)
	} else if p := s.of.picture; p != nil {
		if c = shape.CanvasOf(p.Size.X, p.Size.Y); p.Scale > 0 {
			enlarged = p.Scale / c.Scale
		}
	}
	if s.size != "" {
		var rest string
		if n, _ := fmt.Sscanf(s.size, "%dx%d%s", &c.Width, &c.Height, &rest); n != 2 {
			c.Width = 0
		}
		c = shape.CanvasOf(c.Width, c.Height)
	}
	if c.Scale = min(enlarged*c.Scale, mostScale); s.scale != 0 {
		c.Scale = float32(s.scale)
	}
	if c.Width < 64 || c.Height < 64 || c.Width > mostPixels || c.Height > mostPixels {
		size := cmp.Or(s.size, fmt.Sprintf("%dx%d", c.Width, c.Height))
		return c, fmt.Errorf("size %q: want WxH, each from 64 to %d", size, mostPixels)
	}
	if !(c.Scale >= leastScale && c.Scale <= mostScale) {
		return c, fmt.Errorf("scale %v: want %v to %v", c.Scale, leastScale, mostScale)
	}
	return c, nil
}
