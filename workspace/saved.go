package workspace

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/tracefeed"
)

// A workspace is saved as JSON, in files and in pictures. Threads are named by
// the source's own ids, times are in nanoseconds. SavedVersion counts changes
// of the form that need an upgrader. Old programs ignore unknown fields.
const (
	savedFormat  = "tiv-workspace"
	SavedVersion = 1
)

// saved is a saved workspace.
type saved struct {
	Format  string    `json:"format"`
	Version int       `json:"version"`
	Trace   Identity  `json:"trace"`
	View    savedView `json:"view"`
}

// savedView is State, the position of the playback, and data added by the window.
type savedView struct {
	savedOwn
	Palette   string             `json:"palette"`
	Clusters  []savedCluster     `json:"clusters,omitempty"`
	Notes     []savedNote        `json:"notes,omitempty"`
	Locks     map[string]string  `json:"lock_names,omitempty"`
	Dismissed []savedDismissal   `json:"dismissed,omitempty"`
	Limits    detect.Changes     `json:"limits,omitempty"`
	Bookmarks map[int]savedPoint `json:"bookmarks,omitempty"`
	Speed     float64            `json:"speed,omitempty"`
	// Loop is the repeated interval; older programs saved only that one.
	Loop   *[2]tracefeed.Time `json:"loop_ns,omitempty"`
	Panels map[string]bool    `json:"panels,omitempty"`
	// Slices are those of the whole trace.
	Slices []slice.Entry `json:"slices,omitempty"`
	// Spaces are the workspaces, and Shown is the one with the view above, if that is not the
	// whole trace.
	Spaces []savedSpace `json:"workspaces,omitempty"`
	Shown  int          `json:"shown,omitempty"`
	// Base is that of older programs: the name of a slice.
	Base string `json:"base,omitempty"`
}

// savedOwn is the view of one workspace.
type savedOwn struct {
	savedPoint
	view.Options
	Opened     []string              `json:"opened,omitempty"`
	Call       *savedCall            `json:"call,omitempty"`
	Runtime    bool                  `json:"runtime,omitempty"`
	Targets    map[string][2]float32 `json:"pulled,omitempty"`
	Places     map[string][2]float32 `json:"placed,omitempty"` // "places" was in other units
	Hidden     []string              `json:"hidden,omitempty"`
	Back       []string              `json:"back,omitempty"`
	Aside      []string              `json:"aside,omitempty"`
	Close      []string              `json:"close,omitempty"`
	Filter     string                `json:"filter,omitempty"`
	FilterHide bool                  `json:"filter_hide,omitempty"`
	Lit        *savedLit             `json:"lit,omitempty"`
	Interval   *[2]tracefeed.Time    `json:"interval_ns,omitempty"`
}

// savedSpace is a Space. The root, with the ID 0, is there for its view, unless that is
// shown; the shown one is there without a view.
type savedSpace struct {
	ID     int           `json:"id"`
	Parent int           `json:"parent"`
	Base   string        `json:"base"`
	Slices []slice.Entry `json:"slices,omitempty"`
	View   *savedOwn     `json:"view,omitempty"`
}

// savedPoint is a Viewpoint.
type savedPoint struct {
	Kind      string         `json:"kind"`
	Moment    tracefeed.Time `json:"moment_ns"`
	Step      tracefeed.Time `json:"step_ns"`
	Steps     int            `json:"steps"`
	Ahead     float64        `json:"ahead,omitempty"`
	History   int            `json:"history"`
	Yaw       float32        `json:"yaw"`
	Pitch     float32        `json:"pitch"`
	Zoom      float32        `json:"zoom"`
	Pan       [2]float32     `json:"pan"`
	On        string         `json:"on,omitempty"`
	Selected  string         `json:"selected,omitempty"`
	Selection []string       `json:"selection,omitempty"`
}

type savedCluster struct {
	Name    string   `json:"name"`
	Threads []string `json:"threads"`
	Color   string   `json:"color,omitempty"` // #rrggbb
	Folded  bool     `json:"folded,omitempty"`
	// Proposed clusters have not been edited by the user.
	Proposed bool `json:"proposed,omitempty"`
}

