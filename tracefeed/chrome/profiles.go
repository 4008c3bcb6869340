package chrome

import (
	"cmp"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"

	"tiv/tracefeed"
	"tiv/tracefeed/slicefeed"
)

// profiles are the CPU profiles of V8 in a file, by process and id. Each is an event Profile
// of its thread, and events ProfileChunk, which can come from another one.
type profiles map[string]*profile

type profile struct {
	key     string
	thread  slicefeed.Thread // 0 before its Profile
	start   int64
	started bool
	chunks  []chunk
}

// chunk is a part of the samples of a profile.
type chunk struct {
	at     int64 // when it was written
	frames []int32
	// deltas are the times from one sample to the next.
	deltas []duration
}

// profileJSON is a profile of V8, or a part of one.
type profileJSON struct {
	Nodes      []nodeJSON  `json:"nodes"`
	Samples    []integer   `json:"samples"`
	TimeDeltas []duration  `json:"timeDeltas"`
	StartTime  json.Number `json:"startTime"`
}

// nodeJSON is a node of the call tree of a profile.
type nodeJSON struct {
	ID        integer   `json:"id"`
	Parent    integer   `json:"parent"`
	Children  []integer `json:"children"`
	HitCount  integer   `json:"hitCount"`
	CallFrame struct {
		FunctionName string   `json:"functionName"`
		URL          string   `json:"url"`
		LineNumber   *integer `json:"lineNumber"` // from 0
	} `json:"callFrame"`
}

// profile adds an event of a CPU profile. It returns false for other events.
func (k *keeper) profile(ev *event, t slicefeed.Thread) bool {
	kind := string(ev.name)
	if kind != "Profile" && kind != "ProfileChunk" && kind != "CpuProfile" {
		return false
	}
	var args struct {
		Data struct {
			profileJSON
			Profile *profileJSON `json:"cpuProfile"`
		} `json:"data"`
	}
	if json.Unmarshal(ev.args, &args) != nil {
		return false
	}
	p := k.profiles.of(string(bare(ev.pid)) + "/" + string(bare(ev.id)))
	if kind != "ProfileChunk" {
		p.thread = t
		p.begin(args.Data.StartTime, ev.ts)
	}
	if part := args.Data.Profile; part != nil {
		if len(part.TimeDeltas) == 0 {
			part.TimeDeltas = args.Data.TimeDeltas
		}
		if kind == "CpuProfile" {
			p.begin(part.StartTime, ev.ts)
		}
		at, _ := micros(ev.ts)
		k.addChunk(p, at, part)
	}
	return true
}

func (x profiles) of(key string) *profile {
	if x[key] == nil {
		x[key] = &profile{key: key}
	}
	return x[key]
}

// begin sets the start of a profile: that in the profile, or else the time of its event.
func (p *profile) begin(start json.Number, at []byte) {
	ns, ok := micros([]byte(start))
	if !ok && !p.started {
		ns, ok = micros(at)
	}
	if ok {
		p.start, p.started = ns, true
	}
}

// addChunk adds a part of a profile.
func (k *keeper) addChunk(p *profile, at int64, part *profileJSON) {
	for i := range part.Nodes {
		k.addNode(p.key, &part.Nodes[i])
	}
	c := chunk{at: at, frames: make([]int32, len(part.Samples)), deltas: part.TimeDeltas}
	for i, id := range part.Samples {
		c.frames[i] = k.frames.number(nodeID(p.key, id))
	}
	p.chunks = append(p.chunks, c)
}

// nodeID returns the id of a node of a profile in the call tree of the file.
func nodeID(profile string, node integer) []byte {
	return strconv.AppendInt([]byte("v"+profile+"/"), int64(node), 10)
}

// addNode adds a node of the profile with a key.
func (k *keeper) addNode(profile string, n *nodeJSON) {
	id := nodeID(profile, n.ID)
	f := tracefeed.Frame{Func: n.CallFrame.FunctionName, File: n.CallFrame.URL}
	if f.Func == "" {
		f.Func = "(anonymous)"
	}
	if line := n.CallFrame.LineNumber; line != nil && f.File != "" {
		f.Line = int32(min(max(*line, 0), math.MaxInt32-1)) + 1
	}
	k.frames.set(id, f)
	if n.Parent != 0 {
		k.frames.setCaller(id, nodeID(profile, n.Parent))
	}
	for _, child := range n.Children {
		k.frames.setCaller(nodeID(profile, child), id)
	}
}

const untimedSample = "sample without a time"

// addProfiles adds the samples of the profiles.
func (k *keeper) addProfiles() {
	sorted := slices.SortedFunc(maps.Values(k.profiles), func(a, b *profile) int { return cmp.Compare(a.key, b.key) })
	for _, p := range sorted {
		if p.started {
			k.log.Add(slicefeed.Record{Kind: slicefeed.Moment, At: p.start})
		}
		slices.SortStableFunc(p.chunks, func(a, b chunk) int { return cmp.Compare(a.at, b.at) })
		at := p.start
		for _, c := range p.chunks {
			at = k.addChunkSamples(p, at, c)
		}
	}
}

// addChunkSamples adds the samples of a chunk that begins at a time, and returns the end.
func (k *keeper) addChunkSamples(p *profile, at int64, c chunk) int64 {
	for i, frame := range c.frames {
		if i >= len(c.deltas) || !p.started || c.deltas[i] == untold {
			k.log.Skip(untimedSample)
			continue
		}
		next := at + int64(c.deltas[i])
		if next > slicefeed.MaxTime || next < -slicefeed.MaxTime {
			k.log.Skip(untimedSample)
			continue
		}
		at = next
		k.log.Add(slicefeed.Record{Kind: slicefeed.Sample, At: at, Thread: p.thread, Value: 1, Name: k.frames.stack(k.log, frame)})
	}
	return at
}
