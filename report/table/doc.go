// Package table is tables: columns over any number of rows, sorting, text
// search, and CSV and JSON.
//
// Rows of any type, and columns that compute cells from them, go in; texts,
// orders of rows and bytes come out. Nothing here knows the meaning of rows.
//
// # Decisions
//
//   - The window and tiv dump use the same columns, and a test compares their output. An
//     order is a list of row numbers, and only visible rows become text, so a million rows
//     cost a frame as much as ten.
package table
