package workspace

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/interaction/detect"
	"tiv/lod"
	"tiv/scene/paint"
	"tiv/scene/shape"
	"tiv/scene/view"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/workspace/loader"
	"tiv/workspace/opening"
	"tiv/workspace/saved"
)

const (
	ms = tracefeed.Millisecond
	s  = tracefeed.Second
)

// story is ten seconds of a deadlock that closes after 3.
const story = `tiv-text 1
0s A start
0s B start
1s A monitor-enter M
1s B monitor-enter N
2s A monitor-wait N
3s B monitor-wait M
3s C start
10s C end
`

func load(t *testing.T, text string) *timeline.Timeline {
	t.Helper()
	in := tracefeed.Input{Name: "story", Reader: strings.NewReader(text), Size: int64(len(text))}
	source, err := tracefeed.OpenInput(in, loader.Formats())
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	all, err := loader.Start(source, loader.Options{}).Wait()
	if err != nil || all.Timeline.Damage != nil {
		t.Fatal(err)
	}
	return all.Timeline
}

// opened is a workspace of the story, at its end.
func opened(t *testing.T, commands ...Command) *Workspace {
	t.Helper()
	w := New("story")
	tl := load(t, story)
	w.Update(tl, detect.Find(context.Background(), tl, nil))
	for _, c := range commands {
		w.Do(c)
	}
	return w
}

// at is a place for one thread.
func at(t tracefeed.ThreadID, x, y float32) map[tracefeed.ThreadID]mgl32.Vec2 {
	return map[tracefeed.ThreadID]mgl32.Vec2{t: {x, y}}
}

func TestOpens(t *testing.T) {
	t.Parallel()
	w := opened(t)
	if w.Look.Moment != 10*s || w.Look.Title != "story" || len(w.Look.Threads) != 3 || len(w.Look.Findings) == 0 || w.Playback.Playing {
		t.Errorf("it opens with %+v", w.Look)
	}
	if from, to := w.Look.Window(); from > 0 || to != 10*s {
		t.Errorf("it opens with %v to %v in view", from, to)
	}
}

func TestMoments(t *testing.T) {
	t.Parallel()
	step := func(n int) Command { return StepBy{n} }
	for name, x := range map[string]struct {
		do      []Command
		want    tracefeed.Time
		playing bool
	}{
		"seek":                 {[]Command{SeekTo{4 * s}}, 4 * s, false},
		"seek before":          {[]Command{SeekTo{-4 * s}}, 0, false},
		"seek beyond":          {[]Command{SeekTo{40 * s}}, 10 * s, false},
		"seek far beyond":      {[]Command{SeekTo{math.MaxInt64}}, 10 * s, false},
		"seek while playing":   {[]Command{SeekTo{0}, Play{}, SeekTo{4 * s}}, 4 * s, false},
		"end":                  {[]Command{SeekTo{0}, SeekEnd{}}, 10 * s, false},
		"stop":                 {[]Command{Play{}, Stop{}}, 0, false},
		"play from the end":    {[]Command{Play{}}, 0, true},
		"play":                 {[]Command{SeekTo{4 * s}, Play{}}, 4 * s, true},
		"play and pause":       {[]Command{SeekTo{4 * s}, Play{}, Play{}, Pause{}}, 4 * s, false},
		"rewind":               {[]Command{Rewind{}}, 10 * s, true},
		"play after rewinding": {[]Command{SeekTo{4 * s}, Rewind{}, Play{}}, 4 * s, true},
		"step":                 {[]Command{SetStep{s}, SeekTo{4 * s}, step(1)}, 5 * s, false},
		"step back":            {[]Command{SetStep{s}, SeekTo{4 * s}, step(-1)}, 3 * s, false},
		"step to the grid":     {[]Command{SetStep{s}, SeekTo{4*s + 1}, step(1)}, 5 * s, false},
		"back to the grid":     {[]Command{SetStep{s}, SeekTo{4*s + 1}, step(-1)}, 4 * s, false},
		"ten steps":            {[]Command{SetStep{100 * ms}, SeekTo{4 * s}, step(10)}, 5 * s, false},
		"ten steps back":       {[]Command{SetStep{100 * ms}, SeekTo{4*s + 1}, step(-10)}, 3*s + 100*ms, false},
		"step over the end":    {[]Command{SetStep{3 * s}, SeekTo{9 * s}, step(1)}, 10 * s, false},
		"step at the start":    {[]Command{SetStep{s}, SeekTo{0}, step(-1)}, 0, false},
		"step pauses":          {[]Command{SetStep{s}, SeekTo{s}, Play{}, step(1)}, 2 * s, false},
	} {
		w := opened(t, x.do...)
		if w.Look.Moment != x.want || w.Playback.Moment != x.want || w.Playback.Playing != x.playing {
			t.Errorf("%s: at %v, playing %v, want %v, %v", name, w.Look.Moment, w.Playback.Playing, x.want, x.playing)
		}
	}
}

