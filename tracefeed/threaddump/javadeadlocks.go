package threaddump

import (
	"fmt"
	"regexp"
	"strings"

	"tiv/tracefeed"
)

// deadlocks are the lines of a dump about deadlocks, before or after its threads. They name
// owners that the stacks may lack.
type deadlocks struct {
	inside   bool // the list has begun
	found    int  // the line that announces a deadlock, before its list
	name     string
	wanted   tracefeed.Monitor // of the line before
	suspects []suspect
	// stacks are those in the list, by the names of threads.
	stacks map[string]*javaStack
}

// suspect is a thread of a deadlock, with the monitor that it waits for and the owner.
type suspect struct {
	name, owner string
	monitor     tracefeed.Monitor
}

var (
	javaFound   = regexp.MustCompile(`^Found (?:one|[1-9]\d*) Java-level deadlocks?:?$`)
	javaRule    = regexp.MustCompile(`^={3,}$`)
	javaListed  = regexp.MustCompile(`^"(.*)":$`)
	javaSuspect = regexp.MustCompile(
		`^waiting (?:to lock [mM]onitor[ @]|for ownable synchronizer )0x([0-9a-fA-F]+),? \((?:[oO]bject[ @]0x([0-9a-fA-F]+), )?an? ([^)]+)\)`)
	javaCulprit = regexp.MustCompile(`^(?:in JNI, )?which is held by "(.*)"$`)
)

// readDeadlock reads a line of the list of deadlocks; false for another line.
func (p *javaParser) readDeadlock(line string) bool {
	if javaFound.MatchString(line) {
		p.finish()
		p.inside, p.found = true, p.dumps.line
		return true
	}
	if !p.inside {
		return false
	}
	if p.found > 0 && (javaRule.MatchString(line) || javaListed.MatchString(line)) {
		c := p.dumps.counts()
		c.deadlocks, p.found = append(c.deadlocks, p.found), 0
	}
	if m := javaListed.FindStringSubmatch(line); m != nil {
		th := p.begin("", m[1])
		th.listed, p.name = true, m[1]
	} else if m := javaSuspect.FindStringSubmatch(line); m != nil {
		address := m[1]
		if m[2] != "" { // of the object, not of the Java machine's monitor
			address = m[2]
		}
		p.wanted = JavaMonitor(address, m[3])
	} else if m := javaCulprit.FindStringSubmatch(line); m != nil && p.wanted.ID != "" {
		p.suspects = append(p.suspects, suspect{p.name, m[1], p.wanted})
		p.wanted = tracefeed.Monitor{}
	} else {
		return false
	}
	return true
}

// list keeps the stack of a thread in the list.
func (p *javaParser) list(th *javaStack) {
	if len(th.stack) == 0 {
		return
	}
	if p.stacks == nil {
		p.stacks = map[string]*javaStack{}
	}
	p.stacks[th.Name] = th
}

// addSuspects adds the threads of deadlocks that are in the list alone.
func (p *javaParser) addSuspects() {
	for _, s := range p.suspects {
		for _, name := range []string{s.name, s.owner} {
			if len(p.byName[name]) > 0 {
				continue
			}
			th := p.stacks[name]
			if th == nil {
				th = &javaStack{thread: thread{Thread: tracefeed.Thread{ID: name, Name: name}}, given: map[string]bool{}, unread: 1}
			}
			if th.state == "" && name == s.name {
				th.state = "BLOCKED"
			}
			p.add(th)
		}
	}
}

// addUnread adds a ring of two threads for a deadlock that the dump announces, if its threads
// could not be read.
func (p *javaParser) addUnread() {
	d := p.dumps.dump()
	if len(d.deadlocks) == 0 {
		return
	}
	if d.findEndless(); d.ring {
		return
	}
	at := fmt.Sprintf("the deadlock announced in line %d", d.deadlocks[0])
	ids, locks := [2]tracefeed.ThreadID{}, [2]tracefeed.Monitor{}
	for i, which := range []string{"first", "second"} {
		locks[i] = tracefeed.Monitor{ID: strings.Join([]string{which, "lock of", at}, " ")}
		locks[i].Name = locks[i].ID
	}
	for i, which := range []string{"an unread thread", "another unread thread"} {
		name := which + " of " + at
		th := thread{Thread: tracefeed.Thread{ID: name, Name: name}, state: tracefeed.Event{Kind: tracefeed.MonitorWait}, wants: locks[1-i]}
		ids[i] = d.add(&th)
		d.hold(ids[i], d.names.monitor(locks[i]))
		d.partial++
		p.dumps.threads++
	}
}
