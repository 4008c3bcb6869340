//go:build !linux || wayland

package ui

import "github.com/go-gl/glfw/v3.3/glfw"

// portalParent returns no window: only X gives windows names for other programs.
func portalParent(*glfw.Window) string { return "" }
