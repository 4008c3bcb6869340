package command

import "tiv/workspace"

// goEntries are about places in the trace.
var goEntries = []Entry{
	{Name: "search", Menu: "Go", Label: "Find in trace…", Keys: "/", Command: Find{},
		Help: "Finds threads, locks, functions, clusters and tables by part of their names."},
	{Name: "back", Menu: "Go", Label: "Back", Keys: "Alt+Left", Line: true, Command: workspace.Back{},
		Help: "Returns to the moment, the camera and the selection before the last jump, like a browser."},
	{Name: "forward", Menu: "Go", Label: "Forward", Keys: "Alt+Right", Command: workspace.Forward{},
		Help: "Returns to the view before Back."},
	{Name: "next", Menu: "Findings", Label: "Next finding", Keys: "N PageDown", Command: NextFinding{By: 1},
		Help: "Goes to the next finding, in the order of the panel Findings."},
	{Name: "previous", Menu: "Findings", Label: "Previous finding", Keys: "Shift+N PageUp", Command: NextFinding{By: -1},
		Help: "Goes to the previous finding, in the order of the panel Findings."},
	{Name: "all findings", Menu: "Findings", Label: "List all findings", Line: true, Command: ListFindings{},
		Help: "Lists in the panel Findings also those outside of the chosen slice."},
	{Name: "copy rules", Menu: "Findings", Label: "Copy rules for dismissed findings", Command: CopyRules{},
		Help: "Copies a line for each dismissed finding, for the file of tiv check --ignore."},
	{Name: "play finding", Menu: "Presenting", Label: "Play the finding", Keys: "Shift+P", Command: PlayFinding{},
		Help: "Plays the current finding, or the first, in two seconds from its begin to its worst moment."},
	{Name: "zoom", Menu: "Go", Label: "Zoom to selection and selected interval", Keys: "Z", Line: true,
		Command: ZoomToSelection{},
		Help:    "Fills the picture with the selected threads, and the time axis with the selected interval."},
	{Name: "blocker", Menu: "Waits and states", Label: "Select the thread it waits for", Keys: "]", Command: FollowBlocker{},
		Help: "Follows the wait of the selected thread and selects the thread at its other end."},
	{Name: "waiter", Menu: "Waits and states", Label: "Select a thread that waits for it", Keys: "[", Command: FollowWaiter{},
		Help: "Follows a wait for the selected thread back to the waiting thread, and selects that."},
	{Name: "later", Menu: "Waits and states", Label: "Next state change of the selected thread", Keys: ".", Line: true,
		Command: NextState{By: 1},
		Help:    "Moves the moment on to the next state change of the selected thread."},
	{Name: "earlier", Menu: "Waits and states", Label: "Previous state change of the selected thread", Keys: ",",
		Command: NextState{By: -1},
		Help:    "Moves the moment back to the start of the state of the selected thread."},
	{Name: "graph later", Menu: "Waits and states", Label: "Next change in waits", Keys: ">", Line: true,
		Command: NextWait{By: 1},
		Help:    "Moves the moment on to the next time at which a wait between threads starts or ends."},
	{Name: "graph earlier", Menu: "Waits and states", Label: "Previous change in waits", Keys: "<", Command: NextWait{By: -1},
		Help: "Moves the moment back to the last time at which a wait between threads started or ended."},
	{Name: "next pattern", Menu: "Waits and states", Label: "Next change of the pattern", Line: true, Command: GoToPattern{By: 1},
		Help: "Moves the moment on to where the waits have another pattern: many wait for one, many for many, groups, a deadlock."},
	{Name: "previous pattern", Menu: "Waits and states", Label: "Previous change of the pattern", Command: GoToPattern{By: -1},
		Help: "Moves the moment back to the last change of the pattern of the waits."},
}

// callEntries are about calls.
var callEntries = []Entry{
	{Name: "next call", Menu: "Calls", Label: "Next call of the function", Keys: "J", Command: workspace.NextCall{Direction: 1},
		Help: "Selects the next call of the selected call's function in its thread, and moves the moment to its begin."},
	{Name: "previous call", Menu: "Calls", Label: "Previous call of the function", Keys: "Shift+J",
		Command: workspace.NextCall{Direction: -1},
		Help:    "Selects the call of the function that began before, in the same thread, and moves the moment to its begin."},
	{Name: "call begin", Menu: "Calls", Label: "Go to the beginning of the call", Command: workspace.SeekCall{},
		Help: "Moves the moment to the begin of the selected call."},
	{Name: "zoom call", Menu: "Calls", Label: "Zoom to the call", Keys: "Shift+Z", Command: workspace.ShowCall{},
		Help: "Shows the time of the selected call and nothing else."},
	{Name: "slowest calls", Menu: "Calls", Label: "Slowest calls of the function", Command: ListSlowestCalls{},
		Help: "Lists the longest calls of the selected call's function; without one, of all functions."},
	{Name: "copy function", Menu: "Calls", Label: "Copy the name of the function", Command: CopyFunction{},
		Help: "Copies the whole name of the selected call's function."},
	{Name: "slice function", Menu: "Calls", Label: "New slice of the function", Command: SliceFunction{},
		Help: "Makes a slice of all calls of the selected call's function, and of everything that they call."},
	{Name: "open rows", Menu: "Calls", Label: "Open the rows of the selected threads (toggle)", Keys: "Shift+K", Line: true,
		Selection: true, Command: workspace.SetOpened{On: true}, Off: workspace.SetOpened{},
		Help: "In the execution view, makes the rows of the selected threads higher and all others lower."},
	{Name: "call colors", Menu: "Calls", Label: "Next colours of calls", Keys: "Q", next: nextCallColors,
		Help: "Colours calls by function, by package, or by the state of their thread."},
}

// noteEntries are about notes.
var noteEntries = []Entry{
	{Name: "note", Menu: "Notes", Label: "Pin a note…", Keys: "M", Command: PinNote{},
		Help: "Pins a note to the selected thread, to the edge under the mouse, or to the moment. Notes are saved with the " +
			"trace and in its pictures."},
	{Name: "notes", Menu: "Notes", Label: "List of notes", Command: ShowPanel{NotesPanel},
		Help: "Brings the panel with all notes to the front."},
	{Name: "next note", Menu: "Notes", Label: "Next note", Command: NextNote{By: 1},
		Help: "Goes to the next note after this moment."},
	{Name: "previous note", Menu: "Notes", Label: "Previous note", Command: NextNote{By: -1},
		Help: "Goes to the last note before this moment."},
	{Name: "copy notes", Menu: "Notes", Label: "Copy all notes as text", Command: CopyNotes{},
		Help: "Copies all notes as Markdown, for a bug report: each with its moment, the state of its thread then, and the " +
			"threads it waited for."},
}
