package filter

// row holds the values of the words for one thread. Only words in use are
// filled in.
type row struct {
	Name     string `expr:"name"`
	ID       string `expr:"id"`
	Function string `expr:"function"`
	Cluster  string `expr:"cluster"`
	State    string `expr:"state"`
	Lock     names  `expr:"lock"`
	System   bool   `expr:"system"`
	Alive    bool   `expr:"alive"`

	Running   length `expr:"running"`
	Runnable  length `expr:"runnable"`
	Suspended length `expr:"suspended"`
	Blocking  length `expr:"blocking"`
	IO        length `expr:"io"`
	Unknown   length `expr:"unknown"`

	Waits    int    `expr:"waits"`
	WaitsFor names  `expr:"waits_for"`
	Blocks   names  `expr:"blocks"`
	Start    moment `expr:"start"`
	End      moment `expr:"end"`

	Interacts func(name string) bool `expr:"interacts"`
}
