import java.util.Map;
import java.util.TreeMap;

/**
 * Runs one program of proof/languages. The argument is its name; the name of its
 * corrected twin ends in -healthy. The programs of the paper, and the corrected ones, end
 * by themselves.
 */
final class Main {
    interface Program {
        void run(boolean healthy) throws Exception;
    }

    interface Start {
        void run() throws Exception;
    }

    static final Map<String, Start> programs = new TreeMap<>();

    static void add(String name, String twin, Program p) {
        programs.put(name, () -> p.run(false));
        programs.put(twin, () -> p.run(true));
    }

    static void add(String name, Program p) {
        add(name, name + "-healthy", p);
    }

    static {
        programs.put("deadlock", Bank::run);
        programs.put("two-locks", Tables::run);
        programs.put("server-5", SmallServer::run);
        programs.put("server-40", LargeServer::run);
        programs.put("lost-updater", LostUpdater::run);
        add("crawler-contended", "crawler-healthy", Crawlers::run);
        add("gc-wild", "gc-healthy", Collector::run);
        add("abba", Abba::run);
        add("self", Self::run);
        add("reader-again", ReaderAgain::run);
        add("wakeup-lost", WakeupLost::run);
        add("nested-condition", Hangs::nestedCondition);
        add("full-queue", Hangs::fullQueue);
        programs.put("idle-pool", Hangs::idlePool);
        programs.put("slow-holder", Hangs::slowHolder);
        programs.put("idle-service", Idle::service);
        add("idle-waits", Idle::waits);
        add("c3p0-10", C3p0::run);
        add("dbpool-4", DbPool::run);
        add("jetty-8354", Jetty::run);
    }

    public static void main(String[] args) throws Exception {
        programs.get(args[0]).run();
    }
}
