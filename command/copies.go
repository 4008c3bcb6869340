package command

import "tiv/tracefeed"

// Commands that copy a text to the clipboard; CopyRows, CopySlices and CopyNotes are others.
type (
	// CopyNames copies the names of threads; without any, of the selected ones.
	CopyNames struct{ Threads []tracefeed.ThreadID }
	// CopyStack copies the stack of a thread at a time, by default of the selected one at the
	// moment; or only the place of one of its frames, counted from 1.
	CopyStack struct {
		Thread tracefeed.ThreadID
		At     tracefeed.Time
		Frame  int
	}
	// CopyLock copies the name of a lock, or its id in the trace.
	CopyLock struct {
		Lock tracefeed.MonitorID
		ID   bool
	}
	// CopyFunction copies the name of a function, by default the one of the selected call.
	CopyFunction struct{ Function string }
	// CopyNote copies the text of a note.
	CopyNote struct{ Index int }
	// CopyRules copies the dismissed findings as rules for tiv check.
	CopyRules struct{}
	// CopyRecording copies the command line that records a program.
	CopyRecording struct{ Program string }
	// CopyText copies any text, such as the description of a wait.
	CopyText struct{ Text string }
)
