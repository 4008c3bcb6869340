package interaction_test

import (
	"context"
	"strings"
	"testing"

	"tiv/interaction"
	"tiv/timeline"
	"tiv/tracefeed"
	"tiv/tracefeed/textfeed"
)

// tell reduces a text trace.
func tell(t *testing.T, header, story string) *timeline.Timeline {
	t.Helper()
	text := header + "\n" + strings.ReplaceAll(strings.TrimSpace(story), "\t", "")
	source, err := tracefeed.OpenReader("story", strings.NewReader(text), 0, []tracefeed.Format{textfeed.Format()})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := timeline.Whole(source)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

func TestStuck(t *testing.T) {
	for _, c := range []struct {
		name, story string
		// want is, for each stuck thread, a part of the reason.
		want map[string]string
	}{
		{"behind a thread that ended with the lock", `
			0s A start
			0s B start
			0s C start
			1ms A monitor-enter M
			2ms B monitor-wait M
			3ms A end
			4ms C ready`,
			map[string]string{"B": "A has ended"}},
		{"behind a deadlock, and behind that", `
			0s A start
			0s B start
			0s C start
			0s D start
			0s E start
			1ms A monitor-enter M
			1ms B monitor-enter N
			1ms C monitor-enter O
			2ms C monitor-wait M
			2ms D monitor-wait O
			3ms A monitor-wait N
			4ms B monitor-wait M
			900ms E ready`,
			map[string]string{"C": "A is deadlocked", "D": "C is stuck itself"}},
		{"not behind a reader that may still let go", `
			0s A start
			0s B start
			0s C start
			1ms A monitor-enter M mode=shared
			1ms B monitor-enter M mode=shared
			98ms C monitor-wait M
			99ms A end
			100ms B ready`,
			nil},
		{"nothing runs any more", `
			0s A start
			0s B start
			1ms A suspend-start wait
			2ms B suspend-start channel
			3ms - gc-start`,
			map[string]string{"A": "nothing in the program runs", "B": "nothing in the program runs"}},
		{"a sleeper may still wake somebody", `
			0s A start
			0s B start
			1ms A suspend-start wait
			2ms B suspend-start sleep
			3ms - gc-start`,
			nil},
		{"the only thread that ever woke it died meanwhile", `
			0s A start
			0s B start
			0s C start
			1ms A suspend-start channel
			2ms - wake A by=B
			2ms A suspend-end
			3ms A suspend-start channel
			4ms B end
			5ms C ready`,
			map[string]string{"A": "every thread that ever let it go on here has ended"}},
		{"a thread that came, woke it and went before is no reason", `
			0s A start
			0s B start
			0s C start
			1ms A suspend-start channel
			2ms - wake A by=B
			2ms A suspend-end
			3ms B end
			4ms A suspend-start channel
			5ms C ready`,
			nil},
		{"overtaken: others have waited and gone on since", `
			0s A start
			0s B start
			1ms A suspend-start channel
			2ms B suspend-start channel
			3ms B suspend-end
			9ms B ready`,
			map[string]string{"A": "longer than all 1 finished waits"}},
		{"idle: nobody has overtaken it", `
			0s A start
			0s B start
			1ms B suspend-start channel
			2ms B suspend-end
			3ms A suspend-start channel
			99ms B ready`,
			nil},
		{"a lock for a quarter of the trace, its holder asleep", `
			0s A start
			0s B start
			1ms A monitor-enter M
			2ms A io-start net
			3ms B monitor-wait M
			90ms - gc-start`,
			map[string]string{"B": "no other wait like it"}},
		{"the same, but its holder runs", `
			0s A start
			0s B start
			1ms A monitor-enter M
			3ms B monitor-wait M
			90ms - gc-start`,
			nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			tl := tell(t, "tiv-text 1", c.story)
			got := map[string]string{}
			for _, f := range interaction.Find(context.Background(), tl).Findings {
				if f.Kind == interaction.Stuck {
					got[tl.Threads[f.Threads[0]].ID] = f.Text
				}
			}
			for thread, reason := range c.want {
				if !strings.Contains(got[thread], reason) {
					t.Errorf("%s: %q, want %q", thread, got[thread], reason)
				}
				delete(got, thread)
			}
			for thread, text := range got {
				t.Errorf("%s must not be stuck: %s", thread, text)
			}
		})
	}
}
