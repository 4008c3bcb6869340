package command

import "tiv/workspace"

// selectEntries are about the selection.
var selectEntries = []Entry{
	{Name: "select all", Menu: "Select", Label: "Select all", Keys: "Ctrl+A", Command: workspace.SelectAll{},
		Help: "Selects every thread in the picture."},
	{Name: "select rest", Menu: "Select", Label: "Invert selection", Keys: "Ctrl+I", Command: workspace.SelectRest{},
		Help: "Inverts the selection: selects the other threads in the picture."},
	{Name: "worst", Menu: "Select", Label: "Select the thread with the most lost time", Command: workspace.SelectWorst{},
		Help: "Of the selected threads, or of all, selects the one that lost most time: runnable, blocking and waiting for IO, " +
			"in the selected interval or the visible range."},
	{Name: "nothing", Menu: "Select", Label: "Clear selection", Keys: "Esc", Traceless: true, Command: Escape{},
		Help: "Undoes one thing at a time: closes the topmost window, or else clears the selection."},
	{Name: "filter", Menu: "Filter", Label: "Filter threads by an expression", Keys: "Ctrl+F", WhileTyping: true,
		Command: FocusFilter{},
		Help:    "Goes to the filter field. A filter is an expression such as blocking > 50%."},
	{Name: "filter mode", Menu: "Filter", Label: "Hide or dim filtered threads", Command: workspace.SetFilterHide{On: true},
		Off:  workspace.SetFilterHide{},
		Help: "Switches between hiding and dimming the threads that do not match the filter."},
	{Name: "no filter", Menu: "Filter", Label: "Remove the filter", Command: workspace.SetFilter{},
		Help: "Removes the filter, so that all threads match."},
	{Name: "runtime", Menu: "Threads", Label: "Runtime threads", said: true, Command: workspace.SetRuntime{On: true},
		Off:  workspace.SetRuntime{},
		Help: "Also shows the threads that the language itself runs, such as garbage collectors."},
}

// hideEntries are about the parts of threads that are shown.
var hideEntries = []Entry{
	{Name: "close look", Menu: "Show and hide", Label: "Full detail (toggle)", Keys: "K", Selection: true,
		Command: workspace.SetDetailed{On: true}, Off: workspace.SetDetailed{},
		Help: "Draws the selected threads with all five states, whatever the level of detail of the others."},
	{Name: "hide", Menu: "Show and hide", Label: "Hide", Keys: "H", Selection: true, Command: workspace.Hide{},
		Help: "Removes the selected threads from the picture until all threads are shown again."},
	{Name: "hide rest", Menu: "Show and hide", Label: "Hide the others", Keys: "Shift+H", Selection: true,
		Command: workspace.HideRest{},
		Help:    "Removes all but the selected threads from the picture until all threads are shown again."},
	{Name: "dim", Menu: "Show and hide", Label: "Dim (toggle)", Keys: "B", Line: true, Selection: true,
		Command: workspace.SetDimmed{On: true}, Off: workspace.SetDimmed{},
		Help: "Draws the selected threads faintly, or as before."},
	{Name: "dim rest", Menu: "Show and hide", Label: "Dim the others", Keys: "Shift+B", Selection: true,
		Command: workspace.DimRest{},
		Help:    "Draws all but the selected threads faintly."},
	{Name: "aside", Menu: "Show and hide", Label: "Send to back (toggle)", Keys: "O", Selection: true,
		Command: workspace.SetAside{On: true}, Off: workspace.SetAside{},
		Help: "Moves the selected threads behind all others, or back to their places."},
	{Name: "show all", Menu: "Show and hide", Label: "Show all threads again", Keys: "U", Line: true,
		Command: workspace.ShowAll{},
		Help:    "Shows hidden, dimmed and put-aside threads as before, and removes the filter."},
	{Name: "interact", Menu: "Show and hide", Label: "Show only interacting threads", Keys: "I", Selection: true,
		Command: workspace.OnlyInteracting{},
		Help:    "Hides all threads but the selected one and those with waits between them and it in the history."},
}