func TestPlays(t *testing.T) {
	t.Parallel()
	w := opened(t, SetSpeed{2}, SeekTo{8 * s}, Play{})
	if !w.Advance(0.5) || w.Look.Moment != 9*s {
		t.Errorf("at %v after half a second at double speed", w.Look.Moment)
	}
	if !w.Advance(5) || w.Look.Moment != 10*s || w.Playback.Playing {
		t.Errorf("past the end: at %v, playing %v", w.Look.Moment, w.Playback.Playing)
	}
	if w.Advance(5) {
		t.Error("something moved after the end")
	}
	w = opened(t, SetSpeed{1}, SelectInterval{2 * s, 4 * s}, SetLoop{true}, SeekTo{3 * s}, Play{})
	w.Advance(1.5)
	if w.Look.Moment != 2*s+s/2 || !w.Playback.Playing {
		t.Errorf("in a loop: at %v", w.Look.Moment)
	}
	w.Do(SelectInterval{})
	if w.Advance(9); w.Look.Moment != s+s/2 || !w.Playback.Playing {
		t.Errorf("in a loop of all: at %v", w.Look.Moment)
	}
	w = opened(t, SetSpeed{1}, SeekTo{2 * s}, Rewind{})
	if w.Advance(1.5); w.Look.Moment != s/2 {
		t.Errorf("rewinding: at %v", w.Look.Moment)
	}
	if w.Advance(1); w.Look.Moment != 0 || w.Playback.Playing {
		t.Errorf("at the start: at %v, playing %v", w.Look.Moment, w.Playback.Playing)
	}
}

