//go:build keep

package main

import (
	_ "github.com/AllenDang/cimgui-go/imgui"
	_ "github.com/AllenDang/cimgui-go/impl/glfw"
	_ "github.com/AllenDang/cimgui-go/impl/opengl3"
	_ "github.com/AllenDang/cimgui-go/implot"
	_ "github.com/go-gl/gl/v4.1-core/gl"
	_ "github.com/go-gl/glfw/v3.3/glfw"
	_ "golang.org/x/exp/trace"
)