// clusterEntries are about clusters.
var clusterEntries = []Entry{
	{Name: "cluster", Menu: "Clusters", Label: "Make a cluster of the selected threads", Keys: "C", Selection: true,
		Command: ClusterSelected{},
		Help:    "Groups the selected threads next to each other, under a name and a colour."},
	{Name: "leave", Menu: "Clusters", Label: "Remove from clusters", Selection: true, Command: workspace.LeaveCluster{},
		Help: "Removes the selected threads from their clusters."},
	{Name: "fold", Menu: "Clusters", Label: "Fold or unfold clusters and groups", Keys: "X Enter", Selection: true,
		Command: FoldSelected{},
		Help:    "Draws each cluster or group of the selected threads as one bar, or all its threads."},
	{Name: "rename", Menu: "Clusters", Label: "Rename the cluster of the selected thread", Keys: "F2", Selection: true,
		Command: RenameCluster{},
		Help:    "Opens the field for the name of the selected thread's cluster."},
	{Name: "fold all", Menu: "Clusters", Label: "Fold all clusters", Line: true, Command: workspace.FoldAll{Folded: true},
		Help: "Draws each cluster as one bar."},
	{Name: "unfold all", Menu: "Clusters", Label: "Unfold all clusters", Command: workspace.FoldAll{},
		Help: "Draws all threads of all clusters again."},
	{Name: "ungroup all", Menu: "Clusters", Label: "Ungroup all", Command: workspace.UngroupAll{},
		Help: "Removes all clusters; their threads stay."},
}

// sliceEntries are about slices and workspaces.
var sliceEntries = []Entry{
	{Name: "slices", Menu: "Slices", Label: "Slices", Keys: "Shift+V",
		Command: workspace.OpenPanel{Name: SlicesPanel, Open: true}, Off: workspace.OpenPanel{Name: SlicesPanel},
		Help: "Opens or closes the panel of slices: parts of the time of threads with names and colours of your own."},
	{Name: "new slice", Menu: "Slices", Label: "New slice…", Command: NewSlice{},
		Help: "Opens the editor for a new slice."},
	{Name: "slice threads", Menu: "Slices", Label: "New slice of the selected threads", Selection: true, Command: SliceThreads{},
		Help: "Makes a slice of the whole time of the selected threads."},
	{Name: "slice interval", Menu: "Slices", Label: "New slice of the selected interval", Command: SliceInterval{},
		Help: "Makes a slice of the time of all threads in the selected interval."},
	{Name: "open workspace", Menu: "Slices", Label: "Open the slice as workspace", Command: OpenChosenSlice{},
		Help: "Opens the chosen slice of the panel Slices in a tab of its own, in which nothing counts outside of it."},
	{Name: "parent workspace", Menu: "Slices", Label: "Parent workspace", Keys: "Alt+Up", next: parentSpace,
		Help: "Shows the workspace of which the base of this one is a slice. The outermost one is that of the whole trace."},
	{Name: "divide", Menu: "Slices", Label: "Divide into slices…", Command: DivideSlices{},
		Help: "Makes slices by ranges of a number, such as fast and slow calls, with limits that can be dragged in a histogram."},
	{Name: "gallery", Menu: "Slices", Label: "Gallery of slices…", Command: ShowGallery{},
		Help: "Lists ready slices, those first that cover something in this trace."},
	{Name: "open slices", Menu: "Slices", Label: "Open slices…", Command: OpenSlices{},
		Help: "Adds the slices of a file, docs/slices.md."},
	{Name: "save slices", Menu: "Slices", Label: "Save slices…", Command: SaveSlices{},
		Help: "Saves all slices to a file, for other traces and for tiv dump --slices."},
	{Name: "copy slices", Menu: "Slices", Label: "Copy slices as text", Command: CopySlices{},
		Help: "Copies all slices in the form of files."},
	{Name: "paste slices", Menu: "Slices", Label: "Paste slices", Command: PasteSlices{},
		Help: "Adds the slices in the clipboard, in the form of files."},
}
