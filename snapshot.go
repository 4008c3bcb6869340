package main

import (
	"flag"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"tiv/internal/replace"
	"tiv/lod"
	"tiv/render/offscreen"
	"tiv/scene"
	"tiv/tracefeed"
	"tiv/workspace"
)

const snapshotUsage = "snapshot TRACE -o x.png [--view 3d|timeline|interaction|split] [--at T] [--step S] [--steps N] " +
	"[--history N] [--lod near|mid|far|crowd|auto] [--size WxH] [--palette dark|light] [--scale F] [--signals] [--in-time] [--select THREAD]"

// snapshot is the wishes of a snapshot's command line.
type snapshot struct {
	out, view, level, size, palette, pick string
	at, step                              timeFlag
	history, steps                        int
	scale                                 float64
	signals, inTime                       bool
}

func runSnapshot(args []string, out io.Writer) (int, error) {
	var s snapshot
	fs := flag.NewFlagSet("snapshot", flag.ContinueOnError)
	s.flags(fs)
	words, err := parse(fs, args, snapshotUsage, 1, 1)
	if err != nil {
		return exitTrouble, err
	}
	if s.out == "" {
		return exitTrouble, fmt.Errorf("snapshot: no -o given (usage: tiv %s)", snapshotUsage)
	}
	all, done, err := load(words[0], os.Stderr)
	if err != nil {
		return exitTrouble, err
	}
	defer done()
	if err := s.draw(filepath.Base(words[0]), all); err != nil {
		return exitTrouble, fmt.Errorf("snapshot: %w", err)
	}
	fmt.Fprintln(out, s.out)
	return exitOK, nil
}

func (s *snapshot) flags(fs *flag.FlagSet) {
	fs.StringVar(&s.out, "o", "", "")
	fs.StringVar(&s.view, "view", scene.Free.String(), "")
	fs.StringVar(&s.level, "lod", lod.Auto.String(), "")
	fs.StringVar(&s.size, "size", "1920x1080", "")
	fs.StringVar(&s.palette, "palette", "dark", "")
	fs.StringVar(&s.pick, "select", "", "")
	s.at, s.step = -1, -1
	fs.Var(&s.at, "at", "")
	fs.Var(&s.step, "step", "")
	fs.IntVar(&s.history, "history", 0, "")
	fs.IntVar(&s.steps, "steps", 0, "")
	fs.Float64Var(&s.scale, "scale", 1, "")
	fs.BoolVar(&s.signals, "signals", false, "")
	fs.BoolVar(&s.inTime, "in-time", false, "")
}

// draw makes the picture and writes it.
func (s *snapshot) draw(name string, all *workspace.Loaded) error {
	canvas, err := s.canvas()
	if err != nil {
		return err
	}
	ws := workspace.New(name)
	ws.Update(all.Timeline, all.Report)
	if err := s.look(ws); err != nil {
		return err
	}
	gl, err := offscreen.New(canvas.Width, canvas.Height)
	if err != nil {
		return err
	}
	defer gl.Release()
	var builder scene.Builder
	img, err := gl.Draw(builder.Frame(ws.Timeline, &ws.Look, canvas))
	if err != nil {
		return err
	}
	return writePNG(s.out, img)
}

// mostPixels is the longest side of a picture.
const mostPixels = 16384

func (s *snapshot) canvas() (scene.Canvas, error) {
	c := scene.Canvas{Scale: float32(s.scale)}
	var rest string
	if n, _ := fmt.Sscanf(s.size, "%dx%d%s", &c.Width, &c.Height, &rest); n != 2 ||
		c.Width < 64 || c.Height < 64 || c.Width > mostPixels || c.Height > mostPixels {
		return c, fmt.Errorf("size %q: want WxH, each from 64 to %d", s.size, mostPixels)
	}
	if !(s.scale >= 0.25 && s.scale <= 8) {
		return c, fmt.Errorf("scale %v: want 0.25 to 8", s.scale)
	}
	return c, nil
}

// look turns the wishes into commands.
func (s *snapshot) look(ws *workspace.Workspace) error {
	kind, ok := scene.ParseKind(s.view)
	if !ok {
		return fmt.Errorf("unknown view %q: want 3d, timeline, interaction or split", s.view)
	}
	level, ok := lod.ParseLevel(s.level)
	if !ok {
		return fmt.Errorf("unknown level %q: want near, mid, far, crowd or auto", s.level)
	}
	palette, ok := scene.PaletteNamed(s.palette)
	if !ok {
		return fmt.Errorf("unknown palette %q: want dark or light", s.palette)
	}
	if s.steps < 0 || s.history < 0 {
		return fmt.Errorf("%d steps, history %d: want 1 or more", s.steps, s.history)
	}
	do := []workspace.Command{workspace.SetView{Kind: kind}, workspace.SetLevel{Level: level}, workspace.SetPalette{Palette: palette}}
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
	if s.signals {
		do = append(do, workspace.ToggleSignals{})
	}
	if s.inTime {
		do = append(do, workspace.ToggleInTime{})
	}
	if s.pick != "" {
		t, err := findThread(ws, s.pick)
		if err != nil {
			return err
		}
		do = append(do, workspace.Select{Thread: t})
	}
	for _, c := range do {
		ws.Do(c)
	}
	ws.Look.Caption = true
	return nil
}

func findThread(ws *workspace.Workspace, word string) (tracefeed.ThreadID, error) {
	for i, t := range ws.Timeline.Threads {
		if i > 0 && (t.ID == word || t.Name == word) {
			return tracefeed.ThreadID(i), nil
		}
	}
	return tracefeed.NoThread, fmt.Errorf("no thread has the id or name %q", word)
}

func writePNG(path string, img image.Image) error {
	err := replace.File(path, func(f *os.File) error { return png.Encode(f, img) })
	if err != nil {
		return fmt.Errorf("write picture: %w", err)
	}
	return nil
}
