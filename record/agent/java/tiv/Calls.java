package tiv;

/** The calls that rewritten methods make. The agent implements them. */
public final class Calls {
    private Calls() {}

    public static native void enter(Object self, Object argument, int method);

    public static native void exit(int method);

    public static native void made(Object self);
}
