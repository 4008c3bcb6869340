package command

import (
	"fmt"

	"tiv/execution/slice"
	"tiv/interaction/patterns"
	"tiv/tracefeed"
)

// Commands about files. A path of "" lets the window ask for one.
type (
	// Open opens a trace, or a picture saved by TIV, in a new tab.
	Open struct{ Path string }
	// JoinTraces opens traces as one, a single one with the trace that is shown.
	JoinTraces struct{ Paths []string }
	// Attach records a program that runs already, by the number of its process.
	Attach struct {
		PID   ProcessID
		Tasks bool
	}
	// Record runs and records a program, by its command line, and opens its trace.
	Record struct{ Command string }
	// MuteProgram leaves out what a program sends to tiv listen from now on, or keeps it again; EndProgram
	// ends its trace. ID is the number of its feed.
	MuteProgram struct {
		On bool
		ID string
	}
	EndProgram struct{ ID string }
	// Reload reads the trace again.
	Reload struct{}
	// CloseTab closes a tab: the workspace of a number of a trace, by its name or path, or the trace as
	// a whole; without a trace the shown one.
	CloseTab struct {
		Trace string
		Space int
	}
	// QuickPicture saves a picture of the scene in a file of a free name.
	QuickPicture struct{}
	// SavePicture saves a picture of the scene, or of the whole window.
	SavePicture struct {
		Path   string
		Size   Size
		Window bool
	}
	// CopyPicture copies such a picture to the clipboard.
	CopyPicture struct {
		Size   Size
		Window bool
	}
	// SaveAnimation saves an animation of an interval, with its duration and its frames a
	// second.
	SaveAnimation struct {
		Path          string
		From, To      tracefeed.Time
		Seconds, Rate float64
		Size          Size
	}
	// SaveStoryboard saves a sheet of key pictures of the trace.
	SaveStoryboard struct {
		Path string
		Size Size
	}
	// SaveReport saves a report.
	SaveReport struct {
		Path      string
		Anonymous bool
	}
	// ShowFlameGraph opens the flame graph, SaveFlameGraph saves it.
	ShowFlameGraph struct{ FlameGraph }
	SaveFlameGraph struct{ Path string }
	// Cancel ends slow work: the opening of a trace, the making of a file, or a filter.
	Cancel struct{}
	// Quit closes the window.
	Quit struct{}
)

// ProcessID is the number of a running process; 0 is none.
type ProcessID int

// FlameGraph is what a flame graph counts.
type FlameGraph struct {
	States   FlameStates
	Selected bool // the selected threads alone, if there are any
	Whole    bool // the whole trace, instead of the selected or visible interval
	Function string
	Find     string
	// Zoom is the path of the call that fills the graph, the outermost call first; those that
	// samples show end in SampledCall. It is for the graph of all code.
	Zoom []string
}

// SampledCall marks a call of FlameGraph.Zoom that samples show.
const SampledCall = " (sampled)"

// Coupling is a way to find the moment of a trace that is the same as one of another trace.
type Coupling uint8

// The ways: by the time since the start, the share of the run, and the distance to moments that
// the user has marked.
const (
	ByTime Coupling = iota
	ByShare
	ByMarks
)

func (c Coupling) String() string { return [...]string{"time", "share", "marks"}[c] }

// FileDialogs choose the dialogs for opening and saving.
type FileDialogs uint8

// The dialogs: the desktop's, TIV's own lists, or what there is.
const (
	AnyDialogs FileDialogs = iota
	DesktopDialogs
	OwnDialogs
)

func (d FileDialogs) String() string { return [...]string{"auto", "desktop", "tiv"}[d] }

// FlameStates choose the time that a flame graph counts.
type FlameStates uint8

// The choices of states.
const (
	FlameAll FlameStates = iota
	FlameWaiting
	FlameRunning
)

func (s FlameStates) String() string { return [...]string{"all", "waiting", "running"}[s] }

// EditDefinitions opens the editor of the project's definitions of tasks: with a function, with a
// definition of its calls in front of the others.
type EditDefinitions struct{ Function string }

