// Package c holds the header with which C and C++ programs write a trace.bin, for
// libraries that are compiled while TIV runs. It is one file for its users, put together
// from those in the folder parts by "go test ./record/c -update". The programs beside it
// show and measure the header; Go does not build them.
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
