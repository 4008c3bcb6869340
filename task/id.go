package task

import (
	"cmp"
	"fmt"
	"sort"
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// ID names a task in every index of its trace: a trace can use a number again after the end of its
// task. The zero ID names none.
type ID struct {
	Number int64
	// Start is its start, or AnyStart.
	Start tracefeed.Time
}

// AnyStart stands for the start of a task that is known by its number alone.
const AnyStart tracefeed.Time = -1

// ID returns the name of a task.
func (t *Task) ID() ID { return ID{t.Number, t.Start} }

// String returns the name as ParseID reads it: "17@1500ms", or "17" for any start.
func (id ID) String() string {
	number := strconv.FormatInt(id.Number, 10)
	if id.Number == 0 || id.Start < 0 {
		return number
	}
	return number + "@" + id.Start.Exact()
}

// ParseID reads the name of a task: its number, and, where several tasks of the trace have that
// number, "@" and its start.
func ParseID(s string) (ID, error) {
	digits, at, started := strings.Cut(s, "@")
	id := ID{Start: AnyStart}
	var err error
	if id.Number, err = strconv.ParseInt(digits, 10, 64); err != nil {
		return ID{}, fmt.Errorf("%q is no task: want its number, as in 17, or with its start, as in 17@1.5s", s)
	}
	if id.Number == 0 {
		return ID{}, nil
	}
	if started {
		if id.Start, err = tracefeed.ParseTime(at); err != nil {
			return ID{}, fmt.Errorf("the start of task %d: %w", id.Number, err)
		}
	}
	return id, nil
}

// Compare orders names as an index orders its tasks.
func (id ID) Compare(o ID) int {
	return cmp.Or(cmp.Compare(id.Start, o.Start), cmp.Compare(id.Number, o.Number))
}

// Lookup returns the index of a task in Index.Tasks; -1 if it is not there.
func (x *Index) Lookup(id ID) int {
	if x == nil || id.Number == 0 {
		return -1
	}
	i := sort.Search(len(x.Tasks), func(i int) bool { return x.Tasks[i].ID().Compare(id) >= 0 })
	if i == len(x.Tasks) || x.Tasks[i].ID() != id {
		return -1
	}
	return i
}

// LookupAll returns the indices of the tasks of a list in the order of Compare, without those that are not there. A list of
// many tasks of the index takes a few steps for each of them.
func (x *Index) LookupAll(list []ID) (found []int32) {
	if x == nil {
		return nil
	}
	at := 0 // the tasks before are less than what is looked for
	for _, id := range list {
		low, high := at, at
		for step := 1; high < len(x.Tasks) && x.Tasks[high].ID().Compare(id) < 0; step *= 2 {
			low, high = high+1, high+step
		}
		high = min(high, len(x.Tasks))
		at = low + sort.Search(high-low, func(i int) bool { return x.Tasks[low+i].ID().Compare(id) >= 0 })
		if id.Number != 0 && at < len(x.Tasks) && x.Tasks[at].ID() == id {
			found = append(found, int32(at))
		}
	}
	return found
}

// Resolve returns an ID with the start of its task: without one, of the last task of its number
// to start until a time, or else of the first. An ID of no task is returned as it is.
func (x *Index) Resolve(id ID, at tracefeed.Time) ID {
	if x == nil || id.Number == 0 || id.Start >= 0 {
		return id
	}
	if i := x.Find(id.Number, at); i >= 0 {
		return x.Tasks[i].ID()
	}
	return id
}
