// Package languages has the same programs in several languages, and one table of stories
// that their traces must tell, whichever recorder made them.
//
// Programs go in, differences between their traces and the stories come out. The Go
// programs of the paper are those of the package demo.
package languages

import (
	"flag"
	"fmt"
	"strings"
	"sync"
	"testing"

	"tiv/tracefeed"
)

const ms = tracefeed.Millisecond

// A story is a program and what its traces show, whichever language it is written in.
type story struct {
	program string
	// only is the language of a program that exists in one, not the language that has none.
	only, not string
	// hangs: the program does not end by itself. busy: it keeps all processors busy.
	hangs, busy bool
	// threads are the threads of the program, except main.
	threads []string
	// pairs are the waits for locks; those with a ? may be missing.
	pairs []string
	// signals are suspensions that another thread ended; there may be others.
	signals []string
	// groups are the patterns of the waits, in the last part of the trace if last is not 0.
	groups []string
	last   tracefeed.Time
	// findings are those that accuse; those with a ? may be missing.
	findings []string
	// places are the functions in which the threads of these findings wait.
	places []string
	// cost is the lock that most time is lost to, holds the threads that wait while they
	// hold it.
	cost  string
	holds []string
	// check checks anything else.
	check func(p *picture) error
	// except are the differences of sources and languages.
	except map[string]exception
	// classes are the names of Java's own locks.
	classes map[string]string
}

// An exception replaces the threads and holds of a story, unless they are nil; with a
// reason, also its pairs and findings.
type exception struct {
	reason   string
	holds    []string
	threads  []string
	pairs    []string
	findings []string
}

