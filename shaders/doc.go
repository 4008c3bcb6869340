// Package shaders holds the GLSL programs, one file for each kind of geometry.
// Each file has a vertex and a fragment part. Nothing here calls OpenGL.
//
// # Decisions
//
//   - Colours of layers are constants in the shader of bars, not uniforms: with software
//     OpenGL, uniforms made frames of 200 threads 30 to 75 % slower (measured on a loaded
//     machine). The price is a compilation when a colour is new.
package shaders
