package clock

import "fmt"

// Network is the evidence about the clocks of several machines, all of it from before the first
// question.
type Network struct {
	model    Model
	machines []machine
	pairs    map[[2]Machine]*pair
}

// machine is what is known about a machine.
type machine struct {
	prior       Time
	first, last Time // times of messages
	known       bool
}

// pair is the messages between two machines.
type pair struct {
	a, b Machine
	// offsets is the envelope of b's clock less a's, by a's time. Its drift is three times
	// that of the model: a message that it drops is implied by others in the time of
	// any third machine, too.
	offsets  envelope
	fastest  fastest
	messages int
}

// NewNetwork returns a network of a number of machines.
func NewNetwork(machines int, m Model) (*Network, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	return &Network{m, make([]machine, machines), map[[2]Machine]*pair{}}, nil
}

// Prior sets the offset of a machine without evidence: a time of wall clocks, say, less the
// same instant by the clock of the machine.
func (n *Network) Prior(m Machine, offset Time) { n.machines[m].prior = min(max(offset, -far), far) }

// Add adds a message. Messages of two machines should arrive in the order of their times; then
// each takes constant time on average. An error says that it is no evidence.
func (n *Network) Add(m Message) error {
	if err := m.check(); err != nil {
		return err
	}
	if most := Machine(len(n.machines)); m.From < 0 || m.To < 0 || m.From >= most || m.To >= most || m.From == m.To {
		return fmt.Errorf("no message of two machines: from %d to %d of %d", m.From, m.To, most)
	}
	n.machines[m.From].seen(m.Sent)
	n.machines[m.To].seen(m.Received)
	p := n.pair(m.From, m.To)
	p.messages++
	x, upper := limit{m.Sent, m.Received - m.Sent}, true
	if m.From != p.a {
		x, upper = limit{m.Received, m.Sent - m.Received}, false
	}
	p.fastest.add(x, upper)
	p.offsets.add(x, upper)
	return nil
}

// seen extends the time of the machine's messages.
func (m *machine) seen(t Time) {
	if !m.known {
		m.first, m.last, m.known = t, t, true
	}
	m.first, m.last = min(m.first, t), max(m.last, t)
}

// pair returns the pair of two machines.
func (n *Network) pair(a, b Machine) *pair {
	key := [2]Machine{min(a, b), max(a, b)}
	p := n.pairs[key]
	if p == nil {
		drift := n.model.drift()
		p = &pair{a: key[0], b: key[1], offsets: envelope{drift: 3 * drift}, fastest: fastest{drift: drift}}
		n.pairs[key] = p
	}
	return p
}

// each yields the messages that limit the clocks of the pair.
func (p *pair) each(yield func(Message) bool) {
	for i := range p.offsets.stretches {
		s := &p.offsets.stretches[i]
		for _, x := range s.upper {
			if !yield(Message{p.a, p.b, x.at, x.at + x.offset}) {
				return
			}
		}
		for _, x := range s.lower {
			if !yield(Message{p.b, p.a, x.at - x.offset, x.at}) {
				return
			}
		}
	}
}

// samples is the number of times at which the accuracy of a pair is measured.
const samples = 64

// bound returns the mean bound of the offset over the time of both machines; Unknown if
// there is none.
func (n *Network) bound(p *pair) Time {
	m, sum := &n.machines[p.a], Time(0)
	for i := range Time(samples) {
		s := p.offsets.at(m.first + (m.last-m.first)/(samples-1)*i)
		if !s.closed() {
			return Unknown
		}
		sum += min((s.high-s.low)/2, far/samples) / samples
	}
	return sum
}