func TestLooks(t *testing.T) {
	t.Parallel()
	light := paint.Light()
	for name, x := range map[string]struct {
		do   []Command
		want func(l *view.Look) bool
	}{
		"view":    {[]Command{SetView{view.Split}}, func(l *view.Look) bool { return l.Kind == view.Split }},
		"level":   {[]Command{SetLevel{lod.Far}}, func(l *view.Look) bool { return l.Level == lod.Far }},
		"palette": {[]Command{SetPalette{light}}, func(l *view.Look) bool { return l.Palette == light }},
		"signals": {[]Command{SetOption{"signals", true}}, func(l *view.Look) bool { return l.Signals }},
		"twice": {[]Command{SetOption{"signals", true}, SetOption{"signals", true}, SetOption{"signals", false}},
			func(l *view.Look) bool { return !l.Signals }},
		"plain":    {[]Command{SetOption{"plain", true}}, func(l *view.Look) bool { return l.Plain }},
		"calm":     {[]Command{SetOption{"calm-apart", true}}, func(l *view.Look) bool { return l.CalmApart }},
		"after":    {[]Command{SetOption{"after", true}}, func(l *view.Look) bool { return l.After }},
		"lanes":    {[]Command{SetOption{"lanes", true}}, func(l *view.Look) bool { return l.Lanes }},
		"in time":  {[]Command{SetOption{"in-time", true}}, func(l *view.Look) bool { return l.InTime }},
		"step":     {[]Command{SetStep{100 * ms}}, func(l *view.Look) bool { return l.Step == 100*ms && l.Steps == 100 }},
		"short":    {[]Command{SetStep{1}}, func(l *view.Look) bool { return l.Step == view.ShortestStep && l.Steps == 500 }},
		"long":     {[]Command{SetStep{math.MaxInt64}}, func(l *view.Look) bool { return l.Step == view.LongestStep && l.Steps == 20 }},
		"steps":    {[]Command{SetSteps{7}}, func(l *view.Look) bool { return l.Steps == 7 }},
		"no steps": {[]Command{SetSteps{-7}}, func(l *view.Look) bool { return l.Steps == MinSteps }},
		"many":     {[]Command{SetSteps{1 << 40}}, func(l *view.Look) bool { return l.Steps == MaxSteps }},
		"history":  {[]Command{SetHistory{7}}, func(l *view.Look) bool { return l.History == 7 }},
		"far back": {[]Command{SetSteps{7}, SetHistory{1 << 40}}, func(l *view.Look) bool { return l.History == MaxHistory }},
		"none":     {[]Command{SetHistory{-7}}, func(l *view.Look) bool { return l.History == 1 }},
		"zoom in":  {[]Command{SetStep{100 * ms}, ZoomTime{1}}, func(l *view.Look) bool { return l.Length() == 8350*ms }},
		"zoom 4":   {[]Command{SetStep{100 * ms}, ZoomTime{4}}, func(l *view.Look) bool { return l.Length() == 4850*ms }},
		"zoom out": {[]Command{SetStep{100 * ms}, ZoomTime{4}, ZoomTime{-3}}, func(l *view.Look) bool { return l.Length() == 8400*ms }},
		"zoom all": {[]Command{SetStep{500 * ms}, ZoomTime{-2}}, func(l *view.Look) bool { return l.Step == 500*ms }},
		"zoom far": {[]Command{SetStep{ms}, ZoomTime{-99}}, func(l *view.Look) bool { return l.Length() == 10*s }},
		"closest":  {[]Command{ZoomTime{199}}, func(l *view.Look) bool { return l.Step == 1 && l.Length() == shortestRange }},
		"orbit":    {[]Command{Orbit{1, 9}}, func(l *view.Look) bool { return l.Camera.Yaw > 1 && l.Camera.Pitch <= view.MaxPitch }},
		"ground":   {[]Command{Orbit{0, 0.5}, Orbit{0, -9}}, func(l *view.Look) bool { return l.Camera.Pitch == 0 }},
		"pan":      {[]Command{PanBy{1, 2}, PanBy{1, 2}}, func(l *view.Look) bool { return l.Camera.Pan == mgl32.Vec2{2, 4} }},
		"zoom":     {[]Command{ZoomBy{2}, ZoomBy{2}}, func(l *view.Look) bool { return l.Camera.Zoom == 4 }},
		"zoom max": {[]Command{ZoomBy{1e9}}, func(l *view.Look) bool { return l.Camera.Zoom <= 1000 }},
		"fit time too": {[]Command{SeekTo{4 * s}, ShowRange{4 * s, 4*s + 10*ms}, ZoomTime{3}, FitAll{}}, func(l *view.Look) bool {
			from, to := l.Window()
			return from == 0 && to == 10*s && l.Moment == 4*s
		}},
		"fit after a short step": {[]Command{SetStep{tracefeed.Microsecond}, FitAll{}}, func(l *view.Look) bool {
			return l.Steps == 100 && l.History == 10
		}},
		"fit keeps a history": {[]Command{SetHistory{7}, ZoomTime{3}, FitAll{}}, func(l *view.Look) bool { return l.History == 7 }},
		"fit keeps steps":     {[]Command{SetStep{500 * ms}, FitAll{}}, func(l *view.Look) bool { return l.Step == 500*ms }},
		"fit": {[]Command{Orbit{1, 1}, PanBy{1, 2}, ZoomBy{2}, FitAll{}},
			func(l *view.Look) bool { return l.Camera == view.LookAt(&timeline.Timeline{}).Camera }},
		"focus": {[]Command{Select{2}, PanBy{1, 2}, Focus{}},
			func(l *view.Look) bool { return l.Camera.Target == 2 && l.Camera.Pan == mgl32.Vec2{} }},
		"hover": {[]Command{Hover{shape.PickID{Kind: shape.PickThread, Index: 2}}},
			func(l *view.Look) bool { return l.Hovered.Index == 2 }},
		"place": {[]Command{Place{Places: at(2, 3, 4)}}, func(l *view.Look) bool { return l.Places[2] == mgl32.Vec2{3, 4} }},
		"group": {[]Command{Place{Groups: map[string]mgl32.Vec2{"worker *": {3, 4}}}},
			func(l *view.Look) bool { return l.GroupPlaces["worker *"] == mgl32.Vec2{3, 4} && len(l.Places) == 0 }},
		"renamed": {[]Command{MakeCluster{"c", []tracefeed.ThreadID{1}}, Place{Groups: map[string]mgl32.Vec2{"c": {3, 4}}},
			NameCluster{0, "d"}},
			func(l *view.Look) bool { return l.GroupPlaces["d"] == mgl32.Vec2{3, 4} && len(l.GroupPlaces) == 1 }},
		"cluster of placed threads": {[]Command{MakeCluster{"c", []tracefeed.ThreadID{1, 2}}, Place{Places: at(2, 3, 4)},
			Place{Groups: map[string]mgl32.Vec2{"c": {5, 5}}}},
			func(l *view.Look) bool { return len(l.GroupPlaces) == 0 && l.Places[2] == mgl32.Vec2{5, 5} }},
		"no places": {[]Command{Place{Groups: map[string]mgl32.Vec2{"c": {3, 4}}}, ResetPlaces{}},
			func(l *view.Look) bool { return len(l.GroupPlaces) == 0 }},
		"places": {[]Command{Place{Places: at(2, 3, 4)}, ResetPlaces{}}, func(l *view.Look) bool { return len(l.Places) == 0 }},
	} {
		if w := opened(t, x.do...); !x.want(&w.Look) {
			t.Errorf("%s: %+v", name, w.Look)
		}
	}
}

