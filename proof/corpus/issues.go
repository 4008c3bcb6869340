package corpus

import "slices"

// issues are bugs of well-known programs, rebuilt small, each with its repair as a
// healthy twin.
var issues = slices.Concat(
	pair("stuck", "sensu-go-1264", "https://github.com/sensu/sensu-go/issues/1264", monitorReset),
	pair("stuck", "lakefs-1390", "https://github.com/treeverse/lakeFS/issues/1390", batchCloser),
	pair("stuck", "kubernetes-85017", "https://github.com/kubernetes/kubernetes/pull/85017", kubeletWait),
	pair("stuck", "havener-161", "https://github.com/homeport/havener/pull/161", skippedDone),
	pair("stuck", "go-m3ua-11", "https://github.com/wmnsk/go-m3ua/pull/11", earlyReturn),
	pair("leak", "cadvisor-2549", "https://github.com/google/cadvisor/pull/2549", commandTimeout),
	pair("leak", "go-control-plane-429", "https://github.com/envoyproxy/go-control-plane/issues/429", streamHandler),
	pair("leak", "go-zglob-24", "https://github.com/mattn/go-zglob/pull/24", undrainedWalk),
	pair("leak", "grpc-go-659", "https://github.com/grpc/grpc-go/issues/659", streamWatcher),
	pair("deadlock", "moby-50619", "https://github.com/moby/moby/issues/50619", firewallReload),
	pair("deadlock", "kubestellar-3899", "https://github.com/kubestellar/kubestellar/issues/3899", comparedStatus),
	pair("lock-order-inversion", "ziti-4206", "https://github.com/openziti/ziti/issues/4206", connectionTracker),
	pair("lock-order-inversion", "cockroach-48447", "https://github.com/cockroachdb/cockroach/issues/48447", logAndNode),
	beyond("two readers block each other only while a writer waits, which it does not in the trace",
		pair("lock-order-inversion", "cockroach-7972", "https://github.com/cockroachdb/cockroach/issues/7972", gossipStores),
		pair("lock-order-inversion", "etcd-22184", "https://github.com/etcd-io/etcd/issues/22184", progressIfSync)),
	pair("long-wait", "gorums-235", "https://github.com/relab/gorums/issues/235", brokenStream),
	pair("lost-wakeup", "erigon-21827", "https://github.com/erigontech/erigon/pull/21827", eventChannel),
	pair("lost-wakeup", "juicefs-3782", "https://github.com/juicedata/juicefs/pull/3782", missedReady),
)

// pair returns a bug and its repair.
func pair(kind, name, source string, run func(s *Stage, repaired bool)) []shape {
	return []shape{
		{kind: kind, name: name, source: source, run: func(s *Stage) { run(s, false) }},
		{kind: kind, name: "healthy-" + name, source: source, run: func(s *Stage) { run(s, true) }},
	}
}

// beyond marks the bugs of some pairs as beyond the definition.
func beyond(reason string, pairs ...[]shape) []shape {
	for _, p := range pairs {
		p[0].beyond = reason
	}
	return slices.Concat(pairs...)
}

// hasIf declares a problem of the calling goroutine, unless the bug is repaired.
func (s *Stage) hasIf(repaired bool, kind string) {
	if !repaired {
		s.Has(kind)
	}
}
