package slice_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"tiv/execution/slice"
)

func TestFile(t *testing.T) {
	want := []slice.Definition{
		{Name: "queries", Colour: 0x1f77b4, Where: `function ~ "^database/sql"`},
		{Name: "callers", Where: `duration > 5ms`, Extent: slice.Callers, From: 1, To: 1500},
		{Name: "A", Of: slice.Locks, Where: `lock == "A"`, Extent: slice.Holds},
		{Name: "rest", Of: slice.Combinations, Where: `!in slice("A")`, Extent: slice.Whole},
	}
	var out bytes.Buffer
	if err := slice.Write(&out, want); err != nil {
		t.Fatal(err)
	}
	got, err := slice.Read(&out)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestFileErrors(t *testing.T) {
	one := func(fields string) string { return `{"tiv_slices":1,"slices":[{"name":"x",` + fields + `}]}` }
	for text, want := range map[string]string{
		"":                       "ends too early",
		`{"tiv_slices":1}x`:      "at byte 16: something",
		"{":                      "ends too early",
		"{}":                     `no "tiv_slices": 1`,
		`{"tiv_slices":2}`:       "version 2",
		`{"tiv_slices":1,"x":2}`: `unknown field "x"`,
		`{"tiv_slices":1,"slices":[` + strings.Repeat(`{},`, 64) + `{}]}`: "65 slices",
		one(`"of":"cals"`):                           `no slices of "cals": calls, spans`,
		one(`"of":"calls","colour":"red"`):           `the colour "red"`,
		one(`"of":"calls","extent":"waits"`):         "of calls cannot have the extent waits",
		one(`"of":"calls","extent":"all"`):           `no extent "all"`,
		one(`"of":"calls","where":"duration > 5"`):   `slice 1, "x": column 10`,
		one(`"of":"spans","from":"2s","to":"1s"`):    "ends before it begins",
		one(`"of":"spans","from":"soon"`):            `"soon"`,
		`{"tiv_slices":1,"slices":[{"of":"calls"}]}`: "no name",
		strings.Repeat(" ", 1<<20+1):                 "larger than",
		`{"tiv_slices":1,"slices":[{"name":7}]}`:     "at byte 35",
		one(`"of":"threads","where":"waits > 5"`):    `unknown word "waits"`,
	} {
		if _, err := slice.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.100s: %v; want %s", text, err, want)
		}
	}
}

// FuzzFile reads any bytes; what can be read is written and read again as it was.
func FuzzFile(f *testing.F) {
	f.Add([]byte(`{"tiv_slices":1,"slices":[{"name":"a","of":"calls","where":"function ~ \"x\"","extent":"self","from":"1s"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := slice.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := slice.Write(&out, list); err != nil {
			t.Fatal(err)
		}
		if again, err := slice.Read(&out); err != nil || !slices.Equal(again, list) {
			t.Errorf("%v: %+v; was %+v", err, again, list)
		}
	})
}
