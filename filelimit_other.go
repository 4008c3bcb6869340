//go:build !unix

package main

// surviveFileLimit does nothing where there are no such limits.
func surviveFileLimit() {}
