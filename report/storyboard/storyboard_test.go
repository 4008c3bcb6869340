package storyboard

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"tiv/interaction/detect"
	"tiv/internal/reduced"
	"tiv/scene/shape"
	"tiv/workspace"
)

// opened returns a workspace of a text trace.
func opened(t *testing.T, text string) *workspace.Workspace {
	t.Helper()
	tl := reduced.Story(t, text)
	ws := workspace.New("story")
	ws.Update(tl, detect.Find(context.Background(), tl, nil))
	return ws
}

// told returns the reasons and sentences of a storyboard.
func told(t *testing.T, ws *workspace.Workspace) (b *Board, lines []string) {
	t.Helper()
	b, err := New(context.Background(), ws)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range b.Pictures {
		if i > 0 && p.moment <= b.Pictures[i-1].moment {
			t.Errorf("picture %d is at %v, the one before at %v", i, p.moment, b.Pictures[i-1].moment)
		}
		lines = append(lines, fmt.Sprintf("%v, %s: %s", p.moment, p.why, p.sentence))
	}
	return b, lines
}

// phases is a queue of two, a pause, a queue of three behind another thread, and a deadlock.
const phases = `tiv-text 1
0ms main.A start
0ms main.B start
0ms main.C start
0ms main.D start
200ms main.A monitor-enter M
200ms main.B monitor-wait M
200ms main.C monitor-wait M
300ms main.A monitor-exit M
300ms main.B monitor-enter M
300ms main.B monitor-exit M
300ms main.C monitor-enter M
300ms main.C monitor-exit M
600ms main.D monitor-enter N
600ms main.A monitor-wait N
600ms main.B monitor-wait N
600ms main.C monitor-wait N
700ms main.D monitor-exit N
700ms main.A monitor-enter N
700ms main.A monitor-exit N
700ms main.B monitor-enter N
700ms main.B monitor-exit N
700ms main.C monitor-enter N
700ms main.C monitor-exit N
850ms main.A monitor-enter M
850ms main.B monitor-enter N
860ms main.A monitor-wait N
860ms main.B monitor-wait M
999ms main.C suspend-start sleep
1000ms main.C suspend-end
`

// A trace with a problem has six to nine pictures: the first waits, the worst moment, the end, and
// each pattern.
func TestStoryboard(t *testing.T) {
	t.Parallel()
	b, lines := told(t, opened(t, phases))
	if n := len(lines); n < leastPictures || n > mostPictures {
		t.Errorf("%d pictures", n)
	}
	all := strings.Join(lines, "\n")
	for _, want := range []string{"the first waits: 2 threads wait in turn for M", "3 threads wait in turn for N", "the worst moment",
		"a quiet stretch: No waits between threads", "A and B wait for each other from 860 ms on: a deadlock", "1 s, "} {
		if !strings.Contains(all, want) {
			t.Errorf("there is no %q in\n%s", want, all)
		}
	}
	if !strings.Contains(b.verdict, "deadlock") {
		t.Errorf("the verdict is %q", b.verdict)
	}
	if _, again := told(t, opened(t, phases)); !slices.Equal(again, lines) {
		t.Errorf("the second time\n%s\nthe first time\n%s", strings.Join(again, "\n"), all)
	}
}

// A trace with nothing wrong says so, in fewer pictures.
func TestNothingWrong(t *testing.T) {
	t.Parallel()
	b, lines := told(t, opened(t, "tiv-text 1\n0ms A start\n0ms B start\n500ms A io-start net\n700ms A io-end\n1s B end\n"))
	const verdict = "nothing wrong was found. No deadlock, no stuck thread. No thread waited for a lock."
	if b.verdict != verdict || len(lines) < 2 || len(lines) > calmPictures {
		t.Errorf("%s:\n%s", b.verdict, strings.Join(lines, "\n"))
	}
}

// A sheet has each picture in its own place, in the order of time, at any size.
func TestSheet(t *testing.T) {
	t.Parallel()
	ws := opened(t, phases)
	b, lines := told(t, ws)
	for _, size := range []shape.Canvas{shape.CanvasOf(2560, 1440), shape.CanvasOf(3840, 2160), shape.CanvasOf(600, 1200)} {
		drawn := 0
		sheet, err := b.Sheet(size, func(ws *workspace.Workspace, c shape.Canvas) (*image.NRGBA, error) {
			if ws.Look.Moment != b.Pictures[drawn].moment || ws.Look.Caption {
				t.Errorf("picture %d is of %v, want %v", drawn, ws.Look.Moment, b.Pictures[drawn].moment)
			}
			drawn++
			img := image.NewNRGBA(image.Rect(0, 0, c.Width, c.Height))
			for i := range img.Pix {
				img.Pix[i] = []uint8{255, uint8(drawn), 0, 255}[i%4]
			}
			return img, nil
		})
		if err != nil || drawn != len(lines) || sheet.Bounds().Size() != image.Pt(size.Width, size.Height) {
			t.Fatalf("%d of %d pictures on %v: %v", drawn, len(lines), sheet.Bounds(), err)
		}
		places := map[uint8]image.Rectangle{}
		for y := range size.Height {
			for x := range size.Width {
				if c := color.NRGBAModel.Convert(sheet.At(x, y)).(color.NRGBA); c.R == 255 && c.B == 0 {
					places[c.G] = places[c.G].Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		for i := range drawn {
			at := places[uint8(i+1)]
			if at.Empty() || i > 0 && at.Min.Y <= places[uint8(i)].Min.Y && at.Min.X <= places[uint8(i)].Min.X {
				t.Errorf("%v: picture %d is at %v, the one before at %v", size, i, at, places[uint8(i)])
			}
			for k := range i {
				if !at.Intersect(places[uint8(k+1)]).Empty() {
					t.Errorf("%v: pictures %d and %d overlap", size, k, i)
				}
			}
		}
	}
}
