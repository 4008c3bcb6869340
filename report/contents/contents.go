package contents

import (
	"context"

	"tiv/interaction/detect"
	"tiv/report"
	"tiv/scene/shape"
	"tiv/timeline"
	"tiv/timeline/caveats"
	"tiv/workspace"
)

// Report is the input of a document.
type Report struct {
	// Workspace is a completely read trace and its view. Make changes copies
	// only.
	Workspace *workspace.Workspace
	// Kept says that the workspace was restored from a saved one: the document
	// shows that view too.
	Kept bool
	// Draw draws a workspace as it is, on a canvas of the size of Canvas, and
	// returns a PNG. If it is nil, the document has no pictures, and Without
	// says why.
	Draw    func(*workspace.Workspace) ([]byte, error)
	Without string
	// Remarks are warnings to the reader, besides those of the trace itself.
	Remarks []string
	// Made is the command line that made the document, "" if the window made it;
	// Version is the version of TIV.
	Made, Version string
	// Progress is called with the progress, from 0 to 1; it may be nil.
	Progress func(share float64)
}

// Canvas is the canvas of all pictures.
func Canvas() shape.Canvas { return shape.Canvas{Width: 1280, Height: 720, Scale: 1.2} }

// Limits of the contents of one document.
const (
	maxPictures = 20 // of findings, and as many of notes
	maxFindings = 100
	maxOpen     = 5 // of them, others are folded
	maxNotes    = 200
	maxThreads  = 20 // of a finding
	maxFrames   = 40 // of a stack
	maxRows     = 100

	passes = 7 // through the trace, for tables
)

// Document is the contents of a report. Its texts have at most one line, except for
// remarks and notes, and no control characters.
type Document struct {
	Title, Version string
	// Made is the command line, "" for the window.
	Made string
	// Without explains the absence of pictures; "" if there are pictures.
	Without      string
	Facts, Times []report.Fact // the latter of states
	States       States
	Remarks      []string
	Minor        string // a remark of no importance
	Overview     []Picture
	Kinds        []Term
	// Verdict says that nothing is found beyond costs and notes; "" otherwise.
	Verdict string
	// Findings are the findings, the worst first; notes come last.
	Findings     []Finding
	MoreFindings int
	Notes        []Note
	MoreNotes    int
	// Pictured and PicturedNotes count the findings and notes with pictures, if
	// not all have one.
	Pictured, PicturedNotes int

	Tables            []Table
	Layers, Evidences []Term
}

// ToFix returns the findings without those that are only worth knowing.
func (d *Document) ToFix() []Finding {
	for i := range d.Findings {
		if d.Findings[i].Note {
			return d.Findings[:i]
		}
	}
	return d.Findings
}

// Make returns the document. Once ctx is done it stops, and returns its error. Other
// errors are those of Draw.
func (r *Report) Make(ctx context.Context) (*Document, error) {
	m := &maker{Report: r, ctx: ctx, ws: r.Workspace, tl: r.Workspace.Timeline}
	return m.document()
}

// maker is a document in the making.
type maker struct {
	*Report
	ctx context.Context
	ws  *workspace.Workspace
	tl  *timeline.Timeline
	// done is the completed share of the work, from 0 to 1; the steps are the
	// shares of a picture and of a pass for tables.
	done, pictureStep, tableStep float64
}

func (m *maker) document() (*Document, error) {
	d := &Document{Title: line(m.ws.Name), Version: m.Version, Made: line(m.Made), Without: m.without(),
		Layers: layers(), Evidences: evidences()}
	for _, x := range detect.Detectors(detect.DefaultLimits()) {
		d.Kinds = append(d.Kinds, Term{x.Kind, x.Help})
	}
	d.Pictured, d.PicturedNotes = m.pictured(len(m.ws.Report.Findings)), m.pictured(len(m.ws.Look.Notes))
	m.plan()
	for _, fill := range []func(*Document) error{m.overview, m.findings, m.notes, m.tables} {
		if err := fill(d); err != nil {
			return nil, err
		}
	}
	d.facts(m.tl)
	// The remarks come last, because they report parts of the trace that could
	// not be read again.
	said := []string{caveats.Losses(m.tl), caveats.Remarks(m.tl)}
	if caveats.Minor(m.tl) {
		said, d.Minor = nil, text(caveats.Remarks(m.tl), maxText)
	}
	for _, s := range append(said, m.Remarks...) {
		if s != "" {
			d.Remarks = append(d.Remarks, text(s, maxText))
		}
	}
	return d, m.ctx.Err()
}

// without explains the absence of pictures; "" if there are pictures.
func (m *maker) without() string {
	if m.Draw != nil {
		return ""
	}
	return text(m.Without, maxText)
}

// draws reports whether the i-th finding or note has a picture.
func (m *maker) draws(i int) bool { return m.Draw != nil && i < maxPictures }

// pictured returns the number of pictures for n findings or notes, or 0 if all
// have one.
func (m *maker) pictured(n int) int {
	if m.Draw == nil || n <= maxPictures {
		return 0
	}
	return maxPictures
}

// pictureShare is the approximate share of pictures in the work, if there are
// any.
const pictureShare = 0.6

// plan computes the shares of the work of each picture, and of each pass for
// tables.
func (m *maker) plan() {
	m.tableStep = 1.0 / passes
	if m.Draw != nil {
		n := 2 + min(len(m.ws.Report.Findings), maxPictures) + min(len(m.ws.Look.Notes), maxPictures)
		if m.Kept {
			n++
		}
		m.pictureStep, m.tableStep = pictureShare/float64(n), (1-pictureShare)/passes
	}
}

// step adds a share to the completed work and reports the progress.
func (m *maker) step(share float64) {
	m.done += share
	m.tell(m.done)
}

func (m *maker) tell(done float64) {
	if m.Progress != nil {
		m.Progress(min(done, 1))
	}
}
