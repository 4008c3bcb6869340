// Command shrink rewrites pictures with at most 256 colours, which makes them a
// third as large, so that the repository stays small. It keeps the view in a
// picture of a demo, and drops others, because they name the trace's path.
//
//	go run ./internal/shrink PICTURE.png …
package main

import (
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"strings"

	"tiv/internal/replace"
	"tiv/report/shot"
)

func main() {
	for _, path := range os.Args[1:] {
		if err := shrink(path); err != nil {
			fmt.Fprintf(os.Stderr, "shrink: %s: %v\n", path, err)
			os.Exit(1)
		}
	}
}

// shrink rewrites a picture.
func shrink(path string) error {
	img, view, err := read(path)
	if err != nil {
		return err
	}
	if view != nil && !strings.HasPrefix(view.Trace.Path, "demo:") {
		view = nil
	}
	return replace.File(path, func(f *os.File) error { return shot.EncodeSmall(f, img, view) })
}

// read reads a picture, and its view if it has one.
func read(path string) (image.Image, *shot.Envelope, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	view, err := shot.Decode(f)
	if err != nil && !errors.Is(err, shot.ErrNoView) {
		return nil, nil, err
	}
	if _, err := f.Seek(0, 0); err != nil {
		return nil, nil, err
	}
	img, err := png.Decode(f)
	return img, view, err
}
