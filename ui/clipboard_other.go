//go:build !linux

package ui

// ignoreErrors is for X only.
func ignoreErrors() {}
