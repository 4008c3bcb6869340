package patterns

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/internal/oracle"
	"tiv/internal/reduced"
	"tiv/timeline"
	"tiv/tracefeed"
)

// slow returns the pattern of the waits of some steps, edge by edge.
func slow(q *Query, s *Series, last, steps int) (m Moment) {
	totals := slowTotals(q, s, last+1-steps, last)
	before := slowTotals(q, s, last+1-steps, last-1)
	for k := range totals {
		if before[k] == 0 {
			m.changes++
		}
	}
	for _, t := range q.Threads {
		born, died := q.Timeline.Lane(t).Life()
		for i, x := range []tracefeed.Time{born, died} {
			if x > tracefeed.Time(last)*s.Step && x <= s.Time(last) && (i == 0 || x < s.End) {
				m.changes++
			}
		}
	}
	var rings [][]tracefeed.ThreadID
	for _, f := range q.Findings {
		if f.Kind == detect.Deadlock && f.InProgress(q.Timeline, s.Time(last), q.Searched) {
			for _, r := range f.Closed(q.Timeline, s.Time(last)) {
				m.Kinds, rings = append(m.Kinds, Ring), append(rings, r.Threads)
			}
		}
	}
	var pairs []interaction.Pair
	for k, total := range totals {
		pairs = append(pairs, interaction.Pair{Blocked: k[0], Blocker: k[1], Total: total})
	}
	m.Groups = interaction.Groups(pairs, len(q.Timeline.Threads), func(p *interaction.Pair) bool {
		for _, r := range rings {
			if slices.Contains(r, p.Blocked) && slices.Contains(r, p.Blocker) {
				return false
			}
		}
		return true
	})
	for _, g := range m.Groups {
		m.Kinds = append(m.Kinds, []Kind{Other, ManyToOne, ManyToMany}[g.Pattern])
	}
	for i := max(0, last+1-steps); i <= last && len(m.Kinds) == 0 && len(pairs) == 0; i++ {
		unknown := tracefeed.Time(0)
		for _, t := range q.Threads {
			sum := q.Timeline.Lane(t).Sum(tracefeed.Time(i)*s.Step, s.Time(i))
			unknown += sum[tracefeed.Blocking]
			interaction.EachEdge(q.Timeline, t, tracefeed.Time(i)*s.Step, s.Time(i), func(e interaction.Edge) {
				if e.Kind == interaction.Lock && e.Blocker != tracefeed.NoThread {
					unknown -= e.Charge()
				}
			})
		}
		if unknown > 0 {
			m.Kinds = []Kind{Unknown}
		}
	}
	if len(pairs) > 0 && len(m.Kinds) == 0 {
		m.Kinds = []Kind{Other}
	}
	return m
}

// slowTotals adds up the waits of the steps from first to last.
func slowTotals(q *Query, s *Series, first, last int) map[[2]tracefeed.ThreadID]tracefeed.Time {
	totals := map[[2]tracefeed.ThreadID]tracefeed.Time{}
	for i := max(0, first); i <= last; i++ {
		for _, t := range q.Threads {
			interaction.EachEdge(q.Timeline, t, tracefeed.Time(i)*s.Step, s.Time(i), func(e interaction.Edge) {
				if e.Kind == interaction.Lock && e.Blocker != t && slices.Contains(q.Threads, e.Blocker) && e.Charge() > 0 {
					totals[[2]tracefeed.ThreadID{t, e.Blocker}] += e.Charge()
				}
			})
		}
	}
	return totals
}

// differ compares a series with the slow way.
func differ(q *Query) error {
	s := Find(context.Background(), q)
	if n := len(s.Moments); q.Timeline.End > 0 && (n == 0 || s.Time(n-1) != q.Timeline.End || n > 1 && s.Time(n-2) >= s.End) {
		return fmt.Errorf("%d moments with distance %v of %v", n, s.Step, q.Timeline.End)
	}
	if n := len(s.Moments); n > max(q.Moments, 1) && s.History < q.History {
		return fmt.Errorf("%d moments, not %d", n, q.Moments)
	}
	for i, got := range s.Moments {
		if want := slow(q, s, i, int(s.History/s.Step)); fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("moment %d of %d, step %v, history %v: %v, want %v", i, len(s.Moments), s.Step, s.History, got, want)
		}
		if at, ok := s.At(s.Time(i)); !ok || at != i {
			return fmt.Errorf("at %v is moment %d, want %d", s.Time(i), at, i)
		}
	}
	next := 0
	for _, r := range s.Runs() {
		if r.First != next || r.Last < r.First {
			return fmt.Errorf("a run from %d to %d after %d", r.First, r.Last, next)
		}
		for next = r.First; next <= r.Last; next++ {
			if !slices.Equal(r.Kinds, s.Moments[next].Kinds) {
				return fmt.Errorf("moment %d is %v, its run %v", next, s.Moments[next].Kinds, r.Kinds)
			}
		}
	}
	if next != len(s.Moments) {
		return fmt.Errorf("runs up to %d of %d", next, len(s.Moments))
	}
	return nil
}

