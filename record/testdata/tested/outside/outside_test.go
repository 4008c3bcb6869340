// Package outside_test tests from outside, as a package of its own.
package outside_test

import (
	"testing"

	"tiv/record/testdata/tested"
)

func TestThrice(t *testing.T) {
	if tested.Twice(3) != 6 {
		t.Error("twice three")
	}
}
