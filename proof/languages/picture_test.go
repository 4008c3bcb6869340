package languages

import (
	"context"
	"debug/elf"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tiv/interaction"
	"tiv/interaction/detect"
	"tiv/interaction/detect/place"
	"tiv/timeline"
	"tiv/tracefeed"
)

// A picture is a trace in the words of a story: threads and locks have the names that
// the programs of all languages share.
type picture struct {
	tl      *timeline.Timeline
	report  detect.Report
	symbols []elf.Symbol // of the program, if locks have addresses
	// classes are the names of Java's own locks in the story.
	classes map[string]string
}

var threadNumber = regexp.MustCompile(`[ -]\d+$`)

// thread returns the name of a thread without its number: a goroutine's function.
func (p *picture) thread(id tracefeed.ThreadID) string {
	name := strings.TrimPrefix(p.tl.Threads[id].Name, "main.")
	return threadNumber.ReplaceAllString(name, "")
}

// lock returns the name of a lock: of the variable that contains it, or of its class.
func (p *picture) lock(id tracefeed.MonitorID) string {
	if address, err := strconv.ParseUint(p.tl.Monitors[id].ID, 0, 64); err == nil {
		for _, s := range p.symbols {
			if elf.ST_TYPE(s.Info) == elf.STT_OBJECT && s.Value <= address && address < s.Value+s.Size {
				return strings.TrimPrefix(s.Name, "main.")
			}
		}
	}
	class := p.class(id)
	if name := p.classes[class]; name != "" {
		return name
	}
	class = class[strings.LastIndexAny(class, "$.")+1:]
	return strings.ToLower(class[:min(1, len(class))]) + class[min(1, len(class)):]
}

// class returns the class of a lock of Java, as the trace has it.
func (p *picture) class(id tracefeed.MonitorID) string {
	_, class, _ := strings.Cut(p.tl.Monitors[id].Name, " ")
	class, _, _ = strings.Cut(class, " ")
	return class
}

// inLibrary matches the classes of locks within Java's own library. Threads of a busy
// machine can wait for one: the events of JFR about sockets look up the names of hosts.
var inLibrary = regexp.MustCompile(`^(java\.net|sun|jdk)\.`)

// all returns the threads of the program with a name; of all names but main, if it is "".
func (p *picture) all(name string) (ids []tracefeed.ThreadID) {
	for id := 1; id < len(p.tl.Threads); id++ {
		is := p.thread(tracefeed.ThreadID(id))
		if !p.tl.Threads[id].System && (is == name || name == "" && is != "main") {
			ids = append(ids, tracefeed.ThreadID(id))
		}
	}
	return ids
}

// threads returns the threads: "5 pricer".
func (p *picture) threads() (list []string) {
	count := map[string]int{}
	for _, id := range p.all("") {
		count[p.thread(id)]++
	}
	for _, name := range slices.Sorted(maps.Keys(count)) {
		list = append(list, fmt.Sprintf("%d %s", count[name], name))
	}
	return list
}

// locks returns the pairs of the program's threads, except main, that wait for each
// other's locks of the program.
func (p *picture) locks(from, to tracefeed.Time) []interaction.Pair {
	return slices.DeleteFunc(interaction.Pairs(context.Background(), p.tl, from, to), func(x interaction.Pair) bool {
		out := func(id tracefeed.ThreadID) bool { return p.tl.Threads[id].System || p.thread(id) == "main" }
		return x.Kind != interaction.Lock || out(x.Blocked) || out(x.Blocker) || inLibrary.MatchString(p.class(x.Monitor))
	})
}

// pairs returns the waits for locks with at least a hundredth of all such waiting:
// "payer > refunder: checking".
func (p *picture) pairs() []string {
	var all tracefeed.Time
	sum := map[string]tracefeed.Time{}
	for _, x := range p.locks(0, p.tl.End) {
		sum[fmt.Sprintf("%s > %s: %s", p.thread(x.Blocked), p.thread(x.Blocker), p.lock(x.Monitor))] += x.Total
		all += x.Total
	}
	maps.DeleteFunc(sum, func(_ string, total tracefeed.Time) bool { return total < all/100 })
	return slices.Sorted(maps.Keys(sum))
}

