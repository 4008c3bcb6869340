package main

import (
	"errors"
	"io"
)

func runWindow(args []string, out io.Writer) (int, error) {
	return exitTrouble, errors.New("window: soon")
}
func openWindow(path string) (int, error) { return exitTrouble, errors.New("window: soon") }
