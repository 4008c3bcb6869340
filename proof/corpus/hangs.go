package corpus

import (
	"sync/atomic"
	"time"
)

// Hang is the kind of programs with threads that wait for each other, or for what never
// comes, while the program may still have uses for the objects that they wait for.
const Hang = "hang"

// hangs are small servers that hang at some moment, and healthy ones with as many waits.
// They keep their locks and channels in variables that live as long as the program, so
// the runtime proves nothing. Nothing in the sources of the former can end the waits.
var hangs = []shape{
	{kind: Hang, name: "hub", run: hubSendsLocked},
	{kind: Hang, name: "semaphore", run: semaphoreKept},
	{kind: Hang, name: "relock", run: relocksAlone},
	{kind: Hang, name: "relock-queue", run: relocksBefore},
	{kind: Hang, name: "pool-twice", run: poolTwice,
		beyond: "threads that receive look like an idle pool that gives itself its jobs"},
	{kind: Hang, name: "reread", run: rereads},
	{kind: Hang, name: "collector", run: collectorStops,
		beyond: "the only receiver has ended, and another one may be started"},
	{kind: Hang, name: "holder-joins", run: holderJoins},
	{kind: Hang, name: "nested-condition", run: nestedCondition},
	{kind: Hang, name: "actor", run: actorAsksItself},
	{kind: Hang, name: "logger", run: loggerRotates},
	{kind: Hang, name: "leader", run: leaderAwaitsAck},
	{kind: Hang, name: "holder-gone", run: holderGone},
	{kind: Hang, name: "holder-orphaned", run: holderOrphaned},
	{kind: Hang, name: "shutdown", run: shutdownLocked,
		beyond: "the group was never waited for before, and another thread started those in it"},
	{kind: Hang, name: "row-and-pool", run: rowAndPool},
	{kind: Hang, name: "flight", run: flightLost,
		beyond: "threads that wait for a group, without a lock that others want, look like idle ones"},
	{kind: Hang, name: "once", run: onceAwaitsUser},
	{kind: Hang, name: "crawler", run: crawlerFull},
	{kind: Hang, name: "socket-to-self", run: socketToSelf},
	{kind: Hang, name: "healthy-hub", run: hubSlowSubscriber},
	{kind: Hang, name: "healthy-backend", run: backendAnswers},
	{kind: Hang, name: "healthy-backend-silent", run: backendSilent},
	{kind: Hang, name: "healthy-backend-once", run: backendOnce,
		beyond: "a device that a lock never waited for before, and that answers after the end, looks like one that never does"},
	{kind: Hang, name: "healthy-poll", run: pollBroadcast},
	{kind: Hang, name: "healthy-poll-condition", run: pollCondition},
	{kind: Hang, name: "healthy-maintenance", run: maintenanceRuns},
	{kind: Hang, name: "healthy-maintenance-disk", run: maintenanceWrites},
	{kind: Hang, name: "healthy-test", run: testAwaitsEnd},
	{kind: Hang, name: "healthy-pool", run: quietPool},
	{kind: Hang, name: "healthy-pool-condition", run: quietConditionPool},
	{kind: Hang, name: "healthy-semaphore", run: semaphoreSlow},
	{kind: Hang, name: "healthy-limiter", run: tokenBucket},
	{kind: Hang, name: "healthy-barrier", run: barrierLast},
	{kind: Hang, name: "healthy-standby", run: standbys},
	{kind: Hang, name: "healthy-connections", run: parkedConnections},
	{kind: Hang, name: "healthy-draining", run: drains},
	{kind: Hang, name: "healthy-back-pressure", run: slowConsumer},
	{kind: Hang, name: "healthy-signal", run: mainAwaitsSignal},
	{kind: Hang, name: "healthy-lock-signal", run: lockUntilSignal},
	{kind: Hang, name: "healthy-lock-child", run: lockUntilChild},
	{kind: Hang, name: "healthy-lock-timeout", run: lockUntilTimeout},
	{kind: Hang, name: "healthy-holder-joins", run: holderJoinsSleepers},
	{kind: Hang, name: "healthy-actors", run: quietActors},
	{kind: Hang, name: "healthy-over", run: hangEnds},
	{kind: Hang, name: "healthy-flight", run: flightSlow},
	{kind: Hang, name: "healthy-once", run: onceSlow},
	{kind: Hang, name: "healthy-crawler", run: crawlerSlow},
	{kind: Hang, name: "healthy-crawler-done", run: crawlerDone},
	{kind: Hang, name: "healthy-consumer-paused", run: consumerPaused},
	{kind: Hang, name: "healthy-collector", run: collectorRestarted},
	{kind: Hang, name: "healthy-subscriber", run: subscriberWaits},
	{kind: Hang, name: "healthy-holder-reads", run: holderJoinsReaders},
	{kind: Hang, name: "healthy-hub-patient", run: hubPatient},
}

// hangVariants are the variations of these programs: short and long ones, with a few and
// with hundreds of threads.
var hangVariants = []variant{
	{5, 2 * time.Millisecond, nil, "returns", 0.15},
	{12, 500 * time.Microsecond, []string{"pipe"}, "stopped", 0.5},
	{40, time.Millisecond, []string{"wire"}, "killed", 1},
	{200, 3 * time.Millisecond, []string{"web", "pipe"}, "exits", 1.5},
}

// hung declares that the calling goroutine never goes on.
func (s *Stage) hung() { s.Has(Hang) }

// hungRoot declares that it is also one that the others wait for, in a ring if it waits
// for them.
func (s *Stage) hungRoot(ring bool) {
	s.hung()
	s.Has("root")
	if ring {
		s.Has("deadlock")
	}
}

// hungPerhaps declares that it never goes on, though a trace need not show why.
func (s *Stage) hungPerhaps() { s.Has("perhaps") }

// pause is the time between two requests of one client: longer for many clients.
func (s *Stage) pause() { time.Sleep(s.Unit * time.Duration(1+s.N/8)) }

// A tally counts requests served.
type tally struct{ atomic.Int64 }

// atLeast waits for a number of requests.
func (t *tally) atLeast(n int) { Until(func() bool { return t.Load() >= int64(n) }) }
