package render

import (
	"fmt"
	"strings"

	"github.com/go-gl/gl/v4.1-core/gl"

	"tiv/shaders"
)

// program is a linked shader program with the locations of its uniforms.
type program struct {
	id       uint32
	uniforms map[string]int32
}

// newProgram builds the program of a shader file.
func newProgram(o *objects, name string, defines ...string) (*program, error) {
	vertex, err := compile(gl.VERTEX_SHADER, shaders.Stage(name, "VERTEX", defines...))
	if err != nil {
		return nil, fmt.Errorf("vertex shader: %w: %s.glsl", err, name)
	}
	defer gl.DeleteShader(vertex)
	fragment, err := compile(gl.FRAGMENT_SHADER, shaders.Stage(name, "FRAGMENT", defines...))
	if err != nil {
		return nil, fmt.Errorf("fragment shader: %w: %s.glsl", err, name)
	}
	defer gl.DeleteShader(fragment)
	p := &program{uniforms: map[string]int32{}}
	p.id = o.one(func(_ int32, id *uint32) { *id = gl.CreateProgram() })
	gl.AttachShader(p.id, vertex)
	gl.AttachShader(p.id, fragment)
	gl.LinkProgram(p.id)
	gl.DetachShader(p.id, vertex)
	gl.DetachShader(p.id, fragment)
	var ok int32
	if gl.GetProgramiv(p.id, gl.LINK_STATUS, &ok); ok == 0 {
		text := infoLog(p.id, gl.GetProgramiv, gl.GetProgramInfoLog)
		o.dropProgram(&p.id)
		return nil, fmt.Errorf("linking shaders: %s: %s.glsl", text, name)
	}
	return p, nil
}

func compile(kind uint32, source string) (uint32, error) {
	id := gl.CreateShader(kind)
	text, free := gl.Strs(source + "\x00")
	gl.ShaderSource(id, 1, text, nil)
	free()
	gl.CompileShader(id)
	var ok int32
	if gl.GetShaderiv(id, gl.COMPILE_STATUS, &ok); ok == 0 {
		text := infoLog(id, gl.GetShaderiv, gl.GetShaderInfoLog)
		gl.DeleteShader(id)
		return 0, fmt.Errorf("%s", text)
	}
	return id, nil
}

func infoLog(id uint32, get func(uint32, uint32, *int32), read func(uint32, int32, *int32, *uint8)) string {
	var n int32
	get(id, gl.INFO_LOG_LENGTH, &n)
	text := make([]byte, n+1)
	read(id, n, nil, &text[0])
	return strings.TrimRight(string(text), "\x00\n")
}

// at returns the location of a uniform.
func (p *program) at(name string) int32 {
	loc, ok := p.uniforms[name]
	if !ok {
		loc = gl.GetUniformLocation(p.id, gl.Str(name+"\x00"))
		p.uniforms[name] = loc
	}
	return loc
}

func (p *program) release(o *objects) {
	if p != nil {
		o.dropProgram(&p.id)
	}
}
