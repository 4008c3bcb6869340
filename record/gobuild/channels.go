package gobuild

// channelChanges log waits for channels before they begin, and all that moves through a
// channel while it is locked (inject/item.go.txt). Each operation costs a branch if that is
// not wanted.
var channelChanges = []change{
	{1, sendWaits + "	gp := getg()\n", sendWaits + "	gp := getg(); tivAwaitsChannel(c)\n"},
	{1, receiveWaits + "	gp := getg()\n",
		receiveWaits + "	gp := getg(); tivAwaitsChannel(c); if tivItems.Load() { tivFindsNone(c) }\n"},
	{1, "	sendx    uint   // send index\n", "	sendx    uint; tiv tivQueue\n"},
	{1, handOver("send"), handOver("send") + " if tivItems.Load() { tivHands(c, sg.g) }"},
	{1, handOver("recv"), handOver("recv") + " if tivItems.Load() { tivFetches(c, sg.g) }"},
	{1, "		c.qcount++\n		unlock(&c.lock)\n		return true\n",
		"		c.qcount++; if tivItems.Load() { tivPuts(c) }\n		unlock(&c.lock)\n		return true\n"},
	{1, "		c.qcount--\n		unlock(&c.lock)\n		return true, true\n",
		"		c.qcount--; if tivItems.Load() { tivTakes(c) }\n		unlock(&c.lock)\n		return true, true\n"},
	// Nothing to receive: closed, seen without the lock, and seen with it.
	{1, "		if c.qcount == 0 {\n			if raceenabled {\n",
		"		if c.qcount == 0 { if tivItems.Load() { tivFindsNone(c) }\n			if raceenabled {\n"},
	{1, "	if !block && empty(c) {\n", "	if !block && empty(c) { if tivItems.Load() { tivFindsNone(c) }\n"},
	{1, "	if !block {\n		unlock(&c.lock)\n		return false, false\n",
		"	if !block { if tivItems.Load() { tivFindsNone(c) }\n		unlock(&c.lock)\n		return false, false\n"},
}

const (
	sendWaits    = "	// Block on the channel. Some receiver will complete our operation for us.\n"
	receiveWaits = "	// no sender available: block on this channel.\n"
)

// handOver returns the beginning of a function that moves an item between two goroutines.
func handOver(name string) string {
	return "func " + name + "(c *hchan, sg *sudog, ep unsafe.Pointer, unlockf func(), skip int) {"
}

// selectChanges do the same for a select.
var selectChanges = []change{
	{1, "	nextp = &gp.waiting\n",
		"	nextp = &gp.waiting; tivAwaitsSelect(scases, lockorder); if tivItems.Load() { tivFindNone(scases, nsends) }\n"},
	{1, "	c.qcount++\n	selunlock(scases, lockorder)\n",
		"	c.qcount++; if tivItems.Load() { tivPuts(c) }\n	selunlock(scases, lockorder)\n"},
	{1, "	c.qcount--\n	selunlock(scases, lockorder)\n",
		"	c.qcount--; if tivItems.Load() { tivTakes(c) }\n	selunlock(scases, lockorder)\n"},
	{1, "	// read at end of closed channel\n	selunlock(scases, lockorder)\n",
		"	// read at end of closed channel\n	if tivItems.Load() { tivFindsNone(c) }; selunlock(scases, lockorder)\n"},
	{1, "	if !block {\n		selunlock(scases, lockorder)\n",
		"	if !block { if tivItems.Load() { tivFindNone(scases, nsends) }\n		selunlock(scases, lockorder)\n"},
}
