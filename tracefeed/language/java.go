package language

// java is the functions of Java.
var java = []line{
	{begin: "java.", Part: Library},
	{begin: "jdk.", Part: Library},
	{begin: "sun.", Part: Library},
	{begin: "java.util.concurrent.ThreadPoolExecutor.getTask", Part: Library, Object: Pool},
	{begin: "java.util.concurrent.ForkJoinPool.awaitWork", Part: Library, Object: Pool},
	{begin: "java.util.concurrent.ForkJoinPool.deactivate", Part: Library, Object: Pool},
	{begin: "java.util.TimerThread.mainLoop", Part: Library, Object: Pool},
	{begin: "java.lang.ref.Reference$ReferenceHandler.run", Part: Library, Start: System},
	{begin: "java.lang.ref.Finalizer$FinalizerThread.run", Part: Library, Start: System},
	{begin: "jdk.internal.misc.InnocuousThread.run", Part: Library, Start: System},
}
