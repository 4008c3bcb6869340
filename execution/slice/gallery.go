package slice

// Gallery returns ready slices. Their conditions are for the names that Go, Java, C, C++ and
// Python have in traces.
func Gallery() []Definition {
	list := []Definition{
		{Name: "waits for locks", Of: Spans, Extent: Whole, Where: `state == "blocking"`},
		{Name: "waits for processors", Of: Spans, Extent: Whole, Where: `state == "runnable"`},
		{Name: "waits for the network", Of: Spans, Extent: Whole, Where: `cause == "net"`},
		{Name: "waits for disks", Of: Spans, Extent: Whole, Where: `cause == "disk"`},
		{Name: "waits at channels", Of: Spans, Extent: Whole, Where: `cause == "channel"`},
		{Name: "waits for threads", Of: Spans, Extent: Whole, Where: `cause == "join"`},
		{Name: "waits for the garbage collector", Of: Spans, Extent: Whole, Where: `cause == "gc"`},
		{Name: "sleep", Of: Spans, Extent: Whole, Where: `cause == "sleep"`},
		{Name: "garbage collection", Where: `function ~ "^runtime\.(gc[A-Z]|GC$|bgsweep|bgscavenge|\(\*(gcWork|sweepLocked|mheap)\))|^gc\.collect|^java\.lang\.System\.gc|^GC_"`},
		{Name: "threads of the garbage collector", Of: Threads, Extent: Whole,
			Where: `name ~ "^runtime\.(gcBgMarkWorker|bgsweep|bgscavenge)|^(GC Thread|G1 |ZGC|ZWorker|Shenandoah|Concurrent Mark|Reference Handler|Finalizer)"`},
		{Name: "lock overhead", Where: `function ~ "^sync\.\(\*(RW)?Mutex\)\.|^(__)?pthread_(mutex|rwlock|spin)_|^__lll_|^std::(__1::)?(mutex|recursive_mutex|shared_mutex)::|^java\.util\.concurrent\.locks\.(Reentrant|Stamped)|^threading\.(Lock|RLock)"`},
		{Name: "runtime", Extent: Self, Where: `function ~ "^(internal/)?runtime[./]|^jdk\.internal\.|^sun\.misc\.|importlib" && !(function ~ "^runtime\.(chan(send|recv)|selectgo|block$|gopark)|Unsafe\.park")`},
		{Name: "memory allocation", Where: `function ~ "^runtime\.(mallocgc|newobject|makeslice|growslice|makemap)|^(__libc_)?(malloc|calloc|realloc|free)$|^operator (new|delete)"`},
		{Name: "database/sql", Where: `function ~ "^database/sql[./]" && !(function ~ "connection(Opener|Resetter|Cleaner)")`},
		{Name: "JDBC", Where: `function ~ "^javax?\.sql\.|^com\.zaxxer\.hikari\.|^org\.(postgresql|h2|hsqldb|mariadb\.jdbc|sqlite|apache\.derby)\.|^com\.(mysql|microsoft\.sqlserver)\.|^oracle\.jdbc\."`},
		{Name: "databases in C and Python",
			Where: `function ~ "^(sqlite3|PQ|mysql|mongoc)_?[a-zA-Z]|^(sqlite3|psycopg2?|pymysql|sqlalchemy|asyncpg)\."`},
		{Name: "net/http", Where: `function ~ "^net/http[./]"`},
		{Name: "HTTP outside of Go", Where: `function ~ "^java\.net\.http\.|^org\.apache\.(http|hc|catalina|coyote)\.|^okhttp3\.|^io\.netty\.handler\.codec\.http|^curl_|^(http\.(client|server)|requests|urllib3?|aiohttp)\."`},
		{Name: "encryption", Where: `function ~ "^crypto/|/x/crypto/|^javax\.(crypto|net\.ssl)\.|^sun\.security\.|^(SSL|EVP|AES|SHA[0-9]+)_|^(ssl|hashlib)\."`},
		{Name: "encoding/json", Where: `function ~ "^encoding/json[./]"`},
		{Name: "JSON outside of Go's library",
			Where: `function ~ "^com\.fasterxml\.jackson\.|^com\.google\.gson\.|^org\.json\.|^json\.|^(nlohmann|rapidjson|simdjson)::|^github\.com/(goccy|json-iterator|segmentio/encoding)/"`},
		{Name: "compression", Where: `function ~ "^compress/|^java\.util\.zip\.|^(deflate|inflate|ZSTD_|LZ4_|BZ2_)|^(zlib|gzip|bz2|lzma)\."`},
		{Name: "regular expressions", Where: `function ~ "^regexp[./]|^java\.util\.regex\.|^std::(__1::|__cxx11::)?(basic_)?regex|^pcre|^re\."`},
		{Name: "logging", Where: `function ~ "^log(/slog)?[./]|^go\.uber\.org/zap[./]|^github\.com/(sirupsen/logrus|rs/zerolog)[./]|^org\.(slf4j|apache\.(log4j|logging))\.|^ch\.qos\.logback\.|^java\.util\.logging\.|^logging\.|^spdlog::|^v?syslog$"`},
		{Name: "system calls", Where: `function ~ "^(internal/runtime/)?syscall\.|^golang\.org/x/sys/|^internal/poll\.|^os\.\(\*File\)"`},
	}
	return list
}
