package tiv;

import java.util.HashMap;
import java.util.Map;
import jdk.internal.org.objectweb.asm.ClassReader;
import jdk.internal.org.objectweb.asm.ClassVisitor;
import jdk.internal.org.objectweb.asm.ClassWriter;
import jdk.internal.org.objectweb.asm.Label;
import jdk.internal.org.objectweb.asm.MethodVisitor;
import jdk.internal.org.objectweb.asm.Opcodes;
import jdk.internal.org.objectweb.asm.Type;
import jdk.internal.org.objectweb.asm.commons.AdviceAdapter;

/**
 * Rewriter inserts calls into methods: at their entry, before each return, and in a handler
 * of all exceptions. Constructors begin after the call of another constructor. So it does for
 * the items that executors move: where one is put, around the method in which a thread works
 * for it, where a worker begins with its first one, and where one asks for the next and gets it.
 */
final class Rewriter extends ClassVisitor {
    private static final int VERSION = Opcodes.ASM8, OLDEST_WITH_FRAMES = 50, VERSION_AT = 6;
    private final Map<String, Integer> methods = new HashMap<>();
    private final Map<String, String> moves = new HashMap<>();
    private boolean objects;

    private Rewriter(ClassWriter to) {
        super(VERSION, to);
    }

    /**
     * Returns a class file with other methods, or null. Each word of chosen is the name and
     * type of a method, "=" and its number, or these, "!" and "put", "run", "first" or "gets": how it
     * moves items; or "new": constructors report their object.
     */
    static byte[] rewrite(byte[] file, String chosen) {
        if (((file[VERSION_AT] & 0xff) << 8 | file[VERSION_AT + 1] & 0xff) < OLDEST_WITH_FRAMES) {
            return null;
        }
        ClassReader reader = new ClassReader(file);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        Rewriter rewriter = new Rewriter(writer);
        for (String word : chosen.split(" ")) {
            int at = word.lastIndexOf('='), move = word.lastIndexOf('!');
            if (move > at) {
                rewriter.moves.put(word.substring(0, move), word.substring(move + 1));
            } else if (at < 0) {
                rewriter.objects = true;
            } else {
                rewriter.methods.put(word.substring(0, at), Integer.parseInt(word.substring(at + 1)));
            }
        }
        reader.accept(rewriter, ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String type, String signature, String[] exceptions) {
        MethodVisitor to = super.visitMethod(access, name, type, signature, exceptions);
        Integer number = methods.get(name + type);
        boolean made = objects && name.equals("<init>");
        String move = moves.getOrDefault(name + type, "");
        return number == null && !made && move.isEmpty() ? to
            : new Body(to, access, name, type, number == null ? -1 : number, made, move);
    }

    /** Body inserts the calls into one method; number is -1 if its calls are not reported. */
    private static final class Body extends AdviceAdapter {
        private final int number;
        private final boolean made, puts, runs, first, gets;
        private final Type[] arguments;
        private final Label begin = new Label();

        Body(MethodVisitor to, int access, String name, String type, int number, boolean made, String move) {
            super(VERSION, to, access, name, type);
            this.number = number;
            this.made = made;
            puts = move.equals("put");
            runs = move.equals("run");
            first = move.equals("first");
            gets = move.equals("gets");
            arguments = Type.getArgumentTypes(type);
        }

        private void call(String name, String type) {
            visitMethodInsn(INVOKESTATIC, "tiv/Calls", name, type, false);
        }

        private void exit() {
            if (runs) {
                call("done", "()V");
            }
            if (number >= 0) {
                push(number);
                call("exit", "(I)V");
            }
        }

        @Override
        protected void onMethodEnter() {
            if (made) {
                loadThis();
                call("made", "(Ljava/lang/Object;)V");
            }
            if (number >= 0) {
                enter();
            }
            if (puts) {
                int first = 0;
                while (arguments[first].getSort() < Type.ARRAY) {
                    first++;
                }
                loadArg(first);
                call("put", "(Ljava/lang/Object;)V");
            }
            if (runs) {
                loadThis();
                call("begin", "(Ljava/lang/Object;)V");
            }
            if (first) {
                loadArg(0);
                call("first", "(Ljava/lang/Object;)V");
            }
            if (gets) {
                call("asks", "()V");
            }
            visitLabel(begin);
        }

        private void enter() {
            if ((methodAccess & ACC_STATIC) != 0) {
                visitInsn(ACONST_NULL);
            } else {
                loadThis();
            }
            if (arguments.length > 0 && arguments[0].getSort() >= Type.ARRAY) {
                loadArg(0);
            } else {
                visitInsn(ACONST_NULL);
            }
            push(number);
            call("enter", "(Ljava/lang/Object;Ljava/lang/Object;I)V");
        }

        @Override
        protected void onMethodExit(int instruction) {
            if (instruction != ATHROW) {
                if (gets) {
                    dup();
                    call("got", "(Ljava/lang/Object;)V");
                }
                exit();
            }
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            if (number >= 0 || runs) {
                Label handler = mark();
                visitTryCatchBlock(begin, handler, handler, null);
                visitFrame(F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
                exit();
                mv.visitInsn(ATHROW);
            }
            super.visitMaxs(stack, locals);
        }
    }
}
