package ui

import (
	"errors"
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"
	"golang.design/x/clipboard"
)

// maxCopied is the largest size of a copied picture, in bytes: the limit of X
// for one piece.
const maxCopied = 15 << 20

// copyPNG puts a picture into the clipboard, which has it as long as the
// program runs.
func copyPNG(data []byte) error {
	if len(data) > maxCopied {
		return fmt.Errorf("copy picture: %d MB are too many for the clipboard: save it to a file instead", len(data)>>20)
	}
	if err := openClipboard(); err != nil {
		return fmt.Errorf("copy picture: %w", err)
	}
	if clipboard.Write(clipboard.FmtImage, data) == nil {
		return errors.New("copy picture: the clipboard rejected it")
	}
	return nil
}

// setText puts a text into the clipboard.
func setText(s string) error {
	imgui.SetClipboardText(s)
	return nil
}

// clipboardText returns the text in the clipboard.
func clipboardText() (string, error) { return imgui.ClipboardText(), nil }

// openClipboard prepares the clipboard. It replaces the library's errors, which
// address programmers.
func openClipboard() error {
	if clipboard.Init() != nil {
		return errors.New("there is no clipboard for pictures (on Linux it needs X and libX11)")
	}
	ignoreErrors()
	return nil
}
