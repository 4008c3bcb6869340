package flame

import (
	"io"

	"github.com/google/pprof/profile"

	"tiv/internal/replace"
)

var pprofKind = replace.Magic("a profile", "\x1f\x8b")

// writePprof writes a profile of pprof. Each call path is a sample, with the time in its
// innermost function by state, and the label "evidence".
func writePprof(w io.Writer, g *Graph) error {
	p := &profile.Profile{Comments: []string{g.Title}}
	p.SampleType = append(p.SampleType, &profile.ValueType{Type: "all", Unit: "nanoseconds"})
	for _, s := range g.states {
		p.SampleType = append(p.SampleType, &profile.ValueType{Type: s.String(), Unit: "nanoseconds"})
	}
	p.DefaultSampleType = "all"
	for i := range g.Tree.Functions {
		f := &profile.Function{ID: uint64(i + 1), Name: g.name(int32(i))}
		p.Function = append(p.Function, f)
		p.Location = append(p.Location, &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f}}})
	}
	all := g.Paths
	for i := 1; i < len(all); i++ {
		if all[i].self.Alive() == 0 {
			continue
		}
		s := &profile.Sample{Value: []int64{int64(all[i].self.Alive())},
			Label: map[string][]string{"evidence": {all[i].Node.Evidence.String()}}}
		for _, state := range g.states {
			s.Value = append(s.Value, int64(all[i].self[state]))
		}
		for at := int32(i); at > 0; at = all[at].Parent {
			s.Location = append(s.Location, p.Location[all[at].Node.Function])
		}
		p.Sample = append(p.Sample, s)
	}
	return p.Write(w)
}
