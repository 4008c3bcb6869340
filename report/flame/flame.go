// Package flame writes call trees as flame graphs: as pictures, and for other tools.
package flame

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"tiv/execution"
	"tiv/internal/replace"
	"tiv/tracefeed"
)

// Graph is a call tree to be written.
type Graph struct {
	Tree *execution.Tree
	// States are those whose time counts.
	States []tracefeed.State
	// Title says what the graph is about.
	Title string
	// Callers says that the tree has callers below what they call.
	Callers bool
}

// Format is a format of flame graphs.
type Format struct {
	// Name is the word on the command line, Title the name for people.
	Name, Title string
	// Extensions are those of its files.
	Extensions []string
	// Kind is the kind of its files.
	Kind replace.Kind
	// Write writes a graph. The error is that of the writer.
	Write func(w io.Writer, g *Graph) error
}

// Formats lists the formats, the default first.
func Formats() []Format {
	return []Format{
		{"svg", "Picture", []string{".svg"}, svgKind, writeSVG},
		{"folded", "Folded stacks", []string{".folded", ".txt"}, foldedKind, writeFolded},
		{"pprof", "Profile of pprof", []string{".pb.gz", ".pprof"}, pprofKind, writePprof},
	}
}

// FormatOf returns the format with a name, or if that is empty, the one whose files have
// the extension of a path; ok is false if there is none.
func FormatOf(name, path string) (f Format, ok bool) {
	path = strings.ToLower(filepath.Base(path))
	all := Formats()
	i := slices.IndexFunc(all, func(f Format) bool {
		return f.Name == name || name == "" && slices.ContainsFunc(f.Extensions, func(e string) bool { return strings.HasSuffix(path, e) })
	})
	if i < 0 {
		return Format{}, false
	}
	return all[i], true
}

// maxName is the number of bytes of a name that is written.
const maxName = 1024

// Name returns the name of a function, of bounded length.
func (g *Graph) Name(function int32) string {
	switch name := g.Tree.Functions[function]; {
	case name == "":
		return "?"
	case len(name) > maxName:
		return strings.ToValidUTF8(name[:maxName], "") + "…"
	default:
		return name
	}
}
