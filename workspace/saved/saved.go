package saved

import (
	"encoding/json"
	"errors"
	"fmt"

	"tiv/execution/slice"
	"tiv/interaction/detect"
	"tiv/scene/view"
	"tiv/tracefeed"
	"tiv/workspace/handling"
)

// Format identifies saved workspaces. Version counts the changes of their form that need an
// upgrader.
const (
	Format  = "tiv-workspace"
	Version = 1
)

// Workspace is a saved workspace.
type Workspace struct {
	Format  string   `json:"format"`
	Version int      `json:"version"`
	Trace   Identity `json:"trace"`
	View    View     `json:"view"`
}

// View is the workspace.State, the position of the playback, and data added by the window.
type View struct {
	Own
	Palette   string            `json:"palette"`
	Clusters  []Cluster         `json:"clusters,omitempty"`
	Notes     []Note            `json:"notes,omitempty"`
	Locks     map[string]string `json:"lock_names,omitempty"`
	Dismissed []Dismissal       `json:"dismissed,omitempty"`
	Limits    detect.Changes    `json:"limits,omitempty"`
	// TaskDefinitions says of types of definitions of tasks whether they are on.
	TaskDefinitions map[string]bool `json:"task_definitions,omitempty"`
	// Handlers is the changes to the search for handlers.
	Handlers  handling.Change `json:"handlers,omitzero"`
	Bookmarks map[int]Point   `json:"bookmarks,omitempty"`
	Speed     float64         `json:"speed,omitempty"`
	// Loop is the repeated interval; older programs saved only that one.
	Loop   *[2]tracefeed.Time `json:"loop_ns,omitempty"`
	Panels map[string]bool    `json:"panels,omitempty"`
	// Slices are the slices of the whole trace.
	Slices []slice.Entry `json:"slices,omitempty"`
	// Spaces are the workspaces, and Shown is the one with the view above, if that is not the
	// whole trace.
	Spaces []Space `json:"workspaces,omitempty"`
	Shown  int     `json:"shown,omitempty"`
	// Base is the base in older programs: the name of a slice.
	Base string `json:"base,omitempty"`
}

// Own is the view of one workspace.
type Own struct {
	Point
	view.Options
	Opened     []string              `json:"opened,omitempty"`
	Call       *Call                 `json:"call,omitempty"`
	Task       string                `json:"task,omitempty"` // a task.ID
	TaskTypes  map[string]bool       `json:"task_types,omitempty"`
	TaskParts  []string              `json:"task_parts,omitempty"` // of task.ID
	TaskTop    *TaskPlace            `json:"task_top,omitempty"`
	Runtime    bool                  `json:"runtime,omitempty"`
	Targets    map[string][2]float32 `json:"pulled,omitempty"`
	Places     map[string][2]float32 `json:"placed,omitempty"` // "places" was in other units
	Groups     map[string][2]float32 `json:"groups_placed,omitempty"`
	Hidden     []string              `json:"hidden,omitempty"`
	Processes  []string              `json:"hidden_processes,omitempty"`
	Back       []string              `json:"back,omitempty"`
	Aside      []string              `json:"aside,omitempty"`
	Close      []string              `json:"close,omitempty"`
	Filter     string                `json:"filter,omitempty"`
	FilterHide bool                  `json:"filter_hide,omitempty"`
	Lit        *Lit                  `json:"lit,omitempty"`
	Interval   *[2]tracefeed.Time    `json:"interval_ns,omitempty"`
}

// Space is a workspace.Space. The root, with the ID 0, is there for its view, unless that is
// shown; the shown one is there without a view.
type Space struct {
	ID     int           `json:"id"`
	Parent int           `json:"parent"`
	Base   string        `json:"base"`
	Slices []slice.Entry `json:"slices,omitempty"`
	View   *Own          `json:"view,omitempty"`
}

// Point is a workspace.Viewpoint.
type Point struct {
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

// Cluster is a view.Cluster.
type Cluster struct {
	Name    string   `json:"name"`
	Threads []string `json:"threads"`
	Color   string   `json:"color,omitempty"` // #rrggbb
	Folded  bool     `json:"folded,omitempty"`
	// Proposed clusters have not been edited by the user.
	Proposed bool `json:"proposed,omitempty"`
}

// Dismissal is a dismissed identity.
type Dismissal struct {
	Finding string `json:"finding"`
	Reason  string `json:"reason"`
}

// Lit is a view.Lit.
type Lit struct {
	Kind     string            `json:"kind"`
	Threads  []string          `json:"threads"`
	Locks    []string          `json:"locks,omitempty"`
	Interval [2]tracefeed.Time `json:"interval_ns"`
}

// Call is the selected call.
type Call struct {
	Thread   string            `json:"thread"`
	Function string            `json:"function"`
	Depth    int               `json:"depth"`
	Interval [2]tracefeed.Time `json:"interval_ns"`
	Sampled  bool              `json:"sampled,omitempty"`
}

// TaskPlace is a view.TaskPlace.
type TaskPlace struct {
	Type  string  `json:"type,omitempty"`
	Task  string  `json:"task,omitempty"`
	Above float64 `json:"above,omitempty"`
}

// Note is a view.Note.
type Note struct {
	Text    string         `json:"text"`
	Moment  tracefeed.Time `json:"moment_ns"`
	Thread  string         `json:"thread,omitempty"`
	Blocker string         `json:"blocker,omitempty"`
}

// Parse parses a saved workspace of any version. An error says why data is none.
func Parse(data []byte) (*Workspace, error) {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("not a saved workspace: %w", err)
	}
	switch {
	case head.Format != Format:
		return nil, errors.New("not a saved workspace: wrong format")
	case head.Version > Version:
		return nil, fmt.Errorf("saved by a newer TIV: version %d of the file, at most %d is supported", head.Version, Version)
	case head.Version < 1:
		return nil, fmt.Errorf("not a saved workspace: version %d", head.Version)
	}
	data, err := upgrade(data, head.Version)
	if err != nil {
		return nil, err
	}
	var s Workspace
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("broken workspace: %w", err)
	}
	return &s, nil
}
