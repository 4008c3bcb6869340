//go:build !wayland

package ui

import (
	"fmt"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// portalParent returns a window as dialogs of the desktop name their parent.
func portalParent(g *glfw.Window) string { return fmt.Sprintf("x11:%x", uint64(g.GetX11Window())) }
