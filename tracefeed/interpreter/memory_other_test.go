//go:build !linux

package interpreter

const limitsMemory = false
