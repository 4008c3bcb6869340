package tracefeed

// ProcessID names a process within one feed: an index into Tables.Processes.
type ProcessID int32

// NoProcess is the process of threads of a source that does not distinguish processes, and
// the parent of a process whose parent is not in the trace.
const NoProcess ProcessID = 0

// Process is a process of the operating system, with an address space of its own.
type Process struct {
	// ID is its number in the operating system, made unique in the trace.
	ID string
	// Name is the name to display, such as that of its program.
	Name string
	// Command is its command line, or the title that it has written over it; "" if unknown.
	Command string
	// Parent is the process that started it, an earlier one in the table.
	Parent ProcessID
}