// A finding is shown at its begin, before it, or at its end, with the user's step.
func TestGoTo(t *testing.T) {
	t.Parallel()
	w := opened(t, SeekTo{0}, ZoomBy{5}, SetStep{300 * ms})
	f := w.Report.Findings[0]
	for place, want := range map[FindingPlace]func(at tracefeed.Time) bool{
		FindingBegin:  func(at tracefeed.Time) bool { return at > f.Start && at-f.Start <= 300*ms },
		FindingBefore: func(at tracefeed.Time) bool { return at <= f.Start && f.Start-at < 300*ms },
		FindingEnd:    func(at tracefeed.Time) bool { return at == f.End },
	} {
		w.Do(GoTo{0, place})
		if f.Kind != detect.Deadlock || !want(w.Look.Moment) || w.Look.Step != 300*ms || w.Look.Selected != f.Threads[0] ||
			w.Look.Camera.Zoom != 1 {
			t.Errorf("%d: at %v, step %v, thread %d selected, for %+v", place, w.Look.Moment, w.Look.Step, w.Look.Selected, f)
		}
	}
	w.Do(GoTo{0, FindingWhole})
	if from, _ := w.Look.Window(); from > f.Start || w.Look.Moment <= f.Start {
		t.Errorf("the beginning at %v is not in view from %v", f.Start, from)
	}
	whole := w.Look.Moment
	w.Do(GoTo{0, FindingWorst})
	if opens := opening.Find(w.Timeline, w.Report).At; w.Look.Moment != opens || whole != opens {
		t.Errorf("a click goes to %v, a picture is at %v, and the trace opens at %v", w.Look.Moment, whole, opens)
	}
	// A moment inside of the finding stays; from another one it goes to the worst.
	inside := f.Start + (f.End-f.Start)/3
	for from, want := range map[tracefeed.Time]tracefeed.Time{inside: inside, f.End: f.End, f.Start: whole, 0: whole} {
		w.Do(SeekTo{from})
		if w.Do(GoTo{0, FindingKept}); w.Look.Moment != want || w.Look.Selected != f.Threads[0] || w.Look.Lit == nil {
			t.Errorf("from %v a click goes to %v, want %v", from, w.Look.Moment, want)
		}
	}
	for _, n := range []int{-1, len(w.Report.Findings), 1 << 30} {
		before := w.Look.Moment
		if w.Do(GoTo{Finding: n}); w.Look.Moment != before {
			t.Errorf("finding %d, which there is not, is at %v", n, w.Look.Moment)
		}
	}
}

// A finding plays from before its begin to its worst moment in two seconds, whatever the speed
// is, and stops there; the speed is the same as before, and a pause ends it.
func TestPlayFinding(t *testing.T) {
	t.Parallel()
	w := opened(t, SetSpeed{500}, SetLoop{true})
	f, worst := w.Report.Findings[0], opening.Worst(w.Timeline, &w.Report.Findings[0])
	w.Do(GoTo{0, FindingPlayed})
	from := w.Look.Moment
	if !w.Playback.Playing || from > f.Start || from >= worst {
		t.Fatalf("it plays (%v) from %v, for %v to %v", w.Playback.Playing, from, f.Start, worst)
	}
	if w.Advance(1); !w.Playback.Playing || w.Look.Moment-from != (worst-from)/2 {
		t.Errorf("after a second it is at %v, of %v to %v", w.Look.Moment, from, worst)
	}
	if w.Advance(1.1); w.Playback.Playing || w.Look.Moment != worst || w.Playback.Speed != 500 {
		t.Errorf("it ends (%v) at %v, want %v; the speed is %v", !w.Playback.Playing, w.Look.Moment, worst, w.Playback.Speed)
	}
	w.Do(GoTo{0, FindingPlayed})
	w.Do(Pause{})
	w.Advance(1)
	w.Do(Play{})
	if w.Advance(0.0001); w.Look.Moment-from < 10*ms {
		t.Errorf("after a pause it plays on at the speed of before: at %v, from %v", w.Look.Moment, from)
	}
}

