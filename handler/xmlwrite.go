package handler

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tiv/internal/xmltext"
)

// WriteReaction writes functions in the form of figure 3 of the paper: callbacks, then handlers
// in order of their methods.
func WriteReaction(w io.Writer, all []Found) error {
	out := bufio.NewWriter(w)
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b Found) int {
		if a.IsCallback() || b.IsCallback() {
			return cmp.Compare(min(a.Pattern, 1), min(b.Pattern, 1))
		}
		_, m := splitName(a.Function)
		_, n := splitName(b.Function)
		return cmp.Or(strings.Compare(m, n), strings.Compare(a.Function, b.Function), cmp.Compare(a.Type, b.Type))
	})
	fmt.Fprintln(out, "<REACTION>")
	for _, f := range sorted {
		if f.IsCallback() {
			fmt.Fprintf(out, "  <CALLBACK METHOD=\"%s\"/>\n", xmltext.Escape(paperName(f.Function)))
		} else {
			fmt.Fprintf(out, "  <EVENT METHOD=\"%s\" TYPE=\"%v\"/>\n", xmltext.Escape(paperName(f.Function)), f.Type)
		}
	}
	fmt.Fprintln(out, "</REACTION>")
	return out.Flush()
}

// Write writes a trie in the form of figure 1 of the paper. A TICK says that amounts are
// nanoseconds, and how many a sample is. SYSTEM='true' marks routines of the system.
func (t *Trie) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "<REACTIONS LAST='%d' MONTIME='%d' SAMPLES='%d'", t.End, t.Length, t.Instants)
	if t.InTime() {
		fmt.Fprintf(out, " TICK='%d'", t.Unit)
	}
	fmt.Fprintf(out, " TSAMPLES='%d'>\n", t.Samples)
	for _, c := range t.callbacks {
		fmt.Fprintf(out, "<CALLBACK STACK='%d' USER='%s' />\n", c.count, xmltext.Escape(paperName(t.Functions[c.function].Name)))
	}
	fmt.Fprintln(out, "<TRIE>")
	t.writeNodes(out)
	fmt.Fprintln(out, "</TRIE>\n</REACTIONS>")
	return out.Flush()
}

// writeNodes writes the nodes, those that a node calls in order of the list.
func (t *Trie) writeNodes(out *bufio.Writer) {
	// next is the sibling behind a node, first its first child; 0 is none, because numbers
	// count from 1.
	next, first := make([]int32, len(t.Nodes)+1), make([]int32, len(t.Nodes)+1)
	for i := len(t.Nodes); i > 0; i-- {
		parent := t.Nodes[i-1].Parent + 1
		next[i], first[parent] = first[parent], int32(i)
	}
	for n := first[0]; n != 0; {
		t.writeNode(out, &t.Nodes[n-1], first[n] != 0)
		if first[n] != 0 {
			n = first[n]
			continue
		}
		for n != 0 && next[n] == 0 {
			if n = t.Nodes[n-1].Parent + 1; n != 0 {
				out.WriteString("</TRIENODE>\n")
			}
		}
		if n != 0 {
			n = next[n]
		}
	}
}

func (t *Trie) writeNode(out *bufio.Writer, n *Node, open bool) {
	f := t.Functions[n.Function]
	class, method := splitName(f.Name)
	out.WriteString("<TRIENODE CLASS='" + xmltext.Escape(class) + "' IO='" + strconv.FormatInt(n.Counts[IO], 10) +
		"' METHOD='" + xmltext.Escape(method) + "' RUN='" + strconv.FormatInt(n.Counts[Run], 10) + "'")
	if f.System {
		out.WriteString(" SYSTEM='true'")
	}
	out.WriteString(" WAIT='" + strconv.FormatInt(n.Counts[Wait], 10) + "'")
	if !open {
		out.WriteString(" /")
	}
	out.WriteString(">\n")
}
