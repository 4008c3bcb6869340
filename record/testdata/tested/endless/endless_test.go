// Package endless has a test that only a signal ends.
package endless

import (
	"fmt"
	"testing"
	"time"
)

func TestEndless(t *testing.T) {
	fmt.Println("ready")
	for {
		time.Sleep(time.Second)
	}
}