// stories are the demos of the paper, programs with an error in the use of locks and their
// corrected twins, and deadlocks of public issue trackers.
var stories = []story{
	{program: "two-locks", busy: true,
		threads: []string{"5 pricer", "5 stocker"},
		pairs:   []string{"pricer > pricer: prices", "stocker > stocker: stocks"},
		groups:  []string{"many to many: 5 pricer", "many to many: 5 stocker"},
		check: func(p *picture) error {
			return p.each("", 0, p.tl.End, 0.3, 1, tracefeed.Blocking)
		}},
	{program: "deadlock",
		threads: []string{"3 auditor", "1 inspector", "1 payer", "1 refunder", "1 ticker"},
		pairs: []string{"?auditor > auditor: books", "inspector > payer: savings", "payer > refunder: checking",
			"refunder > payer: savings"},
		findings: []string{"deadlock: payer, refunder; checking, savings", "stuck: inspector; savings"},
		places:   []string{"inspector in inspector", "payer in move", "refunder in move"},
		check: func(p *picture) error {
			return p.each("ticker", p.tl.End-500*ms, p.tl.End, 0.3, 1, tracefeed.Suspended)
		}},
	{program: "server-5",
		threads: []string{"5 listener", "1 sender"},
		pairs:   []string{"listener > listener: display"},
		cost:    "display", holds: []string{"listener"},
		except: map[string]exception{"jfr": {holds: []string{}}}, // it has no holders
		check: func(p *picture) error {
			return p.each("listener", 0, p.tl.End, 0.4, 0.97, tracefeed.IO)
		}},
	{program: "server-40",
		threads: []string{"1 greedyListener", "39 listener", "1 sender"},
		pairs:   []string{"listener > greedyListener: display", "?listener > listener: display", "?greedyListener > listener: display"},
		groups:  []string{"many to one: greedyListener"}, last: 200 * ms,
		cost: "display", holds: []string{"greedyListener"},
		// none where the recorder does not say that it waits for the network
		findings: []string{"?hang: " + strings.Repeat("listener, ", 16) + "listener; display"},
		except:   map[string]exception{"jfr": {holds: []string{}}},
		check: func(p *picture) error {
			return p.each("greedyListener", p.tl.End-200*ms, p.tl.End, 0.9, 1, tracefeed.IO)
		}},
	{program: "lost-updater",
		threads:  []string{"4 listener", "1 sender", "2 updater"},
		signals:  []string{"listener > updater"},
		findings: []string{"?stuck: listener"}, // by the proof of Go's runtime, which a busy machine delays
		check:    (*picture).oneListenerStopped},
	{program: "crawler-contended", busy: true,
		threads: []string{"32 crawler", "32 web"},
		pairs:   []string{"crawler > crawler: dictionary"},
		groups:  []string{"many to many: 32 crawler"},
		cost:    "dictionary",
		check: func(p *picture) error {
			return p.each("crawler", 0, p.tl.End, 0.3, 1, tracefeed.Blocking)
		},
		except: map[string]exception{
			"go":    {threads: []string{"32 crawler"}}, // the web is another process
			"agent": {holds: []string{"?crawler"}}}},   // a hold ends when the next one begins
	{program: "crawler-healthy", busy: true,
		threads: []string{"32 crawler", "32 web"},
		check: func(p *picture) error {
			return p.each("crawler", 0, p.tl.End, 0, 0.2, tracefeed.Blocking)
		},
		except: map[string]exception{"go": {threads: []string{"32 crawler"}}}}, // the web is another process
	{program: "gc-wild", busy: true, not: "cpp",
		threads: []string{"4 allocator"},
		check: func(p *picture) error {
			if got := p.collecting(); got < 0.25 && len(p.tl.GC) <= 12 {
				return fmt.Errorf("%d collections, in %.2f of the trace", len(p.tl.GC), got)
			}
			return nil
		}},
	{program: "gc-healthy", busy: true, not: "cpp",
		threads: []string{"4 allocator"},
		check: func(p *picture) error { // on a busy machine, each takes long
			if got := len(p.tl.GC); got > 12 {
				return fmt.Errorf("%d collections, want 12 at most", got)
			}
			return nil
		}},

	{program: "abba", hangs: true,
		threads:  []string{"1 alice", "1 bob"},
		pairs:    []string{"alice > bob: paper", "bob > alice: pen"},
		findings: []string{"deadlock: alice, bob; paper, pen"},
		places:   []string{"alice in write", "bob in write"}},
	{program: "abba-healthy",
		threads: []string{"1 alice", "1 bob"},
		pairs:   []string{"?alice > bob: pen", "?bob > alice: pen"}},
	{program: "self", hangs: true,
		threads:  []string{"1 clerk"},
		pairs:    []string{"clerk > clerk: ledger"},
		findings: []string{"deadlock: clerk; ledger"},
		places:   []string{"clerk in book"},
		classes:  map[string]string{"StampedLock": "ledger"},
		except: map[string]exception{"java": {
			reason: "a StampedLock has no owner, and something outside of a Java program may always continue it"}}},
	{program: "self-healthy",
		threads: []string{"1 clerk"}},
	{program: "reader-again", hangs: true,
		threads:  []string{"1 reader", "1 writer"},
		pairs:    []string{"reader > reader: catalogue", "writer > reader: catalogue"},
		findings: []string{"deadlock: reader, writer; catalogue, catalogue"},
		classes:  map[string]string{"ReentrantReadWriteLock": "catalogue"},
		except: map[string]exception{"java": {
			reason:   "in Java a reader may read again, but its assistant may not, for which it waits",
			threads:  []string{"1 assistant", "1 reader", "1 writer"},
			pairs:    []string{"?assistant > reader: catalogue", "?writer > reader: catalogue"},
			findings: []string{"?hang: assistant, writer; catalogue"}}}},
	{program: "reader-again-healthy",
		threads: []string{"1 reader", "1 writer"},
		pairs:   []string{"?writer > reader: catalogue"},
		classes: map[string]string{"ReentrantReadWriteLock": "catalogue"},
		except: map[string]exception{"java": {
			reason:  "see above",
			threads: []string{"1 assistant", "1 reader", "1 writer"},
			pairs: []string{"?assistant > reader: catalogue", "?assistant > writer: catalogue", "?writer > reader: catalogue",
				"?writer > assistant: catalogue"}}}},
	{program: "wakeup-lost", hangs: true,
		threads:  []string{"1 consumer", "1 producer"},
		findings: []string{"stuck: consumer"},
		except:   map[string]exception{"java": {reason: "something outside of a Java program may always continue it"}}},
	{program: "wakeup-lost-healthy",
		threads: []string{"1 consumer", "1 producer"},
		pairs:   []string{"?consumer > producer: mailbox", "?producer > consumer: mailbox"}},

	{program: "nested-condition", not: "go", hangs: true,
		threads:  []string{"4 putter", "1 taker", "1 ticker"},
		pairs:    []string{"?putter > putter: room", "putter > taker: room", "?taker > putter: room"},
		findings: []string{"hang: putter, putter, putter; room"}},
	{program: "nested-condition-healthy", not: "go",
		threads: []string{"4 putter", "1 taker", "1 ticker"},
		pairs:   []string{"?putter > putter: room", "?putter > taker: room", "?taker > putter: room"}},
	{program: "full-queue", not: "go", hangs: true,
		threads:  []string{"2 client", "1 receiver", "1 sender", "1 ticker"},
		pairs:    []string{"client > sender: registry", "receiver > sender: registry"},
		findings: []string{"hang: client, client, receiver; registry"},
		except: map[string]exception{"jfr": {
			reason:   "a recording does not name the owner of the lock for which the clients wait",
			pairs:    []string{"?client > sender: registry", "?receiver > sender: registry"},
			findings: []string{"?hang: receiver; registry"}}}},
	{program: "full-queue-healthy", not: "go",
		threads: []string{"2 client", "1 receiver", "1 sender", "1 ticker"},
		pairs: []string{"?client > client: registry", "?client > receiver: registry", "?client > sender: registry",
			"?receiver > client: registry", "?receiver > sender: registry"}},
	{program: "join-locked", only: "cpp", hangs: true,
		threads:  []string{"1 closer", "1 helper", "2 reader", "1 ticker"},
		pairs:    []string{"helper > closer: settings", "reader > closer: settings"},
		findings: []string{"hang: helper, reader, reader; settings"}},
	{program: "join-locked-healthy", only: "cpp",
		threads: []string{"1 closer", "1 helper", "2 reader", "1 ticker"},
		pairs: []string{"?helper > closer: settings", "?reader > closer: settings", "?reader > helper: settings",
			"?reader > reader: settings", "?helper > reader: settings"}},
	{program: "idle-pool", not: "go", hangs: true,
		threads: []string{"1 source", "1 ticker", "4 worker"}},
	{program: "slow-holder", not: "go", hangs: true,
		threads: []string{"1 closer", "4 reader", "1 ticker"},
		pairs:   []string{"reader > closer: settings"}},
	{program: "last-of-round", only: "cpp", hangs: true,
		threads: []string{"4 quick", "1 slow", "1 ticker"}},
	{program: "idle-service", only: "java", hangs: true,
		threads: []string{"1 acceptor", "2 handler", "?1 hook", "1 parked", "1 scheduler"}},
	{program: "idle-waits-healthy", only: "java", hangs: true,
		threads: []string{"1 awaiter", "1 early", "1 exchanger", "1 joiner", "1 listener", "1 promised", "1 receiver",
			"1 sleeper", "1 taker"}},
	{program: "idle-waits", only: "java", hangs: true,
		threads: []string{"1 awaiter", "1 clerk", "1 early", "1 exchanger", "1 joiner", "1 listener", "1 promised",
			"1 receiver", "1 scribe", "1 sleeper",
			"1 taker"},
		pairs:    []string{"clerk > scribe: journal", "scribe > clerk: ledger"},
		findings: []string{"deadlock: clerk, scribe; journal, ledger"},
		places:   []string{"clerk in lockBoth", "scribe in lockBoth"}},

	{program: "c3p0-10", only: "java", hangs: true,
		threads:  []string{"1 HelperThread-#0", "1 HelperThread-#1"},
		pairs:    []string{"HelperThread-#0 > HelperThread-#1: jDBC4Connection", "HelperThread-#1 > HelperThread-#0: jDBC4ResultSet"},
		findings: []string{"deadlock: HelperThread-#0, HelperThread-#1; jDBC4Connection, jDBC4ResultSet"}},
	{program: "c3p0-10-healthy", only: "java",
		threads: []string{"1 HelperThread-#0", "1 HelperThread-#1"}},
	{program: "dbpool-4", only: "java", hangs: true,
		threads: []string{"1 finalizer", "2 http-83"},
		pairs: []string{"finalizer > http-83: statementCache", "http-83 > finalizer: connectionPool",
			"http-83 > finalizer: openStatements"},
		findings: []string{"deadlock: finalizer, http-83; statementCache, openStatements", "stuck: http-83; connectionPool"}},
	{program: "dbpool-4-healthy", only: "java",
		threads: []string{"1 finalizer", "2 http-83"}},
	{program: "jetty-8354", only: "java", hangs: true,
		threads:  []string{"2 embedded-jetty"},
		pairs:    []string{"embedded-jetty > embedded-jetty: appender", "embedded-jetty > embedded-jetty: autoLock"},
		findings: []string{"deadlock: embedded-jetty, embedded-jetty; appender, autoLock"},
		classes:  map[string]string{"ReentrantLock": "autoLock"}},
	{program: "jetty-8354-healthy", only: "java",
		threads: []string{"2 embedded-jetty"}},
	{program: "lldb-58236", only: "cpp", hangs: true,
		threads:  []string{"1 dyld-handler", "1 packet-thread"},
		pairs:    []string{"dyld-handler > packet-thread: allocationModuleCollection", "packet-thread > dyld-handler: module"},
		findings: []string{"deadlock: dyld-handler, packet-thread; allocationModuleCollection, module"}},
	{program: "lldb-58236-healthy", only: "cpp",
		threads: []string{"1 dyld-handler", "1 packet-thread"}},
	{program: "libtorrent-678", only: "cpp", hangs: true,
		threads:  []string{"1 rtorrent-net"},
		pairs:    []string{"rtorrent-net > rtorrent-net: curlStack"},
		findings: []string{"deadlock: rtorrent-net; curlStack"}},
	{program: "libtorrent-678-healthy", only: "cpp",
		threads: []string{"1 rtorrent-net"}},
	{program: "jubatus-199", only: "cpp", hangs: true,
		threads:  []string{"1 searcher", "1 updater"},
		pairs:    []string{"searcher > searcher: table", "updater > searcher: table"},
		findings: []string{"deadlock: searcher, updater; table, table"}},
	{program: "jubatus-199-healthy", only: "cpp",
		threads: []string{"1 searcher", "1 updater"}},
	{program: "tlf-422", only: "cpp", hangs: true,
		threads:  []string{"1 background", "1 tlf-cleanup"},
		pairs:    []string{"tlf-cleanup > background: tlf_rig_mutex"},
		findings: []string{"stuck: tlf-cleanup; tlf_rig_mutex"}},
	{program: "tlf-422-healthy", only: "cpp",
		threads: []string{"1 background", "1 tlf-cleanup"}},
}

