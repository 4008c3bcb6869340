package demo_test

import (
	"context"
	"regexp"
	"testing"

	"tiv/execution"
	"tiv/timeline"
	"tiv/tracefeed"
)

// codeOf adds up the calls of all threads.
func codeOf(tl *timeline.Timeline) *execution.Tree {
	q := execution.Query{Of: make([]bool, len(tl.Threads)), To: tl.End}
	for id := range q.Of {
		q.Of[id] = id > 0
	}
	return execution.NewTree(context.Background(), tl, q)
}

// functionsOf returns the calls of each function, by name.
func functionsOf(tree *execution.Tree) map[string]execution.Sum {
	sums := map[string]execution.Sum{}
	for _, g := range tree.Groups(tree.Functions) {
		sums[g.Name] = g.Sum
	}
	return sums
}

// part is the share of the time in a function that is in calls of others, and in all
// that these call. The time is in the states that timed adds up.
func part(tree *execution.Tree, timed func(tracefeed.StateTimes) tracefeed.Time, function, others string) float64 {
	in, of := make([]bool, len(tree.Nodes)), make([]bool, len(tree.Nodes))
	pattern := regexp.MustCompile(others)
	var all, sum tracefeed.Time
	for i, n := range tree.Nodes {
		if i == 0 {
			continue
		}
		name := tree.Functions[n.Function]
		in[i] = in[n.Parent] || name == function
		of[i] = in[i] && (of[n.Parent] || pattern.MatchString(name))
		if in[i] {
			all += timed(n.Self)
		}
		if of[i] {
			sum += timed(n.Self)
		}
	}
	return float64(sum) / float64(max(all, 1))
}

func running(times tracefeed.StateTimes) tracefeed.Time { return times[tracefeed.Running] }

// The activities of the program, by the functions at which they begin.
const (
	overhead       = `^database/sql\.(Open|\(\*DB\)\.Conn|\(\*Conn\)\.(PrepareContext|Close)|\(\*Stmt\)\.Close)$`
	executeQueries = `^database/sql\.(\(\*Conn\)\.ExecContext|\(\*Stmt\)\.(Query|Exec)Context|\(\*Rows\)\.Next)$`
	processResults = `^database/sql\.\(\*Rows\)\.Scan$|^main\.print`
	waitForLock    = `^sync\.\(\*RWMutex\)\.R?Lock$`
)

func TestTransactions(t *testing.T) {
	tl := load(t, "transactions")
	wantHealthy(t, tl)
	tree := codeOf(tl)
	calls := functionsOf(tree)
	for function, want := range map[string]int64{
		"main.NewOrder.Process": 144, "main.Payment.Process": 193, "main.OrderStatus.Process": 34,
		"main.Delivery.Process": 20, "main.StockLevel.Process": 9,
		"main.terminal": 5, "main.warmUp": 1, "main.(*Store).Connect": 5, "main.(*Journal).Record": 400,
	} {
		if got := calls[function]; got.Calls != want || got.Sampled > 0 {
			t.Errorf("%s has %d calls, %d of them sampled, want %d", function, got.Calls, got.Sampled, want)
		}
	}
	measured := int64(0)
	for _, sum := range calls {
		measured += sum.Calls - sum.Sampled
	}
	if measured < 40_000 {
		t.Errorf("%d measured calls", measured)
	}
	// Each terminal waits for requests most of the time, and also for the lock.
	warmUp := calls["main.warmUp"].Cumulative.Alive()
	wantShare(t, tl, "terminal", 5, warmUp, tl.End, tracefeed.Suspended, 0.4, 0.98)
	wantShare(t, tl, "terminal", 5, warmUp, tl.End, tracefeed.Blocking, 0.001, 0.4)
}

func TestActivitiesOfTransactions(t *testing.T) {
	tree := codeOf(load(t, "transactions"))
	alive := tracefeed.StateTimes.Alive
	for _, c := range []struct {
		timed            func(tracefeed.StateTimes) tracefeed.Time
		function, others string
		low, high        float64
	}{
		// Most of the run is the load, and it executes most of all statements.
		{alive, "main.main", `^main\.warmUp$`, 0.5, 0.9},
		{alive, "main.warmUp", executeQueries, 0.7, 1},
		// A terminal is idle most of the time.
		{alive, "main.terminal", `^main\.next$`, 0.4, 0.98},
		{alive, "main.terminal", overhead, 0.0001, 0.02},
		{alive, "main.terminal", processResults, 0.001, 0.03},
		{alive, "main.NewOrder.Process", waitForLock, 0.05, 0.9},
		// The types of transactions differ. The waits depend on what else the machine did.
		{running, "main.StockLevel.Process", executeQueries, 0.9, 1},
		{running, "main.Payment.Process", executeQueries, 0.9, 1},
		{running, "main.Payment.Process", processResults, 0, 0.05},
		{running, "main.NewOrder.Process", executeQueries, 0.5, 0.9},
		{running, "main.NewOrder.Process", processResults, 0.1, 0.4},
		{running, "main.OrderStatus.Process", processResults, 0.2, 0.9},
		// Parsing the form is the largest part of an invoice.
		{running, "main.printInvoice", `\(\*Template\)\.Parse$`, 0.4, 0.9},
	} {
		if got := part(tree, c.timed, c.function, c.others); got < c.low || got > c.high {
			t.Errorf("%.3f of %s is %s, want %v to %v", got, c.function, c.others, c.low, c.high)
		}
	}
	calls := functionsOf(tree)
	if most := calls["main.Payment.Process"].Cumulative.Alive(); most < calls["main.NewOrder.Process"].Cumulative.Alive() ||
		most < 4*calls["main.StockLevel.Process"].Cumulative.Alive() {
		t.Errorf("payments take %v, and not most of the time", most)
	}
}
