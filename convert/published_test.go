package convert_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"tiv/convert"
	"tiv/timeline"
)

// published are the fields of perfetto_trace.proto, as Perfetto publishes it, that a
// converted trace may have: message, number, name, type.
const published = `
EventName 1 iid uint64
EventName 2 name string
FtraceEvent 1 timestamp uint64
FtraceEvent 2 pid uint32
FtraceEvent 20 sched_waking SchedWakingFtraceEvent
FtraceEvent 4 sched_switch SchedSwitchFtraceEvent
FtraceEventBundle 1 cpu uint32
FtraceEventBundle 2 event FtraceEvent
InternedData 2 event_names EventName
ProcessDescriptor 1 pid int32
ProcessDescriptor 6 process_name string
SchedSwitchFtraceEvent 2 prev_pid int32
SchedSwitchFtraceEvent 4 prev_state int64
SchedSwitchFtraceEvent 6 next_pid int32
SchedWakingFtraceEvent 2 pid int32
ThreadDescriptor 1 pid int32
ThreadDescriptor 2 tid int64
ThreadDescriptor 3 legacy_sort_index int32
ThreadDescriptor 5 thread_name string
Trace 1 packet TracePacket
TracePacket 1 ftrace_events FtraceEventBundle
TracePacket 10 trusted_packet_sequence_id uint32
TracePacket 11 track_event TrackEvent
TracePacket 12 interned_data InternedData
TracePacket 13 sequence_flags uint32
TracePacket 60 track_descriptor TrackDescriptor
TracePacket 8 timestamp uint64
TrackDescriptor 1 uuid uint64
TrackDescriptor 2 name string
TrackDescriptor 3 process ProcessDescriptor
TrackDescriptor 4 thread ThreadDescriptor
TrackDescriptor 5 parent_uuid uint64
TrackDescriptor 8 counter CounterDescriptor
TrackEvent 10 name_iid uint64
TrackEvent 11 track_uuid uint64
TrackEvent 22 categories string
TrackEvent 30 counter_value int64
TrackEvent 47 flow_ids fixed64
TrackEvent 48 terminating_flow_ids fixed64
TrackEvent 9 type enum
`

// wireTypes are the types of encoded fields, by those of published; other ones are messages.
var wireTypes = map[string]protowire.Type{
	"int32": protowire.VarintType, "int64": protowire.VarintType, "uint32": protowire.VarintType, "uint64": protowire.VarintType,
	"enum": protowire.VarintType, "fixed64": protowire.Fixed64Type, "string": protowire.BytesType,
}

// value is a decoded field: a number, a text, or a message.
type value struct {
	number uint64
	text   string
	fields message
}

// message has the values of fields by their names.
type message map[string][]value

// one returns the number of a field, 0 if there is none.
func (m message) one(name string) uint64 {
	if len(m[name]) == 0 {
		return 0
	}
	return m[name][0].number
}

// decode decodes a message by the published definitions alone.
func decode(t *testing.T, kind string, b []byte) message {
	t.Helper()
	m := message{}
	for len(b) > 0 {
		number, wire, n := protowire.ConsumeTag(b)
		size := protowire.ConsumeFieldValue(number, wire, b[max(0, n):])
		if n < 0 || size < 0 {
			t.Fatalf("%s is damaged", kind)
		}
		_, rest, ok := strings.Cut(published, fmt.Sprintf("\n%s %d ", kind, number))
		if !ok {
			t.Fatalf("%s has no field %d", kind, number)
		}
		rest, _, _ = strings.Cut(rest, "\n")
		name, of, _ := strings.Cut(rest, " ")
		want, scalar := wireTypes[of]
		if !scalar {
			want = protowire.BytesType
		}
		if wire != want {
			t.Fatalf("%s.%s is encoded as %d, want %d", kind, name, wire, want)
		}
		var v value
		switch field := b[n:][:size]; wire {
		case protowire.VarintType:
			v.number, _ = protowire.ConsumeVarint(field)
		case protowire.Fixed64Type:
			v.number, _ = protowire.ConsumeFixed64(field)
		case protowire.BytesType:
			data, _ := protowire.ConsumeBytes(field)
			if v.text = string(data); !scalar {
				v.fields = decode(t, of, data)
			}
		}
		m[name], b = append(m[name], v), b[n+size:]
	}
	return m
}