func query(tl *timeline.Timeline, rng *rand.Rand) *Query {
	report := detect.Find(context.Background(), tl, nil)
	q := &Query{Timeline: tl, Findings: report.Findings, Searched: report.End, Moments: 1 + rng.IntN(60),
		History: tracefeed.Time(rng.Int64N(int64(tl.End/2 + 2)))}
	for t := 1; t < len(tl.Threads); t++ {
		if rng.IntN(8) > 0 {
			q.Threads = append(q.Threads, tracefeed.ThreadID(t))
		}
	}
	return q
}

// Each moment of a random trace has the pattern that the slow way finds.
func TestRandom(t *testing.T) {
	t.Parallel()
	for seed := range oracle.Seeds(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		oracle.Check(t, seed, oracle.Random(rng, oracle.Small(rng)), func(tr oracle.Trace) error {
			rng := rand.New(rand.NewPCG(seed, 2))
			tl, err := reduced.Timeline(tr.Feed(), timeline.Tuning{PageEvents: rng.IntN(2) * rng.IntN(40)})
			if err != nil {
				return err
			}
			return differ(query(tl, rng))
		})
	}
}

// The patterns of the paper's figure 3 follow each other, and a deadlock is a ring.
func TestStory(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, `tiv-text 1
0ms A start
0ms B start
0ms C start
0ms D start
0ms E start
0ms F start
100ms A monitor-enter M
100ms B monitor-wait M
100ms C monitor-wait M
200ms A monitor-exit M
200ms B monitor-enter M
210ms B monitor-exit M
210ms C monitor-enter M
220ms C monitor-exit M
300ms A monitor-enter M
300ms B monitor-wait M
300ms C monitor-wait M
300ms D monitor-enter N
300ms E monitor-wait N
300ms F monitor-wait N
400ms A monitor-exit M
400ms B monitor-enter M
400ms B monitor-exit M
400ms C monitor-enter M
400ms C monitor-exit M
400ms D monitor-exit N
400ms E monitor-enter N
400ms E monitor-exit N
400ms F monitor-enter N
400ms F monitor-exit N
500ms A monitor-enter M
500ms B monitor-enter N
500ms A monitor-wait N
500ms B monitor-wait M
600ms C end
`)
	report := detect.Find(context.Background(), tl, nil)
	s := Find(context.Background(), &Query{Timeline: tl, Findings: report.Findings, Searched: report.End, Moments: 12,
		Threads: []tracefeed.ThreadID{1, 2, 3, 4, 5, 6}})
	got := ""
	for _, r := range s.Runs() {
		got += fmt.Sprintf("%v-%v:%d ", tracefeed.Time(r.First)*s.Step, s.Time(r.Last), r.Kinds)
	}
	const want = "0 ns-100 ms:[] 100 ms-200 ms:[1] 200 ms-250 ms:[0] " +
		"250 ms-300 ms:[] 300 ms-400 ms:[1 1] 400 ms-450 ms:[] 450 ms-600 ms:[3] "
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := fmt.Sprintf("%.3f", s.Shares()), "[0.083 0.333 0.000 0.250 0.000]"; got != want {
		t.Errorf("shares %s, want %s", got, want)
	}
}

