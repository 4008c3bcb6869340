// Package handlers writes the functions that process events: as a table, with the reasons in
// words.
//
// What package handler found goes in, text and tables come out.
package handlers
