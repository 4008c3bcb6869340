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
 * of all exceptions. Constructors begin after the call of another constructor.
 */
final class Rewriter extends ClassVisitor {
    private static final int VERSION = Opcodes.ASM8, OLDEST_WITH_FRAMES = 50, VERSION_AT = 6;
    private final Map<String, Integer> methods = new HashMap<>();
    private boolean objects;

    private Rewriter(ClassWriter to) {
        super(VERSION, to);
    }

    /**
     * Returns a class file with other methods, or null. Each word of chosen is the name and
     * type of a method, "=" and its number, or "new": constructors report their object.
     */
    static byte[] rewrite(byte[] file, String chosen) {
        if (((file[VERSION_AT] & 0xff) << 8 | file[VERSION_AT + 1] & 0xff) < OLDEST_WITH_FRAMES) {
            return null;
        }
        ClassReader reader = new ClassReader(file);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        Rewriter rewriter = new Rewriter(writer);
        for (String word : chosen.split(" ")) {
            int at = word.lastIndexOf('=');
            if (at < 0) {
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
        return number == null && !made ? to : new Body(to, access, name, type, number == null ? -1 : number, made);
    }

    /** Body inserts the calls into one method; number is -1 if only its object is reported. */
    private static final class Body extends AdviceAdapter {
        private final int number;
        private final boolean made;
        private final Type[] arguments;
        private final Label begin = new Label();

        Body(MethodVisitor to, int access, String name, String type, int number, boolean made) {
            super(VERSION, to, access, name, type);
            this.number = number;
            this.made = made;
            arguments = Type.getArgumentTypes(type);
        }

        private void call(String name, String type) {
            visitMethodInsn(INVOKESTATIC, "tiv/Calls", name, type, false);
        }

        private void exit() {
            push(number);
            call("exit", "(I)V");
        }

        @Override
        protected void onMethodEnter() {
            if (made) {
                loadThis();
                call("made", "(Ljava/lang/Object;)V");
            }
            if (number < 0) {
                return;
            }
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
            visitLabel(begin);
        }

        @Override
        protected void onMethodExit(int instruction) {
            if (number >= 0 && instruction != ATHROW) {
                exit();
            }
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            if (number >= 0) {
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