// each checks the share of some states in the life of all threads with a name.
func (p *picture) each(name string, from, to tracefeed.Time, least, most float64, states ...tracefeed.State) error {
	for _, id := range p.all(name) {
		if got := p.share(id, from, to, states...); got < least || got > most {
			return fmt.Errorf("%s: %.2f %v from %v to %v, want %v to %v", p.tl.Threads[id].Name, got, states, from, to, least, most)
		}
	}
	return nil
}

// oneListenerStopped checks that the wait of one listener lasts from before the end of an
// updater to the end of the trace, and that the other listeners go on.
func (p *picture) oneListenerStopped() error {
	updaters := p.all("updater")
	ended := p.tl.End
	for _, id := range updaters {
		if p.tl.Lane(id).StateAt(p.tl.End) == tracefeed.NotAlive {
			ended = min(ended, p.tl.Lane(id).Since(p.tl.End).Start)
		}
	}
	stopped := 0
	for _, id := range p.all("listener") {
		if p.share(id, ended, p.tl.End, tracefeed.Suspended) == 1 {
			stopped++
		}
	}
	if ended == p.tl.End || stopped != 1 {
		return fmt.Errorf("%d listeners are suspended from %v on, want one from the end of an updater on", stopped, ended)
	}
	return nil
}

// TestStories records the programs of all languages, compares their traces with the same
// stories, and the table of docs/recording.md with what the traces have.
func TestStories(t *testing.T) {
	sources := build(t)
	tell(t, sources, true, 1)
	tell(t, sources, false, 4)
	if !t.Failed() && flag.Lookup("test.run").Value.String() == "" {
		compareTable(t, sources)
	}
}

// tell tells the stories of busy programs, or the others, several at a time.
func tell(t *testing.T, sources []source, busy bool, atOnce int) {
	var running sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for _, s := range stories {
		for i := range sources {
			src := &sources[i]
			if s.busy != busy || src.language == s.not || s.only != "" && src.language != s.only {
				continue
			}
			slots <- struct{}{}
			running.Go(func() {
				defer func() { <-slots }()
				t.Run(s.program+"/"+src.name, func(t *testing.T) { src.tells(t, s) })
			})
		}
	}
	running.Wait()
}