// A step that is too long for a finding becomes shorter.
func TestGoToShortFinding(t *testing.T) {
	t.Parallel()
	w := opened(t, SetStep{s})
	f := &w.Report.Findings[0]
	f.Start, f.End = 2*s+300*ms, 2*s+500*ms
	w.Do(GoTo{Finding: 0})
	if at := w.Look.Moment; at <= f.Start || at >= f.End || w.Look.Step > 50*ms {
		t.Errorf("at %v with steps of %v, for %v to %v", at, w.Look.Step, f.Start, f.End)
	}
}

// New data never moves a view chosen by the user.
func TestUpdateKeepsWhatTheUserChose(t *testing.T) {
	t.Parallel()
	half := load(t, story[:strings.Index(story, "3s B")])
	whole := load(t, story)
	for name, x := range map[string]struct {
		do   Command
		same func(a, b *Workspace) bool
	}{
		"moment":  {SeekTo{s}, func(a, b *Workspace) bool { return a.Look.Moment == b.Look.Moment && a.Look.Step == b.Look.Step }},
		"step":    {SetStep{77 * ms}, func(a, b *Workspace) bool { return a.Look.Step == b.Look.Step && a.Look.Steps == b.Look.Steps }},
		"zoom":    {ZoomTime{1}, func(a, b *Workspace) bool { return a.Look.Step == b.Look.Step }},
		"steps":   {SetSteps{7}, func(a, b *Workspace) bool { return a.Look.Steps == b.Look.Steps }},
		"playing": {Play{}, func(a, b *Workspace) bool { return b.Playback.Playing && a.Look.Moment == b.Look.Moment }},
		"speed":   {SetSpeed{7}, func(a, b *Workspace) bool { return b.Playback.Speed == 7 }},
		"history": {SetHistory{3}, func(a, b *Workspace) bool { return b.Look.History == 3 }},
		"group": {Place{Groups: map[string]mgl32.Vec2{"c": {3, 4}}},
			func(a, b *Workspace) bool { return b.Look.GroupPlaces["c"] == mgl32.Vec2{3, 4} }},
		"place":  {Place{Places: at(2, 3, 4)}, func(a, b *Workspace) bool { return b.Look.Places[2] == mgl32.Vec2{3, 4} }},
		"view":   {SetView{view.Timeline}, func(a, b *Workspace) bool { return b.Look.Kind == view.Timeline }},
		"camera": {ZoomBy{3}, func(a, b *Workspace) bool { return a.Look.Camera == b.Look.Camera }},
		"thread": {Select{2}, func(a, b *Workspace) bool { return b.Look.Selected == 2 }},
	} {
		w := New("story")
		w.Update(half, detect.Report{})
		w.Do(x.do)
		before := *w
		w.Update(whole, detect.Find(context.Background(), whole, nil))
		if !x.same(&before, w) {
			t.Errorf("%s: was %+v, %+v, is %+v, %+v", name, before.Look, before.Playback, w.Look, w.Playback)
		}
		if len(w.Look.Threads) != 3 || len(w.Look.Findings) == 0 {
			t.Errorf("%s: the new data is not shown: %d threads", name, len(w.Look.Threads))
		}
	}
	w := New("story")
	w.Update(half, detect.Report{})
	if w.Update(whole, detect.Find(context.Background(), whole, nil)); w.Look.Moment != 10*s {
		t.Errorf("nothing was chosen, and the end at %v is not shown", w.Look.Moment)
	}
}

