package taskplot

import (
	"math"

	"tiv/internal/radix"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/tracefeed"
)

// field is the part of times and places that a raster shows, and its pixels.
type field struct {
	from, to  tracefeed.Time
	low, high float32 // places at the lower and the upper end
	// width and height are in pixels; mark is the side of the mark of a short task.
	width, height, mark int
}

// scale is the number of columns of a nanosecond and of rows of the axis: divisions that are done once for all tasks.
type scale struct {
	across float64
	down   float32
}

func (f *field) scale() scale {
	return scale{float64(f.width) / float64(max(f.to-f.from, 1)), float32(f.height) / (f.high - f.low)}
}

// column returns the column of a time, which may be outside.
func (f *field) column(t tracefeed.Time, s scale) int {
	return int(math.Floor(min(max(float64(t-f.from)*s.across, -1e6), 1e6)))
}

// row returns the middle row of the marks at a place.
func (f *field) row(place float32, s scale) int {
	return int(math.Floor(float64(min(max((f.high-place)*s.down, -1e6), 1e6))))
}

// bar returns the pixels of the mark of a task: columns x0 to before x1 and rows y0 to before y1, within
// the field; ok is false if it has none there.
func (f *field) bar(start, end tracefeed.Time, place float32, s scale) (x0, x1, y0, y1 int, ok bool) {
	x0, y0 = f.column(start, s), f.row(place, s)-f.mark/2
	x1, y1 = x0+f.mark, y0+f.mark
	if float64(end-start)*s.across > float64(f.mark)-0.5 { // else it ends within the mark
		x1 = max(x1, f.column(end, s))
	}
	x0, x1, y0, y1 = max(x0, 0), min(x1, f.width), max(y0, 0), min(y1, f.height)
	return x0, x1, y0, y1, x0 < x1 && y0 < y1
}

// long is the number of pixels of a row from which a mark fills it rather than asks each.
const long = 16

// isSelected is added to the rank of a selected task: it is on top of all others.
const isSelected int32 = 1 << 30

// strip is the width of strips of a canvas.
const strip = 16

// canvas is the tasks on top at each pixel. Its pixels lie in vertical strips from left to right, in each of which rows follow
// each other: tasks come in the order of their starts, so a strip stays in the processor's cache until they have left it.
type canvas struct {
	field
	columns *Columns
	scaled  scale // of the field
	// top is 1 more than the rank of the task on top, with isSelected; 0 for none.
	top []int32
	// begun is the number of tasks whose marks begin in a pixel, and most the greatest of them.
	begun []uint32
	most  uint32
	// free leads to the next pixel of the row that no long mark has filled.
	free  []int32
	longs []radix.Item
}

// draw finds the task on top at each pixel of a field.
func (v *canvas) draw(c *Columns, f field, chosen *selection, end tracefeed.Time) {
	v.columns, v.field, v.scaled, v.most, v.longs = c, f, f.scale(), 0, v.longs[:0]
	n := (f.width + strip - 1) / strip * strip * f.height
	if cap(v.top) < n {
		v.top, v.begun = make([]int32, n), make([]uint32, n)
	}
	v.top, v.begun = v.top[:n], v.begun[:n]
	clear(v.top)
	clear(v.begun)
	for i, last := c.between(f.from, f.to, end); i < last; i++ {
		if c.end[i] <= f.from && c.start[i] < f.from {
			continue
		}
		x0, x1, y0, y1, ok := f.bar(c.start[i], c.end[i], c.places[i], v.scaled)
		if !ok {
			continue
		}
		rank := c.ranks[i] + 1
		if chosen.has(i) {
			rank |= isSelected
		}
		at := v.pixel(x0, y0)
		v.begun[at]++
		v.most = max(v.most, v.begun[at])
		if x1-x0 > long {
			v.longs = append(v.longs, radix.Item{Key: uint64(rank), At: int32(i)})
			continue
		}
		for x := x0; x < x1; x++ {
			at := v.pixel(x, y0)
			for range y1 - y0 {
				v.top[at] = max(v.top[at], rank)
				at += strip
			}
		}
	}
	v.fill()
}

// pixel returns the index of a pixel. The one below is a strip further.
func (v *canvas) pixel(x, y int) int { return (x/strip*v.height+y)*strip + x%strip }

