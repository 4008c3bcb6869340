import java.util.HashMap;
import java.util.Map;

// Orders calls methods of a class and of its subclass: they return, throw, catch and
// repeat from their first instruction on. With a number it calls them that often and
// prints the nanoseconds of a call.
public class Orders {
    interface Store {
        int get(String key);
    }

    static class Memory implements Store {
        final Map<String, Integer> values = new HashMap<>();

        void put(String key, int value) {
            values.put(key, value);
            if (value < 0) {
                throw new IllegalArgumentException(key);
            }
        }

        public int get(String key) {
            while (!values.containsKey(key)) {
                key = "a";
            }
            return values.get(key);
        }
    }

    static class Checked extends Memory {
        Checked(String name) {
            super();
            if (name == null) {
                throw new NullPointerException();
            }
        }

        @Override
        public int get(String key) {
            switch (key) {
            case "b":
                return 2;
            default:
                return super.get(key);
            }
        }
    }

    static int sum(int a, long b) {
        return a + (int) b;
    }

    static void story() {
        Memory memory = new Memory();
        Checked checked = new Checked("x");
        memory.put("a", 1);
        try {
            memory.put("b", -1);
        } catch (IllegalArgumentException e) {
            checked.put("a", 5);
        }
        try {
            new Checked(null);
        } catch (NullPointerException e) {
            System.out.println(memory.get("c") + checked.get("b") + checked.get("c") + sum(1, 2));
        }
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            Memory memory = new Memory();
            memory.put("a", 1);
            long n = Long.parseLong(args[0]), total = 0;
            for (long i = 0; i < n / 4; i++) {
                total += sum((int) i, i) + memory.get("a");
            }
            long start = System.nanoTime();
            for (long i = 0; i < n; i++) {
                total += sum((int) i, i);
            }
            long middle = System.nanoTime();
            for (long i = 0; i < n; i++) {
                total += memory.get("a");
            }
            System.out.println((middle - start) / n + " " + (System.nanoTime() - middle) / n + " " + total);
            return;
        }
        story();
        System.gc();
    }
}
