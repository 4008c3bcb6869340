package detect

import (
	"strings"
	"testing"

	"tiv/internal/reduced"
	"tiv/tracefeed"
)

// conversation is three processes: a client asks a proxy, which asks a database, whose thread waits
// for a lock that another thread has while it sleeps.
const conversation = `tiv-text 1
process p name=client
process q name=proxy
process r name=database
thread c process=p name=client
thread w process=p name=client/writer
thread x process=q name=proxy
thread d process=r name=database
thread k process=r name=database/vacuum
0s c start
0s w start
0s x start
0s d start
0s k start
0s k monitor-enter L
0s k suspend-start sleep
1ms w put what=tcp%20c%20>%20x value=0
1ms x put what=tcp%20c%20<%20x value=0
1ms x put what=tcp%20x%20>%20d value=0
1ms d put what=tcp%20x%20<%20d value=0
2ms c io-start net what=tcp%20c%20<%20x
2ms x io-start net what=tcp%20c%20>%20x
100ms w put what=tcp%20c%20>%20x value=9
101ms x io-end
101ms x take what=tcp%20c%20>%20x value=9
105ms x put what=tcp%20x%20>%20d value=5
106ms x io-start net what=tcp%20x%20<%20d
110ms d take what=tcp%20x%20>%20d value=5
111ms d monitor-wait L
190ms k suspend-end
190ms k monitor-exit L
190ms d monitor-enter L
191ms d monitor-exit L
192ms d put what=tcp%20x%20<%20d value=7
193ms x io-end
193ms x take what=tcp%20x%20<%20d value=7
198ms x put what=tcp%20c%20<%20x value=3
199ms c io-end
200ms c end
200ms w end
`

// The way of a wait leads through both connections and the lock. The wait counts from the request on,
// which another thread of the client has made.
func TestAnswerWait(t *testing.T) {
	tl := reduced.Story(t, conversation)
	var texts []string
	for _, f := range Find(t.Context(), tl, nil).Findings {
		if f.Kind != AnswerWait {
			continue
		}
		texts = append(texts, f.Text)
		if tl.Threads[f.Culprit()].Name != "database/vacuum" {
			t.Errorf("the culprit is %s", tl.Threads[f.Culprit()].Name)
		}
	}
	want := []string{
		"1 thread of client waited 99 ms (9.9 % of all thread time) for answers of proxy, in 1 wait. " +
			"The longest took 99 ms, from 100 ms: client waited for proxy, which meanwhile waited for an answer of database for 87 ms; " +
			"that one was blocked at lock L, held by database/vacuum, for 79 ms; that one slept for 79 ms.",
		"1 thread of proxy waited 87 ms (8.7 % of all thread time) for answers of database, in 1 wait. " +
			"The longest took 87 ms, from 106 ms: proxy waited for database, which meanwhile was blocked at lock L, " +
			"held by database/vacuum, for 79 ms; that one slept for 79 ms.",
	}
	if strings.Join(texts, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(texts, "\n"), strings.Join(want, "\n"))
	}
}

// Two threads that each wait to read what the other should write are a deadlock; not if one of them
// has written what the other has yet to read, if a third thread writes there too, or if one of them
// waits for its own process.
func TestRingOfReaders(t *testing.T) {
	const ring = `tiv-text 1
process p name=parent
process q name=child
thread a process=p name=parent
thread b process=q name=child
thread o process=q name=child/other
0s a start
0s b start
0s o start
1ms a put what=pipe%201 value=0
1ms b put what=pipe%202 value=0
2ms a put what=pipe%201 value=4
3ms b take what=pipe%201 value=4
4ms b put what=pipe%202 value=6
5ms a take what=pipe%202 value=6
MORE
10ms a io-start other what=pipe%202
11ms b io-start other what=pipe%201
2s o end
`
	for name, c := range map[string]struct {
		more  string
		rings int
	}{
		"each waits for the other": {"", 1},
		"on the way":               {"6ms a put what=pipe%201 value=9", 0},
		"another writer":           {"6ms o put what=pipe%202 value=9\n7ms a take what=pipe%202 value=9", 0},
	} {
		tl := reduced.Story(t, strings.Replace(ring, "MORE", c.more, 1))
		rings := 0
		for _, f := range Find(t.Context(), tl, nil).Findings {
			if f.Kind == Deadlock {
				rings++
				want := "2 threads wait for each other: parent waits to read what child should write; " +
					"child waits to read what parent should write. " +
					"The cycle closed at 11 ms and never opened: nothing is on its way between them. " +
					"That these threads are the ones to write follows from what was written before."
				if f.Text != want || f.Start != 11*tracefeed.Millisecond {
					t.Errorf("%s: %s", name, f.Text)
				}
			}
		}
		if rings != c.rings {
			t.Errorf("%s: %d deadlocks, want %d", name, rings, c.rings)
		}
	}
}
