package wire

// taskBegin processes the begin of a user task. Unlike the library, it accepts
// a task that has begun before.
func (o *ordering) taskBegin(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsAll); err != nil {
		return false, err
	}
	text, stack := o.gen.text(ev.args[3]), o.gen.stack(ev.args[4])
	if text < 0 {
		return false, noText(ev.args[3])
	}
	if stack < 0 {
		return false, noStack(ev.args[4])
	}
	parent := ev.args[2]
	if parent == noID {
		parent = 0
	}
	o.user = UserEvent{ev.args[1], parent, o.gen.texts.list[text]}
	e := o.emit(ev, TaskBegin)
	e.G, e.Stack = o.m.g, stack
	return true, nil
}

// taskEnd processes the end of a user task. It may come again, and on another
// goroutine than the begin.
func (o *ordering) taskEnd(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsAll); err != nil {
		return false, err
	}
	o.user = UserEvent{Task: ev.args[1]}
	o.emit(ev, TaskEnd).G = o.m.g
	return true, nil
}

// region processes the begin or end of a user region. Unlike the library, it
// does not check that regions nest.
func (o *ordering) region(ev *wireEvent) (bool, error) {
	if err := o.m.check(needsAll); err != nil {
		return false, err
	}
	text := o.gen.text(ev.args[2])
	if text < 0 {
		return false, noText(ev.args[2])
	}
	kind, stack := RegionEnd, Stack(0)
	if ev.kind == evUserRegionBegin {
		kind, stack = RegionBegin, o.gen.stack(ev.args[3])
		if stack < 0 {
			return false, noStack(ev.args[3])
		}
	}
	o.user = UserEvent{Task: ev.args[1], Name: o.gen.texts.list[text]}
	e := o.emit(ev, kind)
	e.G, e.Stack = o.m.g, stack
	return true, nil
}