// converted returns traces in the format of a viewer.
func converted(t *testing.T, format string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for name, data := range map[string][]byte{"calls": []byte(callsTrace),
		"mutex": samples(t)["../tracefeed/gotrace/testdata/go-mutex2.trace"]} {
		source, err := openTrace(data)
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		for _, v := range viewers {
			if v.format.Name == format {
				if _, err := v.write(&file, source, convert.Options{Memory: &timeline.Memory{}}); err != nil {
					t.Fatal(err)
				}
			}
		}
		files[name] = file.Bytes()
	}
	return files
}

// TestPublished decodes Perfetto traces by the published definitions: each event has a
// track that was described before, and a name that was interned before; slices are nested.
func TestPublished(t *testing.T) {
	t.Parallel()
	for name, file := range converted(t, "perfetto") {
		tracks, names, depth, kinds := map[uint64]bool{}, map[uint64]bool{}, map[uint64]int{}, map[uint64]int{}
		for _, p := range decode(t, "Trace", file)["packet"] {
			for _, d := range p.fields["track_descriptor"] {
				if parent := d.fields.one("parent_uuid"); parent != 0 && !tracks[parent] {
					t.Errorf("%s: a track has the parent %d, which is not described before", name, parent)
				}
				tracks[d.fields.one("uuid")] = true
			}
			for _, in := range p.fields["interned_data"] {
				for _, n := range in.fields["event_names"] {
					names[n.fields.one("iid")] = n.fields["name"][0].text != ""
				}
			}
			for _, ev := range p.fields["track_event"] {
				kind, track := ev.fields.one("type"), ev.fields.one("track_uuid")
				const begin, end = 1, 2 // TYPE_SLICE_BEGIN, TYPE_SLICE_END
				switch kinds[kind]++; kind {
				case begin:
					depth[track]++
				case end:
					depth[track]--
				}
				if iid := ev.fields.one("name_iid"); !tracks[track] || depth[track] < 0 || kind == begin && !names[iid] ||
					p.fields.one("timestamp") == 0 && p.fields["timestamp"] == nil {
					t.Fatalf("%s: an event of type %d on track %d with name %d and depth %d", name, kind, track, iid, depth[track])
				}
			}
		}
		if kinds[1] < 5 || len(tracks) < 3 {
			t.Errorf("%s: %v events by type, %d tracks", name, kinds, len(tracks))
		}
	}
}

// TestTraceEvents decodes Chrome traces with the standard library: events have what their
// phases need.
func TestTraceEvents(t *testing.T) {
	t.Parallel()
	needed := map[string]string{"B": "name ts pid tid", "E": "ts pid tid", "X": "name ts dur pid tid", "M": "name pid args",
		"C": "name ts pid args",
		"s": "name ts pid tid id", "f": "name ts pid tid id bp", "b": "name cat ts pid id", "e": "name cat ts pid id",
		"i": "name ts pid tid s"}
	for name, file := range converted(t, "chrome") {
		var all struct {
			TraceEvents []map[string]any `json:"traceEvents"`
		}
		if err := json.Unmarshal(file, &all); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		phases := map[string]int{}
		for _, ev := range all.TraceEvents {
			phase, _ := ev["ph"].(string)
			phases[phase]++
			if needed[phase] == "" {
				t.Fatalf("%s: the phase of %v", name, ev)
			}
			for _, key := range strings.Fields(needed[phase]) {
				if ev[key] == nil {
					t.Fatalf("%s: %v has no %s", name, ev, key)
				}
			}
		}
		if phases["M"] == 0 || len(phases) < 3 {
			t.Errorf("%s: %v", name, phases)
		}
	}
}
