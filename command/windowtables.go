package command

import (
	"tiv/tracefeed"
	"tiv/workspace"
)

// Commands about tables.
type (
	// ShowTable opens the panel of tables with a table. Calls can be limited to those of a
	// function, and functions and calls to a thread.
	ShowTable struct {
		Table    string
		Thread   tracefeed.ThreadID
		Function string
	}
	// ListSlowestCalls lists the calls of the selected call's function.
	ListSlowestCalls struct{}
	// FilterTable lists only the rows of the shown table that contain a text, and SortTable
	// sorts these by the column of a name, "" for none.
	FilterTable struct{ Text string }
	SortTable   struct {
		Column    string
		Backwards bool
	}
	// GroupTable adds up the table of functions by something, "" for functions.
	GroupTable struct{ By string }
	// GroupTasks adds up the table of types of tasks by something, "" for types. FilterTasks lists
	// only tasks with a condition in tables of tasks, and SelectListedTasks highlights the listed ones.
	GroupTasks        struct{ By string }
	FilterTasks       struct{ Where string }
	SelectListedTasks struct{}
	// SetTableWhole lets tables cover the whole trace, SetStatisticsWhole the statistics, and
	// SetSlicesWhole the panel of slices. SetTableShares shows slices in tables as shares.
	SetTableWhole      struct{ On bool }
	SetStatisticsWhole struct{ On bool }
	SetSlicesWhole     struct{ On bool }
	SetTableShares     struct{ On bool }
	// SelectRows chooses rows of the shown table by their places from 0, and selects their
	// threads. GoToRow goes to the moment and the thread of a row.
	SelectRows struct {
		Rows []int
		Mode workspace.SelectMode
	}
	GoToRow struct{ Row int }
	// CopyRows copies the chosen rows, or else all that are listed, to a file, or with "" to the
	// clipboard.
	CopyRows struct{ Path string }
)

// ThreadOrder is an order of threads.
type ThreadOrder uint8

// The orders: by name, by appearance in the trace, and by the time in a state.
const (
	ByName ThreadOrder = iota
	ByID
	ByRunning
	ByRunnable
	BySuspended
	ByBlocking
	ByIO
)

func (o ThreadOrder) String() string {
	return [...]string{"name", "id", "running", "runnable", "suspended", "blocking", "io"}[o]
}

// Commands about the list of threads.
type (
	// SortThreads sorts the threads of the panel Threads.
	SortThreads struct {
		By        ThreadOrder
		Backwards bool
	}
	// FindThreads lists only threads with a text in their names or ids.
	FindThreads struct{ Text string }
	// ListGroup lists the threads of a group below its name, or only the name.
	ListGroup struct {
		Group string
		On    bool
	}
)

// The names of tables that other parts of the window open.
const (
	ThreadTable   = "Threads"
	FunctionTable = "Functions"
	CallTable     = "Calls"
	TaskTable     = "Tasks"
	TypeTable     = "Task types"
)
