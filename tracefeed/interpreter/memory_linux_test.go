package interpreter

// limitsMemory: the system can limit the memory of another process.
const limitsMemory = true
