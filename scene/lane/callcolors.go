package lane

import (
	"tiv/execution"
	"tiv/scene/paint"
	"tiv/scene/view"
	"tiv/timeline"
)

// callStyle has the colours of the functions of lanes.
type callStyle struct {
	tl    *timeline.Timeline
	lanes *execution.Lanes
	by    view.CallColors
	p     *paint.Palette
	// colors are by function; those with A 0 are not yet known.
	colors []paint.Color
	// names are those of functions in bars, by function; "" for those not yet known.
	names []string
	// packages and origins are set at the first use.
	packages []string
	origins  *execution.Origins
}

// prepare sets the lanes that colours are wanted for.
func (s *callStyle) prepare(tl *timeline.Timeline, l *execution.Lanes, by view.CallColors, p *paint.Palette) {
	if s.lanes != l || s.by != by || s.p != p {
		*s = callStyle{tl: tl, lanes: l, by: by, p: p, colors: make([]paint.Color, len(l.Functions)),
			names: make([]string, len(l.Functions))}
	}
}

// Of returns the colour of a function.
func (s *callStyle) Of(function int32) paint.Color {
	if c := s.colors[function]; c.A > 0 {
		return c
	}
	c := s.p.CallColor(s.Kind(function))
	s.colors[function] = c
	return c
}

// Name returns the name of a function for its bars.
func (s *callStyle) Name(function int32) string {
	if s.names[function] == "" {
		s.names[function] = callName(s.lanes.Functions[function])
	}
	return s.names[function]
}

// Kind returns the name of what decides the colour of a function's calls: the function, or
// its package; "" if that is not known.
func (s *callStyle) Kind(function int32) string {
	name := s.lanes.Functions[function]
	if s.by != view.ByPackage {
		return name
	}
	if s.packages == nil {
		s.packages, s.origins = make([]string, len(s.lanes.Functions)), execution.NewOrigins(s.tl)
	}
	if s.packages[function] == "" {
		s.packages[function] = s.origins.Of(name).Package
	}
	return s.packages[function]
}