// Commands about slices.
type (
	// NewSlice opens the editor for a new slice.
	NewSlice struct{}
	// SliceThreads makes a slice of threads, by default of the selected ones, or of all others;
	// SliceInterval of the selected interval, SliceLock of the waits for a lock, SliceFunction of the
	// calls of a function, by default the one of the selected call, SliceFinding of a finding, and
	// SliceTasks of the highlighted tasks or, without any, of the chosen one.
	SliceThreads struct {
		Threads []tracefeed.ThreadID
		Others  bool
	}
	SliceInterval struct{}
	SliceLock     struct{ Lock tracefeed.MonitorID }
	SliceFunction struct{ Function string }
	SliceFinding  struct{ Finding int }
	SliceTasks    struct{}
	// SliceTaskType makes a slice of the tasks of a type, by default the type of the chosen task.
	SliceTaskType struct{ Type string }
	// OpenChosenSlice opens the chosen slice of the panel as a workspace.
	OpenChosenSlice struct{}
	// DivideSlices makes slices of ranges of an attribute: with these limits between them, or
	// so many. ShowGallery opens the ready slices.
	DivideSlices struct {
		Of          slice.Kind
		Where, Name string
		By          slice.Attribute // "" is the duration
		Ranges      slice.Division
		Into        int
		Limits      string
	}
	ShowGallery struct{}
	// AddFromGallery adds a slice of the gallery, KeepInGallery keeps one there, and DropFromGallery
	// removes one: of the project, or else of the user.
	AddFromGallery struct {
		Name    string
		Project bool
	}
	KeepInGallery struct {
		Slice   string
		Project bool
	}
	DropFromGallery struct {
		Name    string
		Project bool
	}
	// OpenSlices and SaveSlices read and write files of slices.
	OpenSlices struct{ Path string }
	SaveSlices struct{ Path string }
	// CopySlices copies slices by their names, without any all; PasteSlices adds those in the
	// clipboard.
	CopySlices  struct{ Names []string }
	PasteSlices struct{}
)

// Commands that go somewhere. By is the number of things to go on, 1 or, back, -1.
type (
	// Find opens the finder with a text.
	Find struct{ Text string }
	// GoToPattern goes to the next moment at which a pattern of waits begins, or with By below 0 to
	// the last one.
	GoToPattern struct {
		Pattern patterns.Sought
		By      int
	}
	// NextFinding goes to another finding in the order of their panel.
	NextFinding struct{ By int }
	// ListFindings lists only the findings with time in a slice, "" for all.
	ListFindings struct{ Slice string }
	// PlayFinding plays the current finding, from its begin to its worst moment.
	PlayFinding struct{}
	// FollowBlocker and FollowWaiter go along the wait of the selected thread.
	FollowBlocker struct{}
	FollowWaiter  struct{}
	// NextState goes to another change of the selected thread's state, NextWait to another
	// change in waits.
	NextState struct{ By int }
	NextWait  struct{ By int }
	// ZoomToSelection fills the picture with the selected threads.
	ZoomToSelection struct{}
	// PinNote opens the editor for a note,
	// SelectNote selects one, NextNote goes to another one, and CopyNotes copies all.
	PinNote    struct{}
	SelectNote struct{ Index int }
	NextNote   struct{ By int }
	CopyNotes  struct{}
	// Bookmark goes to a bookmark, or sets it if it is unset or to be replaced.
	Bookmark struct {
		Number  int
		Replace bool
	}
)

// Commands about the selected threads.
type (
	// SelectAtLock selects the holders and waiters of a lock.
	SelectAtLock struct{ Lock tracefeed.MonitorID }
	// ClusterSelected makes a cluster, and opens the field for its name.
	ClusterSelected struct{}
	// FoldSelected folds or unfolds clusters and groups.
	FoldSelected struct{}
	// RenameCluster opens the field for the name of a cluster.
	RenameCluster struct{}
	// Escape undoes one thing at a time: the topmost window, or else the selection.
	Escape struct{}
	// FocusFilter goes to the field of the filter.
	FocusFilter struct{}
	// SelectRow selects another thread of the list.
	SelectRow struct{ By int }
)

