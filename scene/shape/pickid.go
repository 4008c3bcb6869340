package shape

// PickID identifies a thing in the picture.
type PickID struct {
	Kind PickKind
	// Index counts within the kind: a ThreadID, an index of an edge.
	Index int32
}

// PickKind is the kind of thing that a PickID identifies.
type PickKind uint8

// The kinds of things to pick.
const (
	PickNothing PickKind = iota
	PickThread
	PickEdge
	PickCluster
	// PickNote counts Look.Notes.
	PickNote
	// PickLock counts Frame.Locks.
	PickLock
	// PickDebt counts Frame.Debts.
	PickDebt
	// PickAlike counts Frame.Alike.
	PickAlike
	// PickProcessor counts processors, as tracefeed.CPU does.
	PickProcessor
	// PickTaskType counts the rows of types in the task view, by their numbers among all types there.
	PickTaskType
	// PickTask counts the tasks of Look.Tasks.
	PickTask
)
