package execution

import (
	"path"

	"tiv/timeline"
)

// Grouping is a way to add up calls.
type Grouping uint8

// The groupings.
const (
	ByFunction Grouping = iota
	ByPackage
	ByType
	ByModule
)

// By adds up the calls of a trace's tree by functions, or by what they belong to; what is
// not known about it is the group without a name.
func (t *Tree) By(tl *timeline.Timeline, by Grouping) []Group {
	if by == ByFunction {
		return t.Groups(t.Functions)
	}
	names, origin := make([]string, len(t.Functions)), NewOrigins(tl)
	for i, f := range t.Functions {
		switch o := origin.Of(f); by {
		case ByPackage:
			names[i] = o.Package
		case ByType:
			names[i] = o.Type
		case ByModule:
			names[i] = o.Module
		}
	}
	return t.Groups(names)
}

// Origins are the origins of the functions of a trace.
type Origins struct {
	files map[string]string // by function
	inGo  bool              // the trace has code of Go
}

// NewOrigins returns the origins of the functions of a trace, as far as its frames tell. The
// cost grows with the number of frames.
func NewOrigins(tl *timeline.Timeline) *Origins {
	o := &Origins{files: map[string]string{}}
	for i := range tl.Frames {
		f := &tl.Frames[i]
		if f.File == "" {
			continue
		}
		o.inGo = o.inGo || path.Ext(f.File) == ".go"
		if o.files[f.Func] == "" {
			o.files[f.Func] = f.File
		}
	}
	return o
}

// Of returns the origin of a function.
func (o *Origins) Of(function string) Origin { return OriginOf(function, o.files[function], o.inGo) }
