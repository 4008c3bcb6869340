package kernel

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// ring is the buffer of a processor. The kernel writes it.
type ring struct {
	fd     int
	memory []byte // the page of positions, then the data
	page   *unix.PerfEventMmapPage
	data   []byte
}

// All rings together have 32 MiB, each at most 4 MiB.
const (
	allRings = 32 << 20
	maxRing  = 4 << 20
)

// ringPages returns the number of pages of a ring's data, a power of two.
func ringPages(cpus int) int {
	pages := maxRing / os.Getpagesize()
	for pages > 16 && pages*cpus*os.Getpagesize() > allRings {
		pages /= 2
	}
	return pages
}

func newRing(fd, size int) (*ring, error) {
	page := os.Getpagesize()
	memory, err := unix.Mmap(fd, 0, page+size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("buffer of %d KiB for a processor: %w", size>>10, err)
	}
	return &ring{fd, memory, (*unix.PerfEventMmapPage)(unsafe.Pointer(&memory[0])), memory[page:]}, nil
}

// take appends the records that are in the ring, and frees their place.
func (r *ring) take(out []byte) []byte {
	head, tail := atomic.LoadUint64(&r.page.Data_head), r.page.Data_tail
	size := uint64(len(r.data))
	for from := tail; from < head; {
		at := from % size
		n := min(head-from, size-at)
		out = append(out, r.data[at:at+n]...)
		from += n
	}
	atomic.StoreUint64(&r.page.Data_tail, head)
	return out
}

func (r *ring) close() { unix.Munmap(r.memory) }

// online returns the numbers of the processors that are on.
func online() ([]int, error) {
	text, err := os.ReadFile("/sys/devices/system/cpu/online")
	if err != nil {
		return nil, err
	}
	var cpus []int
	for part := range strings.SplitSeq(strings.TrimSpace(string(text)), ",") {
		first, last, several := strings.Cut(part, "-")
		if !several {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil || to > 1<<16 {
			return nil, fmt.Errorf("processors %q", text)
		}
		for ; from <= to; from++ {
			cpus = append(cpus, from)
		}
	}
	return cpus, nil
}
