package main

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"tiv/timeline"
	"tiv/tracefeed"
)

// marks are the marks of a trace. Those of Go are regions "truth N", or "truth N+N" for several
// requests, those of Java calls of Truth.of with the token of a request, and those of C++ calls of
// as_rN.
type marks struct {
	requests []int         // by name: the request of a region or a function, unmarked for others
	several  [][]int       // by name: the requests of a region, if those are several
	token    []bool        // by name: the function has a token
	tokens   map[int64]int // by object
}

// marksOf returns the marks of a trace.
func marksOf(ctx context.Context, tl *timeline.Timeline) *marks {
	names := len(tl.Names)
	m := &marks{requests: make([]int, names), several: make([][]int, names), token: make([]bool, names), tokens: map[int64]int{}}
	for i, name := range tl.Names {
		m.requests[i] = unmarked
		m.token[i] = name == "Truth.of"
		number, ok := strings.CutPrefix(name, "truth ")
		if !ok {
			number, ok = strings.CutPrefix(name, "as_r")
		}
		if list := parseRequests(number); ok && len(list) == 1 {
			m.requests[i] = list[0]
		} else if ok && len(list) > 1 {
			m.requests[i], m.several[i] = several, list
		}
	}
	calls := map[int64]int{}
	eachEvent(ctx, tl, func(ev *tracefeed.Event, _ tracefeed.State) {
		if ev.Kind == tracefeed.Alloc && strings.HasSuffix(tl.Names[ev.Name], "Token") {
			m.tokens[ev.Object] = len(m.tokens)
		}
		if ev.Kind == tracefeed.CallEnter && m.token[ev.Name] {
			calls[ev.Value]++
		}
	})
	if len(m.tokens) == 0 {
		m.number(calls)
	}
	return m
}

// parseRequests returns the requests of a mark, in order and each once; nil if it has none.
func parseRequests(mark string) (list []int) {
	for number := range strings.SplitSeq(mark, "+") {
		n, err := strconv.Atoi(number)
		if err != nil {
			return nil
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// number gives the tokens of a recording that has begun later than their program numbers: that of
// nobody is the one with the most calls, because it has one between any two requests of a client.
func (m *marks) number(calls map[int64]int) {
	none := int64(0)
	for token, n := range calls {
		if n > calls[none] {
			none = token
		}
	}
	m.tokens[none] = nobody
	for token := range calls {
		if token != none {
			m.tokens[token] = len(m.tokens)
		}
	}
}

// of returns what a mark says that begins or ends.
func (m *marks) of(ev *tracefeed.Event) (mark label, begins, ok bool) {
	switch ev.Kind {
	case tracefeed.RegionStart, tracefeed.RegionEnd, tracefeed.CallEnter, tracefeed.CallExit:
	default:
		return label{}, false, false
	}
	begins = ev.Kind == tracefeed.RegionStart || ev.Kind == tracefeed.CallEnter
	if m.token[ev.Name] {
		return label{request: m.tokens[ev.Value]}, begins, true
	}
	return label{m.requests[ev.Name], m.several[ev.Name]}, begins, m.requests[ev.Name] != unmarked
}
