//go:build !amd64

package emit

const haveCycles = false

func cycles() uint64      { return 0 }
func cyclesAfter() uint64 { return 0 }
