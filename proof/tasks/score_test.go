package main

import (
	"slices"
	"testing"
	"time"

	"tiv/internal/reduced"
	"tiv/task"
	"tiv/tracefeed"
)

// A thread that works for request 2 within a task of request 1 is charged wrongly, and so is one
// that waits without a mark; a thread that works for request 2 without a task is charged to none.
func TestCompare(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
		0ms A start
		0ms B start
		1ms A call-enter serve
		1ms A region-start truth%201
		1ms B region-start truth%202
		3ms B region-end truth%202
		4ms A region-start truth%202
		9ms A region-end truth%202
		10ms A region-end truth%201
		11ms A suspend-start channel
		13ms A suspend-end
		14ms A suspend-start gc
		15ms A suspend-end
		17ms A suspend-start channel
		18ms A wake A
		19ms A suspend-end
		20ms A region-start truth%200
		21ms A region-end truth%200
		21ms A call-exit serve`)
	index, err := task.Build(t.Context(), tl, task.Options{Definitions: definitions})
	if err != nil {
		t.Fatal(err)
	}
	var b bench
	all := truth(t.Context(), tl)
	requests, err := requestsOf(index, all)
	s := b.compare(tl, index, all, requests)
	want := score{right: 4 * time.Millisecond, wrong: 9 * time.Millisecond, left: 2 * time.Millisecond, between: 7 * time.Millisecond}
	if err != nil || s != want {
		t.Errorf("%+v, %v, want %+v", s, err, want)
	}
}

// A batch is right for all of its requests, and shared by some of them; it is wrong for others, and one task is
// wrong for several requests.
func TestCompareBatches(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
		0us A start
		0us B start
		0us W start
		1us A call-enter serve
		1us A region-start truth%201
		1us B call-enter serve
		1us B region-start truth%202
		2us A put object=1 value=1
		2us B put object=1 value=2
		2us B put object=1 value=3
		3us A region-end truth%201
		3us A call-exit serve
		3us B region-end truth%202
		3us B call-exit serve
		10us W take object=1 value=1
		11us W take object=1 value=2
		12us W region-start truth%202+1+2
		22us W region-end truth%202+1+2
		22us W region-start truth%201
		42us W region-end truth%201
		42us W region-start truth%203
		82us W region-end truth%203
		82us W monitor-exit L
		100us W take object=1 value=3
		100us W region-start truth%202+2
		180us W region-end truth%202+2
		180us W region-start truth%201+2
		340us W region-end truth%201+2
		340us W take object=1
		340us W region-start truth%201+2
		660us W region-end truth%201+2
		700us W end`)
	index, err := task.Build(t.Context(), tl, task.Options{Definitions: definitions})
	if err != nil {
		t.Fatal(err)
	}
	var b bench
	all := truth(t.Context(), tl)
	requests, err := requestsOf(index, all)
	s := b.compare(tl, index, all, requests)
	want := score{right: 94 * time.Microsecond, shared: 20 * time.Microsecond, wrong: 200 * time.Microsecond,
		left: 320 * time.Microsecond, between: 20 * time.Microsecond}
	if err != nil || s != want {
		t.Errorf("%+v, %v, want %+v", s, err, want)
	}
}

// Marks are regions, calls with a token, and functions.
func TestMarks(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
		0ms A start
		0ms A alloc object=7 what=Truth$Token
		0ms A alloc object=9 what=Truth$Token
		1ms A call-enter Truth.of value=9
		2ms A call-enter as_r017
		3ms A region-start truth%203
		4ms A region-end truth%203
		5ms A call-exit as_r017
		6ms A call-exit Truth.of`)
	var got []int
	for _, s := range truth(t.Context(), tl)[tracefeed.ThreadID(1)] {
		got = append(got, s.request)
	}
	if want := []int{unmarked, 1, 17, 3, 17, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// The tasks of a type are as many as the clients say, and each is of another request.
func TestCount(t *testing.T) {
	t.Parallel()
	index := &task.Index{Tasks: []task.Task{{Number: 1, Type: "click"}, {Number: 2, Type: "click"}, {Number: 3, Type: "click"}}}
	for _, c := range []struct {
		requests []int
		want     int
		among    bool
		wrong    bool
	}{
		{[]int{1, 2, 3}, 3, false, false},
		{[]int{1, 2, 3}, 4, false, true},
		{[]int{1, 2, 2}, 3, false, true},
		{[]int{1, 2, nobody}, 3, false, true},
		{[]int{1, 2, nobody}, 2, true, false},
	} {
		r := recorded{index: index, requests: c.requests}
		if err := r.count(c.want, "click", c.among); (err != nil) != c.wrong {
			t.Errorf("%v, %d: %v", c.requests, c.want, err)
		}
	}
}