// A rhythm is long where something changes, quiet stretches take at most a second, and all of it at
// most a minute.
func TestRhythm(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		s := &Series{Step: 10, Moments: make([]Moment, 1+rng.IntN(1000))}
		often := rng.IntN(100)
		for i := range s.Moments {
			if rng.IntN(100) < often {
				s.Moments[i].changes = 1 + rng.IntN(1000)
			}
		}
		seconds := s.Rhythm()
		all, quiet := 0.0, 0.0
		for i, x := range seconds {
			if all += x; x <= 0 {
				t.Fatalf("step %d takes %v s", i, x)
			}
			if s.Moments[i].changes > 0 {
				quiet = 0
			} else if quiet += x; quiet > 1+1e-9 {
				t.Fatalf("a quiet stretch takes %v s", quiet)
			}
			for k := max(0, i-3); k < i; k++ {
				if a, b := s.Moments[k].changes, s.Moments[i].changes; a > b && seconds[k] < x && b > 0 {
					t.Fatalf("%d changes take %v s, %d take %v s", a, seconds[k], b, x)
				}
			}
		}
		if all > 60 {
			t.Errorf("all of %d steps takes %v s", len(seconds), all)
		}
	}
	s := &Series{Step: 10, Moments: []Moment{{}, {}, {Kinds: []Kind{Ring}}, {Kinds: []Kind{Ring}}, {}}}
	if x := s.Rhythm(); x[2] <= x[1] || x[3] >= x[2] || x[4] != x[2] {
		t.Errorf("with a change of the pattern at the steps 2 and 4: %v", x)
	}
}

// The search finds each begin of a pattern, forwards and backwards.
func TestNext(t *testing.T) {
	t.Parallel()
	s := &Series{Step: 10, End: 80}
	for _, kinds := range [][]Kind{nil, {Other}, {ManyToOne}, {ManyToOne, Other}, nil, {ManyToMany, ManyToOne}, {Ring}, {Ring}} {
		m := Moment{Kinds: kinds}
		if len(kinds) > 1 {
			m.Groups = make([]interaction.Group, len(kinds))
		}
		s.Moments = append(s.Moments, m)
	}
	for what, want := range map[Sought][]tracefeed.Time{Change: {20, 30, 40, 50, 60, 70}, NoWaits: {10, 50}, InPairs: {20, 40},
		ToOne: {30, 60}, ToMany: {60}, Closed: {70}, Groups: {40, 60}} {
		var on, back []tracefeed.Time
		for at, ok := s.Next(what, 0, 1); ok; at, ok = s.Next(what, at, 1) {
			on = append(on, at)
		}
		for at, ok := s.Next(what, 99, -1); ok; at, ok = s.Next(what, at, -1) {
			back = append(back, at)
		}
		if slices.Reverse(back); !slices.Equal(on, want) || !slices.Equal(back, want) {
			t.Errorf("%v begins at %v, backwards %v, want %v", what, on, back, want)
		}
	}
}

// The longest trace has moments up to its end.
func TestLongestTrace(t *testing.T) {
	t.Parallel()
	tl := reduced.Story(t, "tiv-text 1\n0s A start\n0s B start\n1h A monitor-enter M\n2h B monitor-wait M\n9223372036s A end\n")
	for _, history := range []tracefeed.Time{0, tracefeed.Second, tl.End / 3, tl.End} {
		s := Find(context.Background(), &Query{Timeline: tl, Moments: 100, History: history, Threads: []tracefeed.ThreadID{1, 2}})
		n := len(s.Moments)
		last := fmt.Sprint(s.Moments[n-1].Kinds)
		if n < 50 || n > 101 || s.Time(n-1) != tl.End || s.Time(n-2) <= s.Time(0) || last != "[waits in pairs or chains]" {
			t.Errorf("history %v: %d moments from %v to %v, the last has %v", history, n, s.Time(0), s.Time(n-1), last)
		}
	}
}

// Pairs beyond the limit leave the sum, and the moments say so while they lack them.
func TestTooManyPairs(t *testing.T) {
	t.Parallel()
	s := slidingSum{history: 4, place: map[pair]int32{}}
	many := make([]pairTotal, maxPairs/2)
	for i := range many {
		many[i] = pairTotal{pair{1, 2}, 1}
	}
	var partial []bool
	for i := range 9 {
		step := stepSum{pairs: many[:1]}
		if i < 3 {
			step.pairs = many
		}
		s.push(step)
		partial = append(partial, s.partial())
	}
	if want := []bool{false, false, true, true, true, false, false, false, false}; !slices.Equal(partial, want) {
		t.Errorf("partial %v, want %v", partial, want)
	}
	if len(s.pairs) != 1 || s.pairs[0].Total != 4 || s.held != 4 {
		t.Errorf("in the end the sum is %v of %d pairs, want 4 of 4", s.pairs, s.held)
	}
}