// signals returns the suspensions that another thread ended: "listener > updater".
func (p *picture) signals() []string {
	all := map[string]bool{}
	for _, x := range interaction.Pairs(context.Background(), p.tl, 0, p.tl.End) {
		if x.Kind == interaction.Signal {
			all[p.thread(x.Blocked)+" > "+p.thread(x.Blocker)] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// groups returns the groups of figure 3 of the paper: "many to one: greedyListener".
func (p *picture) groups(from tracefeed.Time) (list []string) {
	for _, g := range interaction.Groups(p.locks(from, p.tl.End), len(p.tl.Threads), func(*interaction.Pair) bool { return true }) {
		switch g.Pattern {
		case interaction.ManyToOne:
			list = append(list, "many to one: "+p.thread(g.Holder))
		case interaction.ManyToMany:
			list = append(list, fmt.Sprintf("many to many: %d %s", g.Threads, p.thread(g.First)))
		}
	}
	slices.Sort(list)
	return list
}

// lockCosts are the kinds of findings about time lost to a lock. Which of them it is
// depends on the names of holders.
var lockCosts = map[string]bool{detect.BlockingChain: true, detect.LongHold: true, detect.Convoy: true, detect.Contention: true}

// waitKinds are the kinds of findings about waits that last to the end.
var waitKinds = map[string]bool{detect.Stuck: true, detect.Leak: true, detect.Hang: true, detect.LongWait: true, detect.PileUp: true}

// findings returns the findings that accuse, and those about orders of locks:
// "deadlock: alice, bob; paper, pen". Each thread of a deadlock waits for the lock at its
// place, which the next one has. The thread main, which waits for all others, is left out.
func (p *picture) findings() (list []string) {
	for _, top := range p.report.Findings {
		for _, f := range append([]detect.Finding{top}, top.Also...) {
			if f.Severity.Accuses() || f.Kind == detect.LockOrderInversion || f.Kind == detect.Cycle {
				list = append(list, p.finding(&f))
			}
		}
	}
	list = slices.DeleteFunc(list, func(s string) bool { return s == "" })
	slices.Sort(list)
	return list
}

// blocks reports whether one of the threads waits for a lock at the end.
func (p *picture) blocks(threads []tracefeed.ThreadID, m tracefeed.MonitorID) bool {
	return slices.ContainsFunc(threads, func(t tracefeed.ThreadID) bool {
		s, _ := p.tl.Lane(t).At(p.tl.End)
		return s.State == tracefeed.Blocking && s.Monitor == m
	})
}

func (p *picture) finding(f *detect.Finding) string {
	var threads, locks []string
	for i, id := range f.Threads {
		if p.thread(id) == "main" {
			continue
		}
		threads = append(threads, p.thread(id))
		if f.Kind == detect.Deadlock {
			locks = append(locks, p.lock(f.Monitors[i]))
		}
	}
	switch {
	case len(threads) == 0:
		return ""
	case f.Kind == detect.Deadlock:
		first := 0
		for i := range threads {
			if threads[i]+locks[i] < threads[first]+locks[first] {
				first = i
			}
		}
		threads = append(threads[first:], threads[:first]...)
		locks = append(locks[first:], locks[:first]...)
	default:
		slices.Sort(threads)
		for _, m := range f.Monitors {
			if m != tracefeed.NoMonitor && (!waitKinds[f.Kind] || p.blocks(f.Threads, m)) { // only Go names conditions
				locks = append(locks, p.lock(m))
			}
		}
		slices.Sort(locks)
	}
	s := f.Kind + ": " + strings.Join(threads, ", ")
	if len(locks) > 0 {
		s += "; " + strings.Join(locks, ", ")
	}
	return s
}

// cost returns the lock that most time is lost to; "" if no finding says so.
func (p *picture) cost() string {
	for _, top := range p.report.Findings {
		for _, f := range append([]detect.Finding{top}, top.Also...) {
			if lockCosts[f.Kind] {
				return p.lock(f.Blame().Monitor)
			}
		}
	}
	return ""
}

// places returns the functions in which the threads of findings that accuse wait at the end:
// "alice in write". The thread main is left out.
func (p *picture) places() (list []string) {
	for _, f := range p.report.Findings {
		if !f.Severity.Accuses() {
			continue
		}
		for _, id := range f.Threads {
			if p.thread(id) == "main" {
				continue
			}
			var stack []tracefeed.Frame
			for _, frame := range p.tl.Stacks[p.tl.Lane(id).Since(p.tl.End-1).Stack] {
				stack = append(stack, p.tl.Frames[frame])
			}
			function := "?"
			if len(stack) > 0 {
				function = stack[place.UserFrame(stack)].Func
			}
			list = append(list, p.thread(id)+" in "+function[strings.LastIndexAny(function, ".:")+1:])
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// holds returns the threads with the costliest holds during waits, one for each lock.
func (p *picture) holds() (list []string) {
	for _, top := range p.report.Findings {
		for _, f := range append([]detect.Finding{top}, top.Also...) {
			if f.Kind == detect.LongHold {
				list = append(list, p.thread(f.CostliestHold().Thread))
			}
		}
	}
	return list
}

// share returns the part of the known life of a thread that it spent in some states.
func (p *picture) share(id tracefeed.ThreadID, from, to tracefeed.Time, states ...tracefeed.State) float64 {
	b := p.tl.Lane(id).Sum(from, to)
	var sum tracefeed.Time
	for _, s := range states {
		sum += b[s]
	}
	return float64(sum) / float64(max(1, b.Alive()-b[tracefeed.Unknown]))
}

// collecting returns the part of the trace in which the collector works.
func (p *picture) collecting() float64 {
	var sum tracefeed.Time
	for _, gc := range p.tl.GC {
		sum += gc.End - gc.Start
	}
	return float64(sum) / float64(p.tl.End)
}