// fill draws the long marks, the one with the highest rank first.
func (v *canvas) fill() {
	if len(v.longs) == 0 {
		return
	}
	sorted := radix.Sort(v.longs, make([]radix.Item, len(v.longs)))
	wide := v.width + 1 // one more, which is always free
	if n := wide * v.height; cap(v.free) < n {
		v.free = make([]int32, n)
	}
	v.free = v.free[:wide*v.height]
	for i := range v.free {
		v.free[i] = int32(i)
	}
	for k := len(sorted) - 1; k >= 0; k-- {
		i, rank := sorted[k].At, int32(sorted[k].Key)
		x0, x1, y0, y1, _ := v.bar(v.columns.start[i], v.columns.end[i], v.columns.places[i], v.scaled)
		for y := y0; y < y1; y++ {
			free, base := v.free[y*wide:][:wide], int32(y*wide)
			for x := next(free, base, int32(x0)); x < int32(x1); x = next(free, base, x+1) {
				at := v.pixel(int(x), y)
				v.top[at] = max(v.top[at], rank)
				free[x] = base + x + 1
			}
		}
	}
}

// next returns the first free pixel of a row from one on, and shortens the way to it.
func next(free []int32, base, x int32) int32 {
	end := x
	for free[end] != base+end {
		end = free[end] - base
	}
	for free[x] != base+x {
		x, free[x] = free[x]-base, base+end
	}
	return end
}

// at returns the task on top at a pixel of the field; -1 for none.
func (v *canvas) at(x, y int) int {
	if x < 0 || x >= v.width || y < 0 || y >= v.height {
		return -1
	}
	return v.task(v.top[v.pixel(x, y)])
}

// task returns the task of an element of top.
func (v *canvas) task(top int32) int {
	if top == 0 {
		return -1
	}
	return int(v.columns.order[top&^isSelected-1])
}

// nearest returns the task at a pixel or the nearest one within reach; -1 for none.
func (v *canvas) nearest(x, y, reach int) int {
	for r := range reach + 1 {
		best := int32(0)
		for dy := -r; dy <= r; dy++ {
			for dx := -r; dx <= r; dx++ {
				px, py := x+dx, y+dy
				if px >= 0 && px < v.width && py >= 0 && py < v.height && dx*dx+dy*dy <= r*r {
					best = max(best, v.top[v.pixel(px, py)])
				}
			}
		}
		if best != 0 {
			return v.task(best)
		}
	}
	return -1
}

// beside returns the number of tasks whose marks begin in the same pixel as that of a task.
func (v *canvas) beside(i int) int {
	x0, _, y0, _, ok := v.bar(v.columns.start[i], v.columns.end[i], v.columns.places[i], v.scaled)
	if !ok {
		return 1
	}
	return int(v.begun[v.pixel(x0, y0)])
}

// The least strength of the colour of a mark where others begin in one pixel in great numbers, and
// that of tasks that are not selected while others are.
const (
	leastStrength = 0.62
	bystander     = 0.3
)

// paint colours the pixels.
func (v *canvas) paint(pixels []paint.Color, p *paint.Palette, chosen *selection) {
	colors := v.columns.colors(p)
	full := math.Log(1 + float64(v.most))
	clear(pixels)
	strengths := make([]float32, min(int(v.most), 1<<16)+1)
	for n := range strengths {
		strengths[n] = float32(leastStrength + (1-leastStrength)*math.Log(1+float64(n))/full)
	}
	last, color := int32(0), paint.Color{}
	for y := range v.height {
		for x := range v.width {
			at := v.pixel(x, y)
			top := v.top[at]
			if top == 0 {
				continue
			}
			if top != last {
				n := int(v.begun[at])
				if n == 0 { // it begins in another pixel
					n = v.beside(v.task(top))
				}
				tone := v.columns.rankTones[top&^isSelected-1]
				color = p.Ground.Toward(colors[tone], strengths[min(n, len(strengths)-1)])
				if chosen.any() && top&isSelected == 0 {
					color = p.Ground.Toward(color, bystander)
				}
				last = top
			}
			pixels[y*v.width+x] = color
		}
	}
}

// place returns the pixels of the mark of a task in the picture, of which a field has its corner
// at a pixel.
func (v *canvas) place(i int, corner shape.Rect) (r shape.Rect, ok bool) {
	x0, x1, y0, y1, ok := v.bar(v.columns.start[i], v.columns.end[i], v.columns.places[i], v.scaled)
	return shape.Rect{X0: corner.X0 + float32(x0), Y0: corner.Y0 + float32(y0), X1: corner.X0 + float32(x1),
		Y1: corner.Y0 + float32(y1)}, ok
}
