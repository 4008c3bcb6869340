package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"tiv/internal/replace"
	"tiv/lod"
	"tiv/render/offscreen"
	"tiv/report/shot"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

var snapshotUsage = "snapshot TRACE|PICTURE -o x.png [--force] [--view 3d|timeline|interaction|split] [--at T] [--step S] [--steps N] " +
	"[--history N] [--lod near|mid|far|crowd|auto] [--size WxH] [--palette " + strings.Join(scene.PaletteNames(), "|") + "] [--scale F] [--signals] [--in-time] [--layout rows|grid|ring|force] " + choiceUsage +
	"[--animate FROM..TO [--seconds N] [--fps N]] [--trace PATH] [--workspace FILE]"

// snapshot is the wishes of a snapshot's command line. What is not wished for is
// as in a window that has just been opened, as in the picture that is drawn again,
// or as in the saved workspace.
type snapshot struct {
	of                                 subject
	out                                target
	view, level, size, palette, layout string
	at, step                           timeFlag
	history, steps                     int
	scale                              float64
	signals, inTime                    bool
	choice                             choice
	film                               filmFlags
}

func runSnapshot(args []string, out io.Writer) (int, error) {
	var s snapshot
	fs := flag.NewFlagSet("snapshot", flag.ContinueOnError)
	s.flags(fs)
	words, err := parse(fs, args, snapshotUsage, 1, 1)
	if err != nil {
		return exitTrouble, err
	}
	if s.out.path == "" {
		return exitTrouble, fmt.Errorf("snapshot: no -o given (usage: tiv %s)", snapshotUsage)
	}
	if err := s.of.find(words[0], os.Stderr); err != nil {
		return exitTrouble, err
	}
	if err := s.out.check(shot.Kind, s.of.sources(words[0])...); err != nil {
		return exitTrouble, fmt.Errorf("snapshot: %w", err)
	}
	all, done, err := loading{"snapshot", s.of.path, true}.load(os.Stderr)
	if err != nil {
		return exitTrouble, err
	}
	defer done()
	warnOfLosses("snapshot", s.of.path, workspace.Losses(all.Timeline))
	if err := s.draw(all); err != nil {
		return exitTrouble, fmt.Errorf("snapshot: %w", err)
	}
	fmt.Fprintln(out, s.out.path)
	return exitOK, nil
}

func (s *snapshot) flags(fs *flag.FlagSet) {
	s.out.flags(fs)
	s.of.flags(fs)
	fs.StringVar(&s.view, "view", "", "")
	fs.StringVar(&s.level, "lod", "", "")
	fs.StringVar(&s.size, "size", "", "")
	fs.StringVar(&s.palette, "palette", "", "")
	s.at, s.step = -1, -1
	fs.Var(&s.at, "at", "")
	fs.Var(&s.step, "step", "")
	fs.IntVar(&s.history, "history", 0, "")
	fs.IntVar(&s.steps, "steps", 0, "")
	fs.Float64Var(&s.scale, "scale", 0, "")
	fs.StringVar(&s.layout, "layout", "", "")
	fs.BoolVar(&s.signals, "signals", false, "")
	fs.BoolVar(&s.inTime, "in-time", false, "")
	s.choice.flags(fs)
	s.film.flags(fs)
}

// draw makes the picture and writes it.
func (s *snapshot) draw(all *workspace.Loaded) error {
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
	film, err := s.film.of(ws, s.at >= 0)
	if err != nil {
		return err
	}
	gl, err := offscreen.New(canvas.Width, canvas.Height)
	if err != nil {
		return err
	}
	defer gl.Release()
	c := camera{ws: ws, canvas: canvas, gl: gl}
	err = replace.File(s.out.path, func(f *os.File) error {
		if film != nil {
			return c.film(f, *film, s.envelope, newCounter("snapshot", s.out.path))
		}
		img, err := c.shoot()
		if err != nil {
			return err
		}
		return shot.Encode(f, img, s.envelope(ws, canvas))
	})
	if err != nil {
		return fmt.Errorf("write picture: %w", err)
	}
	return nil
}

// envelope returns what the picture is to carry.
func (s *snapshot) envelope(ws *workspace.Workspace, canvas scene.Canvas) *shot.Envelope {
	return shot.Of(ws, shot.TraceAt(s.of.path, s.out.path), canvas.Scale, version)
}

