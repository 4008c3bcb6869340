package golden

import (
	"image"
	"testing"

	"tiv/internal/pictures"
	"tiv/scene"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace"
)

// Steps of a timeline narrower than four pixels have no pattern; wider ones do.
func TestNarrowStepsArePlain(t *testing.T) {
	draw := drawer(t)
	drawn := func(steps int, plain bool) *image.NRGBA {
		s := shot{"narrow", "five-philosophers", do(in(view.Timeline), workspace.FitTime{},
			workspace.SetOption{Option: "plain", On: plain})}
		ws := s.workspace(t)
		ws.Look.Step, ws.Look.Steps = ws.Timeline.End/tracefeed.Time(steps), steps
		var b scene.Builder
		return draw(b.Frame(ws.Timeline, &ws.Look, shape.Canvas{Width: width, Height: height, Scale: 1}))
	}
	if err := pictures.Differ(drawn(400, false), drawn(400, true)); err != nil {
		t.Errorf("400 steps: %v", err)
	}
	if pictures.Same(drawn(40, false), drawn(40, true)) {
		t.Error("40 steps have no pattern")
	}
}
