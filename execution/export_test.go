package execution

// For tests of package execution_test.
var (
	TreeOf    = treeOf
	ObjectsOf = objectsOf
	Split     = (*Query).split
)
