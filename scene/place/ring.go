package place

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// ring puts slots around an ellipse, clockwise from its top. The right side
// uses every second height on the way down, the left side the others on the way
// up, so that each slot has a height of its own at equal distances.
func (l *Layout) ring(order []int, aspect float32) {
	n := len(order)
	width := wide(float32(n), aspect) / 2
	for k, i := range order {
		rank, side := 2*k, width
		if k >= (n+1)/2 {
			rank, side = 2*(n-1-k)+1, -width
		}
		t := 1 - float32(2*rank+1)/float32(n)
		l.Slots[i].At = mgl32.Vec2{side * float32(math.Sqrt(float64(1-t*t))), float32(n-1)/2 - float32(rank)}
	}
	l.Half = mgl32.Vec2{min(0.1*width, 2), 0.62}
	if n == 1 {
		l.Slots[0].At[0] = 0
	}
}

// around returns the order of slots around the ring: by the direction of their
// attraction, clockwise, beginning after the widest gap; then slots without
// attraction, in the given order. Blocks of a cluster stay together.
func around(blocks []block, targets []target) []int {
	const loose = 4 * math.Pi // behind all angles
	angle := func(p target) float32 {
		if p.threads == 0 {
			return loose
		}
		a := float32(math.Atan2(float64(p.at[0]), float64(p.at[1])))
		if a < 0 {
			a += 2 * math.Pi
		}
		return a
	}
	type key struct {
		angle, own float32
		group      int
	}
	keys, order := make([]key, len(targets)), make([]int, len(targets))
	for _, b := range blocks {
		all := angle(mean(targets[b.first:b.last]))
		for i := b.first; i < b.last; i++ {
			own := angle(targets[i])
			order[i], keys[i] = i, key{own, own, i}
			if b.cluster {
				keys[i].angle, keys[i].group = all, b.first
			}
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(keys[a].angle, keys[b].angle), cmp.Compare(keys[a].group, keys[b].group),
			cmp.Compare(keys[a].own, keys[b].own), cmp.Compare(a, b))
	})
	angles := make([]float32, len(order))
	for k, i := range order {
		angles[k] = keys[i].angle
	}
	attracted, _ := slices.BinarySearch(angles, loose)
	gap := widestGap(angles[:attracted])
	return slices.Concat(order[gap:attracted], order[:gap], order[attracted:])
}

// widestGap returns the index of the angle after the widest gap between sorted
// angles.
func widestGap(angles []float32) (after int) {
	widest := float32(-1)
	for k, a := range angles {
		gap := a - angles[max(k-1, 0)]
		if k == 0 {
			gap = a + 2*math.Pi - angles[len(angles)-1]
		}
		if gap > widest {
			widest, after = gap, k
		}
	}
	return after
}
