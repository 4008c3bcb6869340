package language

// native is the functions of C, C++ and Rust: their libraries of threads and locks. The names
// of methods of Rust begin with their type in angle brackets.
var native = []line{
	{begin: "pthread_", Part: Threading},
	{begin: "pthread_mutex_", Part: Threading, Object: Mutex},
	{begin: "pthread_rwlock_", Part: Threading, Object: RWLock},
	{begin: "sem_wait", Part: Threading},
	{begin: "sem_timedwait", Part: Threading},
	{begin: "sem_clockwait", Part: Threading},
	{begin: "std::", Part: Threading},
	{begin: "<std::", Part: Threading},
	{begin: "__gthread_", Part: Threading},
}
