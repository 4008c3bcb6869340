package taskplot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tiv/assets"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/task/measure"
	"tiv/tracefeed"
)

// untyped is the name of the type of tasks that have none.
const untyped = "without a type"

// typeName returns the name of the number of a type.
func (t *tasks) typeName(kind int) string {
	if kind < len(t.types) {
		return cmp.Or(view.OneLine(t.types[kind], 80), untyped)
	}
	return tracefeed.Plural(t.others, "other type")
}

func percentName(i int) string { return fmt.Sprint("p", percents[i]) }

// Sentence says what the selected tasks are or, without any, those that begin in the interval that counts.
func (p *Plot) Sentence(k *Cache) string {
	if k.chosen.any() {
		return k.Selected()
	}
	s := &p.summary
	switch {
	case s.count == 0:
		return "no task begins in the interval that counts: " + p.look.CountedName()
	case s.sentence == "":
		s.sentence = p.describe()
	}
	return s.sentence
}

// describe says what the tasks of the summary are.
func (p *Plot) describe() string {
	c, m, s := p.columns, p.columns.scale.Measure, &p.summary
	text := tracefeed.Plural(s.count, "task")
	if s.whole > 1 {
		var parts []string
		for i, n := range s.percentiles {
			parts = append(parts, percentName(i)+" "+m.Format(n))
		}
		text += "; " + m.Title + ": " + strings.Join(parts, ", ")
	}
	return text + "; " + c.Highest(s.highest)
}

// Highest names the highest task of some, with its measure.
func (c *Columns) Highest(i int) string {
	word := "most"
	if c.scale.Measure == measure.Duration {
		word = "longest"
	}
	return fmt.Sprintf("%s: %s, task %d (%s)", word, c.scale.Measure.Format(c.heights[i]), c.index.Tasks[i].Number, c.typeOf(i))
}

// Chosen is the label of the chosen task: its number and its measure.
func (c *Columns) Chosen(i int) string {
	return fmt.Sprintf("task %d: %s", c.index.Tasks[i].Number, c.scale.Measure.Format(c.heights[i]))
}

// typeOf returns the name of the type of a task.
func (t *tasks) typeOf(i int) string { return cmp.Or(view.OneLine(t.index.Tasks[i].Type, 80), untyped) }

// selected describes selected tasks: how many of which types, and the mean of the measure.
func (c *Columns) selected(list []int32) string {
	var counts [mostTypes + 1]int
	total := 0.0
	for _, i := range list {
		counts[c.kinds[i]]++
		total += float64(c.heights[i])
	}
	var kinds []int
	for k, n := range counts {
		if n > 0 {
			kinds = append(kinds, k)
		}
	}
	slices.SortStableFunc(kinds, func(a, b int) int { return cmp.Compare(counts[b], counts[a]) })
	const mostNamed = 3
	var parts []string
	left := len(list)
	for i, k := range kinds {
		if i == mostNamed && len(kinds) > mostNamed+1 {
			parts = append(parts, fmt.Sprintf("%s others", tracefeed.Count(left)))
			break
		}
		parts = append(parts, fmt.Sprintf("%s %s", tracefeed.Count(counts[k]), c.typeName(k)))
		left -= counts[k]
	}
	mean := int64(math.Round(total / float64(max(1, len(list)))))
	return fmt.Sprintf("%s selected: %s; mean %s %s", tracefeed.Plural(len(list), "task"), strings.Join(parts, ", "), c.scale.Measure.Title,
		c.scale.Measure.Format(mean))
}

// HeaderRoom is the height of the lines above a plot, in sizes of common text.
const HeaderRoom = 4

