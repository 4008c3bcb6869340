// Package flame writes call trees as flame graphs: as pictures, and for other tools.
package flame

import (
	"cmp"
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
}

// Format is a format of flame graphs.
type Format struct {
	// Name is the word on the command line.
	Name string
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
		{"svg", []string{".svg"}, svgKind, writeSVG},
		{"folded", []string{".folded", ".txt"}, foldedKind, writeFolded},
		{"pprof", []string{".pb.gz", ".pprof"}, pprofKind, writePprof},
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

// maxDepth is the number of calls within each other that are told apart; deeper ones
// count as a part of the last of these.
const maxDepth = 1024

// path is a call path as it is written.
type path struct {
	node     *execution.Node
	depth    int // 1 for the outermost calls
	parent   int32
	children []int32 // the longest first
	// self and total are the times in the function, and in all that it calls, by state.
	self, total tracefeed.StateTimes
}

// paths returns the paths of a tree, by node. Those too deep are empty.
func (g *Graph) paths() []path {
	nodes := g.Tree.Nodes
	all := make([]path, len(nodes))
	to := make([]int32, len(nodes)) // itself, or the node at the maximum depth
	all[0].node, all[0].parent = &nodes[0], -1
	for i := 1; i < len(nodes); i++ {
		parent := to[nodes[i].Parent]
		if to[i] = int32(i); all[parent].depth == maxDepth {
			to[i] = parent
		} else {
			all[i].node, all[i].parent, all[i].depth = &nodes[i], parent, all[parent].depth+1
		}
		for _, s := range g.States {
			all[to[i]].self[s] += nodes[i].Self[s]
		}
	}
	for i := len(all) - 1; i > 0; i-- {
		p := &all[i]
		if p.node == nil {
			continue
		}
		p.total.Add(p.self)
		if p.total.Alive() > 0 {
			all[p.parent].total.Add(p.total)
			all[p.parent].children = append(all[p.parent].children, int32(i))
		}
	}
	for i := range all {
		slices.SortFunc(all[i].children, func(a, b int32) int {
			return cmp.Or(cmp.Compare(all[b].total.Alive(), all[a].total.Alive()),
				strings.Compare(g.Tree.Functions[all[a].node.Function], g.Tree.Functions[all[b].node.Function]), cmp.Compare(a, b))
		})
	}
	return all
}

// maxName is the number of bytes of a name that is written.
const maxName = 1024

// name returns the name of a function.
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
