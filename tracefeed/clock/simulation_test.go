package clock

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

// world is a simulation of machines whose clocks are known.
type world struct {
	rng    *rand.Rand
	clocks []*truth
	length Time
}

// truth is a clock: its time at each tick of real time. Between ticks its rate is constant.
type truth struct{ at []float64 }

// tick is the time between changes of rates.
const tick = 20e6

// newWorld returns machines whose clocks differ by 1 s and whose rates differ by 50 ppm at
// most, and change by steps and in ramps.
func newWorld(rng *rand.Rand, machines int, length Time) *world {
	w := &world{rng: rng, length: length}
	for range machines {
		c := &truth{}
		now, rate, change := (rng.Float64()*2-1)*1e9, (rng.Float64()*2-1)*50e-6, 0.0
		for at := 0.0; at < float64(length)+20e9; at += tick {
			c.at = append(c.at, now)
			switch rng.IntN(200) {
			case 0:
				rate = (rng.Float64()*2 - 1) * 50e-6
			case 1, 2:
				change = (rng.Float64()*2 - 1) * 1e-6
			case 3, 4, 5:
				change = 0
			}
			rate = min(max(rate+change, -50e-6), 50e-6)
			now += tick * (1 + rate)
		}
		w.clocks = append(w.clocks, c)
	}
	return w
}

// read returns the time of the clock at a real time.
func (c *truth) read(real float64) float64 {
	i := min(max(int(real/tick), 0), len(c.at)-2)
	return c.at[i] + (c.at[i+1]-c.at[i])*(real/tick-float64(i))
}

// real returns the real time at a time of the clock.
func (c *truth) real(t float64) float64 {
	i := min(max(sort.SearchFloat64s(c.at, t)-1, 0), len(c.at)-2)
	return (float64(i) + (t-c.at[i])/(c.at[i+1]-c.at[i])) * tick
}

// way is a connection between two machines.
type way struct {
	a, b        Machine
	there, back float64 // least delays
	queue       float64 // the share of messages that wait
	length      float64 // typical length of a wait
	lost        float64 // the share of messages that are lost
}

// delay returns the delay of a message: with a heavy tail if it waits.
func (w *world) delay(least float64, by *way) float64 {
	d := least + w.rng.ExpFloat64()*by.length/1000
	if w.rng.Float64() < by.queue {
		d += by.length * math.Pow(w.rng.Float64(), -1/1.2)
	}
	return min(d, 5e9)
}

// send sends a message at a real time, and returns the time of its receipt.
func (w *world) send(from, to Machine, by *way, at float64) (m Message, received float64) {
	least := by.there
	if from != by.a {
		least = by.back
	}
	received = at + w.delay(least, by)
	return Message{from, to, Time(math.Floor(w.clocks[from].read(at))), Time(math.Ceil(w.clocks[to].read(received)))}, received
}

// probes sends probes from a to b every interval.
func (w *world) probes(by way, interval float64) (out []Message) {
	for at := w.rng.Float64() * interval; at < float64(w.length); at += interval {
		there, arrived := w.send(by.a, by.b, &by, at)
		back, _ := w.send(by.b, by.a, &by, arrived+w.rng.Float64()*1e5)
		if w.rng.Float64() >= by.lost {
			out = append(out, there, back)
		}
	}
	return out
}

// messages sends messages in both directions at random times.
func (w *world) messages(by way, count int) (out []Message) {
	for range count {
		from, to := by.a, by.b
		if w.rng.IntN(2) == 0 {
			from, to = to, from
		}
		m, _ := w.send(from, to, &by, w.rng.Float64()*float64(w.length))
		out = append(out, m)
	}
	return out
}

// arrive sorts messages in the order in which they arrive.
func (w *world) arrive(all []Message) (out []Message) {
	type arrival struct {
		Message
		real float64
	}
	var by []arrival
	for _, m := range all {
		by = append(by, arrival{m, w.arrival(m)})
	}
	slices.SortStableFunc(by, func(a, b arrival) int { return cmp.Compare(a.real, b.real) })
	for _, a := range by {
		out = append(out, a.Message)
	}
	return out
}

// arrival returns the real time of the receipt of a message.
func (w *world) arrival(m Message) float64 { return w.clocks[m.To].real(float64(m.Received)) }

// right returns the time of one machine's clock at a time of another one's.
func (w *world) right(m, reference Machine, t Time) float64 {
	return w.clocks[reference].read(w.clocks[m].real(float64(t)))
}

// random returns random ways that connect all machines, slow and fast ones, with different
// delays in both directions.
func (w *world) random() (out []way) {
	rng := w.rng
	join := func(a, b Machine) {
		least := math.Pow(10, 4+rng.Float64()*3) // 10 µs to 10 ms
		out = append(out, way{a, b, least, least * (0.3 + rng.Float64()*2), rng.Float64(), least * rng.Float64() * 10, rng.Float64() / 2})
	}
	for m := 1; m < len(w.clocks); m++ {
		join(Machine(rng.IntN(m)), Machine(m))
	}
	for range rng.IntN(len(w.clocks) + 1) {
		if a, b := Machine(rng.IntN(len(w.clocks))), Machine(rng.IntN(len(w.clocks))); a != b {
			join(a, b)
		}
	}
	return out
}
