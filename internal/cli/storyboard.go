package cli

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"

	"tiv/internal/replace"
	"tiv/render/offscreen"
	"tiv/report/shot"
	"tiv/report/storyboard"
	"tiv/scene/shape"
	"tiv/workspace"
)

// sheetName is the file of the sheet in the folder of a storyboard.
const sheetName = "storyboard.png"

// storyboardFlag is the flag of a storyboard, and the files that it writes.
type storyboardFlag struct{ on bool }

// folder reports whether the output is a folder for the sheet and each picture.
func (f storyboardFlag) folder(out *target) bool {
	return f.on && !out.streams() && !strings.EqualFold(filepath.Ext(out.path), ".png")
}

// sheet returns the target of the sheet.
func (f storyboardFlag) sheet(out target) target {
	if f.folder(&out) {
		out.path = filepath.Join(out.path, sheetName)
	}
	return out
}

// check returns an error if no storyboard must be written into a folder, which need not exist.
func (f storyboardFlag) check(out target, sources ...replace.Source) error {
	if st, err := os.Stat(out.path); err == nil && !st.IsDir() {
		return fmt.Errorf("%s: exists and is no folder; name a folder or *.png", out.path)
	} else if err == nil {
		out = f.sheet(out)
	}
	return out.check(shot.Kind, sources...)
}

// refuse returns an error if other flags have no meaning for a storyboard.
func (f storyboardFlag) refuse(s *snapshotCommand) error {
	if f.on && (s.at.word != "" || s.animation.span != "") {
		return errors.New("--storyboard excludes --at and --animate: it chooses moments itself")
	}
	return nil
}

// tellStory writes the storyboard of a workspace: the sheet, and into a folder each picture.
func (s *snapshotCommand) tellStory(ws *workspace.Workspace, canvas shape.Canvas) error {
	board, err := storyboard.New(context.Background(), ws)
	if err != nil {
		return err
	}
	counter, done, steps := newCounter("snapshot", s.out.name()), 0, len(board.Pictures)
	defer counter.clear()
	folder := s.storyboard.folder(&s.out)
	if folder {
		steps *= 2
		if err := os.MkdirAll(s.out.path, 0o777); err != nil {
			return err
		}
	}
	shoot := func(ws *workspace.Workspace, canvas shape.Canvas) (*image.NRGBA, error) {
		gl, err := offscreen.New(canvas.Width, canvas.Height)
		if err != nil {
			return nil, err
		}
		defer gl.Release()
		c := camera{ws: ws, canvas: canvas, gl: gl}
		img, err := c.shoot()
		done++
		counter.tell("picture", done, steps)
		return img, err
	}
	sheet := s.storyboard.sheet(s.out)
	img, err := board.Sheet(canvas, shoot)
	if err != nil {
		return err
	}
	if err := sheet.write(func(f *os.File) error { return shot.Encode(f, img, s.envelope(ws, canvas)) }); err != nil || !folder {
		return err
	}
	for i := range board.Pictures {
		to := target{path: filepath.Join(s.out.path, fmt.Sprintf("%d.png", i+1)), force: s.out.force}
		if err := to.check(shot.Kind, s.of.sources(s.of.path)...); err != nil {
			return err
		}
		shown := board.At(i)
		img, err := shoot(shown, canvas)
		if err == nil {
			err = to.write(func(f *os.File) error { return shot.Encode(f, img, s.envelope(shown, canvas)) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}
