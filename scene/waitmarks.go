package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction"
	"tiv/scene/place"
	"tiv/scene/stage"
	"tiv/tracefeed"
)

// waitSums are the lengths of the waits for locks in the history, by thread:
// those of the thread, and those of others for the thread. They include waits
// whose edges are not drawn, and waits for hidden threads.
type waitSums struct{ waits, causes []tracefeed.Time }

// sumWaits adds up pairs of threads with ids below n.
func sumWaits(pairs []interaction.Pair, n int) waitSums {
	w := waitSums{make([]tracefeed.Time, n), make([]tracefeed.Time, n)}
	for i := range pairs {
		if p := &pairs[i]; p.Kind == interaction.Lock {
			w.waits[p.Blocked] += p.Total
			w.causes[p.Blocker] += p.Total
		}
	}
	return w
}

// of returns the sums of the threads of a slot.
func (w *waitSums) of(s *place.Slot) (waits, causes tracefeed.Time) {
	if s.Members == nil {
		return w.waits[s.Thread], w.causes[s.Thread]
	}
	for _, t := range s.Members {
		waits += w.waits[t]
		causes += w.causes[t]
	}
	return waits, causes
}

// The lines of a wait mark, in pixels: their distance from the bar, and their
// thickness. As an edge is narrow at the thread that waits, the line for waits is
// thin.
const (
	waitsAt, waitsThick   = 2.5, 1.2
	causesAt, causesThick = 5.5, 3
	markOpacity           = 0.85
	// markRoom is the distance of bars for marks of full size. Closer bars have
	// smaller marks, and none below a part of the size.
	markRoom, leastMark = 9, 0.4
)

// waitMarks draws two lines below the front of each bar: a thin one for the share
// of the history that it waited for locks, as wide as the bar if that is all of
// it, and a thick one for the waits of others for it, as wide as the bar if it has
// the most. It reports whether there are any.
func waitMarks(fv *stage.Front, m *pairCache) bool {
	sums := make([][2]tracefeed.Time, len(fv.Layout.Slots))
	most := tracefeed.Time(0)
	for i := range sums {
		sums[i][0], sums[i][1] = m.waits.of(&fv.Layout.Slots[i])
		most = max(most, sums[i][1])
	}
	shrink := min(1, 2*(fv.Layout.Cell[1]-fv.Layout.Half[1])/(markRoom*fv.Sheet.Canvas.Scale*fv.Pen.Pixel))
	if most == 0 || shrink < leastMark {
		return false
	}
	for i, sum := range sums {
		s := &fv.Layout.Slots[i]
		if s.Gone != "" {
			continue
		}
		history := max(1, (m.to-m.reached)*tracefeed.Time(max(1, len(s.Members))))
		waitMark(fv, s, shrink*waitsAt, shrink*waitsThick, float32(sum[0])/float32(history))
		waitMark(fv, s, shrink*causesAt, shrink*causesThick, float32(sum[1])/float32(most))
	}
	return true
}

// waitMark draws one line below the front of a bar, at a distance in pixels.
func waitMark(fv *stage.Front, s *place.Slot, distance, thick, share float32) {
	if share == 0 {
		return
	}
	scale, half := fv.Sheet.Canvas.Scale, fv.Layout.HalfOf(s)
	left := s.At.Sub(half).Sub(mgl32.Vec2{0, distance * scale * fv.Pen.Pixel})
	right := left.Add(mgl32.Vec2{2 * half[0] * min(1, share), 0})
	fv.Pen.Line(left, right, 0, thick*scale, fv.Sheet.Colors.LockEdge.Alpha(markOpacity*min(1, fv.Emphasis(s))))
}