// WriteHeader writes the lines above a plot: what the tasks are, and what their colours mean.
func WriteHeader(sh *shape.Sheet, space shape.Rect, sentence string, c *Columns) {
	wide := space.Width() - 2*sh.Em
	size := 1.2 * sh.Em
	if w := assets.TextWidth(sentence, size, false); w > wide {
		size = max(0.8*sh.Em, size*wide/w)
	}
	sh.Overlay.Texts = append(sh.Overlay.Texts, shape.Text{X: space.X0 + sh.Em, Y: space.Y0 + 1.4*sh.Em, Size: size, Color: sh.Colors.Text,
		Text: shape.Fit(sentence, size, wide, false)})
	c.legend(sh, space.X0+sh.Em, space.Y0+2.9*sh.Em, wide)
}

// sample is an entry of the legend.
type sample struct {
	color paint.Color
	name  string
}

// legend writes what colours mean into a line of a width.
func (c *Columns) legend(sh *shape.Sheet, x, y, wide float32) {
	title := "colour: type"
	list := c.typeSamples(sh.Colors)
	if c.colour.Measure != nil {
		title = "colour: " + c.colour.Measure.Title
		list = c.scaleSamples(sh.Colors)
	}
	size := 0.95 * sh.Em
	end := x + wide
	sh.Overlay.Texts = append(sh.Overlay.Texts, shape.Text{X: x, Y: y, Size: size, Color: sh.Colors.Faint, Text: title})
	x += assets.TextWidth(title, size, false) + 1.2*size
	for i, s := range list {
		name := shape.Fit(s.name, size, 16*size, false)
		need := 1.7*size + assets.TextWidth(name, size, false)
		more := fmt.Sprintf("and %d more", len(list)-i)
		room := end - x
		if i < len(list)-1 {
			room -= 1.4*size + assets.TextWidth(more, size, false)
		}
		if need > room {
			sh.Overlay.Texts = append(sh.Overlay.Texts, shape.Text{X: x, Y: y, Size: size, Color: sh.Colors.Faint, Text: more})
			return
		}
		sh.Overlay.Rects = append(sh.Overlay.Rects, shape.OverlayRect{Color: s.color,
			Rect: shape.Rect{X0: x, Y0: y - 0.8*size, X1: x + 1.3*size, Y1: y + 0.15*size}})
		sh.Overlay.Texts = append(sh.Overlay.Texts, shape.Text{X: x + 1.7*size, Y: y, Size: size, Color: sh.Colors.Text, Text: name})
		x += need + 1.4*size
	}
}

// typeSamples returns the types that the index has.
func (c *Columns) typeSamples(p *paint.Palette) (list []sample) {
	for k := range c.types {
		list = append(list, sample{c.color(p, uint8(k)), c.typeName(k)})
	}
	if c.others > 0 {
		list = append(list, sample{c.color(p, mostTypes), c.typeName(mostTypes)})
	}
	return list
}

// scaleSamples returns amounts of the measure of colours, from none to the greatest.
func (c *Columns) scaleSamples(p *paint.Palette) (list []sample) {
	s := &c.colour
	numbers := append(s.Ticks(0, 1, 6), s.most)
	if k := len(numbers); k > 1 && s.At(s.most)-s.At(numbers[k-2]) < 0.08 {
		numbers = slices.Delete(numbers, k-2, k-1)
	}
	for _, n := range numbers {
		list = append(list, sample{p.Scale(s.At(n)), s.Measure.Format(n)})
	}
	return list
}

// Nothing writes why a picture has no tasks.
func Nothing(sh *shape.Sheet, space shape.Rect, lines ...string) {
	wide := min(space.Width()-2*sh.Em, 52*sh.Em)
	y := space.Y0 + 0.35*space.Height()
	for i, line := range lines {
		size, color := sh.Em, sh.Colors.Faint
		if i == 0 {
			size, color = 1.4*sh.Em, sh.Colors.Text
		}
		for _, part := range shape.Wrap(line, size, wide, false, 4) {
			x := (space.X0+space.X1)/2 - assets.TextWidth(part, size, false)/2
			sh.Overlay.Texts = append(sh.Overlay.Texts, shape.Text{X: x, Y: y, Size: size, Color: color, Text: part})
			y += 1.4 * size
		}
		y += 0.8 * sh.Em
	}
}
