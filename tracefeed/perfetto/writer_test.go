package perfetto

import "google.golang.org/protobuf/encoding/protowire"

// v is a field with a number, text one with bytes, and msg one with fields.
func v(n protowire.Number, value int64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(nil, n, protowire.VarintType), uint64(value))
}

func fixed(n protowire.Number, value uint64) []byte {
	return protowire.AppendFixed64(protowire.AppendTag(nil, n, protowire.Fixed64Type), value)
}

func text(n protowire.Number, value string) []byte {
	return protowire.AppendString(protowire.AppendTag(nil, n, protowire.BytesType), value)
}

func msg(n protowire.Number, fields ...[]byte) []byte {
	return text(n, string(join(fields...)))
}

// packed is a field with several numbers.
func packed(n protowire.Number, values ...int64) []byte {
	var all []byte
	for _, x := range values {
		all = protowire.AppendVarint(all, uint64(x))
	}
	return text(n, string(all))
}

func join(parts ...[]byte) (all []byte) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// pkt is a packet of a file.
func pkt(fields ...[]byte) []byte { return msg(tracePacket, fields...) }

// event is a packet with a track event.
func event(at int64, kind int64, track int64, fields ...[]byte) []byte {
	return pkt(v(packetTimestamp, at), v(packetSequence, 1),
		msg(packetTrackEvent, append(fields, v(eventType, kind), v(eventTrack, track))...))
}

// threadTrack is a packet that describes the track of a thread.
func threadTrack(uuid, pid, tid int64, name string) []byte {
	return pkt(msg(packetTrack, v(trackUUID, uuid), msg(trackThread, v(threadPID, pid), v(threadTID, tid), text(threadName, name))))
}

// ftrace is a packet with events of the kernel on a processor.
func ftrace(cpu int64, fields ...[]byte) []byte {
	return pkt(msg(packetFtrace, append([][]byte{v(bundleCPU, cpu)}, fields...)...))
}

// kevent is an event of the kernel.
func kevent(at, pid int64, n protowire.Number, fields ...[]byte) []byte {
	return msg(bundleEvent, v(kernelTimestamp, at), v(kernelPID, pid), msg(n, fields...))
}

func switchTo(at, prev int64, state int64, next int64, comm string) []byte {
	return kevent(at, prev, kernelSwitch, v(switchPrevPID, prev), v(switchPrevState, state), text(switchNextComm, comm),
		v(switchNextPID, next))
}
