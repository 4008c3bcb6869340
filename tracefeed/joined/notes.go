package joined

import (
	"fmt"
	"slices"
	"strings"
)

// notes are remarks about origins, equal ones together.
type notes struct {
	order []string
	of    map[string][]string
}

// notedTexts and notedProcesses are the maximum numbers of remarks in a note, and of
// processes that one of them names.
const notedTexts, notedProcesses = 3, 3

func (n *notes) add(from *origin, text string) {
	if n.of == nil {
		n.of = map[string][]string{}
	}
	if _, known := n.of[text]; !known {
		n.order = append(n.order, text)
	}
	if !slices.Contains(n.of[text], from.of.Name) {
		n.of[text] = append(n.of[text], from.of.Name)
	}
}

// String returns the first remarks, each after the processes that it is about, and the
// number of others.
func (n *notes) String() string {
	var all []string
	for i, text := range n.order {
		if i == notedTexts {
			all = append(all, fmt.Sprintf("%d more remarks about processes", len(n.order)-i))
			break
		}
		names := n.of[text]
		if more := len(names) - notedProcesses; more > 0 {
			names = append(slices.Clone(names[:notedProcesses]), fmt.Sprintf("%d more", more))
		}
		all = append(all, strings.Join(names, ", ")+": "+text)
	}
	return strings.Join(all, "; ")
}