// savedLit is a view.Lit.
type savedLit struct {
	Kind     string            `json:"kind"`
	Threads  []string          `json:"threads"`
	Locks    []string          `json:"locks,omitempty"`
	Interval [2]tracefeed.Time `json:"interval_ns"`
}

// savedCall is the selected call.
type savedCall struct {
	Thread   string            `json:"thread"`
	Function string            `json:"function"`
	Depth    int               `json:"depth"`
	Interval [2]tracefeed.Time `json:"interval_ns"`
	Sampled  bool              `json:"sampled,omitempty"`
}

type savedNote struct {
	Text    string         `json:"text"`
	Moment  tracefeed.Time `json:"moment_ns"`
	Thread  string         `json:"thread,omitempty"`
	Blocker string         `json:"blocker,omitempty"`
}

// Identity identifies a trace.
type Identity struct {
	Name string `json:"name"`
	// Sum is a checksum of the trace; "" if it is unknown.
	Sum string `json:"sum,omitempty"`
	// ID is the identity that a trace.bin was given when it was begun: it stays
	// the same while the trace grows. It is "" for other traces.
	ID string `json:"id,omitempty"`
}

// Same reports whether two identities are those of one trace, as far as they are
// known; names do not matter.
func (id Identity) Same(other Identity) bool {
	return id.Sum == "" || id.Sum == other.Sum || id.ID != "" && id.ID == other.ID
}

// Save returns the workspace as JSON.
func (w *Workspace) Save(trace Identity) []byte {
	data, err := json.MarshalIndent(saved{savedFormat, SavedVersion, trace,
		viewWriter{w.Timeline.Threads, w.Timeline.Monitors}.view(w)}, "", "\t")
	if err != nil {
		panic(fmt.Sprintf("a workspace that cannot be written: %v", err)) // Do rejects NaN
	}
	return append(data, '\n')
}

// ErrForeign says that a saved workspace belongs to another trace.
var ErrForeign = errors.New("it belongs to another trace")

// Restore restores the state that Save wrote, for the threads of the trace
// known so far. While more of the trace comes in, it continues until the user's
// first command. Unknown threads are left out. The error is an ErrForeign if the
// workspace was saved with another trace than trace, unless one of the two has
// no checksum; other errors say why data is not a saved workspace. After an
// error, w is as before.
func (w *Workspace) Restore(data []byte, trace Identity) error {
	s, err := parseSaved(data)
	if err != nil {
		return err
	}
	if trace.Sum != "" && !s.Trace.Same(trace) {
		return ErrForeign
	}
	w.restored = &s.View
	w.restore()
	return nil
}

// parseSaved parses the output of Save, in any version.
func parseSaved(data []byte) (*saved, error) {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("not a saved workspace: %w", err)
	}
	switch {
	case head.Format != savedFormat:
		return nil, errors.New("not a saved workspace: wrong format")
	case head.Version > SavedVersion:
		return nil, fmt.Errorf("saved by a newer TIV: version %d of the file, at most %d is supported", head.Version, SavedVersion)
	case head.Version < 1:
		return nil, fmt.Errorf("not a saved workspace: version %d", head.Version)
	}
	data, err := upgrade(data, head.Version)
	if err != nil {
		return nil, err
	}
	var s saved
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("broken workspace: %w", err)
	}
	return &s, s.View.checkNotes()
}

// checkNotes returns an error if the notes exceed the limits.
func (s *savedView) checkNotes() error {
	bytes := 0
	for _, n := range s.Notes {
		bytes += min(len(n.Text), maxNoteLen)
	}
	if len(s.Notes) > maxNotes || bytes > maxNoteBytes {
		return fmt.Errorf("broken workspace: %d notes with %d bytes exceed the limits", len(s.Notes), bytes)
	}
	return nil
}

// pair returns numbers that can be saved.
func pair(v mgl32.Vec2) [2]float32 { return [2]float32{number(v[0], 0), number(v[1], 0)} }

// number returns x, or something else if x is none.
func number(x, other float32) float32 {
	if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
		return other
	}
	return x
}
