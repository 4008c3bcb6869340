package gotrace

import "tiv/tracefeed"

// Reference is Format, but always with the library.
func Reference() tracefeed.Format {
	return tracefeed.Format{Name: "go", Sniff: sniff, Open: openLibrary}
}
