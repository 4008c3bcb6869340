package workspace

// Kind is a type of command that users can give, with a sentence about its effect.
type Kind struct {
	Command Command
	Help    string
}

// Kinds lists all of them, by subject. Prepared, Hover, MarkChanges and MatchView are missing:
// the window makes them by itself, from the mouse and from the trace beside this one.
func Kinds() []Kind { return kinds }

var kinds = []Kind{
	{Undo{}, "Reverts the last change of the view."},
	{Redo{}, "Repeats the change that was reverted last."},
	{Back{}, "Returns to the viewpoint before the last jump."},
	{Forward{}, "Returns to the viewpoint before back."},
	{SetBookmark{}, "Stores the present viewpoint under a number from 0 to 9."},
	{GoToBookmark{}, "Goes to the viewpoint of a bookmark, if it is set."},

	{SetView{}, "Shows the scene in a view."},
	{SetLevel{}, "Pins a level of detail; auto depends on the size of threads on the screen."},
	{SetPalette{}, "Chooses the colours."},
	{SetCallColors{}, "Chooses the meaning of the colours of calls."},
	{Arrange{}, "Chooses the layout of threads."},
	{SetOption{}, "Switches a choice of the view on or off."},
	{SetRuntime{}, "Shows or hides the threads that the language itself runs."},
	{Highlight{}, "Makes all categories of bars faint but one, given by its name; without a name, none is faint."},
	{OpenPanel{}, "Opens or closes a panel of the window."},

	{SetStep{}, "Sets the length of a step, from 1ns to 10d, and keeps about the same interval in view."},
	{SetSteps{}, "Sets the number of steps shown."},
	{SetHistory{}, "Sets the number of steps, back from the moment, over which the triangles between threads add up waits."},
	{ZoomTime{}, "Shows a shorter interval around the moment, by some notches of a fifth, or a longer one with a number below 0."},
	{ZoomTimeAt{}, "Does the same around any time, which stays at its place in the view."},
	{PanTime{}, "Moves the visible range on by a time, or back."},
	{ShowRange{}, "Shows an interval."},
	{StretchRange{}, "Shows an interval of which one end moves; the other one stays, however the length is rounded to steps."},
	{FitTime{}, "Shows the whole trace; the moment stays."},
	{ShowMoment{}, "Moves the visible range so that the moment is at its usual place."},
	{SelectInterval{}, "Selects an interval, which sums cover and the playback can repeat; an empty one is none."},
	{ShowInterval{}, "Shows the selected interval and nothing else."},

	{Play{}, "Plays at the present speed; at the end it starts again, or follows a growing trace."},
	{Pause{}, "Stops the playback at the moment."},
	{Rewind{}, "Plays backwards at the present speed."},
	{Stop{}, "Ends the playback, and moves the moment to the start."},
	{SetSpeed{}, "Sets the speed: seconds of the trace per second, from 1/1000 to 1000, or to all of a longer trace in ten seconds."},
	{SetLoop{}, "Repeats the selected interval or, without one, the whole trace."},
	{SetRhythm{}, "Plays slowly where the picture of the waits changes, and quiet stretches within a second each, or at one speed."},
	{StepBy{}, "Pauses, and moves the moment by a number of steps."},
	{SeekTo{}, "Pauses, and moves the moment to a time."},
	{SeekEnd{}, "Moves the moment to the end of the trace."},
	{FollowEnd{}, "Keeps the moment at the end of a growing trace."},

	{Orbit{}, "Turns the camera of the 3D view, in radians: to the right, and upwards."},
	{PanBy{}, "Moves the picture by parts of the scene's height: to the right, and upwards."},
	{ZoomBy{}, "Enlarges the picture by a factor."},
	{FitAll{}, "Shows all threads and the whole trace."},
	{StartAfresh{}, "Shows the trace as when it was opened first; notes, names, slices and dismissed findings stay."},
	{Focus{}, "Moves the camera to the selected thread, and keeps it there."},

	{Select{}, "Selects one thread, or none."},
	{SelectMany{}, "Selects threads: only these, these also, or those of them that are not selected."},
	{SelectAll{}, "Selects every thread in the picture."},
	{SelectRest{}, "Inverts the selection."},
	{SelectWorst{}, "Selects the thread that lost most time, of the selected ones or of all, in the interval that counts."},
	{Follow{}, "Selects a thread at the other end of a wait."},
	{GoTo{}, "Shows a finding, by its number from 0, at a moment of it."},
	{Dismiss{}, "Puts a finding aside, for a reason."},
	{Reinstate{}, "Makes a dismissed finding count again."},
	{SetLimit{}, "Sets a threshold of the findings."},

	{Hide{}, "Hides threads; without any, the selected ones."},
	{HideRest{}, "Hides all threads that are not selected."},
	{ShowAll{}, "Shows hidden, dimmed and put-aside threads as before, and removes the filter."},
	{SetDimmed{}, "Draws threads faintly, or as before; without any, the selected ones."},
	{DimRest{}, "Draws all threads faintly that are not selected."},
	{SetAside{}, "Puts threads behind all others, or back; without any, the selected ones."},
	{SetDetailed{}, "Draws threads with all states, whatever the level of detail; without any, the selected ones."},
	{SetFilter{}, "Filters threads by an expression; an empty one is none."},
	{SetFilterHide{}, "Lets the filter hide the other threads, or dim them."},
	{OnlyInteracting{}, "Hides all threads but one, or the selected one, and those with waits between them and it."},

	{MakeCluster{}, "Makes a cluster of threads; without any, of the selected ones."},
	{JoinCluster{}, "Adds threads to a cluster, given by its number from 0."},
	{LeaveCluster{}, "Removes threads from their clusters."},
	{Regroup{}, "Moves threads to places, into a cluster or, with -1, out of theirs."},
	{NameCluster{}, "Renames a cluster."},
	{ColorCluster{}, "Colours a cluster."},
	{FoldCluster{}, "Draws a cluster as one bar, or all its threads."},
	{FoldAll{}, "Draws each cluster as one bar, or all threads of all clusters."},
	{Ungroup{}, "Removes a cluster; its threads stay."},
	{UngroupAll{}, "Removes all clusters; their threads stay."},
	{Propose{}, "Makes clusters of the threads that belong together by a reason."},
	{Place{}, "Sets the places of threads, or of groups and clusters by name, in the plane of the moment."},
	{ResetPlaces{}, "Puts all threads back to their places in the layout."},

	{SetOpened{}, "Makes the rows of threads in the execution view higher, or as high as others; without any, of the selected ones."},
	{SelectCall{}, "Selects a call and its thread; without a thread, no call."},
	{FindCalls{}, "Lights up the calls of a function, or of all whose names contain a text; without one, of none."},
	{SeekCall{}, "Moves the moment to the begin of the selected call."},
	{ShowCall{}, "Shows the time of the selected call and nothing else."},
	{NextCall{}, "Selects the next call of the selected call's function in its thread, or with -1 the previous one."},

	{AddNote{}, "Adds a note to a moment, a thread, or a wait."},
	{EditNote{}, "Changes the text of a note, given by its number from 0."},
	{DeleteNote{}, "Deletes a note."},
	{GoToNote{}, "Goes to the moment of a note, and selects its thread."},
	{NameLock{}, "Gives a lock a name; an empty one is that of the trace."},

	{AddSlices{}, "Adds slices, each in the form of files of slices."},
	{SetSlice{}, "Changes a slice, given by its number from 0."},
	{RemoveSlice{}, "Deletes a slice."},
	{MoveSlice{}, "Moves a slice to the place of another one."},
	{OpenSpace{}, "Shows a slice of the shown workspace, given by its name, as a workspace below it."},
	{ShowSpace{}, "Shows a workspace by its number; 0 is that of the whole trace."},
	{CloseSpace{}, "Removes a workspace, and all below it."},
}
