package perfetto

import (
	"tiv/internal/protobuf"
	"tiv/tracefeed/sched"
	"tiv/tracefeed/slicefeed"
)

// compact reads switches and wake-ups in columns.
func (k *kernel) compact(data []byte, lost bool) bool {
	k.times, k.states, k.tids, k.comms, k.names = k.times[:0], k.states[:0], k.tids[:0], k.comms[:0], k.names[:0]
	var wakeTimes, wakePIDs, wakeComms []uint64
	k.flags = k.flags[:0]
	m := protobuf.New(data, 0)
	for m.Next() {
		switch m.Number {
		case schedSwitchTime:
			k.times = m.Numbers(k.times, false)
		case schedSwitchState:
			k.states = m.Numbers(k.states, false)
		case schedSwitchPID:
			k.tids = m.Numbers(k.tids, false)
		case schedSwitchComm:
			k.comms = m.Numbers(k.comms, false)
		case schedComms:
			k.names = append(k.names, m.Bytes)
		case schedWakingTime:
			wakeTimes = m.Numbers(wakeTimes, false)
		case schedWakingPID:
			wakePIDs = m.Numbers(wakePIDs, false)
		case schedWakingComm:
			wakeComms = m.Numbers(wakeComms, false)
		case schedWakingFlags:
			k.flags = m.Numbers(k.flags, false)
		}
	}
	return m.Err() == nil && k.switches(lost) && k.wakings(wakeTimes, wakePIDs, wakeComms)
}

// at returns number i of a column, 0 beyond its end.
func at(column []uint64, i int) uint64 {
	if i < len(column) {
		return column[i]
	}
	return 0
}

// comm returns a name that compact events refer to.
func (k *kernel) comm(i uint64) []byte {
	if i < uint64(len(k.names)) {
		return k.names[i]
	}
	return nil
}

// switches adds compact switches. They have the next thread alone.
func (k *kernel) switches(lost bool) bool {
	var time uint64
	for i := range k.tids {
		time += at(k.times, i)
		when, ok := k.kernelTime(time)
		if !ok {
			return false
		}
		if lost && i == 0 {
			k.loseAll(when)
		}
		rec := slicefeed.Record{Kind: slicefeed.Switch, At: when, CPU: k.cpu,
			Other: k.task(number(k.tids[i])), Code: sched.Letter(at(k.states, i))}
		k.nameTask(rec.Other, k.comm(at(k.comms, i)))
		k.log.Add(rec)
	}
	return true
}

// wakings adds compact wake-ups: by the thread on their processor.
func (k *kernel) wakings(times, pids, comms []uint64) bool {
	var time uint64
	for i := range pids {
		time += at(times, i)
		when, ok := k.kernelTime(time)
		if !ok {
			return false
		}
		t := k.task(number(pids[i]))
		if k.nameTask(t, k.comm(at(comms, i))); t == 0 {
			continue
		}
		rec := slicefeed.Record{Kind: slicefeed.Wakeup, At: when, CPU: k.cpu, Thread: t, Code: slicefeed.ByCurrent}
		if fromInterrupt(at(k.flags, i)) {
			rec.Code = 0
		}
		k.log.Add(rec)
	}
	return true
}
