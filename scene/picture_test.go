package scene

import (
	"testing"

	"tiv/scene/view"
)

// Each view has a painter, or columns of other views, or shows tasks.
func TestViewsHavePainters(t *testing.T) {
	t.Parallel()
	for _, k := range view.Kinds {
		if (painters[k] == nil) != (len(k.Columns) > 1 || k.Tasks) {
			t.Errorf("%s is drawn %t, and has %d columns", k, painters[k] != nil, len(k.Columns))
		}
	}
}
