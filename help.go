package main

const help = `soon
`