// mostPixels is the longest side of a picture.
const mostPixels = 16384

func (s *snapshot) canvas() (scene.Canvas, error) {
	c := scene.Canvas{Width: 1920, Height: 1080, Scale: 1}
	if s.film.span != "" { // it has many frames
		c.Width, c.Height = 1280, 720
	}
	if p := s.of.picture; p != nil {
		c.Width, c.Height = p.Size.X, p.Size.Y
		if p.Scale > 0 {
			c.Scale = p.Scale
		}
	}
	if s.scale != 0 {
		c.Scale = float32(s.scale)
	}
	if s.size != "" {
		var rest string
		if n, _ := fmt.Sscanf(s.size, "%dx%d%s", &c.Width, &c.Height, &rest); n != 2 {
			c.Width = 0
		}
	}
	if c.Width < 64 || c.Height < 64 || c.Width > mostPixels || c.Height > mostPixels {
		size := cmp.Or(s.size, fmt.Sprintf("%dx%d", c.Width, c.Height))
		return c, fmt.Errorf("size %q: want WxH, each from 64 to %d", size, mostPixels)
	}
	if !(c.Scale >= 0.25 && c.Scale <= 8) {
		return c, fmt.Errorf("scale %v: want 0.25 to 8", c.Scale)
	}
	return c, nil
}

// look turns the wishes into commands.
func (s *snapshot) look(ws *workspace.Workspace) error {
	do, err := s.commands(ws)
	if err != nil {
		return err
	}
	for _, c := range do {
		ws.Do(c)
	}
	ws.Look.Caption = true
	return s.choice.check(ws)
}

func (s *snapshot) commands(ws *workspace.Workspace) ([]workspace.Command, error) {
	do, err := s.named()
	if err != nil {
		return nil, err
	}
	if s.steps < 0 || s.history < 0 {
		return nil, fmt.Errorf("%d steps, history %d: want 1 or more", s.steps, s.history)
	}
	do = append(do, s.times()...)
	if s.signals && !ws.Look.Signals {
		do = append(do, workspace.ToggleSignals{})
	}
	if s.inTime && !ws.Look.InTime {
		do = append(do, workspace.ToggleInTime{})
	}
	chosen, err := s.choice.commands(ws)
	if err != nil {
		return nil, err
	}
	do = append(do, chosen...)
	if s.layout != "" { // the last: waits may have a say in it
		layout, ok := scene.ParseArrangement(s.layout)
		if !ok {
			return nil, fmt.Errorf("unknown layout %q: want rows, grid, ring or force", s.layout)
		}
		do = append(do, workspace.Arrange{Arrangement: layout})
	}
	return do, nil
}

// named are the wishes that are one of some words.
func (s *snapshot) named() (do []workspace.Command, err error) {
	if s.view != "" {
		kind, ok := scene.ParseKind(s.view)
		if !ok {
			return nil, fmt.Errorf("unknown view %q: want 3d, timeline, interaction or split", s.view)
		}
		do = append(do, workspace.SetView{Kind: kind})
	}
	if s.level != "" {
		level, ok := lod.ParseLevel(s.level)
		if !ok {
			return nil, fmt.Errorf("unknown level %q: want near, mid, far, crowd or auto", s.level)
		}
		do = append(do, workspace.SetLevel{Level: level})
	}
	if s.palette == "" {
		return do, nil
	}
	palette, err := parsePalette(s.palette)
	return append(do, palette), err
}

// parsePalette reads a palette's name.
func parsePalette(name string) (workspace.Command, error) {
	palette, ok := scene.PaletteNamed(name)
	if !ok {
		return nil, fmt.Errorf("unknown palette %q: want one of %s", name, strings.Join(scene.PaletteNames(), ", "))
	}
	return workspace.SetPalette{Palette: palette}, nil
}

// times are the commands about what time is shown.
func (s *snapshot) times() (do []workspace.Command) {
	if s.at >= 0 {
		do = append(do, workspace.SeekTo{Moment: tracefeed.Time(s.at)})
	}
	if s.step >= 0 {
		do = append(do, workspace.SetStep{Step: tracefeed.Time(s.step)})
	}
	if s.steps > 0 {
		do = append(do, workspace.SetSteps{Steps: s.steps})
	}
	if s.history > 0 {
		do = append(do, workspace.SetHistory{Steps: s.history})
	}
	return do
}