// Commands about the window and its panels.
type (
	// FocusPanel moves the keyboard focus to another panel, FocusMenus to the menus.
	FocusPanel struct{ By int }
	FocusMenus struct{}
	// ThreadActions opens the menu of the selected threads.
	ThreadActions struct{}
	// ShowPanel brings a panel to the front, by the name on its tab.
	ShowPanel struct{ Panel string }
	// OpenSource opens the source of a frame of a stack, counted from 1; 0 is the first one in the
	// program's own code. See CopyStack.
	OpenSource struct {
		Thread tracefeed.ThreadID
		At     tracefeed.Time
		Frame  int
	}
	// OpenFunction opens the source of a function.
	OpenFunction struct{ Function string }
	// ShowTab shows another tab, and ShowTrace the one of a trace, by its name or path, and of a
	// workspace.
	ShowTab   struct{ By int }
	ShowTrace struct {
		Trace string
		Space int
	}
	// Compare shows this trace and another open one side by side, by its name or path, or with
	// "" the next one. ShowBeside shows the workspace and its parent, or ends that, and
	// ShowSpaceBeside another workspace.
	Compare struct {
		On   bool
		With string
	}
	ShowBeside      struct{ On bool }
	ShowSpaceBeside struct{ ID int }
	// SwitchSide makes the other side of a comparison the active one, and SetSidePanels shows
	// panels beside the sides.
	SwitchSide    struct{}
	SetSidePanels struct{ On bool }
	// GoToDifference goes to a difference by its number from 0, NextDifference to another one.
	GoToDifference struct{ Number int }
	NextDifference struct{ By int }
	// Couple lets the sides of a comparison move together, by a way to find the same moment
	// in both, or each for itself. LineUp marks their present moments as the same, SwapSides
	// exchanges before and after.
	Couple struct {
		On bool
		By Coupling
	}
	LineUp    struct{}
	SwapSides struct{}
	// ScaleText enlarges texts and lines by a number of steps.
	ScaleText struct{ By int }
	// SetFullScreen lets the window fill its screen, HidePanels leaves more of it to the scene,
	// and Present shows only the scene, with larger texts and a caption. None is kept for the
	// next start.
	SetFullScreen struct{ On bool }
	HidePanels    struct{ On bool }
	Present       struct{ On bool }
	// SetEasedCamera, SetWheelTime, SetLegendStrip, SetKeyHints, SetFrameTimes, SetEditor and
	// SetFileDialogs are settings of the user.
	SetEasedCamera struct{ On bool }
	SetWheelTime   struct{ On bool }
	SetLegendStrip struct{ On bool }
	SetKeyHints    struct{ On bool }
	SetFrameTimes  struct{ On bool }
	SetEditor      struct{ Command string }
	SetFileDialogs struct{ Of FileDialogs }
	// SetKeyPreset chooses the default keys of all commands, SetKeys gives an entry of the
	// menus others, and ResetKeys gives one or all entries the default keys again.
	SetKeyPreset struct{ Name string }
	SetKeys      struct{ Entry, Keys string }
	ResetKeys    struct{ Entry string }
	// ResetPanels moves all panels back to their first places.
	ResetPanels struct{}
	// ShowDocumentation and ShowKeys open or close a window of help, the first at the page of a file
	// or a title; "" is the last page shown.
	ShowDocumentation struct {
		On   bool
		Page string
	}
	ShowKeys struct{ On bool }
	// ChangeKeys opens the dialog for keys, and About shows the version.
	ChangeKeys struct{}
	About      struct{}
	// Tour begins the tour, NextTourStep goes on in it, EndTour ends it, and SetTourAtStart lets the
	// next start begin with it.
	Tour           struct{}
	NextTourStep   struct{ By int }
	EndTour        struct{}
	SetTourAtStart struct{ On bool }
	// CloseMessage closes a message by its number from 0, the oldest first, or with -1 all.
	// AnswerMessage presses the button of one, and OpenSaved opens the file that one is about, or
	// its folder.
	CloseMessage  struct{ Message int }
	AnswerMessage struct{ Message int }
	OpenSaved     struct {
		Message int
		Folder  bool
	}
)

// Size is the size of a picture: a width and a height in pixels, or else a share of the scene's
// in the window, in percent. The zero Size is the usual one.
type Size struct{ Width, Height, Percent int }

// maxPercent is the largest share of a size.
const maxPercent = 1600

// String returns the size as ParseSize reads it.
func (s Size) String() string {
	if s.Percent != 0 {
		return fmt.Sprintf("%d%%", s.Percent)
	}
	return fmt.Sprintf("%dx%d", s.Width, s.Height)
}

// parseSize reads a size such as 3840x2160 or 200%.
func parseSize(text string) (s Size, err error) {
	if _, err := fmt.Sscanf(text, "%dx%d", &s.Width, &s.Height); err == nil && s.Width > 0 && s.Height > 0 && s.String() == text {
		return s, nil
	}
	s = Size{}
	if _, err := fmt.Sscanf(text, "%d%%", &s.Percent); err == nil && s.Percent > 0 && s.Percent <= maxPercent && s.String() == text {
		return s, nil
	}
	return Size{}, fmt.Errorf("%q is no size: want one like 1920x1080, or 200%% of the scene in the window", text)
}

