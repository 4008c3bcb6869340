package scene

import (
	"testing"

	"tiv/scene/view"
)

// Each view has a painter, or columns of other views.
func TestViewsHavePainters(t *testing.T) {
	t.Parallel()
	for _, k := range view.Kinds {
		if (painters[k] == nil) != (len(k.Columns) > 1) {
			t.Errorf("%s is drawn %t, and has %d columns", k, painters[k] != nil, len(k.Columns))
		}
	}
}
