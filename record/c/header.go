// Package c holds the header with which C and C++ programs write a trace.bin, for
// libraries that are compiled while TIV runs. The programs beside it show and measure
// the header; Go does not build them.
package c

import _ "embed"

// Header is the text of tiv.h.
//
//go:embed tiv.h
var Header []byte

// Rate is the text of rate.h, which tiv.h's users in TIV include after it.
//
//go:embed rate.h
var Rate []byte