// windowKinds are the commands of the window, with a sentence about each.
var windowKinds = []struct {
	Command Command
	Help    string
}{
	{Open{}, "Opens a trace, or a picture saved by TIV, in a new tab; without a path it asks for one."},
	{JoinTraces{}, "Opens several traces as one, a single one with the trace shown; without paths it asks for them."},
	{Attach{}, "Records a program that runs already, by the number of its process, with its tasks or without; without a number it " +
		"lists them."},
	{Record{}, "Runs a program by its command line, in the folder where TIV was started, records it, and opens its trace when it ends."},
	{MuteProgram{}, "Leaves out what a program sends to tiv listen, by the number of its feed, or keeps it again."},
	{EndProgram{}, "Ends the trace of a program that sends to tiv listen, by the number of its feed; the program runs on."},
	{Reload{}, "Reads the trace again, and keeps the moment, the camera and the selection."},
	{CloseTab{}, "Closes the workspace shown, or the trace; with a name or path that trace, or a workspace of it by its number."},
	{QuickPicture{}, "Saves the scene at once, at twice its pixels, as a PNG that contains this view, beside the trace."},
	{SavePicture{}, "Saves the scene, or the whole window, as a PNG that contains this view; without a path it asks for one."},
	{CopyPicture{}, "Copies a picture of the scene, or of the whole window, to the clipboard."},
	{SaveAnimation{}, "Saves an animated PNG or GIF of an interval, if none is given of the selected or visible one; without " +
		"a path it asks for all."},
	{SaveStoryboard{}, "Saves key pictures of the trace on one sheet, each with a sentence, as a PNG; without a path beside the trace."},
	{SaveReport{}, "Saves findings, notes, pictures and tables; without a path it asks for one."},
	{ShowFlameGraph{}, "Opens the flame graph: of time in these states, of the selected threads alone, of the whole trace, or of one " +
		"function with its callers and callees, or below a call; functions with a text in their names light up."},
	{SaveFlameGraph{}, "Saves the flame graph as it is shown, or was last; without a path it asks for one."},
	{Cancel{}, "Stops slow work: the opening of a trace, the making of a file, or the evaluation of a filter."},
	{Quit{}, "Closes the window and all traces in it."},

	{EditDefinitions{}, "Opens the editor of the project's definitions of tasks; with a function, with a definition of its calls " +
		"in front."},
	{NewSlice{}, "Opens the editor for a new slice."},
	{SliceThreads{}, "Makes a slice of the whole time of threads, or of all others; without any, of the selected ones."},
	{SliceInterval{}, "Makes a slice of the time of all threads in the selected interval."},
	{SliceLock{}, "Makes a slice of the waits for a lock, and of the time of its holders meanwhile."},
	{SliceTasks{}, "Makes a slice of the highlighted tasks or, without any, of the chosen one."},
	{SliceFunction{}, "Makes a slice of all calls of a function, by default the one of the selected call, and of what they call."},
	{SliceFinding{}, "Makes a slice of the threads of a finding, given by its number from 0, from its begin to its end."},
	{SliceTaskType{}, "Makes a slice of the tasks of a type, by default the type of the chosen task."},
	{OpenChosenSlice{}, "Opens the chosen slice of the panel Slices as a workspace."},
	{DivideSlices{}, "Makes slices of ranges of an attribute: into so many, or at limits; without both it opens the dialog " +
		"for these elements."},
	{ShowGallery{}, "Lists ready slices."},
	{AddFromGallery{}, "Adds a slice of the gallery, by its name: one of your own or a ready one, or one of the project."},
	{KeepInGallery{}, "Keeps a slice, by its name, in the gallery for other traces, or for those of the project."},
	{DropFromGallery{}, "Removes a slice from your own in the gallery, or from those of the project."},
	{OpenSlices{}, "Adds the slices of a file; without a path it asks for one."},
	{SaveSlices{}, "Saves all slices to a file; without a path it asks for one."},
	{CopySlices{}, "Copies slices in the form of files, by their names; without any, all."},
	{PasteSlices{}, "Adds the slices in the clipboard."},

	{Find{}, "Opens the finder of threads, locks, functions, clusters and tables, or with > of commands."},
	{GoToPattern{}, "Goes to the next moment at which a pattern of waits begins, or with by=-1 to the last one before."},
	{NextFinding{}, "Goes to the next finding in the order of their panel, or with -1 to the previous one."},
	{ListFindings{}, "Lists in the panel Findings only those of which a slice covers some time; without one all."},
	{PlayFinding{}, "Plays the current finding, or the first, in two seconds from its begin to its worst moment."},
	{FollowBlocker{}, "Selects the thread that the selected one waits for."},
	{FollowWaiter{}, "Selects a thread that waits for the selected one."},
	{NextState{}, "Moves the moment on to the next change of the selected thread's state, or with -1 back."},
	{NextWait{}, "Moves the moment on to the next begin or end of a wait between threads, or with -1 back."},
	{ListSlowestCalls{}, "Lists the longest calls of the selected call's function; without one, of all functions."},
	{ZoomToSelection{}, "Fills the picture with the selected threads, and the time axis with the selected interval."},
	{PinNote{}, "Opens the editor for a note on the selected thread, the edge under the mouse, or the moment."},
	{SelectNote{}, "Selects the thread of a note, given by its number from 0, and lights up the note; the moment stays."},
	{NextNote{}, "Goes to the next note after the moment, or with -1 to the last one before it."},
	{CopyNotes{}, "Copies all notes as Markdown."},
	{CopyNote{}, "Copies the text of a note, given by its number from 0."},
	{CopyNames{}, "Copies the names of threads, one in each line; without any, of the selected ones."},
	{CopyStack{}, "Copies the stack of a thread at a time, by default of the selected one at the moment; or the place of one " +
		"of its frames, by its number from 1, the innermost first."},
	{CopyLock{}, "Copies the name of a lock, or its id in the trace."},
	{CopyFunction{}, "Copies the name of a function, by default the one of the selected call."},
	{CopyRules{}, "Copies a line for each dismissed finding, for the file of tiv check --ignore."},
	{CopyRecording{}, "Copies the command line that records a program, given by its own."},
	{CopyText{}, "Copies a text, such as the description of a wait, to the clipboard."},
	{Bookmark{}, "Goes to a bookmark from 0 to 9; sets it here if it is unset, or to be replaced."},

	{SelectAtLock{}, "Selects the threads that hold a lock or wait for it at the moment."},
	{ClusterSelected{}, "Makes a cluster of the selected threads, and opens the field for its name."},
	{FoldSelected{}, "Folds or unfolds the clusters and groups of the selected threads."},
	{RenameCluster{}, "Opens the field for the name of the selected thread's cluster."},
	{Escape{}, "Undoes one thing at a time: closes the topmost window, or else clears the selection."},
	{FocusFilter{}, "Goes to the field of the filter."},
	{SelectRow{}, "Selects the thread below the selected one in the panel Threads, or with -1 the one above."},
	{SortThreads{}, "Sorts the panel Threads by name, by appearance in the trace, or by the time in a state, which is then listed."},
	{FindThreads{}, "Lists only threads in the panel Threads whose name or id contains a text; the scene shows all."},
	{ListGroup{}, "Lists the threads of a group, given by its name, in the panel Threads, or only its name."},

	{FocusPanel{}, "Moves the keyboard focus to the next panel, or with -1 to the previous one."},
	{FocusMenus{}, "Opens the first menu."},
	{ThreadActions{}, "Opens the menu of commands for the selected threads."},
	{ShowPanel{}, "Brings a panel to the front, by the name on its tab, and opens it if it is closed."},
	{OpenSource{}, "Opens the source of a thread's stack in the editor, by default of the selected thread at the moment, in the " +
		"program's own code; or that of a frame, by its number from 1."},
	{OpenFunction{}, "Opens the source of a function in the editor, given by its name."},
	{ShowTab{}, "Shows the next tab, or with -1 the previous one."},
	{ShowTrace{}, "Shows an open trace, by its name or path, or a workspace of it by its number."},
	{Compare{}, "Shows this trace and another one side by side: an open one by its name, any by its path, or else the next; or ends that."},
	{ShowBeside{}, "Shows the workspace and its parent side by side, or ends that."},
	{ShowSpaceBeside{}, "Shows a workspace, by its number, beside the shown one; 0 is that of the whole trace."},
	{SwitchSide{}, "Makes the other side of a comparison the active one, with the panels and the keyboard."},
	{SetSidePanels{}, "Shows panels beside the two sides of a comparison, or not."},
	{GoToDifference{}, "Goes to a difference of the compared traces, by its number from 0 in the panel Differences."},
	{NextDifference{}, "Goes to the next difference of the compared traces in the order of their panel, or with -1 to the previous one."},
	{Couple{}, "Moves both sides of a comparison together, by the same time, share, or marked moments; or each for itself."},
	{LineUp{}, "Marks the present moment of each side of a comparison: from here on these belong together."},
	{SwapSides{}, "Exchanges before and after in a comparison."},
	{ShowTable{}, "Opens the panel of tables with a table, by the name on its button; functions and calls can be those of one thread, " +
		"and calls those of one function."},
	{FilterTable{}, "Lists only those rows of the shown table that contain a text."},
	{SortTable{}, "Sorts the shown table by a column, by the name in its heading; without one in the order of the trace."},
	{GroupTable{}, "Adds up the table of functions by a word of its list, such as package; without one by function."},
	{GroupTasks{}, "Adds up the table of types of tasks by a word of its list, such as thread; without one by type."},
	{FilterTasks{}, "Lists only tasks with a condition in the tables of tasks, such as 'duration > p95'; without one all."},
	{SelectListedTasks{}, "Highlights the tasks that the shown table lists, or adds up."},
	{SetTableWhole{}, "Lets tables cover the whole trace, or the selected or visible interval."},
	{SetStatisticsWhole{}, "Lets statistics cover the whole trace, or the selected or visible interval."},
	{SetSlicesWhole{}, "Lets the shares of slices in their panel be those of the whole trace, or of the selected or visible interval."},
	{SetTableShares{}, "Shows the time in slices as a share of the time of the row, or as a time."},
	{SelectRows{}, "Chooses rows of the shown table, by their places from 0, and selects their threads or tasks: these, these also, or " +
		"those of them that are not chosen."},
	{GoToRow{}, "Goes to the moment and the thread of a row of the shown table, by its place from 0; of a row about tasks, to the " +
		"start of its task, which it chooses."},
	{CopyRows{}, "Copies the chosen rows of the shown table or, without any, all listed ones as CSV: to the clipboard, or into a file."},
	{ScaleText{}, "Enlarges texts and lines of the window by a number of steps, or shrinks them."},
	{SetFullScreen{}, "Lets the window fill its screen, or ends that."},
	{HidePanels{}, "Hides all panels, or shows them again."},
	{Present{}, "Shows only the scene, in full screen, with larger texts and a caption, or ends that."},
	{SetEasedCamera{}, "Moves the camera, threads and views smoothly, or at once."},
	{SetWheelTime{}, "Lets the mouse wheel zoom in time, and Ctrl+wheel in space, or the other way round."},
	{SetLegendStrip{}, "Shows the legend as lines below the menus, or as a panel."},
	{SetKeyHints{}, "Shows a line of useful keys in the scene until some of them have been used, or never."},
	{SetFrameTimes{}, "Shows in the status bar how long TIV takes to draw a frame, or not."},
	{SetEditor{}, "Opens source files with a command or a URL with {path} and {line}; without one, with $VISUAL or $EDITOR."},
	{SetFileDialogs{}, "Opens and saves files with the dialogs of the desktop, with TIV's own lists, or with what there is."},
	{SetKeyPreset{}, "Chooses the default keys of all commands."},
	{SetKeys{}, "Gives an entry of the menus, by its name, these keys, with blanks between them; without keys it has none."},
	{ResetKeys{}, "Gives an entry of the menus, or all of them, the keys of the preset again."},
	{ResetPanels{}, "Moves all panels back to their first places."},
	{ShowDocumentation{}, "Opens or closes the documentation, at a page by the name of its file or its title, such as filters."},
	{ShowKeys{}, "Opens or closes the list of all keys and the functions of the mouse."},
	{ChangeKeys{}, "Opens the dialog for the keys of commands."},
	{About{}, "Shows the version of TIV."},
	{Tour{}, "Introduces the mouse and the parts of the window."},
	{NextTourStep{}, "Goes to the next step of the tour, or with -1 back; after the last one the tour ends."},
	{EndTour{}, "Ends the tour of the window."},
	{SetTourAtStart{}, "Begins with the tour at the next start, or not."},
	{CloseMessage{}, "Closes a message, by its number from 0, the oldest first; with -1 all."},
	{AnswerMessage{}, "Does what the button of a message offers, by its number from 0, and closes it."},
	{OpenSaved{}, "Opens the saved file that a message is about, by its number from 0, or the folder of the file."},
}
