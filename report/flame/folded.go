package flame

import (
	"bufio"
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"

	"tiv/internal/replace"
	"tiv/tracefeed/textfeed"
)

var (
	foldedLine = regexp.MustCompile(`^\S.* [0-9]+$`)
	foldedKind = replace.Kind{Name: "folded stacks", Text: true, Has: isFolded}
)

// isFolded reports whether all lines at the start of a file, but for a last one that may
// be cut, are call paths.
func isFolded(start []byte) bool {
	lines := bytes.Split(start, []byte("\n"))
	for _, l := range lines[:len(lines)-1] {
		if !foldedLine.Match(l) {
			return false
		}
	}
	return len(lines) > 1 && !textfeed.Format().Sniff(start)
}

// writeFolded writes a line for each call path: its functions, the outermost first, with ";"
// between them, and the time in the last one in nanoseconds. A ";" in the name of a function
// becomes ",", a line break a space.
func writeFolded(w io.Writer, g *Graph) error {
	out, all := bufio.NewWriter(w), g.Paths
	plain := strings.NewReplacer(";", ",", "\n", " ", "\r", " ")
	var names []string
	for i := 1; i < len(all); i++ {
		self := all[i].self.Alive()
		if self == 0 {
			continue
		}
		names = names[:0]
		for at := int32(i); at > 0; at = all[at].Parent {
			names = append(names, plain.Replace(g.name(all[at].Node.Function)))
		}
		for n := len(names) - 1; n >= 0; n-- {
			out.WriteString(names[n])
			if n > 0 {
				out.WriteByte(';')
			}
		}
		out.WriteByte(' ')
		out.WriteString(strconv.FormatInt(int64(self), 10))
		out.WriteByte('\n')
	}
	return out.Flush()
}
