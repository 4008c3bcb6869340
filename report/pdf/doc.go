// Package pdf writes a report as a PDF of A4 pages, for printing and for readers that open
// nothing else.
//
// A document goes in; one file comes out, with its fonts, pictures, bookmarks and page
// numbers. Its text can be selected and searched. Characters that the fonts lack are
// boxes.
//
// # Decisions
//
//   - Lines and pages are broken here, not by the library, so that a test can prove that
//     nothing runs off.
package pdf
