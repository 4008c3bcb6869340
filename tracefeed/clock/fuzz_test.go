package clock

import (
	"encoding/binary"
	"math"
	"testing"
)

// FuzzEvidence adds messages of any times, and checks that corrections do not go back, settled ones
// do not change, and nothing fails.
func FuzzEvidence(f *testing.F) {
	f.Add([]byte("a message"), int64(0), uint8(0))
	f.Add([]byte("\x01\x00\x00\x10\x00\x00\x00\x20\x01\x00\x00\x20\x44\x00\x00\x30\x03\x00\x00\x40\xff\xff\xff\xff"),
		int64(5_000_000), uint8(90))
	f.Fuzz(func(t *testing.T, data []byte, drift int64, symmetry uint8) {
		model := Model{MaxDrift: drift, Symmetry: int(symmetry), MinDelay: Time(symmetry) << 10}
		l, err := NewLink(model, 1000)
		if err != nil {
			return
		}
		n, err := NewNetwork(4, model)
		if err != nil {
			t.Fatal(err)
		}
		settled, before := Time(math.MinInt64), Estimate{}
		for len(data) >= 12 {
			kind, m := data[0], message(data)
			data = data[12:]
			n.Add(m) // it can be none
			l.Add(m.From == 0, m.Sent, m.Received)
			if now := l.At(settled); settled != math.MinInt64 && now.Time != before.Time {
				t.Fatalf("a settled time %v changed from %v to %v", settled, before, now)
			}
			if kind&64 != 0 && m.Received > settled {
				settled = min(m.Received, far)
				l.Settle(settled)
				before = l.At(settled)
			}
		}
		s := n.Solve(1)
		l.Settle(max(settled, 0))
		checkOrder(t, l.At)
		for m := range Machine(4) {
			checkOrder(t, func(at Time) Estimate { return s.At(m, at) })
			s.Evidence(m)
		}
	})
}

// message makes a message of 12 bytes.
func message(data []byte) Message {
	sent, received := Time(int32(binary.BigEndian.Uint32(data[4:]))), Time(int32(binary.BigEndian.Uint32(data[8:])))
	if shift := data[1]; shift < 64 {
		sent, received = sent<<shift, received<<(shift^data[2]&7)
	}
	return Message{Machine(data[0] & 3), Machine(data[0] >> 2 & 3), sent, received}
}

// checkOrder checks that corrected times do not go back.
func checkOrder(t *testing.T, at func(Time) Estimate) {
	t.Helper()
	before := Time(math.MinInt64)
	for _, step := range []Time{1, 1000, 1e6, 1e9, far / 64} {
		before = math.MinInt64
		for i := Time(-32); i <= 32; i++ {
			e := at(i * step)
			if e.Time < before || e.Bound < 0 {
				t.Fatalf("at %v: %+v after %v", i*step, e, before)
			}
			before = e.Time
		}
	}
}
