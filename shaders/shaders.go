package shaders

import (
	"embed"
	"strings"
)

//go:embed *.glsl
var files embed.FS

// version is the first line of every stage: OpenGL 4.1.
const version = "#version 410 core\n"

// Stage returns the source of one stage of a program. name is the file name
// without its extension; part is VERTEX or FRAGMENT; defines select a variant.
// It returns an empty string if there is no such file.
func Stage(name, part string, defines ...string) string {
	source, err := files.ReadFile(name + ".glsl")
	if err != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(version)
	for _, d := range append([]string{part}, defines...) {
		b.WriteString("#define " + d + "\n")
	}
	if part == "FRAGMENT" {
		pattern, _ := files.ReadFile("pattern.glsl")
		b.Write(pattern)
	}
	b.Write(source)
	return b.String()
}
