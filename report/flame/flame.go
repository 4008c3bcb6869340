// Package flame makes flame graphs of call trees: pictures for files and for the window, and
// files for other tools.
//
// A Graph has the call paths with their times, a Picture their places, and draws them on any
// canvas. So the window and all files show the same boxes, names and colours.
package flame

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"tiv/execution"
	"tiv/internal/replace"
	"tiv/report/shot"
	"tiv/tracefeed"
)

// Graph is a call tree by call paths.
type Graph struct {
	Tree *execution.Tree
	// states are those whose time counts.
	states []tracefeed.State
	// Title says what the graph is about.
	Title string
	// Paths are the call paths, by node of the tree.
	Paths []Path
	// above has the callers of the function that the graph is about, which is its root; nil
	// for a graph of all code.
	above *Graph

	callers bool // the tree has callers below what they call
}

// New returns the graph of a tree.
func New(tree *execution.Tree, states []tracefeed.State) *Graph {
	g := &Graph{Tree: tree, states: states}
	g.Paths = g.paths()
	return g
}

// NewAround returns the graph of what a function of a tree calls, and of its callers.
func NewAround(tree *execution.Tree, function int32, states []tracefeed.State) *Graph {
	g := New(tree.Callees(function), states)
	g.above = New(tree.Callers(function), states)
	g.above.callers = true
	return g
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
		{"svg", "SVG", []string{".svg"}, svgKind, writeSVG},
		{"png", "PNG", []string{".png"}, shot.Kind, writePNG},
		{"pdf", "PDF", []string{".pdf"}, replace.Magic("a PDF", "%PDF-"), writePDF},
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

// name returns the name of a function, of bounded length.
func (g *Graph) name(function int32) string {
	switch name := g.Tree.Functions[function]; {
	case name == "":
		return "?"
	case len(name) > maxName:
		return strings.ToValidUTF8(name[:maxName], "") + "…"
	default:
		return name
	}
}
