package workspace

import (
	"tiv/workspace/loader"
	"tiv/workspace/opening"
)

// FollowEnd keeps the moment at the end of a trace while it grows. Any other
// command that moves the moment ends that, and so do playing and pausing.
type FollowEnd struct{}

func (FollowEnd) apply(w *Workspace) {
	SeekEnd{}.apply(w)
	w.following = true
}

func (FollowEnd) Info() Info { return Info{label: "follow the end", Effects: Jumps} }

// Growing reports whether the trace may still be written.
func (w *Workspace) Growing() bool { return w.growing }

// Following reports whether the moment stays at the end of a growing trace.
func (w *Workspace) Following() bool { return w.growing && w.following }

// followEnd moves the moment to the end of a newer snapshot, if it is to stay
// there.
func (w *Workspace) followEnd() {
	if w.Following() {
		w.Playback.Moment = w.Timeline.End
		w.sync()
	}
}

// catchUp begins to follow a growing trace once the playback has reached its
// end.
func (w *Workspace) catchUp() {
	p := &w.Playback
	if w.growing && !p.Playing && !p.Backwards && p.Moment >= w.Timeline.End {
		w.following = true
	}
}

// UpdateLoaded is Update with the newest state of a loader, of a trace that may
// still grow. Once the opening of a complete trace is known, it moves there if Opens.
func (w *Workspace) UpdateLoaded(l *loader.Loaded) {
	w.growing = w.growing || l.Growing // so that the end itself is followed, too
	w.Update(l.Timeline, l.Report)
	w.growing = l.Growing
	if w.opensAt = (openingAt{l.Opening}); w.Opens() {
		w.opensAt.seek(w)
	}
}

// openingAt is the moment to open a trace at; nil as long as it is not known.
type openingAt struct{ moment *opening.Moment }

// seek moves to the opening, if that is known.
func (o openingAt) seek(w *Workspace) {
	if o.moment == nil {
		return
	}
	w.Opening = o.moment.Without(func(finding int) bool { return FindingsOf(w).Dismissal(finding) != "" })
	SeekTo{w.Opening.At}.apply(w)
	w.sync()
}

// Opens reports whether the trace can still move to its opening: no view is restored, and
// the user has not done anything yet.
func (w *Workspace) Opens() bool { return w.restored == nil && !w.touched && !w.acted }

// OpenBeside moves a trace that is still at its opening back to a moment at which it is lively,
// and another one beside it at the same time.
func OpenBeside(w, other *Workspace) {
	opened := w.Opening != nil && w.Opening.At == w.Playback.Moment && !w.acted
	if at := min(opening.Lively(w.Timeline), opening.Lively(other.Timeline)); opened && at < w.Playback.Moment {
		SeekTo{at}.apply(w)
		w.sync()
	}
}
