package panel

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"tiv/execution/slice"
	"tiv/interaction/lockname"
	"tiv/session"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/ui/widget"
	"tiv/workspace"
)

// MaxNames is the largest number of threads in a list in a panel.
const MaxNames = 50

// ThreadLink writes a thread's name; a click selects it.
func ThreadLink(w *widget.Kit, d *session.Document, id string, t tracefeed.ThreadID) {
	if w.Link(id, d.ThreadName(t), "Click to select the thread.") {
		d.SelectThread(t)
	}
}

// SelectMode returns the effect of selecting on the present selection: Ctrl
// inverts, Shift adds.
func SelectMode() workspace.SelectMode {
	io := imgui.CurrentIO()
	switch {
	case io.KeyCtrl():
		return workspace.SelectOther
	case io.KeyShift():
		return workspace.SelectAlso
	}
	return workspace.SelectOnly
}

// MemberOf returns a function that reports whether a list contains a thread.
func MemberOf(tl *timeline.Timeline, list []tracefeed.ThreadID) func(tracefeed.ThreadID) bool {
	is := workspace.MembersOf(tl, list)
	return func(t tracefeed.ThreadID) bool { return is[t] }
}

// LockNames returns the names of the locks that threads waited for longest.
func LockNames(locks *lockname.Names) (names []string) {
	const most = 30
	for _, m := range locks.MostWaited(most) {
		names = append(names, locks.Full(m))
	}
	return names
}

// SliceNames returns the names of slices.
func SliceNames(list []slice.Definition) (names []string) {
	for i := range list {
		names = append(names, list[i].Name)
	}
	return names
}
