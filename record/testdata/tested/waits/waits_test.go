package waits

import (
	"fmt"
	"os"
	"testing"
)

func TestWaits(t *testing.T) {
	fmt.Println("ready", os.Getpid(), "")
	select {}
}
