package picture

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/scene/processors"
	"tiv/session"
	"tiv/tracefeed"
	"tiv/workspace"
)

// processorTip describes what a processor did at a time; pixel is the time that a pixel shows.
func processorTip(spot *processors.Spot, d *session.Document, pixel tracefeed.Time) (head string, body []string) {
	clock := d.Workspace.Look.Clock()
	head = "processor " + tracefeed.CPUName(spot.CPU)
	when := fmt.Sprintf("from %s to %s (%v)", clock.Name(spot.Start, pixel), clock.Name(spot.End, pixel), spot.End-spot.Start)
	if spot.Cut {
		when = fmt.Sprintf("from %s to %s or later", clock.Name(spot.Start, pixel), clock.Name(spot.End, pixel))
	}
	switch {
	case spot.Unknown:
		return head, []string{"unknown: the trace does not say what it ran", when}
	case spot.Count == 0:
		return head, []string{"idle: no thread is known to be on it"}
	case spot.Several:
		body = []string{"several threads at once, one of them " + d.ThreadName(spot.Thread), when, "The trace contradicts itself."}
	default:
		body = []string{"runs " + d.ThreadName(spot.Thread), when}
	}
	if spot.Count > 1 {
		share := tracefeed.Percent(spot.Busy, spot.Cell)
		body = append(body, fmt.Sprintf("the longest of %d runs within %v, busy for %s", spot.Count, spot.Cell, share))
	}
	return head, body
}

// clickRun moves to the time at a pixel, if a processor runs a thread there.
func clickRun(d *session.Document, at mgl32.Vec2, t tracefeed.Time) {
	if spot, ok := d.Frame.Processors.At(at[0], at[1]); ok && spot.Count > 0 {
		d.Send(workspace.SeekTo{Moment: t})
	}
}