// After any commands in any order, the state is valid.
func TestRandomCommands(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	long := load(t, "tiv-text 1\n0s A start\n900000h A end\n")
	short := load(t, "tiv-text 1\n0s A start\n")
	for _, tl := range []*timeline.Timeline{load(t, story), long, short, {}} {
		w := New("x")
		w.Update(tl, detect.Report{})
		for i := range 3000 {
			if i%100 == 0 {
				w.Do(SetView{view.Kinds[rng.IntN(len(view.Kinds))]})
			}
			at := tracefeed.Time(rng.Int64()>>rng.IntN(63)) - s
			w.Do([]Command{Play{}, Stop{}, Rewind{}, Pause{}, SetSpeed{rng.NormFloat64() * 100},
				StepBy{rng.IntN(2000) - 1000}, SeekTo{at}, SeekEnd{}, SelectInterval{From: at, To: at + s},
				ZoomTimeAt{rng.NormFloat64() * 9, at}, PanTime{at}, ShowRange{at, at + s}, FitTime{}, SetLoop{rng.IntN(2) == 0},
				SetStep{at}, ZoomTime{float64(rng.IntN(9) - 4)}, SetSteps{rng.IntN(5000) - 100}, SetHistory{rng.IntN(5000) - 100},
				GoTo{Finding: rng.IntN(5) - 1}, SetRuntime{rng.IntN(2) == 0}, StretchRange{at, at + s}, Undo{}, Redo{}}[rng.IntN(23)])
			w.Advance(rng.Float64())
			l := &w.Look
			from, to := l.Window()
			if from < 0 || to > max(tl.End, 1) || !l.Kind.FreeRange() && !l.MomentShown() || l.Moment < 0 ||
				l.Moment > tl.End || l.Step <= 0 || l.Steps < MinSteps || l.Steps > MaxSteps || l.History < 1 {
				t.Fatalf("%+v", *l)
			}
		}
	}
}

func TestStartSpeed(t *testing.T) {
	t.Parallel()
	for length, want := range map[tracefeed.Time]float64{
		0: 1, s: 0.1, 1503 * ms: 0.15, 3 * s: 0.3, 5 * s: 1, 15 * s: 1, 60 * s: 6, 61 * s: 6.1, 601 * s: 60, 1: 1e-10,
		48 * 3600 * s: 17000, math.MaxInt64: 9.2e8,
	} {
		got := startSpeed(length)
		if math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%v starts at speed %v, want %v", length, got, want)
		}
		if seconds := float64(length) / float64(s) / got; length > 0 && (seconds < 5 || seconds > 15.1) {
			t.Errorf("%v plays in %v s", length, seconds)
		}
	}
}

// Arrangements that depend on waits use those of the history.
func TestArrange(t *testing.T) {
	t.Parallel()
	const signalled = "tiv-text 1\n0s A start\n0s B start\n1s A suspend-start wait\n2s A wake by=B\n2s A suspend-end\n3s B end\n"
	for name, x := range map[string]struct {
		trace string
		do    []Command
		want  int
	}{
		"rows":            {story, []Command{Arrange{view.Rows}}, 0},
		"grid":            {story, []Command{Arrange{view.Force}, Arrange{view.Grid}}, 0},
		"ring":            {story, []Command{Arrange{view.Ring}}, 2},
		"force":           {story, []Command{Arrange{view.Force}}, 2},
		"before any wait": {story, []Command{SeekTo{s}, Arrange{view.Force}}, 0},
		"signals":         {signalled, []Command{SetHistory{150}, Arrange{view.Force}}, 0},
		"with signals":    {signalled, []Command{SetOption{"signals", true}, SetHistory{150}, Arrange{view.Force}}, 2},
	} {
		w := New("story")
		w.Update(load(t, x.trace), detect.Report{})
		for _, c := range x.do {
			w.Do(c)
		}
		if got := len(w.Look.Targets); got != x.want || w.Look.Arrangement != x.do[len(x.do)-1].(Arrange).Arrangement {
			t.Errorf("%s: %v, %d threads are pulled, want %d", name, w.Look.Arrangement, got, x.want)
		}
		data := string(w.Save(saved.Identity{}))
		if err := w.Restore([]byte(strings.ReplaceAll(data, "\"B\": [", "\"B\": [7e9, -8, ")), saved.Identity{}); err != nil {
			t.Fatal(err)
		}
		if at, ok := w.Look.Targets[2]; ok && at != (mgl32.Vec2{1, -1}) {
			t.Errorf("%s: restored with a pull to %v", name, at)
		}
	}
}
