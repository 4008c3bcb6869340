package tiv;

/** The calls that rewritten methods make. The agent implements them. */
public final class Calls {
    /** The number of agents that have had these calls, one after the other. */
    static int agents;

    private Calls() {}

    public static native void enter(Object self, Object argument, int method);

    public static native void exit(int method);

    public static native void made(Object self);

    public static native void put(Object item);

    public static native void begin(Object item);

    public static native void done();

    public static native void first(Object worker);

    public static native void asks();

    public static native void got(Object item);
}
