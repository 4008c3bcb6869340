package merge

import (
	"strconv"
	"strings"

	"tiv/tracefeed"
)

// update copies the names that are new or have changed.
func (c *cursor) update() {
	t := c.Tables
	if t == nil {
		t = c.Feed.Tables()
	}
	c.deltas.Next(t).Each(func(id tracefeed.ThreadID, th tracefeed.Thread) {
		if int(id) < len(c.threads) && c.threads[id] == tracefeed.NoThread {
			return
		}
		if int(id) < len(c.threads) {
			c.feed.tables.NameThread(c.threads[id], c.thread(id, th))
			return
		}
		c.threads = append(c.threads, c.addThread(id, th))
	}, func(id tracefeed.MonitorID, m tracefeed.Monitor) {
		if int(id) < len(c.monitors) {
			c.feed.tables.NameMonitor(c.monitors[id], c.monitor(m))
			return
		}
		c.monitors = append(c.monitors, c.addMonitor(id, m))
	})
	for i := len(c.stackIDs); i < len(t.Stacks); i++ {
		c.frames = c.frames[:0]
		for _, frame := range t.Stacks[i] {
			c.frames = append(c.frames, t.Frames[frame])
		}
		c.stackIDs = append(c.stackIDs, c.feed.stacks.Add(c.frames))
	}
	for i := len(c.nameIDs); i < len(t.Names); i++ {
		c.nameIDs = append(c.nameIDs, c.feed.name(t.Names[i]))
	}
}

// addThread returns the id of a thread in the feed. A thread that stands for one of another
// process has none: see resolve.
func (c *cursor) addThread(id tracefeed.ThreadID, th tracefeed.Thread) tracefeed.ThreadID {
	if id == tracefeed.NoThread {
		return tracefeed.NoThread
	}
	if number, foreign := strings.CutPrefix(th.ID, foreignThread); foreign {
		if n, err := strconv.ParseInt(number, 10, 64); err == nil {
			c.foreign[id] = n
			return tracefeed.NoThread
		}
	}
	joint := tracefeed.NoThread
	if c.before != nil && id == c.Main && c.before.Main != tracefeed.NoThread {
		joint = c.before.threads[c.before.Main]
		c.feed.tables.NameThread(joint, c.thread(id, th))
	} else {
		joint = c.feed.tables.AddThread(c.thread(id, th))
	}
	if n := c.Numbers[id]; n != 0 {
		c.feed.numbers[n] = joint
	}
	return joint
}

// resolve returns the thread of another process for which one stands: the last one of the
// parts opened so far that has its number. It is NoThread if that was not recorded.
func (c *cursor) resolve(id, otherwise tracefeed.ThreadID) tracefeed.ThreadID {
	if n, ok := c.foreign[id]; ok {
		return c.feed.numbers[n]
	}
	return otherwise
}

// foreignThread begins the id of a thread of another process, before its number in the
// operating system.
const foreignThread = "os "

// Own returns the number of threads that do not stand for one of another process.
func Own(tables *tracefeed.Tables) (n int) {
	for _, th := range tables.Threads[1:] {
		if !strings.HasPrefix(th.ID, foreignThread) {
			n++
		}
	}
	return n
}

// thread returns a thread as the feed names it: the first one of a process after that.
func (c *cursor) thread(id tracefeed.ThreadID, th tracefeed.Thread) tracefeed.Thread {
	p := &c.feed.tables.Processes[c.Process]
	th.Process = c.Process
	switch {
	case id == c.Main:
		th.ID, th.Name = p.ID+"/"+th.ID, p.Name
	case c.feed.prefixed:
		th.ID, th.Name = c.id()+"/"+th.ID, p.Name+"/"+th.Name
	default:
		th.ID = c.id() + "/" + th.ID
	}
	return th
}

// id returns the id of the process, with the number of the program if that is not the first.
func (c *cursor) id() string {
	id := c.feed.tables.Processes[c.Process].ID
	if c.program > 1 {
		id += "." + strconv.Itoa(c.program)
	}
	return id
}

func (c *cursor) addMonitor(id tracefeed.MonitorID, m tracefeed.Monitor) tracefeed.MonitorID {
	if id == tracefeed.NoMonitor {
		return tracefeed.NoMonitor
	}
	named := c.monitor(m)
	if !strings.HasPrefix(m.ID, sharedMonitor) {
		return c.feed.tables.AddMonitor(named)
	}
	joint, known := c.feed.shared[m.ID]
	if !known {
		joint = c.feed.tables.AddMonitor(named)
		c.feed.shared[m.ID] = joint
	}
	return joint
}

// sharedMonitor begins the id of a monitor in memory that processes share.
const sharedMonitor = "shared:"

// monitor returns a monitor as the feed names it: an address is of one process.
func (c *cursor) monitor(m tracefeed.Monitor) tracefeed.Monitor {
	if strings.HasPrefix(m.ID, sharedMonitor) {
		return m
	}
	id := c.id() + ":" + m.ID
	if place, ok := strings.CutPrefix(m.Name, m.ID); ok {
		m.Name = id + place
	}
	m.ID = id
	return m
}
