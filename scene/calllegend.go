package scene

import (
	"fmt"

	"tiv/scene/lane"
	"tiv/scene/paint"
	"tiv/scene/shape"
)

// legendKinds is the number of functions or packages that legends name.
const legendKinds = 4

// Facts describes the calls of a picture for its caption: the meaning of colours, what is
// missing.
func (c *Calls) Facts() (facts []string) {
	switch {
	case !c.Shown:
		return nil
	case c.small:
		return []string{"bars are too low for calls"}
	case c.lanes == nil:
		return []string{fmt.Sprintf("reading calls, %.0f %%", 100*c.progress)}
	case c.none && !c.Pending:
		return []string{"no calls in the time shown"}
	}
	meaning := c.colors.String()
	if c.bySlice {
		meaning = "slice"
	}
	if c.byTask {
		meaning = "task"
	}
	facts = append(facts, "calls by "+meaning)
	if c.found > 0 {
		words := fmt.Sprintf("%d calls found", c.found)
		if c.foundAtMost {
			words = "at most " + words
		}
		facts = append(facts, words)
	}
	if c.Pending {
		facts = append(facts, "calls are a draft, reading …")
	}
	if c.deeper > 0 {
		facts = append(facts, fmt.Sprintf("up to %d deeper calls not drawn", c.deeper))
	}
	return facts
}

// SampledSample is the look of sampled calls in legends, ShortSample that of pixels with
// short calls.
func (c *Calls) SampledSample(p *paint.Palette) paint.Style {
	return paint.Style{Color: c.sample(p), Pattern: paint.DiagonalUp}
}

// ShortSample is the look of pixels that calls cover only in part.
func (c *Calls) ShortSample(p *paint.Palette) paint.Color {
	return p.Ground.Toward(c.sample(p), (lane.FaintestCall+1)/2)
}

// sample is the colour of the most frequent kind of calls.
func (c *Calls) sample(p *paint.Palette) paint.Color {
	if len(c.Kinds) > 0 {
		return c.Kinds[0].Color
	}
	return p.Neutral
}

// The texts of legends about calls.
const (
	SampledLegend = "sampled (striped)"
	ShortLegend   = "fainter: shorter calls than a pixel"
)

// calls returns the entries of the functions or packages in the picture.
func (w *captionWriter) calls() (entries []entry) {
	c := &w.f.Calls
	for i, k := range c.Kinds {
		if i == legendKinds {
			entries[i-1].name += fmt.Sprintf(" and %d more", len(c.Kinds)-i)
			break
		}
		entries = append(entries, entry{style: paint.Style{Color: k.Color}, name: k.Short,
			short: shape.FitName(k.Short, w.Em, 9*w.Em, false)})
	}
	if c.Sampled {
		entries = append(entries, entry{style: c.SampledSample(w.Colors), name: SampledLegend, short: "sampled"})
	}
	if c.Merged {
		entries = append(entries, entry{style: paint.Style{Color: c.ShortSample(w.Colors)}, name: ShortLegend,
			short: "shorter than a pixel"})
	}
	return entries
}
