package wire

import "tiv/tracefeed"

var _ Names = (*Reader)(nil)

// GoroutineID implements Names.
func (w *Reader) GoroutineID(g G) uint64 { return w.o.states.gs.ids[g] }

// Address implements Names.
func (w *Reader) Address(l Lock) uint64 { return w.o.locks.ids[l] }

// Calls implements Names.
func (w *Reader) Calls(n Stack) []int32 { return w.gen.stacks.calls(n) }

// Frame implements Names.
func (w *Reader) Frame(n int32) tracefeed.Frame { return w.gen.stacks.frame(n) }

// Thread implements Names.
func (w *Reader) Thread() uint64 { return w.o.states.ms.ids[w.o.on] }

// User implements Names.
func (w *Reader) User() UserEvent { return w.o.user }
